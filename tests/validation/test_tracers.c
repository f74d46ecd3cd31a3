/* Several tracers: a concentration of 1 stays 1 to the bit in ten of them; another tracer has the
 * bits of the first one with order 1, and nearly its values with order 2; the age of the water in a
 * steady channel; decay by T90 and by light, settling and erosion against their formulas; the
 * balance closes with all of it on, with the same bits on any tiles. */
#include "balanced_run.h"

static void expect_alike(const running *r, const char *one, const char *other) {
  double a[CELLS], b[CELLS];
  read_field(r, one, a);
  read_field(r, other, b);
  for (int i = 0; i < cells_of(r); i++)
    if (a[i] != b[i])
      fail_msg("cell %d has %s %.17g and %s %.17g", i, one, a[i], other, b[i]);
}

/* A bed that falls dry and floods, sides and rivers of all kinds. `concentration` of all water, and
 * `rates` of releases. */
#define ESTUARY(concentration)                                                                     \
  "time: {end: 20 min}\n"                                                                          \
  "grid: {extent: [0 m, 0 m, 4000 m, 2000 m], cells: [40, 20]}\n"                                  \
  "bathymetry: {shape: {kind: tidal_flat, low: -3 m, high: 1.5 m, length: 4 km}}\n"                \
  "initial: {level: 0.2 m, concentration: " concentration "}\n"                                    \
  "friction: 0.03\n"                                                                               \
  "rivers:\n"                                                                                      \
  "  - {name: Ulla, at: [3550 m, 1050 m], discharge: 25 m3/s, concentration: " concentration "}\n" \
  "  - {name: pump, at: [1050 m, 1050 m], radius: 250 m, discharge: -90 m3/s}\n"                   \
  "boundaries:\n"                                                                                  \
  "  - {side: west, kind: level, level: [[0 min, 0.2 m], [10 min, 1 m], [20 min, -1 m]],"          \
  " concentration: " concentration "}\n"                                                           \
  "  - {side: north, kind: open}\n"                                                                \
  "  - {side: south, to: 800 m, kind: discharge, discharge: 80 m3/s, "                             \
  "concentration: " concentration "}\n"

static void ten_stay_one(void **state) {
  static const char *const text = ESTUARY("{a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, "
                                          "j: 1}") "diffusivity: 3 m2/s\n"
                                                   "losses: {initial: 2 mm, continuing: 5 mm/h}\n"
                                                   "tracers: [{name: a}, {name: b}, {name: c}, "
                                                   "{name: d}, {name: e}, {name: f}, {name: g},"
                                                   " {name: h}, {name: i}, {name: j}]\n";
  static const char *const names[] = {"hc",   "hc_b", "hc_c", "hc_d", "hc_e",
                                      "hc_f", "hc_g", "hc_h", "hc_i", "hc_j"};
  (void)state;
  for (int order = 1; order <= 2; order++)
    for (int single = 0; single < 2; single++) {
      running *r = run_to_end(text, (way){.order = order, .single = single});
      for (int i = 0; i < 10; i++)
        expect_alike(r, "h", names[i]);
      expect_closed(r, single ? 1e-5 : 1e-13);
      end(r);
    }
}

#define TWO_ALIKE                                                                                  \
  ESTUARY("{one: 0.5, two: 0.5}")                                                                  \
  "diffusivity: {smagorinsky: 0.2}\n"                                                              \
  "tracers:\n"                                                                                     \
  "  - {name: one, decay: 1e-4 1/s, releases: [{at: [1500 m, 1000 m], radius: 300 m,"              \
  " concentration: 3}, {at: [2000 m, 500 m], rate: 20}]}\n"                                        \
  "  - {name: two, decay: 1e-4 1/s, releases: [{at: [1500 m, 1000 m], radius: 300 m,"              \
  " concentration: 3}, {at: [2000 m, 500 m], rate: 20}]}\n"

/* With order 1 both do the same operations. With order 2 the first tracer has no slopes next to
 * sides that give the water outside, and its slopes in fast water are limited differently. */
