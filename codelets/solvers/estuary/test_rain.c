/* Rain and losses in the estuary's program: the fields and sources of a case, none if the case
 * has no rain, and errors in its maps before a run. */
#include <math.h>
#include "test_estuary.h"

/* The west is under water, the east is dry. */
#define HEAD                                                                                       \
  "time: {end: 1 h}\n"                                                                             \
  "grid: {extent: [0 m, 0 m, 1000 m, 200 m], cells: [20, 8]}\n"                                    \
  "bathymetry: {shape: {kind: slope, elevation: -4 m, slope_x: 0.008}}\n"
#define GREEN_AMPT "losses: {green_ampt: {conductivity: 10 mm/h, suction: 110 mm, deficit: 0.3}}\n"
#define HORTON     "losses: {horton: {initial: 75 mm/h, final: 10 mm/h, decay: 4 1/h}}\n"
#define PUMP       "rivers: [{name: pump, at: [100 m, 100 m], discharge: -1 m3/s}]\n"

static int set_up(void **state) {
  const int code = case_setup(state);
  const case_fixture *f = *state;
  write_text(f->folder, "part.geojson",
             "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", "
             "\"properties\": {\"n\": 80}, \"geometry\": {\"type\": \"Polygon\", \"coordinates\": "
             "[[[0, 0], [500, 0], [500, 200], [0, 200], [0, 0]]]}}]}\n");
  return code;
}

static void fields_follow_from_the_case(void **state) {
  static const struct {
    const char *keys;
    int nstate, nstatic, sources; /* beyond h, qx, qy, hc; depth and side */
  } expected[] = {{"", 0, 0, 0},
                  {"rain: 0 mm/h\n", 0, 1, 1},
                  {"losses: {initial: 10 mm}\n", 2, 3, 1},
                  {"rain: 20 mm/h\n" GREEN_AMPT, 2, 3, 2},
                  {"rain: 20 mm/h\n" HORTON, 3, 4, 2},
                  {"rain: 20 mm/h\nlosses: {curve_number: 80}\n", 2, 2, 2},
                  {PUMP, 2, 0, 1},
                  {PUMP "rain: 20 mm/h\n" HORTON, 5, 4, 3},
                  {PUMP "tracers: [{name: germs, half_life: 1 h}]\n", 2, 0, 2}};
  const ria_solver *solver = ria_solver_find("estuary");
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    estuary_case c = estuary_of(*state, HEAD, expected[i].keys);
    int nstate = -1, nstatic = -1;
    assert_int_equal(c.status, RIA_SUCCESS);
    assert_int_equal(c.model.nstate, 4 + expected[i].nstate);
    assert_int_equal(c.model.nstatic, 2 + expected[i].nstatic);
    assert_int_equal(c.model.sources, expected[i].sources);
    solver->more(&c.f->the_case, &nstate, &nstatic);
    assert_int_equal(nstate, expected[i].nstate);
    assert_int_equal(nstatic, expected[i].nstatic);
    forget(&c);
  }
}

/* The first rain on dry ground must not make the time step unstable. */
static void rain_limits_the_step(void **state) {
  estuary_case light = estuary_of(*state, HEAD, "rain: 1 mm/h\n");
  const double longest = light.model.max_dt;
  forget(&light);
  estuary_case heavy = estuary_of(*state, HEAD, "rain: {rate: 4 mm/h, factor: 2}\n");
  assert_true(longest > 0 && fabs(heavy.model.max_dt / longest - 0.5) < 1e-9);
  forget(&heavy);
}

