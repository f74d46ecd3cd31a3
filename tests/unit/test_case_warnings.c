/* Valid but improbable values give a warning, impossible ones an error: physical values, times of
 * series, tables of the tide, the threshold of arrivals. */
#include <math.h>
#include "../../inputs/case/plausible.h"
#include "case_fixture.h"
#include "ria/schema.h"

#define STARTED                                                                                    \
  "time: {start: 2024-03-01, end: 6 h}\ngrid: 100 m\nbathymetry: bed.asc\nfriction: 0.02\n"

/* A warning at a place, in a case that is valid. */
static bool has_warning(const case_fixture *f, int line, int column, const char *part) {
  for (int i = 0; i < f->the_case.warnings.count; i++) {
    const ria_case_error *e = &f->the_case.warnings.error[i];
    if (e->line == line && e->column == column && strstr(e->text, part))
      return true;
  }
  return false;
}

static void print_warnings(const case_fixture *f) {
  for (int i = 0; i < f->the_case.warnings.count; i++)
    print_message("  warning: %s\n", f->the_case.warnings.error[i].text);
}

static void read_added(case_fixture *f, const char *text) {
  char all[4096];
  snprintf(all, sizeof all, STARTED "%s", text);
  read_text(f, all);
}

typedef struct {
  const char *text; /* the case's lines from 5 on */
  int line, column;
  const char *part;
} slip;

static const slip unusual[] = {
    {"maxima: {fields: depth, arrival: 20 m}\n", 5, 34, "maxima.arrival: 20 m is unusual"},
    {"maxima: level\noutput: {history: false}\n", 5, 9, "maxima: the history stores maxima"},
    {"maxima: level\ntime_tiling: {scheme: swept, steps: 2}\n", 5, 9,
     "maxima: swept tiles reach one time only at the end of a window"},
    {"maxima: level\ntarget: cell\n", 5, 9, "maxima: the target 'cell' cannot track maxima"},
    {"sections: {mouth: [[0, 0], [9, 9]]}\ntarget: cell\n", 5, 11, "cannot measure sections"},
    {"output: {every: 1 h, window: 1 h, history: false}\n", 5, 30, "the history holds the means"},
    {"flows: structures\n", 5, 8, "this case has no wall, weir, gate, culvert or pump"},
    {"flows: all\nstructures: {mole: {line: [[0, 0], [9, 9]]}}\ntarget: cell\n", 5, 8,
     "cannot measure lines, walls, weirs and gates"},
    {"viscosity: 50000 m2/s\n", 5, 12,
     "viscosity.constant: 50000 m2/s is unusual: from 1e-06 m2/s to 1000 m2/s is expected; "},
    {"viscosity: {map: 50000}\n", 5, 18, "viscosity.map.value: 50000 m2/s is unusual"},
    {"wind: {speed: 100 m/s, direction: 0}\n", 5, 15, "wind.speed: 100 m/s is unusual"},
    {"wind: {speed: [[0 h, 5], [6 h, 90]], direction: 0}\n", 5, 32, "wind.speed.1: 90 m/s"},
    {"wind: {speed: 5, direction: 1000}\n", 5, 29, "wind.direction: 1000 deg is unusual"},
    {"wind: {speed: 5, direction: 0, drag: 0.13}\n", 5, 38, "wind.drag: 0.13 is unusual"},
    {"gravity: 981 m/s2\n", 5, 10, "gravity: 981 m/s2 is unusual"},
    {"dry: 1 m\n", 5, 6, "dry: 1 m is unusual"},
    {"initial: 108 m\n", 5, 10, "initial.level: 108 m is unusual"},
    {"coriolis: {parameter: 1.2 1/s}\n", 5, 23, "coriolis.parameter: 1.2 1/s is unusual"},
    {"tracers: {dye: {decay: 0.5}}\n", 5, 24, "a rate a day needs its unit"},
    {"tracers: {dye: {half_life: 12}}\n", 5, 28, "tracers.0.half_life: 12 s is unusual"},
    {"tracers: {dye: {unit: g/m3, releases: [{at: [1, 2], concentration: 5e9 g/m3}]}}\n", 5, 68,
     "5000000000 g/m3 is unusual"},
    {"tracers: {dye: {unit: mg/l, threshold: 1, releases: [{at: [1, 2], rate: 5e6 kg/s}]}}\n", 5,
     73, "more than ten tonnes a second"},
    {"rivers: [{at: [1, 2], discharge: 5e6}]\n", 5, 34, "rivers.0.discharge: 5000000 m3/s"},
    {"boundaries: {west: {kind: level, level: 250, ramp: 1 h}}\n", 5, 41, "boundaries.0.level"},
    {"boundaries: {west: {kind: tide, constituents: {M2: [9 m, 77]}, ramp: 1 h}}\n", 5, 53,
     "amplitude: 9 m is unusual"},
    {"boundaries: {west: {kind: tide, constituents: {M2: [1 m, 770]}, ramp: 1 h}}\n", 5, 58,
     "phase: 770 deg is unusual"},
    {"checkpoint: 3000 d\n", 5, 13, "checkpoint.every: 3000 d"},
};

