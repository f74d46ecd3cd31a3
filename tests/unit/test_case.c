/* Good cases: every default, every key, short forms, the case as run, and the hash. */
#include <math.h>
#include "../../codelets/solvers/estuary/keys.h"
#include "../../codelets/solvers/swsolver/keys.h"
#include "case_fixture.h"

static void defaults(void **state) {
  case_fixture *f = *state;
  read_text(f, SMALL_CASE);
  assert_valid(f);
  const ria_case *c = &f->the_case;
  const estuary_case *own = c->own;
  assert_string_equal(c->name, "case");
  assert_null(c->title);
  assert_string_equal(c->solver, "estuary");
  assert_true(strstr(c->path, "/case.yaml"));
  assert_false(c->time.has_start);
  assert_float_equal(c->time.end, 21600, 0);
  assert_int_equal(c->time.steps, -1);
  assert_float_equal(c->time.cfl, 0.9, 0);
  assert_int_equal(c->time.step, RIA_STEP_WINDOW);
  assert_int_equal(c->time.window, 8);
  assert_float_equal(c->time.guard, 0.97, 0);
  assert_float_equal(c->time.dt, 0, 0);
  assert_float_equal(c->time.max_dt, 0, 0);
  assert_float_equal(c->grid.resolution, 100, 0);
  assert_int_equal(c->grid.cells[0], 0);
  assert_false(c->grid.has_extent);
  assert_null(c->grid.crs);
  assert_true(strstr(c->bathymetry.field.file, "/bed.asc"));
  assert_float_equal(c->bathymetry.offset, 0, 0);
  assert_string_equal(c->bathymetry.field.shape.kind, "");
  assert_null(c->initial.file);
  assert_float_equal(c->initial.level, 0, 0);
  assert_string_equal(c->initial.shape.kind, "");
  assert_int_equal(c->precision, RIA_SINGLE);
  assert_string_equal(c->target, "cpu");
  assert_null(c->strategy);
  assert_int_equal(c->tiles[0], 0);
  assert_int_equal(c->tiles[1], 0);
  assert_int_equal(c->scheme, RIA_TILING_AUTO);
  assert_int_equal(c->depth, 1);
  assert_float_equal(c->gravity, 9.81, 0);
  assert_float_equal(c->dry, 0.001, 0);
  assert_float_equal(own->friction.manning, 0, 0);
  assert_false(own->coriolis.on);
  assert_false(own->wind.on);
  assert_false(c->tracer.on);
  assert_int_equal(c->rivers, 0);
  assert_int_equal(c->releases, 0);
  assert_int_equal(c->gauges, 0);
  assert_float_equal(c->gauge_every, 600, 0);
  assert_float_equal(c->output.every, 0, 0);
  assert_false(c->output.maps_given);
  assert_true(c->output.history);
  assert_float_equal(c->checkpoint.every, 0, 0);
  assert_int_equal(c->checkpoint.keep, 2);
  assert_int_equal(strlen(c->hash), 16);
  assert_int_equal(own->numerics.order, RIA_ORDER_2);
  assert_true(own->numerics.low_froude);
  assert_int_equal(c->warnings.count, 0);
  assert_int_equal(c->boundaries, 4);
  for (int i = 0; i < 4; i++) {
    assert_int_equal(c->boundary[i].kind, RIA_BOUNDARY_WALL);
    assert_true(c->boundary[i].whole);
  }
}

