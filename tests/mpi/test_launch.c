/* The launcher: this program starts itself again as ranks, whose argument selects their task. */
#include "tests.h"
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "ria/launch.h"
#include "ria/runtime.h"

/* ---- the tasks of ranks ---- */

static volatile sig_atomic_t asked_to_stop;

static void note_signal(int signal) {
  asked_to_stop = signal;
}

static void pause_milliseconds(long milliseconds) {
  const struct timespec length = {.tv_sec = milliseconds / 1000,
                                  .tv_nsec = milliseconds % 1000 * 1000000};
  nanosleep(&length, NULL);
}

static void touch(const char *folder, const char *name, int rank) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s-%d", folder, name, rank);
  int file = open(path, O_CREAT | O_WRONLY, 0600);
  if (file >= 0)
    close(file);
}

/* Ends later than the second that mpirun would wait. */
static int wait_for_signal(const char *folder, int rank) {
  touch(folder, "ready", rank);
  for (int i = 0; i < 1200 && !asked_to_stop; i++)
    pause_milliseconds(50);
  if (asked_to_stop != SIGUSR1)
    return 9;
  pause_milliseconds(2500);
  touch(folder, "stopped", rank);
  return 3;
}

static int be_rank(int argc, char **argv) {
  struct sigaction action = {.sa_handler = note_signal};
  sigaction(SIGUSR1, &action, NULL);
  int rank, ranks, code = 8;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc == 3 && !strcmp(argv[1], "return"))
    code = ranks == 2 && !ria_launch_terminal(STDOUT_FILENO) ? atoi(argv[2]) : 9;
  else if (argc == 3 && !strcmp(argv[1], "wait"))
    code = wait_for_signal(argv[2], rank);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return code;
}

/* ---- the tests ---- */

/* Run the launcher in a process of its own, whose exit code is that of the ranks. */
static pid_t start_launcher(char *what, char *argument) {
  pid_t child = fork();
  if (child == 0) {
    int code = 0, nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    char *argv[] = {what, argument};
    ria_status status = ria_launch_local(2, 2, argv, &code);
    _exit(status == RIA_SUCCESS ? code : 100);
  }
  assert_true(child > 0);
  return child;
}

static int exit_code_of(pid_t child) {
  int state = 0;
  while (waitpid(child, &state, 0) < 0)
    assert_int_equal(errno, EINTR);
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

static bool exists(const char *folder, const char *name, int rank) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s-%d", folder, name, rank);
  return access(path, F_OK) == 0;
}

static void test_exit_code(void **state) {
  (void)state;
  assert_int_equal(exit_code_of(start_launcher("return", "0")), 0);
  assert_int_equal(exit_code_of(start_launcher("return", "2")), 2);
}

static void stop_by(int signal) {
  char *folder = test_folder_create();
  pid_t launcher = start_launcher("wait", folder);
  for (int i = 0; i < 1200 && !(exists(folder, "ready", 0) && exists(folder, "ready", 1)); i++)
    pause_milliseconds(50);
  kill(launcher, signal);
  assert_int_equal(exit_code_of(launcher), 3);
  assert_true(exists(folder, "stopped", 0));
  assert_true(exists(folder, "stopped", 1));
  test_folder_remove(folder);
}

static void test_interrupt(void **state) {
  (void)state;
  stop_by(SIGINT);
}

static void test_terminate(void **state) {
  (void)state;
  stop_by(SIGTERM);
}

static void test_bad_input(void **state) {
  (void)state;
  int code = 0;
  char *argv[] = {"return", "0"};
  assert_int_equal(ria_launch_local(0, 2, argv, &code), RIA_ERROR_ARGUMENT);
  setenv("PMIX_RANK", "0", 1);
  assert_true(ria_runtime_is_rank());
  assert_int_equal(ria_launch_local(2, 2, argv, &code), RIA_ERROR_UNSUPPORTED);
  unsetenv("PMIX_RANK");
  assert_false(ria_runtime_is_rank());
}

static void test_no_mpirun(void **state) {
  (void)state;
  char *path = strdup(getenv("PATH"));
  setenv("PATH", "/nonexistent", 1);
  int code = 0;
  char *argv[] = {"return", "0"};
  assert_int_equal(ria_launch_local(2, 2, argv, &code), RIA_ERROR_UNSUPPORTED);
  assert_non_null(strstr(ria_status_detail(), "mpirun"));
  setenv("PATH", path, 1);
  free(path);
}

int main(int argc, char **argv) {
  if (ria_runtime_is_rank())
    return be_rank(argc, argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_exit_code), cmocka_unit_test(test_interrupt),
      cmocka_unit_test(test_terminate), cmocka_unit_test(test_bad_input),
      cmocka_unit_test(test_no_mpirun),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
