/* Rasters: reading, windows, resampling, coordinate systems, grid files, and what may be wrong with
 * them. */
#include "raster_fixture.h"
#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void a_raster_starts_in_the_south_west(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ria_raster raster;
  assert_int_equal(ria_raster_read(write_asc(folder, 5, 4, -1, -1, ""), NULL, NULL, &raster),
                   RIA_SUCCESS);
  assert_int_equal(raster.nx, 5);
  assert_int_equal(raster.ny, 4);
  assert_true(raster.x0 == 1000 && raster.y0 == 2000 && raster.dx == 10 && raster.dy == 10);
  assert_null(raster.crs);
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < 5; x++)
      assert_true(raster.values[y * 5 + x] == asc_value(x, y));
  ria_raster_destroy(&raster);
  ria_raster_destroy(NULL);
  test_folder_remove(folder);
}

/* A hole stays one, and the file gets its name when it is complete. */
static void geotiffs_give_back_what_went_in(void **state) {
  (void)state;
  enum { NX = 5, NY = 3 };
  char *folder = test_folder_create(), path[600], part[610];
  float values[NX * NY];
  ria_raster raster;
  for (int i = 0; i < NX * NY; i++)
    values[i] = i == 7 ? NAN : 0.25F * (float)i;
  const ria_raster_plane plane = {.nx = NX,
                                  .ny = NY,
                                  .x0 = 500000,
                                  .y0 = 4700000,
                                  .dx = 20,
                                  .dy = 10,
                                  .crs = "EPSG:32629",
                                  .values = values,
                                  .what = "highest level",
                                  .unit = "m"};
  snprintf(path, sizeof path, "%s/level_max.tif", folder);
  snprintf(part, sizeof part, "%s.part", path);
  for (int twice = 0; twice < 2; twice++)
    assert_int_equal(ria_raster_write_tiff(path, &plane), RIA_SUCCESS);
  assert_int_equal(access(part, F_OK), -1);
  assert_int_equal(ria_raster_read(path, NULL, NULL, &raster), RIA_SUCCESS);
  assert_string_equal(raster.crs, "EPSG:32629");
  assert_true(raster.nx == NX && raster.ny == NY && raster.x0 == 500000 && raster.y0 == 4700000 &&
              raster.dx == 20 && raster.dy == 10);
  for (int i = 0; i < NX * NY; i++)
    assert_true(i == 7 ? isnan(raster.values[i]) : raster.values[i] == (double)values[i]);
  ria_raster_destroy(&raster);
  snprintf(path, sizeof path, "%s/none/level_max.tif", folder);
  assert_int_equal(ria_raster_write_tiff(path, &plane), RIA_ERROR_IO);
  test_folder_remove(folder);
}

static void a_window_reads_its_cells_and_their_neighbours(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ria_raster raster;
  ria_extent window = {1020, 2010, 1040, 2035};
  assert_int_equal(ria_raster_read(write_asc(folder, 8, 6, -1, -1, ""), NULL, &window, &raster),
                   RIA_SUCCESS);
  assert_int_equal(raster.nx, 4); /* columns 1..4 */
  assert_int_equal(raster.ny, 5); /* rows 0..4 */
  assert_true(raster.x0 == 1010 && raster.y0 == 2000);
  for (int y = 0; y < 5; y++)
    for (int x = 0; x < 4; x++)
      assert_true(raster.values[y * 4 + x] == asc_value(x + 1, y));
  ria_raster_destroy(&raster);
  test_folder_remove(folder);
}

/* dx and dy differ, to tell them apart. */
static ria_raster plane(ria_global nx, ria_global ny, double dx, double dy) {
  ria_raster raster = {.nx = nx, .ny = ny, .x0 = 7, .y0 = -3, .dx = dx, .dy = dy};
  raster.values = malloc((size_t)(nx * ny) * sizeof(double));
  for (ria_global y = 0; y < ny; y++)
    for (ria_global x = 0; x < nx; x++)
      raster.values[y * nx + x] = 2 * ((double)x + 0.5) * dx - 3 * ((double)y + 0.5) * dy;
  return raster;
}

