/* Rain, losses and intakes against their formulas: the kinematic wave on a plane, infiltration by
 * each method, basins that fill by the rain and are emptied by intakes; and their balance, which
 * closes to rounding, with the same bits on any tiles. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "balanced_run.h"

#define MM_AN_HOUR (1e-3 / 3600)

/* ---- rain ---- */

/* 100 m of slope 0.05 with n = 0.03, in rain of 100 mm/h: its kinematic wave number is 480. With
 * steps of the usual length order 2 lets short waves grow in sheets as thin as this one. */
#define PLANE(cfl)                                                                                 \
  "time: {end: 15 min, cfl: " cfl "}\n"                                                            \
  "grid: {extent: [0 m, 0 m, 100 m, 4 m], cells: [200, 2]}\n"                                      \
  "bathymetry: {shape: {kind: slope, elevation: 5 m, slope_x: -0.05}}\n"                           \
  "initial: {level: -5 m}\n"                                                                       \
  "dry: 0.01 mm\n"                                                                                 \
  "friction: {manning: 0.03}\n"                                                                    \
  "rain: 100 mm/h\n"                                                                               \
  "boundaries: [{side: east, kind: open}]\n"

/* The discharge at x of the kinematic wave q = a h^(5/3): a plane under even rain, dry at first. */
static double kinematic(double x, double t) {
  const double rain = 100 * MM_AN_HOUR, a = sqrt(0.05) / 0.03;
  return fmin(a * pow(rain * t, 5. / 3), rain * x);
}

static void plane_in_rain(void **state) {
  (void)state;
  enum { OUT = 189 }; /* a cell near the lower end */
  const double x = 0.5 * OUT + 0.25, steady = kinematic(x, 1e9), limit = 0.02;
  for (int order = 1; order <= 2; order++) {
    running *r = start(order == 2 ? PLANE("0.3") : PLANE("0.45"), (way){.order = order});
    double q[CELLS], worst = 0;
    for (double t = 60; t <= 900; t += 30) {
      advance(r, t);
      read_field(r, "qx", q);
      worst = fmax(worst, fabs(q[OUT] - kinematic(x, t)) / steady);
    }
    print_message("plane of order %d: largest error %.2f %% of the steady discharge, at the end "
                  "%.3f %%\n",
                  order, 100 * worst, 100 * (q[OUT] / steady - 1));
    assert_true(worst < limit && fabs(q[OUT] / steady - 1) < 0.003);
    expect_closed(r, 1e-13);
    end(r);
  }
}

#define BASIN(more)                                                                                \
  "time: {end: 2 h}\n"                                                                             \
  "grid: {extent: [0 m, 0 m, 400 m, 300 m], cells: [8, 6]}\n" more

#define POND BASIN("bathymetry: {shape: {kind: flat, elevation: -0.2 m}}\n")
#define DRY_GROUND                                                                                 \
  BASIN("bathymetry: {shape: {kind: flat, elevation: 0.2 m}}\ninitial: {level: -1 m}\n")

static void basin_fills(void **state) {
  (void)state;
  static const char *const text = BASIN(
      "bathymetry: {shape: {kind: slope, elevation: -0.5 m, slope_x: 0.002, slope_y: 0.001}}\n"
      "rain: {rate: [[0 h, 20 mm/h], [2 h, 20 mm/h]], factor: 0.5}\n");
  for (int order = 1; order <= 2; order++) {
    running *r = start(text, (way){.order = order});
    const double before = mean_of(r, "h");
    advance(r, 7200);
    expect_near("rise of a basin", mean_of(r, "h") - before, 0.02, 1e-12);
    expect_closed(r, 1e-14);
    end(r);
  }
}

/* ---- losses ---- */

/* Green and Ampt: F - S ln(1 + F/S) = K t, from F = f0 at t = 0. */
static double green_ampt(double k, double s, double f0, double t) {
  double f = f0 + k * t + sqrt(2 * k * s * t);
  for (int i = 0; i < 50; i++) {
    const double off = f - f0 - s * log((f + s) / (f0 + s)) - k * t;
    f -= off * (f + s) / f;
  }
  return f;
}

#define GREEN_AMPT                                                                                 \
  "losses: {above: -10 m, green_ampt: {conductivity: 10 mm/h, suction: 110 mm, deficit: 0.3}}\n"