static const char full_case[] =
    "#!/usr/bin/env -S ria run\n"
    "#SBATCH --ntasks=4\n"
    "name: full\n"
    "title: \"R\u00eda de Arousa: \\\"all\\\" keys\"\n"
    "solver: estuary\n"
    "time: {start: 2024-03-01T00:00:00Z, end: 2024-03-08, cfl: 0.9, step: fixed, window: 4,\n"
    "  guard: 0.9, dt: 0.5 s, max_dt: 10 s}\n"
    "grid: {cells: 400x300, extent: [0 km, 0, 40 km, 30 km], crs: 'EPSG:32629'}\n"
    "bathymetry: {file: bed.asc, offset: -12 cm}\n"
    "initial: {level: 0.5 m, concentration: 1 mg/l, file: bed.asc}\n"
    "precision: double\n"
    "target: cpu\n"
    "strategy: simd\n"
    "tiles: [3, 2]\n"
    "time_tiling: {scheme: expansion, depth: 4}\n"
    "gravity: 9.8\n"
    "dry: 2 mm\n"
    "friction: {manning: 0.025}\n"
    "coriolis: {latitude: 42.5 deg}\n"
    "wind: {speed: [[0 h, 3 kn], [6 h, 8 m/s]], direction: [[0, 350], [6 h, 10 deg]], drag: "
    "0.002}\n"
    "tracers:\n"
    "  - name: dye\n"
    "    unit: g/m3\n"
    "    half_life: 12 h\n"
    "    threshold: 10 ug/l\n"
    "    releases:\n"
    "      - {name: spill, at: [10 km, 5 km], radius: 400 m, concentration: 1 kg/m3}\n"
    "      - {at: [11 km, 5 km], rate: [[0 h, 5 g/s], [1 d, 3.6 kg/h]]}\n"
    "rivers:\n"
    "  - {name: Ulla, at: [39 km, 20 km], discharge: {file: level.csv}, concentration: 2, radius: "
    "50 m}\n"
    "boundaries:\n"
    "  - {side: west, from: 1 km, to: 9 km, kind: tide, offset: 12 cm, concentration: 3,\n"
    "     constituents: {M2: {amplitude: 1.08 m, phase: 77 deg}, S2: [37 cm, 106]}}\n"
    "  - {side: west, from: 9 km, kind: tide, constituents: tide.csv, level: level.csv, offset: "
    "1}\n"
    "  - {side: south, kind: level, level: dates.csv, offset: -1 m}\n"
    "  - {side: east, to: 10 km, kind: discharge, discharge: [[2024-03-01T00:00:00Z, 1], [PT1H, "
    "3]], depth: 2}\n"
    "  - {side: north, kind: open}\n"
    "gauges:\n"
    "  every: 5 min\n"
    "  points: [{name: O Grove, at: [1 km, 2 km]}, {name: 'null', at: [3e3, 4e3]}]\n"
    "output: {every: 1 h, maps: no, history: yes}\n"
    "checkpoint: {every: 6 h, keep: 3}\n";

