#include "tests.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>
#include "../../workflows/run/provenance.h"
#include "ria/version.h"

static char *read_text(const char *folder) {
  char path[512], *text = calloc(1, 65536);
  snprintf(path, sizeof path, "%s/provenance.yaml", folder);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_non_null(text);
  assert_true(fread(text, 1, 65535, file) > 0);
  fclose(file);
  return text;
}

static bool is_yaml(const char *text) {
  yaml_parser_t parser;
  yaml_document_t document;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
  bool good = yaml_parser_load(&parser, &document);
  if (good)
    yaml_document_delete(&document);
  yaml_parser_delete(&parser);
  return good;
}

static void test_everything_is_named(void **state) {
  (void)state;
  char *folder = test_folder_create();
  char *argv[] = {"run", "a \"quoted\" \\ name\n.yaml"};
  const run_provenance provenance = {.argc = 2,
                                     .argv = argv,
                                     .started = 0,
                                     .ranks = 2,
                                     .workers = 1,
                                     .precision = "single",
                                     .target = "cpu"};
  assert_int_equal(provenance_write(folder, &provenance), RIA_SUCCESS);
  char *text = read_text(folder);
  static const char *const keys[] = {"started: 1970-01-01T00:00:00Z",
                                     "command: [\"ria\", \"run\"",
                                     "version:",
                                     "commit:",
                                     "compiler:",
                                     "flags:",
                                     "codelet_flags:",
                                     "instruction_set:",
                                     "starpu: 1.",
                                     "mpi:",
                                     "hdf5: 1.",
                                     "gdal:",
                                     "host:",
                                     "processor:",
                                     "cores:",
                                     "ranks: 2",
                                     "workers_per_rank: 1",
                                     "seeds: none"};
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
    if (!strstr(text, keys[k]))
      fail_msg("provenance.yaml lacks '%s':\n%s", keys[k], text);
  }
  assert_true(is_yaml(text));
  free(text);
  test_folder_remove(folder);
}

static void test_no_folder(void **state) {
  (void)state;
  const run_provenance provenance = {.precision = "single", .target = "cpu"};
  assert_int_equal(provenance_write("/nonexistent/folder", &provenance), RIA_ERROR_IO);
  assert_non_null(strstr(ria_status_detail(), "/nonexistent/folder/provenance.yaml"));
}

static void test_build(void **state) {
  (void)state;
  const ria_build *build = ria_build_info();
  assert_non_null(strstr(build->flags, "-ffp-contract=off"));
  assert_non_null(strstr(build->codelet_flags, "-march="));
  assert_null(strstr(build->codelet_flags, "fast-math"));
}

int main(void) {
  MPI_Init(NULL, NULL);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_everything_is_named),
                                     cmocka_unit_test(test_no_folder),
                                     cmocka_unit_test(test_build)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
