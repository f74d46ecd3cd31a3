/* Eddy viscosity and diffusivity: decay of cosines and spreading of edges against exact solutions,
 * the whole stress by a manufactured flow, Smagorinsky's viscosity in flows with a known strain,
 * and general properties: bounds, conservation, no growth of energy. */
#include "../conformance/kernel_tile.h"
#include "basin.h"
#include "tests.h"
#include <ria/registry.h>
#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

/* ---- the whole step, in a basin ---- */

typedef struct {
  int n; /* cells across the stream */
  double length;
  bool along_y; /* the stream */
  double (*velocity)(double across), (*concentration)(double across);
} stream;

static double one_metre(const void *context, double x, double y) {
  (void)context, (void)x, (void)y;
  return -1.0;
}

static void start_stream(const void *context, double x, double y, double bed, double w[4]) {
  const stream *s = context;
  const double across = s->along_y ? x : y, u = s->velocity(across);
  (void)bed;
  w[0] = 1;
  w[1] = s->along_y ? 0 : u;
  w[2] = s->along_y ? u : 0;
  w[3] = s->concentration(across);
}

/* Parallel flow of water 1 m deep, open at both ends and between walls. The water's own step leaves
 * it as it is. Cells are half as long across it as along. */
static basin_setup flow(const stream *s) {
  const double d = s->length / s->n;
  basin_setup setup = {.nx = s->along_y ? s->n : 3,
                       .ny = s->along_y ? 3 : s->n,
                       .dx = s->along_y ? d : 2 * d,
                       .dy = s->along_y ? 2 * d : d,
                       .cfl = 0.9,
                       .dry = 1e-6,
                       .bed = one_metre,
                       .start = start_stream,
                       .context = s};
  for (int i = 0; i < 2; i++)
    setup.side[s->along_y ? BASIN_SOUTH + i : BASIN_WEST + i].kind = BASIN_OPEN;
  return setup;
}

/* The middle profile across the flow of the discharge along it, or of the tracer (field 3). */
static void profile(basin *b, const stream *s, int field, double *values) {
  double all[3 * 512];
  basin_field(b, field == 3 ? 3 : s->along_y ? 2 : 1, all);
  for (int i = 0; i < s->n; i++)
    values[i] = s->along_y ? all[s->n + i] : all[3 * i + 1];
}

enum { LENGTH = 400 };
static double cosine(double y) {
  return 0.2 * cos(2 * pi * y / LENGTH);
}
static double raised_cosine(double y) {
  return 0.5 + 0.5 * cos(2 * pi * y / LENGTH);
}

/* Relative errors of the amplitudes of velocity and tracer after `until` seconds. */
static void decay(int n, bool along_y, int order, double error[2]) {
  const stream s = {n, LENGTH, along_y, cosine, raised_cosine};
  const double until = 120, k = 2 * pi / LENGTH, nu[2] = {30, 50};
  double values[512];
  basin_setup setup = flow(&s);
  setup.order = order;
  setup.viscosity = nu[0];
  setup.diffusivity = nu[1];
  basin *b = basin_create(&setup);
  basin_advance(b, until, -1);
  for (int i = 0; i < 2; i++) {
    double amplitude = 0;
    profile(b, &s, i ? 3 : 1, values);
    for (int j = 0; j < n; j++)
      amplitude += values[j] * cos(k * LENGTH * (j + 0.5) / n) * 2 / n;
    error[i] = fabs(amplitude / ((i ? 0.5 : 0.2) * exp(-nu[i] * k * k * until)) - 1);
  }
  basin_destroy(b);
}

static void cosines_decay(void **state) {
  (void)state;
  for (int along_y = 0; along_y < 2; along_y++)
    for (int order = 1; order <= 2; order++) {
      double coarse[2], fine[2];
      decay(32, along_y, order, coarse);
      decay(64, along_y, order, fine);
      for (int i = 0; i < 2; i++) {
        printf("order %d of %s: error %.2e of 32 cells, %.2e of 64, order %.2f\n", order,
               i ? "tracer" : "velocity", coarse[i], fine[i], log2(coarse[i] / fine[i]));
        assert_true(fine[i] < 5e-4);
        assert_true(log2(coarse[i] / fine[i]) > 1.9);
      }
    }
}

