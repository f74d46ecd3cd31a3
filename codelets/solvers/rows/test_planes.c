/* Mixing planes with short steps, in unsteady flow, and together with sliding planes. */
#include "test_flow.h"

/* Run a case to its last step, or to the first invalid flow. */
static void expect_flow(test_run *r, const char *what) {
  const ria_progress p = march(r);
  print_message("%s: %lld steps\n", what, (long long)p.steps);
  assert_true(p.steps == r->the_case.time.steps);
  test_run_free(r);
}

static test_run *stage(const char *time, const char *march) {
  return start(
      "double",
      "time: {%s}\n"
      "grid:\n"
      "  blocks:\n"
      "    stator: {shape: blade-passage, cells: [8, 8, 2], x: [-0.05 m, 0.12 m], r: [0.4 m, 0.5 "
      "m], blades: 36, chord: 0.08 m, stagger: -25 deg, camber: 50 deg, thickness: 0.12}\n"
      "    rotor: {shape: blade-passage, cells: [8, 8, 2], x: [0.12 m, 0.29 m], r: [0.4 m, 0.5 m], "
      "blades: 42, chord: 0.08 m, stagger: 25 deg, camber: -50 deg, thickness: 0.12}\n"
      "rows: {rotor: {speed: -0.8 rad/s}}\n"
      "planes: {gap: {kind: mixing, between: [stator.exit, rotor.inlet]}}\n"
      "start: {kind: uniform, pressure: 0.8 Pa, temperature: 0.94 K, vx: 0.25 m/s}\n"
      "boundaries: {stator.inlet: {kind: inflow, stagnation_pressure: 1 Pa, "
      "stagnation_temperature: 1 K}, rotor.exit: {kind: outflow, pressure: 0.75 Pa}, "
      "default: slip}\n"
      "scheme: {march: %s, second: 0.03}\n",
      time, march);
}

static void a_mixing_plane_holds_with_short_steps(void **state) {
  (void)state;
  expect_flow(stage("steps: 600, cfl: 0.2", "rk4"), "rk4 at Courant number 0.2");
  expect_flow(stage("steps: 600, cfl: 0.1", "scree"), "scree at Courant number 0.1");
  expect_flow(stage("steps: 300, cfl: 2.5", "rk4"), "rk4 at Courant number 2.5");
}

/* Sum of the squares of the last change of the momentum. */
static double residual_of(const test_run *r) {
  ria_program_result result;
  assert_int_equal(ria_simulation_program(r->simulation, &result), RIA_SUCCESS);
  return result.value[0];
}

/* Without blades only its swirl moves the gas: the disturbances of the start decay. */
static void an_empty_stage_comes_to_rest(void **state) {
  (void)state;
  test_run *r = start(
      "double",
      "time: {steps: 2600, cfl: 0.4}\n"
      "grid:\n"
      "  blocks:\n"
      "    a: {shape: sector, row: first, cells: [6, 6, 2], x: [-0.1 m, 0 m], r: [0.4 m, 0.5 m], "
      "theta: [0 deg, 8 deg]}\n"
      "    b: {shape: sector, row: second, cells: [6, 6, 2], x: [0 m, 0.1 m], r: [0.4 m, 0.5 m], "
      "theta: [0 deg, 8 deg]}\n"
      "  joints:\n"
      "    - {faces: [a.k-, a.k+], map: [+1, +2, +3], turn: 8 deg}\n"
      "    - {faces: [b.k-, b.k+], map: [+1, +2, +3], turn: 8 deg}\n"
      "rows: {second: {speed: -0.5 rad/s}}\n"
      "planes: {gap: {between: [first.exit, second.inlet]}}\n"
      "boundaries: {a.i-: {kind: inflow, stagnation_pressure: 1 Pa, stagnation_temperature: 1 K, "
      "yaw: 12 deg}, b.i+: {kind: outflow, pressure: 0.9 Pa, at: hub}, default: slip}\n");
  test_run_steps(r, 900);
  const double early = residual_of(r);
  test_run_steps(r, 1700);
  const double late = residual_of(r);
  print_message("empty stage: residual squared %.2g, then %.2g\n", early, late);
  assert_true(late < 0.01 * early);
  test_run_free(r);
}

static void a_mixing_plane_holds_in_unsteady_flow(void **state) {
  (void)state;
  expect_flow(stage("steps: 600, steps_per_passing: 250", "rk4"), "rk4, unsteady");
  expect_flow(stage("steps: 600, steps_per_passing: 2000", "scree"), "scree, unsteady");
}

static void mixing_and_sliding_planes_hold_in_one_run(void **state) {
  (void)state;
  expect_flow(
      start("double",
            "time: {steps: 500, steps_per_passing: 200}\n"
            "grid:\n"
            "  blocks:\n"
            "    stator: {shape: blade-passage, cells: [8, 8, 2], x: [-0.05 m, 0.12 m], r: [0.4 "
            "m, 0.5 m], blades: 36, copies: 2, straight: 2, chord: 0.08 m, stagger: -25 deg, "
            "camber: 50 deg, thickness: 0.12}\n"
            "    rotor: {shape: blade-passage, cells: [8, 8, 2], x: [0.12 m, 0.29 m], r: [0.4 m, "
            "0.5 m], blades: 54, copies: 3, straight: 2, chord: 0.055 m, stagger: 25 deg, camber: "
            "-50 deg, thickness: 0.12}\n"
            "    next: {shape: blade-passage, cells: [8, 8, 2], x: [0.29 m, 0.46 m], r: [0.4 m, "
            "0.5 m], blades: 40, chord: 0.08 m, stagger: -25 deg, camber: 50 deg, thickness: "
            "0.12}\n"
            "rows: {rotor: {speed: -0.6 rad/s}}\n"
            "planes: {gap: {kind: sliding, between: [stator.exit, rotor.inlet]}, "
            "mixed: {between: [rotor.exit, next.inlet]}}\n"
            "start: {kind: uniform, pressure: 0.8 Pa, temperature: 0.94 K, vx: 0.25 m/s}\n"
            "boundaries: {stator.inlet: {kind: inflow, stagnation_pressure: 1 Pa, "
            "stagnation_temperature: 1 K}, next.exit: {kind: outflow, pressure: 0.8 Pa}, "
            "default: slip}\n"
            "scheme: {march: rk4, second: 0.03}\n"),
      "a sliding and a mixing plane");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_mixing_plane_holds_with_short_steps),
                                     cmocka_unit_test(an_empty_stage_comes_to_rest),
                                     cmocka_unit_test(a_mixing_plane_holds_in_unsteady_flow),
                                     cmocka_unit_test(mixing_and_sliding_planes_hold_in_one_run)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
