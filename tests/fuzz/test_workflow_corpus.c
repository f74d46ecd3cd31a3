/* The committed corpus through the fuzz target of the workflow reader. */
#include "tests.h"
#include "corpus.h"
#include "workflow_target.h"

static void corpus(void **state) {
  (void)state;
  test_corpus_run("workflow", workflow_target, 1024, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(corpus)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