static double plane_at(const ria_grid *grid, ria_global x, ria_global y) {
  return 2 * (grid->origin[0] - 7 + ((double)x + 0.5) * grid->spacing[0]) -
         3 * (grid->origin[1] + 3 + ((double)y + 0.5) * grid->spacing[1]);
}

/* Both ways of resampling keep a plane, but in the outer half cell where there is nothing beyond.
 */
static void resampling_keeps_a_plane(void **state) {
  (void)state;
  ria_raster raster = plane(12, 10, 2, 5);
  static const struct {
    ria_global nx, ny;
    double dx, dy;
  } sizes[] = {{12, 10, 2, 5}, {6, 5, 4, 10}, {24, 20, 1, 2.5}, {4, 20, 6, 2.5}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    ria_grid grid = {.cells[0] = sizes[i].nx,
                     .cells[1] = sizes[i].ny,
                     .origin[0] = 7,
                     .origin[1] = -3,
                     .spacing[0] = sizes[i].dx,
                     .spacing[1] = sizes[i].dy};
    double values[24 * 20];
    assert_int_equal(ria_raster_resample(&raster, &grid, values), RIA_SUCCESS);
    for (ria_global y = 0; y < grid.cells[1]; y++) {
      for (ria_global x = 0; x < grid.cells[0]; x++) {
        double north = ((double)y + 0.5) * grid.spacing[1],
               east = ((double)x + 0.5) * grid.spacing[0];
        bool edge_x = grid.spacing[0] < 2 && (east < 1 || east > 23);
        bool edge_y = grid.spacing[1] < 5 && (north < 2.5 || north > 47.5);
        if (!edge_x && !edge_y)
          assert_true(fabs(values[y * grid.cells[0] + x] - plane_at(&grid, x, y)) < 1e-12 * 200);
      }
    }
  }
  ria_raster_destroy(&raster);
}

static double mean(const double *values, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += values[i];
  return sum / count;
}

/* Cells that cut source cells apart still hold the same volume. */
static void averages_keep_the_volume(void **state) {
  (void)state;
  ria_raster raster = plane(12, 10, 2, 5);
  ria_grid grid = {.cells[0] = 7,
                   .cells[1] = 3,
                   .origin[0] = 7,
                   .origin[1] = -3,
                   .spacing[0] = 24. / 7,
                   .spacing[1] = 50. / 3};
  double values[21];
  raster.values[17] = 1000;
  assert_int_equal(ria_raster_resample(&raster, &grid, values), RIA_SUCCESS);
  assert_true(fabs(mean(values, 21) - mean(raster.values, 120)) < 1e-11);
  ria_raster_destroy(&raster);
}

static void equal_grids_pass_values_through(void **state) {
  (void)state;
  ria_raster raster = plane(12, 10, 0.1, 0.3);
  raster.values[5] = 1. / 3;
  ria_grid grid = {.cells[0] = 6,
                   .cells[1] = 4,
                   .origin[0] = 7 + 3 * 0.1,
                   .origin[1] = -3 + 2 * 0.3,
                   .spacing[0] = 0.1,
                   .spacing[1] = 0.3};
  double values[24];
  assert_int_equal(ria_raster_resample(&raster, &grid, values), RIA_SUCCESS);
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < 6; x++)
      assert_true(values[y * 6 + x] == raster.values[(y + 2) * 12 + x + 3]);
  ria_raster_destroy(&raster);
}

