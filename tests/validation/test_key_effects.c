/* Each key of a solver has an effect, or the solver rejects it. A key in the hash of a case changes
 * the answer; a key outside the hash changes no bit. All keys of all solvers are tried, found by
 * the schema, with values on both sides of their defaults. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ria/number.h>
#include <ria/schema.h>
#include <ria/solver_keys.h>
#include "test_run.h"
#include "tests.h"

enum { SETS = 6, MOST_STEPS = 200, VALUES = 16, TEXT = 160 };

/* A small case of a solver, in which most of its keys matter. */
typedef struct {
  const char *solver, *yaml;
} subject;

#define BLADES         "cells: [8, 8, 2], r: [0.4 m, 0.5 m], chord: 0.08 m, thickness: 0.12"
#define UNIFORM        "start={kind: uniform, pressure: 80 kPa, temperature: 280 K, vx: 50 m/s}"
#define SWIRL          "start={kind: swirl, pressure: 90 kPa, temperature: 280 K, vx: 50 m/s, vt: 20 m/s}"
#define LOSSES(method) "losses={above: -10 m, " method "}"
#define GREEN_AMPT     LOSSES("green_ampt: {conductivity: 10 mm/h, suction: 110 mm, deficit: 0.3}")
#define HORTON         LOSSES("horton: {initial: 75 mm/h, final: 10 mm/h, decay: 4 1/h}")
static const subject subjects[] = {
    {"estuary", "time: {steps: 12, window: 4}\n"
                "grid: {cells: [12, 8], extent: [0 m, 0 m, 120 m, 80 m]}\n"
                "bathymetry: {shape: {kind: slope, elevation: -0.6 m, slope_x: 0.01}}\n"
                "initial: {level: 0 m, shape: {kind: column, x: 30 m, y: 35 m, radius: 20 m, "
                "inside: 1.5 m, outside: 0.2 m, tracer: 1}}\n"
                "friction: 0.02\nrain: 30 mm/h\n"
                "tracers: [{name: dye, decay: 1e-3 1/s}]\n"},
    {"swsolver", "time: {steps: 12, window: 4}\n"
                 "grid: {cells: [12, 8], extent: [0 m, 0 m, 120 m, 80 m]}\n"
                 "bathymetry: {shape: {kind: flat}}\n"
                 "initial: {level: 1 m, shape: {kind: column, x: 30 m, y: 35 m, radius: 20 m, "
                 "inside: 1.5 m, outside: 0.2 m}}\n"},
    {"euler", "time: {steps: 12, window: 4}\n"
              "grid: {cells: [12, 8], extent: [-1 m, -1 m, 1 m, 1 m]}\neuler: {radius: 0.4 m}\n"},
    {"heat",
     "time: {steps: 12, window: 4}\n"
     "grid: {cells: [12, 8], extent: [0 m, 0 m, 1 m, 1 m]}\nheat: {waves: 1, waves_y: 1}\n"},
    {"kuramoto", "time: {end: 1.01 s, window: 4}\n"
                 "grid: {cells: [32, 1], extent: [0 m, 0 m, 20 m, 1 m], periodic: x}\nkuramoto: "
                 "{amplitude: 1}\n"},
    {"bwaves", "time: {steps: 12, cfl: 2}\n"
               "grid: {cells: [9, 8, 7], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], periodic: xyz}\n"},
    {"poisson", "time: {steps: 1}\n"
                "grid: {cells: [8, 8, 8], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m]}\n"
                "poisson: {amplitude: 1, charge: 1, radius: 0.2 m}\n"},
    {"rows", "time: {steps: 12, cfl: 0.4}\n"
             "grid: {blocks: {\n"
             "  stator: {shape: blade-passage, x: [-0.05 m, 0.12 m], blades: 36, stagger: -25 deg, "
             "camber: 50 deg, " BLADES "},\n"
             "  rotor: {shape: blade-passage, x: [0.12 m, 0.29 m], blades: 42, stagger: 25 deg, "
             "camber: -50 deg, " BLADES "}}}\n"
             "gas: {viscosity: 1e-3 Pa s}\n"
             "rows: {rotor: {speed: -200 rad/s}}\n"
             "planes: {gap: {between: [stator.exit, rotor.inlet]}}\n"
             "boundaries: {stator.inlet: {kind: inflow, stagnation_pressure: 100 kPa, "
             "stagnation_temperature: 300 K},\n"
             "  rotor.exit: {kind: outflow, pressure: 80 kPa}, default: wall}\n"}};

