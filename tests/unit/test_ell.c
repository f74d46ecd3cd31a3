/* Products of sparse matrices: each row is summed in its order, also if rows of equal length are
 * summed side by side. */
#include <stdlib.h>
#include <string.h>
#include "ria/ell.h"
#include "tests.h"

enum { ROWS = 77, CELLS = 120, EXTRAS = 9, FIELDS = 3, MOST = 8 };

static uint32_t seed;

static int below(int limit) {
  seed = seed * 1664525u + 1013904223u;
  return (int)(seed >> 8) % limit;
}

static ria_ell matrix_of(const int32_t length[ROWS]) {
  ria_ell m;
  assert_int_equal(ria_ell_create(&m, ROWS, length, RIA_SINGLE), RIA_SUCCESS);
  for (int r = 0; r < ROWS; r++) {
    m.row[r] = ROWS - 1 - r;
    for (int e = 0; e < length[r]; e++) {
      m.column[ria_ell_at(&m, r, e)] = below(CELLS + EXTRAS) - EXTRAS;
      ((float *)m.weight)[ria_ell_at(&m, r, e)] = (float)(below(2000) - 1000) / 777.0f;
    }
  }
  return m;
}

static void check(const ria_ell *m, bool add) {
  float state[2 * FIELDS * CELLS], was[2 * FIELDS * CELLS], extra[FIELDS * EXTRAS];
  ria_ell_memory memory = {.state = state,
                           .field = CELLS,
                           .size = sizeof(float),
                           .fields = FIELDS,
                           .extra = extra,
                           .extras = EXTRAS,
                           .add = add};
  for (int i = 0; i < 2 * FIELDS * CELLS; i++)
    was[i] = state[i] = (float)(below(2000) - 1000) / 333.0f;
  for (int i = 0; i < FIELDS * EXTRAS; i++)
    extra[i] = (float)below(100) / 7.0f;
  for (int f = 0; f < FIELDS; f++) {
    memory.from[f] = f;
    memory.to[f] = FIELDS + f;
  }
  ria_ell_multiply(m, &memory);
  for (int f = 0; f < FIELDS; f++)
    for (int r = 0; r < ROWS; r++) {
      volatile float sum = 0; /* rounded after each operation */
      for (int e = 0; e < m->length[r]; e++) {
        const int32_t c = m->column[ria_ell_at(m, r, e)];
        const float value = c >= 0 ? was[f * CELLS + c] : extra[f * EXTRAS - 1 - c];
        volatile float product = ((const float *)m->weight)[ria_ell_at(m, r, e)] * value;
        sum = e ? sum + product : product;
      }
      const int to = (FIELDS + f) * CELLS + m->row[r];
      const float expected = add ? was[to] + sum : sum;
      assert_memory_equal(&state[to], &expected, sizeof expected);
    }
}

static void rows_are_added_up_in_their_order(void **state) {
  (void)state;
  int32_t length[ROWS];
  for (int same = 0; same <= MOST + 1; same++) { /* the last time rows differ */
    for (int r = 0; r < ROWS; r++)
      length[r] = same <= MOST ? same : below(MOST + 1);
    ria_ell m = matrix_of(length);
    assert_int_equal(m.same, same <= MOST ? same : 0);
    check(&m, false);
    check(&m, true);
    ria_ell_destroy(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_added_up_in_their_order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
