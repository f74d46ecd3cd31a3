/* The solvers of lines, and of planes that are like them, through the library: heat against the
 * exact cosine, Sod's tube against Riemann's solution, Kuramoto and Sivashinsky's equation against
 * a spectral method, and conservation. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ria/runtime.h>
#include <ria/solver.h>
#include "test_run.h"
#include "tests.h"

static ria_runtime *runtime;

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

/* A plane of nx x ny cells at its start. */
static test_run *plane_new(const char *yaml, int nx, int ny) {
  char cells[48];
  snprintf(cells, sizeof cells, "grid.cells=[%d, %d]", nx, ny);
  const char *const set[] = {cells};
  return test_run_new(runtime, yaml, 1, set);
}

static test_run *line_new(const char *yaml, int n) {
  return plane_new(yaml, n, 1);
}

/* ---- heat ---- */

static const char rod[] = "solver: heat\n"
                          "time: {end: 1 s, cfl: 0.9, window: 64}\n"
                          "grid: {extent: [0 m, 0 m, 2 m, 1 m]}\n"
                          "heat: {diffusivity: 0.5 m2/s, mean: 3, amplitude: 2, waves: 3}\n"
                          "precision: double\n";

/* The largest error after 0.04 s, when 41% of the cosine is left. */
static double heat_error(int n) {
  const double end = 0.04, k = 3 * M_PI / 2;
  test_run *l = line_new(rod, n);
  double *values = malloc((size_t)n * sizeof *values), worst = 0;
  const double before = test_run_sum(l, 0);
  test_run_advance(l, end);
  test_run_field(l, 0, values);
  for (int i = 0; i < n; i++) {
    const double exact = 3 + 2 * exp(-0.5 * k * k * end) * cos(k * (i + 0.5) * 2 / n);
    worst = fmax(worst, fabs(values[i] - exact));
  }
  assert_true(fabs(test_run_sum(l, 0) / before - 1) < 1e-13);
  free(values);
  test_run_free(l);
  return worst;
}

static void heat_decays(void **state) {
  (void)state;
  const double error[3] = {heat_error(40), heat_error(80), heat_error(160)};
  for (int i = 0; i < 2; i++)
    printf("heat: %d cells, largest error %.3e K, order %.3f\n", 40 << i, error[i],
           log2(error[i] / error[i + 1]));
  assert_true(error[2] < 1e-3);
  for (int i = 0; i < 2; i++)
    assert_in_range(1000 * log2(error[i] / error[i + 1]), 1950, 2050);
}

/* The same in a plate, whose cells are not square. */
static double plate_error(int n) {
  static const char plate[] = "solver: heat\n"
                              "time: {end: 1 s, cfl: 0.9, window: 64}\n"
                              "grid: {extent: [0 m, 0 m, 2 m, 1 m]}\n"
                              "heat: {diffusivity: 0.5 m2/s, amplitude: 2, waves: 3, waves_y: 1}\n"
                              "precision: double\n";
  const int nx = 4 * n, ny = 3 * n;
  const double end = 0.03, kx = 3 * M_PI / 2, ky = M_PI;
  test_run *l = plane_new(plate, nx, ny);
  double *values = malloc((size_t)(nx * ny) * sizeof *values), worst = 0;
  const double before = test_run_sum(l, 0);
  test_run_advance(l, end);
  test_run_field(l, 0, values);
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++)
      worst = fmax(worst, fabs(values[y * nx + x] - 1 -
                               2 * exp(-0.5 * (kx * kx + ky * ky) * end) *
                                   cos(kx * (x + 0.5) * 2 / nx) * cos(ky * (y + 0.5) / ny)));
  assert_true(fabs(test_run_sum(l, 0) / before - 1) < 1e-13);
  free(values);
  test_run_free(l);
  return worst;
}

static void heat_decays_in_a_plate(void **state) {
  (void)state;
  const double error[2] = {plate_error(8), plate_error(16)};
  printf("heat: 32 x 24 cells, largest error %.3e K, order %.3f\n", error[0],
         log2(error[0] / error[1]));
  assert_in_range(1000 * log2(error[0] / error[1]), 1950, 2050);
}

