/* Maps: PNG files of the right size, colours at the right places, titles with commands, and maps
 * without gnuplot. */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "history_fixture.h"
#include "png_pixels.h"
#include "ria/gauges.h"
#include "../../postproc/maps/frame.h"
#include "../../postproc/maps/map.h"
#include "../../postproc/maps/plot.h"
#include "../../postproc/maps/text.h"
#include "ria/plot.h"

/* Pixels of the map of these cells in the picture. */
enum { CELLS_X = 20, CELLS_Y = 10, MAP_WIDE = 840, MAP_HIGH = 420 };

typedef struct {
  char *folder, path[256];
  double depth[CELLS_Y * CELLS_X];
  float values[CELLS_Y * CELLS_X], u[CELLS_Y * CELLS_X], v[CELLS_Y * CELLS_X];
  maps_map map;
  map_style style;
} drawing;

static int set_up(void **state) {
  drawing *d = calloc(1, sizeof *d);
  assert_non_null(d);
  d->folder = test_folder_create();
  snprintf(d->path, sizeof d->path, "%s/map.png", d->folder);
  for (int c = 0; c < CELLS_X * CELLS_Y; c++) {
    bool land = c % CELLS_X < 5;
    d->depth[c] = land ? -3 : 4;
    d->values[c] = land ? NAN : 1;
    d->u[c] = land ? NAN : 0.5f;
    d->v[c] = land ? NAN : 0.25f;
  }
  d->map = (maps_map){.nx = CELLS_X,
                      .ny = CELLS_Y,
                      .x0 = 500000,
                      .y0 = 4700000,
                      .dx = 100,
                      .dy = 100,
                      .ground = d->depth,
                      .values = d->values,
                      .projected = true,
                      .crs = "EPSG:32629",
                      .title = "A basin"};
  d->style = (map_style){.palette = MAPS_PALETTE_MAGNITUDE,
                         .high = 1,
                         .hide_below = -INFINITY,
                         .label = "Speed (m/s)"};
  *state = d;
  return 0;
}

static bool have_gnuplot(void) {
  return !system("command -v gnuplot >/dev/null 2>&1");
}

/* Whether a colour is within two pixels of a part of the map's width and height, from its upper
 * left corner. */
static void expect_colour(const image *i, double x, double y, int r, int g, int b) {
  const int left = MAPS_FRAME_LEFT + (int)(x * MAP_WIDE),
            top = MAPS_FRAME_TOP + (int)(y * MAP_HIGH);
  bool found = false;
  for (int dx = -2; dx <= 2; dx++)
    for (int dy = -2; dy <= 2; dy++) {
      const uint8_t *c = colour_at(i, left + dx, top + dy);
      found |= abs(c[0] - r) + abs(c[1] - g) + abs(c[2] - b) <= 12;
    }
  if (!found)
    fail_msg("no %d, %d, %d at %g, %g", r, g, b, x, y);
}

