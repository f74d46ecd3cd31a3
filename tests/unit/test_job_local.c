/* Jobs that are processes of this machine: how they end, who may end them, and how a later process
 * finds them again. */
#include "tests.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "jobs.h"
#include "ria/exec.h"

static char *folder;
static ria_launcher *launcher;

static int set_up(void **state) {
  (void)state;
  const ria_launcher_options options = {.program = test_ria(), .grace = 2};
  folder = test_folder_create();
  return ria_launcher_create(&launcher, RIA_LAUNCHER_LOCAL, &options) == RIA_SUCCESS ? 0 : -1;
}

static int tear_down(void **state) {
  (void)state;
  ria_launcher_destroy(launcher);
  test_folder_remove(folder);
  return 0;
}

static ria_job_ref ref(const test_job *job) {
  return (ria_job_ref){.id = job->id, .markers = job->markers};
}

static void test_endings(void **state) {
  (void)state;
  test_job good, bad, killed, absent;
  test_job *const all[] = {&good, &bad, &killed, &absent};
  test_job_make(&good, folder, "good", "echo \"$X\"; pwd; cat");
  const char *const environment[] = {"X=$(touch pwned) 'x'", NULL};
  good.job.environment = environment;
  good.job.directory = folder;
  test_job_make(&bad, folder, "bad", "exit 3");
  test_job_make(&killed, folder, "killed", "kill -SEGV $$");
  test_job_make(&absent, folder, "absent", "");
  absent.argv[0] = "/nonexistent/program";
  for (int i = 0; i < 4; i++)
    test_job_start(launcher, all[i]);
  test_jobs_await(launcher, all, 4, RIA_JOB_ENDED);
  test_job_expect(&good, RIA_CAUSE_NONE, 0);
  test_job_expect(&bad, RIA_CAUSE_PROGRAM, 3);
  test_job_expect(&killed, RIA_CAUSE_SIGNAL, 128 + SIGSEGV);
  test_job_expect(&absent, RIA_CAUSE_LAUNCH, 127);
  assert_true(test_job_said(&good, "$(touch pwned) 'x'"));
  assert_true(test_job_said(&good, folder));
  assert_true(test_job_said(&absent, "/nonexistent/program cannot be run"));
  assert_true(good.report.started > 0 && good.report.ended >= good.report.started);
  assert_true(good.report.memory > 0);
}

static void test_cannot_start(void **state) {
  (void)state;
  test_job job;
  const char *const after[] = {"1", NULL};
  test_job_make(&job, folder, "nowhere", "true");
  job.job.directory = "/nonexistent";
  assert_int_equal(ria_launcher_start(launcher, &job.job, job.id), RIA_ERROR_IO);
  assert_non_null(strstr(ria_status_detail(), "/nonexistent"));
  job.job.directory = NULL;
  job.job.after = after;
  assert_int_equal(ria_launcher_start(launcher, &job.job, job.id), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_launcher_start_array(launcher, &job.job, 1, 0, &job.id),
                   RIA_ERROR_UNSUPPORTED);
}

static void test_cancel(void **state) {
  (void)state;
  test_job soft, stubborn;
  test_job *const all[] = {&soft, &stubborn};
  test_job_make(&soft, folder, "soft", "trap 'exit 5' TERM; >$0/ready; while :; do sleep .1; done");
  test_job_make(&stubborn, folder, "stubborn",
                "trap '' TERM; >$0/ready; while :; do sleep .1; done");
  for (int i = 0; i < 2; i++) {
    test_job_start(launcher, all[i]);
    test_job_await_file(all[i], "ready");
  }
  test_jobs_await(launcher, all, 2, RIA_JOB_RUNNING);
  const ria_job_ref refs[] = {ref(&soft), ref(&stubborn)};
  assert_int_equal(ria_launcher_cancel(launcher, refs, 2), RIA_SUCCESS);
  test_jobs_await(launcher, all, 2, RIA_JOB_ENDED);
  test_job_expect(&soft, RIA_CAUSE_CANCELLED, 5);
  test_job_expect(&stubborn, RIA_CAUSE_CANCELLED, 128 + SIGKILL);
  /* No process is left that could get a signal. */
  assert_int_equal(ria_launcher_cancel(launcher, refs, 2), RIA_SUCCESS);
}

static void test_signal(void **state) {
  (void)state;
  test_job job, *const all[] = {&job};
  test_job_make(&job, folder, "signal",
                "trap 'exit 3' USR1; >$0/ready; while :; do sleep .1; done");
  test_job_start(launcher, &job);
  test_job_await_file(&job, "ready");
  const ria_job_ref it = ref(&job);
  assert_int_equal(ria_launcher_signal(launcher, &it, SIGUSR1), RIA_SUCCESS);
  test_jobs_await(launcher, all, 1, RIA_JOB_ENDED);
  test_job_expect(&job, RIA_CAUSE_PROGRAM, 3);
}

