/* Polls and workers that pause when idle: they are active, and do not change results. */
#include "tests.h"
#include <dlfcn.h>
#include <mpi.h>
#include <starpu.h>
#include <stdlib.h>
#include <time.h>
#include "../../runtime/base/backoff.h"
#include "../../runtime/session/mpi_backoff.h"
#include "ria/runtime.h"

static int in_this_program;

/* StarPU-MPI, a shared library, must find our MPI_Test before MPI's. */
static void test_ours_comes_first(void **state) {
  (void)state;
  Dl_info program, found;
  assert_true(dladdr(&in_this_program, &program));
  void *symbol = dlsym(RTLD_DEFAULT, "MPI_Test");
  assert_non_null(symbol);
  assert_true(dladdr(symbol, &found));
  assert_ptr_equal(found.dli_fbase, program.dli_fbase);
}

/* A message to the own rank arrives after more empty polls than make them yield. */
static void test_polls_still_find(void **state) {
  (void)state;
  int sent = 42, received = 0, flag = 0;
  MPI_Request receive, send;
  mpi_backoff(true);
  MPI_Irecv(&received, 1, MPI_INT, 0, 7, MPI_COMM_SELF, &receive);
  for (int i = 0; i < 2 * MPI_BACKOFF_POLLS; i++) {
    MPI_Test(&receive, &flag, MPI_STATUS_IGNORE);
    assert_false(flag);
  }
  MPI_Isend(&sent, 1, MPI_INT, 0, 7, MPI_COMM_SELF, &send);
  for (int i = 0; i < 100000 && !flag; i++)
    MPI_Test(&receive, &flag, MPI_STATUS_IGNORE);
  assert_true(flag);
  assert_int_equal(received, 42);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  mpi_backoff(false);
}

static void test_environment_overrules(void **state) {
  (void)state;
  unsetenv("RIA_TEST_BACKOFF");
  assert_true(backoff_choose("RIA_TEST_BACKOFF", true));
  assert_false(backoff_choose("RIA_TEST_BACKOFF", false));
  setenv("RIA_TEST_BACKOFF", "0", 1);
  assert_false(backoff_choose("RIA_TEST_BACKOFF", true));
  setenv("RIA_TEST_BACKOFF", "1", 1);
  assert_true(backoff_choose("RIA_TEST_BACKOFF", false));
  unsetenv("RIA_TEST_BACKOFF");
}

/* At least as long as requested; the system decides how much longer. */
static void test_nap(void **state) {
  (void)state;
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  backoff_nap(BACKOFF_MICROSECONDS);
  clock_gettime(CLOCK_MONOTONIC, &after);
  double microseconds = (double)(after.tv_sec - before.tv_sec) * 1e6 +
                        (double)(after.tv_nsec - before.tv_nsec) * 1e-3;
  assert_true(microseconds >= BACKOFF_MICROSECONDS);
}

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void count_call(void **buffers, void *calls) {
  (void)buffers;
  ++*(int *)calls;
}

/* Workers that would look for tasks all the time take no processor time while they are paused, and
 * then work again. */
static void test_pause(void **state) {
  (void)state;
  static struct starpu_codelet codelet = {.cpu_funcs = {count_call}, .name = "count_call"};
  int calls = 0;
  ria_runtime *runtime;
  setenv("RIA_WORKER_BACKOFF", "0", 1);
  assert_int_equal(ria_runtime_create(&(ria_runtime_options){.workers = 2}, &runtime), RIA_SUCCESS);
  ria_runtime_pause(runtime);
  nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL); /* until both have seen it */
  const double before = cpu_seconds();
  nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
  assert_true(cpu_seconds() - before < 0.03);
  ria_runtime_resume(runtime);
  assert_int_equal(starpu_task_insert(&codelet, STARPU_CL_ARGS_NFREE, &calls, sizeof calls, 0), 0);
  starpu_task_wait_for_all();
  assert_int_equal(calls, 1);
  ria_runtime_destroy(runtime);
  unsetenv("RIA_WORKER_BACKOFF");
}

int main(void) {
  int level;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ours_comes_first),
                                     cmocka_unit_test(test_polls_still_find),
                                     cmocka_unit_test(test_environment_overrules),
                                     cmocka_unit_test(test_nap), cmocka_unit_test(test_pause)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
