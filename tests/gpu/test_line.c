/* Many steps of a line on the GPU, against the serial reference: what conformance.cuda_line runs on
 * the host. */
#include "on_gpu.h"
#include <ria/line.h>

static void line_become(int multiprocessors, int backwards) {
  (void)multiprocessors, (void)backwards; /* it is what it is */
}

static void line_release(ria_line_memory *memory) {
  if (memory->graph)
    on_gpu_must(cudaGraphExecDestroy(memory->graph), "a graph");
  ria_line_forget(memory);
}

#define suite_kernels ria_kernels
#include "../conformance/line_case.h"

int main(void) {
  a_gpu_is_here();
  const struct CMUnitTest tests[] = {LINE_TESTS};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
