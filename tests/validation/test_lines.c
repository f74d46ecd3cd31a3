/* Open lines inside the grid, against sides of it: a tide that comes in, water at rest, waves that
 * leave, a discharge; oblique lines do not leak; balances close, on any tiles. */
#include "balanced_run.h"

/* A channel of 2 km in cells of 50 m, 200 m wide and some 5 m deep; with a line there are 4 cells
 * more in the west. */
enum { LONG = 40, MORE = 4, WIDE = 4 };

static running *channel(bool line, const char *more, const char *boundary, way w) {
  char text[TEXT];
  snprintf(text, TEXT,
           "time: {start: 2024-03-01T00:00:00Z, end: 3 h}\n"
           "grid: {extent: [%d m, 0 m, 2000 m, 200 m], resolution: 50 m}\n"
           "bathymetry: {shape: {kind: slope, elevation: -5 m, slope_x: 0.0005}}\n"
           "friction: 0.03\n%s\nboundaries: {%s %s}\n",
           line ? -50 * MORE : 0, more,
           line ? "sea: {line: [[0 m, -9 m], [0 m, 209 m]], outside: west, " : "west: {", boundary);
  return start(text, w);
}

/* The largest difference of a field inside. */
static double differ(const running *side, const running *line, const char *name) {
  static double a[CELLS], b[CELLS];
  double most = 0;
  read_field(side, name, a);
  read_field(line, name, b);
  for (int y = 0; y < WIDE; y++)
    for (int x = 0; x < LONG; x++)
      most = fmax(most, fabs(a[y * LONG + x] - b[y * (LONG + MORE) + MORE + x]));
  return most;
}

static void like_a_side(const char *what, const char *more, const char *boundary, double most) {
  for (int order = 1; order <= 2; order++) {
    running *side = channel(false, more, boundary, (way){.order = order});
    running *line = channel(true, more, boundary, (way){.order = order});
    double h = 0, q = 0;
    for (int t = 0; t < 36; t++) {
      advance(side, 300 * (t + 1.));
      advance(line, 300 * (t + 1.));
      h = fmax(h, differ(side, line, "h"));
      q = fmax(q, differ(side, line, "qx"));
    }
    print_message("%s, order %d: %.2g m, %.2g m2/s\n", what, order, h, q);
    assert_true(h <= most && q <= most * 7); /* sqrt(g h) */
    expect_closed(line, 1e-13);
    end(side);
    end(line);
  }
}

static void tide_comes_in(void **state) {
  (void)state;
#define M2 "kind: tide, ramp: 1 h, constituents: {M2: {amplitude: 1 m, phase: 0 deg}}"
  like_a_side("tide", "initial: {level: 0 m}", M2 "}", 1.5e-2);
  like_a_side("tide, without head loss", "initial: {level: 0 m}", M2 ", head_loss: false}", 1.5e-2);
  like_a_side("tide, absorbing", "initial: {level: 0 m}", M2 ", absorbing: true}", 1e-3);
}

/* A wave that comes in, runs to the wall and leaves again. */
static void waves_come_and_leave(void **state) {
  (void)state;
#define WAVE                                                                                       \
  "kind: level, level: [[0 s, 0 m], [300 s, 0.3 m], [600 s, 0 m]], absorbing: true, "              \
  "incoming: true, still: 0 m}"
  like_a_side("wave", "initial: {level: 0 m}", WAVE, 1e-2);
  like_a_side("hump", "initial: {shape: {kind: dam, position: 1 km, left: 0.2 m, right: 0 m}}",
              "kind: level, level: 0 m, absorbing: true}", 1.5e-2);
}

/* The same discharge and level, except in the cells that get the inflow. */
static void discharge_comes_in(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    running *r[2];
    static double h[2][CELLS], q[2][CELLS];
    for (int line = 0; line < 2; line++) {
      r[line] = channel(line,
                        "initial: {level: 0 m}\n"
                        "tracers: [{name: dye}, {name: salt}]",
                        "kind: discharge, discharge: 200 m3/s, ramp: 10 min, concentration: "
                        "{dye: 1, salt: 30}}, east: {kind: level, level: 0 m, absorbing: true}",
                        (way){.order = order});
      advance(r[line], 3 * 3600.);
      read_field(r[line], "h", h[line]);
      read_field(r[line], "qx", q[line]);
      expect_closed(r[line], 1e-13);
    }
    for (int y = 0; y < WIDE; y++)
      for (int x = 2; x < LONG; x++) {
        const int a = y * LONG + x, b = y * (LONG + MORE) + MORE + x;
        if (fabs(h[1][b] / h[0][a] - 1) > 0.01 || fabs(q[1][b] / q[0][a] - 1) > 0.01)
          fail_msg("%d, %d: h %g and %g, q %g and %g", x, y, h[0][a], h[1][b], q[0][a], q[1][b]);
      }
    end(r[0]);
    end(r[1]);
  }
}

