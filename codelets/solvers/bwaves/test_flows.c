/* bwaves: flows with known solutions, and fluxes of smooth fields. test_flows_long.c has finer
 * grids, and the vortex with a limiter. */
#include <complex.h>
#include "test_cells.h"
#include "test_flows.h"

static void sod_has_known_errors(void **state) {
  (void)state;
  expect_sod(0.5, 100, 1.270e-2, 0);
  expect_sod(2, 100, 2.41e-2, 1);
}

/* In the plane xy; in the other planes the same vortex has the same error. */
static void the_vortex_converges(void **state) {
  (void)state;
  assert_true(order_of(vortex(2, "none", 32), vortex(2, "none", 64)) >= 1.8);
  const double coarse = vortex(2, "mc", 16);
  for (int normal = 0; normal < 2; normal++)
    assert_true(fabs(vortex(normal, "mc", 16) / coarse - 1) < 1e-6);
}

/* ---- small waves in a viscous gas ---- */

enum { WAVE_CELLS = 64, SOUND_UP = 0, SOUND_DOWN, ENTROPY, SHEAR, WAVES };
static const double complex I_ = _Complex_I;

/* exp(rate t + i k x) times `right` solves the equations; `left` gives its amplitude in any
 * state. */
typedef struct {
  double complex rate, right[3], left[3]; /* of density, velocity, pressure */
} wave;

/* d/dt (rho, u, p) = M (rho, u, p) with M = {{0, -ik, 0}, {0, -4/3 mu k^2, -ik},
 * {K k^2, -i gamma k, -K k^2}}, where rho = p = 1 at rest. Roots of its determinant by Newton's
 * method. */
static wave solve_wave(int which, double mu) {
  const double k = 2 * FLOW_PI, gamma = 1.4, K = gamma * mu / 0.72;
  const double a = 4 * mu * k * k / 3, d = K * k * k;
  double complex L = which == SOUND_UP     ? -0.37 + 7.42 * I_
                     : which == SOUND_DOWN ? -0.37 - 7.42 * I_
                                           : -0.55;
  for (int n = 0; n < 50; n++) {
    const double complex f = L * ((L + a) * (L + d) + gamma * k * k) + k * k * d;
    L -= f / ((L + a) * (L + d) + gamma * k * k + L * (2 * L + a + d));
  }
  wave w = {L, {1, I_ * L / k, (L + a) * (I_ * L / k) * I_ / k}, {d / L, I_ * (L + d) / k, 1}};
  if (which == SHEAR)
    w.rate = -mu * k * k;
  return w;
}

static void start_wave(const gas *g, const wave *w, int which, int axis) {
  for (int i = 0; i < WAVE_CELLS; i++) {
    const double complex phase = 1e-4 * cexp(I_ * 2 * FLOW_PI * (i + 0.5) / WAVE_CELLS);
    double u[RIA_AXES] = {0, 0, 0}, rho = 1, p = 1;
    if (which == SHEAR) {
      u[(axis + 1) % 3] = creal(phase);
    } else {
      u[axis] = creal(w->right[1] * phase);
      rho += creal(w->right[0] * phase);
      p += creal(w->right[2] * phase);
    }
    gas_set(g, axis == 0 ? i : 0, axis == 1 ? i : 0, axis == 2 ? i : 0, rho, u, p);
  }
}

/* The wave's amplitude over its initial one. */
static double complex find_wave(const gas *g, const wave *w, int which, int axis) {
  double complex norm = 0, found = 0;
  for (int n = 0; n < 3; n++)
    norm += w->left[n] * w->right[n];
  for (size_t i = 0; i < WAVE_CELLS; i++) {
    const double complex phase =
        cexp(-I_ * 2 * FLOW_PI * ((double)i + 0.5) / WAVE_CELLS) * 2 / WAVE_CELLS / 1e-4;
    double q[5], squares = 0;
    for (size_t m = 0; m < 5; m++)
      q[m] = g->q[m * WAVE_CELLS + i];
    for (int a = 1; a < 4; a++)
      squares += q[a] * q[a];
    const double p = 0.4 * (q[4] - squares / q[0] / 2);
    found += which == SHEAR ? phase * (q[1 + (axis + 1) % 3] / q[0])
                            : phase *
                                  (w->left[0] * (q[0] - 1) + w->left[1] * (q[1 + axis] / q[0]) +
                                   w->left[2] * (p - 1)) /
                                  norm;
  }
  return found;
}