/* A fixed step beyond the limit is refused, and one at it is taken. */
static void heat_keeps_its_limit(void **state) {
  (void)state;
  for (int beyond = 0; beyond < 2; beyond++) {
    char text[512];
    snprintf(text, sizeof text,
             "solver: heat\ntime: {end: 1 s, step: fixed, dt: %s}\n"
             "grid: {extent: [0 m, 0 m, 1 m, 1 m], cells: [10, 1]}\n",
             beyond ? "0.0051 s" : "0.0049 s");
    ria_case c;
    ria_case_errors errors;
    ria_terrain terrain;
    ria_model model;
    void *instance;
    must(ria_case_read_data("test.yaml", text, strlen(text), &ria_known_names, 0, NULL, &c,
                            &errors));
    must(ria_terrain_load(&c, &terrain));
    const ria_solver *solver = ria_solver_find("heat");
    const ria_status status = solver->create(&c, &terrain, &instance, &model);
    assert_int_equal(status, beyond ? RIA_ERROR_CASE : RIA_SUCCESS);
    if (beyond)
      assert_non_null(strstr(ria_status_detail(), "0.005 s"));
    solver->destroy(instance);
    ria_case_errors_destroy(&errors);
    ria_terrain_destroy(&terrain);
    ria_case_destroy(&c);
  }
}

/* ---- Sod's tube ---- */

static const char tube[] = "solver: euler\n"
                           "time: {end: 1 s, cfl: 0.8}\n"
                           "grid: {extent: [0 m, 0 m, 1 m, 1 m]}\n"
                           "precision: double\n";

/* The state between the waves: Riemann's solution for Sod's states, by bisection. */
typedef struct {
  double p, u, shock, head, tail, left_rho, right_rho;
} riemann;

static const double heats = 1.4, left_c = 1.1832159566199232, right_c = 1.0583005244258363;

static riemann solve_riemann(void) {
  const double g = heats, k = (g - 1) / (g + 1);
  double low = 0.1, high = 1, fan = 0, jump = 0;
  riemann r = {0};
  for (int i = 0; i < 100; i++) {
    r.p = 0.5 * (low + high);
    fan = 2 * left_c / (g - 1) * (1 - pow(r.p, (g - 1) / (2 * g)));
    jump = (r.p - 0.1) * sqrt(2 / ((g + 1) * 0.125) / (r.p + k * 0.1));
    if (fan > jump)
      low = r.p;
    else
      high = r.p;
  }
  r.u = 0.5 * (fan + jump);
  r.shock = right_c * sqrt((g + 1) / (2 * g) * r.p / 0.1 + (g - 1) / (2 * g));
  r.head = -left_c;
  r.tail = r.u - left_c * pow(r.p, (g - 1) / (2 * g));
  r.left_rho = pow(r.p, 1 / g);
  r.right_rho = 0.125 * (r.p / 0.1 + k) / (k * r.p / 0.1 + 1);
  return r;
}

/* Density at a speed x/t from the diaphragm. */
static double riemann_density(const riemann *r, double speed) {
  if (speed < r->head)
    return 1;
  if (speed < r->tail)
    return pow(2 / (heats + 1) - (heats - 1) / ((heats + 1) * left_c) * speed, 2 / (heats - 1));
  return speed < r->u ? r->left_rho : speed < r->shock ? r->right_rho : 0.125;
}

static double sod_error(int n) {
  const double end = 0.2;
  const riemann r = solve_riemann();
  test_run *l = line_new(tube, n);
  double *rho = malloc((size_t)n * sizeof *rho), error = 0;
  const double mass = test_run_sum(l, 0), energy = test_run_sum(l, 2);
  test_run_advance(l, end);
  test_run_field(l, 0, rho);
  for (int i = 0; i < n; i++) {
    error += fabs(rho[i] - riemann_density(&r, ((i + 0.5) / n - 0.5) / end)) / n;
    assert_true(rho[i] > 0.1249 && rho[i] < 1.0001); /* no overshoot */
  }
  assert_true(fabs(test_run_sum(l, 0) / mass - 1) < 1e-13);
  assert_true(fabs(test_run_sum(l, 2) / energy - 1) < 1e-13);
  free(rho);
  test_run_free(l);
  return error;
}