static const slip impossible[] = {
    {"wind: {speed: 1000 m/s, direction: 0}\n", 5, 15,
     "wind.speed: 1000 m/s is not possible: usual is from 0 m/s to 75 m/s; "},
    {"wind: {speed: [[0 h, 5], [6 h, 1000]], direction: 0}\n", 5, 32,
     "wind.speed.1: 1000 m/s is not possible"},
    {"wind: {speed: storm.csv, direction: 0}\n", 5, 15, "1000 m/s is not possible"},
    {"boundaries: {west: {kind: tide, constituents: {M2: [108, 77]}}}\n", 5, 53,
     "amplitudes in centimetres need their unit, such as '108 cm'"},
    {"boundaries: {west: {kind: tide, constituents: bare_cm.csv}}\n", 5, 47,
     "boundaries.0.constituents.M2.amplitude: 108 m is not possible"},
};

static void write_tables(const case_fixture *f) {
  write_text(f->folder, "storm.csv", "0,5\n3600,1000\n21600,5\n");
  write_text(f->folder, "bare_cm.csv", "name,amplitude,phase\nM2,108,77\n");
  write_text(f->folder, "odd.csv", "name,amplitude,phase\nM2,1.08,77\nXX2,0.5,10\nS2,0.4,1\n");
  write_text(f->folder, "past.csv", "time,value\n2023-03-01T00:00:00Z,1\n2023-03-02T00:00:00Z,2\n");
  write_text(f->folder, "future.csv",
             "time,value\n2025-03-01T00:00:00Z,1\n2025-03-02T00:00:00Z,2\n");
  write_text(f->folder, "all.csv", "time,value\n0,1\n21600,2\n");
  write_text(f->folder, "late.csv", "time,value\n600,1\n21600,2\n");
}

static void values_are_held_against_usual_ones(void **state) {
  case_fixture *f = *state;
  int missed = 0;
  write_tables(f);
  for (size_t i = 0; i < sizeof unusual / sizeof *unusual; i++) {
    const slip *s = &unusual[i];
    read_added(f, s->text);
    bool told = f->status == RIA_SUCCESS && has_warning(f, s->line, s->column, s->part);
    missed += !told;
    if (told)
      continue;
    print_error("expected the warning %d:%d: %s\nin\n%s\ngot\n", s->line, s->column, s->part,
                s->text);
    print_errors(f);
    print_warnings(f);
  }
  for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
    const slip *s = &impossible[i];
    read_added(f, s->text);
    bool told = f->status == RIA_ERROR_CASE && has_error(f, s->line, s->column, s->part);
    missed += !told;
    if (told)
      continue;
    print_error("expected the error %d:%d: %s\nin\n%s\ngot\n", s->line, s->column, s->part,
                s->text);
    print_errors(f);
  }
  assert_int_equal(missed, 0);
}

static void friction_of_25_is_no_manning(void **state) {
  case_fixture *f = *state;
  read_text(f, SMALL_CASE "friction: 25\n");
  assert_int_equal(f->status, RIA_ERROR_CASE);
  assert_true(
      has_error(f, 4, 11,
                "friction.manning: 25 s/m1/3 is not possible: usual is from 0.008 s/m1/3 to "
                "0.2 s/m1/3; Manning's n is 0.02 on sand and 0.1 among reeds; Strickler's "
                "coefficient is 1/n"));
  read_text(f, SMALL_CASE "friction: 0.5\n");
  assert_valid(f);
  assert_true(has_warning(f, 4, 11, "friction.manning: 0.5 s/m1/3 is unusual"));
  read_text(f, SMALL_CASE "friction: 0\n");
  assert_int_equal(f->the_case.warnings.count, 0);
  read_text(f, "time: 6 h\ngrid: 1e9 m\nbathymetry: bed.asc\n");
  assert_true(has_error(f, 2, 7, "grid.resolution: 1000000000 m is not possible"));
  read_text(f, "time: {start: 0226-03-01, end: 1 d}\nbathymetry: bed.asc\n");
  assert_int_equal(f->status, RIA_ERROR_CASE);
  read_text(f, "time: {start: 2626-03-01, end: 1 d}\nbathymetry: bed.asc\n");
  assert_true(has_warning(f, 1, 15, "the year of 2626-03-01T00:00:00Z is unusual"));
}