static double edge(double x) {
  return x < LENGTH / 2. ? 0.5 : 0;
}

/* An edge becomes erfc(x / 2 sqrt(nu t)), of the velocity (a mixing layer) and of the tracer. */
static void edges_spread(void **state) {
  (void)state;
  enum { N = 200 };
  const stream s = {N, LENGTH, true, edge, edge};
  const double until = 100, nu[2] = {5, 2};
  double values[512];
  basin_setup setup = flow(&s);
  setup.viscosity = nu[0];
  setup.diffusivity = nu[1];
  basin *b = basin_create(&setup);
  basin_advance(b, until, -1);
  for (int i = 0; i < 2; i++) {
    double worst = 0;
    profile(b, &s, i ? 3 : 1, values);
    for (int j = 0; j < N; j++) {
      const double x = (j + 0.5) * LENGTH / N - LENGTH / 2.;
      worst = fmax(worst, fabs(values[j] - 0.25 * erfc(x / (2 * sqrt(nu[i] * until)))));
    }
    printf("edge of %s: largest error %.1e of 0.5\n", i ? "tracer" : "velocity", worst);
    assert_true(worst < 1e-3);
  }
  basin_destroy(b);
}

static const double slope = 2e-4, bend = 3e-6; /* 1/s, 1/(m s) */
static double linear(double y) {
  return 0.3 + slope * y;
}
static double square(double y) {
  return bend * y * y;
}

/* After one step: u = a y has the viscosity (Cs d)^2 |a|, and half of it in the rows along the
 * walls, where water slips; so only these and the next rows change, by the missing stress. u = b
 * y^2 changes by 8 (Cs d)^2 b^2 y, a tracer C = 0.3 + a y in it by 2 (Cs d)^2 a b. */
static void strain_makes_viscosity(void **state) {
  (void)state;
  enum { N = 20 };
  const double cs = 0.3;
  for (int along_y = 0; along_y < 2; along_y++)
    for (int squared = 0; squared < 2; squared++) {
      const stream s = {N, LENGTH, along_y, squared ? square : linear, linear};
      double before[512], after[512];
      basin_setup setup = flow(&s);
      const double d = LENGTH / (double)N, area = cs * cs * setup.dx * setup.dy;
      setup.viscosity_smagorinsky = setup.diffusivity_smagorinsky = cs;
      basin *b = basin_create(&setup);
      profile(b, &s, 1, before);
      basin_advance(b, 1e9, 1);
      const double dt = basin_time(b);
      profile(b, &s, 1, after);
      for (int j = squared ? 2 : 0; j < (squared ? N - 2 : N); j++) {
        const int row = j < N / 2 ? j : N - 1 - j; /* from the nearer wall */
        const double missing = (row == 0 ? 0.75 : row == 1 ? 0.25 : 0) * (row == j ? 1 : -1);
        const double wanted =
            squared ? 8 * area * bend * bend * (j + 0.5) * d : missing * area * slope * slope / d;
        assert_true(fabs((after[j] - before[j]) / dt - wanted) < 1e-12);
      }
      profile(b, &s, 3, after);
      for (int j = 2; squared && j < N - 2; j++)
        assert_true(fabs((after[j] - linear((j + 0.5) * d)) / dt - 2 * area * slope * bend) <
                    1e-12);
      basin_destroy(b);
    }
}

/* A viscosity that limits the step sets it: to the fraction `cfl` of 1 / 4 nu (1/dx2 + 1/dy2). */
static void step_shrinks(void **state) {
  (void)state;
  const stream s = {16, LENGTH, false, cosine, raised_cosine};
  for (int diffusive = 0; diffusive < 2; diffusive++) {
    basin_setup setup = flow(&s);
    setup.viscosity = diffusive ? 30 : 700;
    setup.diffusivity = diffusive ? 700 : 30;
    basin *b = basin_create(&setup);
    basin_advance(b, 1e9, 10);
    const double limit =
        setup.cfl / (4 * 700 * (1 / (setup.dx * setup.dx) + 1 / (setup.dy * setup.dy)));
    assert_true(fabs(basin_time(b) / (10 * limit) - 1) < 1e-9);
    basin_destroy(b);
  }
}

