/* A history of a solver without ground: its fields are written, found again and drawn, of a plane
 * as maps, of a line as profiles and over time, of a box as planes through it. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ria/gauges.h"
#include "ria/plot.h"
#include "shown_water.h"
#include "tests.h"

enum { NX = 40, MOST_NY = 12, RECORDS = 7, FIELDS = 2 };

static const ria_quantity state_fields[FIELDS] = {{"rho", "kg/m3", "density"},
                                                  {"m", "kg/m2/s", "momentum"}};
static const ria_place places[1] = {{"middle", 0.5, 0.05, 0}};

typedef struct {
  char *folder, path[256], csv[256];
  ria_history_description of;
  ria_shown shown;
} fixture;

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  assert_non_null(f);
  f->folder = test_folder_create();
  snprintf(f->path, sizeof f->path, "%s/history.h5", f->folder);
  snprintf(f->csv, sizeof f->csv, "%s/gauges.csv", f->folder);
  ria_show_fields(FIELDS, state_fields, &f->shown);
  f->of = (ria_history_description){.path = f->path,
                                    .comm = MPI_COMM_SELF,
                                    .grid = {.cells[0] = NX,
                                             .cells[1] = 1,
                                             .spacing[0] = 1. / NX,
                                             .spacing[1] = 0.1,
                                             .tiles[0] = 1,
                                             .tiles[1] = 1},
                                    .precision = RIA_DOUBLE,
                                    .shown = &f->shown,
                                    .title = "A gas",
                                    .solver = "gas",
                                    .case_hash = "0123456789abcdef",
                                    .places = 1,
                                    .place = places};
  *state = f;
  return 0;
}

static double value_of(int field, int record, int x, int y) {
  return field ? 0.25 * (x - NX / 2) * (record - 1) : 1 + 0.125 * x + 0.5 * y + 0.0625 * record;
}

static void append(const fixture *f, ria_history *history, int from, int to) {
  double values[FIELDS][MOST_NY * NX];
  ria_snapshot_tile tile = {.n = {NX, (int)f->of.grid.cells[1], 1},
                            .values = {values[0], values[1]}};
  for (int r = from; r < to; r++) {
    for (int v = 0; v < FIELDS; v++)
      for (int y = 0; y < tile.n[1]; y++)
        for (int x = 0; x < NX; x++)
          values[v][y * NX + x] = value_of(v, r, x, y);
    if (ria_history_append(history, 0.5 * r, 1, &tile) != RIA_SUCCESS)
      fail_msg("%s", ria_status_detail());
  }
}

static void write_history(const fixture *f, int records) {
  ria_history *history;
  if (ria_history_create(&f->of, &history) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  append(f, history, 0, records);
  ria_history_destroy(history);
}

static void verify(const fixture *f, int records) {
  ria_history_view view;
  float values[MOST_NY * NX];
  if (ria_history_view_open(f->path, &view) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  assert_int_equal(view.records, records);
  assert_int_equal(view.nx, NX);
  assert_int_equal(view.ny, f->of.grid.cells[1]);
  assert_null(view.ground);
  assert_int_equal(view.fields, FIELDS);
  for (int v = 0; v < FIELDS; v++) {
    assert_string_equal(view.field[v].name, state_fields[v].name);
    assert_string_equal(view.field[v].unit, state_fields[v].unit);
    assert_string_equal(view.field[v].what, state_fields[v].what);
    for (int r = 0; r < records; r++) {
      assert_int_equal(ria_history_view_read(&view, view.field[v].name, r, values), RIA_SUCCESS);
      for (int c = 0; c < NX * (int)view.ny; c++)
        assert_true(values[c] == (float)value_of(v, r, c % NX, c / NX));
    }
  }
  assert_int_equal(ria_history_view_read(&view, "level", 0, values), RIA_ERROR_ARGUMENT);
  ria_history_view_close(&view);
}

static void test_resume_removes_later_records(void **state) {
  fixture *f = *state;
  ria_history *history;
  write_history(f, 5);
  verify(f, 5);
  assert_int_equal(ria_history_resume(&f->of, 1.2, -1, &history), RIA_SUCCESS);
  assert_int_equal(ria_history_records(history), 3);
  assert_string_equal(ria_history_note(history), "");
  append(f, history, 2, RECORDS);
  ria_history_destroy(history);
  verify(f, RECORDS);
}

static void test_statics_have_values(void **state) {
  fixture *f = *state;
  ria_history *history;
  shown_water(1e-3, NULL, NULL, 0, &f->shown);
  assert_int_equal(ria_history_create(&f->of, &history), RIA_ERROR_ARGUMENT);
}

static void write_gauges(const fixture *f) {
  const ria_gauges_description of = {
      .path = f->csv, .shown = &f->shown, .nstate = FIELDS, .places = 1, .place = places};
  ria_gauges *gauges;
  assert_int_equal(ria_gauges_create(&of, &gauges), RIA_SUCCESS);
  for (int r = 0; r < 4; r++)
    assert_int_equal(ria_gauges_append(gauges, r, (double[]){1 + r, -0.5 * r}), RIA_SUCCESS);
  ria_gauges_destroy(gauges);
  assert_int_equal(ria_gauges_resume(&of, 2, NULL, &gauges), RIA_SUCCESS);
  assert_int_equal(ria_gauges_append(gauges, 3, (double[]){7, 8}), RIA_SUCCESS);
  assert_int_equal(ria_gauges_write_arrivals(gauges), RIA_SUCCESS);
  ria_gauges_destroy(gauges);
}

static void test_gauges(void **state) {
  fixture *f = *state;
  char text[512] = "", arrivals[300];
  write_gauges(f);
  FILE *in = fopen(f->csv, "r");
  assert_non_null(in);
  assert_true(fread(text, 1, sizeof text - 1, in) > 0);
  fclose(in);
  assert_string_equal(text, "seconds,\"middle rho (kg/m3)\",\"middle m (kg/m2/s)\"\n"
                            "0,1,0\n1,2,-0.5\n2,3,-1\n3,7,8\n");
  snprintf(arrivals, sizeof arrivals, "%s/arrivals.csv", f->folder);
  assert_int_equal(access(arrivals, F_OK), -1);
}

static void expect_pictures(const fixture *f, const char *const *names, int count) {
  for (int i = 0; i < count; i++) {
    char path[400];
    struct stat info;
    snprintf(path, sizeof path, "%s/maps/%s.png", f->folder, names[i]);
    if (stat(path, &info) || info.st_size < 1000)
      fail_msg("%s is missing", path);
  }
}

static void count_picture(void *context, const char *path) {
  assert_non_null(path);
  ++*(int *)context;
}

static void test_a_line(void **state) {
  fixture *f = *state;
  if (system("command -v gnuplot >/dev/null"))
    skip();
  int made = 0;
  ria_plot_options options = {
      .every = 6, .overview = true, .made = count_picture, .context = &made};
  write_history(f, RECORDS);
  write_gauges(f);
  if (ria_plot_run(f->folder, &options) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  static const char *const names[] = {"rho-0000", "rho-0006", "rho-time", "m-0000",
                                      "m-0006",   "m-time",   "gauges"};
  expect_pictures(f, names, 7);
  assert_int_equal(made, 7);
  options.field = "level";
  assert_int_equal(ria_plot_run(f->folder, &options), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "there are rho, m"));
  options.field = "m";
  options.only_new = true;
  options.every = 1;
  options.overview = false;
  assert_int_equal(ria_plot_run(f->folder, &options), RIA_SUCCESS);
  assert_int_equal(made, 7 + RECORDS - 2);
}

static void test_a_plane(void **state) {
  fixture *f = *state;
  if (system("command -v gnuplot >/dev/null"))
    skip();
  int made = 0;
  const ria_plot_options options = {.overview = true, .made = count_picture, .context = &made};
  f->of.grid.cells[1] = MOST_NY;
  write_history(f, 2);
  verify(f, 2);
  if (ria_plot_run(f->folder, &options) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  static const char *const names[] = {"rho-0001", "m-0001"};
  expect_pictures(f, names, 2);
  assert_int_equal(made, 2);
}

/* ---- boxes ---- */

