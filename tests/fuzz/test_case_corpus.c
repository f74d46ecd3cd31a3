/* The committed corpus through the fuzz target of the case reader. */
#include "tests.h"
#include "case_target.h"
#include "corpus.h"

static void write_file(const char *name, const char *text) {
  FILE *file = fopen(name, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void write_files(void) {
  write_file("bed.asc", "ncols 1\n");
  write_file("x.csv", "time,value\n0,1\n60,2\n");
  write_file("tide.csv", "name,amplitude,phase\nM2,1.08,77\n");
}

static void corpus(void **state) {
  (void)state;
  test_corpus_run("case", case_target, 2048, write_files);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(corpus)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
