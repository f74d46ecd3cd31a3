/* Culverts, pumps and gates against their formulas; limits of a pump; switching by levels; the
 * balance with all of them; the flows measured by the key `flows`. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "report.h"
#include "test_run.h"
#include "tests.h"

static const double gravity = 9.81;
static report *table;

static int begin(void **state) {
  table = report_create("works.md", "Culverts and gates",
                        "Between two ponds, and across a channel, in steady flow.");
  return test_runtime_begin(state);
}

static int end(void **state) {
  report_destroy(table);
  return test_runtime_end(state);
}

/* ---- two ponds of 10 x 10 cells of 5 m, 3 m deep ---- */

enum { WIDE = 20, HIGH = 10, CELL = 5, AT_FROM = 5 * WIDE + 7, AT_TO = 5 * WIDE + 12 };

static test_run *ponds(double left, double right, const char *structure, const char *more) {
  char text[2048];
  snprintf(text, sizeof text,
           "time: {end: 6 h}\nprecision: double\nnumerics: {order: 1}\n"
           "grid: {extent: [0 m, 0 m, 100 m, 50 m], resolution: %d m}\n"
           "bathymetry: {shape: {kind: flat, elevation: -3 m}}\n"
           "initial: {shape: {kind: dam, position: 50 m, left: %.17g m, right: %.17g m,\n"
           "  tracer_left: 1, tracer_right: 0.25}}\n"
           "friction: 0.03\ntracers: [{name: dye}]\n"
           "structures:\n  - {name: dike, line: [[50 m, -1 m], [50 m, 51 m]]}\n"
           "  - {name: one, from: [37 m, 27 m], to: [62 m, 27 m], %s}\n%s",
           CELL, left, right, structure, more);
  return test_run_new(test_runtime, text, 0, NULL);
}

static double level_at(const test_run *run, int cell) {
  static double h[WIDE * HIGH];
  test_run_field(run, 0, h);
  return h[cell] - 3;
}

/* A river brings 1 m3/s to the left pond, and an intake takes it from the right one: the discharge
 * between them is known, and the levels follow. */
static double difference(const char *culvert, double left, double right, double *down) {
  test_run *run =
      ponds(left, right, culvert,
            "rivers: [{name: in, at: [12 m, 12 m], discharge: 1 m3/s, concentration: 1},\n"
            "  {name: out, at: [87 m, 37 m], discharge: -1 m3/s}]\n");
  test_run_advance(run, 6 * 3600.0);
  const double up = level_at(run, AT_FROM);
  *down = level_at(run, AT_TO);
  test_run_free(run);
  return up;
}

/* Heads v2/2g of entrance, friction and exit. */
static double lost(double area, double radius, double length, double losses, double manning) {
  const double friction = 2 * gravity * manning * manning * length / pow(radius, 4.0 / 3);
  return (1 + losses + friction) / (2 * gravity * area * area);
}

static void test_culverts(void **state) {
  (void)state;
  double down;
  bool good = true;
  double up = difference("kind: culvert, width: 1 m, height: 0.5 m, sill: -2 m, length: 30 m", 0.5,
                         0, &down);
  const double box = lost(0.5, 0.5 / 3, 30, 0.5, 0.015);
  good &= report_row(table, "box, drowned", "loss of head: relative error", HIGH,
                     fabs((up - down) / box - 1), 0, 2e-3);

  /* Two pipes. */
  up = difference("kind: culvert, diameter: 0.6 m, barrels: 2, sill: -2 m, losses: 0.8, "
                  "manning: 0.02",
                  0.6, 0, &down);
  const double pipes = lost(2 * M_PI * 0.09, 0.15, 25, 0.8, 0.02);
  good &= report_row(table, "two pipes, drowned", "loss of head: relative error", HIGH,
                     fabs((up - down) / pipes - 1), 0, 2e-3);

  /* Free flow: critical depth at two thirds of the head, minus losses that depend on the depth. */
  up = difference("kind: culvert, width: 2 m, sill: 0.2 m, length: 10 m", 0.7, 0, &down);
  const double head = up - 0.2, y = 2 * head / 3;
  const double friction = 2 * gravity * 0.015 * 0.015 * 10 / pow(2 * y / (2 + 2 * y), 4.0 / 3);
  const double flow = 2 * y * sqrt(2 * gravity * (head - y) / (1.5 + friction));
  assert_true(down < 0.2);
  good &=
      report_row(table, "box, free", "discharge: relative error", HIGH, fabs(flow - 1), 0, 2e-3);

  /* Flow at the depth of the water below, which does not fill the culvert. */
  up = difference("kind: culvert, width: 2 m, sill: -0.5 m, losses: 0, manning: 0", 0.3, 0, &down);
  const double below = down + 0.5;
  const double partly = 2 * below * sqrt(2 * gravity * (up - down));
  assert_true(below > 0.2 && below < 2);
  good &= report_row(table, "box, partly full", "discharge: relative error", HIGH, fabs(partly - 1),
                     0, 2e-3);
  assert_true(good);
}

