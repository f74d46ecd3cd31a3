/* Flow through rows, compared with exact solutions: docs/rows.md has the figures. Bits: a block,
 * and the same block divided into pieces. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "test_answers.h"

/* ---- a uniform flow ---- */

static void a_uniform_flow_stays(void **state) {
  (void)state;
  test_run *r =
      start("double",
            "time: {steps: 50, cfl: 0.4}\n"
            "grid: {blocks: {a: {shape: box, cells: [7, 6, 5], x: [0 m, 1 m], y: [0 m, 0.7 m], "
            "z: [0 m, 0.9 m], wavy: 0.3}}}\n"
            "start: {kind: uniform, pressure: 1 Pa, temperature: 1.4 K, vx: 0.5 m/s, vr: 0.2 m/s, "
            "vt: -0.3 m/s}\nboundaries: {default: held}\n");
  march(r);
  nodes n = nodes_of(r);
  const double expected[FLOW] = {1, 0.5, 0.2, -0.3, 1 / 0.4 + 0.5 * 0.38};
  double worst = 0;
  for (size_t i = 0; i < n.nodes; i++)
    for (int f = 0; f < FLOW; f++)
      worst = fmax(worst, fabs(n.flow[f][i] - expected[f]));
  print_message("uniform flow: largest difference %.2g\n", worst);
  assert_true(worst < 1e-13);
  free_nodes(&n);
  test_run_free(r);
}

/* ---- a gas at rest, with blocks joined in all orientations ---- */

static void a_gas_at_rest_stays(void **state) {
  (void)state;
  test_run *r = start(
      "double", "time: {steps: 1, cfl: 0.4}\n"
                "grid: {blocks: {a: {shape: blade-passage, cells: [8, 8, 4], x: [-0.05 m, 0.12 m], "
                "r: [0.4 m, 0.5 m], blades: 36, chord: 0.08 m, stagger: -30 deg, camber: -40 deg, "
                "thickness: 0.12}}}\n"
                "start: {kind: uniform, pressure: 1 Pa, temperature: 1.4 K}\n"
                "boundaries: {default: held}\nscheme: {fourth: 0, feedback: 0}\n");
  march(r);
  nodes n = nodes_of(r);
  double worst = 0;
  for (size_t i = 0; i < n.nodes; i++)
    for (int f = 1; f < 4; f++)
      worst = fmax(worst, fabs(n.flow[f][i]));
  print_message("gas at rest: largest momentum %.2g\n", worst);
  assert_true(worst < 1e-13);
  free_nodes(&n);
  test_run_free(r);
}

static void a_supersonic_vortex_is_of_second_order(void **state) {
  (void)state;
  const double coarse = vortex_error(8, 0.4, "scree"), fine = vortex_error(16, 0.4, "scree");
  assert_true(coarse < 1.13e-3);
  assert_true(fine < 1.92e-4);
  assert_true(log2(coarse / fine) > 1.9);
  assert_true(vortex_error(16, 2, "rk4") < 1.92e-4);
}

/* Without coarser grids, waves between inflow and outflow decay slowly: three times as many steps
 * are not enough. */
static void a_bump_makes_little_entropy(void **state) {
  (void)state;
  int64_t steps = 30000;
  bool ended;
  const double many = bump_error(20, "scheme: {multigrid: {levels: 2}}\n", &steps, &ended);
  assert_true(ended);
  steps *= 3;
  const double one = bump_error(20, "", &steps, &ended);
  assert_false(ended);
  assert_true(one < 1.3 * 2.0e-4 && many < 1.3 * 2.0e-4);
  assert_true(fabs(one - many) < 0.01 * one);
}

static void shocks_of_a_wedge_have_their_strength(void **state) {
  (void)state;
  double p2, p3;
  wedge_pressures(16, &p2, &p3);
  assert_true(fabs(p2 / 1.32667 - 1) < 1.3 * 0.0005);
  assert_true(fabs(p3 / 1.76895 - 1) < 1.3 * 0.007);
}

/* The absolute flow does not depend on the rotation of the grid, except for the discretisation
 * error. */
