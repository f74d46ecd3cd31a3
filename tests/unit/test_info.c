/* `ria info`: kinds, shapes, statistics, and unusable files. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include "history_fixture.h"
#include "../../workflows/cli/command.h"
#include "ria/field_file.h"

extern const cli_command command_info;

typedef struct {
  char *folder, path[256];
} place;

static int set_up(void **state) {
  place *p = calloc(1, sizeof *p);
  assert_non_null(p);
  p->folder = test_folder_create();
  snprintf(p->path, sizeof p->path, "%s/history.h5", p->folder);
  fixture f;
  ria_history *history;
  fixture_begin(&f, p->path, MPI_COMM_SELF, RIA_SINGLE);
  assert_int_equal(ria_history_create(&f.of, &history), RIA_SUCCESS);
  fixture_append(&f, history, 0, 3);
  ria_history_destroy(history);
  fixture_end(&f);
  *state = p;
  return 0;
}

static int exit_code(const char *path, const char *option) {
  char *arguments[] = {"info", (char *)path, (char *)option, NULL};
  return command_info.run(option ? 3 : 2, arguments);
}

static void test_history(void **state) {
  place *p = *state;
  ria_field_file file;
  assert_int_equal(ria_field_file_open(p->path, &file), RIA_SUCCESS);
  assert_string_equal(file.kind, "ria history");
  assert_string_equal(ria_field_file_attribute(&file, "case_hash"), "0123456789abcdef");
  const ria_field *h = ria_field_file_find(&file, "h");
  assert_non_null(h);
  assert_int_equal(h->rank, 3);
  assert_int_equal(h->size[0], 3);
  assert_int_equal(h->size[2], NX);
  assert_string_equal(h->unit, "m");
  assert_string_equal(h->type, "single");
  ria_field_statistics s;
  assert_int_equal(ria_field_statistics_read(&file, h, &s), RIA_SUCCESS);
  assert_true(s.min == 0 && s.missing == 0);
  assert_true(fabs(s.max - fixture_value(0, 2, NX - 1, NY - 1)) < 1e-6);
  const ria_field *level = ria_field_file_find(&file, "level");
  assert_int_equal(ria_field_statistics_read(&file, level, &s), RIA_SUCCESS);
  assert_int_equal(s.missing, 3 * NY * 4);
  assert_true(s.min == 0.0625 * 4);
  assert_null(ria_field_file_find(&file, "fields/h"));
  ria_field_file_close(&file);
  assert_int_equal(exit_code(p->path, NULL), CLI_EXIT_SUCCESS);
  assert_int_equal(exit_code(p->path, "--json"), CLI_EXIT_SUCCESS);
}

static void test_truncated(void **state) {
  place *p = *state;
  ria_field_file file;
  assert_int_equal(truncate(p->path, 5000), 0);
  assert_int_equal(ria_field_file_open(p->path, &file), RIA_ERROR_CORRUPT);
  assert_non_null(strstr(ria_status_detail(), "truncated"));
  assert_int_equal(exit_code(p->path, NULL), CLI_EXIT_ERROR);
}

/* One flipped bit in the data is found by its checksum. */
static void test_corrupt(void **state) {
  place *p = *state;
  hid_t file = H5Fopen(p->path, H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t id = H5Dopen2(file, "qx", H5P_DEFAULT), space = H5Dget_space(id);
  hsize_t offset[3], size;
  haddr_t address;
  unsigned mask;
  assert_true(H5Dget_chunk_info(id, space, 1, offset, &mask, &address, &size) >= 0);
  H5Sclose(space);
  H5Dclose(id);
  H5Fclose(file);
  int raw = open(p->path, O_RDWR);
  char byte;
  assert_int_equal(pread(raw, &byte, 1, (off_t)(address + size / 2)), 1);
  byte ^= 4;
  assert_int_equal(pwrite(raw, &byte, 1, (off_t)(address + size / 2)), 1);
  close(raw);
  ria_field_file opened;
  ria_field_statistics s;
  assert_int_equal(ria_field_file_open(p->path, &opened), RIA_SUCCESS);
  assert_int_equal(ria_field_statistics_read(&opened, ria_field_file_find(&opened, "qx"), &s),
                   RIA_ERROR_CORRUPT);
  assert_non_null(strstr(ria_status_detail(), "qx"));
  ria_field_file_close(&opened);
  assert_int_equal(exit_code(p->path, NULL), CLI_EXIT_ERROR);
}

static void test_not_hdf5(void **state) {
  place *p = *state;
  FILE *out = fopen(p->path, "w");
  assert_non_null(out);
  fputs("ncols 10\n", out);
  fclose(out);
  assert_int_equal(exit_code(p->path, NULL), CLI_EXIT_ERROR);
  assert_int_equal(exit_code("/nonexistent.h5", NULL), CLI_EXIT_ERROR);
}

static void test_incomplete_checkpoint(void **state) {
  place *p = *state;
  hid_t file = H5Fcreate(p->path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  H5Tset_size(type, 14);
  hid_t attribute = H5Acreate2(file, "format", type, space, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Awrite(attribute, type, "ria checkpoint") >= 0);
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
  H5Fclose(file);
  ria_field_file opened;
  assert_int_equal(ria_field_file_open(p->path, &opened), RIA_ERROR_CORRUPT);
  assert_non_null(strstr(ria_status_detail(), "never completed"));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, test_folder_tear_down)
  const struct CMUnitTest tests[] = {TEST(test_history), TEST(test_truncated), TEST(test_corrupt),
                                     TEST(test_not_hdf5), TEST(test_incomplete_checkpoint)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
