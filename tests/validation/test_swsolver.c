/* The solver swsolver through the library: its order, Stoker's dam break, conservation, and
 * symmetry under mirroring and transposition. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ria/runtime.h>
#include <ria/solver.h>
#include "analytic.h"
#include "tests.h"

static ria_runtime *runtime;

/* The fields of a domain: values[field][ny][nx]. */
enum { FIELDS = 3 };

typedef struct {
  int nx, ny;
  double *values[FIELDS];
} water;

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

static water water_new(int nx, int ny) {
  water w = {.nx = nx, .ny = ny};
  for (int f = 0; f < FIELDS; f++) {
    w.values[f] = calloc((size_t)(nx * ny), sizeof *w.values[f]);
    assert_non_null(w.values[f]);
  }
  return w;
}

static void water_free(const water *w) {
  for (int f = 0; f < FIELDS; f++)
    free(w->values[f]);
}

static double *at(const water *w, int field, int x, int y) {
  return &w->values[field][y * w->nx + x];
}

static ria_status fill(void *context, int field, int block, const ria_range *cells,
                       double *values) {
  const ria_global x0 = cells->lo[0], x1 = cells->hi[0], y0 = cells->lo[1], y1 = cells->hi[1];
  (void)block;
  const water *w = context;
  for (ria_global y = y0; y < y1; y++)
    for (ria_global x = x0; x < x1; x++)
      *values++ = *at(w, field, (int)x, (int)y);
  return RIA_SUCCESS;
}

static void read_back(ria_simulation *simulation, water *w) {
  ria_snapshot *snapshot;
  const ria_snapshot_tile *tile;
  ria_progress progress;
  int tiles;
  must(ria_simulation_snapshot(simulation, &snapshot));
  must(ria_snapshot_tiles(snapshot, &tiles, &tile, &progress));
  for (int i = 0; i < tiles; i++)
    for (int f = 0; f < FIELDS; f++)
      for (int y = 0; y < tile[i].n[1]; y++)
        memcpy(at(w, f, (int)tile[i].lo[0], (int)tile[i].lo[1] + y),
               (const double *)tile[i].values[f] + y * tile[i].n[0],
               (size_t)tile[i].n[0] * sizeof(double));
  ria_snapshot_destroy(snapshot);
}

/* A run in double precision: the domain's size in m, further keys of the case, and the end. */
typedef struct {
  double length, width, gravity, end;
  const char *limiter, *order, *step;
  int window; /* steps of one, where `step` is that */
} setup;

enum { SETS = 8 };

/* Advances `w` to the end of the setup. Returns the sums of the depths before and after. */
static void run(const setup *s, water *w, double mass[2]) {
  char text[SETS][96];
  const char *sets[SETS];
  int n = 0;
  snprintf(text[n++], sizeof *text, "grid.extent=[0 m, 0 m, %.17g m, %.17g m]", s->length,
           s->width);
  snprintf(text[n++], sizeof *text, "grid.cells=%dx%d", w->nx, w->ny);
  snprintf(text[n++], sizeof *text, "gravity=%.17g", s->gravity);
  snprintf(text[n++], sizeof *text, "sweeps.limiter=%s", s->limiter ? s->limiter : "minmod");
  snprintf(text[n++], sizeof *text, "sweeps.order=%s", s->order ? s->order : "xy");
  snprintf(text[n++], sizeof *text, "time.step=%s", s->step ? s->step : "window");
  snprintf(text[n++], sizeof *text, "time.window=%d", s->window);
  for (int i = 0; i < n; i++)
    sets[i] = text[i];
  static const char data[] = "solver: swsolver\n"
                             "time: {end: 1 s, cfl: 0.9}\n"
                             "bathymetry: {shape: {kind: flat}}\n"
                             "initial: {level: 1 m}\n"
                             "precision: double\n";
  ria_case the_case;
  ria_case_errors errors;
  ria_terrain terrain;
  ria_model model;
  ria_simulation *simulation;
  void *instance;
  must(ria_case_read_data("test.yaml", data, strlen(data), &ria_known_names, n, sets, &the_case,
                          &errors));
  ria_case_errors_destroy(&errors);
  must(ria_terrain_load(&the_case, &terrain));
  terrain.grid.tiles[0] = terrain.grid.tiles[1] = 1;
  const ria_solver *solver = ria_solver_find("swsolver");
  must(solver->create(&the_case, &terrain, &instance, &model));
  must(ria_simulation_create(runtime, &model, &simulation));
  must(ria_simulation_fill(simulation, fill, solver->fill_statics, w));
  must(ria_simulation_sum(simulation, 0, &mass[0]));
  must(ria_simulation_advance(simulation, s->end, false, s->end, -1, NULL, NULL));
  must(ria_simulation_sum(simulation, 0, &mass[1]));
  read_back(simulation, w);
  ria_simulation_destroy(simulation);
  solver->destroy(instance);
  ria_terrain_destroy(&terrain);
  ria_case_destroy(&the_case);
}

