/* bwaves: sums of zero, systems that are not solved, invalid states. */
#include "test_gas.h"

#define CASE                                                                                       \
  "solver: bwaves\n"                                                                               \
  "grid: {cells: [9, 8, 7], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], periodic: xyz}\n"              \
  "time: {steps: 100, cfl: 2}\nprecision: double\n"

static const char *const method[] = {"linear.method=bicgstab", "linear.method=one-reduction",
                                     "linear.method=pipelined"};
enum { METHODS = sizeof method / sizeof *method };

/* Half a step along the direction solves this system, because cells are so large that the matrix
 * is the identity. Then the residual is 0, and so is t.t; code that divides by t.t gives NaN. */
static void a_half_step_may_be_enough(void **state) {
  (void)state;
  static const char whole[] =
      "solver: bwaves\nprecision: double\n"
      "grid: {cells: [4, 1, 1], periodic: xyz,\n"
      "  extent: [0 m, 0 m, 0 m, 4294967296 m, 1073741824 m, 1073741824 m]}\n"
      "time: {steps: 10, step: fixed, dt: 9.3132257461547852e-10 s}\n"
      "bwaves: {gamma: 1.5, viscosity: 0, blast: {shape: slab, half_width: 1073741824 m}}\n";
  for (int m = 0; m < METHODS; m++) {
    test_run *r = test_run_new(test_runtime, whole, 1, &method[m]);
    test_run_steps(r, 1);
    assert_true(gas_scalar(r, "tt") == 0 && gas_scalar(r, "omega") == 0);
    assert_true(gas_scalar(r, "residual") == 0 && gas_scalar(r, "true_residual") == 0);
    assert_true(gas_scalar(r, "right_side") > 0 && gas_scalar(r, "change_norm") > 0);
    assert_int_equal((int)gas_scalar(r, "total"), 1);
    assert_int_equal((int)gas_scalar(r, "halvings"), 0);
    test_run_free(r);
  }
}

/* Scalars of a SCALAR kernel, and its results, by name. */
typedef struct {
  const ria_kernel *kernel;
  double in[RIA_MAX_SCALARS], out[RIA_MAX_SCALARS];
} arithmetic;

static arithmetic of_kernel(const char *name) {
  arithmetic a = {.kernel = ria_kernel_find(name)};
  assert_non_null(a.kernel);
  for (int i = 0; i < RIA_MAX_SCALARS; i++)
    a.in[i] = 1;
  return a;
}

static void set(arithmetic *a, const char *name, double value) {
  const int i = ria_kernel_scalar(a->kernel, name);
  assert_true(i >= 0);
  a->in[i] = value;
}

static double get(arithmetic *a, const char *name) {
  a->kernel->compute(a->in, a->out);
  for (int i = 0; i < a->kernel->nresult; i++)
    if (!strcmp(a->kernel->result[i].name, name))
      return a->out[i];
  fail_msg("no result %s", name);
  return NAN;
}

static void nothing_is_divided_by_zero(void **state) {
  (void)state;
  arithmetic alpha = of_kernel("bicgstab_alpha"), omega = of_kernel("bicgstab_omega");
  set(&alpha, "sv", 0);
  assert_true(get(&alpha, "alpha") == 0);
  set(&omega, "tr", 0);
  set(&omega, "tt", 0);
  assert_true(get(&omega, "omega") == 0);
  arithmetic ahead = of_kernel("bicgstab_ahead"), meeting = of_kernel("bicgstab_meeting");
  set(&ahead, "rs", 3);
  set(&ahead, "sv", 2);
  set(&ahead, "st", 3); /* 3 + 3 (2 - 3) */
  set(&ahead, "sq", 3);
  assert_true(get(&ahead, "next_sv") == 0 && get(&ahead, "next_alpha") == 0);
  set(&ahead, "sq", 1);
  assert_true(get(&ahead, "beta") == 3 && get(&ahead, "next_sv") == 6);
  assert_true(get(&ahead, "next_alpha") == 0.5 && get(&ahead, "next_rho") == 3);
  set(&meeting, "tr", 0);
  set(&meeting, "tt", 0);
  assert_true(get(&meeting, "omega") == 0 && get(&meeting, "next_rr") == 1);
}