static void a_spiral_is_of_second_order_in_any_frame(void **state) {
  (void)state;
  static const int cells[] = {8, 16};
  double error[2], difference[2];
  for (int i = 0; i < 2; i++) {
    nodes still = spiral(cells[i], 0), turned = spiral(cells[i], 0.3);
    error[i] = spiral_error(&still);
    difference[i] = spiral_difference(&still, &turned);
    print_message("spiral, %d cells: in another frame %.2g\n", cells[i], difference[i]);
    free_nodes(&still);
    free_nodes(&turned);
  }
  assert_true(error[0] < 6e-4 && log2(error[0] / error[1]) > 1.8);
  assert_true(difference[0] < error[0] && log2(difference[0] / difference[1]) > 1.8);
}

/* ---- Couette flow ---- */

static double couette_error(int cells) {
  test_run *r = start(
      "double",
      "time: {steps: 20000, cfl: 0.4, until_residual: 1e-9}\n"
      "grid: {blocks: {a: {shape: box, cells: [2, %d, 1], x: [0 m, 0.25 m], y: [0 m, 1 m], z: [0 "
      "m, "
      "0.125 m]}}, joints: [{faces: [a.i-, a.i+], map: [+1, +2, +3], shift: [0.25 m, 0 m, 0 m]}]}\n"
      "start: {kind: uniform, pressure: 0.7142857142857143 Pa, temperature: 1 K, vx: 0.3 m/s}\n"
      "boundaries: {a.j-: {kind: wall, temperature: 1 K}, a.j+: {kind: wall, along: 0.6 m/s, "
      "temperature: 1.1 K}, default: slip}\n",
      cells);
  const ria_progress p = march(r);
  nodes n = nodes_of(r);
  double worst = 0, warmest = 0;
  for (size_t i = 0; i < n.nodes; i++) {
    const double y = n.at[1][i], rho = n.flow[0][i], u = n.flow[1][i] / rho;
    const double temperature = 0.4 * (n.flow[4][i] / rho - 0.5 * u * u) / 0.7142857142857143;
    /* cp T'' = -Pr u'^2 */
    const double exact = 1 + 0.1 * y + 0.72 * 0.36 / (2 * 2.5) * y * (1 - y);
    worst = fmax(worst, fabs(u - 0.6 * y));
    warmest = fmax(warmest, fabs(temperature - exact));
  }
  print_message("Couette, %d cells: %lld steps, velocity %.2g, temperature %.2g\n", cells,
                (long long)p.steps, worst, warmest);
  free_nodes(&n);
  test_run_free(r);
  return fmax(worst, warmest);
}

static void couette_flow_is_exact_at_the_nodes(void **state) {
  (void)state;
  viscosity = 0.1;
  assert_true(couette_error(8) < 1e-5);
  viscosity = 0;
}

/* The grid may rotate. */
static void couette_flow_between_cylinders_is_of_second_order(void **state) {
  (void)state;
  const annulus_errors coarse = annulus_error(8, 0), fine = annulus_error(16, 0),
                       turned = annulus_error(8, 0.5);
  assert_true(log2(coarse.velocity / fine.velocity) > 1.9);
  assert_true(log2(coarse.temperature / fine.temperature) > 1.9);
  assert_true(fabs(turned.velocity / coarse.velocity - 1) < 0.01);
  assert_true(fabs(turned.temperature / coarse.temperature - 1) < 0.01);
}

/* r Vt 0.3, Vx 0.4 with the speed of sound 1 of the gas at rest: p / p0 is 0.68089, 0.79335 and
 * 0.83567 at the radii 0.5, 0.75 and 1. */