static void green_ampt_under_a_pond(void **state) {
  (void)state;
  const double k = 10 * MM_AN_HOUR, s = 0.033;
  running *r = start(POND GREEN_AMPT, (way){0});
  for (double t = 900; t <= 7200; t *= 2) {
    advance(r, t);
    expect_near("Green and Ampt, pond", mean_of(r, "infiltrated"), green_ampt(k, s, 0, t), 1e-4);
    expect_near("what is left", mean_of(r, "h") + mean_of(r, "infiltrated"), 0.2, 1e-13);
  }
  expect_closed(r, 1e-13);
  end(r);
}

/* All rain infiltrates until the capacity falls to the rain rate. */
static void green_ampt_in_rain(void **state) {
  (void)state;
  const double k = 10 * MM_AN_HOUR, s = 0.033, rain = 40 * MM_AN_HOUR;
  const double ponding = k * s / (rain * (rain - k));
  running *r = start(DRY_GROUND "rain: 40 mm/h\n" GREEN_AMPT, (way){.max_dt = 5});
  advance(r, 0.9 * ponding);
  assert_true(sum_of(r, "h") == 0);
  expect_near("before ponding", mean_of(r, "infiltrated"), rain * 0.9 * ponding, 1e-12);
  advance(r, 7200);
  expect_near("Green and Ampt, rain", mean_of(r, "infiltrated"),
              green_ampt(k, s, rain * ponding, 7200 - ponding), 1e-4);
  expect_closed(r, 1e-13);
  end(r);
}

#define HORTON "losses: {above: -10 m, horton: {initial: 75 mm/h, final: 10 mm/h, decay: 4 1/h}}\n"

static double horton(double t) {
  const double first = 75 * MM_AN_HOUR, last = 10 * MM_AN_HOUR, k = 4. / 3600;
  return last * t + (first - last) / k * (1 - exp(-k * t));
}

static void horton_under_a_pond(void **state) {
  (void)state;
  running *r = start(POND HORTON, (way){0});
  for (double t = 900; t <= 7200; t *= 2) {
    advance(r, t);
    expect_near("Horton, pond", mean_of(r, "infiltrated"), horton(t), 1e-12);
  }
  expect_closed(r, 1e-13);
  end(r);
}

/* The curve's time stops while the rain is below the capacity. The capacity is the curve's value at
 * the time when it has infiltrated the same amount. */
static void horton_in_rain(void **state) {
  (void)state;
  const double rain = 40 * MM_AN_HOUR;
  double low = 0, high = 7200; /* the curve's clock at ponding: its rate is the rain's */
  for (int i = 0; i < 100; i++) {
    const double t = (low + high) / 2;
    const double rate = MM_AN_HOUR * (10 + 65 * exp(-4 * t / 3600));
    if (rate > rain)
      low = t;
    else
      high = t;
  }
  const double ponding = horton(low) / rain;
  running *r = start(DRY_GROUND "rain: 40 mm/h\n" HORTON, (way){.max_dt = 5});
  advance(r, 0.95 * ponding);
  assert_true(sum_of(r, "h") == 0);
  advance(r, 7200);
  expect_near("Horton, rain", mean_of(r, "infiltrated"), horton(low + 7200 - ponding), 1e-5);
  expect_closed(r, 1e-13);
  end(r);
}

static void curve_number(void **state) {
  (void)state;
  running *r = start(DRY_GROUND "rain: 40 mm/h\nlosses: {curve_number: 80}\n", (way){0});
  const double s = 0.0254 * (1000. / 80 - 10);
  for (double t = 900; t <= 7200; t *= 2) {
    const double rain = 40 * MM_AN_HOUR * t, left = rain - 0.2 * s;
    const double runoff = left > 0 ? left * left / (left + s) : 0;
    advance(r, t);
    expect_near("curve number", mean_of(r, "infiltrated"), rain - runoff, 1e-12);
    assert_true(fabs(mean_of(r, "h") - runoff) < 1e-14);
  }
  expect_closed(r, 1e-13);
  end(r);
}