enum { BOX_MOST = 6 * 5 * 4 };

static double box_value(int field, int record, const ria_global at[RIA_AXES]) {
  return 1000 * field + 500 * record + (double)(at[0] + 10 * at[1] + 100 * at[2]);
}

static void write_box(const fixture *f, const ria_global cells[RIA_AXES]) {
  const ria_block block = {.cells = {cells[0], cells[1], cells[2]},
                           .tiles = {1, 1, 1},
                           .origin = {1, 2, 3},
                           .spacing = {0.1, 0.2, 0.25}};
  const ria_mesh mesh = {.ndim = RIA_AXES, .blocks = 1, .block = &block};
  ria_history_description of = f->of;
  ria_history *history;
  double values[FIELDS][BOX_MOST];
  const ria_snapshot_tile tile = {.n = {(int)cells[0], (int)cells[1], (int)cells[2]},
                                  .values = {values[0], values[1]}};
  of.mesh = &mesh;
  assert_int_equal(ria_history_create(&of, &history), RIA_SUCCESS);
  for (int r = 0; r < 2; r++) {
    for (int v = 0; v < FIELDS; v++)
      for (int c = 0; c < tile.n[0] * tile.n[1] * tile.n[2]; c++) {
        const ria_global at[] = {c % cells[0], c / cells[0] % cells[1], c / (cells[0] * cells[1])};
        values[v][c] = box_value(v, r, at);
      }
    assert_int_equal(ria_history_append(history, r, 1, &tile), RIA_SUCCESS);
  }
  ria_history_destroy(history);
}