/* At the water's edge, where the bed is 0. */
static void the_sea_does_not_infiltrate(void **state) {
  static const struct {
    const char *keys;
    double from; /* m: ground */
  } expected[] = {{"losses: {continuing: 5 mm/h}\n", 500},
                  {"losses: {continuing: 5 mm/h, above: 2 m}\n", 750},
                  {"losses: {continuing: 5 mm/h, above: -10 m}\n", 0},
                  {"initial: {level: 0.9 m}\nlosses: {continuing: 5 mm/h}\n", 600},
                  {"boundaries: [{side: west, kind: level, level: [[0 h, 0 m], [1 h, 0.9 m]]}]\n"
                   "losses: {continuing: 5 mm/h, above: tide}\n",
                   600}};
  const ria_range all = {{0, 0, 0}, {20, 8, 1}};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    estuary_case c = estuary_of(*state, HEAD, expected[i].keys);
    double values[5 * 160], *losing = values + 2 * 160;
    assert_int_equal(c.status, RIA_SUCCESS);
    assert_int_equal(c.model.nstatic, 5);
    assert_string_equal(c.model.statics[2].name, "losing");
    c.solver->fill_statics(c.instance, RIA_ALL_FIELDS, 0, &all, values);
    for (int cell = 0; cell < 160; cell++)
      assert_true(losing[cell] == (50 * (cell % 20) + 25 > expected[i].from ? 1 : 0));
    forget(&c);
  }
}

/* Line 4 is the first line of keys. */
static void expect(case_fixture *f, const char *keys, const char *error, const char *warning) {
  char text[2048];
  ria_terrain terrain = {0};
  snprintf(text, sizeof text, "%s%s", HEAD, keys);
  read_text(f, text);
  assert_valid(f);
  f->status = ria_terrain_examine(&f->the_case, &terrain, &f->errors);
  bool found = false;
  for (int i = 0; error && i < f->errors.count; i++)
    found |= f->errors.error[i].line == 4 && f->errors.error[i].column > 8 &&
             strstr(f->errors.error[i].text, error);
  if (f->status == RIA_SUCCESS) {
    ria_terrain_pass_warnings(&terrain, &f->the_case);
    found = !error && !warning && !f->the_case.warnings.count;
    for (int i = 0; warning && i < f->the_case.warnings.count; i++)
      found |= f->the_case.warnings.error[i].line >= 4 &&
               strstr(f->the_case.warnings.error[i].text, warning);
    ria_terrain_destroy(&terrain);
  }
  if (!found)
    print_errors(f);
  for (int i = 0; i < f->the_case.warnings.count && !found; i++)
    print_message("  warning: %s\n", f->the_case.warnings.error[i].text);
  if (!found)
    fail_msg("not found: '%s'", error ? error : warning ? warning : "nothing");
}

static void maps_are_looked_at(void **state) {
  case_fixture *f = *state;
  expect(f, "precision: double\nrain: 20 mm/h\n" GREEN_AMPT, NULL, NULL);
  expect(f, "precision: double\ninitial: {level: -50 m}\nrain: 20 mm/h\n", NULL,
         "order 2 makes waves with 'time.cfl' above 0.5");
  expect(f, "losses: {curve_number: 80}\n", NULL, "the case has no 'rain', so this does nothing");
  expect(f, "losses: {continuing: 5 mm/h, above: 100 m}\n", NULL, "no cell loses water");
  expect(f, "initial: {level: 10 m}\nlosses: {continuing: 5 mm/h}\n", NULL,
         "no cell loses water: all are wet at the start");
}

static void gaps_are_errors(void **state) {
  case_fixture *f = *state;
  expect(f, "losses: {curve_number: {polygons: part.geojson, attribute: n}}\nrain: 20 mm/h\n",
         "give one for them, as losses.curve_number.otherwise", NULL);
  expect(f,
         "losses: {horton: {initial: {polygons: part.geojson, attribute: n, otherwise: 1e-6}, "
         "final: 10 mm/h, decay: 4 1/h}}\n",
         "the final rate is larger than the initial one in 80 of 160 cells", NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(fields_follow_from_the_case, set_up, case_teardown),
      cmocka_unit_test_setup_teardown(rain_limits_the_step, set_up, case_teardown),
      cmocka_unit_test_setup_teardown(the_sea_does_not_infiltrate, set_up, case_teardown),
      cmocka_unit_test_setup_teardown(maps_are_looked_at, set_up, case_teardown),
      cmocka_unit_test_setup_teardown(gaps_are_errors, set_up, case_teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