static void another_is_like_the_first(void **state) {
  double one[CELLS], two[CELLS], h[CELLS], off = 0, all = 0;
  (void)state;
  running *r = run_to_end(TWO_ALIKE, (way){.order = 1});
  expect_alike(r, "hc", "hc_two");
  expect_alike(r, "taken_tracer", "taken_two");
  end(r);
  r = run_to_end(TWO_ALIKE, (way){.order = 2});
  read_field(r, "hc", one);
  read_field(r, "hc_two", two);
  read_field(r, "h", h);
  for (int i = 0; i < cells_of(r); i++) {
    off += fabs(one[i] - two[i]);
    all += fabs(one[i] - 0.5 * h[i]); /* changes by releases and decay */
    assert_true(two[i] >= 0 && two[i] <= 3.1 * h[i]);
  }
  print_message("order 2: the two differ by %.2g of what there is of both\n", off / all);
  assert_true(off < 0.02 * all && off > 0);
  end(r);
}

/* Water of 1 m/s, 2 m deep, in a channel of 1000 m without friction. */
#define CHANNEL(more)                                                                              \
  "time: {end: 30 min}\n"                                                                          \
  "grid: {extent: [0 m, 0 m, 1000 m, 40 m], cells: [50, 2]}\n"                                     \
  "bathymetry: {shape: {kind: flat, elevation: -2 m}}\n"                                           \
  "initial: {level: 0 m, velocity: {x: 1 m/s, y: 0 m/s}}\n"                                        \
  "boundaries:\n"                                                                                  \
  "  west: {kind: discharge, discharge: 80 m3/s}\n"                                                \
  "  east: {kind: level, level: 0 m}\n"                                                            \
  "tracers: [" more "{name: age, age: true}]\n"

static void age_in_a_channel(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++)
    for (int others = 0; others < 2; others++) {
      double h[CELLS], age[CELLS], worst = 0;
      running *r =
          run_to_end(others ? CHANNEL("{name: dye}, ") : CHANNEL(""), (way){.order = order});
      read_field(r, "h", h);
      read_field(r, "hc_age", age);
      for (int i = 0; i < cells_of(r); i++) {
        const double passed = (i % 50 + 0.5) * 20; /* s to the middle of the cell */
        if (i % 50 < 49) /* beside a side there is no slope where water leaves */
          worst = fmax(worst, fabs(age[i] / h[i] - passed));
      }
      /* Upwind, the water of a cell is as old as at its far end: half a cell. */
      print_message("order %d: the age is off by %.3g s, where a cell takes 20 s\n", order, worst);
      assert_true(worst < (order == 1 ? 10.5 : 3));
      end(r);
    }
}

#define BASIN(level, more)                                                                         \
  "time: {end: 3 h, max_dt: 20 s}\n"                                                               \
  "grid: {extent: [0 m, 0 m, 400 m, 200 m], cells: [4, 2]}\n"                                      \
  "bathymetry: {shape: {kind: flat, elevation: -4 m}}\n"                                           \
  "initial: {level: " level ", concentration: {a: 1, b: 2}}\n" more

static void ninety_percent_decay(void **state) {
  (void)state;
  running *r = run_to_end(BASIN("0 m", "tracers: [{name: a, T90: 3 h}, {name: b, T90: 90 min}]\n"),
                          (way){0});
  expect_near("a after its T90", mean_of(r, "hc"), 4 * 0.1, 1e-12);
  expect_near("b after twice its T90", mean_of(r, "hc_b"), 8 * 0.01, 1e-12);
  expect_closed(r, 1e-13);
  end(r);
}

/* The integral of the day's light by Simpson's rule, and its mean over the depth by that of exp(-K
 * z). */
static double simpson(double (*f)(double x, double p), double p, double to) {
  enum { PARTS = 2000 };
  double sum = 0;
  for (int i = 0; i <= PARTS; i++)
    sum += (i == 0 || i == PARTS ? 1 : i % 2 ? 4 : 2) * f(to * i / PARTS, p);
  return sum * to / PARTS / 3;
}
static double sun(double t, double ignored) {
  (void)ignored;
  const double share = (t - 1800) / (7 * 3600 - 1800);
  return share > 0 ? 600 * sin(M_PI * share) : 0;
}
static double fading(double z, double extinction) {
  return exp(-extinction * z);
}

