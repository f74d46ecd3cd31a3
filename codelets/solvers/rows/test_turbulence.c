/* The mixing length compared with a solution along a line, and distances to walls with exact
 * ones: docs/rows.md has the figures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ria/runtime.h>
#include "distance.h"
#include "test_run.h"
#include "tests.h"

/* ---- turbulent Couette flow ---- */

enum { LINE = 4000 };
static double viscosity = 3e-5;
static const double cp = 2.5, gas = 2.5 * 0.4 / 1.4, prandtl = 0.72, speed = 0.6, warm = 1.1,
                    longest = 0.08;

/* The same flow along a line from wall to wall, by the equations of the mixing length: stress,
 * flux of energy and pressure do not depend on y. */
typedef struct {
  double y[LINE + 1], u[LINE + 1], temperature[LINE + 1];
  double stress;
} line;

/* The rate of strain for a given stress; *eddy: the eddy viscosity. */
static double shear_of(double stress, double rho, double y, double *eddy) {
  const double d = fmin(y, 1 - y), wall_units = d * sqrt(stress * rho) / viscosity;
  const double length = fmin(0.41 * d * (1 - exp(-wall_units / 26)), longest);
  const double a = rho * length * length;
  const double shear = 2 * stress / (viscosity + sqrt(viscosity * viscosity + 4 * a * stress));
  *eddy = a * shear;
  return shear;
}

static double density_of(const line *l, int i, double pressure) {
  return pressure / (gas * 0.5 * (l->temperature[i] + l->temperature[i + 1]));
}

static double speed_at_end(line *l, double pressure, double stress) {
  for (int i = 0; i < LINE; i++) {
    double eddy;
    const double shear =
        shear_of(stress, density_of(l, i, pressure), 0.5 * (l->y[i] + l->y[i + 1]), &eddy);
    l->u[i + 1] = l->u[i] + shear * (l->y[i + 1] - l->y[i]);
  }
  l->stress = stress;
  return l->u[LINE];
}

/* Thermal resistance of an interval. */
static double resistance(const line *l, int i, double pressure) {
  double eddy;
  shear_of(l->stress, density_of(l, i, pressure), 0.5 * (l->y[i] + l->y[i + 1]), &eddy);
  return (l->y[i + 1] - l->y[i]) / (cp * (viscosity / prandtl + eddy / 0.9));
}

static void find_temperature(line *l, double pressure) {
  double through = 0, heated = 0, r[LINE];
  for (int i = 0; i < LINE; i++) {
    r[i] = resistance(l, i, pressure);
    through += r[i];
    heated += r[i] * l->stress * 0.5 * (l->u[i] + l->u[i + 1]);
  }
  const double flux = (warm - 1 + heated) / through;
  for (int i = 0; i < LINE; i++)
    l->temperature[i + 1] =
        l->temperature[i] + r[i] * (flux - l->stress * 0.5 * (l->u[i] + l->u[i + 1]));
}

static void solve_line(line *l, double pressure) {
  for (int i = 0; i <= LINE; i++) { /* fine at both walls */
    const double s = (double)i / LINE;
    l->y[i] = s * s * (3 - 2 * s);
    l->u[i] = 0;
    l->temperature[i] = 1 + 0.1 * l->y[i];
  }
  for (int pass = 0; pass < 12; pass++) {
    double low = 0, high = 0.01;
    for (int n = 0; n < 45; n++) {
      const double middle = 0.5 * (low + high);
      *(speed_at_end(l, pressure, middle) < speed ? &low : &high) = middle;
    }
    find_temperature(l, pressure);
  }
}

static double value_at(const line *l, const double *values, double y) {
  int i = 0;
  while (i < LINE - 1 && l->y[i + 1] < y)
    i++;
  return values[i] + (values[i + 1] - values[i]) * (y - l->y[i]) / (l->y[i + 1] - l->y[i]);
}

