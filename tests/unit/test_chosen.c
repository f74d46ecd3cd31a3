/* Selection for the history: names, times, and a part of the plane, tile by tile. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/run_pair.h"
#include "run/chosen.h"
#include "tests.h"

enum { NX = 9, NY = 7, FIELDS = 2, TILE = 4 };

static const ria_variable variables[] = {
    {.name = "h", .where = RIA_SHOWN_IN_HISTORY},
    {.name = "u",
     .where = RIA_SHOWN_IN_HISTORY,
     .picture = {.title = "Current", .name = "speed", .component = {"u", "v"}}},
    {.name = "v", .where = RIA_SHOWN_IN_HISTORY},
    {.name = "way", .where = RIA_SHOWN_IN_GAUGES},
    {.name = "most", .where = RIA_SHOWN_IN_HISTORY},
};

typedef struct {
  ria_block block;
  ria_terrain terrain;
  ria_case the_case;
  ria_shown shown;
} fixture;

static void make(fixture *f, int fields, char **names) {
  *f = (fixture){.block = {.cells = {NX, NY, 1}, .origin = {100, 200}, .spacing = {10, 20}}};
  f->terrain.mesh = (ria_mesh){.ndim = 2, .blocks = 1, .block = &f->block};
  f->terrain.grid = (ria_grid){.cells = {NX, NY}, .origin = {100, 200}, .spacing = {10, 20}};
  f->the_case.path = (char *)"case.yaml";
  f->the_case.solver = (char *)"estuary";
  f->the_case.output.fields_count = fields;
  f->the_case.output.fields = names;
  f->the_case.output.until = INFINITY;
  f->shown.variables = sizeof variables / sizeof *variables;
  f->shown.peak = "most";
  memcpy(f->shown.variable, variables, sizeof variables);
}

/* "hum" where h, u and most are in the history. */
static const char *taken(const fixture *f, char text[8]) {
  int n = 0;
  for (int v = 0; v < f->shown.variables; v++)
    if (f->shown.variable[v].where & RIA_SHOWN_IN_HISTORY)
      text[n++] = f->shown.variable[v].name[0];
  text[n] = '\0';
  return text;
}

static void test_fields(void **state) {
  char text[8];
  fixture f;
  (void)state;
  make(&f, 0, NULL);
  run_chosen_fields(&f.the_case, &f.shown);
  assert_string_equal(taken(&f, text), "huvm");
  make(&f, 2, (char *[]){"speed", "h"});
  assert_int_equal(run_chosen_check(&f.the_case, &f.terrain, &f.shown), RIA_SUCCESS);
  run_chosen_fields(&f.the_case, &f.shown);
  assert_string_equal(taken(&f, text), "huv");
  assert_non_null(f.shown.variable[1].picture.title);
  assert_null(f.shown.peak);
  assert_int_equal(f.shown.variable[3].where, RIA_SHOWN_IN_GAUGES);
  make(&f, 2, (char *[]){"most", "u"}); /* of a vector with one component there is no picture */
  run_chosen_fields(&f.the_case, &f.shown);
  assert_string_equal(taken(&f, text), "um");
  assert_null(f.shown.variable[1].picture.title);
  assert_string_equal(f.shown.peak, "most");
}

static void test_unknown_fields(void **state) {
  fixture f;
  (void)state;
  make(&f, 2, (char *[]){"h", "way"}); /* of the gauges alone */
  f.the_case.output.fields_place = (ria_case_place){3, 7};
  assert_int_equal(run_chosen_check(&f.the_case, &f.terrain, &f.shown), RIA_ERROR_CASE);
  assert_string_equal(ria_status_detail(),
                      "case.yaml:3:7: output.fields: there is no variable 'way'; the solver "
                      "'estuary' has h, u, speed, v, most");
}

