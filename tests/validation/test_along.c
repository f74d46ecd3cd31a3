/* Levels that differ along a side: even stations give the bits of one level; a geostrophic flow
 * stays at rest between two sides of the same tilt; a Kelvin wave passes a channel; analysing a run
 * gives the constituents that were put in, also from an atlas with phases that pass through 0; the
 * same on any tiles.
 */
#include "balanced_run.h"
#include "ria/exact_math.h"
#include "ria/tide.h"

enum { PART = 1024 };

/* ---- even stations ---- */

#define POND                                                                                       \
  "time: {end: 1 h, start: 2024-03-01T00:00:00Z}\n"                                                \
  "grid: {extent: [0 m, 0 m, 3 km, 1500 m], cells: [15, 10]}\n"                                    \
  "bathymetry: {shape: {kind: slope, elevation: -8 m, slope_x: 0.001, slope_y: 0.002}}\n"          \
  "initial: {level: 0 m}\n"

#define SERIES "[[0 h, 0 m], [20 min, 0.4 m], [1 h, -0.2 m]]"
#define M2     "{M2: {amplitude: 0.9 m, phase: 350 deg}, S2: {amplitude: 0.3 m, phase: 20 deg}}"

/* Stations of the western side, whose places have nothing to do with cells. */
static void stations(char to[PART], const char *what) {
  static const char *const at[] = {"[0 m, 131 m]", "[-40 m, 700 m]", "[20 m, 1240 m]"};
  int n = snprintf(to, PART, "along: {stations: [");
  for (int i = 0; i < 3; i++)
    n += snprintf(to + n, PART - (size_t)n, "%s{at: %s, %s}", i ? ", " : "", at[i], what);
  snprintf(to + n, PART - (size_t)n, "]}");
}

static void expect_even(const char *kind, const char *what, const char *more,
                        const char *friction) {
  char text[TEXT], along[PART];
  for (int order = 1; order <= 2; order++) {
    stations(along, what);
    snprintf(text, TEXT, POND "friction: %s\nboundaries: {west: {kind: %s, %s%s}}\n", friction,
             kind, what, more);
    running *one = run_to_end(text, (way){.order = order});
    snprintf(text, TEXT, POND "friction: %s\nboundaries: {west: {kind: %s, %s%s}}\n", friction,
             kind, along, more);
    running *several = run_to_end(text, (way){.order = order});
    assert_int_equal(several->model.segments, one->model.segments + 1); /* 3 stations: 2 pieces */
    expect_same(one, several);
    end(one);
    end(several);
  }
}

static void even_stations_are_one_level(void **state) {
  (void)state;
  expect_even("level", "level: " SERIES, "", "0.03");
  expect_even("level", "level: " SERIES, ", absorbing: true", "0.03");
  expect_even("level", "level: " SERIES, ", absorbing: true, incoming: true, ramp: 10 min", "0.03");
  expect_even("level", "level: " SERIES, "", "{linear: 1e-4 1/s}");
  expect_even("level", "level: " SERIES, ", absorbing: true, discharge: 200 m3/s",
              "{linear: 1e-4 1/s}");
  expect_even("tide", "constituents: " M2, ", ramp: 20 min", "0.03");
}

/* ---- places of stations ---- */

/* The level of a cell's segment between its stations at a time, as its kernel has it. */
static double level_beside(const running *r, ria_side side, int cell, double t) {
  const int along = 1 - ria_side_axis(side);
  const ria_segment *s = r->model.segment;
  while (s->side != side || cell < s->part.lo[along] || cell >= s->part.hi[along])
    s++;
  double values[256], ghost[RIA_MAX_STATICS];
  assert_true(r->model.forcings <= 256);
  r->model.forcing(r->model.context, t, values);
  ria_range at = {{0, 0, 0}, {1, 1, 1}};
  at.lo[along] = cell;
  at.hi[along] = cell + 1;
  at.lo[1 - along] = ria_side_is_high(side) ? r->model.grid.cells[1 - along] : -1;
  at.hi[1 - along] = at.lo[1 - along] + 1;
  must(r->solver->fill_statics(r->instance, RIA_ALL_FIELDS, 0, &at, ghost));
  const double share = -1 - ghost[ria_quantity_find(r->model.statics, r->model.nstatic, "side")];
  const double low = values[s->scalars[ria_kernel_scalar(s->kernel, "level")].forcing];
  const double high = values[s->scalars[ria_kernel_scalar(s->kernel, "next_level")].forcing];
  return low + share * (high - low);
}