static double free_vortex_error(int cells, const char *frame, const char *exit) {
  test_run *r = start(
      "double",
      "time: {steps: 20000, cfl: 0.4, until_residual: 1e-7}\n"
      "grid: {blocks: {a: {shape: sector, row: first, cells: [%d, %d, 4], x: [0 m, 0.5 m], r: [0.5 "
      "m, 1 m], theta: [0 deg, 20 deg]}}, joints: [{faces: [a.k-, a.k+], map: [+1, +2, +3], turn: "
      "20 deg}]}\n"
      "%s"
      "start: {kind: swirl, pressure: 0.7142857142857143 Pa, temperature: 1 K, vx: 0.4 m/s, vt: "
      "0.3 m/s, radius: 1 m}\n"
      "boundaries: {inlet: held, exit: %s, default: slip}\n",
      cells, cells, frame, exit);
  const ria_progress p = march(r);
  nodes n = nodes_of(r);
  double sum = 0, all = 0;
  for (size_t i = 0; i < n.nodes; i++) {
    const double radius = n.at[1][i];
    const double exact = pow(1 - 0.2 * (0.16 + 0.09 / (radius * radius)), 3.5) / 1.4;
    sum += fabs(pressure_of(&n, i, radius) - exact);
    all += exact;
  }
  print_message("free vortex, %d cells, %s%s: %lld steps, L1 of the pressure %.3g\n", cells, frame,
                exit, (long long)p.steps, sum / all);
  free_nodes(&n);
  test_run_free(r);
  return sum / all;
}

static void a_free_vortex_stays(void **state) {
  (void)state;
  static const char at_hub[] =
      "{kind: outflow, pressure: 0.4863545 Pa, at: hub}"; /* 0.68089 / 1.4 */
  static const char turning[] = "rows: {first: {speed: 0.3 rad/s}}\n";
  const double coarse = free_vortex_error(8, "", "held"), fine = free_vortex_error(16, "", "held"),
               turned = free_vortex_error(16, turning, "held"),
               hub_coarse = free_vortex_error(8, "", at_hub),
               hub = free_vortex_error(16, "", at_hub);
  assert_true(log2(coarse / fine) > 1.8);
  assert_true(fabs(turned - fine) < 0.1 * fine);
  assert_true(log2(hub_coarse / hub) > 1.8 && hub < 4e-4);
}

/* ---- planes between rows ---- */

enum { INTO_FIRST, OUT_OF_FIRST, INTO_SECOND, OUT_OF_SECOND, PLANES };

/* The flux of mass through the patches of a name, all in planes of constant x. */
static double mass_through(const test_run *r, const nodes *n, const char *name) {
  const ria_block_grid *grid = r->terrain.nodes;
  double sum = 0;
  for (int p = 0; p < grid->patches; p++) {
    const ria_node_patch *patch = &grid->patch[p];
    const int axis = ria_side_axis(patch->side), u = axis == 0, v = axis == 2 ? 1 : 2;
    ria_global at[RIA_AXES];
    size_t first = 0;
    if (!ria_block_grid_is_patch(grid, p, name))
      continue;
    for (int b = 0; b < patch->block; b++) {
      const ria_range all = ria_block_grid_all_nodes(grid, b);
      first += (size_t)ria_range_nodes(&all);
    }
    const ria_global *cells = grid->block[patch->block].cells;
    at[axis] = patch->nodes.lo[axis];
    for (at[v] = patch->nodes.lo[v]; at[v] < patch->nodes.hi[v] - 1; at[v]++)
      for (at[u] = patch->nodes.lo[u]; at[u] < patch->nodes.hi[u] - 1; at[u]++) {
        double flux = 0, half[4], angle[4];
        for (int e = 0; e < 4; e++) { /* around the face */
          ria_global corner[RIA_AXES] = {at[0], at[1], at[2]};
          corner[u] += e == 1 || e == 2;
          corner[v] += e > 1;
          const size_t i =
              first +
              (size_t)(corner[0] + (cells[0] + 1) * (corner[1] + (cells[1] + 1) * corner[2]));
          flux += 0.25 * n->flow[1][i];
          half[e] = 0.5 * n->at[1][i] * n->at[1][i];
          angle[e] = n->at[2][i];
        }
        sum += flux * 0.5 *
               fabs((half[2] - half[0]) * (angle[3] - angle[1]) -
                    (half[3] - half[1]) * (angle[2] - angle[0]));
      }
  }
  return sum;
}

/* Two adjacent streams with one pressure are mixed out at constant area. Far from the axis the
 * flow is that in a plane. */