/* After an iteration with a breakdown: a restart from the residual, three times. */
static void a_breakdown_begins_anew(void **state) {
  (void)state;
  static const char *const broken[] = {"alpha", "omega", "rs"};
  for (int b = 0; b < 3; b++)
    for (int restarts = 0; restarts <= 3; restarts++) {
      arithmetic next = of_kernel("bicgstab_next");
      set(&next, "rr", 4);
      set(&next, "eps", 2);
      set(&next, "count", 5);
      set(&next, "most", 100);
      set(&next, "restarts", restarts);
      set(&next, broken[b], 0);
      assert_true(get(&next, "going") == 0);
      assert_true(get(&next, "beta") == 0);
      assert_true(get(&next, "solve") == (restarts < 3 ? 1 : 0));
      assert_true(get(&next, "next_restarts") == restarts + 1 || restarts == 3);
      assert_true(get(&next, "next_count") == 6);
      set(&next, "rr", 2); /* the system is solved */
      assert_true(get(&next, "solve") == 0 && get(&next, "going") == 0);
      assert_true(get(&next, "next_restarts") == restarts);
    }
}

/* The same for a method that computes lengths ahead; a replacement of its vectors does not count
 * as a restart. */
static void a_breakdown_of_other_methods_begins_anew(void **state) {
  (void)state;
  static const char *const broken[] = {"alpha", "omega", "rs", "nothing"};
  for (int b = 0; b < 4; b++)
    for (int restarts = 0; restarts <= 3; restarts++) {
      arithmetic decide = of_kernel("bicgstab_decide");
      set(&decide, "rr", 4);
      set(&decide, "eps", 2);
      set(&decide, "count", 5);
      set(&decide, "most", 100);
      set(&decide, "restarts", restarts);
      set(&decide, "since", 6);
      set(&decide, "replace", b < 3 ? 50 : 7);
      if (b < 3)
        set(&decide, broken[b], 0);
      assert_true(get(&decide, "going") == 0);
      assert_true(get(&decide, "anew") == (b < 3 && restarts < 3 ? 1 : 0));
      assert_true(get(&decide, "replacing") == (b < 3 ? 0 : 1));
      assert_true(get(&decide, "solve") == (b == 3 || restarts < 3 ? 1 : 0));
      assert_true(get(&decide, "next_restarts") == (b < 3 ? restarts + 1 : restarts));
      set(&decide, "rr", 2); /* the system is solved */
      assert_true(get(&decide, "solve") == 0 && get(&decide, "going") == 0);
    }
}

/* If the residual is larger than derived from other products, iterations go on, three times. */
static void an_estimated_residual_is_checked(void **state) {
  (void)state;
  arithmetic settle = of_kernel("bicgstab_settle");
  set(&settle, "rr", 4);
  set(&settle, "eps", 2);
  set(&settle, "solve", 0);
  set(&settle, "replacing", 0);
  set(&settle, "most", 100);
  set(&settle, "restarts", 2);
  assert_true(get(&settle, "next_solve") == 1 && get(&settle, "next_replacing") == 1);
  assert_true(get(&settle, "next_restarts") == 3);
  set(&settle, "restarts", 3);
  assert_true(get(&settle, "next_solve") == 0);
  set(&settle, "rr", 2); /* the system is solved, but the products do not show it */
  set(&settle, "solve", 1);
  assert_true(get(&settle, "next_solve") == 0 && get(&settle, "next_replacing") == 0);
}

/* Negative lengths of the step along the residual are not a breakdown. */
static void a_negative_omega_is_fine(void **state) {
  (void)state;
  arithmetic next = of_kernel("bicgstab_next");
  set(&next, "rr", 4);
  set(&next, "count", 5);
  set(&next, "most", 100);
  set(&next, "omega", -0.5);
  set(&next, "rs", 3);
  assert_true(get(&next, "going") == 1 && get(&next, "solve") == 0);
  assert_true(get(&next, "beta") == -6);
}