/* ---- order ---- */

/* A simple wave that runs along x, exact until it breaks: c is constant along dx/dt = u + c, and u
 * = 2 (c - 1) everywhere. No extrema: c rises from one value to another. */
static double wave_c(double x0) {
  return 1 + 0.05 * tanh((x0 - 1) / 0.1);
}

static double wave_exact(double x, double t) {
  double from = x; /* where the characteristic through (x, t) began, by fixed-point iteration */
  for (int i = 0; i < 60; i++)
    from = x - t * (3 * wave_c(from) - 2);
  return wave_c(from);
}

/* Mean over a cell, by Simpson's rule: what a finite volume holds, to the fourth order. */
static double wave_depth(double x, double dx, double t) {
  const double a = wave_exact(x - dx / 2, t), b = wave_exact(x, t), c = wave_exact(x + dx / 2, t);
  return (a * a + 4 * b * b + c * c) / 6;
}

static double wave_flow(double x, double dx, double t) {
  const double c[3] = {wave_exact(x - dx / 2, t), wave_exact(x, t), wave_exact(x + dx / 2, t)};
  double q[3];
  for (int i = 0; i < 3; i++)
    q[i] = c[i] * c[i] * 2 * (c[i] - 1);
  return (q[0] + 4 * q[1] + q[2]) / 6;
}

/* L1 of the depth in the middle of the domain, where no wall is felt; along x, or along y. */
static double wave_error(int n, const char *limiter, bool along_y) {
  enum { ACROSS = 4 };
  const double length = 2, end = 0.3, dx = length / n;
  setup s = {length, 0.05, 1, end, limiter, "xy", "window", 8};
  if (along_y)
    s.length = 0.05, s.width = length;
  water w = along_y ? water_new(ACROSS, n) : water_new(n, ACROSS);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < ACROSS; j++) {
      const int x = along_y ? j : i, y = along_y ? i : j;
      *at(&w, 0, x, y) = wave_depth((i + 0.5) * dx, dx, 0);
      *at(&w, along_y ? 2 : 1, x, y) = wave_flow((i + 0.5) * dx, dx, 0);
    }
  double mass[2], error = 0, inside = 0;
  run(&s, &w, mass);
  for (int i = 0; i < n; i++) {
    const double place = (i + 0.5) * dx;
    if (place < 0.6 || place > 1.6)
      continue;
    error += fabs(*at(&w, 0, along_y ? 1 : i, along_y ? i : 1) - wave_depth(place, dx, end));
    inside++;
  }
  water_free(&w);
  return error / inside;
}

static void smooth_water_converges_at_second_order(void **state) {
  (void)state;
  static const char *const limiters[] = {"minmod", "superbee", "mc", "vanleer"};
  for (int l = 0; l < 4; l++)
    for (int along_y = 0; along_y < 2; along_y++) {
      const double coarse = wave_error(200, limiters[l], along_y);
      const double fine = wave_error(400, limiters[l], along_y);
      const double order = log2(coarse / fine);
      print_message("  %s along %c: %.3g, %.3g: order %.2f\n", limiters[l], along_y ? 'y' : 'x',
                    coarse, fine, order);
      if (!(order > 1.8))
        fail_msg("%s along %c: order %.2f", limiters[l], along_y ? 'y' : 'x', order);
    }
}

/* The same wave, running along a diagonal: cells see it along both axes, and the sweeps' order
 * counts. */