static void two_streams_are_mixed_out(void **state) {
  (void)state;
  const double turn = 180 / M_PI / 10000.05;
  test_run *r = start(
      "double",
      "time: {steps: 20000, cfl: 0.4, until_residual: 1e-10}\n"
      "grid:\n"
      "  blocks:\n"
      "    a: {shape: sector, row: first, cells: [8, 2, 4], x: [-1 m, 0 m], "
      "r: [10000 m, 10000.1 m], theta: [0 deg, %.15g deg]}\n"
      "    b: {shape: sector, row: first, cells: [8, 2, 4], x: [-1 m, 0 m], "
      "r: [10000 m, 10000.1 m], theta: [%.15g deg, %.15g deg]}\n"
      "    c: {shape: sector, row: second, cells: [8, 2, 8], x: [0 m, 1 m], "
      "r: [10000 m, 10000.1 m], theta: [0 deg, %.15g deg]}\n"
      "  joints:\n"
      "    - {faces: [a.k-, a.k+], map: [+1, +2, +3], turn: %.15g deg}\n"
      "    - {faces: [b.k-, b.k+], map: [+1, +2, +3], turn: %.15g deg}\n"
      "    - {faces: [c.k-, c.k+], map: [+1, +2, +3], turn: %.15g deg}\n"
      "planes: {gap: {kind: mixing, between: [first.exit, second.inlet]}}\n"
      "start: {kind: uniform, pressure: 1 Pa, temperature: 1 K, vx: 0.5 m/s}\n"
      "boundaries:\n"
      "  a.i-: {kind: inflow, stagnation_pressure: 1.30 Pa, stagnation_temperature: 1 K, yaw: 30 "
      "deg}\n"
      "  b.i-: {kind: inflow, stagnation_pressure: 1.15 Pa, stagnation_temperature: 1 K, yaw: -10 "
      "deg}\n"
      "  c.i+: {kind: outflow, pressure: 1.000695 Pa}\n"
      "  default: slip\n",
      0.5 * turn, turn, 1.5 * turn, turn, 0.5 * turn, 0.5 * turn, turn);
  const ria_progress p = march(r);
  nodes n = nodes_of(r);
  const size_t last = n.nodes - 1; /* of block c */
  const double rho = n.flow[0][last], vx = n.flow[1][last] / rho,
               vt = n.flow[3][last] / rho / n.at[1][last], speed2 = vx * vx + vt * vt;
  const double pressure = 0.4 * (n.flow[4][last] - 0.5 * rho * speed2);
  const double mach = sqrt(speed2 * rho / (1.4 * pressure));
  const double stagnation = pressure * pow(1 + 0.2 * mach * mach, 3.5);
  const double in = mass_through(r, &n, "first.exit"), out = mass_through(r, &n, "second.inlet");
  print_message("two streams: %lld steps, p %.6f, M %.6f, p0 %.6f, %.4f deg, mass %.1e\n",
                (long long)p.steps, pressure, mach, stagnation, atan2(vt, vx) * 180 / M_PI,
                out / in - 1);
  assert_true(p.ended);
  assert_true(fabs(pressure - 1.000695) < 2e-6 && fabs(mach - 0.512203) < 2e-6);
  assert_true(fabs(stagnation - 1.196840) < 2e-6);
  assert_true(fabs(atan2(vt, vx) * 180 / M_PI - 15.3074) < 1e-4);
  assert_true(fabs(out / in - 1) < 1e-9);
  free_nodes(&n);
  test_run_free(r);
}

/* The mass flow into the first row equals that out of the last one: fluxes, diffusion and planes
 * conserve mass, even with few nodes. */
