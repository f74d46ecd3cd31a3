/* The committed corpus through the fuzz target, with any compiler; also cut short at every byte,
 * which finds what a parser does at an end that it did not expect. */
#include <dirent.h>
#include <unistd.h>
#include "tests.h"
#include "workflow_target.h"

enum { CUT_BYTES = 1024 }; /* longer files are not cut at every byte */

static void run_file(const char *folder, const char *name) {
  char *path = NULL, *data = NULL;
  size_t length = 0;
  assert_true(asprintf(&path, "%s/%s", folder, name) > 0);
  assert_int_equal(ria_yaml_load(path, &data, &length), RIA_SUCCESS);
  workflow_target((const uint8_t *)data, length);
  for (size_t cut = 0; cut < length && length <= CUT_BYTES; cut++) {
    char *part = malloc(cut + 1); /* of its own, so that a sanitizer sees a read beyond */
    assert_non_null(part);
    memcpy(part, data, cut);
    workflow_target((const uint8_t *)part, cut);
    free(part);
  }
  free(data);
  free(path);
}

static void corpus(void **state) {
  (void)state;
  const char *source = getenv("RIA_SOURCE_DIR");
  if (!source)
    skip();
  char path[4096];
  char *folder = test_folder_create();
  snprintf(path, sizeof path, "%s/tests/fuzz/corpus/workflow", source);
  assert_int_equal(chdir(folder), 0);
  DIR *listing = opendir(path);
  assert_non_null(listing);
  int files = 0;
  for (const struct dirent *entry; (entry = readdir(listing));) {
    if (entry->d_name[0] == '.')
      continue;
    run_file(path, entry->d_name);
    files++;
  }
  closedir(listing);
  assert_true(files > 10);
  assert_int_equal(chdir("/"), 0);
  test_folder_remove(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(corpus)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