static void oblique_mean(double x, double y, double dx, double dy, double t, double mean[FIELDS]) {
  static const double weight[] = {1, 4, 1};
  mean[0] = mean[1] = mean[2] = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const double along = (x + (i - 1) * dx / 2 + y + (j - 1) * dy / 2) * sqrt(0.5) - 0.42;
      const double c = wave_exact(along, t), w = weight[i] * weight[j] / 36;
      mean[0] += w * c * c;
      mean[1] += w * c * c * 2 * (c - 1) * sqrt(0.5);
    }
  mean[2] = mean[1];
}

/* L1 of the depth with n x 3n/4 cells, where no wall is felt. */
static double oblique_error(int n, const char *limiter, const char *order) {
  const double length = 2, end = 0.3, dx = length / n, dy = length / (0.75 * n);
  const setup s = {length, length, 1, end, limiter, order, "window", 8};
  water w = water_new(n, 3 * n / 4);
  double mass[2], mean[FIELDS], error = 0, inside = 0;
  for (int y = 0; y < w.ny; y++)
    for (int x = 0; x < n; x++) {
      oblique_mean((x + 0.5) * dx, (y + 0.5) * dy, dx, dy, 0, mean);
      for (int f = 0; f < FIELDS; f++)
        *at(&w, f, x, y) = mean[f];
    }
  run(&s, &w, mass);
  for (int y = 0; y < w.ny; y++)
    for (int x = 0; x < n; x++) {
      const double a = (x + 0.5) * dx, b = (y + 0.5) * dy;
      if (a < 0.6 || a > 1.4 || b < 0.6 || b > 1.4)
        continue;
      oblique_mean(a, b, dx, dy, end, mean);
      error += fabs(*at(&w, 0, x, y) - mean[0]);
      inside++;
    }
  water_free(&w);
  return error / inside;
}

static void oblique_waves_converge_at_second_order(void **state) {
  (void)state;
  static const char *const runs[][2] = {
      {"minmod", "strang"}, {"vanleer", "strang"}, {"vanleer", "xy"}};
  for (int r = 0; r < 3; r++) {
    const double coarse = oblique_error(120, runs[r][0], runs[r][1]);
    const double fine = oblique_error(240, runs[r][0], runs[r][1]);
    const double order = log2(coarse / fine);
    print_message("  oblique, %s, %s: %.3g, %.3g: order %.2f\n", runs[r][0], runs[r][1], coarse,
                  fine, order);
    if (!(order > 1.8))
      fail_msg("%s, %s: order %.2f", runs[r][0], runs[r][1], order);
  }
}

/* ---- Stoker ---- */

static double dam_error(const analytic_case *c, int n, const char *step, int window) {
  enum { ACROSS = 4 };
  const double dx = c->length / n;
  const setup s = {c->length, 1, BASIN_GRAVITY, c->end, "minmod", "xy", step, window};
  water w = water_new(n, ACROSS);
  double mass[2], state[4], error = 0, all = 0;
  for (int x = 0; x < n; x++)
    for (int y = 0; y < ACROSS; y++) {
      c->exact((x + 0.5) * dx, 0, 0, state);
      for (int f = 0; f < FIELDS; f++)
        *at(&w, f, x, y) = state[f];
    }
  run(&s, &w, mass);
  for (int x = 0; x < n; x++) {
    c->exact((x + 0.5) * dx, 0, c->end, state);
    error += fabs(*at(&w, 0, x, 1) - state[0]);
    all += state[0];
  }
  water_free(&w);
  return error / all;
}

/* A shock limits the order to 1. The second dam's rarefaction is transcritical: without an entropy
 * fix a jump and its error stay there. `first_order` is the error of roe_transport with the same
 * number of cells. */
static void dam_breaks_converge(void **state) {
  (void)state;
  const struct {
    const analytic_case *c;
    double first_order;
  } dam[] = {{&analytic_stoker, 9.96e-3}, {&analytic_stoker_transonic, 0}};
  for (size_t i = 0; i < sizeof dam / sizeof *dam; i++) {
    const double coarse = dam_error(dam[i].c, 200, "exact", 1);
    const double fine = dam_error(dam[i].c, 400, "exact", 1);
    const double order = log2(coarse / fine);
    print_message("  %s: %.3g, %.3g: order %.2f\n", dam[i].c->name, coarse, fine, order);
    if (!(order > 0.8))
      fail_msg("%s: order %.2f", dam[i].c->name, order);
    if (dam[i].first_order > 0 && !(coarse < 0.5 * dam[i].first_order))
      fail_msg("%s: %g is no better than the first order's %g", dam[i].c->name, coarse,
               dam[i].first_order);
  }
}

