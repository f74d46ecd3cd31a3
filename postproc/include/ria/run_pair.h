/** \file
 * Two runs side by side: their fields on one grid at the times that both have, and their series at
 * gauges and sections.
 *
 * The grid is that of the run with the larger cells, as far as the other one covers it. A cell gets
 * the mean of the other run's cells over its area; it has no value if these have none on more than
 * half of it, so that a coast of cells that are dry in part stays a coast. On equal grids nothing
 * is averaged.
 */
#ifndef RIA_RUN_PAIR_H
#define RIA_RUN_PAIR_H

#include <stdbool.h>
#include "ria/history.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What both histories say to draw, and the components of a vector. Texts belong to the views. */
typedef struct {
  const char *name, *unit;
  int field[2];  /**< of the views */
  int component; /**< of a vector: 0 or 1; -1: the magnitude, or a scalar */
} ria_pair_quantity;

typedef struct {
  double time;       /**< s since A's start */
  int64_t record[2]; /**< of the views */
} ria_pair_instant;

typedef struct {
  ria_history_view view[2]; /**< A, B */
  int coarse;               /**< the one whose cells are used: 0 or 1 */
  ria_global nx, ny;        /**< of the common grid, */
  ria_global at[2];         /**< whose first cell is this one of the coarse view */
  double x0, y0, dx, dy;    /**< m */
  double *ground;           /**< [ny][nx] of the coarse view; NULL: none */
  bool dated;               /**< both have a start: equal dates are compared, else equal times since
                                 the start */
  int64_t instants;
  ria_pair_instant *instant; /**< [instants], at least one, in the order of time */
  int quantities;
  ria_pair_quantity *quantity; /**< [quantities], at least one */
} ria_run_pair;

/** How B differs from A: B less A, where both have a value. */
typedef struct {
  int64_t cells;          /**< with a value in both; the sum over the instants, of several */
  int64_t only_a, only_b; /**< with a value in one of them */
  double bias, rmse;      /**< mean, root of the mean square; NAN without cells */
  double largest;         /**< the difference of the largest size, with its sign; NAN likewise */
  double x, y, time;      /**< where it is, m, and when, s since A's start */
} ria_pair_figures;

/** Open RUN_DIR/history.h5 of two runs. Errors: those of ria_history_view_open();
 * RIA_ERROR_UNSUPPORTED (no plane of cells), RIA_ERROR_MISMATCH (different CRS; no common place,
 * time or variable), RIA_ERROR_MEMORY. Close in any case. */
ria_status ria_run_pair_open(const char *a, const char *b, ria_run_pair *pair);
void ria_run_pair_close(ria_run_pair *pair);

/** The differences of a quantity at an instant: difference [ny][nx], NAN where one has no value;
 * and their figures. Errors: those of ria_history_view_read(), RIA_ERROR_MEMORY. */
ria_status ria_run_pair_differ(const ria_run_pair *pair, int quantity, int64_t instant,
                               float *difference, ria_pair_figures *figures);
/** Add the figures of an instant to those of others; begin with a zeroed `sum`. */
void ria_pair_figures_add(ria_pair_figures *sum, const ria_pair_figures *more);

/** Draw differences [ny][nx] as a map, in colours symmetric round 0 that reach as far as all but
 * the rarest of them. Without differences, or of a line of cells, nothing is drawn and `drawn` is
 * false. Errors: RIA_ERROR_UNSUPPORTED (gnuplot is missing), RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_run_pair_draw(const ria_run_pair *pair, int quantity, int64_t instant,
                             const float *difference, const char *path, bool *drawn);

/* ---- series ---- */

/** A column that the CSV files of both runs have. Figures are NAN without pairs. */
typedef struct {
  char *name;        /**< the column's title, such as "Cambados level (m)" */
  int count;         /**< times of A at which B has a value, too: linear between two of its rows, of
                          directions at equal times alone */
  double bias, rmse; /**< of B less A; directions differ by 180 degrees at most */
  double correlation;   /**< Pearson's; NAN of directions */
  double most[2];       /**< largest value of A, B at these times; NAN of directions */
  double largest, time; /**< the difference of the largest size, and when, as A's seconds */
} ria_paired_column;

typedef struct {
  int columns;
  ria_paired_column *column; /**< [columns] in the order of A; owned */
} ria_paired_series;

/** Compare the columns of two files such as gauges.csv, which have a column `seconds`; `later`: by
 * how many seconds B started later than A. A missing file is one without columns. Errors: those of
 * ria_csv_table_read(), RIA_ERROR_FORMAT (no seconds). Destroy in any case. */
ria_status ria_paired_series_read(const char *a, const char *b, double later,
                                  ria_paired_series *series);
void ria_paired_series_destroy(ria_paired_series *series);

#ifdef __cplusplus
}
#endif
#endif
