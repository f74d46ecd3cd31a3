/* Steps in an allocation of a real Slurm: side by side, and every kind of end. This program runs
 * itself on the head of a cluster (cluster.bash), in an salloc of two nodes. */
#include "tests.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "cluster.h"
#include "jobs.h"
#include "ria/own_job.h"

static char *folder;
static ria_launcher *launcher;

static int set_up(void **state) {
  (void)state;
  const ria_launcher_options options = {.program = test_ria(), .grace = 3};
  folder = test_folder_create();
  if (ria_launcher_create(&launcher, RIA_LAUNCHER_ALLOCATION, &options) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  return 0;
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

static void test_capacity(void **state) {
  (void)state;
  ria_capacity c;
  ria_own_job own;
  ria_resources r = {.nodes = 2, .ranks = 8, .memory = 1 << 30};
  assert_int_equal(ria_launcher_capacity(launcher, &c), RIA_SUCCESS);
  assert_true(c.nodes == 2 && c.cores == 4 && c.memory == 1 << 30);
  assert_true(c.seconds > 60 && c.seconds <= 600);
  assert_int_equal(ria_launcher_check(launcher, &r), RIA_SUCCESS);
  r.nodes = 3;
  assert_int_equal(ria_launcher_check(launcher, &r), RIA_ERROR_UNSUPPORTED);
  assert_int_equal(ria_own_job_read(&own), RIA_SUCCESS);
  assert_string_equal(own.id, getenv("SLURM_JOB_ID"));
  assert_string_equal(own.node_list, "node[1-2]");
  assert_false(own.requeue); /* an salloc cannot be requeued */
}

/* Four steps that wait for one another: all must run at once, for any order in which Slurm gets
 * them. */
static void test_side_by_side(void **state) {
  (void)state;
  enum { STEPS = 4 };
  static test_job step[STEPS];
  test_job *all[STEPS];
  for (int i = 0; i < STEPS; i++) {
    char name[32];
    snprintf(name, sizeof name, "step-%d", i);
    test_job_make(&step[i], folder, name,
                  "echo rank $PMIX_RANK of $SLURM_NTASKS on $(hostname); >$0/ready; "
                  "until [ $(ls \"${0%/*}\"/step-*/ready | wc -l) = 4 ]; do sleep .1; done");
    step[i].job.resources = (ria_resources){.ranks = i < 2 ? 1 : 2, .workers = i < 2 ? 2 : 1};
    all[i] = &step[i];
    test_job_start(launcher, all[i]);
  }
  test_jobs_await(launcher, all, STEPS, RIA_JOB_ENDED);
  for (int i = 0; i < STEPS; i++)
    test_job_expect(&step[i], RIA_CAUSE_NONE, 0);
  assert_true(test_job_said(&step[0], "rank 0 of 1 on node"));
  assert_true(test_job_said(&step[3], "rank 1 of 2 on node"));
}

static void test_endings(void **state) {
  (void)state;
  test_job bad, killed, memory, plain, over, warned;
  test_job *const all[] = {&bad, &killed, &memory, &plain, &over, &warned};
  const char *const environment[] = {"X=$(touch pwned) 'ñ'\n;", NULL};
  test_job_make(&bad, folder, "bad", "exit 3");
  test_job_make(&killed, folder, "killed", "kill -9 $$");
  test_job_make(&memory, folder, "memory",
                "python3 -c 'import time; x = bytearray(300 << 20); time.sleep(60)'");
  test_job_make(&plain, folder, "plain; $(touch pwned)", "echo \"$X\"");
  plain.job.environment = environment;
  test_job_make(&over, folder, "over", "while :; do sleep .1; done");
  over.job.resources.seconds = 3;
  test_job_make(&warned, folder, "warned", "trap 'exit 3' USR1; while :; do sleep .1; done");
  warned.job.resources.seconds = 100;
  warned.job.warning = 80; /* late enough for the shell to set its trap, even on a busy machine */
  for (int i = 0; i < 6; i++) {
    all[i]->job.resources.memory = 64 << 20;
    all[i]->job.resources.ranks = all[i] == &plain ? 0 : 1;
    test_job_start(launcher, all[i]);
  }
  test_jobs_await(launcher, all, 6, RIA_JOB_ENDED);
  test_job_expect(&bad, RIA_CAUSE_PROGRAM, 3);
  test_job_expect(&killed, RIA_CAUSE_SIGNAL, 128 + SIGKILL);
  test_job_expect(&memory, RIA_CAUSE_MEMORY, -1);
  test_job_expect(&plain, RIA_CAUSE_NONE, 0);
  test_job_expect(&over, RIA_CAUSE_TIME_LIMIT, -1);
  test_job_expect(&warned, RIA_CAUSE_PROGRAM, 3);
  assert_true(test_job_said(&plain, "$(touch pwned) 'ñ'"));
}

static void test_cancel_and_signal(void **state) {
  (void)state;
  test_job cancelled, signalled, *const all[] = {&cancelled, &signalled};
  test_job_make(&cancelled, folder, "cancelled", ">$0/ready; while :; do sleep .1; done");
  test_job_make(&signalled, folder, "signalled",
                "trap 'exit 3' USR1; >$0/ready; while :; do sleep .1; done");
  for (int i = 0; i < 2; i++) {
    all[i]->job.resources.ranks = 2;
    test_job_start(launcher, all[i]);
    test_job_await_file(all[i], "ready");
  }
  const ria_job_ref first = ref(&cancelled), second = ref(&signalled);
  assert_int_equal(ria_launcher_cancel(launcher, &first, 1), RIA_SUCCESS);
  assert_int_equal(ria_launcher_signal(launcher, &second, SIGUSR1), RIA_SUCCESS);
  test_jobs_await(launcher, all, 2, RIA_JOB_ENDED);
  test_job_expect(&cancelled, RIA_CAUSE_CANCELLED, -1);
  test_job_expect(&signalled, RIA_CAUSE_PROGRAM, 3);
  /* Their steps hold no cores any more. */
  test_job next, *const last[] = {&next};
  test_job_make(&next, folder, "next", "true");
  next.job.resources.ranks = 8;
  test_job_start(launcher, &next);
  test_jobs_await(launcher, last, 1, RIA_JOB_ENDED);
  test_job_expect(&next, RIA_CAUSE_NONE, 0);
}

static void test_describe(void **state) {
  (void)state;
  test_job job;
  char *text;
  test_job_make(&job, folder, "described", "true");
  job.job.resources = (ria_resources){.ranks = 2, .workers = 2};
  assert_int_equal(ria_launcher_describe(launcher, &job.job, &text), RIA_SUCCESS);
  assert_non_null(
      strstr(text, "srun --exact --mem-per-cpu=262144K --job-name=described --ntasks=2 --nodes=1 "
                   "--cpus-per-task=2 --mpi=pmix "));
  free(text);
}

/* The allocation goes on without the node (--no-kill), the step does not. */
static void test_lost_node(void **state) {
  (void)state;
  const char *const there[] = {"--nodelist=node2", NULL};
  test_job lost, *const all[] = {&lost};
  test_job_make(&lost, folder, "lost", ">$0/ready; sleep 300");
  lost.job.resources.options = there;
  lost.job.resources.ranks = 1;
  test_job_start(launcher, &lost);
  test_job_await_file(&lost, "ready");
  test_cluster_kill("node2");
  test_jobs_await(launcher, all, 1, RIA_JOB_ENDED);
  test_job_expect(&lost, RIA_CAUSE_NODE, -1);
}

int main(int argc, char **argv) {
  (void)argc;
  test_cluster_enter(2, argv[0]);
  if (!ria_own_job_exists()) {
    execlp("salloc", "salloc", "--quiet", "--no-kill", "--nodes=2", "--ntasks-per-node=4",
           "--mem=1024", "--time=10", argv[0], (char *)NULL);
    return 2;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_capacity),          cmocka_unit_test(test_side_by_side),
      cmocka_unit_test(test_endings),           cmocka_unit_test(test_describe),
      cmocka_unit_test(test_cancel_and_signal), cmocka_unit_test(test_lost_node)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
