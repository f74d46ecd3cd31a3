/* Jobs that squeue no longer lists, and their records in Slurm's accounts: every kind of end, with
 * and without markers, accounts that are down for a while, and accounts that never record an end.
 * This program runs itself on the head of a cluster (cluster.bash) that keeps accounts and forgets
 * a job after two seconds. */
#include "tests.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cluster.h"
#include "jobs.h"

enum { ELEMENTS = 6, CAP = 2 };

/* In the order of `all`. */
static test_job limited, good, bad, killed, memory, cancelled, waiting, never, lost,
    element[ELEMENTS];
static test_job *const all[] = {&limited,    &good,       &bad,        &killed,     &memory,
                                &cancelled,  &waiting,    &never,      &lost,       &element[0],
                                &element[1], &element[2], &element[3], &element[4], &element[5]};
enum { JOBS = sizeof all / sizeof *all };

static char *folder;
static ria_launcher *launcher;

static void shell(const char *line) {
  if (system(line))
    fail_msg("failed: %s", line);
}

static void begin(test_job *job, const char *name, const char *line) {
  test_job_make(job, folder, name, line);
  job->job.resources.memory = 64 << 20;
  job->job.resources.seconds = 300;
}

#define UNTIL_LET_GO ">$0/ready; until [ -e $0/go ]; do sleep .1; done; "

static void let_go(const test_job *job) {
  char path[700];
  snprintf(path, sizeof path, "%s/go", job->markers);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fclose(file);
}