static void coarse_cells_are_averages(void **state) {
  (void)state;
  double fine[] = {1, 2, 3, 10, 20, 30, 5, 5, 5};
  ria_raster raster = {.nx = 3, .ny = 3, .dx = 1, .dy = 1, .values = fine};
  ria_grid all = {.cells[0] = 1, .cells[1] = 1, .spacing[0] = 3, .spacing[1] = 3},
           half = {.cells[0] = 2, .cells[1] = 1, .spacing[0] = 1.5, .spacing[1] = 3};
  double values[2];
  assert_int_equal(ria_raster_resample(&raster, &all, values), RIA_SUCCESS);
  assert_true(fabs(values[0] - 9) < 1e-14);
  assert_int_equal(ria_raster_resample(&raster, &half, values), RIA_SUCCESS);
  assert_true(fabs(values[0] - (16 + 0.5 * 27) / 4.5) < 1e-14);
  assert_true(fabs(values[1] - (38 + 0.5 * 27) / 4.5) < 1e-14);
}

static void cells_fit_the_extent(void **state) {
  (void)state;
  assert_int_equal(ria_cells_of(25400, 100), 254);
  assert_int_equal(ria_cells_of(25400, 300), 85);
  assert_int_equal(ria_cells_of(1, 300), 1);
  assert_int_equal(ria_cells_of(0.3, 0.1), 3);
}

static void check_hole(const char *text) {
  char *folder = test_folder_create();
  ria_raster raster;
  const char *path = write_asc(folder, 8, 6, 5, 2, text);
  assert_int_equal(ria_raster_read(path, NULL, NULL, &raster), RIA_SUCCESS);
  assert_true(isnan(raster.values[2 * 8 + 5]));
  ria_extent all = ria_raster_extent(&raster), west = {1000, 2000, 1050, 2060};
  assert_int_equal(ria_raster_whole(&raster, &all, path, RIA_RASTER_TO_LAND), RIA_ERROR_FORMAT);
  expect_detail("1 hole ");
  expect_detail("cell (5, 2)");
  expect_detail("x = 1055, y = 2025");
  assert_int_equal(ria_raster_whole(&raster, &west, path, RIA_RASTER_TO_LAND), RIA_SUCCESS);
  /* a hole beyond the edge does not spoil what lies inside */
  ria_grid grid = {.cells[0] = 10,
                   .cells[1] = 12,
                   .origin[0] = 1000,
                   .origin[1] = 2000,
                   .spacing[0] = 5,
                   .spacing[1] = 5};
  double values[120];
  assert_int_equal(ria_raster_resample(&raster, &grid, values), RIA_SUCCESS);
  for (int i = 0; i < 120; i++)
    assert_true(isfinite(values[i]));
  ria_raster_destroy(&raster);
  test_folder_remove(folder);
}

static void holes_are_found(void **state) {
  (void)state;
  check_hole("-9999");
  check_hole("nan");
  check_hole("inf");
  check_hole("1234567"); /* no elevation, but no fill value either */
}

static void the_window_must_be_covered(void **state) {
  (void)state;
  char *folder = test_folder_create();
  const char *path = write_asc(folder, 8, 6, -1, -1, "");
  static const ria_extent outside[] = {{999, 2000, 1080, 2060},
                                       {1000, 1999, 1080, 2060},
                                       {1000, 2000, 1081, 2060},
                                       {1000, 2000, 1080, 2061},
                                       {0, 0, 1, 1}};
  for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
    ria_raster raster = {.nx = -1};
    assert_int_equal(ria_raster_read(path, NULL, &outside[i], &raster), RIA_ERROR_CASE);
    expect_detail("reaches from (1000, 2000) to (1080, 2060)");
    assert_int_equal(raster.nx, -1);
  }
  test_folder_remove(folder);
}