/* Water at rest allows steps that are too long for the later flow and unstable within a window: the
 * rates then come from meaningless numbers and do not give the right step. */
static void a_dam_may_break_within_a_long_window(void **state) {
  (void)state;
  const analytic_case *c = &analytic_stoker_transonic;
  const double coarse = dam_error(c, 200, "window", 64), fine = dam_error(c, 400, "window", 64);
  print_message("  %s, windows of 64: %.3g, %.3g: order %.2f\n", c->name, coarse, fine,
                log2(coarse / fine));
  assert_true(coarse < 1.5 * dam_error(c, 200, "exact", 1));
  assert_true(log2(coarse / fine) > 0.8);
}

/* ---- mass, mirror, transpose ---- */

/* Water without any symmetry. */
static water lopsided(int nx, int ny) {
  water w = water_new(nx, ny);
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      const double a = (double)x / nx, b = (double)y / ny;
      *at(&w, 0, x, y) = 1 + 0.4 * sin(9 * a + 4 * b * b) + (a > 0.3 && b > 0.6 ? 0.5 : 0);
      *at(&w, 1, x, y) = 0.3 * cos(5 * a * b);
      *at(&w, 2, x, y) = 0.2 * sin(7 * b - 2 * a);
    }
  return w;
}

static void no_mass_is_made_or_lost(void **state) {
  (void)state;
  const setup s = {3, 2, 1, 4, "superbee", "strang", "window", 8};
  water w = lopsided(60, 50);
  double mass[2];
  run(&s, &w, mass);
  print_message("  mass %.17g, then %.17g\n", mass[0], mass[1]);
  assert_true(fabs(mass[1] - mass[0]) <= 1e-13 * mass[0]);
  water_free(&w);
}

/* Exact steps are repeated if a later sweep finds a larger rate, but they still end. */
static void exact_steps_of_several_sweeps_end(void **state) {
  (void)state;
  const setup s = {3, 2, 1, 2, "mc", "strang", "exact", 1};
  water w = lopsided(40, 30);
  double mass[2];
  run(&s, &w, mass);
  assert_true(fabs(mass[1] - mass[0]) <= 1e-13 * mass[0]);
  water_free(&w);
}

/* Fails unless the fields have the same bits, except for the sign of a zero. */
static void expect_equal(const water *a, const water *b, const char *what) {
  for (int f = 0; f < FIELDS; f++)
    for (int i = 0; i < a->nx * a->ny; i++)
      if (!(a->values[f][i] == b->values[f][i]))
        fail_msg("%s: field %d of cell %d is %.17g, not %.17g", what, f, i, b->values[f][i],
                 a->values[f][i]);
}

static water mirrored(const water *w) {
  water m = water_new(w->nx, w->ny);
  for (int f = 0; f < FIELDS; f++)
    for (int y = 0; y < w->ny; y++)
      for (int x = 0; x < w->nx; x++)
        *at(&m, f, x, y) = (f == 1 ? -1 : 1) * *at(w, f, w->nx - 1 - x, y);
  return m;
}

static water transposed(const water *w) {
  water t = water_new(w->ny, w->nx);
  for (int y = 0; y < w->ny; y++)
    for (int x = 0; x < w->nx; x++) {
      *at(&t, 0, y, x) = *at(w, 0, x, y);
      *at(&t, 1, y, x) = *at(w, 2, x, y);
      *at(&t, 2, y, x) = *at(w, 1, x, y);
    }
  return t;
}

static void mirror_image_stays_one(void **state) {
  (void)state;
  static const char *const limiters[] = {"minmod", "superbee", "mc", "vanleer"};
  for (int l = 0; l < 4; l++) {
    const setup s = {3, 2, 1, 1, limiters[l], "xy", "window", 8};
    double mass[2];
    water w = lopsided(60, 50), m = mirrored(&w);
    run(&s, &w, mass);
    run(&s, &m, mass);
    water back = mirrored(&m);
    expect_equal(&w, &back, "the mirror image");
    water_free(&w), water_free(&m), water_free(&back);
  }
}

