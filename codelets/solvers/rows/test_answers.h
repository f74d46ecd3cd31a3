/* Flows with exact solutions, on grids of a given size: test.c uses coarse ones, test_long.c fine
 * ones. */
#ifndef ROWS_TEST_ANSWERS_H
#define ROWS_TEST_ANSWERS_H

#include <math.h>
#include "test_flow.h"

/* ---- a supersonic vortex ---- */

static inline double vortex_error(int size, double cfl, const char *scheme) {
  test_run *r = start(
      "double",
      "time: {steps: 20000, cfl: %g, until_residual: 1e-6}\nscheme: {march: %s}\n"
      "grid: {blocks: {a: {shape: ring, cells: [%d, %d, 1], r: [1 m, 1.384 m], theta: [0 deg, "
      "90 deg], z: [0 m, %g m]}}}\n"
      "start: {kind: vortex, pressure: 0.7142857142857143 Pa, temperature: 1 K, mach: 2.25, "
      "radius: 1 m}\n"
      "boundaries: {inlet: held, exit: {kind: outflow, pressure: 0.01 Pa}, default: slip}\n",
      cfl, scheme, 2 * size, size, 0.384 / size);
  const ria_progress p = march(r);
  nodes n = nodes_of(r);
  double sum = 0, all = 0;
  for (size_t i = 0; i < n.nodes; i++) {
    const double radius = hypot(n.at[0][i], n.at[1][i]);
    const double exact = pow(1 + 0.2 * 2.25 * 2.25 * (1 - 1 / (radius * radius)), 2.5);
    sum += fabs(n.flow[0][i] - exact);
    all += exact;
  }
  print_message("vortex, %s, %d x %d cells: %lld steps, L1 of the density %.3g\n", scheme, 2 * size,
                size, (long long)p.steps, sum / all);
  assert_true(p.ended);
  free_nodes(&n);
  test_run_free(r);
  return sum / all;
}

/* ---- a channel with a bump ---- */

/* The error of the entropy: L2 norm of p / rho^gamma over that of the inflow, minus 1. */
static inline double bump_error(int cells, const char *scheme, int64_t *steps, bool *ended) {
  const int rows = 8 * cells / 10;
  test_run *r = start(
      "double",
      "time: {steps: %lld, cfl: 0.4, until_residual: 1e-5}\n"
      "grid: {blocks: {a: {shape: bump, cells: [%d, %d, 1], x: [-1.5 m, 1.5 m], height: 0.8 m, "
      "bump: 0.0625 m, z: [0 m, %g m]}}}\n"
      "boundaries: {inlet: {kind: inflow, stagnation_pressure: 1 Pa, stagnation_temperature: 1 K}, "
      "exit: {kind: outflow, pressure: 0.843019175 Pa}, default: slip}\n%s",
      (long long)*steps, 3 * cells, rows, 1.0 / cells, scheme);
  const ria_progress p = march(r);
  nodes n = nodes_of(r);
  double sum = 0, all = 0;
  const double entropy = pow(0.7142857142857143, 1.4); /* p / rho^gamma at p0 1, T0 1: R^gamma */
  for (size_t i = 0; i < n.nodes; i++) {
    const double rho = n.flow[0][i];
    const double kinetic =
        0.5 *
        (n.flow[1][i] * n.flow[1][i] + n.flow[2][i] * n.flow[2][i] + n.flow[3][i] * n.flow[3][i]) /
        rho;
    const double error = 0.4 * (n.flow[4][i] - kinetic) / pow(rho, 1.4) / entropy - 1;
    const int x = (int)(i % (size_t)(3 * cells + 1)),
              y = (int)(i / (size_t)(3 * cells + 1)) % (rows + 1);
    const double weight = (x % (3 * cells) ? 1 : 0.5) * (y % rows ? 1 : 0.5);
    sum += weight * error * error;
    all += weight;
  }
  sum = sqrt(sum / all);
  print_message("bump, %d cells a metre, %s: %lld steps, L2 of the entropy %.3g\n", cells, scheme,
                (long long)p.steps, sum);
  *ended = p.ended;
  *steps = p.steps;
  free_nodes(&n);
  test_run_free(r);
  return sum;
}

/* ---- a shock and its reflection ---- */

/* Denton's wedge: pressures over that of the inflow, at the middle of the ramp and at the
 * exit. */
