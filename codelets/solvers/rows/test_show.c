/* The variables that the solver rows shows, compared with known flows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <ria/runtime.h>
#include "test_run.h"
#include "tests.h"

enum { FIELDS = 5 };

/* The value of a shown variable at a node. */
static double value_of(const ria_shown *shown, const char *name, const double *state,
                       const double *point) {
  double parameter[RIA_SHOWN_PARAMETERS];
  for (int p = 0; p < shown->parameters; p++)
    parameter[p] = shown->parameter[p].value;
  for (int v = 0; v < shown->variables; v++)
    if (!strcmp(shown->variable[v].name, name))
      return shown->variable[v].value ? shown->variable[v].value(state, point, parameter)
                                      : state[shown->variable[v].field];
  fail_msg("there is no variable %s", name);
  return NAN;
}

static void near(double found, double expected) {
  if (!(fabs(found - expected) <= 1e-12 * (1 + fabs(expected))))
    fail_msg("%.17g, not %.17g", found, expected);
}

/* Calls `check` for each node at the start. */
static void at_the_start(const char *yaml,
                         void (*check)(const ria_shown *, const double *, const double *)) {
  test_run *r = test_run_new(test_runtime, yaml, 0, NULL);
  ria_shown shown;
  ria_solver_show(r->solver, &r->the_case, &r->terrain, &r->model, &shown);
  assert_true(shown.points);
  assert_int_equal(shown.fields, FIELDS);
  for (int a = 0; a < RIA_AMOUNTS; a++)
    assert_int_equal(shown.conserved[a].field, -1);
  const ria_range all = ria_block_grid_all_nodes(r->terrain.nodes, 0);
  const size_t nodes = (size_t)ria_range_nodes(&all);
  double *at[RIA_AXES], *field[FIELDS];
  for (int a = 0; a < RIA_AXES; a++)
    at[a] = malloc(nodes * sizeof **at);
  assert_int_equal(ria_block_grid_nodes(r->terrain.nodes, 0, all, at[0], at[1], at[2]),
                   RIA_SUCCESS);
  for (int f = 0; f < FIELDS; f++) {
    field[f] = malloc(nodes * sizeof **field);
    test_run_field(r, f, field[f]);
  }
  for (size_t n = 0; n < nodes; n++) {
    double state[FIELDS], point[RIA_AXES];
    for (int f = 0; f < FIELDS; f++)
      state[f] = field[f][n];
    for (int a = 0; a < RIA_AXES; a++)
      point[a] = at[a][n];
    check(&shown, state, point);
  }
  for (int a = 0; a < RIA_AXES; a++)
    free(at[a]);
  for (int f = 0; f < FIELDS; f++)
    free(field[f]);
  test_run_free(r);
}

#define HEAD                                                                                       \
  "solver: rows\ngas: {cp: 2.5 J/kg/K, gamma: 1.4}\nprecision: double\n"                           \
  "time: {steps: 1, cfl: 0.4}\nboundaries: {default: held}\n"

/* A free vortex: stagnation pressure 1 Pa and temperature 1 K everywhere; the gas constant is
 * 0.714... J/kg/K. */
static void check_vortex(const ria_shown *shown, const double *state, const double *point) {
  const double vt = 0.3 * 0.75 / point[1], square = 0.4 * 0.4 + vt * vt;
  const double temperature = 1 - square / 5, pressure = pow(temperature, 3.5),
               gas = 2.5 * 0.4 / 1.4;
  near(value_of(shown, "vx", state, point), 0.4);
  near(value_of(shown, "vr", state, point), 0);
  near(value_of(shown, "vt", state, point), vt);
  near(value_of(shown, "T", state, point), temperature);
  near(value_of(shown, "p", state, point), pressure);
  near(value_of(shown, "rho", state, point), pressure / (gas * temperature));
  near(value_of(shown, "mach", state, point), sqrt(square / (1.4 * gas * temperature)));
  near(value_of(shown, "p0", state, point), 1);
}

static void a_vortex_around_the_axis(void **state) {
  (void)state;
  at_the_start(HEAD
               "grid: {blocks: {a: {shape: sector, cells: [4, 5, 6], x: [0 m, 1 m], r: [0.5 m, "
               "1 m], theta: [0 deg, 60 deg]}}}\n"
               "start: {kind: swirl, pressure: 1 Pa, temperature: 1 K, vx: 0.4 m/s, vt: 0.3 "
               "m/s, radius: 0.75 m}\n",
               check_vortex);
}

static void check_stream(const ria_shown *shown, const double *state, const double *point) {
  const double temperature = 1.4, pressure = 1, gas = 2.5 * 0.4 / 1.4;
  const double square = 0.5 * 0.5 + 0.2 * 0.2 + 0.3 * 0.3;
  const double mach = sqrt(square / (1.4 * gas * temperature));
  near(value_of(shown, "vx", state, point), 0.5);
  near(value_of(shown, "vy", state, point), 0.2);
  near(value_of(shown, "vz", state, point), -0.3);
  near(value_of(shown, "T", state, point), temperature);
  near(value_of(shown, "p", state, point), pressure);
  near(value_of(shown, "mach", state, point), mach);
  near(value_of(shown, "p0", state, point), pressure * pow(1 + 0.2 * mach * mach, 3.5));
}

static void a_stream_in_space(void **state) {
  (void)state;
  at_the_start(HEAD "grid: {blocks: {a: {shape: box, cells: [4, 5, 6], x: [0 m, 1 m], y: [-3 m, 2 "
                    "m], z: [0 m, 1 m]}}}\n"
                    "start: {kind: uniform, pressure: 1 Pa, temperature: 1.4 K, vx: 0.5 m/s, vr: "
                    "0.2 m/s, vt: -0.3 m/s}\n",
               check_stream);
}

/* Where the state is invalid, Mach number and stagnation pressure have no value. */
static void no_sound_has_no_mach_number(void **state) {
  (void)state;
  const ria_case c = {.precision = RIA_DOUBLE};
  ria_shown shown;
  ria_solver_find("rows")->show(&c, NULL, &shown);
  shown.parameter[0].value = 2.5;
  shown.parameter[1].value = 1.4;
  const double nonsense[FIELDS] = {1, 1, 0, 0, 0.1}, point[RIA_AXES] = {0, 1, 0};
  assert_true(value_of(&shown, "p", nonsense, point) < 0);
  assert_true(isnan(value_of(&shown, "mach", nonsense, point)));
  assert_true(isnan(value_of(&shown, "p0", nonsense, point)));
}

/* The names of all pictures are listed, so that a run can clear its folder. */
static void names_are_known(void **state) {
  (void)state;
  static const char *const names[] = {"rho", "p", "T", "vx", "vr", "vt", "vy", "vz", "mach", "p0"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    assert_true(ria_solvers_show(names[n], strlen(names[n])));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_vortex_around_the_axis), cmocka_unit_test(a_stream_in_space),
      cmocka_unit_test(no_sound_has_no_mach_number), cmocka_unit_test(names_are_known)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
