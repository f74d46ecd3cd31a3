/* libFuzzer's entry to the case reader; tests/fuzz/case.sh builds and runs it. */
#include "case_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  case_target(data, size);
  return 0;
}
