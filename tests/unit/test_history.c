/* The history on one rank, or under mpirun on several (tests/mpi/history.sh): what is written is
 * read back, a resumed run goes on without doubled times, and netCDF and GDAL open the file. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "history_fixture.h"

static int rank;

/* A folder that all ranks share, and a file in it. */
typedef struct {
  char *folder, path[256];
} place;

static place place_create(void) {
  place p = {0};
  char shared[128] = "";
  if (rank == 0) {
    p.folder = test_folder_create();
    snprintf(shared, sizeof shared, "%s", p.folder);
  }
  MPI_Bcast(shared, sizeof shared, MPI_CHAR, 0, MPI_COMM_WORLD);
  snprintf(p.path, sizeof p.path, "%s/history.h5", shared);
  return p;
}

static void place_remove(place *p) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    test_folder_remove(p->folder);
}

static void round_trip(ria_precision precision) {
  place p = place_create();
  fixture f;
  ria_history *history;
  fixture_begin(&f, p.path, MPI_COMM_WORLD, precision);
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 5);
  assert_int_equal(ria_history_records(history), 5);
  ria_history_destroy(history);
  if (rank == 0)
    fixture_verify(p.path, 5);
  fixture_end(&f);
  place_remove(&p);
}

static void test_single(void **state) {
  (void)state;
  round_trip(RIA_SINGLE);
}

static void test_double(void **state) {
  (void)state;
  round_trip(RIA_DOUBLE);
}

static double depth_and_roughness(const double *state, const double *statics,
                                  const double *parameter) {
  (void)state, (void)parameter;
  return statics[0] + statics[1];
}

/* The variables find each of several statics, and the file has them all. */
static void test_several_statics(void **state) {
  (void)state;
  place p = place_create();
  fixture f;
  ria_history *history;
  static double roughness[NY * NX];
  for (int i = 0; i < NY * NX; i++)
    roughness[i] = 0.25 * (i % 7);
  fixture_begin(&f, p.path, MPI_COMM_WORLD, RIA_DOUBLE);
  f.shown.statics = 2;
  f.shown.fixed[1] =
      (ria_shown_static){"roughness", "s m-1/3", "of the ground", .value = roughness};
  f.shown.variable[f.shown.variables++] = (ria_variable){.name = "both",
                                                         .unit = "m",
                                                         .what = "depth and roughness",
                                                         .where = RIA_SHOWN_IN_HISTORY,
                                                         .value = depth_and_roughness};
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 1);
  ria_history_destroy(history);
  assert_int_equal(ria_history_resume(&f.of, 1e9, 1, &history), RIA_SUCCESS);
  assert_string_equal(ria_history_warning(history), "");
  ria_history_destroy(history);
  ria_history_view view;
  if (rank == 0) {
    static float values[NY * NX];
    assert_int_equal(ria_history_view_open(p.path, &view), RIA_SUCCESS);
    assert_memory_equal(view.ground, f.depth, sizeof f.depth);
    assert_int_equal(ria_history_view_read(&view, "both", 0, values), RIA_SUCCESS);
    for (int i = 0; i < NY * NX; i++)
      assert_true(values[i] == (float)(f.depth[i] + roughness[i]));
    ria_history_view_close(&view);
  }
  fixture_end(&f);
  place_remove(&p);
}

static void test_resume_removes_later_records(void **state) {
  (void)state;
  place p = place_create();
  fixture f;
  ria_history *history;
  fixture_begin(&f, p.path, MPI_COMM_WORLD, RIA_SINGLE);
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 6);
  ria_history_destroy(history);
  assert_int_equal(ria_history_resume(&f.of, 1300, -1, &history), RIA_SUCCESS);
  assert_int_equal(ria_history_records(history), 3);
  assert_string_equal(ria_history_note(history), "");
  /* The output at the resumed time comes again and is not doubled. */
  fixture_append(&f, history, 2, 8);
  assert_int_equal(ria_history_records(history), 8);
  ria_history_destroy(history);
  if (rank == 0)
    fixture_verify(p.path, 8);
  fixture_end(&f);
  place_remove(&p);
}

