/* bwaves: iterations and norms of an independent program; the same bits for each storage of the
 * matrix and each position of the start; conserved sums; repeated steps. */
#include "test_gas.h"

#define CASE                                                                                       \
  "solver: bwaves\n"                                                                               \
  "grid: {cells: [17, 17, 16], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], periodic: xyz}\n"           \
  "time: {steps: 100, cfl: 2}\nprecision: double\n"

static test_run *start(const char *text, int sets, const char *const *set) {
  return test_run_new(test_runtime, text, sets, set);
}

/* The reference numbers of the issue that requested this solver. */
static void iterations_are_those_of_an_independent_program(void **state) {
  (void)state;
  static const int known[] = {28, 21, 21, 22, 22, 22, 25, 23, 24, 24};
  static const char *const tolerance[] = {"linear.tolerance=1e-6"};
  test_run *r = start(CASE, 1, tolerance);
  double before = 0;
  for (int step = 0; step < 10; step++) {
    test_run_steps(r, 1);
    const double total = gas_scalar(r, "total");
    assert_int_equal((int)(total - before), known[step]);
    before = total;
  }
  assert_true(fabs(gas_scalar(r, "change_norm") / 4.5370571805479267 - 1) < 1e-9);
  assert_true(fabs(gas_scalar(r, "residual") / gas_scalar(r, "true_residual") - 1) < 1e-6);
  test_run_free(r);
}

/* BDF2 with three Newton iterations gives an invalid gas in some steps: these are repeated with
 * half their length. The second independent program found these lengths and norms. */
static void steps_are_made_again(void **state) {
  (void)state;
  static const char *const set[] = {"time.scheme=bdf2", "bwaves.newton.steps=3"};
  test_run *r = start(CASE, 2, set);
  double halvings = 0;
  for (int step = 1; step <= 10; step++) {
    test_run_steps(r, 1);
    halvings += gas_scalar(r, "halvings");
    if (step == 7)
      assert_true(fabs(gas_scalar(r, "dt") / 0.040650360285799624 - 1) < 1e-9);
  }
  assert_int_equal((int)halvings, 2);
  assert_int_equal((int)gas_scalar(r, "total"), 417);
  assert_true(fabs(gas_scalar(r, "change_norm") / 8.8756039481545876 - 1) < 1e-9);
  test_run_free(r);
}

static void the_matrix_is_kept_in_any_way(void **state) {
  (void)state;
  static const char *const matrix[] = {"linear.matrix=recomputed", "linear.matrix=packed",
                                       "linear.matrix=stored", "linear.matrix=single"};
  static const char *const precision[] = {"precision=double", "precision=single"};
  gas first = gas_new(17, 17, 16), other = gas_new(17, 17, 16);
  for (int p = 0; p < 2; p++)
    for (int m = 0; m < 3 + p; m++) { /* `single` is `packed` in single precision */
      test_run *r = start(CASE, 2, (const char *const[]){matrix[m], precision[p]});
      test_run_steps(r, 3);
      gas_read(r, m ? &other : &first);
      assert_int_equal((int)gas_scalar(r, "total"), 64);
      if (m)
        assert_memory_equal(first.q, other.q, 5 * first.cells * sizeof *first.q);
      test_run_free(r);
    }
  free(first.q);
  free(other.q);
}

/* Blocks in single precision form another matrix, with elements that differ by a relative 6e-8.
 * The system with that matrix is solved as well as the other one. */
static void blocks_in_single_precision_are_another_matrix(void **state) {
  (void)state;
  static const char *const set[] = {"linear.tolerance=1e-6", "linear.matrix=recomputed"},
                           *const single[] = {"linear.tolerance=1e-6", "linear.matrix=single"};
  test_run *exact = start(CASE, 2, set), *rounded = start(CASE, 2, single);
  double worst = 0;
  assert_int_equal(rounded->model.nstate, (1 + 8) * COMPONENTS + 6 + 120 / 2);
  for (int step = 0; step < 10; step++) {
    test_run_steps(exact, 1);
    test_run_steps(rounded, 1);
    worst = fmax(worst,
                 fabs(gas_scalar(rounded, "change_norm") / gas_scalar(exact, "change_norm") - 1));
    assert_true(fabs(gas_scalar(rounded, "residual") / gas_scalar(rounded, "true_residual") - 1) <
                1e-6);
  }
  print_message("%.0f iterations, and %.0f in double precision; changes differ by %.2g at most\n",
                gas_scalar(rounded, "total"), gas_scalar(exact, "total"), worst);
  assert_true(fabs(gas_scalar(rounded, "total") - gas_scalar(exact, "total")) <= 10);
  assert_true(worst > 0 && worst < 1e-6);
  test_run_free(exact);
  test_run_free(rounded);
}

/* CPU workers compute the right side concurrently with the GPUs; in this test concurrently with
 * other CPU workers. */