/* Keys that need a special value or another key: run with and without the value, or add `also` only
 * with it. */
static const struct {
  const char *solver, *path, *value, *with, *also; /* solver NULL: all */
} special[] = {
    {NULL, "time.step", "fixed", NULL, "time.dt=1e-5"},
    {NULL, "time.dt", "1e-5", NULL, "time.step=fixed"},
    {NULL, "time.max_dt", "1e-9", NULL, NULL},
    {"estuary", "friction.map", "0.05", NULL, NULL},
    {"estuary", "friction.chezy", "50", "friction=", NULL},
    {"estuary", "friction.linear", "1e-3", "friction=", NULL},
    {"estuary", "viscosity.map", "2", NULL, NULL},
    {"estuary", "diffusivity.map", "2", NULL, NULL},
    {"estuary", "wind.speed", "8", NULL, "wind.direction=225"},
    {"estuary", "wind.direction", "225", NULL, "wind.speed=8"},
    {"estuary", "rain.rate", "60 mm/h", NULL, NULL},
    {"estuary", "rain.factor", "0.5", NULL, NULL},
    {"estuary", "losses.initial", "1 mm", LOSSES("continuing: 1 mm/h"), NULL},
    {"estuary", "losses.continuing", "5 mm/h", LOSSES("initial: 0.1 mm"), NULL},
    {"estuary", "losses.green_ampt.conductivity", "20 mm/h", GREEN_AMPT, NULL},
    {"estuary", "losses.green_ampt.suction", "20 mm", GREEN_AMPT, NULL},
    {"estuary", "losses.green_ampt.deficit", "0.2", GREEN_AMPT, NULL},
    {"estuary", "losses.horton.initial", "50 mm/h", HORTON, NULL},
    {"estuary", "losses.horton.final", "20 mm/h", HORTON, NULL},
    {"estuary", "losses.horton.decay", "3 1/h", HORTON, NULL},
    {"estuary", "losses.curve_number", "99", LOSSES("curve_number: 100"), NULL},
    {"estuary", "losses.above", "-10 m", "losses={continuing: 5 mm/h}", NULL},
    {"estuary", "wind.drag", "0.003", "wind={speed: 8 m/s, direction: 225 deg}", NULL},
    {"euler", "euler.diaphragm", "0.3", "euler.radius=0", NULL},
    {"rows", "scheme.multigrid.factor", "0.3", "scheme.multigrid.levels=1", NULL},
    {"rows", "start.temperature", "250", UNIFORM, NULL},
    {"rows", "start.vx", "60", UNIFORM, NULL},
    {"rows", "start.vr", "3", UNIFORM, NULL},
    {"rows", "start.vt", "20", UNIFORM, NULL},
    {"rows", "start.radius", "0.41", SWIRL, NULL},
    {"rows", "start.kind", "uniform", "start.pressure=80 kPa", "start.temperature=280"},
};

/* Keys that are not tried here, with the reason. */
static const struct {
  const char *path, *why;
} left_out[] = {
    {"time.start", "dates in what is written"},
    {"time.end", "how long a run is"},
    {"time.steps", "how long a run is"},
    {"name", "what is written"},
    {"title", "what is written"},
    {"solver", "the subject"},
    {"grid", "the grid: its keys have tests of their own"},
    {"bathymetry", "files and formulas: likewise"},
    {"initial", "likewise"},
    {"domain", "likewise"},
    {"sections", "what is measured: validation.balance, restart.tracers"},
    {"flows", "likewise"},
    {"maxima", "what is followed: unit.tracked, restart.tracers"},
    {"weather", "files: validation.weather and solvers.estuary_weather"},
    {"rain.file", "likewise"},
    {"rain.variable", "likewise"},
    {"rain.crs", "likewise"},
    {"tiles", "how a run computes: tests of decompositions"},
    {"target", "likewise"},
    {"strategy", "likewise"},
    {"time_tiling", "likewise"},
    {"gpu", "likewise"},
    {"cell", "likewise"},
    {"gauges", "what is written, and the times that are met exactly"},
    {"output", "likewise"},
    {"checkpoint", "what is written"},
};