static void test_times(void **state) {
  fixture f;
  (void)state;
  make(&f, 0, NULL);
  assert_true(run_chosen_time(&f.the_case, 0) && run_chosen_time(&f.the_case, 1e9));
  f.the_case.output.from = 0.3;
  f.the_case.output.until = 0.6;
  assert_true(run_chosen_time(&f.the_case, 3 * 0.1) && run_chosen_time(&f.the_case, 6 * 0.1));
  assert_false(run_chosen_time(&f.the_case, 0.2) || run_chosen_time(&f.the_case, 0.7));
}

static void set_region(fixture *f, double x0, double y0, double x1, double y1) {
  f->the_case.output.has_region = true;
  f->the_case.output.low[0] = x0, f->the_case.output.low[1] = y0;
  f->the_case.output.high[0] = x1, f->the_case.output.high[1] = y1;
}

/* Centres of cells are at 105, 115, ... and 210, 230, ... */
static void test_regions(void **state) {
  fixture f;
  (void)state;
  make(&f, 0, NULL);
  set_region(&f, 115, 211, 134, 1e9);
  run_region r = run_chosen_region(&f.the_case, &f.terrain);
  assert_true(r.lo[0] == 1 && r.hi[0] == 3 && r.lo[1] == 1 && r.hi[1] == NY);
  assert_int_equal(run_chosen_check(&f.the_case, &f.terrain, &f.shown), RIA_SUCCESS);
  set_region(&f, 116, 211, 124, 300); /* between two columns */
  assert_int_equal(run_chosen_check(&f.the_case, &f.terrain, &f.shown), RIA_ERROR_CASE);
  assert_non_null(strstr(ria_status_detail(), "the grid covers [100, 200, 190, 340] m"));
  set_region(&f, 500, 211, 900, 300);
  assert_int_equal(run_chosen_check(&f.the_case, &f.terrain, &f.shown), RIA_ERROR_CASE);
  set_region(&f, 100, 200, 190, 340);
  f.terrain.mesh.ndim = 3;
  assert_int_equal(run_chosen_check(&f.the_case, &f.terrain, &f.shown), RIA_ERROR_CASE);
}

static float value_of(int field, ria_global x, ria_global y) {
  return (float)(100 * field + 10 * y + x);
}

/* Tiles of TILE x TILE cells, uneven at the ends; every cell of the region comes once. */
static void test_tiles(void **state) {
  enum { TILES = 3 * 2 };
  const run_region r = {{2, 3}, {7, 6}};
  float values[TILES][FIELDS][TILE * TILE];
  double whole[NX * NY];
  ria_snapshot_tile tile[TILES];
  run_chosen_tiles cut;
  int count = 0, seen = 0;
  (void)state;
  for (int y0 = 0; y0 < NY; y0 += TILE)
    for (int x0 = 0; x0 < NX; x0 += TILE, count++) {
      ria_snapshot_tile *t = &tile[count];
      *t = (ria_snapshot_tile){
          .lo = {x0, y0},
          .n = {NX - x0 < TILE ? NX - x0 : TILE, NY - y0 < TILE ? NY - y0 : TILE, 1}};
      for (int f = 0; f < FIELDS; f++) {
        t->values[f] = values[count][f];
        for (int c = 0; c < t->n[0] * t->n[1]; c++)
          values[count][f][c] = value_of(f, x0 + c % t->n[0], y0 + c / t->n[0]);
      }
    }
  assert_int_equal(run_chosen_cut(&r, RIA_SINGLE, FIELDS, count, tile, &cut), RIA_SUCCESS);
  assert_int_equal(cut.count, 4);
  for (int i = 0; i < cut.count; i++)
    for (int f = 0; f < FIELDS; f++)
      for (int c = 0; c < cut.tile[i].n[0] * cut.tile[i].n[1]; c++, seen++) {
        const ria_global x = cut.tile[i].lo[0] + c % cut.tile[i].n[0],
                         y = cut.tile[i].lo[1] + c / cut.tile[i].n[0];
        assert_true(((const float *)cut.tile[i].values[f])[c] == value_of(f, x + 2, y + 3));
      }
  assert_int_equal(seen, FIELDS * 5 * 3);
  run_chosen_destroy(&cut);
  for (int c = 0; c < NX * NY; c++)
    whole[c] = (double)value_of(0, c % NX, c / NX);
  double *part = run_chosen_crop(&r, &(ria_grid){.cells = {NX, NY}}, whole);
  assert_non_null(part);
  for (int c = 0; c < 15; c++)
    assert_true(part[c] == (double)value_of(0, 2 + c % 5, 3 + c / 5));
  free(part);
}

