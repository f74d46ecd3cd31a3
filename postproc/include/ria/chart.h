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

/** All borrowed. */
typedef struct {
  const char *name; /**< NULL: not named in the key */
  int count;
  const double *x, *y;      /**< [count] */
  const double *low, *high; /**< [count] ends of error bars; NULL: none */
  bool published;           /**< drawn grey and dashed: another's result */
  bool modelled;            /**< drawn dashed with open marks: not measured */
  bool bare;                /**< a grey line without marks: a limit */
  bool line;                /**< a line without marks */
  bool points;              /**< marks without a line */
  const char *label;        /**< beside its last point; NULL: none */
} ria_curve;

typedef enum {
  RIA_IDEAL_NONE,
  RIA_IDEAL_LINEAR, /**< y = x / least x: speed-up */
  RIA_IDEAL_ONE     /**< y = 100: efficiency in percent */
} ria_ideal;

typedef struct {
  const char *title, *x_label, *y_label;
  bool log_x, log_y; /**< to base 2 where there is an ideal line, else 10 */
  bool round_tics;   /**< tics at round numbers, not at the measured places */
  bool dates;        /**< x is in seconds since 1970-01-01T00:00:00Z, and the axis has dates */
  ria_ideal ideal;
  int curves;
  const ria_curve *curve;
  /** [categories] lines of marks instead of curves, the first on top. A curve's `x` is then a
   * category's number from 0, and y_label stands below. NULL: none. */
  const char *const *category;
  int categories;
} ria_chart;

/** Draw PATH, by its ending .png or .svg. Errors: RIA_ERROR_UNSUPPORTED (no gnuplot), RIA_ERROR_IO,
 * RIA_ERROR_ARGUMENT (nothing to draw), RIA_ERROR_MEMORY. */
ria_status ria_chart_draw(const ria_chart *chart, const char *path);

#ifdef __cplusplus
}
#endif
#endif
