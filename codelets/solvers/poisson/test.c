/* Poisson's equation: an eigenvector of the matrix, with a known solution; a charged ball, with
 * an independently computed residual; blocks compared with the box that they form; and a loop that
 * does not end.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "test_cycles.h"

enum { NX = 16, NY = 12, NZ = 8, CELLS = NX * NY * NZ };

#define HEAD "solver: poisson\ntime: {steps: 1}\nprecision: %s\n"
#define BOX  "grid: {extent: [0 m, 0 m, 0 m, 1 m, 0.75 m, 0.5 m], cells: [16, 12, 8]}\n"

static test_run *start(const char *rest, const char *precision) {
  char text[2048];
  snprintf(text, sizeof text, HEAD "%s", precision, rest);
  return test_run_new(test_runtime, text, 0, NULL);
}

static const char *const methods[] = {"conjugate-gradients", "multigrid"};

/* A product of sines is an eigenvector: one iteration of conjugate gradients finds its solution. */
static void an_eigenvector_takes_one_iteration(void **state) {
  (void)state;
  static const int cells[] = {NX, NY, NZ}, waves[] = {2, 1, 3};
  double *values = malloc(CELLS * sizeof *values), eigenvalue = 0, worst = 0;
  assert_non_null(values);
  test_run *r =
      start(BOX "poisson: {tolerance: 1e-12, amplitude: 5, waves: 2, waves_y: 1, waves_z: "
                "3, charge: 0}\n",
            "double");
  for (int a = 0; a < 3; a++) {
    const double spacing = 0.0625, sine = sin(M_PI * waves[a] / (2 * cells[a]));
    eigenvalue += 4 / (spacing * spacing) * sine * sine;
  }
  test_run_steps(r, 1);
  test_run_field(r, 0, values);
  const double *v = values;
  for (int z = 0; z < NZ; z++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        const double sines = sin(M_PI * waves[0] * (x + 0.5) / NX) *
                             sin(M_PI * waves[1] * (y + 0.5) / NY) *
                             sin(M_PI * waves[2] * (z + 0.5) / NZ);
        worst = fmax(worst, fabs(*v++ - 5 / eigenvalue * sines));
      }
  assert_int_equal(result_of(r).iterations, 1);
  assert_true(worst < 1e-14 * 5 / eigenvalue * 100);
  /* The state is already a solution: a second step does no iteration. */
  test_run_steps(r, 1);
  assert_int_equal(result_of(r).iterations, 0);
  test_run_free(r);
  free(values);
}

static double at(const double *u, int x, int y, int z) {
  const int n[] = {NX, NY, NZ};
  int c[] = {x, y, z}, sign = 1;
  for (int a = 0; a < 3; a++) {
    sign = c[a] < 0 || c[a] >= n[a] ? -sign : sign;
    c[a] = c[a] < 0 ? 0 : c[a] >= n[a] ? n[a] - 1 : c[a];
  }
  return sign * u[(c[2] * NY + c[1]) * NX + c[0]];
}

/* The residual, computed here from the definition of the equation. */
static void the_residual_is_as_small_as_asked_by(const char *method) {
  char ball[256];
  snprintf(ball, sizeof ball,
           BOX "poisson: {method: %s, tolerance: 1e-9, charge: 3, radius: 0.2 m, amplitude: 1, "
               "waves_y: 2}\n",
           method);
  double *u = malloc(CELLS * sizeof *u), residual = 0, right = 0;
  assert_non_null(u);
  test_run *r = start(ball, "double");
  test_run_steps(r, 1);
  test_run_field(r, 0, u);
  for (int z = 0; z < NZ; z++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        const double h = 0.0625, px = (x + 0.5) * h, py = (y + 0.5) * h, pz = (z + 0.5) * h;
        const double dx = px - 0.5, dy = py - 0.375, dz = pz - 0.25;
        const double f = sin(M_PI * px) * sin(2 * M_PI * py / 0.75) * sin(M_PI * pz / 0.5) +
                         (dx * dx + dy * dy + dz * dz <= 0.04 ? 3 : 0);
        const double sum = 6 * at(u, x, y, z) - at(u, x - 1, y, z) - at(u, x + 1, y, z) -
                           at(u, x, y - 1, z) - at(u, x, y + 1, z) - at(u, x, y, z - 1) -
                           at(u, x, y, z + 1);
        residual += (f - sum / (h * h)) * (f - sum / (h * h));
        right += f * f;
      }
  const ria_program_result result = result_of(r);
  print_message("%s: %lld iterations, residual %.2g of the right side\n", method,
                (long long)result.iterations, sqrt(residual / right));
  assert_true(result.iterations > 10 && !result.failed);
  assert_true(sqrt(residual / right) < 1.01e-9);
  test_run_free(r);
  free(u);
}