static void run_case(const char *folder, const char *run, const char *settings) {
  char line[2000];
  snprintf(line, sizeof line,
           "cd '%s' && '%s/ria' run '%s/inputs/cases/arousa/arousa.yaml' -o %s --workers 1 --set "
           "output.maps=false --set output.every='5 min' --set grid.resolution='800 m' %s > said "
           "2>&1 < /dev/null || { cat said >&2; false; }",
           folder, getenv("RIA_BIN_DIR"), getenv("RIA_SOURCE_DIR"), run, settings);
  if (system(line))
    fail_msg("the run '%s' fails", run);
}

/* A history of a part equals that part of the whole history, also on other tiles and after a
 * restart; a run cannot continue with another part. */
static void test_runs(void **state) {
  static const char part[] =
      "--tiles 3x2 --set output.fields='[level, speed]' --set output.from='5 min' --set "
      "output.until='15 min' --set output.region='[505 km, 4700 km, 515 km, 4712 km]'";
  char settings[600], line[900], run[2][300];
  ria_run_pair pair;
  ria_pair_figures figures;
  const char *folder = *state;
  run_case(folder, "whole", "--set time.end='20 min'");
  snprintf(settings, sizeof settings, "%s --set time.end='10 min'", part);
  run_case(folder, "part", settings);
  snprintf(settings, sizeof settings, "%s --set time.end='20 min' --resume", part);
  run_case(folder, "part", settings);
  snprintf(run[0], sizeof run[0], "%s/whole", folder);
  snprintf(run[1], sizeof run[1], "%s/part", folder);
  if (ria_run_pair_open(run[0], run[1], &pair) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  float *difference = malloc((size_t)(pair.nx * pair.ny) * sizeof *difference);
  assert_non_null(difference);
  assert_int_equal(pair.view[1].records, 3);
  assert_int_equal(pair.instants, 3);
  assert_int_equal(pair.quantities, 4); /* level, speed, u, v */
  assert_true(pair.nx == pair.view[1].nx && pair.nx < pair.view[0].nx);
  for (int q = 0; q < pair.quantities; q++)
    for (int i = 0; i < 3; i++) {
      assert_int_equal(ria_run_pair_differ(&pair, q, i, difference, &figures), RIA_SUCCESS);
      assert_true(figures.cells > 50 && figures.largest == 0);
      assert_int_equal(figures.only_a + figures.only_b, 0);
    }
  for (ria_global c = 0; c < pair.nx * pair.ny; c++) {
    const ria_global at = (c / pair.nx + pair.at[1]) * pair.view[0].nx + c % pair.nx + pair.at[0];
    assert_true(pair.view[1].ground[c] == pair.view[0].ground[at] || pair.coarse == 1);
  }
  free(difference);
  ria_run_pair_close(&pair);
  snprintf(line, sizeof line,
           "cd '%s' && '%s/ria' run '%s/inputs/cases/arousa/arousa.yaml' -o part --workers 1 "
           "--resume --set output.maps=false --set output.every='5 min' --set "
           "grid.resolution='800 m' --set time.end='25 min' --set output.fields=level 2>&1 < "
           "/dev/null | grep -q 'was started with output.fields: level speed'",
           folder, getenv("RIA_BIN_DIR"), getenv("RIA_SOURCE_DIR"));
  assert_int_equal(system(line), 0);
}

static int set_up(void **state) {
  *state = test_folder_create();
  return 0;
}

static int tear_down(void **state) {
  test_folder_remove(*state);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fields), cmocka_unit_test(test_unknown_fields),
      cmocka_unit_test(test_times),  cmocka_unit_test(test_regions),
      cmocka_unit_test(test_tiles),  cmocka_unit_test_setup_teardown(test_runs, set_up, tear_down)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