static void test_time_limit(void **state) {
  (void)state;
  test_job warned, over, *const all[] = {&warned, &over};
  test_job_make(&warned, folder, "warned", "trap 'exit 3' USR1; while :; do sleep .1; done");
  warned.job.resources.seconds = 100;
  warned.job.warning = 98;
  test_job_make(&over, folder, "over", "while :; do sleep .1; done");
  over.job.resources.seconds = 1;
  test_job_start(launcher, &warned);
  test_job_start(launcher, &over);
  test_jobs_await(launcher, all, 2, RIA_JOB_ENDED);
  test_job_expect(&warned, RIA_CAUSE_PROGRAM, 3);
  test_job_expect(&over, RIA_CAUSE_TIME_LIMIT, 128 + SIGTERM);
}

static void test_leftovers(void **state) {
  (void)state;
  char path[700];
  int left = 0;
  test_job job, *const all[] = {&job};
  test_job_make(&job, folder, "left", "setsid sleep 300 & echo $! >$0/left; disown; exit 0");
  test_job_start(launcher, &job);
  test_jobs_await(launcher, all, 1, RIA_JOB_ENDED);
  test_job_expect(&job, RIA_CAUSE_NONE, 0);
  snprintf(path, sizeof path, "%s/left", job.markers);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_int_equal(fscanf(file, "%d", &left), 1);
  fclose(file);
  assert_int_equal(kill(left, 0), -1);
}

static void test_killed_wrapper(void **state) {
  (void)state;
  test_job job, *const all[] = {&job};
  test_job_make(&job, folder, "wrapper", ">$0/ready; exec sleep 300");
  test_job_start(launcher, &job);
  test_job_await_file(&job, "ready");
  const ria_job_ref it = ref(&job);
  assert_int_equal(ria_launcher_signal(launcher, &it, SIGKILL), RIA_SUCCESS);
  test_jobs_await(launcher, all, 1, RIA_JOB_ENDED);
  assert_int_equal(job.report.state, RIA_JOB_LOST);
  assert_int_equal(job.report.cause, RIA_CAUSE_UNKNOWN);
}

/* The process that started the jobs is killed with SIGKILL before it stores an id. */
static void test_adoption(void **state) {
  (void)state;
  test_job running, ended, never;
  test_job *const all[] = {&running, &ended};
  test_job_make(&running, folder, "running",
                ">$0/ready; until [ -e $0/go ]; do sleep .1; done; exit 4");
  test_job_make(&ended, folder, "ended", "exit 6");
  test_job_make(&never, folder, "never", "true");
  pid_t starter = fork();
  if (starter == 0) {
    bool started = ria_launcher_start(launcher, &running.job, running.id) == RIA_SUCCESS &&
                   ria_launcher_start(launcher, &ended.job, ended.id) == RIA_SUCCESS;
    if (!started)
      _exit(1);
    for (;;)
      pause();
  }
  test_job_await_file(&running, "ready");
  test_job_await_file(&ended, "ended");
  kill(starter, SIGKILL);
  waitpid(starter, NULL, 0);

  ria_launcher *later;
  bool found = false;
  assert_int_equal(ria_launcher_create(&later, RIA_LAUNCHER_LOCAL, NULL), RIA_SUCCESS);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(ria_launcher_find(later, all[i]->markers, all[i]->id, &found), RIA_SUCCESS);
    assert_true(found);
  }
  assert_int_equal(ria_launcher_find(later, never.markers, never.id, &found), RIA_SUCCESS);
  assert_false(found);
  test_jobs_await(later, all, 2, RIA_JOB_RUNNING);
  assert_int_equal(running.report.state, RIA_JOB_RUNNING);
  test_job_expect(&ended, RIA_CAUSE_PROGRAM, 6);
  char path[700];
  snprintf(path, sizeof path, "%s/go", running.markers);
  fclose(fopen(path, "w"));
  test_jobs_await(later, all, 2, RIA_JOB_ENDED);
  test_job_expect(&running, RIA_CAUSE_PROGRAM, 4);
  ria_launcher_destroy(later);
}

static void test_ranks(void **state) {
  (void)state;
  test_job job, *const all[] = {&job};
  test_job_make(&job, folder, "ranks", "echo rank $OMPI_COMM_WORLD_RANK of $OMPI_COMM_WORLD_SIZE");
  job.job.resources.ranks = 2;
  test_job_start(launcher, &job);
  test_jobs_await(launcher, all, 1, RIA_JOB_ENDED);
  test_job_expect(&job, RIA_CAUSE_NONE, 0);
  assert_true(test_job_said(&job, "rank 0 of 2") && test_job_said(&job, "rank 1 of 2"));
}

static void test_describe(void **state) {
  (void)state;
  test_job job;
  char *text;
  test_job_make(&job, folder, "described", "echo 'a b'; $(x)");
  assert_int_equal(ria_launcher_describe(launcher, &job.job, &text), RIA_SUCCESS);
  assert_non_null(strstr(text, "bash -c 'echo '\\''a b'\\''; $(x)' "));
  free(text);
  job.job.resources.ranks = 2;
  assert_int_equal(ria_launcher_describe(launcher, &job.job, &text), RIA_SUCCESS);
  assert_int_equal(strncmp(text, "mpirun --quiet -n 2 ", 20), 0);
  free(text);
  assert_int_equal(access(job.markers, F_OK), -1); /* nothing was done */
}