static inline void wedge_pressures(int cells, double *p2, double *p3) {
  const int x = 7 * cells / 2;
  const double length = 1.7386, total = pow(1 + 0.2 * 1.6 * 1.6, 3.5);
  test_run *r = start(
      "double",
      "time: {steps: 20000, cfl: 0.4, until_residual: 1e-6}\nscheme: {second: 0.02}\n"
      "grid: {blocks: {a: {shape: wedge, cells: [%d, %d, 1], height: 1 m, z: [0 m, %.15g m]}}}\n"
      "boundaries: {inlet: {kind: inflow, stagnation_pressure: %.15g Pa, stagnation_temperature: "
      "%.15g K, pressure: 1 Pa}, exit: {kind: outflow, pressure: 0.1 Pa}, default: slip}\n",
      x, cells, 1.0 / cells, total, 1 + 0.2 * 1.6 * 1.6);
  const ria_progress p = march(r);
  nodes n = nodes_of(r);
  double count = 0, area = 0;
  *p2 = *p3 = 0;
  for (int i = 0; i <= x; i++) /* the middle of the ramp */
    if (n.at[0][i] > 0.4 * length && n.at[0][i] < 0.6 * length) {
      *p2 += pressure_of(&n, (size_t)i, 1);
      count++;
    }
  for (int j = 0; j <= cells; j++) { /* the exit */
    const double part = j % cells ? 1 : 0.5;
    *p3 += part * pressure_of(&n, (size_t)(j * (x + 1) + x), 1);
    area += part;
  }
  *p2 /= count;
  *p3 /= area;
  print_message("wedge, %d cells from wall to wall: %lld steps, p2 / p1 %.5f (%.3f %%), p3 / p1 "
                "%.5f (%.3f %%)\n",
                cells, (long long)p.steps, *p2, 100 * (*p2 / 1.32667 - 1), *p3,
                100 * (*p3 / 1.76895 - 1));
  assert_true(p.ended);
  free_nodes(&n);
  test_run_free(r);
}

/* ---- a spiral in a radial sector ---- */

/* The exact pressure at a radius, Pa: mass, moment of momentum, stagnation temperature and entropy
 * are those of Mach numbers 0.4 along r and 0.6 along theta at 1 m, where the temperature is 1 K
 * and the speed of sound 1 m/s. */
static inline double spiral_pressure(double radius) {
  double low = 1, high = 1.104; /* temperature */
  for (int n = 0; n < 60; n++) {
    const double middle = 0.5 * (low + high);
    const double vr = 0.4 / (radius * pow(middle, 2.5)), vt = 0.6 / radius;
    *(middle + 0.2 * (vr * vr + vt * vt) < 1.104 ? &low : &high) = middle;
  }
  return pow(low, 3.5) / 1.4;
}

/* The flow in a grid that rotates with `omega`, rad/s. */
static inline nodes spiral(int cells, double omega) {
  test_run *r = start(
      "double",
      "time: {steps: 40000, cfl: 0.4, until_residual: 1e-7}\n"
      "grid: {blocks: {a: {shape: radial-sector, row: first, cells: [%d, 1, 1], r: [1 m, 2 m], "
      "theta: [0 deg, 4 deg], x: [0 m, 0.07 m]}}, joints: [{faces: [a.j-, a.j+], map: [+1, +2, "
      "+3], turn: 4 deg}]}\n"
      "rows: {first: {speed: %g rad/s}}\n"
      "start: {kind: uniform, pressure: 0.9 Pa, temperature: 1.3 K, vr: 0.3 m/s, vt: 0.4 m/s}\n"
      "boundaries: {inlet: {kind: inflow, stagnation_pressure: %.15g Pa, stagnation_temperature: "
      "%.15g K, yaw: %.15g deg, pitch: 90 deg}, exit: {kind: outflow, pressure: %.15g Pa}, "
      "default: slip}\n",
      cells, omega, pow(1.104, 3.5) / 1.4, 1.104 * 1.0, atan2(0.6, 0.4) * 180 / M_PI,
      spiral_pressure(2));
  const ria_progress p = march(r);
  nodes n = nodes_of(r);
  print_message("spiral, %d cells, frame at %g rad/s: %lld steps\n", cells, omega,
                (long long)p.steps);
  assert_true(p.ended);
  test_run_free(r);
  return n;
}