static void every_key(void **state) {
  case_fixture *f = *state;
  read_text(f, full_case);
  assert_valid(f);
  const ria_case *c = &f->the_case;
  const estuary_case *own = c->own;
  assert_string_equal(c->name, "full");
  assert_string_equal(c->title, "R\u00eda de Arousa: \"all\" keys");
  assert_true(c->time.has_start);
  assert_float_equal(c->time.start, 1709251200, 0);
  assert_float_equal(c->time.end, 7 * 86400, 0);
  assert_float_equal(c->time.dt, 0.5, 0);
  assert_int_equal(c->time.step, RIA_STEP_FIXED);
  assert_int_equal(c->grid.cells[0], 400);
  assert_int_equal(c->grid.cells[1], 300);
  assert_float_equal(c->grid.high[0], 40000, 0);
  assert_float_equal(c->grid.high[1], 30000, 0);
  assert_string_equal(c->grid.crs, "EPSG:32629");
  assert_float_equal(c->bathymetry.offset, -0.12, 0);
  assert_float_equal(c->initial.concentration, 1, 0);
  assert_int_equal(c->precision, RIA_DOUBLE);
  assert_string_equal(c->strategy, "simd");
  assert_int_equal(c->tiles[0], 3);
  assert_int_equal(c->tiles[1], 2);
  assert_int_equal(c->depth, 4);
  assert_float_equal(c->dry, 0.002, 0);
  assert_true(own->coriolis.on);
  assert_float_equal(own->coriolis.parameter, 2 * 7.2921e-5 * sin(42.5 * M_PI / 180), 0);
  assert_true(own->wind.on);
  assert_int_equal(own->wind.speed.count, 2);
  assert_float_equal(own->wind.speed.time[1], 21600, 0);
  assert_float_equal(own->wind.direction.value[1], 370, 0); /* through north */
  assert_true(c->tracer.on);
  assert_float_equal(c->tracer.decay, M_LN2 / 43200, 0);
  assert_float_equal(c->tracer.threshold, 0.01, 1e-17);
  assert_int_equal(c->releases, 2);
  assert_float_equal(c->release[0].concentration, 1000, 0);
  assert_int_equal(c->release[0].rate.count, 0);
  assert_string_equal(c->release[1].name, "release 2");
  assert_float_equal(c->release[1].rate.value[1], 1, 0);
  assert_int_equal(c->rivers, 1);
  assert_int_equal(c->river[0].discharge.count, 2);
  assert_float_equal(ria_series_value(&c->river[0].discharge, 1800), 1.25, 0);
  assert_int_equal(c->boundaries, 5);
  const ria_case_boundary *b = c->boundary;
  assert_float_equal(b[0].from, 1000, 0);
  assert_false(b[0].whole);
  assert_int_equal(b[0].constituents, 2);
  assert_string_equal(b[0].constituent[1].name, "S2");
  assert_float_equal(b[0].constituent[1].amplitude, 0.37, 0);
  assert_int_equal(b[0].level.count, 1);
  assert_float_equal(b[0].level.value[0], 0.12, 0);
  assert_float_equal(b[0].outside, 3, 0);
  assert_true(isinf(b[1].to));
  assert_int_equal(b[1].constituents, 2);
  assert_float_equal(ria_series_value(&b[1].level, 3600), 2.5, 0); /* surge plus offset */
  assert_int_equal(b[2].side, RIA_SOUTH);
  assert_true(b[2].whole);
  assert_float_equal(ria_series_value(&b[2].level, 3600), 1, 0);
  assert_int_equal(b[3].inflow.count, 2);
  assert_float_equal(b[3].inflow.time[1], 3600, 0);
  assert_float_equal(b[3].height, 2, 0);
  assert_int_equal(c->gauges, 2);
  assert_string_equal(c->gauge[1].name, "null");
  assert_float_equal(c->gauge[1].y, 4000, 0);
  assert_true(c->output.maps_given);
  assert_int_equal(c->output.maps, 0);
  assert_int_equal(c->checkpoint.keep, 3);
}

/* The case as run reads back, from another folder, to the same text and the same hash. */
static void assert_round_trip(case_fixture *f) {
  char *yaml = strdup(f->the_case.yaml), hash[17];
  strcpy(hash, f->the_case.hash);
  read_text(f, yaml);
  assert_valid(f);
  assert_string_equal(f->the_case.yaml, yaml);
  assert_string_equal(f->the_case.hash, hash);
  free(yaml);
}

static void round_trips(void **state) {
  static const char *const cases[] = {
      SMALL_CASE,
      full_case,
      "time: {steps: 3}\ngrid: {resolution: 1, extent: [0, 0, 9, 9]}\n"
      "bathymetry: {shape: {kind: flat, elevation: -1}}\n"
      "initial: {shape: {kind: column, x: 5, y: 5, radius: 1, inside: 2, outside: 1 m}}\n",
      SMALL_CASE "coriolis: {parameter: 1e-4 1/s}\ntracers: {dye: {decay: 0.1 1/d}}\n"
                 "boundaries: {default: open}\ntiles: auto\ntitle: 'a: b # c'\n",
      SMALL_CASE "numerics: {low_froude: no}\ninitial: tide\n"
                 "boundaries: {west: {kind: level, level: level.csv, ramp: 30 min},\n"
                 "  east: {kind: level, level: 5 cm, absorbing: yes, discharge: 2}}\n",
      "time: 0.1 s\nbathymetry: bed.asc\ntracers:\n  x: {unit: 1/100ml, threshold: 5 1/100ml}\n",
  };
  case_fixture *f = *state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    read_text(f, cases[i]);
    assert_valid(f);
    assert_round_trip(f);
  }
}

