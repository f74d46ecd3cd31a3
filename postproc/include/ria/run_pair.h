/** \file
 * Comparison of two runs: fields on a common grid at common times, and series at gauges and
 * sections.
 *
 * The common grid has the cells of the run with the larger cells, where the other run covers them.
 * A common cell gets the mean of the other run's cells over its area. It has no value if more than
 * half of its area has none, so that a partly dry coast stays a coast. Equal grids are not
 * averaged.
 */
#ifndef RIA_RUN_PAIR_H
#define RIA_RUN_PAIR_H

#include <stdbool.h>
#include "ria/history.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A quantity that both histories mark as drawn, or a component of a vector. Texts belong to the
 * views. */
typedef struct {
  const char *name, *unit;
  int field[2];  /**< index in the fields of each view */
  int component; /**< component 0 or 1 of a vector; -1: a scalar, or the magnitude of a vector */
} ria_pair_quantity;

typedef struct {
  double time;       /**< s since A's start */
  int64_t record[2]; /**< index in the records of each view */
} ria_pair_instant;

typedef struct {
  ria_history_view view[2]; /**< A, B */
  int coarse;               /**< 0 or 1: the view that gives the cells of the common grid */
  ria_global nx, ny;        /**< cells of the common grid */
  ria_global at[2];         /**< x and y index of its first cell in the coarse view */
  double x0, y0, dx, dy;    /**< m */
  double *ground;           /**< [ny][nx] ground of the coarse view; NULL: none */
  bool dated; /**< both runs have a start date: compare at equal dates; else at equal times since
                 the start */
  int64_t instants;
  ria_pair_instant *instant; /**< [instants], at least one, in the order of time */
  int quantities;
  ria_pair_quantity *quantity; /**< [quantities], at least one */
} ria_run_pair;

/** Figures of the difference B - A in cells where both have a value. */
typedef struct {
  int64_t cells;          /**< cells with a value in both runs, summed over the instants */
  int64_t only_a, only_b; /**< cells with a value in one run only */
  double bias, rmse;      /**< mean and root mean square of B - A; NAN without cells */
  double largest;         /**< the difference of largest magnitude, signed; NAN without cells */
  double x, y, time;      /**< place (m) and time (s since A's start) of `largest` */
} ria_pair_figures;

/** Open RUN_DIR/history.h5 of two runs. Errors: those of ria_history_view_open();
 * RIA_ERROR_UNSUPPORTED (not a plane of cells), RIA_ERROR_MISMATCH (different CRS; no common area,
 * time or variable), RIA_ERROR_MEMORY. Close in any case. */
ria_status ria_run_pair_open(const char *a, const char *b, ria_run_pair *pair);
void ria_run_pair_close(ria_run_pair *pair);

/** Compute the differences of a quantity at an instant: difference [ny][nx], NAN if either run has
 * no value; and their figures. Errors: those of ria_history_view_read(), RIA_ERROR_MEMORY. */
ria_status ria_run_pair_differ(const ria_run_pair *pair, int quantity, int64_t instant,
                               float *difference, ria_pair_figures *figures);
/** Add the figures of an instant to `sum`; begin with a zeroed `sum`. */
void ria_pair_figures_add(ria_pair_figures *sum, const ria_pair_figures *more);

/** Draw differences [ny][nx] as a map. The colour scale is symmetric around 0 and leaves out rare
 * extremes. Without differences, or for a line of cells, no map is drawn and `drawn` is false.
 * Errors: RIA_ERROR_UNSUPPORTED (gnuplot is missing), RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_run_pair_draw(const ria_run_pair *pair, int quantity, int64_t instant,
                             const float *difference, const char *path, bool *drawn);

/* ---- series ---- */

/** A column that the CSV files of both runs have. Figures are NAN without pairs. */
typedef struct {
  char *name; /**< the column's title, such as "Cambados level (m)" */
  int count;  /**< number of pairs: times of A at which B has a value. B is interpolated linearly
                 between two rows; directions are paired at equal times only */
  double bias, rmse;  /**< of B - A; directions differ by at most 180 degrees */
  double correlation; /**< Pearson's; NAN for directions */
  double most[2];     /**< largest value of A and B at these times; NAN for directions */
  double largest,
      time; /**< difference of largest magnitude, signed, and its time, s since A's start */
} ria_paired_column;

typedef struct {
  int columns;
  ria_paired_column *column; /**< [columns] in the order of A; owned */
} ria_paired_series;

/** Compare the columns of two files with a column `seconds`, such as gauges.csv. `later`: start of
 * B minus start of A, s. A missing file counts as a file without columns. Errors: those of
 * ria_csv_table_read(), RIA_ERROR_FORMAT (no seconds). Destroy in any case. */
ria_status ria_paired_series_read(const char *a, const char *b, double later,
                                  ria_paired_series *series);
void ria_paired_series_destroy(ria_paired_series *series);

#ifdef __cplusplus
}
#endif
#endif
