/* A library that crashes while it reads a file: the process ends with a sentence; other crashes are
 * unaffected. */
#include "tests.h"
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../inputs/raster/crash_sentence.h"

/* Output and exit status of a child that crashes while it reads a file, or after that. */
static int crash(int signal_number, bool while_reading, char *said, size_t room) {
  int ends[2], state;
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(signal_number, SIG_DFL);
    raster_crash_sentence_begin("maps/bay.nc");
    if (!while_reading)
      raster_crash_sentence_end();
    raise(signal_number);
    _exit(0);
  }
  close(ends[1]);
  size_t length = 0;
  for (ssize_t n; length + 1 < room && (n = read(ends[0], said + length, room - 1 - length)) > 0;)
    length += (size_t)n;
  said[length] = '\0';
  close(ends[0]);
  assert_int_equal(waitpid(child, &state, 0), child);
  return state;
}

static void crash_is_reported(void **state) {
  (void)state;
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  char said[512];
#ifdef RIA_ADDRESS_SANITIZER
  skip();
#endif
  for (int i = 0; i < 5; i++) {
    int end = crash(signals[i], true, said, sizeof said);
    assert_true(WIFEXITED(end) && WEXITSTATUS(end) == 2);
    assert_non_null(strstr(said, "maps/bay.nc is damaged"));
    assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
    end = crash(signals[i], false, said, sizeof said);
    assert_true(WIFSIGNALED(end) && WTERMSIG(end) == signals[i]);
    assert_string_equal(said, "");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(crash_is_reported)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