static void bad_files_are_refused(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ria_raster raster;
  assert_int_equal(ria_raster_read("/nonexistent/bed.tif", NULL, NULL, &raster), RIA_ERROR_IO);
  expect_detail("/nonexistent/bed.tif");
  expect_detail("No such file");
  assert_int_equal(ria_raster_read(folder, NULL, NULL, &raster), RIA_ERROR_FORMAT);
  assert_int_equal(
      ria_raster_read(write_text(folder, "a.tif", "not a picture"), NULL, NULL, &raster),
      RIA_ERROR_FORMAT);
  expect_detail("not a raster");
  assert_int_equal(ria_raster_read(write_text(folder, "empty.asc", ""), NULL, NULL, &raster),
                   RIA_ERROR_FORMAT);
  /* cut off in the middle */
  const char *cut = write_text(folder, "cut.asc",
                               "ncols 3\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n4");
  assert_int_equal(ria_raster_read(cut, NULL, NULL, &raster), RIA_ERROR_CORRUPT);
  /* pixels without a place */
  const char *nowhere = write_text(folder, "picture.pgm", "P2\n2 2\n255\n1 2 3 4\n");
  ria_status status = ria_raster_read(nowhere, NULL, NULL, &raster);
  assert_int_equal(status, RIA_ERROR_FORMAT);
  if (!getuid()) {
    test_folder_remove(folder);
    return; /* root may read everything */
  }
  const char *closed = write_asc(folder, 2, 2, -1, -1, "");
  assert_int_equal(chmod(closed, 0), 0);
  assert_int_equal(ria_raster_read(closed, NULL, NULL, &raster), RIA_ERROR_IO);
  expect_detail("Permission denied");
  test_folder_remove(folder);
}

static void degrees_need_a_projection(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ria_raster raster;
  char *path = strdup(write_degrees(folder));
  assert_int_equal(ria_raster_read(path, NULL, NULL, &raster), RIA_ERROR_FORMAT);
  expect_detail("degrees");
  assert_int_equal(ria_raster_read(path, "EPSG:4326", NULL, &raster), RIA_ERROR_ARGUMENT);
  expect_detail("not a projected one");
  assert_int_equal(ria_raster_read(path, "EPSG:1", NULL, &raster), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_raster_read(path, "EPSG:99999999", NULL, &raster), RIA_ERROR_ARGUMENT);
  expect_detail("there is no coordinate reference system 'EPSG:99999999'");
  assert_int_equal(ria_raster_read(path, "nonsense", NULL, &raster), RIA_ERROR_ARGUMENT);
  expect_detail("nonsense");
  free(path);
  test_folder_remove(folder);
}

/* UTM zone 29 has its axis at 9 degrees west: there x is 500 km, and 0.001 degrees are 82.7 m or
 * so. */
static void warping_puts_values_in_their_place(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ria_raster raster;
  ria_extent window = {500600, 4650800, 502200, 4653600};
  assert_int_equal(ria_raster_read(write_degrees(folder), "EPSG:32629", &window, &raster),
                   RIA_SUCCESS);
  assert_string_equal(raster.crs, "EPSG:32629");
  assert_true(raster.dx > 80 && raster.dx < 120);
  assert_int_equal(ria_raster_whole(&raster, &window, "geo.asc", RIA_RASTER_TO_LAND), RIA_SUCCESS);
  /* near the axis: x - 500000 = 82.83 m per 0.001 degree at 42 N, y = 111.07 m per 0.001 degree */
  double x = raster.x0 + 10.5 * raster.dx, y = raster.y0 + 12.5 * raster.dy;
  double column = (x - 500000) / 82.83 - 0.5, row = (y - 4649776.22) / 111.07 - 0.5;
  double value = raster.values[12 * raster.nx + 10];
  if (!(fabs(value - (column - row)) < 0.15))
    fail_msg("%g is not about %g", value, column - row);
  ria_raster_destroy(&raster);
  test_folder_remove(folder);
}

