#include "tests.h"
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

char *test_folder_create(void) {
  const char *base = getenv("TMPDIR");
  char *name = NULL;
  if (asprintf(&name, "%s/ria-test-XXXXXX", base ? base : "/tmp") < 0 || !mkdtemp(name))
    fail_msg("cannot make a temporary folder");
  return name;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *walk) {
  (void)info, (void)kind, (void)walk;
  return remove(path);
}

void test_folder_remove(char *folder) {
  nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  free(folder);
}

int test_folder_tear_down(void **state) {
  char **fixture = *state;
  test_folder_remove(*fixture);
  free(fixture);
  return 0;
}