/* Heat in a rod or a gas in a tube may have any size. */
static void other_solvers_are_not_judged(void **state) {
  case_fixture *f = *state;
  read_text(f, "solver: heat\ntime: 1 s\ngrid: {cells: 8x1, extent: [0, 0, 8, 1]}\n"
               "output: 4000 d\n");
  assert_valid(f);
  assert_int_equal(f->the_case.warnings.count, 0);
}

/* ---- the table ---- */

static bool is_physical(const ria_key *k) {
  static const char *const without[] = {"at", "extent"};
  for (size_t i = 0; i < sizeof without / sizeof *without; i++)
    if (!strcmp(k->name, without[i]))
      return false;
  switch (k->kind) {
  case RIA_KEY_QUANTITY:
  case RIA_KEY_SERIES:
    return k->dimension != RIA_NUMBER;
  case RIA_KEY_LEVEL:
  case RIA_KEY_HALF_LIFE:
  case RIA_KEY_END:
    return true;
  default:
    return false;
  }
}

/* The row of a shared key, or of a key of a solver. */
static const ria_plausible *row_of(const char *path) {
  const ria_plausible *row = case_plausible_find(case_plausible_rows, path);
  for (const ria_solver *const *solver = ria_solvers; !row && *solver; solver++)
    row = case_plausible_find((*solver)->keys.plausible, path);
  return row;
}

static int look_for_rows(const ria_key *keys, const char *prefix) {
  int missing = 0;
  for (const ria_key *k = keys; k->name; k++) {
    char path[256];
    snprintf(path, sizeof path, "%s%s", prefix, k->name);
    const ria_plausible *row = row_of(path);
    if (is_physical(k) && (!row || row->dimension != k->dimension)) {
      print_error("there is no plausible range of %s, or one of another dimension\n", path);
      missing++;
    }
    if (k->keys) {
      snprintf(path, sizeof path, "%s%s.", prefix, k->name);
      missing += look_for_rows(k->keys, path);
    }
  }
  return missing;
}

static void check_rows(const ria_plausible *rows) {
  for (const ria_plausible *row = rows; row && row->path; row++) {
    assert_true(row->low < row->high && row->least <= row->low && row->high <= row->most);
    assert_ptr_equal(row_of(row->path), row);
  }
}

static void every_physical_key_has_a_row(void **state) {
  (void)state;
  assert_int_equal(look_for_rows(ria_case_keys, ""), 0);
  check_rows(case_plausible_rows);
  for (const ria_solver *const *solver = ria_solvers; *solver; solver++) {
    if ((*solver)->keys.natural && (*solver)->keys.keys)
      assert_int_equal(look_for_rows((*solver)->keys.keys, ""), 0);
    check_rows((*solver)->keys.plausible);
  }
  assert_non_null(row_of("wind.speed"));
  assert_non_null(row_of("tracers.0.releases.12.rate.3"));
  assert_non_null(row_of("boundaries.0.constituents.2N2.amplitude"));
  assert_null(row_of("boundaries.0"));
  assert_null(row_of("wind"));
  assert_null(row_of("wind.speeds"));
  assert_null(row_of("gravity.x"));
}

/* ---- series ---- */

static const slip spans[] = {
    {"boundaries: {west: {kind: level, level: future.csv, ramp: 1 h}}\n", 5, 41,
     "boundaries.0.level: the first of these times is 365 d, but the run ends at 6 h"},
    {"wind: {speed: level.csv, direction: 0}\n", 5, 15,
     "wind.speed: this file ends at 1 h, but the run ends at 6 h"},
    {"wind: {speed: late.csv, direction: 0}\n", 5, 15, "this file starts 600 s after the run"},
    {"rivers: [{at: [1, 2], discharge: [[7 h, 1], [8 h, 2]]}]\n", 5, 34,
     "rivers.0.discharge: the first of these times is 7 h, but the run ends at 6 h"},
};

