/* Wind, air pressure and rain over time and place against exact results: set-up, inverse barometer,
 * a surge in a channel, the drag of each law, a cyclone's profile, rain to the last digit; and the
 * same bits on any tiles. */
#include "../../codelets/solvers/estuary/cyclone.h"
#include "balanced_run.h"
#include "cf_fixture.h"

static const double air = 1.225, water = 1025, gravity = 9.81;
static char *folder;

static const char *in_folder(const char *name) {
  static char path[1024];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

/* A case from 2021 on, of order 2 unless `w` has another. `text` has the folder's name where it has
 * '@'. */
static running *start_there(const char *text, way w) {
  char whole[TEXT];
  size_t length = 0;
  for (const char *p = text; *p && length + strlen(folder) < sizeof whole; p++)
    length += (size_t)snprintf(whole + length, sizeof whole - length, *p == '@' ? "%s" : "%.1s",
                               *p == '@' ? folder : p);
  w.order = w.order ? w.order : 2;
  w.set = "time.start=2021-01-01";
  return start(whole, w);
}

/* ---- fields ---- */

static double nothing(double t, double x, double y) {
  (void)t, (void)x, (void)y;
  return 0;
}
static double standard_pressure(double t, double x, double y) {
  (void)t, (void)x, (void)y;
  return 101325;
}
static double low_pressure(double t, double x, double y) {
  (void)t, (void)x, (void)y;
  return 99325;
}
/* A wind whose stress grows for 12 h: no waves are left of its start. */
static double rising_wind(double t, double x, double y) {
  (void)x, (void)y;
  return 15 * sqrt(fmin(t / 43200, 1));
}
static double steady_wind(double t, double x, double y) {
  (void)t, (void)x, (void)y;
  return 12;
}
static double half_wind(double t, double x, double y) {
  (void)t, (void)x, (void)y;
  return -5;
}
/* A low over the east end, which comes within 12 h. */
static double low_to_the_east(double t, double x, double y) {
  (void)y;
  return 101325 - 500 * fmin(t / 43200, 1) * x * x / 1e8;
}
static double gusts(double t, double x, double y) {
  return 10 + 6 * sin(t / 700 + x / 900) + 3 * cos(y / 400);
}
static double weather_map(double t, double x, double y) {
  return 101000 + 0.2 * x - 0.1 * y + 200 * sin(t / 500 + x / 1500);
}
static double showers(double t, double x, double y) {
  return fmax(0, 30 * sin(t / 400 + x / 700 + y / 900));
}

static void write_plane(const char *name, int records, double every, const cf_variable_of *v,
                        int count) {
  cf_content c = {.nx = 13,
                  .ny = 5,
                  .records = records,
                  .every = every,
                  .x0 = -1000,
                  .x1 = 11000,
                  .y0 = 3000,
                  .y1 = -1000};
  for (int i = 0; i < count; i++)
    c.variable[i] = v[i];
  cf_write(in_folder(name), &c);
}

static int set_up(void **state) {
  folder = test_folder_create();
  const cf_variable_of rising[] = {{"u", "m s**-1", rising_wind}, {"v", "m/s", nothing}};
  const cf_variable_of steady[] = {
      {"u", "m/s", steady_wind}, {"v", "m/s", half_wind}, {"zero", "m/s", nothing}};
  const cf_variable_of low[] = {{"p", "Pa", low_to_the_east}};
  const cf_variable_of even[] = {{"p", "Pa", low_pressure}, {"standard", "Pa", standard_pressure}};
  const cf_variable_of all[] = {{"u", "m/s", gusts},
                                {"v", "m/s", gusts},
                                {"p", "Pa", weather_map},
                                {"rain", "mm h-1", showers}};
  write_plane("rising.nc", 25, 3600, rising, 2);
  write_plane("steady.nc", 2, 86400, steady, 3);
  write_plane("low.nc", 25, 3600, low, 1);
  write_plane("even.nc", 2, 86400, even, 2);
  write_plane("all.nc", 8, 300, all, 4);
  return basin_session_open(state);
}

static int tear_down(void **state) {
  test_folder_remove(folder);
  return basin_session_close(state);
}

/* ---- wind ---- */

#define CHANNEL(time)                                                                              \
  "time: {end: " time "}\n"                                                                        \
  "grid: {extent: [0 m, 0 m, 10 km, 200 m], cells: [100, 2]}\n"                                    \
  "bathymetry: {shape: {kind: flat, elevation: -10 m}}\n"

/* The slope of the level in the middle half of a channel. */
static double slope_of(const running *r) {
  double h[CELLS], sum = 0, weight = 0;
  read_field(r, "h", h);
  for (int i = 25; i < 75; i++) {
    sum += (i - 49.5) * h[i];
    weight += (i - 49.5) * (i - 49.5) * 100;
  }
  return sum / weight;
}

/* In the steady state rho g h times the slope is the stress. */
static void wind_sets_up_a_basin(void **state) {
  (void)state;
  running *r =
      start_there(CHANNEL("20 h") "friction: 0.03\nweather: {file: @/rising.nc, wind: [u, v], "
                                  "drag: constant, coefficient: 0.0015}\n",
                  (way){0});
  advance(r, 72000);
  expect_near("slope", slope_of(r), 0.0015 * air / water * 15 * 15 / (gravity * 10), 0.01);
  assert_true(fabs(run_balance_residual(&r->balance, 0).relative) < 1e-13);
  end(r);
}

/* After a short time the wind has changed the discharge by its stress, where no wave has come. */
static void each_law_has_its_drag(void **state) {
  (void)state;
  static const struct {
    const char *keys;
    double drag; /* at 13 m/s */
  } laws[] = {{"drag: large_pond", 0.49e-3 + 0.065e-3 * 13},
              {"drag: smith_banke", 0.63e-3 + 0.066e-3 * 13},
              {"drag: smith_banke, cap: 0.0011", 0.0011},
              {"drag: large_pond, cap: 0.001", 0.001},
              {"drag: constant, coefficient: 0.002", 0.002},
              {"drag: constant, coefficient: 0.002, cap: 0.0015", 0.0015}};
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
    char text[TEXT];
    double qx[CELLS], qy[CELLS];
    snprintf(text, sizeof text,
             "time: {end: 1 h}\ngrid: {extent: [0 m, 0 m, 10 km, 2 km], cells: [50, 20]}\n"
             "bathymetry: {shape: {kind: flat, elevation: -10 m}}\n"
             "weather: {file: @/steady.nc, wind: [u, v], %s}\n",
             laws[i].keys);
    running *r = start_there(text, (way){0});
    advance(r, 20);
    read_field(r, "qx", qx);
    read_field(r, "qy", qy);
    const double stress = laws[i].drag * air / water * 13 * 20;
    expect_near(laws[i].keys, qx[10 * 50 + 25], stress * 12, 1e-6);
    expect_near("across", qy[10 * 50 + 25], stress * -5, 1e-6);
    end(r);
  }
}

