/** \file
 * A water column that falls in a tank (Vinas et al. 2012, section 6.4): single against double
 * precision, in the form of their table V. The paper does not give the tank: here it is 20 m x 20
 * m, 1 m of water, with a column of 2 m radius that stands 1 m above it in the middle; T = 1 s. */
#ifndef RIA_VALIDATION_COLUMN_H
#define RIA_VALIDATION_COLUMN_H

#include "basin.h"
#include "report.h"
#include "tests.h"
#include <math.h>
#include <stdlib.h>

static inline double column_bed(const void *context, double x, double y) {
  (void)context, (void)x, (void)y;
  return 0.0;
}

static inline void column_start(const void *context, double x, double y, double bed, double w[4]) {
  (void)context, (void)bed;
  w[0] = hypot(x - 10.0, y - 10.0) < 2.0 ? 2.0 : 1.0;
  w[1] = w[2] = 0.0;
  w[3] = x < 10.0 ? w[0] : 0.0;
}

/* The state after a second, [4][n][n]; to be freed. */
static inline double *column_run(int n, bool single) {
  size_t cells = (size_t)n * (size_t)n;
  double *w = malloc(4 * cells * sizeof *w);
  assert_non_null(w);
  basin *b = basin_create(&(basin_setup){.nx = n,
                                         .ny = n,
                                         .dx = 20.0 / n,
                                         .dy = 20.0 / n,
                                         .single = single,
                                         .full_viscosity = true,
                                         .cfl = 0.45,
                                         .dry = 1e-6,
                                         .bed = column_bed,
                                         .start = column_start});
  basin_advance(b, 1.0, -1);
  for (int f = 0; f < 4; f++)
    basin_field(b, f, w + (size_t)f * cells);
  basin_destroy(b);
  return w;
}

/* Mean of abs(single - double) of h, qx, qy on n x n cells, no worse than the paper's. */
static inline bool column_compare(int n, const double paper[3], report *table) {
  static const char *const name[] = {"h", "qx", "qy"};
  size_t cells = (size_t)n * (size_t)n;
  double *a = column_run(n, false), *b = column_run(n, true);
  bool good = true;
  for (size_t f = 0; f < 3; f++) {
    double sum = 0;
    for (size_t i = f * cells; i < (f + 1) * cells; i++)
      sum += fabs(a[i] - b[i]);
    good &=
        report_row(table, "falling column", name[f], n, sum / (double)cells, paper[f], paper[f]);
  }
  free(a);
  free(b);
  return good;
}

#endif