/* The error of the pressure half way, over the pressure at 1 m. */
static inline double spiral_error(const nodes *n) {
  double middle = 0;
  for (size_t i = 0; i < n->nodes; i++)
    if (fabs(n->at[1][i] - 1.5) < 1e-9)
      middle = 1.4 * pressure_of(n, i, 1.5);
  print_message("spiral: p / p1 at 1.5 m %.6f, exact %.6f\n", middle, 1.4 * spiral_pressure(1.5));
  return fabs(middle - 1.4 * spiral_pressure(1.5));
}

/* The largest difference between two flows on the same nodes: of pressure and velocity, over 1 Pa
 * and 1 m/s. */
static inline double spiral_difference(const nodes *n, const nodes *other) {
  double worst = 0;
  for (size_t i = 0; i < n->nodes; i++) {
    const double radius = n->at[1][i];
    worst = fmax(worst, fabs(pressure_of(n, i, radius) - pressure_of(other, i, radius)));
    worst =
        fmax(worst, fabs(n->flow[2][i] / n->flow[0][i] - other->flow[2][i] / other->flow[0][i]));
    worst =
        fmax(worst,
             fabs(n->flow[3][i] / n->flow[0][i] - other->flow[3][i] / other->flow[0][i]) / radius);
  }
  return worst;
}

/* ---- Couette flow between cylinders ---- */

typedef struct {
  double velocity, temperature; /* largest errors, m/s and K */
} annulus_errors;

/* The inner cylinder, of radius 0.5 m, rotates with 0.8 rad/s and has 1 K; the outer one, of 1 m,
 * is at rest and has 1.1 K. The grid rotates with `omega`. The velocity is a r + b / r, and its
 * friction warms the gas: (r cp / Pr T')' = -4 b^2 / r^3, whatever the density is. */
static inline annulus_errors annulus_error(int cells, double omega) {
  const double inner = 0.5, outer = 1, spin = 0.8, warmer = 0.1;
  viscosity = 0.1;
  test_run *r = start(
      "double",
      "time: {steps: 200000, cfl: 2, until_residual: 1e-10}\nscheme: {march: rk4}\n"
      "grid: {blocks: {a: {shape: sector, row: first, cells: [1, %d, 2], x: [0 m, %.15g m], "
      "r: [%g m, %g m], theta: [0 deg, %.15g deg]}}, joints: [{faces: [a.k-, a.k+], map: [+1, +2, "
      "+3], turn: %.15g deg}]}\n"
      "rows: {first: {speed: %g rad/s}}\n"
      "start: {kind: uniform, pressure: 0.7142857142857143 Pa, temperature: 1 K, vt: 0.2 m/s}\n"
      "boundaries: {hub: {kind: wall, speed: %g rad/s, temperature: 1 K}, casing: {kind: wall, "
      "speed: 0 rad/s, temperature: %g K}, inlet: slip, exit: slip}\n",
      cells, 0.5 / cells, inner, outer, 60.0 / cells, 60.0 / cells, omega, spin, 1 + warmer);
  viscosity = 0;
  const ria_progress p = march(r);
  nodes n = nodes_of(r);
  annulus_errors worst = {0, 0};
  const double b = spin / (1 / (inner * inner) - 1 / (outer * outer)), a = -b / (outer * outer);
  const double heat = 0.72 * b * b / 2.5;
  const double slope =
      (warmer + heat * (1 / (outer * outer) - 1 / (inner * inner))) / log(outer / inner);
  for (size_t i = 0; i < n.nodes; i++) {
    const double radius = n.at[1][i], rho = n.flow[0][i];
    const double velocity = n.flow[3][i] / rho / radius;
    const double temperature = pressure_of(&n, i, radius) / rho / 0.7142857142857143;
    const double exact =
        1 - heat * (1 / (radius * radius) - 1 / (inner * inner)) + slope * log(radius / inner);
    worst.velocity = fmax(worst.velocity, fabs(velocity - a * radius - b / radius));
    worst.temperature = fmax(worst.temperature, fabs(temperature - exact));
  }
  print_message("Couette between cylinders, %d cells, frame at %g rad/s: %lld steps, velocity "
                "%.3g m/s, temperature %.3g K\n",
                cells, omega, (long long)p.steps, worst.velocity, worst.temperature);
  assert_true(p.ended);
  free_nodes(&n);
  test_run_free(r);
  return worst;
}

#endif