/* Between stations the level is linear; before the first and after the last it is constant. */
static void level_is_linear(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++)
    for (int north = 0; north < 2; north++) {
      char text[TEXT];
      snprintf(text, TEXT,
               POND "boundaries: {%s: {kind: level, offset: 1 m, along: {stations: ["
                    "{at: [1230 m, 1240 m], level: 0.7 m}, {at: [331 m, 131 m], level: 0.1 m}, "
                    "{at: [610 m, 700 m], level: [[0 h, 0.2 m], [1 h, 0.4 m]]}]}}}\n",
               north ? "north" : "east");
      running *r = start(text, (way){.order = order});
      const double at[2][3] = {{131, 700, 1240}, {331, 610, 1230}}, level[3] = {0.1, 0.3, 0.7};
      const double size = north ? 200 : 150;
      for (int cell = 0; cell < (north ? 15 : 10); cell++) {
        const double x = (cell + 0.5) * size, *p = at[north];
        const double expected =
            x < p[0]   ? level[0]
            : x < p[1] ? level[0] + (x - p[0]) / (p[1] - p[0]) * (level[1] - level[0])
            : x < p[2] ? level[1] + (x - p[1]) / (p[2] - p[1]) * (level[2] - level[1])
                       : level[2];
        const double got = level_beside(r, north ? RIA_NORTH : RIA_EAST, cell, 1800);
        if (fabs(got - 1 - expected) > 1e-12)
          fail_msg("cell %d has %.15g, not %.15g", cell, got, 1 + expected);
      }
      end(r);
    }
}

/* ---- a tilt ---- */

/* A side at x whose level falls from `high` to the opposite. */
static void tilted_side(char to[PART], const char *x, double high) {
  snprintf(to, PART,
           "kind: level, absorbing: true, along: {stations: [{at: [%s, 0 m], level: %.17g m}, "
           "{at: [%s, 20 km], level: %.17g m}]}",
           x, high, x, -high);
}

/* A raster of a level that falls to the north, over 20 km, from `high` to the opposite. */
static void write_surface(const char *path, double high) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file, "ncols 40\nnrows 20\nxllcorner 0\nyllcorner 0\ncellsize 1000\n");
  for (int row = 0; row < 20; row++)
    for (int x = 0; x < 40; x++)
      fprintf(file, "%.15f%c", high * (row - 9.5) / 10, x < 39 ? ' ' : '\n');
  fclose(file);
}

/* A flow of 0.5 m/s to the east in 20 m of water on a rotating plane: its level falls to the left
 * by f u / g. If the sides have that tilt, the flow is unchanged after two hours. With one level
 * for each side it is not. */