/* In rain of 20 mm/h, the first half hour is lost, and then 5 mm/h. */
static void initial_and_continuing(void **state) {
  (void)state;
  running *r =
      start(DRY_GROUND "rain: 20 mm/h\nlosses: {initial: 10 mm, continuing: 5 mm/h}\n", (way){0});
  advance(r, 1700);
  assert_true(sum_of(r, "h") == 0);
  advance(r, 7200);
  expect_near("initial and continuing", mean_of(r, "infiltrated"), 0.0175, 1e-12);
  expect_near("runoff", mean_of(r, "h"), 0.0225, 1e-12);
  expect_closed(r, 1e-13);
  end(r);
}

/* Missing water does not infiltrate, and neither does the sea. */
static void losses_are_limited(void **state) {
  (void)state;
  static const char *const text =
      BASIN("bathymetry: {shape: {kind: slope, elevation: -0.2 m, slope_x: 0.001}}\n"
            "initial: {level: 0 m}\nrain: [[0 h, 3 mm/h], [1 h, 3 mm/h], [1.01 h, 0 mm/h]]\n"
            "losses: {continuing: 50 mm/h}\n");
  double h[CELLS], lost[CELLS];
  running *r = run_to_end(text, (way){0});
  read_field(r, "h", h);
  read_field(r, "infiltrated", lost);
  for (int i = 0; i < cells_of(r); i++) {
    const double bed = -0.2 + 0.001 * (50 * (i % 8) + 25);
    assert_true(h[i] >= 0);
    assert_true(bed > 0 ? h[i] == 0 && lost[i] > 0.003 : h[i] > 0 && lost[i] == 0);
  }
  expect_closed(r, 1e-13);
  end(r);
}

/* ---- intakes ---- */

#define INTAKE                                                                                     \
  "dry: 1 mm\n"                                                                                    \
  "rivers: [{name: pump, at: [210 m, 160 m], radius: 80 m, discharge: -0.5 m3/s}]\n"               \
  "initial: {concentration: 0.25}\ntracers: [{name: dye}]\n"

static void intake_takes_what_is_asked(void **state) {
  (void)state;
  running *r = run_to_end(POND INTAKE, (way){0});
  const double area = r->balance.area;
  expect_near("left in the pond", sum_of(r, "h") * area, 0.2 * 120000 - 0.5 * 7200, 1e-12);
  expect_near("tracer left", sum_of(r, "hc") * area, 0.25 * (0.2 * 120000 - 0.5 * 7200), 1e-12);
  expect_near("tracer taken", sum_of(r, "taken_tracer") * area, 0.25 * 0.5 * 7200, 1e-12);
  assert_true(fabs(sum_of(r, "shortfall")) * area < 1e-9);
  expect_closed(r, 1e-13);
  end(r);
}

static double member(json_t *of, const char *name) {
  json_t *value = json_object_get(of, name);
  assert_non_null(value);
  return json_number_value(value);
}

/* An intake of more than the pond holds: the pond is empty except for films, and the rest is a
 * shortfall. */
static void intake_runs_dry(void **state) {
  (void)state;
  static const char *const text =
      BASIN("bathymetry: {shape: {kind: flat, elevation: -0.02 m}}\n" INTAKE);
  running *r = run_to_end(text, (way){.order = 2});
  const double area = r->balance.area;
  double h[CELLS];
  read_field(r, "h", h);
  for (int i = 0; i < cells_of(r); i++)
    assert_true(h[i] >= 0.0008 && h[i] < 0.003);
  json_t *all = run_balance_json(&r->balance), *water = json_object_get(all, "water");
  const double asked = member(json_object_get(water, "intakes"), "pump");
  expect_near("asked", asked, -3600, 1e-12);
  expect_near("asked and taken", member(water, "taken_out") - member(water, "shortfall"), asked,
              1e-12);
  expect_near("left", member(water, "start") + member(water, "taken_out"), sum_of(r, "h") * area,
              1e-12);
  assert_true(member(water, "shortfall") > 1000);
  json_decref(all);
  expect_closed(r, 1e-13);
  end(r);
}

/* ---- all together ---- */

