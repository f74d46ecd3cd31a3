/* The sides of an estuary: segments with two, one or no given ends, in cells; a discharge divided
 * by the width of its cells; one tide for each side; and the scalars that absorbing sides, ramps
 * and head losses bind. */
#include <math.h>
#include "test_estuary.h"
#include "ria/tide.h"

/* 20 x 8 cells of 50 m x 25 m, corner at (1000, 2000), so that dx differs from dy and the origin
 * from 0. */
#define HEAD                                                                                       \
  "time: {end: 1 h, start: 2026-03-01T01:20:00Z}\n"                                                \
  "grid: {extent: [1000 m, 2000 m, 2000 m, 2200 m], cells: [20, 8]}\n"                             \
  "bathymetry: {shape: {kind: flat}}\n"                                                            \
  "initial: {level: 1 m}\n"                                                                        \
  "boundaries:\n"
enum { NX = 20, NY = 8 };

static estuary_case make(case_fixture *f, const char *boundaries) {
  return estuary_of(f, HEAD, boundaries);
}

/* The cells along its side that a segment lies beside. */
static ria_global start_of(const ria_segment *s) {
  return s->part.lo[1 - ria_side_axis(s->side)];
}
static ria_global end_of(const ria_segment *s) {
  return s->part.hi[1 - ria_side_axis(s->side)];
}

