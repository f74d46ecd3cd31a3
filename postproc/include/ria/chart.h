/** \file
 * Charts of measurements: curves with error bars, drawn by gnuplot.
 */
#ifndef RIA_CHART_H
#define RIA_CHART_H

#include <stdbool.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** All pointers are borrowed. */
typedef struct {
  const char *name; /**< NULL: no entry in the key */
  int count;
  const double *x, *y;      /**< [count] */
  const double *low, *high; /**< [count] ends of error bars; NULL: none */
  bool published;           /**< a published result: grey and dashed */
  bool modelled;            /**< modelled, not measured: dashed with open marks */
  bool bare;                /**< a limit: a grey line without marks */
  bool line;                /**< a line without marks */
  bool points;              /**< marks without a line */
  const char *label;        /**< text at the last point; NULL: none */
} ria_curve;

typedef enum {
  RIA_IDEAL_NONE,
  RIA_IDEAL_LINEAR, /**< y = x / min x: speed-up */
  RIA_IDEAL_ONE     /**< y = 100: efficiency in percent */
} ria_ideal;

typedef struct {
  const char *title, *x_label, *y_label;
  bool log_x,
      log_y; /**< logarithmic axes: base 2 with RIA_IDEAL_LINEAR or RIA_IDEAL_ONE, else base 10 */
  bool round_tics; /**< tics at round numbers instead of at the x of the points */
  bool dates;      /**< x is in seconds since 1970-01-01T00:00:00Z, and the axis has dates */
  ria_ideal ideal;
  int curves;
  const ria_curve *curve;
  /** [categories] names of rows of marks, the first row on top. The `x` of a curve is then the
   * number of a category, from 0, and y_label is below the chart. NULL: draw curves. */
  const char *const *category;
  int categories;
} ria_chart;

/** Draw to `path`; its extension .png or .svg selects the format. Errors: RIA_ERROR_UNSUPPORTED (no
 * gnuplot), RIA_ERROR_IO, RIA_ERROR_ARGUMENT (no points to draw), RIA_ERROR_MEMORY. */
ria_status ria_chart_draw(const ria_chart *chart, const char *path);

#ifdef __cplusplus
}
#endif
#endif
