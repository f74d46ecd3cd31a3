/* --set: values of the command line replace the file's. */
#include <unistd.h>
#include "case_fixture.h"

static const char base_case[] = "time: {start: 2024-03-01, end: 6 h}\n"
                                "grid: {resolution: 100 m}\n"
                                "bathymetry: bed.asc\n"
                                "boundaries: {west: {kind: level, level: 1 m}, default: open}\n"
                                "gauges: {points: {a: [1, 2], b: [3, 4]}}\n"
                                "wind: {speed: 5, direction: 90}\n";

/* A setting gives the same case as a file with this value. */
static void same_as_file(void **state) {
  static const struct {
    const char *set,
        *line; /* a line instead of that of the same section in base_case; NULL: removed */
  } pairs[] = {
      {"time.end=7 h", "time: {start: 2024-03-01, end: 7 h}\n"},
      {"time.end=\"7 h\"", "time: {start: 2024-03-01, end: 7 h}\n"},
      {"time.end=2024-03-02", "time: {start: 2024-03-01, end: 1 d}\n"},
      {"time.steps=100", "time: {start: 2024-03-01, steps: 100}\n"},
      {"time={steps: 100}", "time: {steps: 100}\n"},
      {"time.start=", "time: {end: 6 h}\n"},
      {"grid.cells=3x4", "grid: {cells: [3, 4]}\n"},
      {"grid.cells=[3, 4]", "grid: {cells: [3, 4]}\n"},
      {"wind=", "wind:\n"},
      {"wind.speed=[[0, 1], [1 h, 2]]", "wind: {speed: [[0, 1], [1 h, 2]], direction: 90}\n"},
      {"boundaries.0.level=50 cm",
       "boundaries: {west: {kind: level, level: 0.5}, default: open}\n"},
      {"boundaries.west.level=2", "boundaries: {west: {kind: level, level: 2}, default: open}\n"},
      {"boundaries.west=wall", "boundaries: {west: wall, default: open}\n"},
      {"boundaries.1={side: east, kind: wall}",
       "boundaries: [{side: west, kind: level, level: 1}, {side: east}, {side: south, kind: open}, "
       "{side: north, kind: open}]\n"},
      {"boundaries=open", "boundaries: open\n"},
      {"gauges.points.1.at=[5, 6]", "gauges: {points: {a: [1, 2], b: [5, 6]}}\n"},
      {"gauges.points.b=[5, 6]", "gauges: {points: {a: [1, 2], b: [5, 6]}}\n"},
      {"gauges.points.b.at.0=5", "gauges: {points: {a: [1, 2], b: [5, 4]}}\n"},
      {"gauges.points.c=[5, 6]", "gauges: {points: {a: [1, 2], b: [3, 4], c: [5, 6]}}\n"},
      {"gauges.points.2={name: c, at: [5, 6]}",
       "gauges: {points: {a: [1, 2], b: [3, 4], c: [5, 6]}}\n"},
      {"gauges.every=1 min", "gauges: {every: 60, points: {a: [1, 2], b: [3, 4]}}\n"},
  };
  case_fixture *f = *state;
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    read_set(f, base_case, 1, &pairs[i].set);
    if (f->status)
      print_message("--set %s\n", pairs[i].set);
    assert_valid(f);
    char *yaml = strdup(f->the_case.yaml), text[1024];
    size_t section = strcspn(pairs[i].line, ":") + 1;
    const char *place = base_case;
    while (strncmp(place, pairs[i].line, section))
      place = strchr(place, '\n') + 1;
    snprintf(text, sizeof text, "%.*s%s%s", (int)(place - base_case), base_case, pairs[i].line,
             strchr(place, '\n') + 1);
    read_text(f, text);
    assert_valid(f);
    assert_string_equal(yaml, f->the_case.yaml);
    free(yaml);
  }
}

static void new_sections(void **state) {
  case_fixture *f = *state;
  const char *const set[] = {"tracers.dye.unit=g/m3",
                             "tracers.0.releases.spill.at=[1, 2]",
                             "tracers.dye.releases.spill.concentration=1 kg/m3",
                             "bathymetry.shape.kind=flat",
                             "bathymetry.shape.elevation=-3 m",
                             "grid.extent=[0, 0, 9, 9]",
                             "boundaries.west=",
                             "boundaries.west.kind=tide",
                             "boundaries.west.constituents.M2.amplitude=1.5",
                             "boundaries.west.constituents.M2.phase=70 deg",
                             "time.steps=5",
                             "time.end=5 h"};
  read_set(f, "time: {start: 2024-03-01, end: 6 h}\ngrid: 1 m\nbathymetry: bed.asc\n", 12, set);
  assert_valid(f);
  const ria_case *c = &f->the_case;
  assert_float_equal(c->time.end, 18000, 0); /* the last one wins */
  assert_int_equal(c->time.steps, -1);
  assert_null(c->bathymetry.field.file);
  assert_string_equal(c->bathymetry.field.shape.kind, "flat");
  assert_float_equal(c->bathymetry.field.shape.p[0], -3, 0);
  assert_string_equal(c->release[0].name, "spill");
  assert_float_equal(c->release[0].concentration, 1000, 0);
  assert_int_equal(c->boundary[0].kind, RIA_BOUNDARY_TIDE);
  assert_float_equal(c->boundary[0].constituent[0].amplitude, 1.5, 0);
}

/* Files of a setting are found from the current folder, not from the case's. */
static void files_from_here(void **state) {
  case_fixture *f = *state;
  char *here = realpath(".", NULL), *other = test_folder_create();
  write_text(other, "here.asc", "x");
  assert_int_equal(chdir(other), 0);
  const char *const set[] = {"bathymetry.file=here.asc"};
  read_set(f, SMALL_CASE, 1, set);
  assert_int_equal(chdir(here), 0);
  assert_valid(f);
  assert_non_null(strstr(f->the_case.bathymetry.field.file, other));
  test_folder_remove(other);
  free(here);
}

static void bad_settings(void **state) {
  static const struct {
    const char *set, *part;
  } bad[] = {
      {"time.end", "--set time.end: expected key.path=value"},
      {"=5", "--set =5: expected key.path=value"},
      {"", "expected key.path=value"},
      {"time.ende=5", "time.ende: there is no such key; did you mean 'end'?"},
      {"tme.end=5", "tme: there is no such key; did you mean 'time'?"},
      {"time.end=5 parsec", "--set time.end=5 parsec: time.end: expected a time"},
      {"time.end=[1", "--set time.end=[1: this is not YAML"},
      {"time.end=\t5", "this is not YAML"},
      {"boundaries.9.kind=open", "there is no item 9: the list has 4, counted from 0"},
      {"gauges.points.0.at.5=3", "there is no item 5: the list has 2, counted from 0"},
      {"gauges.points.0.at.x=3", "'x' is no number of an item of this list"},
      {"boundaries.up.kind=open",
       "boundaries.4.side: expected west, east, south or north, got 'up'"},
      {"a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=1",
       "more parts than a case has levels"},
      {"..=1", "there is no such key"},
      {"boundaries=[{side: west}, {side: west}]", "this lies over boundaries.0 on the west side"},
  };
  case_fixture *f = *state;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    read_set(f, base_case, 1, &bad[i].set);
    assert_int_equal(f->status, RIA_ERROR_CASE);
    if (!has_error(f, 0, 0, bad[i].part)) {
      print_errors(f);
      fail_msg("--set %s", bad[i].set);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(same_as_file, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(new_sections, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(files_from_here, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(bad_settings, case_setup, case_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