static void light_kills(void **state) {
  (void)state;
  running *r = run_to_end(
      BASIN("0 m",
            "tracers:\n"
            "  - {name: a, light: {coefficient: 1e-6, peak: 600, sunrise: 30 min, sunset: 7 h,"
            " extinction: 0.7}}\n"
            "  - {name: b, decay: 1e-5 1/s, light: {coefficient: 2e-6, surface: 200}}\n"),
      (way){.max_dt = 2});
  const double mean = simpson(fading, 0.7, 4) / 4, end_of = 3 * 3600;
  expect_near("a by the sun", mean_of(r, "hc"), 4 * exp(-1e-6 * mean * simpson(sun, 0, end_of)),
              2e-4); /* the light of a step is that at its start */
  expect_near("b by steady light", mean_of(r, "hc_b"), 8 * exp(-(4e-4 + 1e-5) * end_of), 1e-10);
  expect_closed(r, 1e-13);
  end(r);
}

/* In water at rest the whole tracer settles at the rate w / h, by implicit steps. */
static void heavy_tracers_settle(void **state) {
  (void)state;
  running *r = run_to_end(
      BASIN("0 m", "tracers: [{name: a, settling: 1 mm/s}, {name: b, settling: {velocity: 2 mm/s,"
                   " deposits_below: 0.1 Pa}}]\n"),
      (way){.max_dt = 2});
  expect_near("a in the water", mean_of(r, "hc"), 4 * exp(-1e-3 * 3 * 3600 / 4), 3e-3);
  expect_near("b in the bed", mean_of(r, "settled_b"), 8 * (1 - exp(-2e-3 * 3 * 3600 / 4)), 1e-4);
  expect_near("a in both", mean_of(r, "hc") + mean_of(r, "settled_a"), 4, 1e-13);
  expect_closed(r, 1e-13);
  end(r);
}

/* A current of 1 m/s over a bed of n = 0.03 in 2 m of water has a stress of rho g n2 v2 / h^(1/3).
 */
static void current_erodes(void **state) {
  static const char *const text =
      "time: {end: 100 s, max_dt: 1 s}\n"
      "grid: {extent: [0 m, 0 m, 400 m, 100 m], cells: [8, 2], periodic: xy}\n"
      "bathymetry: {shape: {kind: flat, elevation: -2 m}}\n"
      "initial: {level: 0 m, velocity: {x: 1 m/s, y: 0 m/s}, concentration: {a: 1, b: 1}}\n"
      "friction: 0.03\n"
      "tracers:\n"
      "  - {name: a, settling: {velocity: 1 mm/s, deposits_below: 1 Pa}}\n"
      "  - {name: b, settling: {velocity: 1 mm/s, erodes_above: 3 Pa, erosion: 1e-4}}\n";
  (void)state;
  running *r = run_to_end(text, (way){0});
  double h[CELLS], qx[CELLS], a[CELLS];
  read_field(r, "h", h);
  read_field(r, "qx", qx);
  read_field(r, "hc", a);
  const double slowed = qx[0] / h[0];
  const double stress = 1025 * 9.81 * 0.03 * 0.03 * slowed * slowed / cbrt(h[0]);
  print_message("the current is %.3g m/s, its stress %.3g Pa\n", slowed, stress);
  assert_true(stress > 1 && stress < 7);
  expect_near("nothing of a settles in it", mean_of(r, "hc"), 2, 1e-13);
  /* b: d(hC)/dt = -w C + E, as long as there is something in the bed; both are of one size here. */
  double content = 2, settled = 0, v = 1;
  for (int i = 0; i < 10000; i++) {
    const double dt = 0.01, t = 1025 * 9.81 * 0.03 * 0.03 * v * v / cbrt(2);
    const double down = 1e-3 * content / 2 * dt;
    const double up = fmin(settled + down, 1e-4 * fmax(t / 3 - 1, 0) * dt);
    content += up - down;
    settled += down - up;
    v -= dt * 9.81 * 0.03 * 0.03 * v * v / pow(2, 4. / 3);
  }
  expect_near("b in the bed", mean_of(r, "settled_b"), settled, 5e-3);
  expect_closed(r, 1e-13);
  end(r);
}