static void sod_is_riemanns(void **state) {
  (void)state;
  const riemann r = solve_riemann();
  assert_true(fabs(r.p - 0.30313) < 1e-5 && fabs(r.shock - 1.75216) < 1e-5); /* Toro, table 4.2 */
  const double error[3] = {sod_error(100), sod_error(200), sod_error(400)};
  for (int i = 0; i < 2; i++)
    printf("euler: %d cells, L1 error of the density %.3e kg/m3, order %.3f\n", 100 << i, error[i],
           log2(error[i] / error[i + 1]));
  printf("euler: 400 cells, %.3e kg/m3\n", error[2]);
  assert_true(error[2] < 4.5e-3);
  for (int i = 0; i < 2; i++)
    assert_in_range(1000 * log2(error[i] / error[i + 1]), 680, 1000);
}

/* A uniform gas stays unchanged to the bit at any speed. */
static void gas_stays(void **state) {
  (void)state;
  static const char wind[] = "solver: euler\n"
                             "time: {end: 1 s, cfl: 0.8}\n"
                             "grid: {extent: [0 m, 0 m, 1 m, 1 m]}\n"
                             "euler:\n"
                             "  left: {density: 1.5, velocity: 2 m/s, pressure: 0.75}\n"
                             "  right: {density: 1.5, velocity: 2 m/s, pressure: 0.75}\n"
                             "precision: double\n";
  test_run *l = line_new(wind, 50);
  test_run_advance(l, 0.1);
  for (int f = 0; f < 3; f++) {
    double now[50];
    test_run_field(l, f, now);
    for (int i = 0; i < 50; i++)
      assert_true(now[i] == now[0]);
  }
  double rho[50];
  test_run_field(l, 0, rho);
  assert_true(fabs(rho[0] - 1.5) < 1e-15);
  test_run_free(l);
}

/* Density after a round diaphragm, in a box of nx x ny cells that are 1/40 m by 1/30 m, or the
 * other way round. */
static void blast(int nx, int ny, bool turned, double *rho) {
  char text[256];
  snprintf(text, sizeof text,
           "solver: euler\ntime: {end: 1 s, step: fixed, dt: 0.0025 s}\n"
           "grid: {extent: [0 m, 0 m, %.17g m, %.17g m]}\neuler: {radius: 0.4 m}\n"
           "precision: double\n",
           nx / (turned ? 30. : 40.), ny / (turned ? 40. : 30.));
  test_run *l = plane_new(text, nx, ny);
  const double mass = test_run_sum(l, 0), energy = test_run_sum(l, 3);
  test_run_advance(l, 0.4);
  test_run_field(l, 0, rho);
  assert_true(fabs(test_run_sum(l, 0) / mass - 1) < 1e-13);
  assert_true(fabs(test_run_sum(l, 3) / energy - 1) < 1e-13);
  test_run_free(l);
}

/* Rotation by a right angle and mirroring give the same gas. Mass and energy in the box are
 * conserved after the shock has reached the walls. */
static void blast_may_be_turned(void **state) {
  (void)state;
  enum { NX = 56, NY = 36 };
  static double one[NX * NY], other[NX * NY];
  blast(NX, NY, false, one);
  blast(NY, NX, true, other);
  double worst = 0, least = 1, most = 0;
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++) {
      const double rho = one[y * NX + x];
      worst = fmax(worst, fabs(rho - other[x * NY + y]));
      worst = fmax(worst, fabs(rho - one[y * NX + NX - 1 - x]));
      worst = fmax(worst, fabs(rho - one[(NY - 1 - y) * NX + x]));
      least = fmin(least, rho), most = fmax(most, rho);
    }
  printf("euler: a blast in a box: densities from %.3f to %.3f, turned and mirrored but for %.1e\n",
         least, most, worst);
  assert_true(worst == 0);
  assert_true(least < 0.3 && most > 0.35); /* it has spread */
}

/* A plane without any change along y is a line: the same but for rounding. */
static void sod_in_a_plane(void **state) {
  (void)state;
  enum { N = 100, ROWS = 3 };
  static const char box[] = "solver: euler\n"
                            "time: {end: 1 s, step: fixed, dt: 0.001 s}\n"
                            "grid: {extent: [0 m, 0 m, 1 m, 0.05 m]}\n"
                            "precision: double\n";
  double rho[N], plane[ROWS * N], worst = 0;
  test_run *l = line_new(box, N), *p = plane_new(box, N, ROWS);
  test_run_advance(l, 0.2);
  test_run_advance(p, 0.2);
  test_run_field(l, 0, rho);
  test_run_field(p, 0, plane);
  for (int i = 0; i < ROWS * N; i++)
    worst = fmax(worst, fabs(plane[i] - rho[i % N]));
  assert_true(worst < 1e-12);
  test_run_free(l);
  test_run_free(p);
}

