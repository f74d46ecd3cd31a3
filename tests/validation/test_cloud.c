/* A cloud of tracer of 400 m radius that drifts for 6.2 h at half a metre a second: the share of
 * the peak that a scheme keeps, bounds of the concentration, and the amount of tracer. */
#include "basin.h"
#include "report.h"
#include "tests.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The domain is periodic: the cloud leaves at one side and enters at the other. */
static const double length = 4000, radius = 400, depth = 5, speed = 0.5, hours = 6.2;

static report *table;

/* A drift, and the smallest accepted share of the peak. */
typedef struct {
  int order;
  double cell;   /* m */
  bool slanting; /* 45 degrees to the grid; else along x */
  bool single;   /* precision */
  double accepted;
} drift;

static int rows_of(const drift *d) {
  return (int)((d->slanting ? length : length / 2) / d->cell);
}

static double flat(const void *context, double x, double y) {
  (void)context, (void)x, (void)y;
  return -depth;
}

static void start(const void *context, double x, double y, double bed, double w[4]) {
  const drift *d = context;
  const double along = speed * (d->slanting ? sqrt(0.5) : 1);
  const double away = pow(x - length / 2, 2) + pow(y - rows_of(d) * d->cell / 2, 2);
  w[0] = -bed;
  w[1] = w[0] * along;
  w[2] = d->slanting ? w[1] : 0;
  w[3] = w[0] * exp(-away / (2 * radius * radius));
}

/* The amount of tracer, and the range of its concentration. */
typedef struct {
  double amount, least, most;
} content;

static content look(basin *b, int cells) {
  double *h = malloc((size_t)cells * sizeof *h), *hc = malloc((size_t)cells * sizeof *hc);
  content c = {0, INFINITY, -INFINITY};
  assert_true(h && hc);
  basin_field(b, 0, h);
  basin_field(b, 3, hc);
  for (int i = 0; i < cells; i++) {
    c.amount += hc[i];
    c.least = fmin(c.least, hc[i] / h[i]);
    c.most = fmax(c.most, hc[i] / h[i]);
  }
  free(h);
  free(hc);
  return c;
}

static bool accepted(const drift *d, content first, content last) {
  char name[64];
  snprintf(name, sizeof name, "%s, order %d%s", d->slanting ? "at 45 degrees" : "along the grid",
           d->order, d->single ? ", single precision" : "");
  const int cell = (int)d->cell;
  bool good =
      report_row(table, name, "lost share of the peak", cell, 1 - last.most, 0, 1 - d->accepted);
  /* Every cell and step of single precision rounds the tracer. */
  good &= report_row(table, name, "tracer: relative change", cell,
                     fabs(last.amount / first.amount - 1), 0, d->single ? 1e-3 : 1e-12);
  return good;
}

static void run(void **state) {
  const drift *d = *state;
  const int nx = (int)(length / d->cell), ny = rows_of(d);
  const double end = hours * 3600;
  basin *b = basin_create(&(basin_setup){.nx = nx,
                                         .ny = ny,
                                         .dx = d->cell,
                                         .dy = d->cell,
                                         .order = d->order,
                                         .single = d->single,
                                         .cfl = 0.9,
                                         .dry = 1e-3,
                                         .periodic = true,
                                         .bed = flat,
                                         .start = start,
                                         .context = d});
  const content first = look(b, nx * ny);
  content last = first;
  while (basin_time(b) < end) {
    basin_advance(b, end, 20);
    const content now = look(b, nx * ny);
    /* No new extremes, except for rounding of the quotients above. */
    const double rounding = d->single ? 1e-6 : 1e-15;
    assert_true(now.least >= 0);
    assert_true(now.least >= last.least - rounding);
    assert_true(now.most <= last.most + rounding);
    last = now;
  }
  basin_destroy(b);
  assert_true(accepted(d, first, last));
}

/* Measured values are in the comments. */
static const drift drifts[] = {
    {1, 200, false, false, 0.25}, /* 0.27 */
    {1, 100, false, false, 0.34}, /* 0.36 */
    {1, 100, true, false, 0.16},  /* 0.17 */
    {2, 100, true, false, 0.45},  /* 0.55 */
    {2, 100, true, true, 0.45},   /* 0.56 */
    {2, 200, false, false, 0.55}, /* 0.44 */
    {2, 100, false, false, 0.75}, /* 0.63 */
    {2, 50, false, false, 0.90},  /* 0.82 */
};

static int open_session(void **state) {
  table = report_create("cloud.md", "Cloud",
                        "A Gaussian cloud of tracer, 400 m from its middle to where it has 0.61 of "
                        "its peak, after a drift of 6.2 h at 0.5 m/s. Cells: their size, m.");
  return basin_session_open(state);
}

static int close_session(void **state) {
  report_destroy(table);
  return basin_session_close(state);
}

int main(void) {
  enum { COUNT = sizeof drifts / sizeof *drifts };
  struct CMUnitTest tests[COUNT];
  char name[COUNT][64];
  for (int i = 0; i < COUNT; i++) {
    snprintf(name[i], sizeof name[i], "order_%d_%.0f_m%s%s", drifts[i].order, drifts[i].cell,
             drifts[i].slanting ? "_slanting" : "", drifts[i].single ? "_single" : "");
    tests[i] = (struct CMUnitTest){name[i], run, NULL, NULL, (void *)(uintptr_t)&drifts[i]};
  }
  return cmocka_run_group_tests(tests, open_session, close_session);
}
