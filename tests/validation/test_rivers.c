/* Rivers that cross a side: a discharge spread by conveyance equals its hydrograph, with the
 * profile of normal flow; a channel with a rating curve at its end settles to the curve's level for
 * its discharge; balances close, on any tiles. */
#include "balanced_run.h"

/* A valley that falls to the east by 1 in 1000, and to the north by 1 in 50: 200 m wide, it holds a
 * river of up to 4 m. */
enum { LONG = 24, WIDE = 10 };
#define VALLEY                                                                                     \
  "grid: {extent: [0 m, 0 m, 960 m, 200 m], cells: [24, 10]}\n"                                    \
  "bathymetry: {shape: {kind: slope, elevation: 4 m, slope_x: -0.001, slope_y: -0.02}}\n"          \
  "initial: {level: -5 m}\n"

static double volume_of(const running *r, double area) {
  return sum_of(r, "h") * area;
}

/* ---- a discharge by conveyance ---- */

/* The water of a hydrograph that rises to 150 m3/s in 10 min, and falls to 30 m3/s in 20 more. */
static void hydrograph_comes_in(void **state) {
  (void)state;
  static const char *const frictions[] = {"0.03", "{chezy: 40 m1/2/s}", "{linear: 2e-2 1/s}",
                                          "{linear: 2e-3 1/s}", "{map: {value: 0.03}}"};
  const double brought = 600 * 150 / 2 + 1200 * (150 + 30) / 2.;
  for (size_t i = 0; i < sizeof frictions / sizeof *frictions; i++)
    for (int order = 1; order <= 2; order++) {
      char text[TEXT];
      snprintf(
          text, TEXT,
          "time: {end: 30 min}\n" VALLEY "friction: %s\n"
          "boundaries: {west: {kind: discharge, spread: conveyance, discharge: [[0 h, 0 m3/s], "
          "[10 min, 150 m3/s], [30 min, 30 m3/s]]}}\n",
          frictions[i]);
      running *r = run_to_end(text, (way){.order = order});
      expect_near(frictions[i], volume_of(r, 40 * 20), brought, 1e-3);
      expect_closed(r, 1e-13);
      end(r);
    }
}

/* The side's total discharge, m3/s, at a knot of the forcing. */
static void all_of_the_discharge_is_asked_for(void **state) {
  (void)state;
  running *r = start("time: {end: 30 min}\n" VALLEY
                     "friction: 0.03\nboundaries: {west: {kind: discharge, spread: conveyance, "
                     "discharge: [[0 h, 0 m3/s], [1 h, 150 m3/s]]}}\n",
                     (way){.order = 2});
  double values[64];
  for (double t = 0; t <= 3600; t += 300) {
    r->model.forcing(r->model.context, t, values);
    const ria_segment *s = r->model.segment;
    while (s->side != RIA_WEST)
      s++;
    const double stage = values[s->scalars[ria_kernel_scalar(s->kernel, "stage")].forcing];
    const double factor = values[s->scalars[ria_kernel_scalar(s->kernel, "factor")].forcing];
    double sum = 0;
    for (int y = 0; y < WIDE; y++)
      sum += 20 * factor * pow(fmax(stage + r->terrain.depth[y * LONG], 0), 5. / 3);
    assert_true(fabs(sum - 150 * t / 3600) <= 1e-12 * 150);
    if (t > 0) /* the factor is that of normal flow, as far as the table of stages has it */
      assert_true(fabs(factor / (sqrt(0.001) / 0.03) - 1) < 2e-3);
  }
  end(r);
}

/* The river has the depth of normal flow everywhere, and each of its cells has the speed. */
static void valley_flows_normally(void **state) {
  (void)state;
  double off[2];
  for (int even = 0; even < 2; even++) {
    char text[TEXT];
    snprintf(text, TEXT,
             "time: {end: 2 h}\n" VALLEY "friction: 0.03\n"
             "boundaries: {west: {kind: discharge, discharge: 120 m3/s%s}, east: {kind: open}}\n",
             even ? "" : ", spread: conveyance");
    running *r = run_to_end(text, (way){.order = 1});
    double h[CELLS], q[CELLS], worst = 0, sum = 0;
    read_field(r, "h", h);
    read_field(r, "qx", q);
    for (int y = 0; y < WIDE; y++) {
      const int cell = y * LONG + 2; /* 100 m from the side */
      const double normal = sqrt(0.001) / 0.03 * pow(h[cell], 5. / 3);
      worst = fmax(worst, fabs(q[cell] - normal));
      sum += 20 * q[cell];
    }
    if (!even)
      expect_near("discharge", sum, 120, 3e-3);
    off[even] = worst / 2; /* of the largest discharge a metre, about */
    end(r);
  }
  print_message("discharge a metre off normal flow by %.3f by conveyance, %.3f evenly spread\n",
                off[0], off[1]);
  assert_true(off[0] < 0.05 && off[1] > 4 * off[0]);
}

/* ---- rating curves ---- */

/* A channel of 100 m by 2 km that falls by 1 in 2000, with a step in its banks: cells of the valley
 * above have other depths. */