static void grid_files_give_back_what_went_in(void **state) {
  (void)state;
  char *folder = test_folder_create(), *path = strdup(file_in(folder, "grid.h5"));
  ria_raster made = plane(300, 270, 0.1, 1. / 3), read;
  made.crs = strdup("EPSG:32629");
  ria_grid_note note = {"a plane", "nothing", "by a test"};
  assert_false(ria_grid_file_is(path));
  assert_int_equal(ria_grid_file_write(path, &made, &note), RIA_SUCCESS);
  assert_true(ria_grid_file_is(path));
  assert_int_equal(ria_raster_read(path, NULL, NULL, &read), RIA_SUCCESS);
  assert_int_equal(read.nx, made.nx);
  assert_int_equal(read.ny, made.ny);
  assert_true(read.x0 == made.x0 && read.y0 == made.y0 && read.dx == made.dx && read.dy == made.dy);
  assert_memory_equal(read.values, made.values, 300 * 270 * sizeof(double));
  assert_string_equal(read.crs, "EPSG:32629");
  ria_raster_destroy(&read);
  ria_extent window = {made.x0 + 100 * made.dx, made.y0 + 50 * made.dy, made.x0 + 110 * made.dx,
                       made.y0 + 60 * made.dy};
  assert_int_equal(ria_raster_read(path, "EPSG:32629", &window, &read), RIA_SUCCESS);
  assert_int_equal(read.nx, 12);
  assert_true(read.values[0] == made.values[49 * 300 + 99]);
  ria_raster_destroy(&read);
  assert_int_equal(ria_raster_read(path, "EPSG:25829", NULL, &read), RIA_ERROR_CASE);
  expect_detail("EPSG:32629");
  ria_extent beyond = {0, 0, 1, 1};
  assert_int_equal(ria_raster_read(path, NULL, &beyond, &read), RIA_ERROR_CASE);
  ria_raster_destroy(&made);
  free(path);
  test_folder_remove(folder);
}

static int entries(const char *folder) {
  DIR *directory = opendir(folder);
  int count = 0;
  for (struct dirent *entry; (entry = readdir(directory));)
    count += entry->d_name[0] != '.';
  closedir(directory);
  return count;
}

/* A disk that is full, played by a limit on the size of files. */
static void a_full_disk_leaves_the_old_file(void **state) {
  (void)state;
  char *folder = test_folder_create(), *path = strdup(file_in(folder, "grid.h5"));
  ria_raster made = plane(300, 270, 1, 1), small = plane(3, 2, 1, 1), read;
  ria_grid_note note = {0};
  assert_int_equal(ria_grid_file_write(path, &small, &note), RIA_SUCCESS);
  struct rlimit limit, tight;
  getrlimit(RLIMIT_FSIZE, &limit);
  tight = limit;
  tight.rlim_cur = 1000;
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &tight);
  ria_status status = ria_grid_file_write(path, &made, &note);
  setrlimit(RLIMIT_FSIZE, &limit);
  signal(SIGXFSZ, SIG_DFL);
  assert_int_equal(status, RIA_ERROR_IO);
  expect_detail("grid.h5");
  assert_int_equal(entries(folder), 1);
  assert_int_equal(ria_raster_read(path, NULL, NULL, &read), RIA_SUCCESS);
  assert_int_equal(read.nx, 3);
  ria_raster_destroy(&read);
  assert_int_equal(ria_grid_file_write("/nonexistent/grid.h5", &small, &note), RIA_ERROR_IO);
  ria_raster_destroy(&made);
  ria_raster_destroy(&small);
  free(path);
  test_folder_remove(folder);
}

enum { SOUND, REFUSED, WRONG };

/* Result of reading a file with one changed byte, in a separate process, because damaged metadata
 * makes HDF5 1.10 print errors when a program ends. */
