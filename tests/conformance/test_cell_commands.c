/* Correct use of DMA, lists, order, tags, mailboxes and signals of an SPE. */
#include "tests.h"
#include <ria_cell/cell.h>
#include <string.h>

extern const ria_spe_program ria_spe_commands;

enum { NUMBERS = 1024 };

static void check(const uint32_t *out, int from, int count, uint32_t first) {
  for (int n = 0; n < count; n++)
    if (out[from + n] != first + (uint32_t)n)
      fail_msg("number %d is %u, not %u", from + n, (unsigned)out[from + n], (unsigned)first + n);
}

static void run(ria_ppe_watch watch) {
  static _Alignas(128) uint32_t in[NUMBERS], out[NUMBERS];
  ria_cell *cell;
  uint64_t from, to;
  uint32_t value;
  int waiting;
  for (uint32_t n = 0; n < NUMBERS; n++)
    in[n] = n;
  memset(out, 0, sizeof out);
  assert_int_equal(ria_cell_create(2, watch, &cell), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, in, sizeof in, 0, &from), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, out, sizeof out, 1, &to), RIA_SUCCESS);
  assert_int_equal(ria_cell_start(cell, 1, &ria_spe_commands, from, to), RIA_SUCCESS);
  if (ria_cell_advance(cell, &waiting) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  assert_int_equal(waiting, 1);
  for (uint32_t n = 1; n <= 4; n++)
    assert_int_equal(ria_cell_write_in_mbox(cell, 1, n), RIA_SUCCESS);
  assert_int_equal(ria_cell_advance(cell, &waiting), RIA_SUCCESS);
  for (uint32_t n = 5; n <= 6; n++)
    assert_int_equal(ria_cell_write_in_mbox(cell, 1, n), RIA_SUCCESS);
  assert_int_equal(ria_cell_advance(cell, &waiting), RIA_SUCCESS);
  assert_int_equal(ria_cell_read_out_mbox(cell, 1, &value), RIA_SUCCESS);
  assert_int_equal(value, 21);
  assert_int_equal(ria_cell_advance(cell, &waiting), RIA_SUCCESS);
  assert_int_equal(ria_cell_read_out_mbox(cell, 1, &value), RIA_SUCCESS);
  assert_int_equal(value, 22);
  assert_int_equal(ria_cell_read_out_intr_mbox(cell, 1, &value), RIA_SUCCESS);
  assert_int_equal(value, 77);
  assert_int_equal(ria_cell_signal(cell, 1, 2, 2), RIA_SUCCESS);
  assert_int_equal(ria_cell_signal(cell, 1, 2, 4), RIA_SUCCESS);
  assert_int_equal(ria_cell_signal(cell, 1, 1, 1), RIA_SUCCESS);
  if (ria_cell_run(cell) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  if (ria_cell_exit_code(cell, 1))
    fail_msg("commands.c:%d does not hold", ria_cell_exit_code(cell, 1));
  check(out, 16, 4, 4);
  check(out, 0, 12, 100);
  check(out, 256, 16, 256);
  check(out, 512, 16, 0);
  check(out, 768, 16, 64);
  ria_cell_destroy(cell);
}

static void commands_work_as_specified(void **state) {
  (void)state;
  for (ria_ppe_watch watch = RIA_WATCH_FAST; watch <= RIA_WATCH_MODELLED; watch++)
    run(watch);
}

/* Addresses of memory for SPEs: they keep the alignment, are far enough apart, and are removed when
 * memory is unmapped. */
static void memory_is_mapped(void **state) {
  (void)state;
  static _Alignas(128) char memory[4096];
  ria_cell *cell;
  uint64_t first, second, third;
  assert_int_equal(ria_cell_create(1, RIA_WATCH_FAST, &cell), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, memory, 100, 1, &first), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, memory + 1000, 3000, 1, &second), RIA_SUCCESS);
  assert_int_equal(first % 128, 0);
  assert_int_equal(second % 128, 1000 % 128);
  assert_true(second >= first + 100 + 65536);
  /* A region lies within 4 GiB, for lists. */
  assert_int_equal(ria_cell_map(cell, memory, (size_t)3 << 30, 1, &third), RIA_SUCCESS);
  assert_int_equal(third >> 32, (third + ((uint64_t)3 << 30) - 1) >> 32);
  assert_int_equal(ria_cell_map(cell, memory, (size_t)3 << 30, 1, &third), RIA_SUCCESS);
  assert_int_equal(third >> 32, (third + ((uint64_t)3 << 30) - 1) >> 32);
  assert_int_equal(ria_cell_map(cell, memory, (size_t)1 << 32, 1, &third), RIA_ERROR_ARGUMENT);
  ria_cell_unmap(cell, first);
  assert_int_equal(ria_cell_start(cell, 0, &ria_spe_commands, first, second), RIA_SUCCESS);
  assert_int_equal(ria_cell_run(cell), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "is not mapped"));
  ria_cell_destroy(cell);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(commands_work_as_specified),
      cmocka_unit_test(memory_is_mapped),
  };
  return cmocka_run_group_tests(tests, 0, 0);
}