static const slip past[] = {
    {"boundaries: {west: {kind: level, level: past.csv}}\n", 5, 41,
     "boundaries.0.level: the last of these times is 365 d before the start of the run"},
    {"wind: {speed: [[-2 h, 1], [-1 h, 2]], direction: 0}\n", 5, 15,
     "wind.speed: the last of these times is 1 h before the start"},
    {"tracers: [{name: a, releases: [{at: [1, 2], rate: [[2024-02-01, 1], [2024-02-02, 2]]}]}]\n",
     5, 51, "tracers.0.releases.0.rate: the last of these times is 28 d before"},
    {"gauges: [{name: a, at: [1, 2], observed: past.csv}]\n", 5, 42,
     "gauges.points.0.observed.level: these values and the run do not overlap: the last of them is "
     "365 d before the start of the run"},
    {"gauges: [{name: a, at: [1, 2], observed: {speed: [[7 h, 1], [8 h, 2]]}}]\n", 5, 50,
     "gauges.points.0.observed.speed: these values and the run do not overlap: the first of them "
     "is 1 h after its end"},
    {"gauges: [{name: a, at: [1, 2], observed: 1 m}]\n", 5, 42,
     "gauges.points.0.observed.level: one value cannot be compared with a run"},
};

static void series_reach_into_the_run(void **state) {
  case_fixture *f = *state;
  write_tables(f);
  for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
    read_added(f, spans[i].text);
    assert_valid(f);
    if (!has_warning(f, spans[i].line, spans[i].column, spans[i].part)) {
      print_warnings(f);
      fail_msg("no warning '%s'", spans[i].part);
    }
  }
  for (size_t i = 0; i < sizeof past / sizeof *past; i++) {
    read_added(f, past[i].text);
    if (!has_error(f, past[i].line, past[i].column, past[i].part)) {
      print_errors(f);
      fail_msg("no error '%s'", past[i].part);
    }
  }
  static const char *const fine[] = {
      "wind: {speed: all.csv, direction: [[0 h, 0], [1 h, 90]]}\n",
      "wind: {speed: [[-1 h, 1], [0 h, 2]], direction: [[1 h, 0], [6 h, 90]]}\n"};
  for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
    read_added(f, fine[i]);
    assert_valid(f);
    print_warnings(f);
    assert_int_equal(f->the_case.warnings.count, 0);
  }
}

static void unknown_constituents_are_reported(void **state) {
  case_fixture *f = *state;
  write_tables(f);
  read_added(f, "boundaries: {west: {kind: tide, constituents: odd.csv, ramp: 1 h}}\n");
  assert_valid(f);
  assert_int_equal(f->the_case.boundary[0].constituents, 2);
  assert_int_equal(f->the_case.warnings.count, 1);
  assert_true(has_warning(f, 5, 47,
                          "/odd.csv:3: ria does not know 1 constituent and leaves it out: "
                          "XX2 (amplitudes of 0.5 m in all; the largest that it knows has "
                          "1.08 m)"));
}

/* ---- arrivals ---- */

static void a_threshold_follows_from_the_case(void **state) {
  static const struct {
    const char *text;
    double threshold;
  } cases[] = {
      {"tracers: [{name: a, releases: [{at: [1, 2], concentration: 40}]}]\n", 0.4},
      {"tracers: [{name: a, threshold: 0, releases: [{at: [1, 2], concentration: 40}]}]\n", 0.4},
      {"tracers: [{name: a, threshold: 3, releases: [{at: [1, 2], concentration: 40}]}]\n", 3},
      {"tracers: [{name: a}]\nrivers: [{at: [1, 2], discharge: 1, concentration: 7}]\n", 0.07},
      {"tracers: [{name: a}]\nboundaries: {west: {kind: open, concentration: 5}}\n", 0.05},
      {"tracers: [{name: a}]\ninitial: {concentration: 2}\n", 0.02},
      {"tracers: [{name: a}]\ninitial: {shape: {kind: column, x: 0, y: 0, radius: 1, inside: 2, "
       "outside: 1, tracer: 9}}\n",
       0.09},
  };
  case_fixture *f = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    read_added(f, cases[i].text);
    assert_valid(f);
    assert_float_equal(f->the_case.tracer.threshold, cases[i].threshold, 1e-15);
    assert_int_equal(f->the_case.warnings.count, 0);
    /* the case as run has it, and is the same case */
    char hash[17], *yaml = strdup(f->the_case.yaml);
    strcpy(hash, f->the_case.hash);
    assert_non_null(strstr(yaml, "threshold: "));
    read_text(f, yaml);
    assert_valid(f);
    assert_string_equal(f->the_case.yaml, yaml);
    free(yaml);
    assert_float_equal(f->the_case.tracer.threshold, cases[i].threshold, 1e-15);
    assert_string_equal(f->the_case.hash, hash);
  }
}