static int read_damaged(const char *path, const ria_raster *made) {
  pid_t child = fork();
  if (child == 0) {
    ria_raster read;
    if (ria_grid_file_read(path, NULL, &read) != RIA_SUCCESS)
      _exit(REFUSED);
    bool frame = read.nx == made->nx && read.ny == made->ny;
    size_t bytes = (size_t)(made->nx * made->ny) * sizeof(double);
    _exit(!frame || !memcmp(read.values, made->values, bytes) ? SOUND : WRONG);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : WRONG;
}

static void flip_byte(const char *path, long at) {
  FILE *file = fopen(path, "r+b");
  assert_int_equal(fseek(file, at, SEEK_SET), 0);
  int byte = fgetc(file);
  assert_int_equal(fseek(file, at, SEEK_SET), 0);
  fputc(byte ^ 0x55, file);
  assert_int_equal(fclose(file), 0);
}

/* Any byte may be wrong and the file may end anywhere: an error, or the very values; never a crash.
 */
static void damaged_grid_files_are_refused(void **state) {
  (void)state;
  char *folder = test_folder_create(), *path = strdup(file_in(folder, "grid.h5"));
  ria_raster made = plane(64, 64, 1, 1);
  ria_grid_note note = {"a plane", NULL, NULL};
  struct stat info;
  assert_int_equal(ria_grid_file_write(path, &made, &note), RIA_SUCCESS);
  assert_int_equal(stat(path, &info), 0);
  int refused = 0;
  for (long at = 8; at < info.st_size; at += 391) {
    flip_byte(path, at);
    int outcome = read_damaged(path, &made);
    if (outcome == WRONG)
      fail_msg("byte %ld of %ld", at, (long)info.st_size);
    refused += outcome == REFUSED;
    flip_byte(path, at);
  }
  assert_true(refused > 0);
  assert_int_equal(truncate(path, info.st_size / 2), 0);
  assert_int_equal(read_damaged(path, &made), REFUSED);
  ria_raster_destroy(&made);
  free(path);
  test_folder_remove(folder);
}

static void import_makes_a_grid_file(void **state) {
  (void)state;
  char *folder = test_folder_create(), *target = strdup(file_in(folder, "grid.h5"));
  char *source = strdup(write_asc(folder, 8, 6, 7, 5, "-9999"));
  ria_raster made, read;
  ria_import_options options = {.source = source, .target = target};
  assert_int_equal(ria_import(&options, &made, NULL), RIA_ERROR_FORMAT);
  expect_detail("hole");
  assert_false(ria_grid_file_is(target));
  options.has_window = true;
  options.window = (ria_extent){1000, 2000, 1060, 2060};
  options.resolution = 20;
  options.offset = 0.25;
  options.depths = true;
  assert_int_equal(ria_import(&options, &made, NULL), RIA_SUCCESS);
  assert_int_equal(ria_raster_read(target, NULL, NULL, &read), RIA_SUCCESS);
  assert_int_equal(read.nx, 3);
  assert_int_equal(read.ny, 3);
  for (int y = 0; y < 3; y++)
    for (int x = 0; x < 3; x++)
      assert_true(fabs(read.values[y * 3 + x] + asc_value(2 * x, 2 * y) + 0.5 + 50 - 0.25) < 1e-12);
  assert_memory_equal(read.values, made.values, 9 * sizeof(double));
  ria_raster_destroy(&read);
  ria_raster_destroy(&made);
  options.window = (ria_extent){1060, 2000, 1000, 2060};
  assert_int_equal(ria_import(&options, &made, NULL), RIA_ERROR_ARGUMENT);
  free(source);
  free(target);
  test_folder_remove(folder);
}

static void lengths_and_windows_are_read(void **state) {
  (void)state;
  double metres;
  ria_extent e;
  assert_int_equal(ria_length_read("2.5km", &metres), RIA_SUCCESS);
  assert_true(metres == 2500);
  assert_int_equal(ria_length_read("-0.3", &metres), RIA_SUCCESS);
  assert_true(metres == -0.3);
  assert_int_equal(ria_length_read("30 s", &metres), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_length_read("", &metres), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_extent_read("500km,4700 km,510000,4710000 m", &e), RIA_SUCCESS);
  assert_true(e.x0 == 500000 && e.y0 == 4700000 && e.x1 == 510000 && e.y1 == 4710000);
  assert_int_equal(ria_extent_read("1,2,3", &e), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_extent_read("1,2,3,4,5", &e), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_extent_read("1,2,3,x", &e), RIA_ERROR_ARGUMENT);
}

/* The number of an attribute of a CRS, NAN without it. */
static double number_of(const ria_crs_mapping *m, const char *name, int i) {
  for (int a = 0; a < m->attributes; a++)
    if (!strcmp(m->attribute[a].name, name) && i < m->attribute[a].count)
      return m->attribute[a].number[i];
  return NAN;
}

static const char *text_of(const ria_crs_mapping *m, const char *name) {
  for (int a = 0; a < m->attributes; a++)
    if (!strcmp(m->attribute[a].name, name))
      return m->attribute[a].text;
  return "";
}

static void test_crs_for_other_tools(void **state) {
  (void)state;
  static const struct {
    const char *crs, *name, *mapping;
  } known[] = {{"EPSG:25831", "EPSG:25831", "transverse_mercator"},
               {"EPSG:27700", "EPSG:27700", "transverse_mercator"},
               {"EPSG:3035", "EPSG:3035", "lambert_azimuthal_equal_area"},
               {"EPSG:31370", "EPSG:31370", "lambert_conformal_conic"},
               {"EPSG:5070", "EPSG:5070", "albers_conical_equal_area"},
               {"EPSG:28992", "EPSG:28992", ""}, /* CF has no double stereographic */
               {"EPSG:3857", "EPSG:3857", ""},   /* nor a Mercator of a sphere on an ellipsoid */
               {"+proj=tmerc +lon_0=-8.7 +ellps=GRS80 +units=m", NULL, "transverse_mercator"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    ria_crs_mapping m;
    assert_int_equal(ria_crs_map(known[i].crs, &m), RIA_SUCCESS);
    assert_string_equal(text_of(&m, "crs"), known[i].name ? known[i].name : known[i].crs);
    assert_string_equal(text_of(&m, "grid_mapping_name"), known[i].mapping);
    assert_true(!strncmp(text_of(&m, "crs_wkt"), "PROJCRS[", 8)); /* WKT 2; WKT 1 has PROJCS */
    assert_true(*known[i].mapping ? number_of(&m, "semi_major_axis", 0) > 6.37e6
                                  : isnan(number_of(&m, "semi_major_axis", 0)));
    ria_crs_mapping again; /* a CRS without a number is known by its text */
    char *wkt = strdup(m.wkt);
    assert_int_equal(ria_crs_map(wkt, &again), RIA_SUCCESS);
    assert_string_equal(text_of(&again, "grid_mapping_name"), known[i].mapping);
    assert_null(strchr(again.name, '['));
    free(wkt);
    ria_crs_mapping_destroy(&again);
    ria_crs_mapping_destroy(&m);
  }
  ria_crs_mapping m;
  assert_int_equal(ria_crs_map("EPSG:31370", &m), RIA_SUCCESS);
  assert_true(fabs(number_of(&m, "standard_parallel", 0) - 51.1666672333) < 1e-6);
  assert_true(fabs(number_of(&m, "standard_parallel", 1) - 49.8333339) < 1e-6);
  assert_true(fabs(number_of(&m, "false_easting", 0) - 150000.013) < 1e-3);
  ria_crs_mapping_destroy(&m);
  assert_int_equal(ria_crs_map(NULL, &m), RIA_SUCCESS);
  assert_int_equal(m.attributes, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_crs_for_other_tools),
      cmocka_unit_test(a_raster_starts_in_the_south_west),
      cmocka_unit_test(geotiffs_give_back_what_went_in),
      cmocka_unit_test(a_window_reads_its_cells_and_their_neighbours),
      cmocka_unit_test(resampling_keeps_a_plane),
      cmocka_unit_test(averages_keep_the_volume),
      cmocka_unit_test(equal_grids_pass_values_through),
      cmocka_unit_test(coarse_cells_are_averages),
      cmocka_unit_test(cells_fit_the_extent),
      cmocka_unit_test(holes_are_found),
      cmocka_unit_test(the_window_must_be_covered),
      cmocka_unit_test(bad_files_are_refused),
      cmocka_unit_test(degrees_need_a_projection),
      cmocka_unit_test(warping_puts_values_in_their_place),
      cmocka_unit_test(grid_files_give_back_what_went_in),
      cmocka_unit_test(a_full_disk_leaves_the_old_file),
      cmocka_unit_test(damaged_grid_files_are_refused),
      cmocka_unit_test(import_makes_a_grid_file),
      cmocka_unit_test(lengths_and_windows_are_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