#define ALL                                                                                        \
  "time: {end: 1 h}\n"                                                                             \
  "grid: {extent: [0 m, 0 m, 4000 m, 2000 m], cells: [40, 20]}\n"                                  \
  "bathymetry: {shape: {kind: tidal_flat, low: -3 m, high: 2 m, length: 4 km}}\n"                  \
  "initial: {level: 0.2 m, concentration: 0.5}\nfriction: 0.03\n"                                  \
  "rain: [[0 h, 40 mm/h], [30 min, 60 mm/h], [50 min, 0 mm/h]]\n"                                  \
  "rivers:\n"                                                                                      \
  "  - {name: Ulla, at: [3550 m, 1050 m], discharge: 5 m3/s, concentration: 3}\n"                  \
  "  - {name: pump, at: [1050 m, 1050 m], radius: 250 m, discharge: [[0 h, 3 m3/s], [1 h, "        \
  "-90 m3/s]], concentration: 2}\n"                                                                \
  "  - {name: other, at: [1250 m, 1050 m], radius: 250 m, discharge: -20 m3/s}\n"                  \
  "  - {name: vain, at: [3550 m, 250 m], radius: 250 m, discharge: -1 m3/s}\n"                     \
  "boundaries: [{side: west, kind: level, level: [[0 h, 0.2 m], [1 h, 0.5 m]], "                   \
  "concentration: 1}]\n"
#define DYE   "tracers: [{name: dye}]\n"
#define GERMS "tracers: [{name: germs, half_life: 20 min}]\n"

static const char *const methods[] = {
    "losses: {initial: 2 mm, continuing: 5 mm/h}\n",
    "losses: {green_ampt: {conductivity: 10 mm/h, suction: 110 mm, deficit: 0.3}}\n",
    "losses: {horton: {initial: 75 mm/h, final: 10 mm/h, decay: 4 1/h}}\n",
    "losses: {curve_number: 80}\n"};
enum { METHODS = sizeof methods / sizeof *methods };

static void balance_closes(void **state) {
  (void)state;
  for (int method = 0; method < METHODS; method++)
    for (int order = 1; order <= 2; order++)
      for (int decays = 0; decays < 2; decays++) {
        char text[TEXT];
        snprintf(text, sizeof text, "%s%s%s", ALL, decays ? GERMS : DYE, methods[method]);
        running *r = run_to_end(text, (way){.order = order});
        print_message("method %d, order %d: residuals %.1e, %.1e\n", method, order,
                      run_balance_residual(&r->balance, 0).relative,
                      run_balance_residual(&r->balance, 1).relative);
        assert_true(sum_of(r, "infiltrated") > 0 && sum_of(r, "infiltrated_tracer") > 0);
        assert_true(sum_of(r, "shortfall") > 0 && sum_of(r, "taken_tracer") > 0);
        expect_closed(r, 1e-13);
        end(r);
      }
}

static void tiles_agree(void **state) {
  (void)state;
  static const way ways[] = {
      {.tiles_x = 2, .tiles_y = 2},
      {.tiles_x = 3, .tiles_y = 2, .depth = 2, .scheme = RIA_TILING_EXPANSION},
      {.tiles_x = 2, .tiles_y = 1, .depth = 4, .scheme = RIA_TILING_SWEPT}};
  for (int method = 0; method < METHODS; method++)
    for (int order = 1; order <= 2; order++)
      for (int single = 0; single < 2; single++) {
        char text[TEXT];
        snprintf(text, sizeof text, "%s%s%s", ALL, GERMS, methods[method]);
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

/* A run without rain has no additional fields. */
static void no_additional_fields_without_rain(void **state) {
  (void)state;
  running *r = start(POND, (way){.order = 2});
  assert_int_equal(r->model.nstate, 4);
  assert_int_equal(r->model.nstatic, 2);
  assert_int_equal(r->model.sources, 0);
  end(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(plane_in_rain),
                                     cmocka_unit_test(basin_fills),
                                     cmocka_unit_test(green_ampt_under_a_pond),
                                     cmocka_unit_test(green_ampt_in_rain),
                                     cmocka_unit_test(horton_under_a_pond),
                                     cmocka_unit_test(horton_in_rain),
                                     cmocka_unit_test(curve_number),
                                     cmocka_unit_test(initial_and_continuing),
                                     cmocka_unit_test(losses_are_limited),
                                     cmocka_unit_test(intake_takes_what_is_asked),
                                     cmocka_unit_test(intake_runs_dry),
                                     cmocka_unit_test(balance_closes),
                                     cmocka_unit_test(tiles_agree),
                                     cmocka_unit_test(no_additional_fields_without_rain)};
  return cmocka_run_group_tests(tests, basin_session_open, basin_session_close);
}