/* Slurm's command lines can be printed without Slurm. */
static void test_describe_offline(void **state) {
  (void)state;
  const ria_launcher_options offline = {.offline = true};
  ria_launcher *jobs, *allocation;
  test_job job[2];
  char *text;
  test_job_make(&job[0], folder, "elsewhere", "true");
  test_job_make(&job[1], folder, "elsewhere-2", "false");
  job[0].job.resources = job[1].job.resources = (ria_resources){.ranks = 2, .seconds = 90};
  assert_int_equal(ria_launcher_create(&jobs, RIA_LAUNCHER_JOBS, &offline), RIA_SUCCESS);
  assert_int_equal(ria_launcher_describe(jobs, &job[0].job, &text), RIA_SUCCESS);
  assert_non_null(strstr(text, "sbatch --parsable --job-name=elsewhere "));
  assert_non_null(strstr(text, " --ntasks=2 --time=2 "));
  assert_non_null(strstr(text, "\nsrun --job-name=elsewhere --ntasks=2 "));
  free(text);
  const ria_job both[] = {job[0].job, job[1].job};
  assert_int_equal(ria_launcher_describe_array(jobs, both, 2, 1, &text), RIA_SUCCESS);
  assert_non_null(strstr(text, " --array=0-1%1 "));
  assert_non_null(strstr(text, "\nsrun --job-name=elsewhere-2 --ntasks=2 "));
  free(text);
  ria_launcher_destroy(jobs);
  assert_int_equal(ria_launcher_create(&allocation, RIA_LAUNCHER_ALLOCATION, &offline),
                   RIA_SUCCESS);
  assert_int_equal(ria_launcher_describe(allocation, &job[0].job, &text), RIA_SUCCESS);
  assert_int_equal(strncmp(text, "srun --exact --job-name=elsewhere ", 34), 0);
  free(text);
  assert_int_equal(ria_launcher_describe_array(allocation, both, 2, 0, &text),
                   RIA_ERROR_UNSUPPORTED);
  ria_launcher_destroy(allocation);
  assert_int_equal(access(job[0].markers, F_OK), -1);
}

static void test_capacity(void **state) {
  (void)state;
  ria_capacity capacity;
  ria_resources all = {.ranks = 1000}, gpus = {.gpus = 1};
  const char *open = getenv("RIA_OVERSUBSCRIBE");
  setenv("RIA_OVERSUBSCRIBE", "0", 1);
  assert_int_equal(ria_launcher_capacity(launcher, &capacity), RIA_SUCCESS);
  assert_true(capacity.nodes == 1 && capacity.cores >= 1 && capacity.memory > 0);
  assert_int_equal(ria_launcher_check(launcher, &all), RIA_ERROR_UNSUPPORTED);
  assert_non_null(strstr(ria_status_detail(), "1000 ranks, but "));
  all.oversubscribe = true;
  assert_int_equal(ria_launcher_check(launcher, &all), RIA_SUCCESS);
  assert_int_equal(ria_launcher_check(launcher, &gpus), RIA_ERROR_UNSUPPORTED);
  all.memory = capacity.memory + 1;
  assert_int_equal(ria_launcher_check(launcher, &all), RIA_ERROR_UNSUPPORTED);
  all = (ria_resources){.ranks = 1000};
  setenv("RIA_OVERSUBSCRIBE", "1", 1);
  assert_int_equal(ria_launcher_check(launcher, &all), RIA_SUCCESS);
  if (!open)
    unsetenv("RIA_OVERSUBSCRIBE");
}

static void test_no_slurm(void **state) {
  (void)state;
  ria_launcher *none;
  char *path = strdup(getenv("PATH")), *job = getenv("SLURM_JOB_ID");
  setenv("PATH", "/nonexistent", 1);
  assert_int_equal(ria_launcher_create(&none, RIA_LAUNCHER_JOBS, NULL), RIA_ERROR_UNSUPPORTED);
  assert_null(none);
  if (!job)
    assert_int_equal(ria_launcher_create(&none, RIA_LAUNCHER_ALLOCATION, NULL),
                     RIA_ERROR_UNSUPPORTED);
  setenv("PATH", path, 1);
  free(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_endings),
                                     cmocka_unit_test(test_cannot_start),
                                     cmocka_unit_test(test_cancel),
                                     cmocka_unit_test(test_signal),
                                     cmocka_unit_test(test_time_limit),
                                     cmocka_unit_test(test_leftovers),
                                     cmocka_unit_test(test_killed_wrapper),
                                     cmocka_unit_test(test_adoption),
                                     cmocka_unit_test(test_ranks),
                                     cmocka_unit_test(test_describe),
                                     cmocka_unit_test(test_describe_offline),
                                     cmocka_unit_test(test_capacity),
                                     cmocka_unit_test(test_no_slurm)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