static const char *reason_of(const char *path) {
  for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
    if (!strcmp(left_out[i].path, path))
      return left_out[i].why;
  return NULL;
}

/* ---- a run with settings ---- */

typedef enum { RAN, REFUSED, NO_USE } outcome;

typedef struct {
  outcome outcome;
  char hash[32], error[512];
  bool ended; /* before its last step, by an error */
  state_hashes state;
} result;

static ria_status simulate(test_run *r, result *got) {
  RIA_TRY(ria_terrain_load(&r->the_case, &r->terrain));
  r->solver = ria_solver_find(r->the_case.solver);
  RIA_TRY(ria_solver_create(r->solver, &r->the_case, &r->terrain, &r->instance, &r->model));
  RIA_TRY(ria_simulation_create(test_runtime, &r->model, &r->simulation));
  RIA_TRY(ria_simulation_fill(r->simulation, r->solver->fill_state, r->solver->fill_statics,
                              r->instance));
  const double end = r->the_case.time.end;
  const int64_t steps = r->the_case.time.steps < 0 ? MOST_STEPS : r->the_case.time.steps;
  got->ended =
      ria_simulation_advance(r->simulation, end, false, end, steps, NULL, NULL) != RIA_SUCCESS;
  if (got->ended)
    snprintf(got->error, sizeof got->error, "%s", ria_status_detail());
  else
    test_run_hashes(r, &got->state);
  return RIA_SUCCESS;
}

static void run(const subject *s, int sets, const char *const *set, result *got) {
  test_run r = {0};
  ria_case_errors errors;
  char text[2048];
  *got = (result){.outcome = RAN};
  snprintf(text, sizeof text, "solver: %s\nprecision: double\n%s", s->solver, s->yaml);
  ria_status status = ria_case_read_data("test.yaml", text, strlen(text), &ria_known_names, sets,
                                         set, &r.the_case, &errors);
  const bool read = status == RIA_SUCCESS;
  if (read) {
    snprintf(got->hash, sizeof got->hash, "%s", r.the_case.hash);
    status = simulate(&r, got);
  }
  if (status != RIA_SUCCESS) {
    snprintf(got->error, sizeof got->error, "%s",
             errors.count ? errors.error[0].text : ria_status_detail());
    got->outcome = strstr(got->error, "has no use for this") || strstr(got->error, "this is of") ||
                           strstr(got->error, "does not use this")
                       ? NO_USE
                       : REFUSED;
  }
  ria_simulation_destroy(r.simulation);
  if (r.solver)
    r.solver->destroy(r.instance);
  ria_terrain_destroy(&r.terrain);
  ria_case_errors_destroy(&errors);
  if (read)
    ria_case_destroy(&r.the_case);
}

static bool same_bits(const result *a, const result *b) {
  return a->ended == b->ended && !memcmp(&a->state, &b->state, sizeof a->state);
}

/* ---- values to try ---- */

typedef struct {
  int count;
  char text[VALUES][TEXT];
} values;

static void add(values *v, const char *text) {
  if (v->count < VALUES)
    snprintf(v->text[v->count++], TEXT, "%s", text);
}

static void add_numbers(values *v, const ria_key *key) {
  static const double factor[] = {0.5, 2, 0.1, 10};
  static const char *const any[] = {"1", "2", "0.5", "3"};
  double fallback = 0;
  char text[TEXT];
  if (key->fallback)
    ria_schema_quantity(key->fallback, key->dimension, &fallback);
  for (size_t i = 0; i < sizeof factor / sizeof *factor && fallback != 0; i++) {
    ria_snprintf(text, sizeof text, "%.10g", fallback * factor[i]);
    add(v, text);
  }
  for (size_t i = 0; i < sizeof any / sizeof *any; i++)
    add(v, any[i]);
}

static void find_values(const ria_key *key, const char *given, values *v) {
  *v = (values){0};
  if (given)
    add(v, given);
  else if (key->kind == RIA_KEY_CHOICE)
    for (int i = 0; key->choices[i]; i++)
      add(v, key->choices[i]);
  else if (key->kind == RIA_KEY_BOOL)
    add(v, "true"), add(v, "false");
  else if (key->kind == RIA_KEY_QUANTITY || key->kind == RIA_KEY_INTEGER)
    add_numbers(v, key);
  else if (key->example)
    add(v, key->example);
}

