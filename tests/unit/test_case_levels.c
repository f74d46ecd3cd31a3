/* Sides with a level, and the initial level: their keys and warnings. */
#include "case_fixture.h"
#include "ria/tide.h"

static void read_added(case_fixture *f, const char *more) {
  char text[1024];
  snprintf(text, sizeof text,
           "time: {start: 2024-03-01T00:00:00Z, end: 6 h}\ngrid: 100 m\nbathymetry: bed.asc\n%s",
           more);
  read_text(f, text);
  assert_valid(f);
}

static void keys_of_sides_with_a_level(void **state) {
  case_fixture *f = *state;
  read_added(f, "boundaries:\n"
                "  - {side: west, kind: level, level: 0}\n"
                "  - {side: east, kind: level, level: 0, absorbing: true, discharge: -250}\n"
                "  - {side: south, kind: tide, constituents: tide.csv, head_loss: yes, ramp: 1 h}\n"
                "  - {side: north, kind: discharge, discharge: 2, ramp: 90 s}\n");
  const ria_case_boundary *b = f->the_case.boundary;
  assert_false(b[0].absorbing);
  assert_true(b[0].head_loss && !b[1].head_loss);
  assert_float_equal(b[0].ramp, 0, 0);
  assert_int_equal(b[0].inflow.count, 0);
  assert_true(b[1].absorbing);
  assert_float_equal(ria_series_value(&b[1].inflow, 0), -250, 0);
  assert_true(b[2].head_loss);
  assert_float_equal(b[2].ramp, 3600, 0);
  assert_float_equal(b[3].ramp, 90, 0);
}

/* The water that a wave runs into has the level of the start, unless the case gives another. */
static void keys_of_incoming_waves(void **state) {
  case_fixture *f = *state;
  read_added(f, "initial: tide\n"
                "boundaries:\n"
                "  - {side: west, kind: level, level: [[0, 20 cm], [9 s, 1]], absorbing: true}\n"
                "  - {side: east, kind: level, level: 0.2, absorbing: true, incoming: true}\n"
                "  - {side: south, kind: level, level: 0.2, offset: 1 cm, absorbing: true,\n"
                "     incoming: yes, still: -30 cm}\n"
                "  - {side: north, kind: level, level: 0.2, absorbing: true, incoming: no}\n");
  const ria_case_boundary *b = f->the_case.boundary;
  assert_true(!b[0].incoming && !b[0].has_incoming);
  assert_true(b[1].incoming && b[2].incoming);
  assert_float_equal(b[1].still, 0.2, 0);
  assert_float_equal(b[2].still, -0.3, 0);
  assert_true(!b[3].incoming && b[3].has_incoming);
}

/* `initial.level: tide` is the level of the first boundary that has one, at the start. */
static void starts_at_a_level(void **state) {
  case_fixture *f = *state;
  const ria_case *c = &f->the_case;
  read_added(f, "initial: {level: tide}\n"
                "boundaries:\n"
                "  - {side: west, kind: open}\n"
                "  - {side: south, kind: level, level: [[0, 0.5], [1 h, 2]], offset: 25 cm}\n"
                "  - {side: east, kind: level, level: 0.8}\n");
  assert_float_equal(c->initial.level, 0.75, 0);

  read_added(f, "initial: tide\n"
                "boundaries:\n"
                "  - {side: north, kind: discharge, discharge: 3}\n"
                "  - {side: west, kind: tide, offset: 12 cm, ramp: 1 h, constituents: tide.csv}\n");
  const ria_case_boundary *b = &c->boundary[1];
  ria_tide *tide = ria_tide_create(b->constituents, b->constituent);
  assert_true(c->initial.level == 0.12 + ria_tide_level(tide, c->time.start));
  ria_tide_destroy(tide);
}