static void turbulent_couette_flow_has_its_profile(void **state) {
  (void)state;
  enum { CELLS = 18, I = 3, J = CELLS + 1, BLOCK = I * J * 2 };
  char text[2048];
  snprintf(text, sizeof text,
           "solver: rows\nprecision: double\n"
           "gas: {cp: 2.5 J/kg/K, gamma: 1.4, viscosity: %g Pa s}\n"
           "time: {steps: 60000, cfl: 2, until_residual: 5e-7}\n"
           "grid:\n"
           "  blocks:\n"
           "    low: {shape: box, cells: [2, %d, 1], x: [0 m, 0.25 m], y: [0 m, 0.5 m], z: [0 m, "
           "0.125 m], stretch: [1, 50, 1]}\n"
           "    high: {shape: box, cells: [2, %d, 1], x: [0 m, 0.25 m], y: [0.5 m, 1 m], z: [0 m, "
           "0.125 m], stretch: [1, 0.02, 1]}\n"
           "  joints:\n"
           "    - {faces: [low.i-, low.i+], map: [+1, +2, +3], shift: [0.25 m, 0 m, 0 m]}\n"
           "    - {faces: [high.i-, high.i+], map: [+1, +2, +3], shift: [0.25 m, 0 m, 0 m]}\n"
           "    - {faces: [low.j+, high.j-], map: [+1, +2, +3]}\n"
           "start: {kind: uniform, pressure: 0.7142857142857143 Pa, temperature: 1.05 K, vx: 0.3 "
           "m/s}\n"
           "boundaries: {low.j-: {kind: wall, temperature: 1 K}, high.j+: {kind: wall, along: 0.6 "
           "m/s, temperature: 1.1 K}, default: slip}\n"
           "scheme: {march: rk4, fourth: 0, turbulence: mixing-length, mixing_length: %g m}\n",
           viscosity, CELLS, CELLS, longest);
  test_run *r = test_run_new(test_runtime, text, 0, NULL);
  test_run_steps(r, r->the_case.time.steps);
  const ria_progress p = ria_simulation_progress(r->simulation);
  double *flow[5], y[2 * BLOCK], pressure = 0;
  for (int f = 0; f < 5; f++) {
    flow[f] = calloc((size_t)2 * BLOCK, sizeof *flow[f]);
    test_run_field(r, f, flow[f]);
  }
  for (int b = 0; b < 2; b++) {
    const ria_range all = ria_block_grid_all_nodes(r->terrain.nodes, b);
    assert_int_equal(ria_range_nodes(&all), BLOCK);
    assert_int_equal(ria_block_grid_nodes(r->terrain.nodes, b, all, NULL, y + b * BLOCK, NULL),
                     RIA_SUCCESS);
  }
  for (int n = 0; n < 2 * BLOCK; n++)
    pressure += 0.4 * (flow[4][n] - 0.5 * flow[1][n] * flow[1][n] / flow[0][n]) / (2 * BLOCK);
  line *l = calloc(1, sizeof *l);
  assert_non_null(l);
  l->temperature[0] = 1;
  solve_line(l, pressure);
  double worst = 0, warmest = 0;
  for (int n = 0; n < 2 * BLOCK; n++) {
    const double rho = flow[0][n], u = flow[1][n] / rho;
    const double temperature = 0.4 * (flow[4][n] / rho - 0.5 * u * u) / gas;
    worst = fmax(worst, fabs(u - value_at(l, l->u, y[n])));
    warmest = fmax(warmest, fabs(temperature - value_at(l, l->temperature, y[n])));
  }
  const double stress = viscosity * flow[1][I] / flow[0][I] / y[I];
  print_message("turbulent Couette, 2 x %d cells: %lld steps, stress %.3g of %.3g (%.2g), velocity "
                "%.2g, temperature %.2g, half a channel is %.0f wall units\n",
                CELLS, (long long)p.steps, stress, l->stress, stress / l->stress - 1, worst / speed,
                warmest, 0.5 * sqrt(l->stress) / viscosity);
  assert_true(p.ended);
  assert_true(fabs(stress / l->stress - 1) < 0.01);
  assert_true(worst < 0.01 * speed);
  assert_true(warmest < 0.003);
  free(l);
  for (int f = 0; f < 5; f++)
    free(flow[f]);
  test_run_free(r);
}

/* ---- the same with wall functions ---- */

/* Denton's fit of the stress by the velocity at a distance from a wall. */
static double stress_by_fit(double rho, double velocity, double distance) {
  const double l = log(rho * velocity * distance / viscosity);
  return 0.5 * rho * velocity * velocity * (-0.001767 + 0.03177 / l + 0.25614 / (l * l));
}

