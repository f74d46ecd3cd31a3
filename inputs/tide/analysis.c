/* Harmonic analysis: fit of constituents to a series of levels by least squares. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/exact_math.h"
#include "terms.h"

/* In order of preference: the constituents that are largest on most coasts (Foreman 1977), then
 * those of shallow water. */
static const char *const wanted[] = {"M2",  "K1",   "M4",  "O1",  "S2",  "N2", "M6",   "MS4",
                                     "Q1",  "M3",   "MK3", "S4",  "MN4", "M8", "2MS6", "K2",
                                     "P1",  "MSF",  "L2",  "MU2", "MM",  "J1", "OO1",  "NU2",
                                     "2N2", "2MN6", "MF",  "T2",  "SSA", "SA"};

int ria_tide_choose(double seconds, int most, ria_constituent *constituent) {
  int count = 0;
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted && count < most; i++) {
    const double speed = ria_tide_speed(wanted[i]), turn = 360 * 3600 / seconds;
    bool apart = speed >= turn;
    for (int j = 0; j < count; j++)
      apart &= fabs(speed - ria_tide_speed(constituent[j].name)) >= turn;
    if (!apart)
      continue;
    constituent[count] = (ria_constituent){.amplitude = 0};
    memcpy(constituent[count++].name, wanted[i], strlen(wanted[i]) + 1);
  }
  return count;
}

/* Normal equations: [n][n], followed by the right side as another row. */
typedef struct {
  int n;
  double *of;
} equations;

static double *at(const equations *e, int i, int j) {
  return &e->of[i * e->n + j];
}

static void add_row(const equations *e, const double *row, double value) {
  for (int i = 0; i < e->n; i++) {
    for (int j = 0; j <= i; j++)
      *at(e, i, j) += row[i] * row[j];
    *at(e, e->n, i) += row[i] * value;
  }
}

/* Solve by Cholesky factorisation; the solution replaces the right side. False if the equations are
 * linearly dependent. */
static bool solve(const equations *e) {
  const int n = e->n;
  double *x = at(e, n, 0);
  for (int j = 0; j < n; j++) {
    const double whole = *at(e, j, j);
    for (int k = 0; k < j; k++)
      *at(e, j, j) -= *at(e, j, k) * *at(e, j, k);
    if (!(*at(e, j, j) > 1e-10 * whole))
      return false;
    *at(e, j, j) = sqrt(*at(e, j, j));
    for (int i = j + 1; i < n; i++) {
      for (int k = 0; k < j; k++)
        *at(e, i, j) -= *at(e, i, k) * *at(e, j, k);
      *at(e, i, j) /= *at(e, j, j);
    }
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++)
      x[i] -= *at(e, i, k) * x[k];
    x[i] /= *at(e, i, i);
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++)
      x[i] -= *at(e, k, i) * x[k];
    x[i] /= *at(e, i, i);
  }
  return true;
}

static ria_status fit(ria_tide *tide, int values, const double *epoch, const double *level,
                      int constituents, ria_constituent *constituent, double *mean) {
  const int n = 1 + 2 * constituents;
  const equations e = {n, calloc((size_t)n * (size_t)(n + 1), sizeof(double))};
  double(*row)[2] = calloc((size_t)constituents + 1, sizeof *row);
  if (!e.of || !row) {
    free(e.of);
    free(row);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the analysis of a tide");
  }
  row[0][1] = 1; /* the mean comes first, so that the rows of a constituent are adjacent */
  for (int i = 0; i < values; i++) {
    tide_terms(tide, epoch[i], row + 1);
    add_row(&e, &row[0][1], level[i]);
  }
  const bool solved = solve(&e);
  const double *x = at(&e, n, 0);
  *mean = solved ? x[0] : NAN;
  for (int i = 0; i < constituents && solved; i++) {
    const double c = x[1 + 2 * i], s = x[2 + 2 * i];
    constituent[i].amplitude = sqrt(c * c + s * s);
    constituent[i].phase = fmod(ria_atan2(s, c) * (180 / M_PI) + 360, 360);
  }
  free(e.of);
  free(row);
  return solved ? RIA_SUCCESS
                : ria_fail(RIA_ERROR_ARGUMENT,
                           "%d values do not tell %d constituents of the tide apart", values,
                           constituents);
}

ria_status ria_tide_analyse(int values, const double *epoch, const double *level, int constituents,
                            ria_constituent *constituent, double *mean) {
  ria_tide *tide = ria_tide_create(constituents, constituent);
  if (!tide)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the analysis of a tide");
  const ria_status status = fit(tide, values, epoch, level, constituents, constituent, mean);
  ria_tide_destroy(tide);
  return status;
}