/* A view of the box has these planes, in this order, and their values. */
static void verify_planes(ria_history_view *view, int planes, const int across[],
                          const ria_global layer[]) {
  float values[3 * BOX_MOST];
  assert_int_equal(view->box.planes, planes);
  for (int v = 0; v < FIELDS; v++) {
    assert_int_equal(ria_history_view_read(view, view->field[v].name, 1, values), RIA_SUCCESS);
    for (int p = 0; p < planes; p++) {
      const ria_history_plane *plane = &view->box.plane[p];
      const int right = across[p] == 0, up = across[p] == 2 ? 1 : 2;
      assert_int_equal(plane->across, across[p]);
      assert_int_equal(plane->layer, layer[p]);
      assert_int_equal(plane->size[0], view->box.cells[right]);
      assert_int_equal(plane->size[1], view->box.cells[up]);
      for (ria_global c = 0; c < plane->size[0] * plane->size[1]; c++) {
        ria_global at[RIA_AXES] = {layer[p], layer[p], layer[p]};
        at[right] = c % plane->size[0];
        at[up] = c / plane->size[0];
        assert_true((double)values[plane->first + c] == box_value(v, 1, at));
      }
    }
  }
}

static void open_box(const fixture *f, ria_history_view *view) {
  if (ria_history_view_open(f->path, view) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
}

static void test_planes_of_a_box(void **state) {
  const fixture *f = *state;
  ria_history_view view;
  write_box(f, (ria_global[]){6, 5, 4});
  open_box(f, &view);
  assert_int_equal(view.nx, 6 * 5 + 6 * 4 + 5 * 4);
  verify_planes(&view, 3, (int[]){2, 1, 0}, (ria_global[]){1, 2, 2});
  for (int axis = 0; axis < RIA_AXES; axis++) {
    const ria_surface_choice choice = {RIA_SURFACE_LAYER, axis, 3};
    assert_int_equal(ria_history_view_choose(&view, &choice), RIA_SUCCESS);
    verify_planes(&view, 1, &axis, &choice.layer);
  }
  const ria_surface_choice beyond = {RIA_SURFACE_LAYER, 2, 4};
  assert_int_equal(ria_history_view_choose(&view, &beyond), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "there is no k = 4; expected at most 3"));
  ria_history_view_close(&view);
}

