/* Matrices of rings: places are exact, weights are those of cubic interpolation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "sparse/ring.h"
#include "tests.h"

enum { CELLS = 12, PARTS = 7, ROWS = 5, FIELD = CELLS + ROWS };

/* Rows that lie between the cells, over a ring that goes on by 5 / 21 of the circle in a tick. */
static ring_matrix example(void) {
  ring_matrix m;
  assert_int_equal(ring_create(&m, ROWS, 1, CELLS), RIA_SUCCESS);
  m.of[0] = (ring_cells){.cells = CELLS, .units = CELLS * PARTS, .turn = 5, .period = 21};
  for (int c = 0; c < CELLS; c++)
    m.column[c] = c;
  for (int r = 0; r < ROWS; r++) {
    m.row[r] = CELLS + r;
    m.place[r] = 17 * r;
  }
  return m;
}

static void places_are_exact_after_a_turn(void **state) {
  (void)state;
  const ring_matrix m = example();
  for (int r = 0; r < ROWS; r++)
    for (int64_t tick = 0; tick < 21; tick++) {
      int64_t cell[2], rest[2], unit;
      ring_find(&m.of[0], m.place[r], tick, &cell[0], &rest[0], &unit);
      assert_int_equal(unit, PARTS);
      assert_int_equal(cell[0] * PARTS + rest[0],
                       (m.place[r] + tick * 5 * (CELLS * PARTS / 21)) % (CELLS * PARTS));
      ring_find(&m.of[0], m.place[r], tick + 21 * (int64_t)100000000000, &cell[1], &rest[1], &unit);
      assert_true(cell[0] == cell[1] && rest[0] == rest[1]);
    }
  ring_matrix copy = m;
  ring_destroy(&copy);
}

static void cubics_are_interpolated_exactly(void **state) {
  (void)state;
  for (int i = 0; i <= 8; i++) {
    const double x = i / 8.0;
    double w[3];
    ring_weights(x, w);
    for (int power = 0; power < 4; power++) {
      double sum = pow(0, power);
      sum += w[0] * (pow(-1, power) - pow(0, power)) + w[1] * (1 - pow(0, power)) +
             w[2] * (pow(2, power) - pow(0, power));
      assert_true(fabs(sum - pow(x, power)) < 1e-14);
    }
  }
}

/* Cells that lie at a place are copied, zeros with their signs; a constant stays. */
static void values_are_copied_where_cells_lie(void **state) {
  (void)state;
  ring_matrix m = example();
  double value[2 * FIELD] = {0};
  const ria_ell_memory memory = {
      .state = value, .field = FIELD, .size = sizeof *value, .fields = 1, .from = {1}, .to = {1}};
  for (int c = 0; c < CELLS; c++)
    value[FIELD + c] = c ? 1.0 / c : -0.0;
  for (int r = 0; r < ROWS; r++)
    m.place[r] = PARTS * (CELLS - r);
  m.place[0] = 0;
  ring_multiply(&m, &memory, 21);
  for (int r = 0; r < ROWS; r++)
    assert_memory_equal(&value[FIELD + CELLS + r], &value[FIELD + (CELLS - r) % CELLS],
                        sizeof *value);
  for (int c = 0; c < CELLS; c++)
    value[FIELD + c] = 0.1;
  ring_multiply(&m, &memory, 3);
  for (int r = 0; r < ROWS; r++)
    assert_true(value[FIELD + CELLS + r] == 0.1);
  ring_destroy(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(places_are_exact_after_a_turn),
                                     cmocka_unit_test(cubics_are_interpolated_exactly),
                                     cmocka_unit_test(values_are_copied_where_cells_lie)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
