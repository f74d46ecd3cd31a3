#include "corpus.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/yaml.h"
#include "tests.h"

static void run_file(const char *folder, const char *name,
                     void (*target)(const uint8_t *data, size_t size), size_t cuts) {
  char *path = NULL, *data = NULL;
  size_t length = 0;
  assert_true(asprintf(&path, "%s/%s", folder, name) > 0);
  assert_int_equal(ria_yaml_load(path, &data, &length), RIA_SUCCESS);
  target((const uint8_t *)data, length);
  size_t stride = 1 + length / (cuts + 1);
  for (size_t cut = 0; cut < length; cut += stride) {
    char *part = malloc(cut + 1); /* of its own, so that a sanitizer sees a read beyond */
    assert_non_null(part);
    memcpy(part, data, cut);
    target((const uint8_t *)part, cut);
    free(part);
  }
  free(data);
  free(path);
}

void test_corpus_run(const char *name, void (*target)(const uint8_t *data, size_t size),
                     size_t cuts, void (*prepare)(void)) {
  const char *source = getenv("RIA_SOURCE_DIR");
  if (!source)
    skip();
  char path[4096];
  char *folder = test_folder_create();
  snprintf(path, sizeof path, "%s/tests/fuzz/corpus/%s", source, name);
  assert_int_equal(chdir(folder), 0);
  if (prepare)
    prepare();
  DIR *listing = opendir(path);
  assert_non_null(listing);
  int files = 0;
  for (const struct dirent *entry; (entry = readdir(listing));) {
    if (entry->d_name[0] == '.')
      continue;
    run_file(path, entry->d_name, target, cuts);
    files++;
  }
  closedir(listing);
  assert_true(files > 4);
  assert_int_equal(chdir("/"), 0);
  test_folder_remove(folder);
}