/* ---- a key ---- */

static int tried, failures;

static void complain(const subject *s, const char *path, const char *what, const char *more) {
  failures++;
  print_error("%s: %s: %s%s\n", s->solver, path, what, more);
}

/* The setting that this key requires: "section.only=choice". */
static const char *beside(const ria_key *key, const char *path, char text[TEXT]) {
  const char *dot = strrchr(path, '.');
  if (!key->only)
    return NULL;
  snprintf(text, TEXT, "%.*s%s=%.*s", dot ? (int)(dot + 1 - path) : 0, path, key->only,
           (int)strcspn(key->only_for, "|"), key->only_for);
  return text;
}

static void try_key(const subject *s, const ria_key *key, const char *path) {
  const char *set[SETS], *given = NULL, *with = NULL, *also = NULL;
  char needed[TEXT], setting[2 * TEXT];
  int sets = 0;
  values v;
  result reference, got;
  for (size_t i = 0; i < sizeof special / sizeof *special; i++)
    if (!strcmp(special[i].path, path) &&
        (!special[i].solver || !strcmp(special[i].solver, s->solver))) {
      given = special[i].value;
      with = special[i].with;
      also = special[i].also;
    }
  find_values(key, given, &v);
  if (with || (!also && (with = beside(key, path, needed))))
    set[sets++] = with;
  const bool free_key = key->flags & RIA_KEY_NOT_ANSWER;
  run(s, sets, set, &reference);
  bool effect = false, useless = reference.outcome == NO_USE, taken = false;
  for (int i = 0; i < v.count && reference.outcome == RAN; i++) {
    snprintf(setting, sizeof setting, "%s=%s", path, v.text[i]);
    set[sets] = setting;
    set[sets + 1] = also;
    run(s, sets + (also ? 2 : 1), set, &got);
    useless |= got.outcome == NO_USE;
    if (got.outcome != RAN)
      continue;
    const bool counts = strcmp(got.hash, reference.hash) != 0, same = same_bits(&got, &reference);
    if (!same && !counts)
      complain(s, path, "changes the answer, but not the hash of the case, with ", setting);
    if (same && counts && key->kind == RIA_KEY_CHOICE && free_key)
      complain(s, path, "changes the hash, but no bit, with ", setting);
    if (!counts && !free_key)
      continue; /* the default */
    taken = true;
    effect |= !same;
  }
  tried++;
  const bool only_choice = key->kind == RIA_KEY_CHOICE && !key->choices[1];
  if (reference.ended)
    complain(s, path, "the run without it ends in an error: ", reference.error);
  if (!taken && !useless && !only_choice)
    complain(s, path, "no value is taken: ",
             reference.outcome == RAN ? v.count ? got.error : "none is known" : reference.error);
  else if (taken && !effect && !free_key && !only_choice)
    complain(s, path, "is taken and counts, but changes no bit", "");
}

static void try_keys(const subject *s, const ria_key *keys, const char *above) {
  for (const ria_key *key = keys; key->name; key++) {
    char path[TEXT];
    snprintf(path, sizeof path, "%s%s%s", above, *above ? "." : "", key->name);
    if (reason_of(path) || key->kind == RIA_KEY_LIST)
      continue;
    if (key->kind == RIA_KEY_MAP)
      try_keys(s, key->keys, path);
    else
      try_key(s, key, path);
  }
}

static void keys_have_an_effect_or_are_refused(void **state) {
  (void)state;
  for (const char *const *name = ria_known_names.solvers; *name; name++) {
    bool known = false;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
      const subject *s = &subjects[i];
      if (strcmp(s->solver, *name) != 0)
        continue;
      const ria_key *own = ria_known_names.declared(*name)->keys;
      known = true;
      try_keys(s, ria_case_keys, "");
      if (own)
        try_keys(s, own, "");
    }
    if (!known)
      fail_msg("the solver '%s' has no case here: add one", *name);
  }
  print_message("%d keys tried\n", tried);
  assert_int_equal(failures, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(keys_have_an_effect_or_are_refused)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