static void draw(const drawing *d) {
  if (map_draw(&d->map, &d->style, d->path) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
}

static void test_colours(void **state) {
  drawing *d = *state;
  if (!have_gnuplot())
    skip();
  uint8_t water[3], land[3];
  draw(d);
  pixel(d->path, 0.6, 0.5, water); /* the upper end of the scale: viridis' yellow */
  assert_in_range(water[0], 250, 255);
  assert_in_range(water[1], 228, 234);
  assert_in_range(water[2], 30, 44);
  pixel(d->path, 0.15, 0.5, land);
  assert_in_range(land[0], 120, 215);
  assert_in_range(abs(land[0] - land[2]), 0, 8);
}

static void test_hidden_values_and_arrows(void **state) {
  drawing *d = *state;
  if (!have_gnuplot())
    skip();
  uint8_t water[3];
  d->style = (map_style){
      .palette = MAPS_PALETTE_TRACE, .low = 2, .high = 200, .logarithmic = true, .hide_below = 2};
  draw(d);
  pixel(d->path, 0.6, 0.5, water);
  assert_true(water[2] > water[0]);
  d->map.u = d->u;
  d->map.v = d->v;
  assert_int_equal(map_draw(&d->map, &d->style, d->path), RIA_ERROR_ARGUMENT); /* how long? */
  d->map.arrow = 0.5, d->map.arrow_length = 30;
  draw(d);
}

/* Numbers and label of the colour bar in the picture itself: between the two there is a white
 * strip, and to its left and right is ink. */
static void test_bar_in_picture(void **state) {
  drawing *d = *state;
  if (!have_gnuplot())
    skip();
  static const double ends[][2] = {{-0.000123, 0.0002}, {0, 1.2e6}, {101325, 101330.5}};
  for (int e = 0; e < 3; e++) {
    d->style.low = ends[e][0], d->style.high = ends[e][1];
    d->style.over = d->style.under = true;
    draw(d);
    maps_frame f = {
        .width = MAP_WIDE, .height = MAP_HIGH, .rows = 1, .row_width = 1}; /* it has land */
    maps_frame_layout(&f, &d->style);
    assert_false(has_ink(d->path, f.bar_left + f.bar.numbers_right + 1,
                         f.bar_left + f.bar.middle[0] - MAPS_LINE / 2, f.bar_bottom, f.bar_height));
    assert_true(has_ink(d->path, f.bar_left + f.bar.numbers_left, f.bar_left + f.bar.numbers_right,
                        f.bar_bottom, f.bar_height));
    assert_true(has_ink(d->path, f.bar_left + f.bar.middle[0] - MAPS_LINE / 2,
                        f.bar_left + f.bar.middle[0] + MAPS_LINE / 2, f.bar_bottom, f.bar_height));
  }
}

/* Lines and marks are drawn where they are. */
static void test_lines_and_marks(void **state) {
  drawing *d = *state;
  if (!have_gnuplot())
    skip();
  const ria_map_edge edge[] = {{RIA_EDGE_TIDE, 502000, 4700000, 502000, 4701000, NULL},
                               {RIA_EDGE_SECTION, 501200, 4700200, 501200, 4700800, "narrows"}};
  const ria_map_mark river = {"a river", RIA_MARK_RIVER, 500200, 4700500, 0};
  uint8_t covered[CELLS_Y * CELLS_X] = {0};
  for (int c = 0; c < CELLS_X * CELLS_Y; c++)
    covered[c] = c / CELLS_X >= 5; /* water in the north alone */
  d->map.edges = 2, d->map.edge = edge;
  d->map.marks = 1, d->map.mark = &river;
  d->map.covered = covered;
  d->map.flats = "flats";
  draw(d);
  image i = load(d->path);
  expect_colour(&i, 0.995, 0.25, 0, 114, 178); /* the tide, where there is water */
  expect_colour(&i, 0.995, 0.75, 253, 231, 37);
  expect_colour(&i, 0.6, 0.3, 0, 0, 0); /* the section */
  expect_colour(&i, 0.1, 0.5, 86, 180, 233);
  expect_colour(&i, 0.1, 0.1, 226, 208, 168); /* dry at this time */
  const uint8_t *land = colour_at(&i, MAPS_FRAME_LEFT + 20, MAPS_FRAME_TOP + MAP_HIGH - 20);
  assert_in_range(abs(land[0] - land[2]), 0, 8);
  free(i.data);
}

/* Text from a case must stay text: no gnuplot or shell command. */
static void test_hostile_text(void **state) {
  drawing *d = *state;
  if (!have_gnuplot())
    skip();
  char mark[300], title[1200];
  snprintf(mark, sizeof mark, "%s/mark", d->folder);
  snprintf(title, sizeof title, "it's `touch %s`; '\n!touch %s\n$(touch %s) \"%%s\\n{/=20", mark,
           mark, mark);
  const ria_map_mark place = {title, RIA_MARK_GAUGE, 501000, 4700500, 0};
  d->map.title = d->map.subtitle = d->map.crs = title;
  d->map.marks = 1;
  d->map.mark = &place;
  d->style.hidden = d->map.flats = title;
  d->style.label = title;
  draw(d);
  assert_int_equal(access(mark, F_OK), -1);
}

static void test_bad_arguments(void **state) {
  drawing *d = *state;
  d->style.high = 0;
  assert_int_equal(map_draw(&d->map, &d->style, d->path), RIA_ERROR_ARGUMENT);
  d->style.high = 1;
  d->style.logarithmic = true;
  assert_int_equal(map_draw(&d->map, &d->style, d->path), RIA_ERROR_ARGUMENT);
}

static void test_missing_folder(void **state) {
  drawing *d = *state;
  if (!have_gnuplot())
    skip();
  assert_int_equal(map_draw(&d->map, &d->style, "/nonexistent/map.png"), RIA_ERROR_IO);
}

static void test_without_gnuplot(void **state) {
  drawing *d = *state;
  char *path = strdup(getenv("PATH"));
  setenv("PATH", d->folder, 1);
  ria_status status = map_draw(&d->map, &d->style, d->path);
  setenv("PATH", path, 1);
  free(path);
  assert_int_equal(status, RIA_ERROR_UNSUPPORTED);
  assert_non_null(strstr(ria_status_detail(), "gnuplot-nox"));
  assert_int_equal(access(d->path, F_OK), -1);
}

static void expect_pictures(const char *folder, const char *const *names, int count) {
  for (int i = 0; i < count; i++) {
    char path[400];
    struct stat info;
    snprintf(path, sizeof path, "%s/maps/%s.png", folder, names[i]);
    if (stat(path, &info) || info.st_size < 1000)
      fail_msg("%s is missing", path);
  }
}

static int left_out;

static void take_sentence(void *context, const char *sentence) {
  (void)context;
  assert_non_null(strstr(sentence, "give the tracer a 'threshold'"));
  left_out++;
}

static void count_picture(void *context, const char *path) {
  assert_non_null(path);
  ++*(int *)context;
}

static void test_run(void **state) {
  drawing *d = *state;
  if (!have_gnuplot())
    skip();
  char path[300], csv[300];
  snprintf(path, sizeof path, "%s/history.h5", d->folder);
  snprintf(csv, sizeof csv, "%s/gauges.csv", d->folder);
  fixture f;
  ria_history *history;
  ria_gauges *gauges;
  double depth[2] = {1, 2}, values[2][4] = {{2, 1, 1, 0.5}, {0, 0, 0, 0}};
  fixture_begin(&f, path, MPI_COMM_SELF, RIA_DOUBLE);
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 3);
  ria_history_destroy(history);
  fixture_end(&f);
  ria_shown shown;
  shown_water(0, "tracer", "1", 0, &shown);
  ria_gauges_description of = {.path = csv,
                               .has_start = true,
                               .shown = &shown,
                               .nstate = 4,
                               .places = 2,
                               .place = fixture_place,
                               .statics = depth};
  assert_int_equal(ria_gauges_create(&of, &gauges), RIA_SUCCESS);
  for (int r = 0; r < 3; r++)
    assert_int_equal(ria_gauges_append(gauges, 600.0 * r, &values[0][0]), RIA_SUCCESS);
  ria_gauges_destroy(gauges);
  int made = 0;
  ria_plot_options options = {
      .every = 2, .overview = true, .made = count_picture, .context = &made};
  if (ria_plot_run(d->folder, &options) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  static const char *const names[] = {"level-0000", "level-0002",         "speed-0000",
                                      "speed-0002", "concentration-0000", "arrival",
                                      "gauges",     "concentration-max",  "concentration-0002"};
  expect_pictures(d->folder, names, 9);
  assert_int_equal(made, 9);
  options = (ria_plot_options){
      .every = 1, .field = "level", .only_new = true, .made = count_picture, .context = &made};
  assert_int_equal(ria_plot_run(d->folder, &options), RIA_SUCCESS);
  assert_int_equal(made, 10);
  options.field = "salinity";
  assert_int_equal(ria_plot_run(d->folder, &options), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_plot_run("/nonexistent", &options), RIA_ERROR_IO);
}

/* A history of three records. */
static void write_history(const drawing *d) {
  char path[300];
  fixture f;
  ria_history *history;
  snprintf(path, sizeof path, "%s/history.h5", d->folder);
  fixture_begin(&f, path, MPI_COMM_SELF, RIA_DOUBLE);
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 3);
  ria_history_destroy(history);
  fixture_end(&f);
}