static void without_a_concentration_nothing_arrives(void **state) {
  case_fixture *f = *state;
  read_added(f, "tracers: [{name: a, releases: [{at: [1, 2], rate: 40}]}]\n");
  assert_valid(f);
  assert_true(f->the_case.tracer.threshold == 0);
  assert_true(has_warning(f, 5, 11, "tracers.0: arrivals are not reported"));
}

/* ---- the keys of a file ---- */

static const slip of_files[] = {
    {"time: 1\nbathymetry: {shape: flat, crop: auto}\ngrid: {resolution: 1, extent: [0, 0, 9, "
     "9]}\n",
     2, 33, "bathymetry.crop: this key applies to a file, but there is none"},
    {"time: 1\nbathymetry: {shape: flat, positive: down}\ngrid: {resolution: 1, extent: [0, 0, 9, "
     "9]}\n",
     2, 37, "bathymetry.positive: this key applies to a file"},
    {"time: 1\nbathymetry: {file: bed.asc, nodata_level: 5 m}\n", 2, 43,
     "expected 'nodata: land' beside it"},
    {"time: 1\nbathymetry: {file: bed.asc, nodata: error, nodata_level: 5 m}\n", 2, 58,
     "expected 'nodata: land' beside it"},
    {"time: 1\nbathymetry: {file: bed.asc, crop: auto}\ngrid: {extent: [0, 0, 9, 9]}\n", 2, 35,
     "this and 'grid.extent' both say where the domain ends"},
    {"time: 1\nbathymetry: {file: bed.asc, nodata: sea}\n", 2, 37,
     "bathymetry.nodata: expected error, land, none, or a number that means no data, such as "
     "-9999; "
     "got 'sea'"},
    {"time: 1\nbathymetry: {file: bed.asc, positive: dwon}\n", 2, 39, "did you mean 'down'?"},
};

static void keys_of_a_file_fit_together(void **state) {
  case_fixture *f = *state;
  for (size_t i = 0; i < sizeof of_files / sizeof *of_files; i++) {
    read_text(f, of_files[i].text);
    if (f->status == RIA_SUCCESS ||
        !has_error(f, of_files[i].line, of_files[i].column, of_files[i].part)) {
      print_errors(f);
      fail_msg("no error '%s'", of_files[i].part);
    }
  }
  read_text(f, "time: 1\nbathymetry: {file: bed.asc, nodata: land, nodata_level: 5 m, crop: auto, "
               "positive: down}\n");
  assert_valid(f);
  assert_int_equal(f->the_case.bathymetry.nodata, RIA_NODATA_LAND);
  assert_int_equal(f->the_case.bathymetry.crop, RIA_CROP_AUTO);
  assert_int_equal(f->the_case.bathymetry.positive, RIA_POSITIVE_DOWN);
  assert_true(f->the_case.bathymetry.has_nodata_level && f->the_case.bathymetry.nodata_level == 5);
}

/* As editors on Windows save it. */
static void a_byte_order_mark_is_no_text(void **state) {
  case_fixture *f = *state;
  char with[17], without[17];
  read_text(f, SMALL_CASE);
  assert_valid(f);
  strcpy(without, f->the_case.hash);
  read_text(f, "\xEF\xBB\xBF" SMALL_CASE);
  assert_valid(f);
  strcpy(with, f->the_case.hash);
  assert_string_equal(with, without);
  read_text(f, "\xEF\xBB\xBFtime: 6\r\ntitel: x\r\nbathymetry: bed.asc\r\n");
  assert_true(has_error(f, 2, 1, "did you mean 'title'?"));
  read_text(f, "\xEF\xBB\xBFtitel: x\n");
  assert_true(has_error(f, 1, 1, "neither a case"));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, case_setup, case_teardown)
  const struct CMUnitTest tests[] = {
      TEST(values_are_held_against_usual_ones), TEST(friction_of_25_is_no_manning),
      TEST(other_solvers_are_not_judged),       cmocka_unit_test(every_physical_key_has_a_row),
      TEST(series_reach_into_the_run),          TEST(unknown_constituents_are_reported),
      TEST(a_threshold_follows_from_the_case),  TEST(without_a_concentration_nothing_arrives),
      TEST(keys_of_a_file_fit_together),        TEST(a_byte_order_mark_is_no_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