static void geostrophic_flow_stays(void **state) {
  (void)state;
  const double f = 1e-4, u = 0.5, fall = f * u / 9.81 * 20000;
  double off[2];
  char *folder = test_folder_create(), path[PART];
  snprintf(path, PART, "%s/surface.asc", folder);
  write_surface(path, fall / 2);
  for (int tilted = 0; tilted < 2; tilted++) {
    char text[TEXT], west[PART], east[PART];
    tilted_side(west, "0 m", tilted ? fall / 2 : 0);
    tilted_side(east, "40 km", tilted ? fall / 2 : 0);
    snprintf(text, TEXT,
             "time: {end: 2 h}\n"
             "grid: {extent: [0 m, 0 m, 40 km, 20 km], cells: [20, 20]}\n"
             "bathymetry: {shape: {kind: flat, elevation: -20 m}}\n"
             "initial: {surface: %s, velocity: {x: 0.5 m/s, y: 0 m/s}}\n"
             "coriolis: {parameter: 1e-4 1/s}\n"
             "boundaries: {west: {%s, discharge: 200000 m3/s}, east: {%s, discharge: -200000 "
             "m3/s}}\n",
             path, west, east);
    running *r = run_to_end(text, (way){.order = 2});
    double h[CELLS], qx[CELLS], qy[CELLS], sum = 0;
    read_field(r, "h", h);
    read_field(r, "qx", qx);
    read_field(r, "qy", qy);
    for (int i = 5 * 20; i < 15 * 20; i++)
      sum += pow(qx[i] / h[i] - u, 2) + pow(qy[i] / h[i], 2);
    off[tilted] = sqrt(sum / 200);
    end(r);
  }
  test_folder_remove(folder);
  print_message(
      "geostrophic flow of 0.5 m/s: its middle is off by %.2g m/s with tilted sides, %.2g "
      "m/s with even ones\n",
      off[1], off[0]);
  assert_true(off[1] < 0.003 && off[0] > 5 * off[1]);
}

/* ---- constituents ---- */

/* The least squares of a record by constituents, with nodal factors at each time. */
typedef struct {
  int constituents;
  const char *const *name;
  double normal[16][16], right[16];
} analysis;

static void note_level(analysis *a, double epoch, double level) {
  double row[16] = {1};
  const int n = 1 + 2 * a->constituents;
  for (int i = 0; i < a->constituents; i++) {
    double factor, phase;
    assert_true(ria_tide_argument(a->name[i], epoch, &factor, &phase));
    row[1 + 2 * i] = factor * cos(phase * M_PI / 180);
    row[2 + 2 * i] = factor * sin(phase * M_PI / 180);
  }
  for (int i = 0; i < n; i++) {
    a->right[i] += row[i] * level;
    for (int j = 0; j < n; j++)
      a->normal[i][j] += row[i] * row[j];
  }
}

/* Gauss's elimination; the matrix has large diagonals. x[1 + 2i], x[2 + 2i]: A cos G, A sin G. */
static void solve(analysis *a, double x[16]) {
  const int n = 1 + 2 * a->constituents;
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      const double factor = a->normal[i][k] / a->normal[k][k];
      for (int j = k; j < n; j++)
        a->normal[i][j] -= factor * a->normal[k][j];
      a->right[i] -= factor * a->right[k];
    }
  for (int i = n - 1; i >= 0; i--) {
    x[i] = a->right[i];
    for (int j = i + 1; j < n; j++)
      x[i] -= a->normal[i][j] * x[j];
    x[i] /= a->normal[i][i];
  }
}

/* The relative error of a constituent in the complex plane. */
static double apart(const double x[16], int i, double amplitude, double phase) {
  const double c = amplitude * cos(phase * M_PI / 180), s = amplitude * sin(phase * M_PI / 180);
  return hypot(x[1 + 2 * i] - c, x[2 + 2 * i] - s) / amplitude;
}

/* A small basin follows the tide of its stations, whose phases are the same but for a turn: M2, M4
 * and K1 of 5 days at a cell half way between them. */