/* Below 11 m/s Large and Pond's coefficient is 0.0012. */
static void light_wind_has_the_least_drag(void **state) {
  (void)state;
  double qx[CELLS];
  running *r =
      start_there("time: {end: 1 h}\ngrid: {extent: [0 m, 0 m, 10 km, 2 km], cells: [50, 20]}\n"
                  "bathymetry: {shape: {kind: flat, elevation: -10 m}}\n"
                  "weather: {file: @/steady.nc, wind: [v, v]}\n",
                  (way){0});
  advance(r, 20);
  read_field(r, "qx", qx);
  expect_near("light wind", qx[10 * 50 + 25], -1.2e-3 * air / water * hypot(5, 5) * 5 * 20, 1e-6);
  end(r);
}

/* A channel, open to a sea of level 0 in the west, under a wind that begins at once: at its closed
 * end the linear solution is a triangle of period 4 L/c between 0 and twice the steady set-up. */
static void wind_makes_a_surge(void **state) {
  (void)state;
  running *r = start_there(CHANNEL("1 h") "boundaries: [{side: west, kind: level, level: 0 m}]\n"
                                          "weather: {file: @/steady.nc, wind: [u, zero], drag: "
                                          "constant, coefficient: 0.0015}\n",
                           (way){0});
  const double c = sqrt(gravity * 10), steady = 0.0015 * air / water * 144 / (gravity * 10) * 1e4;
  const double period = 4e4 / c;
  double h[CELLS], worst = 0;
  for (int i = 1; i <= 14; i++) {
    const double t = 200 * i, part = fmod(t, period) / period;
    advance(r, t);
    read_field(r, "h", h);
    const double linear = 4 * steady * (part < 0.5 ? part : 1 - part);
    worst = fmax(worst, fabs(1.5 * h[99] - 0.5 * h[98] - 10 - linear) / (2 * steady));
  }
  print_message("surge: off by %.2f %% of its height at most\n", 100 * worst);
  assert_true(worst < 0.02);
  end(r);
}