typedef struct {
  int count;
  char name[32][64];
} made_pictures;

static void note_picture(void *context, const char *path) {
  made_pictures *made = context;
  snprintf(made->name[made->count++], sizeof made->name[0], "%s", strrchr(path, '/') + 1);
}

static bool same_files(const char *a, const char *b) {
  char command[2100];
  snprintf(command, sizeof command, "cmp -s '%s' '%s'", a, b);
  return !system(command);
}

/* How many are drawn at a time changes neither their bytes nor their order. */
static void test_side_by_side(void **state) {
  drawing *d = *state;
  if (!have_gnuplot())
    skip();
  made_pictures made[2] = {0};
  char into[2][300], path[2][1000];
  write_history(d);
  for (int i = 0; i < 2; i++) {
    snprintf(into[i], sizeof into[i], "%s/%d", d->folder, i);
    const ria_plot_options options = {.every = 1,
                                      .field = "level",
                                      .into = into[i],
                                      .together = i ? 2 : 1,
                                      .made = note_picture,
                                      .context = &made[i]};
    if (ria_plot_run(d->folder, &options) != RIA_SUCCESS)
      fail_msg("%s", ria_status_detail());
  }
  assert_int_equal(made[0].count, 3);
  assert_int_equal(made[1].count, made[0].count);
  for (int k = 0; k < made[0].count; k++) {
    assert_string_equal(made[0].name[k], made[1].name[k]);
    for (int i = 0; i < 2; i++)
      snprintf(path[i], sizeof path[i], "%s/%s", into[i], made[i].name[k]);
    assert_true(same_files(path[0], path[1]));
  }
}