#define CHANNEL                                                                                    \
  "grid: {extent: [0 m, 0 m, 1 km, 100 m], cells: [50, 5]}\n"                                      \
  "bathymetry: {shape: {kind: slope, elevation: 0 m, slope_x: -0.0005, slope_y: 0.004}}\n"         \
  "initial: {level: 0.5 m}\nfriction: 0.03\n"

#define CURVE                                                                                      \
  "rating: [{level: -0.4 m, discharge: 0 m3/s}, {level: 0.2 m, discharge: 20 m3/s}, {level: 0.9 "  \
  "m, discharge: 90 m3/s}, {level: 1.5 m, discharge: 180 m3/s}, {level: 2.5 m, discharge: 400 "    \
  "m3/s}]"

/* The level at the eastern side, in the middle of it: straight through the last two cells. */
static double level_at_end(const running *r) {
  double h[CELLS];
  read_field(r, "h", h);
  const int last = 2 * 50 + 49;
  const double one = h[last] - r->terrain.depth[last],
               other = h[last - 1] - r->terrain.depth[last - 1];
  return one + 0.5 * (one - other);
}

static void channel_settles_to_its_curve(void **state) {
  (void)state;
  static const struct { double discharge, level; } rows[] = {{20, 0.2}, {90, 0.9}, {180, 1.5}};
  for (int order = 1; order <= 2; order++)
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      char text[TEXT];
      snprintf(
          text, TEXT,
          "time: {end: 4 h}\n" CHANNEL
          "boundaries: {west: {kind: discharge, spread: conveyance, discharge: %g m3/s}, east: "
          "{kind: rating, " CURVE "}}\n",
          rows[i].discharge);
      running *r = run_to_end(text, (way){.order = order});
      const double level = level_at_end(r), before = volume_of(r, 400);
      print_message("order %d, %g m3/s: level %.4f m, the curve has %.4f m\n", order,
                    rows[i].discharge, level, rows[i].level);
      assert_true(fabs(level - rows[i].level) < (order == 1 ? 0.012 : 0.005));
      expect_closed(r, 1e-13);
      advance(r, r->the_case.time.end + 600);
      assert_true(fabs(volume_of(r, 400) - before) < 1e-3 * 600 * rows[i].discharge); /* steady */
      end(r);
    }
}

/* No water leaves below the first row, whose discharge is 0. */
static void no_outflow_below_the_curve(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    running *r =
        start("time: {end: 1 h}\n"
              "grid: {extent: [0 m, 0 m, 1 km, 100 m], cells: [50, 5]}\n"
              "bathymetry: {shape: {kind: slope, elevation: 0 m, slope_x: -0.0005, slope_y: "
              "0.004}}\ninitial: {level: 0.3 m}\nfriction: 0.03\n"
              "boundaries: {east: {kind: rating, rating: [{level: 0.3 m, discharge: 0 "
              "m3/s}, {level: 1 m, discharge: 90 m3/s}]}}\n",
              (way){.order = order});
    const double before = volume_of(r, 400);
    advance(r, 3600);
    assert_true(fabs(volume_of(r, 400) / before - 1) < 1e-12);
    end(r);
  }
}

/* ---- the same on any tiles ---- */

static void tiles_agree(void **state) {
  (void)state;
  static const way ways[] = {
      {.tiles_x = 2, .tiles_y = 2},
      {.tiles_x = 3, .tiles_y = 2, .depth = 2, .scheme = RIA_TILING_EXPANSION},
      {.tiles_x = 2, .tiles_y = 1, .depth = 2, .scheme = RIA_TILING_SWEPT}};
  static const char *const frictions[] = {"0.03", "{linear: 2e-2 1/s}", "{chezy: 40 m1/2/s}"};
  for (int rough = 0; rough < 3; rough++)
    for (int order = 1; order <= 2; order++)
      for (int single = 0; single < 2; single++) {
        char text[TEXT];
        snprintf(text, TEXT,
                 "time: {end: 15 min}\n" VALLEY "friction: %s\n"
                 "boundaries: {west: {kind: discharge, spread: conveyance, discharge: [[0 h, 10 "
                 "m3/s], [15 min, 150 m3/s]]}, east: {kind: rating, rating: [{level: -0.9 m, "
                 "discharge: 0 m3/s}, {level: 3 m, discharge: 300 m3/s}]}}\n",
                 frictions[rough]);
        running *first = run_to_end(text, (way){.order = order, .single = single});
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
          way w = ways[i];
          w.order = order;
          w.single = single;
          running *r = run_to_end(text, w);
          expect_same(first, r);
          end(r);
        }
        end(first);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(hydrograph_comes_in),
                                     cmocka_unit_test(all_of_the_discharge_is_asked_for),
                                     cmocka_unit_test(valley_flows_normally),
                                     cmocka_unit_test(channel_settles_to_its_curve),
                                     cmocka_unit_test(no_outflow_below_the_curve),
                                     cmocka_unit_test(tiles_agree)};
  return cmocka_run_group_tests(tests, basin_session_open, basin_session_close);
}