/* With the heads reversed, no bit changes unless the culvert works in both directions. */
static void test_one_way(void **state) {
  (void)state;
  for (int both = 0; both < 2; both++) {
    test_run *run = ponds(
        0, 1, both ? "kind: culvert, width: 1 m" : "kind: culvert, width: 1 m, one_way: true", "");
    test_run_advance(run, 300);
    const double left = level_at(run, AT_FROM);
    assert_true(both ? left > 0.01 : left == 0);
    test_run_free(run);
  }
}

/* The amount in the ponds and the culvert is conserved. */
static void test_balance(void **state) {
  (void)state;
  test_run *run = ponds(1, 0, "kind: culvert, width: 3 m", "");
  enum { PIPED = 4, PIPED_TRACER };
  const double water = test_run_sum(run, 0), tracer = test_run_sum(run, 3);
  for (int n = 1; n <= 8; n++) {
    test_run_advance(run, 41.0 * n);
    const double inside = test_run_sum(run, PIPED), carried = test_run_sum(run, PIPED_TRACER);
    assert_true(inside > 0 && carried > 0);
    assert_true(fabs(test_run_sum(run, 0) + inside - water) < 1e-13 * water);
    assert_true(fabs(test_run_sum(run, 3) + carried - tracer) < 1e-13 * tracer);
  }
  test_run_free(run);
}

/* A pump takes no more water than available; its water is at the other end, except the part in the
 * pump. */
static void test_pump_runs_dry(void **state) {
  (void)state;
  static double h[WIDE * HIGH];
  test_run *run = ponds(-2.5, 0, "kind: pump, discharge: 3 m3/s", "");
  const double water = test_run_sum(run, 0);
  test_run_advance(run, 2 * 3600.0);
  test_run_field(run, 0, h);
  double left = 0;
  for (int k = 0; k < WIDE * HIGH; k++) {
    assert_true(h[k] >= 0);
    left += k % WIDE < WIDE / 2 ? h[k] : 0;
  }
  assert_true(left < 0.05 * 0.5 * WIDE * HIGH / 2);
  assert_true(fabs(test_run_sum(run, 0) + test_run_sum(run, 4) - water) < 1e-13 * water);
  test_run_free(run);
}

/* It starts above one level and stops below another; between the two its state does not change. */
static void test_pump_switches(void **state) {
  (void)state;
  test_run *run =
      ponds(-1, 0, "kind: pump, discharge: 2 m3/s, starts_above: -0.5 m, stops_below: -0.8 m",
            "rivers: [{name: in, at: [12 m, 12 m], discharge: 0.5 m3/s}]\n");
  bool was_low = false, went_up = false, ran = false, stopped = false;
  for (int n = 1; n <= 150; n++) {
    test_run_advance(run, 60.0 * n);
    const double level = level_at(run, 2 * WIDE + 2);
    const bool runs = test_run_sum(run, 4) > 1e-6;
    assert_true(level < -0.4);
    ran |= runs;
    went_up |= !runs && level > -0.75; /* it waits for the upper level */
    stopped |= ran && !runs;
    was_low |= runs && level < -0.7; /* and runs to the lower one */
    assert_true(!runs || level > -0.95);
  }
  assert_true(ran && stopped && was_low && went_up);
  test_run_free(run);
}

