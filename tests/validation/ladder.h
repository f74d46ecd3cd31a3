/** \file
 * Runs of one analytic case on successively finer grids, compared with an ordinary first-order
 * code: errors at most 1.3 times as large, and the same order within 0.1, or within 0.3 where all
 * errors are less than two thirds. */
#ifndef RIA_VALIDATION_LADDER_H
#define RIA_VALIDATION_LADDER_H

#include "analytic.h"
#include "report.h"
#include "tests.h"
#include <math.h>
#include <stdio.h>

enum { LADDER_RUNGS = 4, LADDER_MEASURES = 3 };

typedef struct {
  const char *quantity;
  double (*of)(const analytic_result *r);
  double typical[LADDER_RUNGS]; /**< of first order; 0: not given */
  double second[LADDER_RUNGS];  /**< of second order */
} ladder_measure;

typedef struct {
  const analytic_case *c;
  const char *name; /**< NULL: the case's */
  double end;       /**< s; 0: the case's */
  int n, rungs;     /**< cells of the first; each next has twice as many */
  bool closed;      /**< walls all around: mass and tracer stay */
  int order;        /**< highest order of the scheme with required errors; 0: 1 */
  ladder_measure measure[LADDER_MEASURES];
} ladder;

static inline double ladder_h(const analytic_result *r) {
  return r->h;
}
static inline double ladder_q(const analytic_result *r) {
  return r->q;
}
static inline double ladder_c(const analytic_result *r) {
  return r->c;
}
static inline double ladder_hc(const analytic_result *r) {
  return r->hc;
}
static inline double ladder_q_ratio(const analytic_result *r) {
  return r->q_ratio;
}

/* Properties that every run must have, whatever its accuracy. */
static bool ladder_sound(const ladder *l, const analytic_result *r) {
  bool good = r->h_min >= 0.0 && r->c_min >= 0.0 && r->c_max <= 1.0;
  if (l->closed)
    good = good && fabs(r->mass) <= 1e-13 && fabs(r->tracer) <= 1e-13;
  if (!good)
    print_error("%s: h >= %g, c in [%g, 1 + %g], mass %g, tracer %g\n", l->c->name, r->h_min,
                r->c_min, r->c_max - 1.0, r->mass, r->tracer);
  return good;
}

static bool ladder_measured(const ladder *l, int order, const ladder_measure *m,
                            const analytic_result *r, report *table) {
  const double *others = order == 2 ? m->second : m->typical;
  char name[96];
  bool good = true;
  int last = 0;
  double largest = 0;
  snprintf(name, sizeof name, "%s%s", l->name ? l->name : l->c->name,
           order == 2 ? ", order 2" : "");
  for (int i = 0; i < l->rungs; i++) {
    if (others[i] <= 0)
      continue;
    last = i;
    largest = fmax(largest, m->of(&r[i]) / others[i]);
    good &=
        report_row(table, name, m->quantity, l->n << i, m->of(&r[i]), others[i], 1.3 * others[i]);
  }
  if (last > 0 && others[0] > 0) {
    /* If all errors are small compared with the other code's, the coarse grid's errors leave less
     * room for improvement. */
    const double typical = log2(others[0] / others[last]) / last;
    const double less = largest < 2.0 / 3 ? 0.3 : 0.1;
    good &= report_order(table, name, m->quantity, log2(m->of(&r[0]) / m->of(&r[last])) / last,
                         typical, typical - less);
  }
  return good;
}

/** Run the case with the scheme of an order and write its rows. Returns whether all values are
 * accepted. */
static bool ladder_run(const ladder *l, int order, report *table) {
  analytic_result r[LADDER_RUNGS];
  bool good = true;
  for (int i = 0; i < l->rungs; i++) {
    r[i] = analytic_run(l->c, &(analytic_options){.n = l->n << i, .order = order, .end = l->end});
    good &= ladder_sound(l, &r[i]);
  }
  for (int m = 0; m < LADDER_MEASURES && l->measure[m].of; m++)
    good &= ladder_measured(l, order, &l->measure[m], r, table);
  return good;
}

#endif