static void start_array(void) {
  static const char line[] = "[ $1 -lt 2 ] && exit $1; >$0/ready; sleep 300";
  static const char *const number[ELEMENTS] = {"0", "1", "2", "3", "4", "5"};
  ria_job jobs[ELEMENTS];
  ria_job_id ids[ELEMENTS];
  for (int i = 0; i < ELEMENTS; i++) {
    char name[32];
    snprintf(name, sizeof name, "element-%d", i);
    begin(&element[i], name, line);
    element[i].argv[4] = number[i];
    jobs[i] = element[i].job;
  }
  if (ria_launcher_start_array(launcher, jobs, ELEMENTS, CAP, ids) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  for (int i = 0; i < ELEMENTS; i++)
    memcpy(element[i].id, ids[i], sizeof ids[i]);
}

static void start_all(void) {
  static const char *const there[] = {"--nodelist=node3", NULL};
  static const char *const after_limited[] = {limited.id, NULL}, *const after_bad[] = {bad.id,
                                                                                       NULL};
  begin(&limited, "limited", "sleep 300");
  limited.job.resources.seconds = 60; /* Slurm knows no shorter limit */
  begin(&good, "good", "true");
  begin(&bad, "bad", UNTIL_LET_GO "exit 3");
  begin(&killed, "killed", "kill -9 $PPID; sleep 60"); /* the wrapper */
  begin(&memory, "memory", "python3 -c 'import time; x = bytearray(300 << 20); time.sleep(60)'");
  begin(&cancelled, "cancelled", ">$0/ready; sleep 300");
  begin(&waiting, "waiting", "true");
  begin(&never, "never", "true");
  begin(&lost, "lost", ">$0/ready; sleep 300");
  waiting.job.after = after_limited;
  never.job.after = after_bad;
  lost.job.resources.options = there;
  for (int i = 0; i < JOBS - ELEMENTS; i++)
    test_job_start(launcher, all[i]);
  start_array();
  /* A job that Slurm no longer lists cannot be a dependency. */
  test_job_await_file(&bad, "ready");
  let_go(&bad);
}

/* Cancel some jobs while they run and some before they start. Slurm 22.05 keeps no account of a
 * waiting element that is cancelled alone, but it does if the whole array is cancelled. */
static void cancel_some(void) {
  test_job *const some[] = {&cancelled, &waiting, &element[2]};
  ria_job_ref refs[3];
  char line[300];
  test_job_await_file(&cancelled, "ready");
  test_job_await_file(&element[2], "ready");
  test_job_await_file(&element[3], "ready");
  snprintf(line, sizeof line, "scancel %.*s", (int)strcspn(element[4].id, "_"), element[4].id);
  shell(line);
  for (int i = 0; i < 3; i++)
    refs[i] = (ria_job_ref){.id = some[i]->id, .markers = some[i]->markers};
  assert_int_equal(ria_launcher_cancel(launcher, refs, 3), RIA_SUCCESS);
}

static ria_launcher *create(void) {
  const ria_launcher_options options = {.program = test_ria()};
  ria_launcher *made;
  if (ria_launcher_create(&made, RIA_LAUNCHER_JOBS, &options) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  return made;
}

static void await_forgotten(void) {
  shell("for try in $(seq 400); do "
        "  [ \"$(squeue --states=all --noheader | wc -l)\" != 0 ] || exit 0; sleep 1; "
        "done; squeue --states=all; exit 1");
}

static void stop_accounts(void) {
  shell("kill $(pgrep -x slurmdbd) && while pgrep -x slurmdbd >/dev/null; do sleep .1; done");
}

static void start_accounts(void) {
  shell("slurmdbd && for try in $(seq 300); do sacct >/dev/null 2>&1 && exit; sleep .1; done; "
        "exit 1");
}

/* No poll until the queue no longer lists any of them. */
static int set_up(void **state) {
  (void)state;
  folder = test_folder_create();
  launcher = create();
  start_all();
  for (int i = 0; i < JOBS; i++)
    test_job_keep_token(all[i]);
  cancel_some();
  test_job_await_file(&lost, "ready");
  test_cluster_kill("node3");
  await_forgotten();
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  ria_launcher_destroy(launcher);
  test_folder_remove(folder);
  return 0;
}

static void expect_endings(void) {
  test_job_expect(&limited, RIA_CAUSE_TIME_LIMIT, -1);
  test_job_expect(&good, RIA_CAUSE_NONE, 0);
  test_job_expect(&bad, RIA_CAUSE_PROGRAM, 3);
  test_job_expect(&killed, RIA_CAUSE_SIGNAL, 128 + SIGKILL);
  test_job_expect(&cancelled, RIA_CAUSE_CANCELLED, -1);
  test_job_expect(&waiting, RIA_CAUSE_CANCELLED, -1);
  test_job_expect(&never, RIA_CAUSE_DEPENDENCY, -1);
  test_job_expect(&lost, RIA_CAUSE_NODE, -1);
  test_job_expect(&element[0], RIA_CAUSE_NONE, 0);
  test_job_expect(&element[1], RIA_CAUSE_PROGRAM, 1);
  for (int i = 2; i < ELEMENTS; i++)
    test_job_expect(&element[i], RIA_CAUSE_CANCELLED, -1);
  assert_true(limited.report.ended >= limited.report.started + 60);
  assert_true(good.report.started > 0 && good.report.ended >= good.report.started);
  assert_true(waiting.report.started == 0 && waiting.report.ended > 0);
  assert_string_equal(lost.report.nodes, "node3");
  assert_string_equal(waiting.report.nodes, "");
  assert_string_equal(element[5].report.nodes, "");
  /* Memory of a step, because the job's own record has none. Slurm samples once a second, perhaps
   * before the step has allocated everything. */
  assert_true(memory.report.memory > memory.job.resources.memory);
}

static void test_with_markers(void **state) {
  (void)state;
  test_jobs_await(launcher, all, JOBS, RIA_JOB_ENDED);
  expect_endings();
  test_job_expect(&memory, RIA_CAUSE_MEMORY, -1);
}

/* Only the accounts, whose submission line identifies the job. The end by lack of memory is only in
 * the output of Slurm's daemons; if they kill by control groups, the accounts have OUT_OF_MEMORY.
 */
static void test_without_markers(void **state) {
  (void)state;
  char line[700];
  ria_launcher *later = create();
  snprintf(line, sizeof line, "mkdir '%s/kept' && mv '%s'/[!k]* '%s/killed' '%s/kept'", folder,
           folder, folder, folder);
  shell(line);
  test_jobs_await(later, all, JOBS, RIA_JOB_ENDED);
  expect_endings();
  test_job_expect(&memory, RIA_CAUSE_SIGNAL, 128 + SIGKILL);
  test_job other = bad, *const them[] = {&other};
  strcpy(other.token, "ria:another");
  test_jobs_await(later, them, 1, RIA_JOB_ENDED);
  assert_int_equal(other.report.state, RIA_JOB_LOST);
  snprintf(line, sizeof line, "mv '%s'/kept/* '%s'", folder, folder);
  shell(line);
  ria_launcher_destroy(later);
}

static ria_status poll_one(ria_launcher *with, test_job *job) {
  const ria_job_ref it = test_job_ref(job);
  return ria_launcher_poll(with, &it, 1, &job->report);
}

/* A job is kept while the accounts may return soon. After that its markers decide. When the
 * accounts are back they count again. */
static void test_accounts_down(void **state) {
  (void)state;
  int failures = 0;
  char copy[540];
  double interval = ria_launcher_poll_interval(launcher);
  stop_accounts();
  bad.report = lost.report = (ria_job_report){.state = RIA_JOB_RUNNING};
  while (poll_one(launcher, &lost) != RIA_SUCCESS) {
    assert_true(++failures < 100);
    assert_int_equal(lost.report.state, RIA_JOB_RUNNING);
    assert_true(ria_launcher_poll_interval(launcher) > interval);
  }
  assert_true(failures > 1);
  assert_int_equal(lost.report.state, RIA_JOB_LOST);
  assert_int_equal(poll_one(launcher, &bad), RIA_SUCCESS);
  test_job_expect(&bad, RIA_CAUSE_PROGRAM, 3);

  start_accounts();
  memcpy(copy, bad.markers, sizeof bad.markers);
  strcpy(bad.markers, "/nonexistent");
  assert_int_equal(poll_one(launcher, &lost), RIA_SUCCESS);
  assert_int_equal(poll_one(launcher, &bad), RIA_SUCCESS);
  memcpy(bad.markers, copy, sizeof bad.markers);
  test_job_expect(&lost, RIA_CAUSE_NODE, -1);
  test_job_expect(&bad, RIA_CAUSE_PROGRAM, 3);
}

/* The controller's report of the end is lost, so the accounts show the job as running or waiting
 * permanently. Slurm 22.05 has also lost the submission line, so the record cannot be matched to
 * the job. */
static void test_runaway(void **state) {
  (void)state;
  char path[700];
  test_job runaway, *const them[] = {&runaway};
  begin(&runaway, "runaway", UNTIL_LET_GO "kill -9 $PPID");
  test_job_start(launcher, &runaway);
  test_job_await_file(&runaway, "ready");
  snprintf(path, sizeof path,
           "for try in $(seq 300); do sacct --jobs=%s --noheader | grep -q RUNNING && exit; "
           "sleep .1; done; exit 1",
           runaway.id);
  shell(path);
  stop_accounts();
  let_go(&runaway);
  await_forgotten();
  shell("scontrol shutdown slurmctld; while pgrep -x slurmctld >/dev/null; do sleep .1; done; "
        "rm /etc/slurm/state/dbd.messages && slurmctld");
  start_accounts();
  shell("for try in $(seq 300); do scontrol ping | grep -q UP && exit; sleep .1; done; exit 1");
  test_jobs_await(launcher, them, 1, RIA_JOB_ENDED);
  assert_int_equal(runaway.report.state, RIA_JOB_LOST);
}

int main(int argc, char **argv) {
  (void)argc;
  setenv("RIA_CLUSTER_ACCOUNTS", "1", 1);
  setenv("RIA_CLUSTER_MINJOBAGE", "2", 1);
  test_cluster_enter(3, argv[0]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_with_markers), cmocka_unit_test(test_without_markers),
      cmocka_unit_test(test_accounts_down), cmocka_unit_test(test_runaway)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