static void expect_wave(int which, int axis) {
  static const char *const names[] = {"sound", "sound back", "entropy", "shear"};
  int n[RIA_AXES] = {1, 1, 1};
  double length[RIA_AXES] = {1.0 / WAVE_CELLS, 1.0 / WAVE_CELLS, 1.0 / WAVE_CELLS};
  n[axis] = WAVE_CELLS;
  length[axis] = 1;
  const wave w = solve_wave(which, 0.01);
  test_run *r = flow_new(n, length, "end: 1 s, cfl: 0.5, scheme: bdf2",
                         "viscosity: 0.01, limiter: none, blast: {half_width: 0.001 m}");
  gas g = gas_new(n[0], n[1], n[2]);
  start_wave(&g, &w, which, axis);
  gas_write(r, &g);
  test_run_advance(r, 1);
  gas_read(r, &g);
  const double complex found = find_wave(&g, &w, which, axis);
  const double damping = -log(cabs(found)) / -creal(w.rate);
  /* After a second the phase has passed more than one full turn. */
  const double turns = round((cimag(w.rate) - carg(found)) / (2 * FLOW_PI));
  const double frequency =
      which < ENTROPY ? (carg(found) + 2 * FLOW_PI * turns) / cimag(w.rate) : 1;
  print_message("%s along %c: damping %+.3f %%, frequency %+.3f %%\n", names[which], "xyz"[axis],
                100 * (damping - 1), 100 * (frequency - 1));
  assert_true(fabs(damping - 1) < 0.01);
  assert_true(fabs(frequency - 1) < 0.003);
  free(g.q);
  test_run_free(r);
}

static void waves_are_damped_as_they_must_be(void **state) {
  (void)state;
  const wave sound = solve_wave(SOUND_UP, 0.01), entropy = solve_wave(ENTROPY, 0.01);
  assert_true(cabs(sound.rate - (-0.37283 + 7.42469 * I_)) < 1e-5);
  assert_true(fabs(creal(entropy.rate) + 0.54836) < 1e-5);
  for (int which = 0; which < WAVES; which++)
    for (int axis = 0; axis < RIA_AXES; axis++)
      expect_wave(which, axis);
}

/* ---- the divergence of the fluxes of smooth fields ---- */

static const double smooth_gamma = 1.4, smooth_mu = 0.01, smooth_prandtl = 0.72;

/* Density, velocities and pressure at x; `gradient` of the velocities and of the inner energy per
 * mass along each axis. */
static void smooth_fields(const double x[3], double w[5], double gradient[4][3]) {
  static const int waves[5][3] = {{1, 1, 1}, {1, -1, 1}, {1, 1, 0}, {0, 1, -1}, {1, 0, 1}};
  static const double mean[5] = {1, 0.3, -0.2, 0.5, 1}, amplitude[5] = {0.2, 0.1, 0.15, 0.12, 0.2};
  double d[5][3];
  for (int l = 0; l < 5; l++) {
    const double phase =
        2 * FLOW_PI * (waves[l][0] * x[0] + waves[l][1] * x[1] + waves[l][2] * x[2]) + l;
    w[l] = mean[l] + amplitude[l] * sin(phase);
    for (int t = 0; t < 3; t++)
      d[l][t] = amplitude[l] * 2 * FLOW_PI * waves[l][t] * cos(phase);
  }
  for (int t = 0; t < 3; t++) {
    for (int l = 0; l < 3; l++)
      gradient[l][t] = d[1 + l][t];
    gradient[3][t] = (d[4][t] / w[0] - w[4] * d[0][t] / (w[0] * w[0])) / (smooth_gamma - 1);
  }
}

static void smooth_flux(const double x[3], int n, bool viscous, double F[5]) {
  double w[5], g[4][3];
  smooth_fields(x, w, g);
  const double un = w[1 + n], divergence = g[0][0] + g[1][1] + g[2][2];
  const double squares = w[1] * w[1] + w[2] * w[2] + w[3] * w[3];
  F[0] = viscous ? 0 : w[0] * un;
  F[4] = viscous ? -smooth_gamma * smooth_mu / smooth_prandtl * g[3][n]
                 : (w[4] / (smooth_gamma - 1) + w[0] * squares / 2 + w[4]) * un;
  for (int l = 0; l < 3; l++) {
    const double stress = smooth_mu * (g[l][n] + g[n][l] - (l == n ? 2 * divergence / 3 : 0));
    F[1 + l] = viscous ? -stress : w[0] * w[1 + l] * un + (l == n ? w[4] : 0);
    F[4] -= viscous ? w[1 + l] * stress : 0;
  }
}

