/* Mixing in the estuary's program: a separate stage with the case's scalars if the case has
 * mixing, and none otherwise. */
#include <math.h>
#include "test_estuary.h"

/* Cells of 50 m x 25 m, so that dx differs from dy. */
#define HEAD                                                                                       \
  "time: {end: 1 h, cfl: 0.7}\n"                                                                   \
  "grid: {extent: [0 m, 0 m, 1000 m, 200 m], cells: [20, 8]}\n"                                    \
  "bathymetry: {shape: {kind: flat, elevation: -4 m}}\n"                                           \
  "boundaries: [{side: west, kind: open, to: 100 m}]\n"

static estuary_case make(case_fixture *f, const char *keys) {
  return estuary_of(f, HEAD, keys);
}

static void nothing_costs_nothing(void **state) {
  static const char *const keys[] = {"",
                                     "viscosity: 0\n",
                                     "viscosity: {smagorinsky: 0}\ndiffusivity: 0 m2/s\n",
                                     "viscosity:\n",
                                     "diffusivity: 3 m2/s\n", /* diffusivity without a tracer */
                                     "numerics: {order: 2}\n"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    estuary_case c = make(*state, keys[i]);
    assert_int_equal(c.status, RIA_SUCCESS);
    assert_int_equal(c.model.stages, 1);
    forget(&c);
  }
}

typedef struct {
  double viscosity, diffusivity, viscosity_area, diffusivity_area;
} mixing;

static double scalar(const ria_stage *stage, const char *name) {
  const int i = ria_kernel_scalar(stage->kernel, name);
  assert_true(i >= 0);
  assert_int_equal(stage->scalars[i].from, RIA_BIND_VALUE);
  return stage->scalars[i].value;
}

static void expect_mixing(case_fixture *f, const char *keys, mixing wanted) {
  estuary_case c = make(f, keys);
  assert_int_equal(c.status, RIA_SUCCESS);
  assert_int_equal(c.model.stages, 2);
  const ria_stage *stage = &c.model.stage[1];
  assert_string_equal(stage->kernel->name, "water_mixing");
  assert_true(scalar(stage, "viscosity") == wanted.viscosity);
  assert_true(scalar(stage, "diffusivity") == wanted.diffusivity);
  assert_true(fabs(scalar(stage, "viscosity_area") - wanted.viscosity_area) < 1e-9);
  assert_true(fabs(scalar(stage, "diffusivity_area") - wanted.diffusivity_area) < 1e-9);
  assert_true(scalar(stage, "cfl") == 0.7);
  const bool strained = wanted.viscosity_area > 0 || wanted.diffusivity_area > 0;
  assert_int_equal(stage->switches, strained ? 1 : 0);
  forget(&c);
}

static void keys_become_scalars(void **state) {
  static const char dye[] = "tracers: [{name: dye}]\n";
  char text[256];
  expect_mixing(*state, "viscosity: 0.5 m2/s\n", (mixing){.viscosity = 0.5});
  expect_mixing(*state, "viscosity: {smagorinsky: 0.2}\n", (mixing){.viscosity_area = 50});
  snprintf(text, sizeof text, "%sdiffusivity: 2\n", dye);
  expect_mixing(*state, text, (mixing){.diffusivity = 2});
  snprintf(text, sizeof text, "%sviscosity: {constant: 1}\ndiffusivity: {smagorinsky: 0.1}\n", dye);
  expect_mixing(*state, text, (mixing){.viscosity = 1, .diffusivity_area = 12.5});
}

/* Two static fields after those of every case, and a kernel that reads them. */
static void maps_become_fields(void **state) {
  estuary_case c = make(*state, "viscosity: {map: 3}\ntracers: [{name: dye}]\ndiffusivity: 2\n");
  assert_int_equal(c.status, RIA_SUCCESS);
  assert_int_equal(c.model.stages, 2);
  const ria_kernel *k = c.model.stage[1].kernel;
  assert_string_equal(k->name, "water_mixing_map");
  assert_int_equal(ria_kernel_scalar(k, "viscosity"), -1);
  const int viscosity = ria_quantity_find(c.model.statics, c.model.nstatic, "viscosity_map");
  assert_int_equal(viscosity, 2);
  assert_int_equal(c.model.nstatic, 4);
  double values[4];
  const ria_range one = {.lo = {3, 2}, .hi = {4, 3}};
  assert_int_equal(c.solver->fill_statics(c.instance, 0, 0, &one, values), RIA_SUCCESS);
  assert_true(values[viscosity] == 3 && values[viscosity + 1] == 2);
  forget(&c);
}

/* A wall is also a wall for mixing; at other sides the ghost cells hold the edge's water. */
static void sides_have_no_gradient(void **state) {
  estuary_case c = make(*state, "viscosity: 1 m2/s\n");
  assert_int_equal(c.status, RIA_SUCCESS);
  int open = 0;
  for (int i = 0; i < c.model.segments; i++) {
    const ria_segment *segment = &c.model.segment[i];
    const bool wall = !strcmp(segment->kernel->name, "water_wall");
    open += !wall;
    assert_string_equal(segment->later->name, wall ? "water_wall" : "water_open");
  }
  assert_int_equal(open, 1);
  forget(&c);
}

static void targets_must_have_it(void **state) {
  estuary_case c = make(*state, "viscosity: 1 m2/s\ntarget: cell\n");
  assert_int_equal(c.status, RIA_ERROR_CASE);
  assert_non_null(strstr(ria_status_detail(), "viscosity: the target 'cell' cannot mix"));
  forget(&c);
  c = make(*state, "target: cell\n");
  assert_int_equal(c.status, RIA_SUCCESS);
  forget(&c);
}

/* A run with mixing differs from one without; the case as run gives the same again. */
static void hash_knows_of_it(void **state) {
  case_fixture *f = *state;
  char hash[3][17];
  static const char *const keys[] = {"", "viscosity: 1 m2/s\n", "viscosity: {smagorinsky: 0.1}\n"};
  for (int i = 0; i < 3; i++) {
    char text[512];
    snprintf(text, sizeof text, "%s%s", HEAD, keys[i]);
    read_text(f, text);
    assert_valid(f);
    strcpy(hash[i], f->the_case.hash);
    char *again = strdup(f->the_case.yaml);
    read_text(f, again);
    free(again);
    assert_valid(f);
    assert_string_equal(f->the_case.hash, hash[i]);
    for (int j = 0; j < i; j++)
      assert_string_not_equal(hash[i], hash[j]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(nothing_costs_nothing, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(keys_become_scalars, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(maps_become_fields, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(sides_have_no_gradient, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(targets_must_have_it, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(hash_knows_of_it, case_setup, case_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