/* The pieces cover each side once, without a gap. */
static void assert_covers(const ria_model *m) {
  for (int side = 0; side < RIA_PLANE_SIDES; side++) {
    ria_global cells = side == RIA_SOUTH || side == RIA_NORTH ? NX : NY, covered = 0;
    for (ria_global cell = 0; cell < cells; cell++)
      for (int i = 0; i < m->segments; i++)
        covered += (int)m->segment[i].side == side && cell >= start_of(&m->segment[i]) &&
                   cell < end_of(&m->segment[i]);
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
  assert_int_equal(start_of(segment), from);
  assert_int_equal(end_of(segment), to);
  forget(&c);
}

static void ends_may_be_left_out(void **state) {
  expect_range(*state, "  - {side: west, kind: open}\n", RIA_WEST, "water_free", 0, NY);
  expect_range(*state, "  - {side: west, kind: open, from: 2050 m}\n", RIA_WEST, "water_free", 2,
               NY);
  expect_range(*state, "  - {side: west, kind: open, to: 2050 m}\n", RIA_WEST, "water_free", 0, 2);
  expect_range(*state, "  - {side: north, kind: level, level: 1 m, from: 1250 m}\n", RIA_NORTH,
               "water_level", 5, NX);
  expect_range(*state, "  - {side: north, kind: level, level: 1 m, to: 1250 m}\n", RIA_NORTH,
               "water_level", 0, 5);
  expect_range(*state,
               "  - {side: south, kind: discharge, discharge: 6 m3/s, to: 1500 m}\n"
               "  - {side: south, kind: open, from: 1500 m}\n",
               RIA_SOUTH, "water_discharge", 0, 10);
}

static const ria_binding *binding_of(const ria_segment *segment, const char *scalar) {
  const int i = ria_kernel_scalar(segment->kernel, scalar);
  if (i < 0)
    fail_msg("%s has no %s", segment->kernel->name, scalar);
  return &segment->scalars[i];
}

/* The value at a time of a scalar that is bound to the forcing. */
static double forced(const estuary_case *c, const ria_segment *segment, const char *scalar,
                     double t) {
  const ria_binding *binding = binding_of(segment, scalar);
  assert_int_equal(binding->from, RIA_BIND_FORCING);
  assert_in_range(binding->forcing, 0, c->model.forcings - 1);
  double *values = calloc((size_t)c->model.forcings, sizeof *values);
  c->model.forcing(c->model.context, t, values);
  const double value = values[binding->forcing];
  free(values);
  return value;
}

/* The discharge: m2/s of the first boundary, times the width of its cells. */
static void expect_inflow(case_fixture *f, const char *boundaries, double discharge) {
  estuary_case c = make(f, boundaries);
  assert_int_equal(c.status, RIA_SUCCESS);
  const ria_side side = f->the_case.boundary[0].side;
  const ria_segment *segment = find(&c.model, side, "water_discharge");
  double size = side == RIA_SOUTH || side == RIA_NORTH ? 50 : 25;
  double sum =
      forced(&c, segment, "inflow", 0) * size * (double)(end_of(segment) - start_of(segment));
  assert_true(isfinite(sum) && fabs(sum - discharge) <= 1e-12 * discharge);
  forget(&c);
}

static void all_of_the_discharge_comes_in(void **state) {
  expect_inflow(*state, "  - {side: west, kind: discharge, discharge: 7 m3/s}\n", 7);
  expect_inflow(*state, "  - {side: south, kind: discharge, discharge: 7 m3/s}\n", 7);
  expect_inflow(*state, "  - {side: west, kind: discharge, discharge: 7 m3/s, from: 2100 m}\n", 7);
  expect_inflow(*state, "  - {side: east, kind: discharge, discharge: 7 m3/s, to: 2100 m}\n", 7);
  expect_inflow(*state, "  - {side: north, kind: discharge, discharge: 7 m3/s, to: 1300 m}\n", 7);
  /* Ends inside cells: the segment has the cells with their centres in it, 3 of 50 m. */
  expect_inflow(*state,
                "  - {side: north, kind: discharge, discharge: 7 m3/s, from: 1110 m, to: 1239 m}\n",
                7);
}

/* Two sides with one tide and different mean levels, between sides with another tide and with
 * none. */
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

/* ---- absorbing sides, ramps, head losses ---- */

static bool is_near(double value, double expected) {
  const bool near = fabs(value - expected) <= 1e-12 * fabs(expected);
  if (!near)
    print_error("%.17g, not %.17g\n", value, expected);
  return near;
}

/* An absorbing side has the same level as one without `absorbing`. Its inflow is the discharge
 * divided by the width of its cells (here 3 of 50 m and 8 of 25 m), or 0 without a discharge. */
static void absorbing_sides_have_a_level_and_an_inflow(void **state) {
  case_fixture *f = *state;
  estuary_case c =
      make(f, "  - {side: north, kind: level, level: [[0 h, 1 m], [1 h, 3 m]], absorbing: true,\n"
              "     from: 1110 m, to: 1239 m, discharge: [[0 h, 6 m3/s], [1 h, 18 m3/s]]}\n"
              "  - {side: west, kind: tide, constituents: {M2: [1 m, 70 deg]}, offset: 12 cm,\n"
              "     absorbing: true, discharge: -40 m3/s}\n"
              "  - {side: east, kind: level, level: 0.5 m, absorbing: true}\n"
              "  - {side: south, kind: level, level: 0.5 m, absorbing: false}\n");
  assert_int_equal(c.status, RIA_SUCCESS);
  assert_covers(&c.model);
  const ria_segment *north = find(&c.model, RIA_NORTH, "water_absorbing");
  const ria_segment *west = find(&c.model, RIA_WEST, "water_absorbing");
  const ria_segment *east = find(&c.model, RIA_EAST, "water_absorbing");
  find(&c.model, RIA_SOUTH, "water_level");

  assert_int_equal(end_of(north) - start_of(north), 3);
  assert_true(is_near(forced(&c, north, "level", 0), 1));
  assert_true(is_near(forced(&c, north, "inflow", 0), 6.0 / 150));
  assert_true(is_near(forced(&c, north, "level", 1800), 2));
  assert_true(is_near(forced(&c, north, "inflow", 1800), 12.0 / 150));
  const ria_case_boundary *b = &f->the_case.boundary[1];
  ria_tide *tide = ria_tide_create(b->constituents, b->constituent);
  for (double t = 0; t < 1e5; t += 9876.5) {
    const double level = 0.12 + ria_tide_level(tide, f->the_case.time.start + t);
    assert_true(is_near(forced(&c, west, "level", t), level));
    assert_true(is_near(forced(&c, west, "inflow", t), -40.0 / 200));
  }
  ria_tide_destroy(tide);
  assert_true(forced(&c, east, "level", 0) == 0.5);
  assert_true(forced(&c, east, "inflow", 0) == 0);
  forget(&c);
}

/* The still water under an incoming wave has one level, whatever the wave's; without a wave it
 * equals the level. */
static void incoming_waves_run_into_still_water(void **state) {
  case_fixture *f = *state;
  estuary_case c =
      make(f, "  - {side: north, kind: level, level: [[0 h, 1 m], [1 h, 3 m]], absorbing: true,\n"
              "     incoming: true}\n"
              "  - {side: west, kind: level, level: [[0 h, 1 m], [1 h, 3 m]], absorbing: true,\n"
              "     incoming: true, still: 70 cm}\n"
              "  - {side: east, kind: level, level: [[0 h, 1 m], [1 h, 3 m]], absorbing: true}\n");
  assert_int_equal(c.status, RIA_SUCCESS);
  const struct {
    ria_side side;
    double still;
  } wave[] = {{RIA_NORTH, 1}, {RIA_WEST, 0.7}};
  for (int i = 0; i < 2; i++) {
    const ria_segment *segment = find(&c.model, wave[i].side, "water_absorbing");
    const ria_binding *still = binding_of(segment, "still");
    assert_true(is_near(forced(&c, segment, "level", 1800), 2));
    assert_int_equal(still->from, RIA_BIND_VALUE);
    assert_true(still->value == wave[i].still);
  }
  const ria_segment *east = find(&c.model, RIA_EAST, "water_absorbing");
  for (double t = 0; t < 4000; t += 500)
    assert_true(forced(&c, east, "still", t) == forced(&c, east, "level", t));
  forget(&c);
}

/* A ramp begins at `start`, reaches the middle after half of its time, is monotonic, and reaches
 * `end` after its hour. The water of all cases here starts at 1 m. */
static void expect_ramp(const estuary_case *c, const ria_segment *segment, const char *scalar,
                        double start, double end) {
  double last = start;
  assert_true(forced(c, segment, scalar, 0) == start);
  assert_true(is_near(forced(c, segment, scalar, 1800), start + 0.5 * (end - start)));
  for (double t = 60; t <= 3600; t += 60) {
    const double now = forced(c, segment, scalar, t);
    assert_true(fabs(now - start) > fabs(last - start) && fabs(now - start) <= fabs(end - start));
    last = now;
  }
  assert_true(fabs(forced(c, segment, scalar, 60) - start) < fabs(end - start) / 60);
  assert_true(forced(c, segment, scalar, 3600) == end);
  assert_true(forced(c, segment, scalar, 7200) == end);
}

static void ramps_rise_from_the_start(void **state) {
  case_fixture *f = *state;
  estuary_case c =
      make(f, "  - {side: west, kind: level, level: 3 m, ramp: 1 h}\n"
              "  - {side: east, kind: level, level: -0.5 m, ramp: 1 h, absorbing: true,\n"
              "     discharge: 8 m3/s}\n"
              "  - {side: south, kind: discharge, discharge: 16 m3/s, ramp: 1 h}\n"
              "  - {side: north, kind: tide, constituents: {M2: [1 m, 70 deg]}, ramp: 1 h}\n");
  assert_int_equal(c.status, RIA_SUCCESS);
  const ria_segment *east = find(&c.model, RIA_EAST, "water_absorbing");
  expect_ramp(&c, find(&c.model, RIA_WEST, "water_level"), "level", 1, 3);
  expect_ramp(&c, east, "level", 1, -0.5);
  expect_ramp(&c, east, "inflow", 0, 8.0 / 200);
  expect_ramp(&c, find(&c.model, RIA_SOUTH, "water_discharge"), "inflow", 0, 16.0 / 1000);

  const ria_segment *north = find(&c.model, RIA_NORTH, "water_level");
  const ria_case_boundary *b = &f->the_case.boundary[3];
  ria_tide *tide = ria_tide_create(b->constituents, b->constituent);
  const double start = f->the_case.time.start;
  assert_true(forced(&c, north, "level", 0) == 1);
  assert_true(
      is_near(forced(&c, north, "level", 1800), 0.5 * (1 + ria_tide_level(tide, start + 1800))));
  for (double t = 3600; t < 1e5; t += 9876.5)
    assert_true(is_near(forced(&c, north, "level", t), ria_tide_level(tide, start + t)));
  ria_tide_destroy(tide);
  forget(&c);
}

static void head_loss_is_1_or_0(void **state) {
  estuary_case c = make(*state, "  - {side: west, kind: level, level: 1 m, head_loss: true}\n"
                                "  - {side: east, kind: level, level: 1 m}\n"
                                "  - {side: south, kind: level, level: 1 m, head_loss: false}\n"
                                "  - {side: north, kind: tide, constituents: {M2: [1 m, 70 deg]},\n"
                                "     head_loss: true}\n");
  static const double expected[RIA_PLANE_SIDES] = {[RIA_WEST] = 1, [RIA_EAST] = 1, [RIA_NORTH] = 1};
  assert_int_equal(c.status, RIA_SUCCESS);
  for (int side = 0; side < RIA_PLANE_SIDES; side++) {
    const ria_segment *segment = find(&c.model, (ria_side)side, "water_level");
    const ria_binding *binding = binding_of(segment, "head_loss");
    assert_int_equal(binding->from, RIA_BIND_VALUE);
    assert_true(binding->value == expected[side]);
  }
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
      cmocka_unit_test_setup_teardown(absorbing_sides_have_a_level_and_an_inflow, case_setup,
                                      case_teardown),
      cmocka_unit_test_setup_teardown(incoming_waves_run_into_still_water, case_setup,
                                      case_teardown),
      cmocka_unit_test_setup_teardown(ramps_rise_from_the_start, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(head_loss_is_1_or_0, case_setup, case_teardown),
      cmocka_unit_test_setup_teardown(a_segment_without_a_cell_is_an_error, case_setup,
                                      case_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