static void constituents_are_recovered(void **state) {
  (void)state;
  static const char *const text =
      "time: {end: 5 d, start: 2024-03-01T00:00:00Z}\n"
      "grid: {extent: [0 m, 0 m, 400 m, 400 m], cells: [4, 5]}\n"
      "bathymetry: {shape: {kind: flat, elevation: -40 m}}\n"
      "initial: {level: 0 m}\nfriction: 0.03\n"
      "boundaries: {west: {kind: tide, ramp: 6 h, along: {stations: [\n"
      "  {at: [0 m, 0 m], constituents: {M2: [1 m, 350 deg], M4: [10 cm, 40 deg], K1: [20 cm, "
      "100 deg]}},\n"
      "  {at: [0 m, 400 m], constituents: {M2: [1 m, -10 deg], M4: [10 cm, 40 deg], K1: [20 cm, "
      "100 deg]}}]}}}\n";
  static const char *const names[] = {"M2", "M4", "K1"};
  analysis a = {.constituents = 3, .name = names};
  running *r = start(text, (way){.order = 2});
  for (double t = 43200; t <= 5 * 86400; t += 1800) {
    double h[CELLS];
    advance(r, t);
    read_field(r, "h", h);
    note_level(&a, r->the_case.time.start + t, h[2 * 4 + 3] - 40);
  }
  double x[16];
  solve(&a, x);
  const double off[] = {apart(x, 0, 1, -10), apart(x, 1, 0.1, 40), apart(x, 2, 0.2, 100)};
  print_message("constituents of a gauge are off by %.2g, %.2g and %.2g\n", off[0], off[1], off[2]);
  for (int i = 0; i < 3; i++)
    assert_true(off[i] < 0.001);
  end(r);
}

/* ---- a Kelvin wave ---- */

/* A channel on a rotating plane: a wave comes in through its southern side and leaves through the
 * northern one, with the coast to its right: its amplitude falls by exp(-distance f / c) from
 * there, and it is late by omega y / c. */
static void kelvin_wave_passes(void **state) {
  (void)state;
  const double f = 1e-4, depth = 20, amplitude = 0.05, c = sqrt(9.81 * depth);
  const double width = 120e3, omega = ria_tide_speed("M2") * M_PI / 180 / 3600;
  char text[TEXT];
  int n = snprintf(text, TEXT,
                   "time: {end: 74 h, start: 2024-03-01T00:00:00Z}\n"
                   "grid: {extent: [0 m, 0 m, 120 km, 100 km], cells: [24, 20]}\n"
                   "bathymetry: {shape: {kind: flat, elevation: -20 m}}\n"
                   "initial: {level: 0 m}\ncoriolis: {parameter: 1e-4 1/s}\n"
                   "boundaries: {");
  n += snprintf(text + n, TEXT - (size_t)n,
                "north: {kind: level, level: 0 m, absorbing: true}, south: {kind: tide, ramp: 6 h, "
                "absorbing: true, incoming: true, along: {stations: [");
  for (int i = 0; i < 7; i++)
    n += snprintf(text + n, TEXT - (size_t)n,
                  "%s{at: [%d km, 0 m], constituents: {M2: [%.9g m, 0 deg]}}", i ? ", " : "",
                  20 * i, amplitude * exp(-(width - 20e3 * i) * f / c));
  snprintf(text + n, TEXT - (size_t)n, "]}}}\n");
  static const char *const names[] = {"M2"};
  static const int cells[] = {10 * 24 + 23, 10 * 24 + 12, 15 * 24 + 20};
  analysis a[3];
  for (int i = 0; i < 3; i++)
    a[i] = (analysis){.constituents = 1, .name = names};
  running *r = start(text, (way){.order = 2});
  const double period = 2 * M_PI / omega;
  for (int i = 0; i <= 48; i++) {
    const double t = 74 * 3600 - 2 * period * (48 - i) / 48;
    double h[CELLS];
    advance(r, t);
    read_field(r, "h", h);
    for (int k = 0; k < 3 && i; k++)
      note_level(&a[k], r->the_case.time.start + t, h[cells[k]] - depth);
  }
  for (int k = 0; k < 3; k++) {
    double x[16];
    solve(&a[k], x);
    const double px = (cells[k] % 24 + 0.5) * 5e3, py = (cells[k] / 24 + 0.5) * 5e3;
    const double off =
        apart(x, 0, amplitude * exp(-(width - px) * f / c), omega * py / c * 180 / M_PI);
    print_message("Kelvin wave at %g km, %g km: off by %.2g\n", px / 1e3, py / 1e3, off);
    assert_true(off < 0.045);
  }
  end(r);
}

