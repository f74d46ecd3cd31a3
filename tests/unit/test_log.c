/* The messages of a run whose log.txt cannot be written. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "run/log.h"
#include "tests.h"

static int setup(void **state) {
  *state = test_folder_create();
  return 0;
}

static int teardown(void **state) {
  test_folder_remove(*state);
  return 0;
}

static void test_a_full_disk_is_reported_once(void **state) {
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
  const run_warning *warning = run_log_warnings(log, &count);
  assert_int_equal(count, 2);
  assert_non_null(strstr(warning[0].text, "log.txt cannot be written: No space left on device"));
  assert_string_equal(warning[1].text, "the bed is 12.5 m deep");
  run_log_destroy(log);
  close(file);
}

/* The lines of a log whose file is `file`, without their dates. */
static void read_log(int file, char text[4096]) {
  char *line = text;
  const ssize_t bytes = pread(file, text, 4095, 0);
  assert_true(bytes >= 0);
  text[bytes] = '\0';
  for (char *from = text; *from;) {
    char *end = strchr(from, '\n'), *after = strchr(from, ' ') + 1;
    memmove(line, after, (size_t)(end + 1 - after));
    line += end + 1 - after;
    from = end + 1;
  }
  *line = '\0';
}

static void test_alike_warnings_are_one(void **state) {
  char *folder = *state, path[4096], text[4096];
  snprintf(path, sizeof path, "%s/log.txt", folder);
  const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  run_log *log;
  assert_int_equal(run_log_create(file, false, &log), RIA_SUCCESS);
  ria_case_errors found = {0};
  for (int i = 0; i < 18; i++)
    ria_case_complain_at(&found, NULL, 0, 0, "gauge 'g%d' at (%g, 5) lies on dry land", i,
                         2.5e-7 * i);
  ria_case_complain_at(&found, NULL, 0, 0, "river 'g1' at (5, 5) lies on dry land");
  run_log_warn_all(log, &found);
  for (int i = 0; i < 3; i++)
    run_log_warn(log, "the file %d is damaged", i);
  run_log_count_warnings(log);
  run_log_count_warnings(log);
  read_log(file, text);
  assert_string_equal(text, "warning: gauge 'g0' at (0, 5) lies on dry land (and 17 more like it)\n"
                            "warning: river 'g1' at (5, 5) lies on dry land\n"
                            "warning: the file 0 is damaged\n"
                            "warning: the file 0 is damaged (2 more like it came later)\n");
  int count;
  const run_warning *warning = run_log_warnings(log, &count);
  assert_int_equal(count, 3);
  assert_int_equal(warning[0].more, 17);
  assert_int_equal(warning[1].more, 0);
  assert_int_equal(warning[2].more, 2);
  run_log_destroy(log);
  ria_case_errors_destroy(&found);
  close(file);
}

static void test_what_is_alike(void **state) {
  (void)state;
  static const struct {
    const char *a, *b;
    bool alike;
  } pairs[] = {
      {"case.yaml:4:20: boundaries.0: 1.00 m", "case.yaml:17:8: boundaries.11: -3e-5 m", true},
      {"river 'Ulla' is dry", "river 'Rio d' is dry", true},
      {"river 'Ulla' is dry", "river 'Ulla' is dry, too", false},
      {"friction is odd", "wind is odd", false},
      {"the bed's crest, the sea's level", "the bed's trough, the sea's level", false},
      {"at 5 m", "at five m", false},
      {"at 5 m", "at 5 s", false},
      {"", "", true},
      {"a", "", false},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (ria_case_alike(pairs[i].a, pairs[i].b) != pairs[i].alike ||
        ria_case_alike(pairs[i].b, pairs[i].a) != pairs[i].alike)
      fail_msg("'%s' and '%s'", pairs[i].a, pairs[i].b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_full_disk_is_reported_once),
      cmocka_unit_test_setup_teardown(test_alike_warnings_are_one, setup, teardown),
      cmocka_unit_test(test_what_is_alike),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