/* The start that does not match a boundary's level: the warning's line and both levels. */
static void warns_of_a_jump(void **state) {
  case_fixture *f = *state;
  const ria_case_errors *warnings = &f->the_case.warnings;
  read_added(f, "initial: 0.25 m\n"
                "boundaries:\n"
                "  - {side: west, kind: level, level: 0.29}\n"
                "  - {side: east, kind: level, level: 1 m, offset: 50 cm}\n"
                "  - {side: south, kind: level, level: 0.19, absorbing: true}\n"
                "  - {side: north, kind: discharge, discharge: 9}\n");
  assert_int_equal(warnings->count, 2);
  assert_int_equal(warnings->error[0].line, 7);
  assert_int_equal(warnings->error[0].column, 5);
  assert_non_null(strstr(warnings->error[0].text,
                         "case.yaml:7:5: boundaries.1: its level at the start is 1.50 m, but the "
                         "water starts at 0.25 m"));
  assert_non_null(strstr(warnings->error[0].text, "'initial.level: tide', or a ramp"));
  assert_int_equal(warnings->error[1].line, 8);
  assert_non_null(strstr(warnings->error[1].text, "is 0.19 m, but the water starts at 0.25 m"));

  read_added(f, "initial: 50 m\nboundaries: {west: {kind: tide, constituents: tide.csv}}\n"
                "friction: 0.02\n");
  assert_int_equal(warnings->count, 1);
  assert_int_equal(warnings->error[0].line, 5);
}

/* A tide that comes in over a smooth bed. */
static void warns_of_jets(void **state) {
  case_fixture *f = *state;
  read_added(f, "initial: tide\nboundaries: {west: {kind: tide, constituents: tide.csv, "
                "head_loss: no}}\nfriction: 0.01\n");
  assert_int_equal(f->the_case.warnings.count, 1);
  assert_non_null(strstr(f->the_case.warnings.error[0].text, "jets may grow where this tide"));
}

/* A tide that counts as a wave from outside is reflected on top of what a gauge has measured. */
static void warns_of_an_incoming_tide(void **state) {
  case_fixture *f = *state;
  read_added(f, "initial: tide\nboundaries: {west: {kind: tide, constituents: tide.csv, "
                "absorbing: yes, incoming: yes}}\nfriction: 0.01\n");
  assert_int_equal(f->the_case.warnings.count, 1);
  assert_non_null(strstr(f->the_case.warnings.error[0].text, "adds what the estuary reflects"));
}

#define SHAPED "initial: {shape: {kind: column, x: 5, y: 5, radius: 1, inside: 2, outside: 1}}\n"

static void warns_only_of_a_jump(void **state) {
  static const char *const quiet[] = {
      "boundaries: {west: {kind: level, level: 1, ramp: 1 h}}\n",
      "initial: tide\nboundaries: {west: {kind: level, level: 1}}\n",
      "initial: tide\nboundaries: {west: {kind: tide, constituents: tide.csv}}\nfriction: 0.015\n",
      "initial: tide\nboundaries: {west: {kind: tide, constituents: tide.csv, absorbing: yes}}\n",
      "initial: tide\nboundaries: {west: {kind: tide, constituents: tide.csv, head_loss: yes}}\n",
      SHAPED "boundaries: {west: {kind: level, level: 1}}\n",
      "initial: {file: bed.asc}\nboundaries: {west: {kind: level, level: 1}}\n",
      "boundaries: {west: {kind: level, level: 4.9 cm}, east: {kind: level, level: -4.9 cm}}\n",
      "initial: 7\nboundaries: {west: open, east: {kind: discharge, discharge: 5}}\n",
  };
  case_fixture *f = *state;
  for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; i++) {
    read_added(f, quiet[i]);
    assert_int_equal(f->the_case.warnings.count, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(keys_of_sides_with_a_level, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(keys_of_incoming_waves, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(starts_at_a_level, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(warns_of_a_jump, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(warns_of_jets, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(warns_of_an_incoming_tide, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(warns_only_of_a_jump, case_setup, case_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