/* ---- pressure ---- */

static void pressure_lifts_the_water(void **state) {
  (void)state;
  running *r = start_there(
      CHANNEL("20 h") "friction: 0.03\nweather: {file: @/low.nc, pressure: p}\n", (way){0});
  double h[CELLS];
  advance(r, 72000);
  read_field(r, "h", h);
  for (int i = 10; i < 100; i += 16) {
    const double x = 100 * i + 50;
    /* the file is bilinear between numbers 1 km apart, and water is conserved */
    const double expected = 500 * (x * x / 1e8 - 1. / 3) / (water * gravity);
    print_message("level at %g: %.6f, expected %.6f\n", x, h[i] - 10, expected);
    assert_true(fabs(h[i] - 10 - expected) < 0.01 * 500 / (water * gravity));
  }
  end(r);
}

static void pressure_raises_sides(void **state) {
  (void)state;
  static const struct {
    const char *keys;
    double level;
  } cases[] = {{"pressure: p", 0.5 + 2000 / (1025 * 9.81)},
               {"pressure: p, inverse_barometer: false", 0.5},
               {"pressure: standard", 0.5}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[TEXT];
    double h[CELLS];
    snprintf(
        text, sizeof text,
        CHANNEL("8 h") "friction: 0.1\ninitial: {level: 0.5 m}\nboundaries: [{side: west, "
                       "kind: level, level: 0.5 m, ramp: 4 h}]\nweather: {file: @/even.nc, %s}\n",
        cases[i].keys);
    running *r = start_there(text, (way){0});
    advance(r, 28800);
    read_field(r, "h", h);
    expect_near(cases[i].keys, h[50] - 10, cases[i].level, 5e-3);
    end(r);
  }
}

/* ---- a cyclone ---- */

/* Holland (1980), eq. 5: the strongest wind, where f does not count, is sqrt(B D / (rho e)) at the
 * radius; the wind there is in balance with the pressure. */
static void hollands_profile(void **state) {
  (void)state;
  holland h = {.drop = 6000, .ambient = 101000, .radius = 40e3, .b = 1.4, .air = air};
  expect_near("strongest wind", holland_wind(&h, h.radius), sqrt(1.4 * 6000 / (air * exp(1))),
              1e-12);
  assert_true(holland_wind(&h, 0.99 * h.radius) < holland_wind(&h, h.radius));
  assert_true(holland_wind(&h, 1.01 * h.radius) < holland_wind(&h, h.radius));
  expect_near("pressure in the eye", holland_pressure(&h, 0), 95000, 1e-15);
  expect_near("pressure at the radius", holland_pressure(&h, 40e3), 95000 + 6000 * exp(-1), 1e-12);
  h.coriolis = 6e-5;
  for (double r = 20e3; r < 500e3; r *= 1.7) {
    const double v = holland_wind(&h, r), d = 1;
    const double slope = (holland_pressure(&h, r + d) - holland_pressure(&h, r - d)) / (2 * d);
    expect_near("gradient wind", v * v / r + h.coriolis * v, slope / air, 1e-5);
  }
}