/* ---- an atlas ---- */

/* UTM zone 29 north around its central meridian, 9 degrees west: x = 500 km is 9 W. */
#define BAY                                                                                        \
  "time: {end: 1 h, start: 2024-03-01T00:00:00Z}\n"                                                \
  "grid: {extent: [480 km, 4660 km, 500 km, 4720 km], cells: [10, 30], crs: 'EPSG:32629'}\n"       \
  "bathymetry: {shape: {kind: flat, elevation: -30 m}}\ninitial: {level: 0 m}\n"

enum { ATLAS_X = 9, ATLAS_Y = 13 }; /* nodes, a tenth of a degree from each other */

/* The atlas's complex amplitude: linear in longitude and latitude, so that bilinear interpolation
 * is exact; its phase passes through 0. */
static void made_tide(double longitude, double latitude, double sum[2]) {
  sum[0] = 1 + 0.05 * (latitude - 42) + 0.2 * (longitude + 9);
  sum[1] = 0.4 * (latitude - 42.35);
}

/* Write one constituent of the atlas, amplitudes in cm, from text by ncgen. Nodes beyond 42.75
 * degrees north are land: without a value, or with an amplitude of 0. */
static void write_atlas(const char *folder, const char *name, bool from_zero, bool zeros) {
  char path[PART], command[3 * PART];
  snprintf(path, PART, "%s/%s.cdl", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file,
          "netcdf a {\ndimensions: lat = %d; lon = %d;\nvariables:\n  double lat(lat); lat:units = "
          "\"degrees_north\"; lat:standard_name = \"latitude\";\n  double lon(lon); lon:units = "
          "\"degrees_east\"; lon:standard_name = \"longitude\";\n  float amplitude(lat, lon); "
          "amplitude:units = \"cm\"; amplitude:_FillValue = 1.e30f;\n  float phase(lat, lon); "
          "phase:units = \"degrees\"; phase:_FillValue = 1.e30f;\ndata:\n lat =",
          ATLAS_Y, ATLAS_X);
  for (int y = 0; y < ATLAS_Y; y++)
    fprintf(file, "%s %.10g", y ? "," : "", 41.75 + 0.1 * y);
  fprintf(file, ";\n lon =");
  for (int x = 0; x < ATLAS_X; x++)
    fprintf(file, "%s %.10g", x ? "," : "", -9.55 + 0.1 * x + (from_zero ? 360 : 0));
  for (int variable = 0; variable < 2; variable++) {
    fprintf(file, ";\n %s =", variable ? "phase" : "amplitude");
    for (int i = 0; i < ATLAS_Y * ATLAS_X; i++) {
      double sum[2];
      made_tide(-9.55 + 0.1 * (i % ATLAS_X), 41.75 + 0.1 * (i / ATLAS_X), sum);
      const double phase = atan2(sum[1], sum[0]) * 180 / M_PI;
      fprintf(file, "%s ", i ? "," : "");
      if (i / ATLAS_X > 9)
        fprintf(file, "%s", zeros ? "0" : "_");
      else
        fprintf(file, "%.8g",
                variable ? phase + (phase < 0 ? 360 : 0) : 100 * hypot(sum[0], sum[1]));
    }
  }
  fprintf(file, ";\n}\n");
  fclose(file);
  snprintf(command, sizeof command, "ncgen -o '%s/%s.nc' '%s'", folder, name, path);
  assert_int_equal(system(command), 0);
}