static void short_forms(void **state) {
  static const struct {
    const char *text, *full;
  } pairs[] = {
      {"friction: 0.025\n", "friction: {manning: 0.025 s/m1/3}\n"},
      {"output: 10 min\n", "output: {every: 600 s}\n"},
      {"checkpoint: 1 h\n", "checkpoint: {every: PT1H}\n"},
      {"initial: 50 cm\n", "initial: {level: 0.5}\n"},
      {"initial: tide\nboundaries: {west: {kind: level, level: 1}}\n",
       "initial: {level: tide}\nboundaries: [{side: west, kind: level, level: 1 m}]\n"},
      {"gauges: [{name: a, at: [1, 2]}]\n", "gauges: {points: {a: [1 m, 2 m]}}\n"},
      {"gauges: {points: {name: a, at: [1, 2]}}\n", "gauges: {points: {a: {at: [1, 2]}}}\n"},
      {"rivers: {Ulla: {at: [1, 2], discharge: 3}}\n",
       "rivers:\n- name: Ulla\n  at: [0.001 km, 2]\n  discharge: 3000 l/s\n"},
      {"tracers: {name: dye}\n", "tracers: [{name: dye, unit: '1'}]\n"},
      {"tracers: {dye: }\n", "tracers: [{name: dye}]\n"},
      {"boundaries: {west: open}\n", "boundaries: [{side: west, kind: open}]\n"},
      {"boundaries: open\n", "boundaries: {west: open, east: open, south: open, north: open}\n"},
      {"boundaries: {east: wall, default: open}\n",
       "boundaries: [{side: east}, {side: west, kind: open}, {side: south, kind: open}, {side: "
       "north, "
       "kind: open}]\n"},
      {"boundaries: {west: [{to: 5, kind: open}, {from: 7, kind: open}]}\n",
       "boundaries: [{side: west, to: 5, kind: open}, {side: west, from: 7, kind: open}]\n"},
      {"tiles: 3x2\n", "tiles: [3, 2]\n"},
      {"wind: &w {speed: 3, direction: 4}\n", "wind: {speed: 3.0 m/s, direction: 4 deg, drag: }\n"},
  };
  case_fixture *f = *state;
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    char text[1024];
    snprintf(text, sizeof text, SMALL_CASE "%s", pairs[i].text);
    read_text(f, text);
    assert_valid(f);
    char *yaml = strdup(f->the_case.yaml);
    snprintf(text, sizeof text, SMALL_CASE "%s", pairs[i].full);
    read_text(f, text);
    assert_valid(f);
    assert_string_equal(f->the_case.yaml, yaml);
    free(yaml);
  }
}

static void hash_of(case_fixture *f, const char *more, char hash[17]) {
  char text[1024];
  snprintf(text, sizeof text, "grid: 100 m\nbathymetry: bed.asc\n%s", more);
  read_text(f, text);
  assert_valid(f);
  strcpy(hash, f->the_case.hash);
}

/* How many records become maps: a number, or a word for all or none. */
static void numbers_of_maps(void **state) {
  static const struct {
    const char *text;
    int maps;
  } of[] = {{"12", 12}, {"true", 1000000}, {"on", 1000000}, {"no", 0}, {"0", 0}};
  case_fixture *f = *state;
  for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
    char text[64];
    snprintf(text, sizeof text, "time: 6 h\ngrid: 100 m\nbathymetry: bed.asc\noutput: {maps: %s}\n",
             of[i].text);
    read_text(f, text);
    assert_valid(f);
    assert_true(f->the_case.output.maps_given);
    assert_int_equal(f->the_case.output.maps, of[i].maps);
  }
}

