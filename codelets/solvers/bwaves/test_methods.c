/* bwaves: methods for the linear system, and summation of scalar products. */
#include "test_gas.h"

enum { NX = 17, NY = 17, NZ = 16 };

#define CASE                                                                                       \
  "solver: bwaves\n"                                                                               \
  "grid: {cells: [17, 17, 16], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], periodic: xyz}\n"           \
  "time: {steps: 100, cfl: 2}\nprecision: double\n"

/* A few steps; the gas after them. */
static double solve(int sets, const char *const *set, int steps, gas *g) {
  test_run *r = test_run_new(test_runtime, CASE, sets, set);
  test_run_steps(r, steps);
  gas_read(r, g);
  const double total = gas_scalar(r, "total"), limit = 1e-11 * gas_scalar(r, "right_side");
  assert_true(gas_scalar(r, "restarts") == 0);
  assert_true(gas_scalar(r, "residual") <= limit);
  assert_true(gas_scalar(r, "true_residual") <= 1.1 * limit);
  test_run_free(r);
  return total;
}

/* In exact arithmetic they do the same iterations, whether vectors are replaced or not. */
static void methods_find_the_same_solution(void **state) {
  (void)state;
  static const char tolerance[] = "linear.tolerance=1e-11";
  static const char *const method[] = {"linear.method=one-reduction", "linear.method=pipelined"};
  static const char *const replace[] = {"linear.replace=0", "linear.replace=5"};
  gas first = gas_new(NX, NY, NZ), other = gas_new(NX, NY, NZ);
  const double known = solve(1, (const char *const[]){tolerance}, 2, &first);
  for (int m = 0; m < 2; m++)
    for (int n = 0; n < 2; n++) {
      const double total =
          solve(3, (const char *const[]){tolerance, method[m], replace[n]}, 2, &other);
      double worst = 0;
      for (size_t i = 0; i < 5 * first.cells; i++)
        worst = fmax(worst, fabs(first.q[i] - other.q[i]));
      print_message("%s, %s: %g iterations (%g), differs by %.2g\n", method[m], replace[n], total,
                    known, worst);
      assert_true(worst < 1e-9);
      assert_true(fabs(total - known) <= 2);
    }
  free(first.q);
  free(other.q);
}

#define GASES                                                                                      \
  "bwaves: {blast: {inside: {density: 1.3, pressure: 0.7, velocity: [0.3 m/s, 0.1 m/s, 0.7 "       \
  "m/s]},\n"                                                                                       \
  "  outside: {density: 0.9}}}\n"

/* A program that sums the squares of a copy of the gas. */
typedef struct {
  ria_op op[2];
  ria_program_scalar scalar;
  ria_program program;
} summing;

static void only_sum(ria_model *model, void *context) {
  summing *s = context;
  s->program =
      (ria_program){.ops = 2, .op = s->op, .scalars = 1, .scalar = &s->scalar, .work = COMPONENTS};
  model->program = &s->program;
  model->nstate = 2 * COMPONENTS;
  model->step = RIA_STEP_FIXED;
  model->fixed_dt = 1;
}

static double sum_in_runs(int run, gas *g) {
  summing s = {.op = {{.kind = RIA_OP_APPLY,
                       .kernel = ria_kernel_find("bwaves_copy"),
                       .field = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
                      {.kind = RIA_OP_DOT,
                       .fields = COMPONENTS,
                       .field = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
                       .run = run}},
               .scalar = {.quantity = {"sum", "1", "a sum"}}};
  test_run *r = test_run_adapted(test_runtime, CASE GASES, only_sum, &s);
  test_run_steps(r, 1);
  gas_read(r, g);
  const double sum = gas_scalar(r, "sum");
  test_run_free(r);
  return sum;
}

static void sums_are_added_up_in_order(void **state) {
  (void)state;
  static const int run[] = {1, 128};
  gas g = gas_new(NX, NY, NZ);
  double got[2];
  for (int i = 0; i < 2; i++) {
    double sum = 0, part = 0;
    got[i] = sum_in_runs(run[i], &g);
    for (size_t n = 0; n < 5 * g.cells; n++) {
      const double value = g.q[n % 5 * g.cells + n / 5];
      part += value * value;
      if ((n + 1) % (size_t)run[i] == 0) {
        sum += part;
        part = 0;
      }
    }
    assert_true(got[i] == sum + part);
  }
  assert_true(got[0] != got[1]);
  free(g.q);
}

/* An independent program needed the same counts at CFL 2. */
static void sums_take_the_same_iterations(void **state) {
  (void)state;
  static const char *const sums[] = {"linear.sums=exact", "linear.sums=serial",
                                     "linear.sums=blocked"};
  double residual[3];
  for (int i = 0; i < 3; i++) {
    test_run *r = test_run_new(test_runtime, CASE, 1, &sums[i]);
    test_run_steps(r, 3);
    assert_int_equal((int)gas_scalar(r, "total"), 64);
    residual[i] = gas_scalar(r, "residual");
    assert_true(fabs(residual[i] / residual[0] - 1) < 1e-6);
    assert_true(i == 0 || residual[i] != residual[i - 1]);
    test_run_free(r);
  }
}

static char told[RIA_SOLVER_NOTE];

static void hear(void *context, const char *sentence) {
  ++*(int *)context;
  snprintf(told, sizeof told, "%s", sentence);
}

static int warnings(const char *const *set) {
  int count = 0;
  test_run *r = test_run_new(test_runtime, CASE, 1, set);
  test_run_steps(r, 2);
  assert_int_equal(r->solver->judge(r->instance, r->simulation, hear, &count), RIA_SUCCESS);
  test_run_free(r);
  return count;
}

static void a_tolerance_below_rounding_is_warned_of(void **state) {
  (void)state;
  static const char *const good[] = {"linear.tolerance=1e-12"}, *const bad[] = {
                                                                    "linear.tolerance=1e-17"};
  assert_int_equal(warnings(good), 0);
  assert_int_equal(warnings(bad), 1);
  assert_non_null(strstr(told, "in 2 steps the linear system is not solved to 'linear.tolerance'"));
  assert_non_null(strstr(told, "at most 1e-17 |b|, but |b - Ax| reached only "));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(methods_find_the_same_solution),
                                     cmocka_unit_test(sums_are_added_up_in_order),
                                     cmocka_unit_test(sums_take_the_same_iterations),
                                     cmocka_unit_test(a_tolerance_below_rounding_is_warned_of)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