static void atlas_is_interpolated(void **state) {
  (void)state;
  char *folder = test_folder_create();
  for (int way_of = 0; way_of < 2; way_of++) {
    char text[TEXT];
    write_atlas(folder, "m2", way_of == 1, way_of == 1);
    snprintf(text, TEXT, BAY "boundaries: {west: {kind: tide, along: {atlas: {M2: %s/m2.nc}}}}\n",
             folder);
    running *r = start(text, (way){.order = 2});
    int count;
    const ria_terrain_station *all = ria_terrain_stations(&r->terrain, 0, &count);
    assert_in_range(count, 6, 20); /* about half of a tenth of a degree apart */
    for (int i = 0; i < count; i++) {
      double at[2] = {all[i].at[0], all[i].at[1]}, sum[2];
      assert_true(ria_crs_to_degrees("EPSG:32629", 1, &at[0], &at[1]));
      assert_true(at[1] < 42.75); /* those on land are left out */
      if (at[1] > 42.65)
        continue; /* next to land only the nearest nodes count */
      made_tide(at[0], at[1], sum);
      const double phase = all[i].constituent->phase * M_PI / 180;
      assert_string_equal(all[i].constituent->name, "M2");
      assert_true(hypot(all[i].constituent->amplitude * cos(phase) - sum[0],
                        all[i].constituent->amplitude * sin(phase) - sum[1]) < 1e-6);
    }
    advance(r, 600);
    expect_closed(r, 1e-13);
    end(r);
  }
  test_folder_remove(folder);
}

/* ---- the same on any tiles ---- */

static void tiles_agree(void **state) {
  (void)state;
  static const way ways[] = {
      {.tiles_x = 2, .tiles_y = 3},
      {.tiles_x = 3, .tiles_y = 2, .depth = 2, .scheme = RIA_TILING_EXPANSION},
      {.tiles_x = 1, .tiles_y = 1, .depth = 2, .scheme = RIA_TILING_SWEPT}};
  static const char *const frictions[] = {"0.03", "{linear: 1e-4 1/s}"};
  for (int absorbing = 0; absorbing < 2; absorbing++)
    for (int rough = 0; rough < 2; rough++)
      for (int order = 1; order <= 2; order++) {
        char text[TEXT];
        snprintf(text, TEXT,
                 POND "friction: %s\nboundaries:\n"
                      "  - {side: west, kind: level, absorbing: %s, along: {stations: [{at: [0 m, "
                      "200 m], level: 0.1 m}, {at: [0 m, 700 m], level: " SERIES
                      "}, {at: [0 m, 1400 m], level: 0.3 m}]}}\n"
                      "  - {side: south, from: 1 km, kind: tide, along: {stations: [{at: [1500 m, "
                      "0 m], constituents: " M2
                      "}, {at: [2 km, 0 m], constituents: {M2: [1 m, 10 deg]}}]}}\n",
                 frictions[rough], absorbing ? "true" : "false");
        running *first = run_to_end(text, (way){.order = order});
        expect_closed(first, 1e-13);
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
          way w = ways[i];
          w.order = order;
          running *r = run_to_end(text, w);
          expect_same(first, r);
          end(r);
        }
        end(first);
      }
}

/* A case without stations has no additional fields. */
static void no_additional_fields_without_stations(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    running *r =
        start(POND "boundaries: {west: {kind: level, level: 0 m}}\n", (way){.order = order});
    assert_int_equal(r->model.nstatic, order);
    end(r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(even_stations_are_one_level),
                                     cmocka_unit_test(level_is_linear),
                                     cmocka_unit_test(geostrophic_flow_stays),
                                     cmocka_unit_test(constituents_are_recovered),
                                     cmocka_unit_test(kelvin_wave_passes),
                                     cmocka_unit_test(atlas_is_interpolated),
                                     cmocka_unit_test(tiles_agree),
                                     cmocka_unit_test(no_additional_fields_without_stations)};
  return cmocka_run_group_tests(tests, basin_session_open, basin_session_close);
}