static void test_resume_without_a_file(void **state) {
  (void)state;
  place p = place_create();
  fixture f;
  ria_history *history;
  fixture_begin(&f, p.path, MPI_COMM_WORLD, RIA_SINGLE);
  assert_int_equal(ria_history_resume(&f.of, 1200, -1, &history), RIA_SUCCESS);
  assert_int_equal(ria_history_records(history), 0);
  assert_true(strlen(ria_history_note(history)) > 0);
  ria_history_destroy(history);
  fixture_end(&f);
  place_remove(&p);
}

static void test_resume_of_another_case(void **state) {
  (void)state;
  place p = place_create();
  fixture f;
  ria_history *history;
  fixture_begin(&f, p.path, MPI_COMM_WORLD, RIA_SINGLE);
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 2);
  ria_history_destroy(history);
  f.of.case_hash = "fedcba9876543210";
  assert_int_equal(ria_history_resume(&f.of, 600, -1, &history), RIA_ERROR_MISMATCH);
  assert_null(history);
  assert_non_null(strstr(ria_status_detail(), "0123456789abcdef"));
  f.of.case_hash = "0123456789abcdef";
  f.of.precision = RIA_DOUBLE;
  assert_int_equal(ria_history_resume(&f.of, 600, -1, &history), RIA_ERROR_MISMATCH);
  if (rank == 0)
    fixture_verify(p.path, 2);
  fixture_end(&f);
  place_remove(&p);
}

static void test_resume_of_a_damaged_file(void **state) {
  (void)state;
  place p = place_create();
  fixture f;
  ria_history *history;
  fixture_begin(&f, p.path, MPI_COMM_WORLD, RIA_SINGLE);
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 3);
  ria_history_destroy(history);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    assert_int_equal(truncate(p.path, 3000), 0);
  MPI_Barrier(MPI_COMM_WORLD);
  assert_int_equal(ria_history_resume(&f.of, 1200, -1, &history), RIA_SUCCESS);
  assert_non_null(strstr(ria_history_warning(history), "history-damaged-1.h5"));
  fixture_append(&f, history, 0, 1);
  ria_history_destroy(history);
  if (rank == 0)
    fixture_verify(p.path, 1);
  fixture_end(&f);
  place_remove(&p);
}

static void test_bad_tile(void **state) {
  (void)state;
  place p = place_create();
  fixture f;
  ria_history *history;
  fixture_begin(&f, p.path, MPI_COMM_WORLD, RIA_SINGLE);
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 1);
  fixture_record(&f, 1);
  f.tile[0].lo[0] += NX;
  assert_int_equal(ria_history_append(history, 600, f.count, f.tile), RIA_ERROR_ARGUMENT);
  f.tile[0].lo[0] -= NX;
  fixture_append(&f, history, 1, 2);
  ria_history_destroy(history);
  if (rank == 0)
    fixture_verify(p.path, 2);
  fixture_end(&f);
  place_remove(&p);
}

/* A notebook with the file open holds a shared lock. */
static void test_another_program_holds_the_file(void **state) {
  (void)state;
  place p = place_create();
  fixture f;
  ria_history *history;
  fixture_begin(&f, p.path, MPI_COMM_WORLD, RIA_SINGLE);
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 1);
  assert_false(ria_history_is_held(history));
  MPI_Barrier(MPI_COMM_WORLD);
  const int reader = open(p.path, O_RDONLY | O_CLOEXEC);
  assert_true(reader >= 0 && flock(reader, LOCK_SH) == 0);
  fixture_append(&f, history, 1, 3);
  assert_int_equal(ria_history_is_held(history), rank == 0);
  close(reader);
  fixture_append(&f, history, 3, 4);
  ria_history_destroy(history);
  if (rank == 0)
    fixture_verify(p.path, 4);
  fixture_end(&f);
  place_remove(&p);
}

