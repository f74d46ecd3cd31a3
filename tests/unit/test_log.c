/* The messages of a run whose log.txt cannot be written. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "run/log.h"
#include "tests.h"

static void test_a_full_disk_is_told_once(void **state) {
  (void)state;
  const int file = open("/dev/full", O_WRONLY | O_CLOEXEC);
  if (file < 0)
    skip();
  run_log *log;
  assert_int_equal(run_log_create(file, false, &log), RIA_SUCCESS);
  run_log_info(log, "starts");
  run_log_warn(log, "the bed is %g m deep", 12.5);
  run_log_info(log, "ends");
  int count;
  char *const *warning = run_log_warnings(log, &count);
  assert_int_equal(count, 2);
  assert_non_null(strstr(warning[0], "log.txt cannot be written: No space left on device"));
  assert_string_equal(warning[1], "the bed is 12.5 m deep");
  run_log_destroy(log);
  close(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_full_disk_is_told_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