/* ---- gates ---- */

enum { LONG = 60, ACROSS = 10 };

/* A channel, 3 m deep, with 1 m2/s and a gate in its middle. */
static void flow_under(int order, const char *gate, double level, double h[LONG * ACROSS]) {
  char text[1024];
  snprintf(text, sizeof text,
           "time: {end: 3 h}\nprecision: double\nnumerics: {order: %d}\n"
           "grid: {extent: [0 m, 0 m, 600 m, 100 m], cells: [%d, %d]}\n"
           "bathymetry: {shape: {kind: flat, elevation: -3 m}}\ninitial: %.9g m\n"
           "boundaries: {west: {kind: discharge, discharge: 100 m3/s},\n"
           "  east: {kind: level, level: %.9g m}}\n"
           "structures: [{name: sluice, kind: gate, %s, line: [[300 m, -1 m], [300 m, 101 m]]}]\n",
           order, LONG, ACROSS, level, level, gate);
  test_run *run = test_run_new(test_runtime, text, 0, NULL);
  test_run_advance(run, 3 * 3600.0);
  test_run_field(run, 0, h);
  test_run_free(run);
}

static double head_of(double h) {
  return h - 3 + 1 / (h * h) / (2 * gravity);
}

static void test_gates(void **state) {
  (void)state;
  static double h[LONG * ACROSS];
  bool good = true;
  for (int order = 1; order <= 2; order++) {
    char name[64];
    const int up = 5 * LONG + 20, down = 5 * LONG + 40;
    flow_under(order, "crest: -1 m, opening: 0.4 m", -1.5, h);
    const double orifice = 0.4 + 1 / (0.16 * 2 * gravity);
    snprintf(name, sizeof name, "gate, free, order %d", order);
    good &= report_row(table, name, "head: relative error", LONG,
                       fabs((head_of(h[up]) + 1) / orifice - 1), 0, 1e-3);
    assert_true(h[down] < 2.2);

    flow_under(order, "crest: -2 m, opening: 0.5 m, coefficient: 0.8", 0, h);
    const double drowned = 1 / (0.64 * 0.25 * 2 * gravity);
    snprintf(name, sizeof name, "gate, drowned, order %d", order);
    good &= report_row(table, name, "head: relative error", LONG,
                       fabs((head_of(h[up]) - (h[down] - 3)) / drowned - 1), 0, 1e-3);

    /* Open far enough, it is a weir. */
    flow_under(order, "crest: -1 m, opening: 1.5 m", -1.5, h);
    const double weir = pow(1 / (pow(2.0 / 3, 1.5) * sqrt(gravity)), 2.0 / 3);
    snprintf(name, sizeof name, "gate, lifted, order %d", order);
    good &= report_row(table, name, "head: relative error", LONG,
                       fabs((head_of(h[up]) + 1) / weir - 1), 0, 1e-3);
  }
  assert_true(good);
}

/* The sea rises to 1.5 m and falls again: the gate keeps what is behind it below the level at which
 * it closes, and lets it out when the sea is low again. */
static void test_gate_closes(void **state) {
  (void)state;
  test_run *run = test_run_new(
      test_runtime,
      "time: {end: 12 h}\nnumerics: {order: 1}\nfriction: 0.03\n"
      "grid: {extent: [0 m, 0 m, 600 m, 100 m], cells: [60, 10]}\n"
      "bathymetry: {shape: {kind: flat, elevation: -3 m}}\ninitial: 0 m\n"
      "boundaries: {west: {kind: level, level: [[0 h, 0 m], [3 h, 1.5 m], [6 h, 0 m], [9 h, -0.5 "
      "m]]}}\n"
      "structures: [{name: barrier, kind: gate, crest: -2.9 m, opening: 5 m,\n"
      "  watches: [250 m, 50 m], closes_above: 0.6 m, opens_below: 0.4 m, travel: 10 min,\n"
      "  line: [[300 m, -1 m], [300 m, 101 m]]}]\n",
      0, NULL);
  static double h[LONG * ACROSS];
  double most = -3, sea = -3, last = 0; /* behind the gate, before it */
  for (int n = 1; n <= 36; n++) {
    test_run_advance(run, 900.0 * n);
    test_run_field(run, 0, h);
    most = fmax(most, h[5 * LONG + 50] - 3);
    sea = fmax(sea, h[5 * LONG + 20] - 3);
    last = h[5 * LONG + 50] - 3;
  }
  assert_true(sea > 1.4);
  assert_true(most > 0.55 && most < 0.72);
  assert_true(fabs(last - (h[5 * LONG + 20] - 3)) < 0.02);
  test_run_free(run);
}