/* ---- an oblique line across a bay ---- */

enum { BAY_X = 24, BAY_Y = 20 };

/* Land rises to the south and the north of it; beyond the line are some rows of cells. */
static const char bay[] =
    "time: {start: 2024-03-01T00:00:00Z, end: 40 min}\n"
    "grid: {extent: [0 m, 0 m, 960 m, 600 m], cells: [24, 20]}\n"
    "bathymetry: {shape: {kind: tidal_flat, low: 1.5 m, high: 1.5 m, length: 1 m,\n"
    "  creek_depth: 5 m, creek_width: 200 m, creek_y: 300 m}}\n";

static running *bay_run(const char *more, way w) {
  char text[TEXT];
  snprintf(text, TEXT, "%s%s", bay, more);
  return run_to_end(text, w);
}

#define OBLIQUE "line: [[130 m, -20 m], [205 m, 210 m], [330 m, 400 m], [350 m, 640 m]]"

static void still_water_stays(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++)
    for (int absorbing = 0; absorbing < 2; absorbing++)
      for (int single = 0; single < 2; single++) {
        char text[TEXT];
        static double before[CELLS], after[CELLS];
        const double level = single ? 0 : 0.25; /* single precision rounds a depth */
        snprintf(text, TEXT,
                 "%sinitial: {level: %g m}\nboundaries: {sea: {kind: level, level: %g m, "
                 "absorbing: %s, outside: west, " OBLIQUE "}}\n",
                 bay, level, level, absorbing ? "true" : "false");
        running *r = start(text, (way){.order = order, .single = single});
        read_field(r, "h", before);
        advance(r, 1800);
        read_field(r, "h", after);
        assert_memory_equal(before, after, sizeof before);
        assert_true(sum_of(r, "h") > 100);
        read_field(r, "qx", after);
        for (int i = 0; i < cells_of(r); i++)
          assert_true(after[i] == 0);
        end(r);
      }
}

#define MANY                                                                                       \
  "initial: {level: 0 m}\nfriction: 0.03\nrain: {rate: 30 mm/h}\n"                                 \
  "tracers: [{name: dye, half_life: 30 min}, {name: salt}, {name: age, age: true}]\n"              \
  "boundaries:\n"                                                                                  \
  "  sea: {kind: tide, constituents: {M2: {amplitude: 1.5 m, phase: 260 deg}}, ramp: 5 min, "      \
  "outside: west, concentration: {salt: 35, dye: 0.1}, " OBLIQUE "}\n"                             \
  "  up: {kind: discharge, discharge: [[0 min, 0 m3/s], [20 min, 40 m3/s], [40 min, -9 m3/s]], "   \
  "outside: east, concentration: {dye: 1}, line: [[700 m, -9 m], [800 m, 609 m]]}\n"

/* No water gets beyond the cells of the line, and their water is in the balance. */
static void oblique_lines_are_tight(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    running *r = bay_run(MANY, (way){.order = order});
    static double h[CELLS], given[CELLS];
    const double *held = ria_terrain_field_of(&r->terrain, "line");
    double all = 0;
    int wet = 0;
    read_field(r, "h", h);
    read_field(r, "line_water", given);
    assert_non_null(held);
    for (int y = 0; y < BAY_Y; y++) {
      int x = 0;
      for (; !(held[y * BAY_X + x] > 0); x++)
        assert_true(h[y * BAY_X + x] < 0.03); /* rain */
      for (; x < BAY_X; x++) {
        all += given[y * BAY_X + x];
        wet += h[y * BAY_X + x] > 0.5;
      }
      for (x = BAY_X - 2; x < BAY_X; x++)
        assert_true(h[y * BAY_X + x] < 0.03);
    }
    assert_true(wet > 100 && fabs(all) > 1);
    expect_closed(r, 1e-13);
    end(r);
  }
}

/* A tide flows across an oblique line without jets: it fills the bay at some 0.1 m/s. */
static void no_jets_grow(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    running *r = start(
        "time: {start: 2024-03-01T00:00:00Z, end: 3 h}\n"
        "grid: {extent: [0 m, 0 m, 960 m, 600 m], cells: [40, 25]}\n"
        "bathymetry: {shape: {kind: tidal_flat, low: 1.5 m, high: 1.5 m, length: 1 m,\n"
        "  creek_depth: 5 m, creek_width: 150 m, creek_y: 300 m}}\n"
        "initial: {level: 0 m}\nfriction: 0.03\nboundaries: {sea: {kind: tide, constituents: {M2: "
        "{amplitude: 1 m, phase: 260 deg}}, ramp: 5 min, outside: west, " OBLIQUE "}}\n",
        (way){.order = order});
    static double h[CELLS], qx[CELLS], qy[CELLS];
    double fastest = 0;
    for (int t = 3; t < 18; t++) {
      advance(r, 600 * (t + 1.));
      read_field(r, "h", h);
      read_field(r, "qx", qx);
      read_field(r, "qy", qy);
      for (int i = 0; i < cells_of(r); i++)
        fastest = fmax(fastest, h[i] > 0.5 ? hypot(qx[i], qy[i]) / h[i] : 0);
    }
    print_message("order %d: at most %.3g m/s\n", order, fastest);
    assert_true(fastest > 0.05 &&
                fastest < 0.5); /* 1.6 without walls between the cells beyond the line */
    expect_closed(r, 1e-13);
    end(r);
  }
}