static void hashes(void **state) {
  static const char *const same[] = {
      "time: 360 min\n",
      "time: {end: 12 h}\n",
      "time: {steps: 7}\n",
      "# words\nname: other\ntitle: x\ntime: 6 h\n",
      "time: 6 h\ntiles: 3x2\nstrategy: simd\ntime_tiling: {scheme: expansion, depth: 4}\n",
      "time: 6 h\ncheckpoint: 1 h\noutput: {maps: false, history: false}\n",
      "time: 6 h\noutput: {maps: 3}\n",
      "time: 6 h\noutput: {fields: [level, u], from: 1 h, until: 2 h, region: [0, 0, 9, 9]}\n",
      "time: 6 h\ngravity: 981e-2\nboundaries: {west: wall}\n",
      "time: {end: 6 h, cfl: 0.9}\nnumerics: {order: 2}\n",
  };
  static const char *const other[] = {
      "time: {end: 6 h, cfl: 0.44}\n",
      "time: 6 h\nnumerics: {order: 1}\n",
      "time: 6 h\nprecision: double\n",
      "time: 6 h\nboundaries: {west: open}\n",
      "time: 6 h\ngravity: 9.82\n",
      "time: 6 h\nnumerics: {low_froude: false}\n",
      "time: 6 h\nwind: {speed: 1, direction: 0}\n",
      "time: {end: 6 h, start: 2024-03-01}\n",
  };
  case_fixture *f = *state;
  char base[17], hash[17];
  hash_of(f, "time: 6 h\n", base);
  for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
    hash_of(f, same[i], hash);
    assert_string_equal(hash, base);
  }
  for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
    hash_of(f, other[i], hash);
    assert_string_not_equal(hash, base);
  }
  write_text(f->folder, "bed.asc", "ncols 2\n"); /* another bed under the same name */
  hash_of(f, "time: 6 h\n", hash);
  assert_string_not_equal(hash, base);
}

/* The storage of a matrix does not change the answer, unless it is rounded. */
static void a_choice_that_changes_the_answer(void **state) {
  static const char *const matrix[] = {"stored", "packed", "single"};
  case_fixture *f = *state;
  char hash[3][17], text[512];
  for (int i = 0; i < 3; i++) {
    snprintf(text, sizeof text,
             "solver: bwaves\ngrid: {cells: [4, 4, 4], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], "
             "periodic: xyz}\ntime: {steps: 1}\nlinear: {matrix: %s}\n",
             matrix[i]);
    read_text(f, text);
    assert_valid(f);
    strcpy(hash[i], f->the_case.hash);
  }
  assert_string_equal(hash[0], hash[1]);
  assert_string_not_equal(hash[0], hash[2]);
}

/* The default of time.cfl depends on the order, however the case gives the order. */
static void the_order_decides_the_courant_number(void **state) {
  static const struct {
    const char *text, *set;
    double cfl;
  } tries[] = {
      {"time: 6 h\n", NULL, 0.9},
      {"time: 6 h\nnumerics: {order: 2}\n", NULL, 0.9},
      {"time: 6 h\nnumerics: {order: }\n", NULL, 0.9},
      {"time: 6 h\nnumerics: {limiter: minmod}\n", NULL, 0.9},
      {"time: {end: 6 h, cfl: }\n", NULL, 0.9},
      {"time: {end: 6 h, cfl: 0.3}\n", NULL, 0.3},
      {"time: 6 h\nnumerics: {order: 1}\n", NULL, 0.45},
      {"time: 6 h\n", "numerics.order=1", 0.45},
      {"time: {end: 6 h, cfl: 0.9}\n", "numerics.order=1", 0.9},
      {"time: {end: 6 h, cfl: 0.9}\nnumerics: {order: 1}\n", "time.cfl=", 0.45},
      {"solver: swsolver\ntime: 6 h\n", NULL, 0.45},
  };
  case_fixture *f = *state;
  for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
    char text[256];
    snprintf(text, sizeof text, "grid: 100 m\nbathymetry: bed.asc\n%s", tries[i].text);
    read_set(f, text, tries[i].set != NULL, &tries[i].set);
    assert_valid(f);
    assert_float_equal(f->the_case.time.cfl, tries[i].cfl, 0);
    assert_round_trip(f);
  }
}