static void expect_failure(const test_run *r, const char *words) {
  const ria_progress before = ria_simulation_progress(r->simulation);
  assert_int_equal(ria_simulation_advance(r->simulation, INFINITY, false, INFINITY, 1, NULL, NULL),
                   RIA_ERROR_NUMERIC);
  if (!strstr(ria_status_detail(), words))
    fail_msg("'%s' says nothing of '%s'", ria_status_detail(), words);
  assert_int_equal(ria_simulation_progress(r->simulation).steps, before.steps);
}

/* Too few iterations: the step is repeated with half its length while that helps, five times. */
static void steps_become_shorter_until_they_are_solved(void **state) {
  (void)state;
  for (int m = 0; m < METHODS; m++) {
    const char *const few[] = {"linear.iterations=3", method[m]};
    const char *const one[] = {"linear.iterations=1", method[m]};
    test_run *r = test_run_new(test_runtime, CASE, 2, few);
    test_run_steps(r, 1);
    assert_in_range((int)gas_scalar(r, "halvings"), 1, 5);
    assert_true(gas_scalar(r, "residual") <= 3e-6 * gas_scalar(r, "right_side"));
    test_run_free(r);
    r = test_run_new(test_runtime, CASE, 2, one);
    expect_failure(r, "step 1 at 0 s: after 1 iterations and 0 new starts the residual is 0.00");
    test_run_free(r);
  }
}

/* Hot gas in a few cells, in gas with almost no pressure: the first step may be halved any number
 * of times, later ones until they are a 32nd of the previous step. */
static void a_strong_blast_begins_with_short_steps(void **state) {
  (void)state;
  test_run *r = test_run_new(
      test_runtime,
      "solver: bwaves\nprecision: double\n"
      "grid: {cells: [16, 16, 16], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], periodic: xyz}\n"
      "time: {steps: 100, cfl: 3}\n"
      "bwaves: {viscosity: 0, blast: {half_width: 0.0625 m, inside: {density: 1, pressure: 5000},\n"
      "  outside: {density: 1, pressure: 1e-6}}}\n",
      0, NULL);
  test_run_steps(r, 1);
  assert_true(gas_scalar(r, "halvings") > 5);
  const double first = gas_scalar(r, "dt");
  test_run_steps(r, 7);
  print_message("blast: first step %.3g s, eighth %.3g s\n", first, gas_scalar(r, "dt"));
  assert_true(gas_scalar(r, "halvings") <= 5 && gas_scalar(r, "dt") > 32 * first);
  test_run_free(r);
}

static void a_longest_step_is_kept(void **state) {
  (void)state;
  static const char *const set[] = {"time.max_dt=3 ms"};
  test_run *r = test_run_new(test_runtime, CASE, 1, set);
  test_run_steps(r, 1);
  assert_true(gas_scalar(r, "dt") == 0.003);
  test_run_free(r);
}

static void a_bad_state_names_its_first_cell(void **state) {
  (void)state;
  static const double bad[] = {NAN, -0.5};
  static const char *const words[] = {"density or pressure is nan in cell (3, 2, 1)",
                                      "density or pressure is -0.5 in cell (3, 2, 1)"};
  gas g = gas_new(9, 8, 7);
  for (int b = 0; b < 2; b++) {
    test_run *r = test_run_new(test_runtime, CASE, 0, NULL);
    test_run_steps(r, 1);
    gas_read(r, &g);
    *gas_at(&g, 0, 3, 2, 1) = bad[b];
    *gas_at(&g, 0, 2, 3, 4) = bad[b];
    gas_write(r, &g);
    expect_failure(r, words[b]);
    test_run_free(r);
  }
  free(g.q);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_half_step_may_be_enough),
                                     cmocka_unit_test(nothing_is_divided_by_zero),
                                     cmocka_unit_test(a_breakdown_begins_anew),
                                     cmocka_unit_test(a_breakdown_of_other_methods_begins_anew),
                                     cmocka_unit_test(an_estimated_residual_is_checked),
                                     cmocka_unit_test(a_negative_omega_is_fine),
                                     cmocka_unit_test(steps_become_shorter_until_they_are_solved),
                                     cmocka_unit_test(a_strong_blast_begins_with_short_steps),
                                     cmocka_unit_test(a_longest_step_is_kept),
                                     cmocka_unit_test(a_bad_state_names_its_first_cell)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
