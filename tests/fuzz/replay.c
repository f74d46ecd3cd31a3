/* The committed corpus through a fuzz target, for compilers without libFuzzer: each file as it is,
 * and cut short at many places. Built for each target with FUZZ_NAME. */
#include <sys/resource.h>
#include <unistd.h>
#include "tests.h"
#include "corpus.h"
#include "target.h"

static void one(const uint8_t *data, size_t size) {
  LLVMFuzzerTestOneInput(data, size);
}

static void prepare(void) {
  LLVMFuzzerInitialize(NULL, NULL);
}

static void corpus(void **state) {
  (void)state;
#ifndef RIA_ADDRESS_SANITIZER /* which reserves more than any machine has */
  const struct rlimit limit = {(rlim_t)1 << 31, (rlim_t)1 << 31};
  setrlimit(RLIMIT_DATA, &limit);
#endif
  /* Thousands of small files, some of them synced: in memory, where that can be had. */
  if (!getenv("TMPDIR") && !access("/dev/shm", W_OK))
    setenv("TMPDIR", "/dev/shm", 1);
  test_corpus_run(FUZZ_NAME, one, target_cuts, prepare);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(corpus)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