/* A closed gate with its crest below the bed does not leak either: no bit changes. */
static void test_gate_on_high_ground(void **state) {
  (void)state;
  static double h[LONG * ACROSS];
  test_run *run = test_run_new(
      test_runtime,
      "time: {end: 12 h}\nprecision: double\nnumerics: {order: 2}\nfriction: 0.03\n"
      "grid: {extent: [0 m, 0 m, 600 m, 100 m], cells: [60, 10]}\n"
      "bathymetry: {shape: {kind: slope, elevation: -3 m, slope_x: 0, slope_y: 0.03}}\n"
      "initial: {shape: {kind: dam, position: 300 m, left: 1 m, right: -0.5 m}}\n"
      "structures: [{kind: gate, crest: -2 m, opening: 0 m, line: [[300 m, -1 m], [300 m, 101 "
      "m]]}]\n",
      0, NULL);
  static double before[LONG * ACROSS];
  test_run_field(run, 0, before);
  test_run_advance(run, 600);
  test_run_field(run, 0, h);
  for (int k = 0; k < LONG * ACROSS; k++)
    assert_true(k % LONG < LONG / 2 || h[k] == before[k]);
  test_run_free(run);
}

/* ---- the key flows ---- */

/* 40 x 10 cells of 20 m x 40 m: a tide in the west, an open line in the east, a weir and a wall
 * between them, a culvert and a pump across these. */
static const char measured[] =
    "time: {end: 1 h}\nprecision: double\nfriction: 0.03\n"
    "grid: {extent: [0 m, 0 m, 800 m, 400 m], cells: [40, 10]}\n"
    "bathymetry: {shape: {kind: slope, elevation: -2 m, slope_x: 0.001, slope_y: -0.001}}\n"
    "initial: {shape: {kind: dam, position: 400 m, left: 1 m, right: 0 m, tracer_left: 1,\n"
    "  tracer_right: 0.25}}\n"
    "boundaries:\n"
    "  west: {kind: level, level: [[0 min, 1 m], [30 min, 1.5 m]], concentration: {dye: 2}}\n"
    "  sea: {kind: level, level: 0.2 m, outside: east, line: [[745 m, -10 m], [745 m, 410 m]],\n"
    "    concentration: {salt: 30}}\n"
    "structures:\n"
    "  sill: {kind: weir, crest: 0.3 m, line: [[400 m, -10 m], [400 m, 120 m]]}\n"
    "  dike: {line: [[400 m, 120 m], [400 m, 410 m]]}\n"
    "  box: {kind: culvert, from: [350 m, 310 m], to: [450 m, 310 m], width: 2 m, radius: 25 m}\n"
    "  lift: {kind: pump, from: [690 m, 100 m], to: [110 m, 300 m], discharge: 4 m3/s}\n"
    "sections: {beside: [[400 m, -10 m], [400 m, 120 m]]}\nflows: all\n"
    "tracers: [{name: dye}, {name: salt}]\n";
enum { MEASURED = 40 * 10, AMOUNTS = 3 };
enum { BESIDE, WEST, SEA, SILL, DIKE, BOX, LIFT, ALL_FLOWS };

