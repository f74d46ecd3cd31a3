/** \file
 * Private: the parts of plotting a run.
 */
#ifndef RIA_POSTPROC_PLOT_H
#define RIA_POSTPROC_PLOT_H

#include "ria/history.h"
#include "ria/map.h"

/** Colour scales of a run, and what must be seen of all records to make them. */
typedef struct {
  ria_map_style level, speed, concentration, arrival;
  char label[4][96];
  unsigned char *floods; /**< [ny][nx] wet in some record */
  float *peak; /**< [ny][nx] largest concentration; NAN where it never was wet; NULL: no tracer */
  float *arrived; /**< [ny][nx] hours until the threshold; NAN where it did not come */
} ria_survey;

/** Go through all records. Errors: RIA_ERROR_MEMORY, RIA_ERROR_CORRUPT. */
ria_status ria_survey_make(const ria_history_view *view, ria_survey *survey);
void ria_survey_destroy(ria_survey *survey);

/** Level and concentration over time, from the gauges' CSV file. */
ria_status ria_plot_gauges(const ria_history_view *view, const char *csv, const char *path);

/** Velocity (m/s) and speed of a record; NAN where dry. Each [ny][nx]. */
ria_status ria_read_velocity(const ria_history_view *view, int64_t record, float *u, float *v,
                             float *speed);

#endif
