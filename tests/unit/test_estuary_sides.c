/* The sides of an estuary: segments with both ends, one end or none, in cells; that a discharge is
 * divided by the width of the cells that take it; and that each side has its tide. */
#include "case_fixture.h"
#include <math.h>
#include "ria/solver.h"
#include "ria/tide.h"

/* 20 x 8 cells of 50 m x 25 m, corner at (1000, 2000): dx is not dy, and the origin not 0. */
#define HEAD                                                                                       \
  "time: {end: 1 h, start: 2026-03-01T01:20:00Z}\n"                                                \
  "grid: {extent: [1000 m, 2000 m, 2000 m, 2200 m], cells: [20, 8]}\n"                             \
  "bathymetry: {shape: {kind: flat}}\n"                                                            \
  "initial: {level: 1 m}\n"                                                                        \
  "boundaries:\n"
enum { NX = 20, NY = 8 };

typedef struct {
  case_fixture *f;
  ria_terrain terrain;
  const ria_solver *solver;
  void *instance;
  ria_model model;
  ria_status status;
} estuary_case;

static estuary_case make(case_fixture *f, const char *boundaries) {
  char text[2048];
  snprintf(text, sizeof text, "%s%s", HEAD, boundaries);
  read_text(f, text);
  assert_valid(f);
  estuary_case c = {.f = f, .solver = ria_solver_find("estuary")};
  assert_non_null(c.solver);
  assert_int_equal(ria_terrain_load(&f->the_case, &c.terrain), RIA_SUCCESS);
  c.status = c.solver->create(&f->the_case, &c.terrain, &c.instance, &c.model);
  return c;
}

static void forget(estuary_case *c) {
  c->solver->destroy(c->instance);
  ria_terrain_destroy(&c->terrain);
}

/* The pieces cover each side once, without a gap. */
static void assert_covers(const ria_model *m) {
  for (int side = 0; side < RIA_SIDES; side++) {
    ria_global cells = side == RIA_SOUTH || side == RIA_NORTH ? NX : NY, covered = 0;
    for (ria_global cell = 0; cell < cells; cell++)
      for (int i = 0; i < m->segments; i++)
        covered += (int)m->segment[i].side == side && cell >= m->segment[i].from &&
                   cell < m->segment[i].to;
    assert_int_equal(covered, cells);
  }
}

static const ria_segment *find(const ria_model *m, ria_side side, const char *kernel) {
  for (int i = 0; i < m->segments; i++)
    if (m->segment[i].side == side && !strcmp(m->segment[i].kernel->name, kernel))
      return &m->segment[i];
  fail_msg("no %s on side %d", kernel, side);
  return NULL;
}

static void expect_range(case_fixture *f, const char *boundaries, ria_side side, const char *kernel,
                         ria_global from, ria_global to) {
  estuary_case c = make(f, boundaries);
  assert_int_equal(c.status, RIA_SUCCESS);
  assert_covers(&c.model);
  const ria_segment *segment = find(&c.model, side, kernel);
  assert_int_equal(segment->from, from);
  assert_int_equal(segment->to, to);
  forget(&c);
}

static void ends_may_be_left_out(void **state) {
  expect_range(*state, "  - {side: west, kind: open}\n", RIA_WEST, "water_open", 0, NY);
  expect_range(*state, "  - {side: west, kind: open, from: 2050 m}\n", RIA_WEST, "water_open", 2,
               NY);
  expect_range(*state, "  - {side: west, kind: open, to: 2050 m}\n", RIA_WEST, "water_open", 0, 2);
  expect_range(*state, "  - {side: north, kind: level, level: 1 m, from: 1250 m}\n", RIA_NORTH,
               "water_level", 5, NX);
  expect_range(*state, "  - {side: north, kind: level, level: 1 m, to: 1250 m}\n", RIA_NORTH,
               "water_level", 0, 5);
  expect_range(*state,
               "  - {side: south, kind: discharge, discharge: 6 m3/s, to: 1500 m}\n"
               "  - {side: south, kind: open, from: 1500 m}\n",
               RIA_SOUTH, "water_discharge", 0, 10);
}