static void tiles_agree(void **state) {
  (void)state;
  static const way ways[] = {
      {.tiles_x = 2, .tiles_y = 2},
      {.tiles_x = 3, .tiles_y = 2, .depth = 2, .scheme = RIA_TILING_EXPANSION}};
  for (int order = 1; order <= 2; order++)
    for (int single = 0; single < 2; single++) {
      running *first = bay_run(MANY, (way){.order = order, .single = single});
      for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        way w = ways[i];
        w.order = order;
        w.single = single;
        running *r = bay_run(MANY, w);
        expect_same(first, r);
        assert_memory_equal(first->balance.counted, r->balance.counted,
                            sizeof first->balance.counted);
        end(r);
      }
      expect_closed(first, single ? 2e-5 : 1e-13);
      end(first);
    }
}

/* Water that falls over a line to a level below its bed leaves at its critical depth; and swept
 * tiles. */
static void water_falls_out(void **state) {
  (void)state;
  static const char more[] =
      "initial: {level: 0 m}\nfriction: 0.03\nboundaries:\n"
      "  sea: {kind: level, level: -8 m, ramp: 5 min, outside: west, " OBLIQUE "}\n";
  for (int order = 1; order <= 2; order++) {
    running *one = bay_run(more, (way){.order = order});
    running *swept = bay_run(
        more,
        (way){.order = order, .tiles_x = 2, .tiles_y = 1, .depth = 2, .scheme = RIA_TILING_SWEPT});
    expect_same(one, swept);
    expect_closed(one, 1e-13);
    assert_true(one->balance.counted[0][0] < 0);
    assert_true(sum_of(one, "h") > 0);
    end(one);
    end(swept);
  }
}

/* ---- invalid lines ---- */

static void bad_lines_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *line, *message;
  } bad[] = {
      {"outside: west, line: [[2 km, 0 m], [2 km, 300 m]]", "lies between no two cells"},
      {"outside: west, line: [[100 m, 0 m], [100 m, 40 m]]", "lies on dry land"},
      {"outside: west, line: [[100 m, -9 m], [300 m, 500 m], [100 m, 500 m], [300 m, 609 m], [50 "
       "m, 400 m]]",
       "crosses itself"},
      {"outside: south, line: [[300 m, -9 m], [300 m, 609 m]]",
       "neither side of the line 'sea' lies south of it"},
      {"outside: west, line: [[300 m, 250 m], [300 m, 350 m]]", "gets around an end of a line"},
      {"outside: west, line: [[300 m, -9 m], [300 m, 609 m]]}\n"
       "  two: {kind: level, level: 0 m, outside: west, line: [[300 m, -9 m], [301 m, 609 m]]",
       "meets another open line"},
      {"outside: west, line: [[300 m, -9 m], [300 m, 609 m]]}\n"
       "  two: {kind: level, level: 0 m, outside: east, line: [[340 m, -9 m], [340 m, 609 m]]",
       "shares cells with another open line"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char text[TEXT];
    running *r = calloc(1, sizeof *r);
    snprintf(text, TEXT,
             "%sinitial: {level: 0 m}\nboundaries:\n  sea: {kind: level, level: 0 m, %s}\n", bay,
             bad[i].line);
    read_case(r, text, (way){0});
    assert_int_equal(ria_terrain_load(&r->the_case, &r->terrain), RIA_ERROR_CASE);
    if (!strstr(ria_status_detail(), bad[i].message))
      fail_msg("%s\ndoes not say: %s", ria_status_detail(), bad[i].message);
    ria_terrain_destroy(&r->terrain);
    ria_case_destroy(&r->the_case);
    free(r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(tide_comes_in),
                                     cmocka_unit_test(waves_come_and_leave),
                                     cmocka_unit_test(discharge_comes_in),
                                     cmocka_unit_test(still_water_stays),
                                     cmocka_unit_test(oblique_lines_are_tight),
                                     cmocka_unit_test(no_jets_grow),
                                     cmocka_unit_test(tiles_agree),
                                     cmocka_unit_test(water_falls_out),
                                     cmocka_unit_test(bad_lines_are_refused)};
  return cmocka_run_group_tests(tests, basin_session_open, basin_session_close);
}