/* ---- Kuramoto and Sivashinsky ---- */

enum { MODES = 128 };

/* The equation on a ring by Fourier's modes: the exponential method of Cox and Matthews, fourth
 * order, with the coefficients of Kassam and Trefethen (2005). */
typedef struct {
  double length, dt;
  double complex v[MODES];
  double e[MODES], e2[MODES], q[MODES], f1[MODES], f2[MODES], f3[MODES];
  double complex g[MODES];
} spectral;

static double complex turn[MODES]; /* exp(-2 pi i j / MODES) */

static void transform(const double complex *from, double complex *to, int sign) {
  for (int k = 0; k < MODES; k++) {
    double complex sum = 0;
    for (int j = 0; j < MODES; j++) {
      const double complex w = turn[k * j % MODES];
      sum += from[j] * (sign < 0 ? w : conj(w));
    }
    to[k] = sign < 0 ? sum : sum / MODES;
  }
}

static double wave_number(const spectral *s, int mode) {
  const int n = mode < MODES / 2 ? mode : mode > MODES / 2 ? mode - MODES : 0;
  return 2 * M_PI * n / s->length;
}

static void spectral_values(const spectral *s, double *u) {
  double complex now[MODES];
  transform(s->v, now, 1);
  for (int j = 0; j < MODES; j++)
    u[j] = creal(now[j]);
}

/* The transform of -u u_x. */
static void advect(const spectral *s, const double complex *v, double complex *to) {
  double complex u[MODES], square[MODES];
  transform(v, u, 1);
  for (int j = 0; j < MODES; j++)
    square[j] = creal(u[j]) * creal(u[j]);
  transform(square, to, -1);
  for (int k = 0; k < MODES; k++)
    to[k] *= s->g[k];
}

static spectral spectral_new(double length, int waves, double dt) {
  spectral s = {.length = length, .dt = dt};
  double complex start[MODES];
  enum { POINTS = 32 };
  for (int j = 0; j < MODES; j++)
    turn[j] = cexp(-2 * M_PI * I * j / MODES);
  for (int j = 0; j < MODES; j++) {
    const double phase = 2 * M_PI * waves * j / MODES;
    start[j] = cos(phase) * (1 + sin(phase));
  }
  transform(start, s.v, -1);
  for (int k = 0; k < MODES; k++) {
    const double w = wave_number(&s, k), l = dt * (w * w - w * w * w * w);
    s.g[k] = -0.5 * I * w;
    s.e[k] = exp(l);
    s.e2[k] = exp(l / 2);
    for (int p = 0; p < POINTS; p++) { /* means over a circle, where nothing cancels */
      const double complex z = l + cexp(I * M_PI * (p + 0.5) / POINTS), e = cexp(z);
      s.q[k] += dt * creal((cexp(z / 2) - 1) / z) / POINTS;
      s.f1[k] += dt * creal((-4 - z + e * (4 - 3 * z + z * z)) / (z * z * z)) / POINTS;
      s.f2[k] += dt * creal((2 + z + e * (-2 + z)) / (z * z * z)) / POINTS;
      s.f3[k] += dt * creal((-4 - 3 * z - z * z + e * (4 - z)) / (z * z * z)) / POINTS;
    }
  }
  return s;
}

static void spectral_step(spectral *s) {
  double complex nv[MODES], na[MODES], nb[MODES], nc[MODES], a[MODES], b[MODES], c[MODES];
  advect(s, s->v, nv);
  for (int k = 0; k < MODES; k++)
    a[k] = s->e2[k] * s->v[k] + s->q[k] * nv[k];
  advect(s, a, na);
  for (int k = 0; k < MODES; k++)
    b[k] = s->e2[k] * s->v[k] + s->q[k] * na[k];
  advect(s, b, nb);
  for (int k = 0; k < MODES; k++)
    c[k] = s->e2[k] * a[k] + s->q[k] * (2 * nb[k] - nv[k]);
  advect(s, c, nc);
  for (int k = 0; k < MODES; k++)
    s->v[k] =
        s->e[k] * s->v[k] + s->f1[k] * nv[k] + 2 * s->f2[k] * (na[k] + nb[k]) + s->f3[k] * nc[k];
  /* Keeps the solution real: an imaginary part, once there by rounding, would grow without bound.
   */
  s->v[0] = creal(s->v[0]);
  for (int k = 1; k < MODES / 2; k++)
    s->v[MODES - k] = conj(s->v[k]);
}

