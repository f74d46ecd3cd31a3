/* Maps: PNG files of the right size, colours where they belong, titles that try to be commands, and
 * what happens without gnuplot. */
#include <png.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "history_fixture.h"
#include "ria/gauges.h"
#include "../../postproc/maps/map.h"
#include "ria/plot.h"

enum { CELLS_X = 20, CELLS_Y = 10 };

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

/* Colour of a pixel, x and y as parts of the width and height from the upper left. */
static void pixel(const char *path, double x, double y, uint8_t rgb[3]) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  assert_true(png_image_begin_read_from_file(&image, path));
  image.format = PNG_FORMAT_RGB;
  uint8_t *data = malloc(PNG_IMAGE_SIZE(image));
  assert_non_null(data);
  assert_true(png_image_finish_read(&image, NULL, data, 0, NULL));
  assert_true(image.width >= 400 && image.width <= 1600);
  size_t at = ((size_t)(y * image.height) * image.width + (size_t)(x * image.width)) * 3;
  memcpy(rgb, data + at, 3);
  free(data);
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
  draw(d);
}

/* Text from a case must stay text: no command of gnuplot's, no shell. */
static void test_hostile_text(void **state) {
  drawing *d = *state;
  if (!have_gnuplot())
    skip();
  char mark[300], title[1200];
  snprintf(mark, sizeof mark, "%s/mark", d->folder);
  snprintf(title, sizeof title, "it's `touch %s`; '\n!touch %s\n$(touch %s) \"%%s\\n{/=20", mark,
           mark, mark);
  ria_place place = {title, 501000, 4700500, 0};
  d->map.title = d->map.subtitle = d->map.crs = title;
  d->map.places = 1;
  d->map.place = &place;
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
                                     TEST(test_run),
                                     TEST(test_files_of_before),
                                     TEST(test_no_arrivals_without_threshold)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