/* A column of water falls beside an island in a walled basin: a tracer that is 1 in one half and 0
 * in the other keeps its bounds, exactly, and its mass. */
static double island(const void *context, double x, double y) {
  (void)context;
  return -2.0 + 3.0 * fmax(0, 1 - hypot(x - 65, y - 40) / 25);
}

static void column(const void *context, double x, double y, double bed, double w[4]) {
  (void)context;
  w[0] = fmax((hypot(x - 40, y - 45) < 15 ? 1.5 : 0) - bed, 0);
  w[1] = w[2] = 0;
  w[3] = y < 45 ? w[0] : 0;
}

static void splash(int order, bool single) {
  enum { NX = 50, NY = 45, CELLS = NX * NY };
  double h[CELLS], hc[CELLS], first = 0;
  basin *b = basin_create(&(basin_setup){.nx = NX,
                                         .ny = NY,
                                         .dx = 2,
                                         .dy = 2,
                                         .single = single,
                                         .order = order,
                                         .cfl = 0.9,
                                         .dry = 1e-4,
                                         .manning = 0.02,
                                         .viscosity_smagorinsky = 0.3,
                                         .viscosity = 0.2,
                                         .diffusivity = 3,
                                         .bed = island,
                                         .start = column});
  for (int i = 0; i < 20; i++) {
    double sum = 0;
    if (i > 0)
      basin_advance(b, 1e9, 20);
    basin_field(b, 0, h);
    basin_field(b, 3, hc);
    for (int c = 0; c < CELLS; c++) {
      assert_true(h[c] >= 0 && hc[c] >= 0 && hc[c] <= h[c]);
      sum += hc[c];
    }
    first = i ? first : sum;
    assert_true(fabs(sum / first - 1) < (single ? 1e-5 : 1e-12));
  }
  basin_destroy(b);
}

static void bounds_and_mass_hold(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++)
    for (int single = 0; single < 2; single++)
      splash(order, single);
}

/* ---- the stage alone, on a tile ---- */

static double value_at(const kernel_tile *t, int field, int x, int y) {
  const void *at = tile_at(t, field, x, y);
  return t->precision == RIA_SINGLE ? (double)*(const float *)at : *(const double *)at;
}

enum { TILE = 64, GHOSTS = 2, SETTINGS = 3 };

typedef struct {
  kernel_tile from, to;
  double scalar[RIA_MAX_SCALARS];
  unsigned switches;
} bench;

static void set_scalar(bench *b, const char *name, double value) {
  const int i = ria_kernel_scalar(ria_kernel_find("water_mixing"), name);
  assert_true(i >= 0);
  b->scalar[i] = value;
}

static bench bench_new(int nx, int ny, ria_precision precision, double dx, double dy) {
  const ria_kernel *k = ria_kernel_find("water_mixing");
  assert_non_null(k);
  bench b = {.from = tile_new(k, precision, nx, ny, GHOSTS)};
  b.to = tile_like(&b.from);
  set_scalar(&b, "inverse_dx", 1 / dx);
  set_scalar(&b, "inverse_dy", 1 / dy);
  set_scalar(&b, "cfl", 1);
  set_scalar(&b, "dry", 1e-3);
  return b;
}

static void bench_free(bench *b) {
  tile_free(&b->from);
  tile_free(&b->to);
}

/* One step of dt, or only the rate if dt is 0. Returns the largest rate. */
static double bench_step(bench *b, double dt) {
  const ria_implementation *one = &ria_kernel_find("water_mixing")->implementation[0];
  const ria_box all = ria_box_plane(0, b->from.nx, 0, b->from.ny);
  ria_step_args args = {.pitch = b->from.pitch,
                        .update = all,
                        .owned = all,
                        .scalars = b->scalar,
                        .switches = b->switches};
  set_scalar(b, "dt", dt);
  for (int f = 0; f < b->from.nstate; f++) {
    args.src[f] = tile_origin(&b->from, f);
    args.dst[f] = tile_origin(&b->to, f);
  }
  args.statics[0] = tile_origin(&b->from, b->from.nstate);
  one->step[b->from.precision](&args);
  assert_false(args.bad);
  return args.rate_max;
}