static void test_a_box_of_one_cell_along_an_axis_is_one_plane(void **state) {
  const fixture *f = *state;
  for (int axis = 0; axis < RIA_AXES; axis++) {
    ria_history_view view;
    ria_global cells[] = {6, 5, 4};
    cells[axis] = 1;
    write_box(f, cells);
    open_box(f, &view);
    verify_planes(&view, 1, &axis, (ria_global[]){0});
    ria_history_view_close(&view);
  }
}

static void test_a_box_of_cells_along_one_axis_is_a_line(void **state) {
  const fixture *f = *state;
  for (int axis = 0; axis < RIA_AXES; axis++) {
    ria_history_view view;
    float values[BOX_MOST];
    ria_global cells[] = {1, 1, 1};
    cells[axis] = 6;
    write_box(f, cells);
    open_box(f, &view);
    assert_int_equal(view.nx, 6);
    assert_int_equal(view.axis, axis);
    assert_true(view.x0 == 1 + axis && view.dx == view.box.spacing[axis]);
    assert_int_equal(ria_history_view_read(&view, "rho", 1, values), RIA_SUCCESS);
    for (ria_global c = 0; c < 6; c++) {
      ria_global at[RIA_AXES] = {0, 0, 0};
      at[axis] = c;
      assert_true((double)values[c] == box_value(0, 1, at));
    }
    ria_history_view_close(&view);
  }
}

/* Width and height in pixels, from the header of a PNG file. */
static void picture_size(const fixture *f, const char *name, int size[2]) {
  unsigned char head[24];
  char path[400];
  snprintf(path, sizeof path, "%s/maps/%s.png", f->folder, name);
  FILE *in = fopen(path, "rb");
  assert_non_null(in);
  assert_int_equal(fread(head, 1, sizeof head, in), sizeof head);
  fclose(in);
  for (int i = 0; i < 2; i++)
    size[i] = head[18 + 4 * i] << 8 | head[19 + 4 * i];
}

static void test_pictures_of_a_box(void **state) {
  const fixture *f = *state;
  if (system("command -v gnuplot >/dev/null"))
    skip();
  static const char *const names[] = {"rho-0000", "m-0000", "rho-0001", "m-0001"};
  const ria_surface_choice choice = {RIA_SURFACE_LAYER, 2, 3};
  int made = 0, three[2], one[2];
  ria_plot_options options = {
      .every = 1, .overview = true, .made = count_picture, .context = &made};
  write_box(f, (ria_global[]){6, 5, 4});
  if (ria_plot_run(f->folder, &options) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  expect_pictures(f, names, 4);
  assert_int_equal(made, 4);
  picture_size(f, names[3], three);
  options.surface = &choice;
  assert_int_equal(ria_plot_run(f->folder, &options), RIA_SUCCESS);
  picture_size(f, names[3], one);
  assert_true(one[0] < one[1] && three[0] > three[1]); /* 0.6 m by 1 m; three side by side */
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, test_folder_tear_down)
  const struct CMUnitTest tests[] = {TEST(test_resume_removes_later_records),
                                     TEST(test_statics_have_values),
                                     TEST(test_gauges),
                                     TEST(test_a_line),
                                     TEST(test_a_plane),
                                     TEST(test_planes_of_a_box),
                                     TEST(test_a_box_of_one_cell_along_an_axis_is_one_plane),
                                     TEST(test_a_box_of_cells_along_one_axis_is_a_line),
                                     TEST(test_pictures_of_a_box)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