/* The divergence of the exact fluxes, by central differences of order 8. */
static void smooth_divergence(const double x[3], bool viscous, double R[5]) {
  static const double weight[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280}, step = 4e-3;
  for (int l = 0; l < 5; l++)
    R[l] = 0;
  for (int n = 0; n < 3; n++)
    for (int m = 0; m < 4; m++)
      for (int sign = -1; sign <= 1; sign += 2) {
        double at[3] = {x[0], x[1], x[2]}, F[5];
        at[n] += sign * (m + 1) * step;
        smooth_flux(at, n, viscous, F);
        for (int l = 0; l < 5; l++)
          R[l] += sign * weight[m] * F[l] / step;
      }
}

/* -R of a state: the right side of an Euler step of 1 s, by the kernels. */
static void right_side(const cell_fields *q, double viscosity, const double spacing[3],
                       const cell_fields *b) {
  const cells_scalar scalars[] = {{"gamma", smooth_gamma},
                                  {"viscosity", viscosity},
                                  {"conductivity", smooth_gamma * viscosity / smooth_prandtl},
                                  {"inverse_dx", 1 / spacing[0]},
                                  {"inverse_dy", 1 / spacing[1]},
                                  {"inverse_dz", 1 / spacing[2]},
                                  {"dt", 1},
                                  {"c0", 1},
                                  {"c2", 0},
                                  {0}};
  const ria_kernel *flux = ria_kernel_find("bwaves_flux");
  const unsigned none =
      1u << ria_kernel_switch(flux, "central") | 1u << ria_kernel_switch(flux, "harmonic");
  cell_fields w = cells_new(q->n, 6, q->precision), f = cells_new(q->n, 15, q->precision);
  cells_apply("bwaves_prepare", NULL, 0, scalars, 1, (const cell_fields *[]){q}, &w);
  cells_repeat(&w);
  cells_apply("bwaves_flux", NULL, none, scalars, 2, (const cell_fields *[]){q, &w}, &f);
  cells_repeat(&f);
  cells_apply("bwaves_right_side", NULL, 0, scalars, 4, (const cell_fields *[]){&f, q, q, q}, b);
  free(w.values);
  free(f.values);
}

/* Errors of R with this number of cells along each axis: of its inviscid part, and of the
 * rest. */
static void smooth_errors(int n, double error[2]) {
  const int size[3] = {n, n, n};
  const double spacing[3] = {1.0 / n, 1.0 / n, 1.0 / n};
  cell_fields q = cells_new(size, 5, RIA_DOUBLE), still = cells_new(size, 5, RIA_DOUBLE),
              both = cells_new(size, 5, RIA_DOUBLE);
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        double w[5], gradient[4][3];
        smooth_fields((double[]){(i + 0.5) / n, (j + 0.5) / n, (k + 0.5) / n}, w, gradient);
        for (int l = 0; l < 5; l++)
          cells_set(&q, l, i, j, k,
                    l == 0   ? w[0]
                    : l == 4 ? w[4] / (smooth_gamma - 1) +
                                   w[0] * (w[1] * w[1] + w[2] * w[2] + w[3] * w[3]) / 2
                             : w[0] * w[l]);
      }
  cells_repeat(&q);
  right_side(&q, 0, spacing, &still);
  right_side(&q, smooth_mu, spacing, &both);
  double sum[2] = {0, 0};
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        for (int viscous = 0; viscous < 2; viscous++) {
          double exact[5];
          smooth_divergence((double[]){(i + 0.5) / n, (j + 0.5) / n, (k + 0.5) / n}, viscous,
                            exact);
          for (int l = 0; l < 5; l++) {
            const double R0 = -cells_get(&still, l, i, j, k);
            const double R = viscous ? -cells_get(&both, l, i, j, k) - R0 : R0;
            sum[viscous] += (R - exact[l]) * (R - exact[l]);
          }
        }
  for (int viscous = 0; viscous < 2; viscous++)
    error[viscous] = sqrt(sum[viscous] / ((double)n * n * n));
  free(q.values);
  free(still.values);
  free(both.values);
}

static void fluxes_of_smooth_fields_converge(void **state) {
  (void)state;
  double coarse[2], fine[2];
  smooth_errors(20, coarse);
  smooth_errors(40, fine);
  print_message("R of smooth fields: inviscid %.4e and %.4e, order %.3f; viscous %.4e and %.4e, "
                "order %.3f\n",
                coarse[0], fine[0], order_of(coarse[0], fine[0]), coarse[1], fine[1],
                order_of(coarse[1], fine[1]));
  assert_true(order_of(coarse[0], fine[0]) >= 1.8);
  assert_true(order_of(coarse[1], fine[1]) >= 1.9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fluxes_of_smooth_fields_converge), cmocka_unit_test(sod_has_known_errors),
      cmocka_unit_test(waves_are_damped_as_they_must_be), cmocka_unit_test(the_vortex_converges)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