/* Walls are adiabatic, so the gas warms slowly; its velocity does not change by that.
 */
static void wall_functions_replace_fine_cells(void **state) {
  (void)state;
  enum { CELLS = 20, I = 3, J = CELLS + 1, NODES = I * J * 2 };
  char text[2048];
  viscosity = 2e-6;
  snprintf(
      text, sizeof text,
      "solver: rows\nprecision: double\n"
      "gas: {cp: 2.5 J/kg/K, gamma: 1.4, viscosity: %g Pa s}\n"
      "time: {steps: 8000, cfl: 2}\n"
      "grid:\n"
      "  blocks:\n"
      "    a: {shape: box, cells: [2, %d, 1], x: [0 m, 0.25 m], y: [0 m, 1 m], z: [0 m, "
      "0.125 m]}\n"
      "  joints:\n"
      "    - {faces: [a.i-, a.i+], map: [+1, +2, +3], shift: [0.25 m, 0 m, 0 m]}\n"
      "start: {kind: uniform, pressure: 0.7142857142857143 Pa, temperature: 1 K, vx: 0.3 m/s}\n"
      "boundaries: {a.j-: wall, a.j+: {kind: wall, along: 0.6 m/s}, default: slip}\n"
      "scheme: {march: rk4, fourth: 0, turbulence: mixing-length, mixing_length: %g m, walls: "
      "functions}\n",
      viscosity, CELLS, longest);
  test_run *r = test_run_new(test_runtime, text, 0, NULL);
  test_run_steps(r, r->the_case.time.steps);
  double *flow[5];
  for (int f = 0; f < 5; f++) {
    flow[f] = calloc(NODES, sizeof *flow[f]);
    test_run_field(r, f, flow[f]);
  }
  line *l = calloc(1, sizeof *l);
  assert_non_null(l);
  l->temperature[0] = 1;
  solve_line(l, 0.7142857142857143);
  double worst = 0, mass = 0;
  for (int n = 0; n < NODES; n++) {
    const int j = n / I % J, i = n % I;
    const double u = flow[1][n] / flow[0][n];
    mass += i == I - 1 ? 0 : flow[0][n] * (j == 0 || j == CELLS ? 0.5 : 1) / (4 * CELLS);
    if (j > 0 && j < CELLS)
      worst = fmax(worst, fabs(u - value_at(l, l->u, (double)j / CELLS)));
  }
  const int low = I, high = I * (CELLS - 1);
  const double stress[2] = {
      stress_by_fit(flow[0][low], flow[1][low] / flow[0][low], 1.0 / CELLS),
      stress_by_fit(flow[0][high], speed - flow[1][high] / flow[0][high], 1.0 / CELLS)};
  print_message(
      "Couette with wall functions, %d cells: stress %.4g and %.4g, along a line %.4g; "
      "velocity %.2g, at the wall %.3g m/s; mass %.2g; the first cell is %.0f wall units\n",
      CELLS, stress[0], stress[1], l->stress, worst / speed, flow[1][0] / flow[0][0], mass - 1,
      sqrt(l->stress) / viscosity / CELLS);
  assert_true(fabs(stress[0] / stress[1] - 1) < 0.01);
  assert_true(fabs(stress[0] / l->stress - 1) < 0.08);
  assert_true(worst < 0.03 * speed);
  assert_true(fabs(mass - 1) < 1e-3);
  viscosity = 3e-5;
  free(l);
  for (int f = 0; f < 5; f++)
    free(flow[f]);
  test_run_free(r);
}

/* ---- the distance to walls ---- */

/* The distances of the cells of a block, to the patches of a name. */
static double *distances_in(const test_run *r, const char *walls, int block, int64_t *count) {
  const ria_block_grid *grid = r->terrain.nodes;
  bool *is_sticky = calloc((size_t)grid->patches, sizeof *is_sticky);
  ria_block_walk *walk = NULL;
  rows_distance *d = NULL;
  ria_range cells = ria_block_grid_all_nodes(grid, block);
  for (int a = 0; a < RIA_AXES; a++)
    cells.hi[a]--;
  *count = ria_range_nodes(&cells);
  double *values = calloc((size_t)*count, sizeof *values);
  for (int p = 0; p < grid->patches; p++)
    is_sticky[p] = ria_block_grid_is_patch(grid, p, walls);
  assert_int_equal(ria_block_walk_create(grid, &walk), RIA_SUCCESS);
  assert_int_equal(rows_distance_create(grid, walk, is_sticky, &d), RIA_SUCCESS);
  assert_true(rows_distance_has_wall(d, grid->block[block].row));
  assert_int_equal(rows_distance_fill(d, block, &cells, values), RIA_SUCCESS);
  rows_distance_destroy(d);
  ria_block_walk_destroy(walk);
  free(is_sticky);
  return values;
}

