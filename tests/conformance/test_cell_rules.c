/* Every broken rule of the Cell's SPEs must be reported with program, line and numbers. */
#include "tests.h"
#include "cell/rules.h"
#include <ria_cell/cell.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const ria_spe_program ria_spe_broken, ria_spe_peak_single;

static const struct {
  const char *name;
  bool only_checked;
  const char *said;
} rule[] = {
#define RULE(name, checked, said) {#name, checked, said},
    BROKEN_RULES(RULE)
#undef RULE
};

/* The line of broken.c that ends with the rule's name. */
static int line_of(const char *name) {
  char path[4096], line[512], wanted[64];
  snprintf(path, sizeof path, "%s/tests/conformance/cell/broken.c", getenv("RIA_SOURCE_DIR"));
  snprintf(wanted, sizeof wanted, "/* %s */", name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  int number = 0, found = 0;
  while (fgets(line, sizeof line, file)) {
    number++;
    if (strstr(line, wanted)) {
      assert_int_equal(found, 0);
      found = number;
    }
  }
  fclose(file);
  return found;
}

/* Runs it; true if it ended well. */
static bool run(ria_ppe_watch watch, broken_rule broken) {
  static _Alignas(128) char page[4096], kept[64];
  ria_cell *cell;
  uint64_t before, ea;
  assert_int_equal(ria_cell_create(2, watch, &cell), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, kept, sizeof kept, 0, &before), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, page, sizeof page, 1, &ea), RIA_SUCCESS);
  assert_int_equal(ea - before, 65536 + 128);
  assert_int_equal(ria_cell_start(cell, 1, &ria_spe_broken, broken, ea), RIA_SUCCESS);
  ria_status status;
  if (broken == MEMORY_CHANGED) {
    int waiting;
    assert_int_equal(ria_cell_advance(cell, &waiting), RIA_SUCCESS);
    assert_int_equal(waiting, 1);
    page[7] ^= 1;
    assert_int_equal(ria_cell_write_in_mbox(cell, 1, 1), RIA_SUCCESS);
  }
  status = ria_cell_run(cell);
  if (status == RIA_SUCCESS)
    assert_int_equal(ria_cell_exit_code(cell, 1), 7);
  else
    assert_int_equal(status, RIA_ERROR_ARGUMENT);
  /* The Cell stays usable: another program runs on it. */
  char said[1024];
  snprintf(said, sizeof said, "%s", ria_status_detail());
  assert_int_equal(ria_cell_start(cell, 1, &ria_spe_broken, BROKEN_RULE_COUNT, ea), RIA_SUCCESS);
  assert_int_equal(ria_cell_run(cell), RIA_SUCCESS);
  ria_cell_destroy(cell);
  ria_fail(status, "%s", said);
  return status == RIA_SUCCESS;
}

static void broken_rules_are_reported(void **state) {
  (void)state;
  for (int n = 0; n < BROKEN_RULE_COUNT; n++) {
    char where[128];
    const int line = line_of(rule[n].name);
    if (!line)
      fail_msg("no line of broken.c breaks %s", rule[n].name);
    snprintf(where, sizeof where, "broken (SPE 1), broken.c:%d", line);
    for (ria_ppe_watch watch = RIA_WATCH_FAST; watch <= RIA_WATCH_MODELLED; watch++) {
      /* Without a check, the result is undefined. */
      if (watch == RIA_WATCH_FAST && rule[n].only_checked)
        continue;
      if (run(watch, (broken_rule)n))
        fail_msg("%s: nothing was said", rule[n].name);
      if (!strstr(ria_status_detail(), where) || !strstr(ria_status_detail(), rule[n].said))
        fail_msg("%s: said '%s', not '%s' and '%s'", rule[n].name, ria_status_detail(), where,
                 rule[n].said);
    }
  }
}

