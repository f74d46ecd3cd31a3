/** \file
 * Flows with known solutions, run by bwaves: code that its short and long tests share. */
#ifndef RIA_TEST_FLOWS_H
#define RIA_TEST_FLOWS_H

#include "test_gas.h"

#define FLOW_PI 3.14159265358979323846

/** A run in a box of `cells` and `length` (m) along the three axes; `keys`: of the section bwaves.
 */
static inline test_run *flow_new(const int cells[RIA_AXES], const double length[RIA_AXES],
                                 const char *time, const char *keys) {
  char text[1024];
  snprintf(text, sizeof text,
           "solver: bwaves\nprecision: double\n"
           "grid: {cells: [%d, %d, %d], extent: [0 m, 0 m, 0 m, %.17g m, %.17g m, %.17g m],\n"
           "  periodic: xyz}\ntime: {%s}\nbwaves: {%s}\n",
           cells[0], cells[1], cells[2], length[0], length[1], length[2], time, keys);
  return test_run_new(test_runtime, text, 0, NULL);
}

/* ---- Sod's problem: the exact solution has a rarefaction, a contact and a shock ---- */

/** Density of the exact solution at x/t for gamma = 1.4; the high pressure is on the left. */
static inline double sod_density(double xi) {
  const double g = 1.4, rl = 1, pl = 1, rr = 0.125, pr = 0.1, ratio = (g - 1) / (g + 1);
  const double cl = sqrt(g * pl / rl), cr = sqrt(g * pr / rr);
  static double p, u; /* between the waves */
  double low = pr, high = pl;
  for (int n = 0; n < 200 && p == 0; n++) {
    const double middle = (low + high) / 2;
    u = 2 * cl / (g - 1) * (1 - pow(middle / pl, (g - 1) / (2 * g)));
    if (u > (middle - pr) * sqrt(2 / ((g + 1) * rr) / (middle + ratio * pr)))
      low = middle;
    else
      high = middle;
    p = n == 199 ? middle : 0;
  }
  const double c_star = cl * pow(p / pl, (g - 1) / (2 * g));
  const double shock = cr * sqrt((g + 1) / (2 * g) * p / pr + (g - 1) / (2 * g));
  if (xi < -cl)
    return rl;
  if (xi < u - c_star)
    return rl * pow(2 / (g + 1) - ratio * xi / cl, 2 / (g - 1));
  if (xi < u)
    return rl * pow(p / pl, 1 / g);
  return xi < shock ? rr * (p / pr + ratio) / (ratio * p / pr + 1) : rr;
}

/** Results of a run of Sod's problem: the error of density, m, and the iterations. */
typedef struct {
  double error;
  int iterations;
} sod_result;

static inline sod_result sod(int axis, double cfl, int cells_a_metre) {
  const double h = 1.0 / cells_a_metre;
  int cells[RIA_AXES];
  double length[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++) {
    cells[a] = a == axis ? 2 * cells_a_metre : 1;
    length[a] = a == axis ? 2 : h;
  }
  char time[64], keys[128];
  snprintf(time, sizeof time, "end: 0.2 s, cfl: %g", cfl);
  snprintf(keys, sizeof keys, "viscosity: 0, blast: {shape: slab, axis: %c, half_width: 0.5 m}",
           "xyz"[axis]);
  test_run *r = flow_new(cells, length, time, keys);
  gas g = gas_new(cells[0], cells[1], cells[2]);
  test_run_advance(r, 0.2);
  gas_read(r, &g);
  enum { PARTS = 1000 };
  double error = 0;
  for (int i = 0; i < cells[axis]; i++) {
    double exact = 0;
    for (int part = 0; part < PARTS; part++) {
      const double x = (i + (part + 0.5) / PARTS) * h;
      exact += sod_density((x > 1 ? x - 1.5 : 0.5 - x) / 0.2) / PARTS;
    }
    error += fabs(g.q[i] - exact) * h / 2;
  }
  const sod_result result = {error, (int)gas_scalar(r, "total")};
  free(g.q);
  test_run_free(r);
  return result;
}

/** Along each axis: errors of at most 1.3 times those of the reference program, equal along the
 * axes to 1e-7.
 *
 * Iterations differ by at most `apart`: rounding differs along the axes, because a product takes
 * their neighbours one after the other. At CFL 2 the first step needs 20 iterations along z and 21
 * along x and y: docs/bwaves.md. */
static inline void expect_sod(double cfl, int cells_a_metre, double known, int apart) {
  sod_result of[RIA_AXES];
  for (int axis = 0; axis < RIA_AXES; axis++) {
    of[axis] = sod(axis, cfl, cells_a_metre);
    print_message("Sod along %c, cfl %g, %d cells/m: error %.10e, %d iterations\n", "xyz"[axis],
                  cfl, cells_a_metre, of[axis].error, of[axis].iterations);
  }
  for (int axis = 0; axis < RIA_AXES; axis++) {
    assert_true(of[axis].error > 0.5 * known && of[axis].error < 1.3 * known);
    assert_true(fabs(of[axis].error - of[0].error) < 1e-7);
    assert_true(abs(of[axis].iterations - of[0].iterations) <= apart);
  }
}

/* ---- the isentropic vortex: after one passage across the box it equals its start ---- */

/** Root mean square error of density after one passage, in the plane normal to axis `normal`. */
static inline double vortex(int normal, const char *limiter, int n) {
  const double beta = 5, gamma = 1.4, length = 10;
  const int e1 = (normal + 1) % 3, e2 = (normal + 2) % 3;
  int cells[RIA_AXES] = {n, n, n};
  double size[RIA_AXES] = {length, length, length}, error = 0;
  cells[normal] = 1;
  size[normal] = length / n;
  char keys[128];
  snprintf(keys, sizeof keys, "viscosity: 0, limiter: %s, newton: 4, blast: {half_width: 0.01 m}",
           limiter);
  test_run *r = flow_new(cells, size, "end: 10 s, cfl: 0.5, scheme: bdf2", keys);
  gas before = gas_new(cells[0], cells[1], cells[2]), after = gas_new(cells[0], cells[1], cells[2]);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      const double x = (i + 0.5) * length / n - 5, y = (j + 0.5) * length / n - 5;
      const double rr = x * x + y * y, swirl = beta / (2 * FLOW_PI) * exp((1 - rr) / 2);
      const double heat =
          1 - (gamma - 1) * beta * beta / (8 * gamma * FLOW_PI * FLOW_PI) * exp(1 - rr);
      int at[RIA_AXES] = {0, 0, 0};
      double u[RIA_AXES] = {0, 0, 0};
      at[e1] = i, at[e2] = j;
      u[e1] = 1 - swirl * y, u[e2] = 1 + swirl * x;
      gas_set(&before, at[0], at[1], at[2], pow(heat, 1 / (gamma - 1)), u,
              pow(heat, gamma / (gamma - 1)));
    }
  gas_write(r, &before);
  test_run_advance(r, 10);
  gas_read(r, &after);
  for (size_t i = 0; i < before.cells; i++)
    error += (after.q[i] - before.q[i]) * (after.q[i] - before.q[i]);
  error = sqrt(error / (double)before.cells);
  print_message("vortex across %c, limiter %s, %d cells: error %.9e, %lld steps, %d iterations\n",
                "xyz"[normal], limiter, n, error,
                (long long)ria_simulation_progress(r->simulation).steps,
                (int)gas_scalar(r, "total"));
  free(before.q);
  free(after.q);
  test_run_free(r);
  return error;
}

static inline double order_of(double coarse, double fine) {
  return log2(coarse / fine);
}

#endif