/* m2/s of the first boundary, times the width of its cells: the discharge. */
static void expect_inflow(case_fixture *f, const char *boundaries, double discharge) {
  estuary_case c = make(f, boundaries);
  assert_int_equal(c.status, RIA_SUCCESS);
  const ria_side side = f->the_case.boundary[0].side;
  const ria_segment *segment = find(&c.model, side, "water_discharge");
  const int scalar = ria_kernel_scalar(segment->kernel, "inflow");
  const ria_binding *binding = &segment->scalars[scalar];
  double *values = calloc((size_t)c.model.forcings, sizeof *values);
  assert_int_equal(binding->from, RIA_BIND_FORCING);
  c.model.forcing(c.model.context, 0, values);
  double size = side == RIA_SOUTH || side == RIA_NORTH ? 50 : 25;
  double sum = values[binding->forcing] * size * (double)(segment->to - segment->from);
  assert_true(isfinite(sum) && fabs(sum - discharge) <= 1e-12 * discharge);
  free(values);
  forget(&c);
}

static void all_of_the_discharge_comes_in(void **state) {
  expect_inflow(*state, "  - {side: west, kind: discharge, discharge: 7 m3/s}\n", 7);
  expect_inflow(*state, "  - {side: south, kind: discharge, discharge: 7 m3/s}\n", 7);
  expect_inflow(*state, "  - {side: west, kind: discharge, discharge: 7 m3/s, from: 2100 m}\n", 7);
  expect_inflow(*state, "  - {side: east, kind: discharge, discharge: 7 m3/s, to: 2100 m}\n", 7);
  expect_inflow(*state, "  - {side: north, kind: discharge, discharge: 7 m3/s, to: 1300 m}\n", 7);
  /* Ends within cells: the segment has the cells whose centres it holds, 3 of 50 m. */
  expect_inflow(*state,
                "  - {side: north, kind: discharge, discharge: 7 m3/s, from: 1110 m, to: 1239 m}\n",
                7);
}

/* Two sides of one tide, with levels of their own about which it turns, between sides of another
 * tide and of none. */
static void each_side_has_its_tide(void **state) {
  case_fixture *f = *state;
  estuary_case c = make(
      f, "  - {side: west, kind: tide, constituents: {M2: [1 m, 70 deg], S2: [0.4 m, 95 deg]}}\n"
         "  - {side: north, kind: level, level: 0.25 m}\n"
         "  - {side: east, kind: tide, constituents: {M2: [1 m, 71 deg], S2: [0.4 m, 95 deg]}}\n"
         "  - {side: south, kind: tide, offset: 12 cm,\n"
         "     constituents: {M2: [1 m, 70 deg], S2: [0.4 m, 95 deg]}}\n");
  assert_int_equal(c.status, RIA_SUCCESS);
  double *values = calloc((size_t)c.model.forcings, sizeof *values);
  for (double t = 0; t < 3e5; t += 9876.5) {
    c.model.forcing(c.model.context, t, values);
    for (int i = 0; i < f->the_case.boundaries; i++) {
      const ria_case_boundary *b = &f->the_case.boundary[i];
      ria_tide *tide = ria_tide_create(b->constituents, b->constituent);
      const ria_segment *segment = find(&c.model, b->side, "water_level");
      const int slot = segment->scalars[ria_kernel_scalar(segment->kernel, "level")].forcing;
      const double turns =
          b->kind == RIA_BOUNDARY_TIDE ? ria_tide_level(tide, f->the_case.time.start + t) : 0;
      assert_int_equal(b->constituents, b->kind == RIA_BOUNDARY_TIDE ? 2 : 0);
      assert_true(values[slot] == ria_series_value(&b->level, t) + turns);
      ria_tide_destroy(tide);
    }
  }
  free(values);
  forget(&c);
}

static void a_segment_without_a_cell_is_an_error(void **state) {
  estuary_case c =
      make(*state, "  - {side: north, kind: discharge, discharge: 7 m3/s, to: 1010 m}\n");
  assert_int_equal(c.status, RIA_ERROR_CASE);
  assert_non_null(strstr(ria_status_detail(), "north side from 1000 m to 1010 m"));
  assert_null(strstr(ria_status_detail(), "inf"));
  forget(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(ends_may_be_left_out, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(all_of_the_discharge_comes_in, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(each_side_has_its_tide, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(a_segment_without_a_cell_is_an_error, case_setup,
                                      case_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
