/* Checkpoints whose header says that they are of another format, solver or precision: `ria run
 * --resume` refuses them with one sentence, and leaves them as they are. */
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include "ria/seal.h"
#include "tests.h"

static char *folder, checkpoint[256], said[256];

/* Runs the case in the test's folder; the exit code. */
static int run(const char *options) {
  char command[1024];
  snprintf(
      command, sizeof command,
      "'%s/ria' run '%s/inputs/cases/column/column.yaml' -o '%s/run' --set time='{steps: 2}' --set "
      "grid.cells=[40,40] --set output.maps=false %s >'%s' 2>&1 </dev/null",
      getenv("RIA_BIN_DIR"), getenv("RIA_SOURCE_DIR"), folder, options, said);
  int status = system(command);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool was_said(const char *words) {
  char text[4096];
  FILE *in = fopen(said, "r");
  assert_non_null(in);
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  if (strstr(text, words))
    return true;
  print_error("'%s' was not said, but: %s\n", words, text);
  return false;
}

static int setup(void **state) {
  (void)state;
  folder = test_folder_create();
  snprintf(checkpoint, sizeof checkpoint, "%s/run/checkpoints/latest", folder);
  snprintf(said, sizeof said, "%s/said", folder);
  return run("");
}

static int teardown(void **state) {
  (void)state;
  test_folder_remove(folder);
  return 0;
}

/* HDF5 cuts off the seal of a file that it changes. */
static void seal(void) {
  if (ria_seal_whole(checkpoint) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
}

static void put_integer(const char *name, int64_t value) {
  hid_t file = H5Fopen(checkpoint, H5F_ACC_RDWR, H5P_DEFAULT);
  assert_true(file >= 0);
  hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  assert_true(H5Awrite(attribute, H5T_NATIVE_INT64, &value) >= 0);
  H5Aclose(attribute);
  H5Fclose(file);
}

static void put_text(const char *name, const char *value) {
  hid_t file = H5Fopen(checkpoint, H5F_ACC_RDWR, H5P_DEFAULT);
  assert_true(file >= 0);
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  H5Tset_size(type, strlen(value) + 1);
  assert_true(H5Adelete(file, name) >= 0);
  hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Awrite(attribute, type, value) >= 0);
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
  H5Fclose(file);
}

static void remove_attribute(const char *name) {
  hid_t file = H5Fopen(checkpoint, H5F_ACC_RDWR, H5P_DEFAULT);
  assert_true(file >= 0 && H5Adelete(file, name) >= 0);
  H5Fclose(file);
}

static void other_headers_are_refused(void **state) {
  (void)state;
  put_integer("version", 4);
  seal();
  assert_int_equal(run("--resume"), 2);
  assert_true(was_said("its format is version 4; this ria reads up to 3"));
  put_integer("version", 2);

  put_text("solver", "lagoon");
  seal();
  assert_int_equal(run("--resume"), 2);
  assert_true(was_said("its solver is lagoon, not estuary: it comes from another solver"));
  put_text("solver", "estuary");

  put_text("precision", "double");
  seal();
  assert_int_equal(run("--resume"), 2);
  assert_true(was_said("its precision is double, not single"));
  put_text("precision", "single");

  seal();
  assert_int_equal(run("--resume"), 0);
  assert_true(was_said("resumed after step 2"));
}

static void a_file_without_its_seal_is_damaged(void **state) {
  (void)state;
  put_integer("version", 2);
  assert_int_equal(run("--resume"), 2);
  assert_true(was_said("the checksums at its end are missing"));
  seal();
}

/* Older programs wrote neither a seal nor the list of the files that belong to the checkpoint. */
static void format_1_is_read(void **state) {
  (void)state;
  put_integer("version", 1);
  assert_int_equal(run("--resume"), 0);
  assert_true(was_said("resumed after step 2"));
}

/* A checkpoint from before the ledger: the run continues and reports why it has no balance. */
static void a_checkpoint_without_a_ledger_is_read(void **state) {
  (void)state;
  put_integer("version", 2);
  seal();
  assert_int_equal(run("--resume"), 0);
  assert_true(was_said("residual (rounding)"));
  remove_attribute("ledger_in");
  seal();
  assert_int_equal(run("--resume"), 0);
  assert_true(was_said("no balance: some steps did not count the inflow: steps before a "
                       "checkpoint of an earlier version of ria"));
}

static void a_cut_header_is_damage(void **state) {
  (void)state;
  remove_attribute("complete");
  seal();
  assert_int_equal(run("--resume"), 2);
  assert_true(
      was_said("it is incomplete: its writing was interrupted; there is no other checkpoint"));
}

#define NO_HISTORY " --set output.history=false" /* because it holds the hash, too */

/* Edits a file of the run's folder with sed. */
static void edit(const char *name, const char *script) {
  char command[1024];
  snprintf(command, sizeof command, "sed -i '%s' '%s/run/%s'", script, folder, name);
  assert_int_equal(system(command), 0);
}

/* As written by an earlier minor version, which has no key `dry` and therefore another hash. */
static void a_new_key_does_not_change_a_run(void **state) {
  (void)state;
  assert_int_equal(run("--overwrite" NO_HISTORY), 0);
  edit("case.yaml", "/^dry:/d");
  edit("provenance.yaml", "s/^case_hash: .*/case_hash: \"0123456789abcdef\"/");
  put_text("case_hash", "0123456789abcdef");
  seal();
  edit("provenance.yaml", "s/^files_hash: /&0/");
  assert_int_equal(run("--resume" NO_HISTORY), 2); /* a file may have changed */
  edit("provenance.yaml", "s/^files_hash: 0/files_hash: /");
  assert_int_equal(run("--resume" NO_HISTORY), 0);
  assert_true(was_said("resumed after step 2"));
  assert_int_equal(run("--resume" NO_HISTORY), 0); /* it keeps the hash */
  assert_int_equal(run("--resume --set dry=0.002" NO_HISTORY), 2);
  assert_true(was_said("holds a run of another case (dry: 0.001 m there, 0.002 m here)"));
  edit("provenance.yaml", "s/^version: .*/version: \"0.1.0\"/");
  assert_int_equal(run("--resume" NO_HISTORY), 2);
  assert_true(was_said("resume it with ria 0.1.0"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(other_headers_are_refused),
                                     cmocka_unit_test(a_file_without_its_seal_is_damaged),
                                     cmocka_unit_test(format_1_is_read),
                                     cmocka_unit_test(a_checkpoint_without_a_ledger_is_read),
                                     cmocka_unit_test(a_cut_header_is_damage),
                                     cmocka_unit_test(a_new_key_does_not_change_a_run)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
