/* Many steps of a line, executed on the host, against the serial reference (line_case.h). */
#include "on_executor.h"
#include <ria/line.h>

static void line_become(int multiprocessors, int backwards) {
  ria_executor_become(multiprocessors, 1 << 22, backwards);
}

static void line_release(ria_line_memory *memory) {
  ria_line_forget(memory);
}

#define suite_kernels ria_executed_kernels
#include "line_case.h"

int main(void) {
  const struct CMUnitTest tests[] = {LINE_TESTS};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