/* A gnuplot that fails at two of the pictures: the first of them is told. */
static void put_failing_gnuplot(const char *folder) {
  char path[300], *real = NULL;
  size_t room = 0;
  FILE *which = popen("command -v gnuplot", "r");
  assert_true(getline(&real, &room, which) > 0);
  pclose(which);
  real[strcspn(real, "\n")] = '\0';
  snprintf(path, sizeof path, "%s/gnuplot", folder);
  FILE *script = fopen(path, "w");
  fprintf(script,
          "#!/bin/sh\ncat >\"$0.$$\"\n"
          "grep -qa level-0001 \"$0.$$\" && { sleep 0.3; echo no ink >&2; exit 3; }\n"
          "grep -qa level-0002 \"$0.$$\" && { echo no paper >&2; exit 3; }\n"
          "exec '%s' \"$@\" <\"$0.$$\"\n",
          real);
  fclose(script);
  assert_int_equal(chmod(path, 0755), 0);
  free(real);
}

static void test_error_side_by_side(void **state) {
  drawing *d = *state;
  if (!have_gnuplot())
    skip();
  made_pictures made = {0};
  char *before = strdup(getenv("PATH")), *path = NULL, command[600];
  const ria_plot_options options = {
      .every = 1, .field = "level", .together = 3, .made = note_picture, .context = &made};
  write_history(d);
  put_failing_gnuplot(d->folder);
  assert_true(asprintf(&path, "%s:%s", d->folder, before) > 0);
  setenv("PATH", path, 1);
  const ria_status status = ria_plot_run(d->folder, &options);
  setenv("PATH", before, 1);
  free(path);
  free(before);
  assert_int_equal(status, RIA_ERROR_IO);
  assert_non_null(strstr(ria_status_detail(), "level-0001.png: gnuplot could not draw it: no ink"));
  assert_int_equal(made.count, 1); /* the one before */
  snprintf(command, sizeof command, "ls '%s/maps' | grep -q partial", d->folder);
  assert_int_not_equal(system(command), 0);
}

/* The highest level so far, here that of the last record. */
static void add_highest_level(ria_shown *shown) {
  for (int v = 0; v < shown->variables; v++)
    if (!strcmp(shown->variable[v].name, "level")) {
      ria_variable highest = shown->variable[v];
      highest.name = "level_max";
      highest.standard_name = NULL;
      highest.where = RIA_SHOWN_IN_HISTORY;
      highest.picture.once = true;
      shown->variable[shown->variables++] = highest;
      return;
    }
  fail();
}

