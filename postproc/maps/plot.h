/** \file
 * Private: the parts of plotting a run.
 */
#ifndef MAPS_POSTPROC_PLOT_H
#define MAPS_POSTPROC_PLOT_H

#include "ria/history.h"
#include "map.h"
#include "ria/plot.h"

/** A record of a field, each array [ny][nx]: values, components of a vector, and the water level in
 * a tidal history. */
typedef struct {
  float *values, *u, *v, *level;
} maps_planes;

/** Read a record of the view's field `f`; NAN in cells without a value. */
ria_status maps_read_planes(const ria_history_view *view, int f, int64_t record,
                            const maps_planes *planes);

/** The scales of a field, from all records. The largest values of a level or a depth, drawn once,
 * share their scale with the maps of the records. */
typedef struct {
  map_style style;    /**< with `centred`: relative to the record's median */
  double low, high;   /**< range of the values; low < high also for a constant field */
  double bottom, top; /**< range of the values without rare extremes */
  bool centred;       /**< each map has a scale of equal span around its median */
  float *median;      /**< [records] median of the level in each map, owned; NULL: not computed */
  float *spread;      /**< [records] distance from the median that most values do not exceed; same
                         allocation as `median` */
  double arrow, arrow_length;  /**< arrow and arrow_length of maps_map, > 0 */
  char hidden[64], label[128]; /**< texts of the style */
} maps_survey_field;

/** Make cells dry where the water is a film less than MAPS_FILM deep: a film on a tidal flat keeps
 * its own level, which does not follow the tide. `level`: [ny][nx], of a view with ground. */
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
  int level;  /**< the field that decides on films and land */
  /** [ny][nx] For the followed field: its largest value, NAN if it never has one, and its time of
   * arrival in the unit of `arrival`, NAN if it does not reach the threshold. */
  float *peak, *arrived;
  map_style arrival;
  char arrival_label[96];
} maps_survey;

/** Read all records, at least one, through `planes`. Errors: RIA_ERROR_MEMORY, RIA_ERROR_CORRUPT.
 */
ria_status maps_survey_make(const ria_history_view *view, const maps_planes *planes,
                            maps_survey *survey);
void maps_survey_destroy(maps_survey *survey);

/** In a tidal history, make films of water dry in the values of a record in `planes`; for largest
 * values, cells that never had more than a film. Errors: RIA_ERROR_CORRUPT. */
ria_status maps_drop_dry(const ria_history_view *view, const maps_survey *survey,
                         const ria_history_field *field, int64_t record, const maps_planes *planes);
/** Whether some cell without a value has one in another record. */
bool maps_has_flats(const ria_history_view *view, const maps_survey *survey, const float *values);
/** After `maps_drop_dry` for a field of the whole run: sets cells that had water but have no value,
 * such as the time of a maximum that a tracer has not reached, to -INFINITY. Returns whether it set
 * any. */
bool maps_mark_unreached(const ria_history_view *view, const maps_survey *survey,
                         const maps_planes *planes);
/** Copy `from` to `values`, each [ny][nx], without land: cells where the water was never deeper
 * than a film.
 */
void maps_drop_land(const ria_history_view *view, const maps_survey *survey, const float *from,
                    float *values);

enum { MAPS_MOMENT_SIZE = 128 };

/** A record's time in words, with its date if the history has a start. Returns text. */
const char *maps_plot_moment(const ria_history_view *view, int64_t record,
                             char text[MAPS_MOMENT_SIZE]);

/** Whether the history is a line, drawn as profiles instead of maps. */
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
/** Draw the time series of a similar table; `what`: its places, for the title. */
ria_status maps_plot_places(const ria_history_view *view, const char *csv, const char *what,
                            const char *path);
/** Draw the time series of sections.csv; without the file, do nothing. */
ria_status maps_plot_sections(const ria_history_view *view, const char *csv, const char *path);

#endif