/* Sweeps in the two orders give different results, but exchanging x and y maps one to the other. So
 * the mean of both orders is symmetric to the bit if the start is. */
static void orders_are_each_others_transpose(void **state) {
  (void)state;
  const setup xy = {3, 2, 1, 1, "vanleer", "xy", "window", 8},
              yx = {2, 3, 1, 1, "vanleer", "yx", "window", 8};
  double mass[2];
  water w = lopsided(60, 50), t = transposed(&w);
  run(&xy, &w, mass);
  run(&yx, &t, mass);
  water back = transposed(&t);
  expect_equal(&w, &back, "the transpose");
  water_free(&w), water_free(&t), water_free(&back);
}

/* By a quarter turn: what was at (x, y) is at (n - 1 - y, x), and flows along y if it did along x.
 */
static water turned(const water *w) {
  const int n = w->nx;
  water t = water_new(n, n);
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      *at(&t, 0, n - 1 - y, x) = *at(w, 0, x, y);
      *at(&t, 1, n - 1 - y, x) = -*at(w, 2, x, y);
      *at(&t, 2, n - 1 - y, x) = *at(w, 1, x, y);
    }
  return t;
}

/* Water that is symmetric under a quarter turn: a whirl composed of a quarter and its images. */
static water whirl(int n) {
  water w = water_new(n, n);
  for (int y = 0; y < n / 2; y++)
    for (int x = 0; x < n / 2; x++) {
      const double a = (double)x / n, b = (double)y / n;
      double image[FIELDS] = {1 + 0.4 * sin(9 * a + 4 * b * b), 0.3 * cos(5 * a * b),
                              0.2 * sin(7 * b - 2 * a)};
      for (int turn = 0, i = x, j = y; turn < 4; turn++) {
        for (int f = 0; f < FIELDS; f++)
          *at(&w, f, i, j) = image[f];
        const double along = image[1];
        image[1] = -image[2], image[2] = along;
        const int column = i;
        i = n - 1 - j, j = column;
      }
    }
  return w;
}

/* A step of sweeps has an order, and a quarter turn reverses it: the mean of both is symmetric. */
static void mean_of_both_orders_may_be_turned(void **state) {
  (void)state;
  enum { CELLS = 40 };
  const setup xy = {2, 2, 1, 1, "mc", "xy", "window", 8},
              yx = {2, 2, 1, 1, "mc", "yx", "window", 8};
  double mass[2];
  water start = whirl(CELLS), again = turned(&start), a = whirl(CELLS), b = whirl(CELLS);
  expect_equal(&start, &again, "the start");
  run(&xy, &a, mass);
  run(&yx, &b, mass);
  bool same = true;
  for (int f = 0; f < FIELDS; f++)
    for (int i = 0; i < CELLS * CELLS; i++) {
      same = same && a.values[f][i] == b.values[f][i];
      a.values[f][i] = 0.5 * (a.values[f][i] + b.values[f][i]);
    }
  assert_false(same);
  water t = turned(&a);
  expect_equal(&a, &t, "the mean, turned");
  water_free(&start), water_free(&again), water_free(&a), water_free(&b), water_free(&t);
}

static int open_session(void **state) {
  (void)state;
  must(ria_runtime_create(&(ria_runtime_options){.workers = 1}, &runtime));
  return 0;
}

static int close_session(void **state) {
  (void)state;
  ria_runtime_destroy(runtime);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(smooth_water_converges_at_second_order),
                                     cmocka_unit_test(oblique_waves_converge_at_second_order),
                                     cmocka_unit_test(dam_breaks_converge),
                                     cmocka_unit_test(a_dam_may_break_within_a_long_window),
                                     cmocka_unit_test(no_mass_is_made_or_lost),
                                     cmocka_unit_test(exact_steps_of_several_sweeps_end),
                                     cmocka_unit_test(mirror_image_stays_one),
                                     cmocka_unit_test(orders_are_each_others_transpose),
                                     cmocka_unit_test(mean_of_both_orders_may_be_turned)};
  return cmocka_run_group_tests(tests, open_session, close_session);
}