/* Survey a history of so many records, whose level rises by 0.125 m from each to the next. */
static void survey(const drawing *d, int records, maps_survey *survey, ria_history_view *view) {
  char path[300];
  fixture f;
  ria_history *history;
  snprintf(path, sizeof path, "%s/history.h5", d->folder);
  fixture_begin(&f, path, MPI_COMM_SELF, RIA_DOUBLE);
  add_highest_level(&f.shown);
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, records);
  ria_history_destroy(history);
  fixture_end(&f);
  assert_int_equal(ria_history_view_open(path, view), RIA_SUCCESS);
  const size_t bytes = (size_t)(view->nx * view->ny) * sizeof(float);
  maps_planes planes = {malloc(bytes), malloc(bytes), malloc(bytes), malloc(bytes)};
  assert_int_equal(maps_survey_make(view, &planes, survey), RIA_SUCCESS);
  free(planes.values);
  free(planes.u);
  free(planes.v);
  free(planes.level);
}

/* A level that rises by more than it varies within a map: its maps have scales of one span, round
 * their medians, so that they show what varies within them. */
static void test_scale_of_a_tide(void **state) {
  enum { FEW = 4, MANY = 80 };
  maps_survey s; /* the field of the highest level is the last one */
  ria_history_view view;
  survey(*state, FEW, &s, &view);
  assert_false(s.tidal);
  map_style first = maps_survey_style(&s.field[0], 0),
            last = maps_survey_style(&s.field[0], FEW - 1);
  map_style highest = maps_survey_style(&s.field[s.fields - 1], FEW - 1);
  assert_true(first.low == last.low && first.high == last.high);
  assert_true(highest.low == last.low && highest.high == last.high);
  maps_survey_destroy(&s);
  ria_history_view_close(&view);
  survey(*state, MANY, &s, &view);
  assert_true(s.tidal);
  first = maps_survey_style(&s.field[0], 0);
  last = maps_survey_style(&s.field[0], MANY - 1);
  assert_float_equal(first.high - first.low, last.high - last.low, 1e-9);
  assert_true(last.high - last.low < 0.125 * MANY / 2);
  assert_float_equal((last.low - first.low) / (0.125 * (MANY - 1)), 1, 0.1);
  highest = maps_survey_style(&s.field[s.fields - 1], MANY - 1);
  assert_float_equal(highest.low, last.low, 1e-9);
  assert_float_equal(highest.high, last.high, 1e-9);
  maps_survey_destroy(&s);
  ria_history_view_close(&view);
}

/* So many records, evenly spread. */
static void test_some_maps(void **state) {
  drawing *d = *state;
  if (!have_gnuplot())
    skip();
  maps_survey s;
  ria_history_view view;
  char path[300];
  survey(d, 6, &s, &view);
  maps_survey_destroy(&s);
  ria_history_view_close(&view);
  int made = 0;
  const ria_plot_options options = {
      .maps = 3, .field = "level", .made = count_picture, .context = &made};
  assert_int_equal(ria_plot_run(d->folder, &options), RIA_SUCCESS);
  assert_int_equal(made, 3);
  static const char *const names[] = {"level-0000", "level-0003", "level-0005"};
  expect_pictures(d->folder, names, 3);
  snprintf(path, sizeof path, "%s/maps/level-0004.png", d->folder);
  assert_int_equal(access(path, F_OK), -1);
}

static double deepest(const double *state, const double *statics, const double *parameter) {
  (void)statics, (void)parameter;
  return state[0] > 0 ? 2 : NAN;
}

/* How many pixels have the colour of cells that fall dry, or of films in a tide. */
static int count_flats(const char *path) {
  const image i = load(path);
  int count = 0;
  for (int y = 0; y < i.height; y++)
    for (int x = 0; x < i.width; x++) {
      const uint8_t *c = colour_at(&i, x, y);
      count += c[0] == 226 && c[1] == 208 && c[2] == 168;
    }
  free(i.data);
  return count;
}

/* A tide that leaves a film behind: the map of the level shows flats there, that of the largest
 * depth shows how deep the water was. */