static void the_residual_is_as_small_as_asked(void **state) {
  (void)state;
  for (int m = 0; m < 2; m++)
    the_residual_is_as_small_as_asked_by(methods[m]);
}

/* Blocks, the second one with other axes: as many iterations, the same numbers. */
static void blocks_find_what_the_box_finds_by(const char *method) {
  static const char *const precision[] = {"single", "double"};
  static const char blocks[] =
      "grid: {blocks: {a: {extent: [0 m, 0 m, 0 m, 0.5 m, 0.75 m, 0.5 m], cells: [8, 12, 8]}, "
      "b: {extent: [0.5 m, 0 m, 0 m, 1 m, 0.75 m, 0.5 m], cells: [12, 8, 8], axes: [+y, -x, "
      "+z]}}}\n"
      "poisson: {method: %s, tolerance: 1e-5, charge: 3, radius: 0.2 m}\n";
  static const char whole[] =
      BOX "poisson: {method: %s, tolerance: 1e-5, charge: 3, radius: 0.2 m}\n";
  double *box = malloc(2 * CELLS * sizeof *box), *parts = box + CELLS;
  assert_non_null(box);
  for (int p = 0; p < 2; p++) {
    char text[2][1024];
    snprintf(text[0], sizeof text[0], whole, method);
    snprintf(text[1], sizeof text[1], blocks, method);
    test_run *one = start(text[0], precision[p]), *two = start(text[1], precision[p]);
    test_run_steps(one, 1);
    test_run_steps(two, 1);
    test_run_field(one, 0, box);
    test_run_field(two, 0, parts);
    assert_int_equal(result_of(one).iterations, result_of(two).iterations);
    int wrong = 0;
    const double *v = parts;
    for (int z = 0; z < NZ; z++)
      for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX / 2; x++)
          wrong += *v++ != at(box, x, y, z);
    for (int z = 0; z < NZ; z++)
      for (int j = 0; j < NX / 2; j++)
        for (int i = 0; i < NY; i++)
          wrong += *v++ != at(box, NX - 1 - j, i, z);
    assert_int_equal(wrong, 0);
    test_run_free(one);
    test_run_free(two);
  }
  free(box);
}

static void blocks_find_what_the_box_finds(void **state) {
  (void)state;
  for (int m = 0; m < 2; m++)
    blocks_find_what_the_box_finds_by(methods[m]);
}

static void a_v_cycle_reduces_the_residual(void **state) {
  (void)state;
  assert_true(factor_of_a_cycle(32) < 0.4);
}

static void a_loop_that_does_not_end_is_an_error(void **state) {
  (void)state;
  test_run *r = start(BOX "poisson: {tolerance: 1e-9, iterations: 5}\n", "double");
  assert_int_equal(ria_simulation_advance(r->simulation, INFINITY, false, INFINITY, 1, NULL, NULL),
                   RIA_ERROR_NUMERIC);
  assert_non_null(strstr(ria_status_detail(), "no end after 5 iterations"));
  test_run_free(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(an_eigenvector_takes_one_iteration),
                                     cmocka_unit_test(the_residual_is_as_small_as_asked),
                                     cmocka_unit_test(blocks_find_what_the_box_finds),
                                     cmocka_unit_test(a_v_cycle_reduces_the_residual),
                                     cmocka_unit_test(a_loop_that_does_not_end_is_an_error)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