/* The modes' value anywhere. */
static double spectral_at(const spectral *s, double x) {
  double complex sum = 0;
  for (int k = 0; k < MODES; k++)
    sum += s->v[k] * cexp(I * wave_number(s, k) * x);
  return creal(sum) / MODES;
}

static const char ring[] = "solver: kuramoto\n"
                           "time: {end: 1 s, cfl: 0.9, window: 256}\n"
                           "grid: {extent: [0 m, 0 m, 25.132741228718345 m, 1 m], periodic: x}\n"
                           "precision: double\n";

static double ring_error(const spectral *exact, int n, double end) {
  test_run *l = line_new(ring, n);
  double *u = malloc((size_t)n * sizeof *u), square = 0;
  const double before = test_run_sum(l, 0);
  test_run_advance(l, end);
  test_run_field(l, 0, u);
  for (int i = 0; i < n; i++)
    square += pow(u[i] - spectral_at(exact, (i + 0.5) * exact->length / n), 2) / n;
  assert_true(fabs(test_run_sum(l, 0) - before) < 1e-10);
  free(u);
  test_run_free(l);
  return sqrt(square);
}

static void ring_follows_the_spectrum(void **state) {
  (void)state;
  const double end = 6;
  spectral s = spectral_new(8 * M_PI, 1, 0.02), half = spectral_new(8 * M_PI, 1, 0.04);
  for (int i = 0; i < 300; i++)
    spectral_step(&s);
  for (int i = 0; i < 150; i++)
    spectral_step(&half);
  double worst = 0;
  for (int i = 0; i < MODES; i++)
    worst = fmax(worst, cabs(s.v[i] - half.v[i]) / MODES);
  assert_true(worst < 1e-6); /* the reference has converged */
  const double error[3] = {ring_error(&s, 32, end), ring_error(&s, 64, end),
                           ring_error(&s, 96, end)};
  const double order[2] = {log2(error[0] / error[1]), log(error[1] / error[2]) / log(1.5)};
  printf("kuramoto: 32, 64, 96 cells: errors %.3e %.3e %.3e, orders %.3f %.3f\n", error[0],
         error[1], error[2], order[0], order[1]);
  assert_in_range(1000 * order[1], 1900, 2100);
}

/* Mean energy over a long time: a chaotic solution forgets its start, so all methods must agree on
 * time means. */
static void ring_has_the_energy(void **state) {
  (void)state;
  static const char large[] = "solver: kuramoto\n"
                              "time: {end: 1 s, cfl: 0.9, window: 512}\n"
                              "grid: {extent: [0 m, 0 m, 100.53096491487338 m, 1 m], periodic: x}\n"
                              "precision: double\n";
  enum { CELLS = 192, FROM = 200, TO = 500 };
  spectral s = spectral_new(32 * M_PI, 1, 0.25);
  test_run *l = line_new(large, CELLS);
  double energy[2] = {0, 0}, u[CELLS];
  for (int t = 1; t <= TO; t++) {
    for (int i = 0; i < 4; i++)
      spectral_step(&s);
    test_run_advance(l, t);
    if (t <= FROM)
      continue;
    spectral_values(&s, u);
    for (int i = 0; i < MODES; i++)
      energy[0] += u[i] * u[i] / MODES / (TO - FROM);
    test_run_field(l, 0, u);
    for (int i = 0; i < CELLS; i++)
      energy[1] += u[i] * u[i] / CELLS / (TO - FROM);
  }
  printf("kuramoto: mean of the squares from %d to %d s: spectral %.4f, differences %.4f\n", FROM,
         TO, energy[0], energy[1]);
  assert_true(fabs(energy[1] / energy[0] - 1) < 0.1);
  test_run_free(l);
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
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(heat_decays),
      cmocka_unit_test(heat_decays_in_a_plate),
      cmocka_unit_test(heat_keeps_its_limit),
      cmocka_unit_test(sod_is_riemanns),
      cmocka_unit_test(gas_stays),
      cmocka_unit_test(blast_may_be_turned),
      cmocka_unit_test(sod_in_a_plane),
      cmocka_unit_test(ring_follows_the_spectrum),
      cmocka_unit_test(ring_has_the_energy),
  };
  return cmocka_run_group_tests(tests, open_session, close_session);
}