/* Output of a command, or NULL if the program is not installed. */
static char *output_of(const char *program, const char *options, const char *path) {
  char line[512];
  snprintf(line, sizeof line, "command -v %s >/dev/null || exit 77; %s %s '%s' 2>&1", program,
           program, options, path);
  FILE *pipe = popen(line, "r");
  assert_non_null(pipe);
  enum { SIZE = 1 << 20 };
  char *text = calloc(1, SIZE);
  assert_non_null(text);
  size_t used = fread(text, 1, SIZE - 1, pipe);
  int code = pclose(pipe);
  if (WIFEXITED(code) && WEXITSTATUS(code) == 77) {
    free(text);
    return NULL;
  }
  if (code)
    fail_msg("%s: exit %d: %.*s", line, code, (int)(used < 2000 ? used : 2000), text);
  return text;
}

static void expect(const char *text, const char *part) {
  if (!strstr(text, part))
    fail_msg("'%s' is missing in: %s", part, text);
}

static void check_with_tools(const char *path) {
  char *text = output_of("ncdump", "-h", path);
  if (text) {
    expect(text, "time = UNLIMITED ; // (3 currently)");
    expect(text, "y = 17 ;");
    expect(text, "x = 23 ;");
    expect(text, "float level(time, y, x) ;");
    expect(text, "float depth(y, x) ;");
    expect(text, "level:_FillValue = NaNf ;");
    expect(text, "time:units = \"seconds since 2024-03-01 00:00:00\" ;");
    expect(text, "h:grid_mapping = \"crs\" ;");
    expect(text, "concentration:units = \"kg m-3\" ;");
    expect(text, ":Conventions = \"CF-1.10\" ;");
    expect(text, "crs:crs = \"EPSG:32629\" ;");
    free(text);
  }
  char *values = output_of("ncdump", "-v time,gauge_x", path);
  if (values) {
    expect(values, "time = 0, 600, 1200 ;");
    expect(values, "gauge_x = 498000, 498300 ;");
    free(values);
  }
  char source[300];
  snprintf(source, sizeof source, "NETCDF:%s:level", path);
  char *raster = output_of("gdalinfo", "", source);
  if (raster) {
    expect(raster, "Size is 23, 17");
    expect(raster, "Origin = (497600.000000000000000,4698680.000000000000000)");
    expect(raster, "Pixel Size = (50.000000000000000,-40.000000000000000)");
    expect(raster, "UTM zone 29N");
    expect(raster, "NoData Value=nan");
    free(raster);
  }
}

static void test_tools(void **state) {
  (void)state;
  place p = place_create();
  fixture f;
  ria_history *history;
  fixture_begin(&f, p.path, MPI_COMM_WORLD, RIA_SINGLE);
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 3);
  ria_history_destroy(history);
  if (rank == 0) {
    check_with_tools(p.path);
    char sidecar[300];
    snprintf(sidecar, sizeof sidecar, "%.*s.xdmf", (int)strlen(p.path) - 3, p.path);
    char *text = output_of("cat", "", sidecar);
    assert_non_null(text);
    expect(text, "<Time Value=\"1200\"/>");
    expect(text, "history.h5:/level");
    expect(text, "<Geometry GeometryType=\"VXVY\">");
    free(text);
  }
  fixture_end(&f);
  place_remove(&p);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_single),
      cmocka_unit_test(test_double),
      cmocka_unit_test(test_several_statics),
      cmocka_unit_test(test_resume_removes_later_records),
      cmocka_unit_test(test_resume_without_a_file),
      cmocka_unit_test(test_resume_of_another_case),
      cmocka_unit_test(test_resume_of_a_damaged_file),
      cmocka_unit_test(test_bad_tile),
      cmocka_unit_test(test_another_program_holds_the_file),
      cmocka_unit_test(test_tools),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
