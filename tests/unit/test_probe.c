/* Cells that are asked for while the computation goes on. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <ria/runtime.h>
#include <ria/solver.h>
#include "tests.h"

enum { NX = 24, NY = 16, FIELDS = 3, PLACES = 4, STEPS = 5 };

static const char lake[] = "solver: swsolver\n"
                           "grid: {extent: [-1 m, -1 m, 1 m, 1 m], cells: [24, 16]}\n"
                           "bathymetry: {shape: {kind: flat}}\n"
                           "initial: {level: 1 m, shape: {kind: tilt, length: 1 m, width: 1 m}}\n"
                           "gravity: 1 m/s2\ntime: {end: 1 s, window: 1}\n";
/* The cells lie in three of four tiles, two of them in one. */
static const ria_global x[] = {2, 20, 3, 21}, y[] = {1, 14, 3, 2};

static ria_runtime *runtime;

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

typedef struct {
  ria_case c;
  ria_terrain terrain;
  const ria_solver *solver;
  void *instance;
  ria_model model;
  ria_simulation *simulation;
} fixture;

static void open_lake(fixture *f, const char *precision) {
  ria_case_errors errors;
  char yaml[1024];
  snprintf(yaml, sizeof yaml, "%sprecision: %s\n", lake, precision);
  must(ria_case_read_data("test.yaml", yaml, strlen(yaml), &ria_known_names, 0, NULL, &f->c,
                          &errors));
  ria_case_errors_destroy(&errors);
  must(ria_terrain_load(&f->c, &f->terrain));
  f->terrain.grid.tiles[0] = f->terrain.grid.tiles[1] = 2;
  f->solver = ria_solver_find(f->c.solver);
  must(f->solver->create(&f->c, &f->terrain, &f->instance, &f->model));
  must(ria_simulation_create(runtime, &f->model, &f->simulation));
  must(ria_simulation_fill(f->simulation, f->solver->fill_state, f->solver->fill_statics,
                           f->instance));
}

static void close_lake(fixture *f) {
  ria_simulation_destroy(f->simulation);
  f->solver->destroy(f->instance);
  ria_terrain_destroy(&f->terrain);
  ria_case_destroy(&f->c);
}

static void advance(const fixture *f) {
  must(ria_simulation_advance(f->simulation, 1, false, 1, 1, NULL, NULL));
}

/* A late answer has the values of the requested cells at the time of the request. */
static void answers_are_of_when_they_were_asked(const char *precision) {
  fixture f;
  ria_probe *probe;
  double now[PLACES * FIELDS], late[PLACES * FIELDS], next[PLACES * FIELDS];
  open_lake(&f, precision);
  const ria_probe_cells cells = {.count = PLACES, .at = {x, y}};
  must(ria_probe_create(f.simulation, &cells, &probe));
  assert_false(ria_probe_asked(probe));
  for (int step = 0; step < STEPS; step++) {
    must(ria_simulation_probe(f.simulation, &cells, now));
    must(ria_probe_ask(probe));
    assert_true(ria_probe_asked(probe));
    advance(&f);
    while (!ria_probe_ready(probe))
      usleep(1000);
    must(ria_probe_answer(probe, late));
    assert_false(ria_probe_asked(probe));
    assert_memory_equal(late, now, sizeof now);
    must(ria_simulation_probe(f.simulation, &cells, next));
    for (int p = 0; p < PLACES; p++)
      assert_true(next[p * FIELDS] != now[p * FIELDS]); /* otherwise the check would be void */
  }
  ria_probe_destroy(probe);
  close_lake(&f);
}

static void in_both_precisions(void **state) {
  (void)state;
  answers_are_of_when_they_were_asked("single");
  answers_are_of_when_they_were_asked("double");
}

/* The level at the start is known: (x/L + y/W)/4 + 1 at a cell's centre. */
static void values_are_of_their_cells(void **state) {
  (void)state;
  fixture f;
  double values[PLACES * FIELDS];
  open_lake(&f, "double");
  const ria_probe_cells cells = {.count = PLACES, .at = {x, y}};
  must(ria_simulation_probe(f.simulation, &cells, values));
  for (int p = 0; p < PLACES; p++) {
    const double east = -1 + ((double)x[p] + 0.5) * 2 / NX,
                 north = -1 + ((double)y[p] + 0.5) * 2 / NY;
    assert_true(fabs(values[p * FIELDS] - ((east + north) / 4 + 1)) < 1e-12);
    assert_true(values[p * FIELDS + 1] == 0 && values[p * FIELDS + 2] == 0);
  }
  close_lake(&f);
}

/* Asked and never answered, as after an error. */
static void a_question_may_stay_open(void **state) {
  (void)state;
  fixture f;
  ria_probe *probe;
  open_lake(&f, "single");
  const ria_probe_cells cells = {.count = PLACES, .at = {x, y}};
  must(ria_probe_create(f.simulation, &cells, &probe));
  must(ria_probe_ask(probe));
  must(ria_probe_ask(probe));
  ria_probe_destroy(probe);
  ria_probe_destroy(NULL);
  close_lake(&f);
}

static int start(void **state) {
  (void)state;
  return ria_runtime_create(&(ria_runtime_options){.workers = 1, .gpus = RIA_GPUS_NEVER},
                            &runtime) != RIA_SUCCESS;
}

static int stop(void **state) {
  (void)state;
  ria_runtime_destroy(runtime);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(in_both_precisions),
                                     cmocka_unit_test(values_are_of_their_cells),
                                     cmocka_unit_test(a_question_may_stay_open)};
  return cmocka_run_group_tests(tests, start, stop);
}
