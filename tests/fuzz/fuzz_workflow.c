/* libFuzzer's entry to the workflow reader; tests/fuzz/workflow.sh builds and runs it. */
#include "workflow_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  workflow_target(data, size);
  return 0;
}