static void write_track(void) {
  FILE *file = fopen(in_folder("track.csv"), "w");
  assert_non_null(file);
  fprintf(file, "time,x [km],y [km],pressure [hPa],radius,b\n"
                "2021-01-01T00:00,200,100,950,20,1.5\n2021-01-01T12:00,200,100,950,20,1.5\n");
  fclose(file);
}

/* The cyclone stands still; the wind acts on water at rest. */
static void cyclone_turns(void **state) {
  (void)state;
  double qx[CELLS], qy[CELLS];
  write_track();
  running *r =
      start_there("time: {end: 1 h}\ngrid: {extent: [0 m, 0 m, 400 km, 200 km], cells: [40, "
                  "20]}\nbathymetry: {shape: {kind: flat, elevation: -1000 m}}\n"
                  "weather: {track: @/track.csv, inflow: 0 deg, drag: constant, coefficient: "
                  "0.002}\n",
                  (way){0});
  advance(r, 8);
  read_field(r, "qx", qx);
  read_field(r, "qy", qy);
  const holland h = {.drop = 6325, .ambient = 101325, .radius = 20e3, .b = 1.5, .air = air};
  const int cell = 10 * 40 + 26; /* 65 km to the east of the eye, 5 km to the north */
  const double d[2] = {65e3, 5e3}, distance = hypot(d[0], d[1]);
  const double v = 0.9 * holland_wind(&h, distance), stress = 0.002 * air / water * v * v * 8;
  const double fall = (holland_pressure(&h, distance + 1) - holland_pressure(&h, distance - 1)) / 2;
  const double sink = 1000 * 8 * fall / water;
  expect_near("northwards in the east", qy[cell], stress * d[0] / distance - sink * d[1] / distance,
              2e-3);
  expect_near("to the eye", qx[cell], -stress * d[1] / distance - sink * d[0] / distance, 2e-3);
  end(r);
}

/* Each key of a cyclone changes the result. */
static void each_key_of_a_cyclone_counts(void **state) {
  (void)state;
  static const char *const keys[] = {"",
                                     ", inflow: 30 deg",
                                     ", surface_wind: 0.8",
                                     ", ambient: 1010 hPa",
                                     ", cap: 0.0015",
                                     ", drag: smith_banke",
                                     ", inverse_barometer: false"};
  enum { KEYS = sizeof keys / sizeof *keys };
  double qx[KEYS][CELLS];
  for (int k = 0; k < KEYS; k++) {
    char text[TEXT];
    snprintf(text, sizeof text,
             "time: {end: 1 h}\ngrid: {extent: [100 km, 0 m, 300 km, 200 km], cells: [20, 20]}\n"
             "bathymetry: {shape: {kind: flat, elevation: -50 m}}\n"
             "boundaries: [{side: west, kind: level, level: 0 m}]\n"
             "weather: {track: @/track.csv%s}\n",
             keys[k]);
    running *r = start_there(text, (way){0});
    advance(r, 1800);
    read_field(r, "qx", qx[k]);
    end(r);
    for (int other = 0; other < k; other++)
      assert_memory_not_equal(qx[other], qx[k], 400 * sizeof *qx[k]);
  }
}

/* ---- rain ---- */

#define BASIN                                                                                      \
  "time: {end: 30 min}\n"                                                                          \
  "grid: {extent: [0 m, 0 m, 4000 m, 2000 m], cells: [40, 20]}\n"                                  \
  "bathymetry: {shape: {kind: tidal_flat, low: -3 m, high: 2 m, length: 4 km}}\n"                  \
  "initial: {level: 0.2 m}\nfriction: 0.03\n"

/* The sum over cells of the file's rates at their centres, as it is bilinear between its numbers.
 */