/* The sums of the passages, in the field's unit over cells. */
static void flows_of(const test_run *run, double t, int amount, double passed[ALL_FLOWS]) {
  static const char *const name[] = {"beside", "west", "sea", "sill", "dike", "box", "lift"};
  const ria_passage *list;
  ria_ledger ledger;
  assert_int_equal(run->solver->passages(run->instance, &list), ALL_FLOWS);
  assert_int_equal(ria_simulation_ledger(run->simulation, &ledger), RIA_SUCCESS);
  for (int i = 0; i < ALL_FLOWS; i++) {
    const int n = list[i].number;
    assert_string_equal(list[i].name, name[i]);
    passed[i] =
        list[i].kind == RIA_PASSAGE_OWN
            ? run->solver->passed(run->instance, n, amount, t)
            : ria_flow_value(
                  &ledger.in[list[i].kind == RIA_PASSAGE_SECTION ? ria_model_section(&run->model, n)
                                                                 : n][amount]);
  }
  ria_ledger_destroy(&ledger);
}

static int field_of(const test_run *run, const char *name) {
  const int found = ria_quantity_find(run->model.state, run->model.nstate, name);
  assert_true(found >= 0);
  return found;
}

/* The amount in cells, including the part that waits in them for a culvert or a pump: in the west
 * of the dike, and from there to the open line. */
static void held(const test_run *run, int amount, double part[2]) {
  const ria_case *c = &run->the_case;
  const char *const piped[AMOUNTS] = {"piped", "piped_tracer", c->each_tracer[1].piped};
  const double *outer = ria_terrain_field_of(&run->terrain, "line");
  static double own[MEASURED], waits[MEASURED];
  test_run_field(run, run->model.amount[amount].field, own);
  test_run_field(run, field_of(run, piped[amount]), waits);
  part[0] = part[1] = 0;
  for (int i = 0; i < MEASURED; i++)
    if (!(outer[i] > 0) && i % 40 < 38)
      part[i % 40 >= 20] += own[i] + waits[i];
}

/* Also between two moments of the pump, and two of its directions. */
static void test_flows(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    char set[32];
    snprintf(set, sizeof set, "numerics.order=%d", order);
    test_run *run = test_run_new(test_runtime, measured, 1, (const char *const[]){set});
    double before[AMOUNTS][2], after[2], f[ALL_FLOWS];
    for (int a = 0; a < AMOUNTS; a++)
      held(run, a, before[a]);
    for (int i = 1; i <= 3; i++) {
      const double t = 1234.5 * i - 100;
      test_run_advance(run, t);
      for (int a = 0; a < AMOUNTS; a++) {
        flows_of(run, t, a, f);
        held(run, a, after);
        const double west = f[WEST] - f[SILL] - f[DIKE] - f[BOX] + f[LIFT],
                     east = f[SEA] + f[SILL] + f[DIKE] + f[BOX] - f[LIFT];
        const double scale = fabs(f[WEST]) + fabs(f[SEA]) + after[0] + after[1];
        assert_true(f[SILL] == f[BESIDE] && f[DIKE] == 0);
        assert_true(a == 2 || (fabs(f[SILL]) > 1e-4 * scale && fabs(f[BOX]) > 1e-5 * scale));
        assert_true(fabs(f[SEA]) > 1e-4 * scale && f[LIFT] > 1e-9 * scale);
        print_message("order %d, amount %d: off by %.2e and %.2e of %g\n", order, a,
                      (after[0] - before[a][0] - west) / scale,
                      (after[1] - before[a][1] - east) / scale, scale);
        assert_true(fabs(after[0] - before[a][0] - west) < 1e-12 * scale);
        assert_true(fabs(after[1] - before[a][1] - east) < 1e-12 * scale);
      }
      flows_of(run, t, 0, f); /* the pump runs at its discharge, except at the first of its moments
                               */
      assert_true(fabs(800 * f[LIFT] / (4 * t) - 1) < 0.05);
    }
    test_run_free(run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_flows),
      cmocka_unit_test(test_culverts),
      cmocka_unit_test(test_one_way),
      cmocka_unit_test(test_balance),
      cmocka_unit_test(test_pump_runs_dry),
      cmocka_unit_test(test_pump_switches),
      cmocka_unit_test(test_gates),
      cmocka_unit_test(test_gate_closes),
      cmocka_unit_test(test_gate_on_high_ground),
  };
  return cmocka_run_group_tests(tests, begin, end);
}