static double wave_u(double x, double y) {
  return sin(2 * pi * x) * cos(2 * pi * y + 0.4);
}
static double wave_v(double x, double y) {
  return cos(2 * pi * x + 0.9) * sin(4 * pi * y);
}

/* Root mean square error of the stress on a flow with all velocity gradients, on cells 1.5 times as
 * long as wide. */
static double stress_error(int n) {
  const double dx = 1.5 / n, dy = 1.0 / n, nu = 0.01, h = 2, dt = 1e-6;
  bench b = bench_new(n, n, RIA_DOUBLE, dx, dy);
  set_scalar(&b, "viscosity", nu);
  double sum = 0;
  for (int y = -GHOSTS; y < n + GHOSTS; y++)
    for (int x = -GHOSTS; x < n + GHOSTS; x++) {
      const double at_x = (x + 0.5) * dx, at_y = (y + 0.5) * dy;
      const double w[] = {h, h * wave_u(at_x, at_y), h * wave_v(at_x, at_y), 0, h};
      for (int f = 0; f < 5; f++)
        tile_set(&b.from, f, x, y, w[f]);
    }
  bench_step(&b, dt);
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      const double at_x = (x + 0.5) * dx, at_y = (y + 0.5) * dy, p = 4 * pi * pi;
      const double u = wave_u(at_x, at_y), v = wave_v(at_x, at_y);
      const double v_xy = -2 * p * sin(2 * pi * at_x + 0.9) * cos(4 * pi * at_y);
      const double u_xy = -p * cos(2 * pi * at_x) * sin(2 * pi * at_y + 0.4);
      const double gain_u = nu * (-2 * p * u - p * u + v_xy);
      const double gain_v = nu * (-2 * 4 * p * v - p * v + u_xy);
      const double found_u = (value_at(&b.to, 1, x, y) / h - u) / dt;
      const double found_v = (value_at(&b.to, 2, x, y) / h - v) / dt;
      sum += pow(found_u - gain_u, 2) + pow(found_v - gain_v, 2);
    }
  bench_free(&b);
  return sqrt(sum / (n * n));
}

static void stress_is_of_second_order(void **state) {
  (void)state;
  const double coarse = stress_error(32), fine = stress_error(64), order = log2(coarse / fine);
  printf("stress: error %.2e of 32 x 32 cells, %.2e of 64 x 64, order %.2f\n", coarse, fine, order);
  assert_true(order > 1.95);
}

/* Water of all depths, dry land, steps of the bed, and a tracer between 0 and 1 that is often one
 * of both; nothing beyond the sides. */
static void fill_roughly(bench *b, unsigned seed) {
  for (int f = 0; f < 5; f++)
    for (int y = -GHOSTS; y < b->from.ny + GHOSTS; y++)
      for (int x = -GHOSTS; x < b->from.nx + GHOSTS; x++)
        tile_set(&b->from, f, x, y, 0);
  for (int y = 0; y < b->from.ny; y++)
    for (int x = 0; x < b->from.nx; x++) {
      const unsigned i = (unsigned)x, j = (unsigned)y;
      const double dice = tile_random(seed, i, j), kind = tile_random(seed + 1, i, j);
      const double h = dice < 0.1 ? 0 : dice < 0.2 ? 5e-4 : pow(10, 4 * dice - 3);
      const double c = kind < 0.3 ? 0 : kind < 0.6 ? 1 : tile_random(seed + 2, i, j);
      const double speed = h > 1e-3 ? 1 : 0;
      tile_set(&b->from, 0, x, y, h);
      tile_set(&b->from, 1, x, y, speed * h * (2 * tile_random(seed + 3, i, j) - 1));
      tile_set(&b->from, 2, x, y, speed * h * (2 * tile_random(seed + 4, i, j) - 1));
      const double stored = value_at(&b->from, 0, x, y); /* in its precision */
      tile_set(&b->from, 3, x, y, c < 1 ? fmin(c * stored, stored) : stored);
      tile_set(&b->from, 4, x, y, h + (kind < 0.5 ? 0 : 3 * dice));
    }
}

