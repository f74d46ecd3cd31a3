/** \file
 * Private: the parts of plotting a run.
 */
#ifndef MAPS_POSTPROC_PLOT_H
#define MAPS_POSTPROC_PLOT_H

#include "ria/history.h"
#include "map.h"
#include "ria/plot.h"

/** A record of a field, each [ny][nx]: the values, and the components if it is a vector; and the
 * level of the water in a tidal history. */
typedef struct {
  float *values, *u, *v, *level;
} maps_planes;

/** Read a record of the view's field `f`. NAN where it has no value. */
ria_status maps_read_planes(const ria_history_view *view, int f, int64_t record,
                            const maps_planes *planes);

/** The scales of a field, from all records. The largest values of a level or a depth, drawn once,
 * share their scale with the maps of the records. */
typedef struct {
  map_style style;    /**< if `centred`, relative to the record's median */
  double low, high;   /**< of the values; apart, also if the field is constant */
  double bottom, top; /**< the same without rare extremes */
  bool centred;       /**< maps have scales of one span round their medians */
  float *median;      /**< [records] of a level on a map, owned; NULL: not followed */
  float *spread; /**< [records] behind these: how far most values are from the median at most */
  double arrow, arrow_length;  /**< > 0: of maps_map */
  char hidden[64], label[128]; /**< texts of the style */
} maps_survey_field;

/** Make cells dry that films of water cover, less than MAPS_FILM deep: on a flat that the tide has
 * left they keep a level of their own, which says nothing of the tide. `level`: [ny][nx] of a view
 * with ground. */
#define MAPS_FILM 0.05 /* m */
void maps_drop_films(const ria_history_view *view, float *level);

/** The style of a record's map. */
map_style maps_survey_style(const maps_survey_field *field, int64_t record);

typedef struct {
  int fields;
  maps_survey_field *field; /**< [fields] of the view */
  unsigned char *covered;   /**< [ny][nx] has a value in some record */
  bool flats;               /**< some cell has a value in some records only */
  bool tidal; /**< maps of the level are centred, and cells that films cover have no value */
  int level;  /**< the field that these are seen by */
  /** Of the field that arrives: the largest value, NAN where it never has one, and the time until
   * the threshold in the unit of `arrival`, NAN where it is not reached. [ny][nx] */
  float *peak, *arrived;
  map_style arrival;
  char arrival_label[96];
} maps_survey;

/** Read all records, at least one, through `planes`. Errors: RIA_ERROR_MEMORY, RIA_ERROR_CORRUPT.
 */
ria_status maps_survey_make(const ria_history_view *view, const maps_planes *planes,
                            maps_survey *survey);
void maps_survey_destroy(maps_survey *survey);

/** In a tidal history: films of water count as dry, in the values of a record of a field that were
 * read into `planes`; of largest values, where there never was more. Errors: RIA_ERROR_CORRUPT. */
ria_status maps_drop_dry(const ria_history_view *view, const maps_survey *survey,
                         const ria_history_field *field, int64_t record, const maps_planes *planes);
/** Whether a cell has no value that has one in another record. */
bool maps_has_flats(const ria_history_view *view, const maps_survey *survey, const float *values);
/** `from` as `values`, each [ny][nx], without land: where the water was never deeper than a film.
 */
void maps_drop_land(const ria_history_view *view, const maps_survey *survey, const float *from,
                    float *values);

enum { MAPS_MOMENT_SIZE = 128 };

/** A record's time in words, with its date if the history has a start. Returns text. */
const char *maps_plot_moment(const ria_history_view *view, int64_t record,
                             char text[MAPS_MOMENT_SIZE]);

/** Whether the history is of a line, which has profiles instead of maps. */
bool maps_plot_is_line(const ria_history_view *view);

/** Draw the profile of a line's field `f`, and the one at the start. */
ria_status maps_plot_profile(const ria_history_view *view, int f, const maps_survey *survey,
                             const maps_planes *planes, int64_t record, const char *path);

/** Draw a line's field over x and time, if maps_plot_has_times(). */
ria_status maps_plot_over_time(const ria_history_view *view, int f, const maps_survey *survey,
                               const maps_planes *planes, const char *path);
bool maps_plot_has_times(const ria_history_view *view);

/** Draw the scalar fields over time at the gauges, from their CSV file. */
ria_status maps_plot_gauges(const ria_history_view *view, const char *csv, const char *path);
/** The same of any table like it; `what`: the places that it is of, for the title. */
ria_status maps_plot_places(const ria_history_view *view, const char *csv, const char *what,
                            const char *path);
/** The same of sections.csv; nothing if there is none. */
ria_status maps_plot_sections(const ria_history_view *view, const char *csv, const char *path);

#endif