static void same_bed_under_another_name(void **state) {
  case_fixture *f = *state;
  char first[17];
  read_text(f, SMALL_CASE);
  assert_valid(f);
  strcpy(first, f->the_case.hash);
  write_text(f->folder, "copy.asc", "ncols 1\n");
  read_text(f, "time: 6 h\ngrid: 100 m\nbathymetry: copy.asc\n");
  assert_valid(f);
  assert_string_equal(f->the_case.hash, first);
}

/* Keys of one solver are errors in a case of another, and its case as run does not have them. */
static void keys_belong_to_solvers(void **state) {
  static const char sweeps[] = "solver: swsolver\n"
                               "time: {steps: 10}\n"
                               "grid: {extent: [0 m, 0 m, 8 m, 8 m], cells: [8, 8]}\n"
                               "bathymetry: {shape: {kind: flat}}\n"
                               "initial: 1 m\n";
  case_fixture *f = *state;
  read_text(f, sweeps);
  assert_valid(f);
  assert_int_equal(((const swsolver_case *)f->the_case.own)->limiter, RIA_LIMITER_MINMOD);
  assert_non_null(strstr(f->the_case.yaml, "\nsweeps:"));
  assert_null(strstr(f->the_case.yaml, "\nfriction:"));
  assert_null(strstr(f->the_case.yaml, "\ntracers:"));
  assert_null(strstr(f->the_case.yaml, "\nnumerics:"));
  char *again = strdup(f->the_case.yaml), hash[17];
  strcpy(hash, f->the_case.hash);
  read_text(f, again);
  free(again);
  assert_valid(f);
  assert_string_equal(f->the_case.hash, hash);

  const char *const wind[] = {"wind={speed: 8 m/s, direction: 225 deg}", "sweeps.limiter=mc"};
  read_set(f, sweeps, 2, wind);
  assert_int_equal(f->errors.count, 1);
  assert_non_null(strstr(f->errors.error[0].text,
                         "wind: this is a key of the solver 'estuary'; the solver "
                         "'swsolver' has no use for it: leave it out"));
  const char *const dry[] = {"dry=1 cm"};
  read_set(f, sweeps, 1, dry);
  assert_int_equal(f->errors.count, 1);
  assert_non_null(
      strstr(f->errors.error[0].text, "dry: the solver 'swsolver' has no use for this"));
  const char *const other[] = {"sweeps.limiter=mc"};
  read_set(f, SMALL_CASE, 1, other);
  assert_int_equal(f->errors.count, 1);
  assert_non_null(strstr(f->errors.error[0].text, "this is a key of the solver 'swsolver'"));
  const char *const unknown[] = {"sweeps.limiter=koren"};
  read_set(f, sweeps, 1, unknown);
  assert_int_equal(f->errors.count, 1);
  assert_non_null(strstr(f->errors.error[0].text, "minmod, superbee, mc or vanleer"));
  read_text(f, SMALL_CASE);
  assert_null(strstr(f->the_case.yaml, "\nsweeps:"));
  assert_non_null(strstr(f->the_case.yaml, "\nnumerics:"));
}

static void unreadable(void **state) {
  case_fixture *f = *state;
  char path[4096];
  snprintf(path, sizeof path, "%s/absent.yaml", f->folder);
  assert_int_equal(ria_case_read(path, &ria_known_names, 0, NULL, &f->the_case, &f->errors),
                   RIA_ERROR_IO);
  assert_int_equal(f->errors.count, 1);
  assert_int_equal(f->errors.error[0].line, 0);
  assert_non_null(strstr(f->errors.error[0].text, "absent.yaml': No such file or directory"));
  case_forget(f);
  assert_int_equal(ria_case_read(f->folder, &ria_known_names, 0, NULL, &f->the_case, &f->errors),
                   RIA_ERROR_IO);
  assert_non_null(strstr(f->errors.error[0].text, "Is a directory"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(defaults, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(every_key, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(round_trips, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(short_forms, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(numbers_of_maps, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(hashes, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(a_choice_that_changes_the_answer, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(the_order_decides_the_courant_number, case_setup,
                                      case_teardown),
      cmocka_unit_test_setup_teardown(same_bed_under_another_name, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(keys_belong_to_solvers, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(unreadable, case_setup, case_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