#define ALL                                                                                        \
  ESTUARY("{germs: 1, mud: 2, dye: 1}")                                                            \
  "diffusivity: 3 m2/s\n"                                                                          \
  "rain: 30 mm/h\n"                                                                                \
  "losses: {initial: 2 mm, continuing: 5 mm/h}\n"                                                  \
  "tracers:\n"                                                                                     \
  "  - {name: germs, half_life: 20 min, light: {coefficient: 1e-6, surface: 300, extinction: "     \
  "0.5}}\n"                                                                                        \
  "  - {name: mud, decay: 1e-5 1/s, settling: {velocity: 1 mm/s, deposits_below: 0.2 Pa,"          \
  " erodes_above: 0.1 Pa, erosion: 1e-4}}\n"                                                       \
  "  - {name: dye, releases: [{at: [2000 m, 500 m], rate: 20}]}\n"                                 \
  "  - {name: age, age: true}\n"

static void balance_closes(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    running *r = run_to_end(ALL, (way){.order = order});
    assert_int_equal(r->balance.amounts, 4); /* the age is not an amount */
    expect_closed(r, 1e-13);
    for (int i = 0; i < r->balance.shown.conserved[3].counts; i++)
      assert_true(r->balance.counted[3][i] != 0);
    end(r);
  }
}

static void tiles_agree(void **state) {
  static const way ways[] = {
      {.tiles_x = 2, .tiles_y = 2},
      {.tiles_x = 3, .tiles_y = 2, .depth = 2, .scheme = RIA_TILING_EXPANSION}};
  (void)state;
  for (int order = 1; order <= 2; order++) {
    running *first = run_to_end(ALL, (way){.order = order});
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
      way w = ways[i];
      w.order = order;
      running *other = run_to_end(ALL, w);
      expect_same(first, other);
      end(other);
    }
    end(first);
  }
}

/* A tracer released in one place stays within the bounds of its release and surroundings. */
static void concentrations_keep_their_bounds(void **state) {
  (void)state;
  running *r = run_to_end(
      ESTUARY("{a: 0, b: 0}") "tracers: [{name: a}, {name: b, releases: [{at: [1000 m, 1000 m],"
                              " radius: 600 m, concentration: 1}]}]\n",
      (way){.order = 2});
  double h[CELLS], b[CELLS];
  read_field(r, "h", h);
  read_field(r, "hc_b", b);
  for (int i = 0; i < cells_of(r); i++)
    assert_true(b[i] >= 0 && b[i] <= h[i] * (1 + 1e-13));
  assert_true(sum_of(r, "hc") == 0 && sum_of(r, "hc_b") > 1);
  end(r);
}

static void swept_tiles_are_refused(void **state) {
  ria_simulation *simulation = NULL;
  (void)state;
  running *r = start(ALL, (way){.order = 1});
  ria_model m = r->model;
  m.scheme = RIA_TILING_SWEPT;
  m.depth = 2;
  m.grid.tiles[0] = 2;
  assert_int_equal(ria_simulation_create(basin_runtime(), &m, &simulation), RIA_ERROR_UNSUPPORTED);
  assert_non_null(strstr(ria_status_detail(), "'hc_mud' is transported within the step"));
  end(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ten_stay_one),
                                     cmocka_unit_test(another_is_like_the_first),
                                     cmocka_unit_test(age_in_a_channel),
                                     cmocka_unit_test(ninety_percent_decay),
                                     cmocka_unit_test(light_kills),
                                     cmocka_unit_test(heavy_tracers_settle),
                                     cmocka_unit_test(current_erodes),
                                     cmocka_unit_test(balance_closes),
                                     cmocka_unit_test(tiles_agree),
                                     cmocka_unit_test(concentrations_keep_their_bounds),
                                     cmocka_unit_test(swept_tiles_are_refused)};
  return cmocka_run_group_tests(tests, basin_session_open, basin_session_close);
}