static double fallen(const running *r) {
  double sum = 0;
  for (int record = 0; record < 6; record++)
    for (int j = 0; j < 20; j++)
      for (int i = 0; i < 40; i++) {
        const double x = 100 * i + 50, y = 100 * j + 50, t = 300 * record;
        const double x0 = 1000 * floor(x / 1000), y0 = 1000 * floor(y / 1000);
        const double a = (x - x0) / 1000, b = (y - y0) / 1000;
        sum += 300 / 3.6e6 *
               ((1 - b) * ((1 - a) * showers(t, x0, y0) + a * showers(t, x0 + 1000, y0)) +
                b * ((1 - a) * showers(t, x0, y0 + 1000) + a * showers(t, x0 + 1000, y0 + 1000)));
      }
  return sum * r->balance.area;
}

static void rain_from_a_file_is_counted(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    running *r = start_there(BASIN "rain: {file: @/all.nc, variable: rain, factor: 0.5}\n",
                             (way){.order = order});
    advance(r, 1800);
    json_t *all = run_balance_json(&r->balance);
    expect_near("rain", json_number_value(json_object_get(json_object_get(all, "water"), "rain")),
                0.5 * fallen(r), 1e-12);
    json_decref(all);
    assert_true(fabs(run_balance_residual(&r->balance, 0).relative) < 1e-14);
    end(r);
  }
}

/* Ground that infiltrates all rain takes the rain of its own place. */
static void losses_see_the_local_rain(void **state) {
  (void)state;
  double lost[CELLS], sum = 0;
  running *r = start_there(BASIN "rain: {file: @/all.nc, variable: rain}\n"
                                 "losses: {curve_number: 30, above: -100 m}\n",
                           (way){0});
  advance(r, 1800);
  read_field(r, "infiltrated", lost);
  for (int i = 0; i < cells_of(r); i++)
    sum += lost[i];
  expect_near("lost", sum * r->balance.area, fallen(r), 1e-10);
  end(r);
}

/* ---- any tiles ---- */

#define ALL                                                                                        \
  BASIN "weather: {file: @/all.nc, wind: [u, v], pressure: p}\n"                                   \
        "rain: {file: @/all.nc, variable: rain}\n"                                                 \
        "boundaries: [{side: west, kind: level, level: 0.2 m}]\n"

static void tiles_agree(void **state) {
  (void)state;
  static const way ways[] = {
      {.tiles_x = 2, .tiles_y = 2},
      {.tiles_x = 3, .tiles_y = 2, .depth = 2, .scheme = RIA_TILING_EXPANSION},
      {.tiles_x = 2, .tiles_y = 1, .depth = 4, .scheme = RIA_TILING_SWEPT}};
  for (int order = 1; order <= 2; order++)
    for (int single = 0; single < 2; single++) {
      running *first = start_there(ALL, (way){.order = order, .single = single});
      advance(first, 1800);
      for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        way w = ways[i];
        w.order = order;
        w.single = single;
        running *r = start_there(ALL, w);
        advance(r, 1800);
        expect_same(first, r);
        end(r);
      }
      end(first);
    }
}

/* A run without weather has no additional fields and the same knots. */
static void no_additional_fields_without_weather(void **state) {
  (void)state;
  running *r = start_there(BASIN, (way){0});
  assert_int_equal(r->model.nstatic, 2);
  assert_int_equal(r->model.sources, 0);
  assert_null(r->model.moments.next);
  end(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(wind_sets_up_a_basin),
                                     cmocka_unit_test(each_law_has_its_drag),
                                     cmocka_unit_test(light_wind_has_the_least_drag),
                                     cmocka_unit_test(wind_makes_a_surge),
                                     cmocka_unit_test(pressure_lifts_the_water),
                                     cmocka_unit_test(pressure_raises_sides),
                                     cmocka_unit_test(hollands_profile),
                                     cmocka_unit_test(cyclone_turns),
                                     cmocka_unit_test(each_key_of_a_cyclone_counts),
                                     cmocka_unit_test(rain_from_a_file_is_counted),
                                     cmocka_unit_test(losses_see_the_local_rain),
                                     cmocka_unit_test(tiles_agree),
                                     cmocka_unit_test(no_additional_fields_without_weather)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