static void test_largest_depth_of_flats(void **state) {
  enum { RECORDS = 80, LEGEND = 1000 };
  const drawing *d = *state;
  if (!have_gnuplot())
    skip();
  fixture f;
  ria_history *history;
  char path[300];
  snprintf(path, sizeof path, "%s/history.h5", d->folder);
  fixture_begin(&f, path, MPI_COMM_SELF, RIA_DOUBLE);
  f.shown.variable[f.shown.variables++] = (ria_variable){.name = "depth_max",
                                                         .unit = "m",
                                                         .what = "largest depth",
                                                         .where = RIA_SHOWN_IN_HISTORY,
                                                         .picture = {.title = "Largest depth",
                                                                     .label = "Depth",
                                                                     .scale = RIA_SCALE_DEPTH,
                                                                     .once = true},
                                                         .value = deepest};
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, RECORDS);
  for (int i = 0; i < f.count; i++)
    for (int c = 0; c < f.tile[i].n[0] * f.tile[i].n[1]; c++) {
      double *h = (double *)f.tile[i].values[0];
      h[c] = h[c] > 0 ? 0.01 : 0;
    }
  assert_int_equal(ria_history_append(history, 600. * RECORDS, f.count, f.tile), RIA_SUCCESS);
  ria_history_destroy(history);
  fixture_end(&f);
  if (ria_plot_run(d->folder, &(ria_plot_options){0}) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  snprintf(path, sizeof path, "%s/maps/level-%04d.png", d->folder, RECORDS);
  assert_true(count_flats(path) > LEGEND);
  snprintf(path, sizeof path, "%s/maps/depth_max.png", d->folder);
  assert_int_equal(count_flats(path), 0);
}

/* Files of older versions do not say what to draw. */
static void test_files_of_before(void **state) {
  const drawing *d = *state;
  fixture f;
  ria_history *history;
  ria_history_view view;
  char path[300];
  snprintf(path, sizeof path, "%s/history.h5", d->folder);
  fixture_begin(&f, path, MPI_COMM_SELF, RIA_DOUBLE);
  for (int v = 0; v < f.shown.variables; v++)
    f.shown.variable[v].picture = (ria_picture){0};
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 1);
  ria_history_destroy(history);
  fixture_end(&f);
  assert_int_equal(ria_history_view_open(path, &view), RIA_SUCCESS);
  assert_int_equal(view.fields, 0);
  ria_history_view_close(&view);
  assert_int_equal(ria_plot_run(d->folder, &(ria_plot_options){.every = 1}), RIA_ERROR_UNSUPPORTED);
}

/* Without a threshold there is no map of arrivals, but a sentence that says how to get one. */
static void test_no_arrivals_without_threshold(void **state) {
  drawing *d = *state;
  if (!have_gnuplot())
    skip();
  char path[300];
  snprintf(path, sizeof path, "%s/history.h5", d->folder);
  fixture f;
  ria_history *history;
  fixture_begin(&f, path, MPI_COMM_SELF, RIA_DOUBLE);
  f.shown.threshold = 0;
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 1);
  ria_history_destroy(history);
  fixture_end(&f);
  const ria_plot_options options = {.overview = true, .left_out = take_sentence};
  left_out = 0;
  if (ria_plot_run(d->folder, &options) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  assert_int_equal(left_out, 1);
  static const char *const names[] = {"concentration-0000", "concentration-max"};
  expect_pictures(d->folder, names, 2);
  snprintf(path, sizeof path, "%s/maps/arrival.png", d->folder);
  assert_int_equal(access(path, F_OK), -1);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, test_folder_tear_down)
  const struct CMUnitTest tests[] = {TEST(test_colours),
                                     TEST(test_hidden_values_and_arrows),
                                     TEST(test_hostile_text),
                                     TEST(test_bad_arguments),
                                     TEST(test_missing_folder),
                                     TEST(test_without_gnuplot),
                                     TEST(test_bar_in_picture),
                                     TEST(test_lines_and_marks),
                                     TEST(test_scale_of_a_tide),
                                     TEST(test_some_maps),
                                     TEST(test_largest_depth_of_flats),
                                     TEST(test_run),
                                     TEST(test_side_by_side),
                                     TEST(test_error_side_by_side),
                                     TEST(test_files_of_before),
                                     TEST(test_no_arrivals_without_threshold)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