static void set_mixing(bench *b, int setting) {
  set_scalar(b, "viscosity", setting == 1 ? 0 : 2);
  set_scalar(b, "diffusivity", setting == 1 ? 0 : 3);
  set_scalar(b, "viscosity_area", setting == 0 ? 0 : 1.5);
  set_scalar(b, "diffusivity_area", setting == 0 ? 0 : 2);
  b->switches = setting == 0 ? 0 : 1;
}

typedef struct {
  double sum[4], size[4]; /* of the fields, and of their absolute values */
  double energy;
} content;

static content content_of(const kernel_tile *t) {
  content c = {0};
  for (int y = 0; y < t->ny; y++)
    for (int x = 0; x < t->nx; x++) {
      const double h = value_at(t, 0, x, y), qx = value_at(t, 1, x, y), qy = value_at(t, 2, x, y);
      c.energy += h > 0 ? (qx * qx + qy * qy) / h : 0;
      for (int f = 0; f < 4; f++) {
        c.sum[f] += value_at(t, f, x, y);
        c.size[f] += fabs(value_at(t, f, x, y));
      }
    }
  return c;
}

/* A step with the largest dt on rough water. */
static void hold_rough_water(ria_precision precision, int setting, unsigned seed) {
  bench b = bench_new(TILE, TILE, precision, 1.5, 1);
  fill_roughly(&b, seed);
  set_mixing(&b, setting);
  const double dt = 1 / bench_step(&b, 0);
  bench_step(&b, dt * (precision == RIA_SINGLE ? 1 - 1e-6 : 1 - 1e-14));
  const content before = content_of(&b.from), after = content_of(&b.to);
  const double rounding = precision == RIA_SINGLE ? 1e-6 : 1e-14;
  for (int f = 0; f < 4; f++)
    assert_true(fabs(after.sum[f] - before.sum[f]) <= rounding * before.size[f]);
  assert_true(after.energy < before.energy);
  for (int y = 0; y < TILE; y++)
    for (int x = 0; x < TILE; x++) {
      const double h = value_at(&b.to, 0, x, y), hc = value_at(&b.to, 3, x, y);
      assert_true(h == value_at(&b.from, 0, x, y));
      assert_true(hc >= 0 && hc <= h);
      for (int f = 1; h <= 1e-3 && f < 4; f++)
        assert_true(value_at(&b.to, f, x, y) == value_at(&b.from, f, x, y));
    }
  bench_free(&b);
}

static void rough_water_holds(void **state) {
  (void)state;
  for (int precision = 0; precision < RIA_PRECISIONS; precision++)
    for (int setting = 0; setting < SETTINGS; setting++)
      for (unsigned seed = 1; seed <= 20; seed++)
        hold_rough_water(precision, setting, 10 * seed);
}

/* A tracer that is 1 everywhere stays 1; a uniform tracer in water of uniform depth stays
 * unchanged. */
static void uniform_stays(void **state) {
  (void)state;
  bench b = bench_new(TILE, TILE, RIA_SINGLE, 1.5, 1);
  fill_roughly(&b, 7);
  set_mixing(&b, 2);
  for (int y = 0; y < TILE; y++)
    for (int x = 0; x < TILE; x++)
      tile_set(&b.from, 3, x, y, value_at(&b.from, 0, x, y));
  bench_step(&b, 1 / bench_step(&b, 0));
  for (int y = 0; y < TILE; y++)
    for (int x = 0; x < TILE; x++)
      assert_true(value_at(&b.to, 3, x, y) == value_at(&b.from, 3, x, y));
  bench_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cosines_decay),          cmocka_unit_test(edges_spread),
      cmocka_unit_test(strain_makes_viscosity), cmocka_unit_test(step_shrinks),
      cmocka_unit_test(bounds_and_mass_hold),   cmocka_unit_test(stress_is_of_second_order),
      cmocka_unit_test(rough_water_holds),      cmocka_unit_test(uniform_stays),
  };
  return cmocka_run_group_tests(tests, basin_session_open, basin_session_close);
}