static void no_mass_is_lost_between_rows(void **state) {
  (void)state;
  test_run *r = start(
      "double",
      "time: {steps: 20000, cfl: 0.4, until_residual: 1e-7}\n"
      "grid:\n"
      "  blocks:\n"
      "    stator: {shape: blade-passage, cells: [8, 8, 4], x: [-0.05 m, 0.12 m], r: [0.4 m, 0.5 "
      "m], blades: 36, chord: 0.08 m, stagger: -25 deg, camber: 50 deg, thickness: 0.12}\n"
      "    rotor: {shape: blade-passage, cells: [8, 8, 4], x: [0.12 m, 0.29 m], r: [0.4 m, 0.5 m], "
      "blades: 42, chord: 0.08 m, stagger: 25 deg, camber: -50 deg, thickness: 0.12}\n"
      "rows: {rotor: {speed: -0.8 rad/s}}\n"
      "planes: {gap: {kind: mixing, between: [stator.exit, rotor.inlet]}}\n"
      "boundaries: {stator.inlet: {kind: inflow, stagnation_pressure: 1 Pa, "
      "stagnation_temperature: 1 K}, rotor.exit: {kind: outflow, pressure: 0.75 Pa}, "
      "default: slip}\n"
      "scheme: {second: 0.03, multigrid: {levels: 1}}\n");
  const ria_progress p = march(r);
  nodes n = nodes_of(r);
  const double mass[PLANES] = {[INTO_FIRST] = 36 * mass_through(r, &n, "stator.inlet"),
                               [OUT_OF_FIRST] = 36 * mass_through(r, &n, "stator.exit"),
                               [INTO_SECOND] = 42 * mass_through(r, &n, "rotor.inlet"),
                               [OUT_OF_SECOND] = 42 * mass_through(r, &n, "rotor.exit")};
  print_message("stage: %lld steps, mass %.9g %.9g %.9g %.9g\n", (long long)p.steps, mass[0],
                mass[1], mass[2], mass[3]);
  assert_true(p.ended);
  for (int i = 0; i < PLANES; i++)
    assert_true(fabs(mass[i] / mass[INTO_FIRST] - 1) < 1e-6);
  free_nodes(&n);
  test_run_free(r);
}

/* ---- a block, and the same block divided ---- */

static void pieces_are_the_block(void **state) {
  (void)state;
  static const char *const precision[] = {"single", "double"}, *const cut[] = {"[2, 1, 1]",
                                                                               "[2, 3, 2]"};
  static const char text[] =
      "time: {steps: 12, cfl: 0.4}\n"
      "grid: {blocks: {a: {shape: sector, cells: [12, 9, 8], x: [0 m, 1 m], r: [1 m, 1.7 m], "
      "theta: [0 deg, "
      "40 deg], cut: %s}}}\n"
      "start: {kind: uniform, pressure: 0.7 Pa, temperature: 0.9 K, vx: 0.4 m/s, vt: 0.2 m/s}\n"
      "boundaries: {inlet: {kind: inflow, stagnation_pressure: 1 Pa, stagnation_temperature: 1 K, "
      "yaw: 20 deg}, "
      "exit: {kind: outflow, pressure: 0.75 Pa}, default: slip}\n";
  for (int p = 0; p < 2; p++) {
    test_run *whole = start(precision[p], text, "[1, 1, 1]");
    march(whole);
    nodes one = nodes_of(whole);
    for (int c = 0; c < 2; c++) {
      test_run *pieces = start(precision[p], text, cut[c]);
      march(pieces);
      nodes many = nodes_of(pieces);
      for (size_t i = 0, found = 0; i < many.nodes; i++, found = 0) {
        for (size_t j = 0; j < one.nodes && !found; j++) {
          bool same = true;
          for (int a = 0; a < 3; a++)
            same &= fabs(one.at[a][j] - many.at[a][i]) < 1e-9;
          for (int f = 0; f < FLOW && same; f++)
            if (one.flow[f][j] != many.flow[f][i])
              fail_msg("%s precision, cut %s, (%g, %g, %g): field %d is %a, and of the block %a",
                       precision[p], cut[c], many.at[0][i], many.at[1][i], many.at[2][i], f,
                       many.flow[f][i], one.flow[f][j]);
          found = same;
        }
        assert_true(found);
      }
      free_nodes(&many);
      test_run_free(pieces);
    }
    free_nodes(&one);
    test_run_free(whole);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_gas_at_rest_stays),
      cmocka_unit_test(a_uniform_flow_stays),
      cmocka_unit_test(a_supersonic_vortex_is_of_second_order),
      cmocka_unit_test(a_bump_makes_little_entropy),
      cmocka_unit_test(shocks_of_a_wedge_have_their_strength),
      cmocka_unit_test(a_free_vortex_stays),
      cmocka_unit_test(a_spiral_is_of_second_order_in_any_frame),
      cmocka_unit_test(two_streams_are_mixed_out),
      cmocka_unit_test(no_mass_is_lost_between_rows),
      cmocka_unit_test(couette_flow_is_exact_at_the_nodes),
      cmocka_unit_test(couette_flow_between_cylinders_is_of_second_order),
      cmocka_unit_test(pieces_are_the_block)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
