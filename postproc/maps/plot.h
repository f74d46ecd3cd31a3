/** \file
 * Private: the parts of plotting a run.
 */
#ifndef RIA_POSTPROC_PLOT_H
#define RIA_POSTPROC_PLOT_H

#include "ria/history.h"
#include "map.h"
#include "ria/plot.h"

/** Colour scales of a run, and the statistics over all records behind them. */
typedef struct {
  ria_map_style level, speed, concentration, arrival;
  char label[4][96];
  unsigned char *floods; /**< [ny][nx] wet in some record */
  float *peak;    /**< [ny][nx] largest concentration; NAN where never wet; NULL: no tracer */
  float *arrived; /**< [ny][nx] hours until the threshold; NAN where not reached */
} ria_survey;

/** Read all records. Errors: RIA_ERROR_MEMORY, RIA_ERROR_CORRUPT. */
ria_status ria_survey_make(const ria_history_view *view, ria_survey *survey);
void ria_survey_destroy(ria_survey *survey);

/** A map of the history's cells and places, without titles. All borrowed. */
ria_map ria_map_of_view(const ria_history_view *view, const float *values);

enum { RIA_MOMENT_SIZE = 128 };

/** A record's time in words, with its date if the history has a start. Returns text. */
const char *ria_plot_moment(const ria_history_view *view, int64_t record,
                            char text[RIA_MOMENT_SIZE]);

/** "FOLDER/NAME-NNNN.png", or "FOLDER/NAME.png" for record < 0; owned, NULL without memory. */
char *ria_picture_path(const char *folder, const char *name, int64_t record);

/** Whether the picture at `path` is to be drawn. */
bool ria_picture_wanted(const ria_plot_options *options, const char *path, int64_t record);

/** Draw a history without water: for each record and field a map, or a profile if the domain is a
 * line; with the overview, also each field of a line over x and time. Errors as ria_plot_run(). */
ria_status ria_plot_fields(const ria_history_view *view, const ria_plot_options *options,
                           const char *folder);

/** The number of these pictures. */
int64_t ria_plot_count_fields(const ria_history_view *view, const ria_plot_options *options);

/** The number of records that are drawn: each nth, and the last. */
int64_t ria_plot_count_records(const ria_history_view *view, const ria_plot_options *options);

/** Draw level and concentration over time, or all fields without water, from the gauges' CSV file.
 */
ria_status ria_plot_gauges(const ria_history_view *view, const char *csv, const char *path);

/** Velocity (m/s) and speed of a record; NAN where dry. Each [ny][nx]. */
ria_status ria_read_velocity(const ria_history_view *view, int64_t record, float *u, float *v,
                             float *speed);

#endif