static void the_right_side_is_made_aside(void **state) {
  (void)state;
  static const char *const side[] = {"bwaves.rhs_on=cpu", "bwaves.rhs_on=cpu-serial"};
  gas plain = gas_new(17, 17, 16), aside = gas_new(17, 17, 16);
  for (int i = 0; i < 3; i++) {
    ria_part_times parts;
    const char *const set[] = {"time.scheme=bdf2", "linear.matrix=packed", side[i % 2]};
    if (i)
      setenv("RIA_PROGRAM_ASIDE", "always", 1);
    test_run *r = start(CASE, 3, set);
    unsetenv("RIA_PROGRAM_ASIDE");
    test_run_steps(r, 2);
    gas_read(r, i ? &aside : &plain);
    if (i)
      assert_memory_equal(plain.q, aside.q, 5 * plain.cells * sizeof *plain.q);
    assert_int_equal(ria_simulation_parts(r->simulation, &parts), RIA_SUCCESS);
    for (int p = 0; p < r->model.program->parts; p++)
      assert_true(parts.known[p] && parts.seconds[p] > 0);
    assert_true(!parts.known[r->model.program->parts]);
    test_run_free(r);
  }
  free(plain.q);
  free(aside.q);
}

static void a_start_elsewhere_gives_the_same_elsewhere(void **state) {
  (void)state;
  static const char *const shift[] = {"bwaves.blast.shift=[7, 11, -5]"};
  gas here = gas_new(17, 17, 16), there = gas_new(17, 17, 16);
  test_run *one = start(CASE, 0, NULL), *other = start(CASE, 1, shift);
  test_run_steps(one, 5);
  test_run_steps(other, 5);
  gas_read(one, &here);
  gas_read(other, &there);
  int64_t wrong = 0;
  for (int m = 0; m < 5; m++)
    for (int k = 0; k < 16; k++)
      for (int j = 0; j < 17; j++)
        for (int i = 0; i < 17; i++)
          wrong += *gas_at(&here, m, i, j, k) != *gas_at(&there, m, i + 7, j + 11, k - 5);
  assert_int_equal(wrong, 0);
  assert_int_equal((int)gas_scalar(one, "total"), (int)gas_scalar(other, "total"));
  test_run_free(one);
  test_run_free(other);
  free(here.q);
  free(there.q);
}

static void a_uniform_wind_stays(void **state) {
  (void)state;
  static const char wind[] =
      "solver: bwaves\n"
      "grid: {cells: [9, 7, 5], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], periodic: xyz}\n"
      "time: {steps: 100, cfl: 2}\nprecision: double\n"
      "bwaves: {viscosity: 0.01, blast: {\n"
      "  inside: {density: 1.3, pressure: 0.7, velocity: [0.3 m/s, -0.2 m/s, 0.7 m/s]},\n"
      "  outside: {density: 1.3, pressure: 0.7, velocity: [0.3 m/s, -0.2 m/s, 0.7 m/s]}}}\n";
  static const char *const scheme[] = {"time.scheme=euler", "time.scheme=bdf2"};
  gas before = gas_new(9, 7, 5), after = gas_new(9, 7, 5);
  for (int s = 0; s < 2; s++) {
    test_run *r = start(wind, 1, &scheme[s]);
    gas_read(r, &before);
    test_run_steps(r, 100);
    gas_read(r, &after);
    assert_memory_equal(before.q, after.q, 5 * before.cells * sizeof *before.q);
    assert_int_equal((int)gas_scalar(r, "total"), 0);
    test_run_free(r);
  }
  free(before.q);
  free(after.q);
}

/* Bound for the changes of the sums of a run's components, as a fraction of the sums of magnitudes.
 */
static void expect_sums(const char *matrix, double share) {
  gas before = gas_new(17, 17, 16), after = gas_new(17, 17, 16);
  test_run *r = start(CASE, 1, &matrix);
  bool good = true;
  gas_read(r, &before);
  test_run_steps(r, 20);
  gas_read(r, &after);
  for (int m = 0; m < 5; m++) {
    long double change = 0, magnitude = 0;
    for (size_t i = 0; i < before.cells; i++) {
      change += (long double)after.q[(size_t)m * before.cells + i] -
                before.q[(size_t)m * before.cells + i];
      magnitude += fabsl(after.q[(size_t)m * before.cells + i]);
    }
    print_message("%s, component %d: %.2Lg of the sum of magnitudes\n", matrix, m,
                  change / magnitude);
    good &= fabsl(change) <= share * magnitude;
  }
  assert_true(good);
  test_run_free(r);
  free(before.q);
  free(after.q);
}

/* The columns of the matrix sum to those of the identity, so its solution conserves the sums of
 * the right side, whatever the tolerance. Those of the rounded matrix do so only up to rounding. */
static void sums_are_conserved(void **state) {
  (void)state;
  expect_sums("linear.matrix=recomputed", 1e-13);
  expect_sums("linear.matrix=single", 1e-7);
}

static void the_blast_has_its_symmetries(void **state) {
  (void)state;
  static const char *const set[] = {"grid.cells=[16, 16, 16]"};
  gas g = gas_new(16, 16, 16);
  test_run *r = start(CASE, 1, set);
  test_run_steps(r, 100);
  gas_read(r, &g);
  assert_true(gas_images_differ(&g) < 1e-12);
  test_run_free(r);
  free(g.q);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(iterations_are_those_of_an_independent_program),
      cmocka_unit_test(steps_are_made_again),
      cmocka_unit_test(the_matrix_is_kept_in_any_way),
      cmocka_unit_test(blocks_in_single_precision_are_another_matrix),
      cmocka_unit_test(the_right_side_is_made_aside),
      cmocka_unit_test(a_start_elsewhere_gives_the_same_elsewhere),
      cmocka_unit_test(a_uniform_wind_stays),
      cmocka_unit_test(sums_are_conserved),
      cmocka_unit_test(the_blast_has_its_symmetries)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