static void all_who_wait_are_named(void **state) {
  (void)state;
  ria_cell *cell;
  assert_int_equal(ria_cell_create(3, RIA_WATCH_FAST, &cell), RIA_SUCCESS);
  for (int spe = 0; spe < 3; spe++)
    assert_int_equal(ria_cell_start(cell, spe, &ria_spe_broken, MAILBOX_EMPTY, 0), RIA_SUCCESS);
  assert_int_equal(ria_cell_write_in_mbox(cell, 1, 5), RIA_SUCCESS);
  int waiting;
  assert_int_equal(ria_cell_advance(cell, &waiting), RIA_SUCCESS);
  assert_int_equal(waiting, 2);
  assert_int_equal(ria_cell_exit_code(cell, 1), 7);
  /* The PPE is idle, so no value can change. */
  assert_int_equal(ria_cell_advance(cell, &waiting), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "deadlock: broken (SPE 0), broken.c:"));
  assert_non_null(strstr(ria_status_detail(), "; broken (SPE 2), broken.c:"));
  assert_null(strstr(ria_status_detail(), "SPE 1"));
  ria_cell_destroy(cell);
}

/* The order of two SPEs is undefined, so it must not matter. */
static void races_are_found(void **state) {
  (void)state;
  static _Alignas(128) float out[2][64];
  ria_cell *cell;
  uint64_t ea;
  assert_int_equal(ria_cell_create(2, RIA_WATCH_CHECKED, &cell), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, out, sizeof out, 1, &ea), RIA_SUCCESS);
  for (int apart = 0; apart < 2; apart++) {
    for (uint64_t spe = 0; spe < 2; spe++)
      assert_int_equal(
          ria_cell_start(cell, (int)spe, &ria_spe_peak_single, 1, ea + spe * (apart ? 256 : 128)),
          RIA_SUCCESS);
    const ria_status status = ria_cell_run(cell);
    assert_int_equal(status, apart ? RIA_SUCCESS : RIA_ERROR_ARGUMENT);
  }
  assert_non_null(strstr(ria_status_detail(), "peak_single (SPE 0), peak.c:"));
  assert_non_null(strstr(ria_status_detail(), "256 bytes are put at address 0x"));
  assert_non_null(strstr(ria_status_detail(), "and SPE 1 puts 256 bytes at address 0x"));
  ria_cell_destroy(cell);
}

static void mistakes_of_the_ppe_are_reported(void **state) {
  (void)state;
  ria_cell *cell;
  uint64_t ea;
  static const ria_spe_program large = {
      .name = "large", .code = 200000, .stack = 70000, .fast = (ria_spe_main)abort};
  static const ria_spe_program fast = {.name = "fast", .fast = (ria_spe_main)abort};
  assert_int_equal(ria_cell_create(17, RIA_WATCH_FAST, &cell), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_cell_create(0, RIA_WATCH_FAST, &cell), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_cell_create(1, RIA_WATCH_CHECKED, &cell), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, &ea, 0, 0, &ea), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_cell_start(cell, 1, &ria_spe_broken, 0, 0), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_cell_start(cell, 0, &fast, 0, 0), RIA_ERROR_ARGUMENT);
  assert_string_equal(ria_status_detail(), "fast was not compiled for a checked cell");
  assert_int_equal(ria_cell_start(cell, 0, &ria_spe_broken, 0, 0), RIA_SUCCESS);
  assert_int_equal(ria_cell_start(cell, 0, &ria_spe_broken, 0, 0), RIA_ERROR_ARGUMENT);
  for (int n = 0; n < RIA_CELL_IN_MBOX_DEPTH; n++)
    assert_int_equal(ria_cell_write_in_mbox(cell, 0, 1), RIA_SUCCESS);
  assert_int_equal(ria_cell_write_in_mbox(cell, 0, 1), RIA_ERROR_ARGUMENT);
  uint32_t value;
  assert_int_equal(ria_cell_read_out_mbox(cell, 0, &value), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_cell_signal(cell, 0, 3, 1), RIA_ERROR_ARGUMENT);
  ria_cell_destroy(cell);
  assert_int_equal(ria_cell_create(1, RIA_WATCH_FAST, &cell), RIA_SUCCESS);
  assert_int_equal(ria_cell_start(cell, 0, &large, 0, 0), RIA_ERROR_ARGUMENT);
  assert_string_equal(
      ria_status_detail(),
      "large: 200000 bytes of code and 70000 of stack are more than the local store of 262144");
  ria_cell_destroy(cell);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(broken_rules_are_reported),
      cmocka_unit_test(all_who_wait_are_named),
      cmocka_unit_test(races_are_found),
      cmocka_unit_test(mistakes_of_the_ppe_are_reported),
  };
  return cmocka_run_group_tests(tests, 0, 0);
}