static test_run *grid_of(const char *blocks) {
  char text[2048];
  snprintf(text, sizeof text,
           "solver: rows\ntime: {steps: 1, cfl: 0.4}\ngrid: {blocks: {%s}}\nstart: {kind: uniform, "
           "pressure: 1 Pa, temperature: 300 K}\nboundaries: {default: held}\n",
           blocks);
  return test_run_new(test_runtime, text, 0, NULL);
}

/* A wall of few wide faces, at constant angle: cells far from the nodes of the wall are close to
 * the wall. */
static void the_distance_to_a_plane_is_exact(void **state) {
  (void)state;
  enum { I = 3, J = 4, K = 30 };
  test_run *r =
      grid_of("a: {shape: sector, cells: [3, 4, 30], x: [0 m, 1 m], r: [1 m, 3 m], theta: "
              "[0 deg, 30 deg]}");
  int64_t count;
  double *distance = distances_in(r, "a.k-", 0, &count), worst = 0;
  assert_int_equal(count, I * J * K);
  for (int n = 0; n < I * J * K; n++) {
    const int j = n / I % J, k = n / (I * J);
    const double step = M_PI / 6 / K, radius = 1 + 0.5 * (j + 0.5); /* the mean of its nodes */
    const double exact = radius * 0.5 * (sin(k * step) + sin((k + 1) * step));
    worst = fmax(worst, fabs(distance[n] - exact));
  }
  print_message("distance to a plane: largest error %.2g m\n", worst);
  assert_true(worst < 1e-14);
  free(distance);
  test_run_free(r);
}

/* One periodic passage, compared with the middle one of three. */
static void walls_of_the_next_passages_count(void **state) {
  (void)state;
  static const char blade[] =
      "a: {shape: blade-passage, cells: [16, 10, 4], x: [-0.06 m, 0.12 m], r: [0.4 m, 0.5 m], "
      "blades: 36, chord: 0.09 m, stagger: -50 deg, camber: 30 deg, thickness: 0.12, copies: %d}";
  char text[2][512];
  for (int i = 0; i < 2; i++)
    snprintf(text[i], sizeof text[i], blade, 1 + 2 * i);
  test_run *one = grid_of(text[0]), *three = grid_of(text[1]);
  const ria_block_grid *grid = one->terrain.nodes;
  double worst = 0, least = INFINITY, most = 0;
  for (int b = 0; b < grid->blocks; b++) {
    char name[128];
    snprintf(name, sizeof name, "a.2.%s", strchr(grid->block[b].name, '.') + 1);
    const int middle = ria_block_grid_find_block(three->terrain.nodes, name);
    int64_t count, other_count;
    assert_true(middle >= 0);
    double *distance = distances_in(one, "blade", b, &count),
           *other = distances_in(three, "blade", middle, &other_count);
    assert_int_equal(count, other_count);
    for (int64_t n = 0; n < count; n++) {
      worst = fmax(worst, fabs(distance[n] - other[n]));
      least = fmin(least, distance[n]);
      most = fmax(most, distance[n]);
    }
    free(distance);
    free(other);
  }
  print_message("distance to blades: %.3g to %.3g m, largest difference of one passage and the "
                "middle one of three %.2g m\n",
                least, most, worst);
  assert_true(worst < 1e-14 && least > 0);
  test_run_free(one);
  test_run_free(three);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_distance_to_a_plane_is_exact),
                                     cmocka_unit_test(walls_of_the_next_passages_count),
                                     cmocka_unit_test(wall_functions_replace_fine_cells),
                                     cmocka_unit_test(turbulent_couette_flow_has_its_profile)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
