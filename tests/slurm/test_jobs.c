/* Separate jobs in the queue of a real Slurm: side by side, arrays, every kind of end, lost nodes,
 * and a starter that dies. This program runs itself on the head of a cluster (cluster.bash).
 */
#include "tests.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "cluster.h"
#include "jobs.h"

static char *folder;
static ria_launcher *launcher;
/* Started first: Slurm's smallest time limit is a minute, and the other ranks of a lost one have
 * half a minute. */
static test_job limited, rank_killed;

static ria_launcher *create(void) {
  const ria_launcher_options options = {.program = test_ria()};
  ria_launcher *made;
  if (ria_launcher_create(&made, RIA_LAUNCHER_JOBS, &options) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  return made;
}

static int set_up(void **state) {
  (void)state;
  folder = test_folder_create();
  launcher = create();
  test_job_make(&limited, folder, "limited", "trap '>$0/warned' USR1; while :; do sleep .2; done");
  limited.job.resources.seconds = 60;
  limited.job.resources.memory = 64 << 20;
  limited.job.warning =
      10; /* Slurm's signal may come half a minute earlier, but not before the trap is set */
  test_job_start(launcher, &limited);
  test_job_make(&rank_killed, folder, "rank-killed", "[ $PMIX_RANK = 0 ] || kill -9 $$; sleep 300");
  rank_killed.job.resources = (ria_resources){.ranks = 2, .memory = 64 << 20};
  test_job_start(launcher, &rank_killed);
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

static void small(test_job *job) {
  job->job.resources.memory = 64 << 20;
  job->job.resources.seconds = 300;
}

static void test_endings(void **state) {
  (void)state;
  test_job good, bad, killed, memory, ranks, absent, cancelled;
  test_job *const all[] = {&good, &bad, &killed, &memory, &ranks, &absent, &cancelled};
  const char *const environment[] = {"X=$(touch pwned) 'ñ'\n;", NULL};
  test_job_make(&good, folder, "it's a \"good\" one; $(touch pwned)", "echo \"$X\"; pwd");
  good.job.environment = environment;
  good.job.directory = folder;
  test_job_make(&bad, folder, "bad", "exit 3");
  test_job_make(&killed, folder, "killed", "kill -9 $PPID; sleep 60"); /* the wrapper */
  test_job_make(&memory, folder, "memory",
                "python3 -c 'import time; x = bytearray(300 << 20); time.sleep(60)'");
  test_job_make(&ranks, folder, "ranks", "echo rank $PMIX_RANK on $(hostname)");
  test_job_make(&absent, folder, "absent", "");
  absent.argv[0] = "/nonexistent/program";
  test_job_make(&cancelled, folder, "cancelled", ">$0/ready; sleep 300");
  for (int i = 0; i < 7; i++) {
    small(all[i]);
    if (all[i] == &ranks)
      ranks.job.resources.ranks = ranks.job.resources.nodes = 2;
    test_job_start(launcher, all[i]);
  }
  test_job_await_file(&cancelled, "ready");
  const ria_job_ref it = ref(&cancelled);
  assert_int_equal(ria_launcher_cancel(launcher, &it, 1), RIA_SUCCESS);
  test_jobs_await(launcher, all, 7, RIA_JOB_ENDED);
  test_job_expect(&good, RIA_CAUSE_NONE, 0);
  test_job_expect(&bad, RIA_CAUSE_PROGRAM, 3);
  test_job_expect(&killed, RIA_CAUSE_SIGNAL, 128 + SIGKILL);
  test_job_expect(&memory, RIA_CAUSE_MEMORY, -1);
  test_job_expect(&ranks, RIA_CAUSE_NONE, 0);
  test_job_expect(&absent, RIA_CAUSE_LAUNCH, 127);
  test_job_expect(&cancelled, RIA_CAUSE_CANCELLED, -1);
  assert_true(test_job_said(&good, "$(touch pwned) 'ñ'") && test_job_said(&good, folder));
  assert_true(test_job_said(&ranks, "rank 0 on node") && test_job_said(&ranks, "rank 1 on node"));
  assert_true(good.report.ended >= good.report.started && good.report.started > 0);
  assert_int_equal(strncmp(good.report.nodes, "node", 4), 0);
}

/* The process that uses too much memory is a child of srun, not of the wrapper. */
static void test_rank_memory(void **state) {
  (void)state;
  test_job memory, *const all[] = {&memory};
  test_job_make(&memory, folder, "rank-memory",
                "python3 -c 'import time; x = bytearray(300 << 20); time.sleep(60)'");
  small(&memory);
  memory.job.resources.ranks = 2;
  test_job_start(launcher, &memory);
  test_jobs_await(launcher, all, 1, RIA_JOB_ENDED);
  test_job_expect(&memory, RIA_CAUSE_MEMORY, -1);
}

static void test_rank_killed(void **state) {
  (void)state;
  test_job *const all[] = {&rank_killed};
  test_jobs_await(launcher, all, 1, RIA_JOB_ENDED);
  test_job_expect(&rank_killed, RIA_CAUSE_SIGNAL, -1); /* srun may report the other rank's signal */
}

static void test_signal(void **state) {
  (void)state;
  test_job plain, ranks, *const all[] = {&plain, &ranks};
  static const char line[] = "trap 'exit 3' USR1; >$0/ready; while :; do sleep .1; done";
  test_job_make(&plain, folder, "signal", line);
  test_job_make(&ranks, folder, "signal-ranks", line);
  ranks.job.resources.ranks = 2;
  for (int i = 0; i < 2; i++) {
    small(all[i]);
    test_job_start(launcher, all[i]);
    test_job_await_file(all[i], "ready");
    const ria_job_ref it = ref(all[i]);
    test_jobs_await(launcher, &all[i], 1, RIA_JOB_RUNNING);
    assert_int_equal(ria_launcher_signal(launcher, &it, SIGUSR1), RIA_SUCCESS);
  }
  test_jobs_await(launcher, all, 2, RIA_JOB_ENDED);
  test_job_expect(&plain, RIA_CAUSE_PROGRAM, 3);
  test_job_expect(&ranks, RIA_CAUSE_PROGRAM, 3);
}

static void test_dependencies(void **state) {
  (void)state;
  test_job first, bad, both, never, anyway;
  test_job *const all[] = {&first, &bad, &both, &never, &anyway};
  test_job_make(&first, folder, "first", "sleep 1; >$0/done");
  test_job_make(&bad, folder, "first-bad", "exit 1");
  test_job_make(&both, folder, "second", "[ -e \"${0%/*}/first/done\" ]");
  test_job_make(&never, folder, "never", "true");
  test_job_make(&anyway, folder, "anyway", "true");
  const char *const after_first[] = {first.id, NULL}, *const after_bad[] = {bad.id, first.id, NULL};
  both.job.after = after_first;
  never.job.after = anyway.job.after = after_bad;
  anyway.job.after_what = RIA_AFTER_END;
  for (int i = 0; i < 5; i++) {
    small(all[i]);
    test_job_start(launcher, all[i]);
  }
  test_jobs_await(launcher, all, 5, RIA_JOB_ENDED);
  test_job_expect(&both, RIA_CAUSE_NONE, 0);
  test_job_expect(&never, RIA_CAUSE_DEPENDENCY, -1);
  test_job_expect(&anyway, RIA_CAUSE_NONE, 0);
  assert_true(anyway.report.started >= first.report.ended);
}

static void test_array(void **state) {
  (void)state;
  enum { ELEMENTS = 5, CAP = 2 };
  static test_job element[ELEMENTS];
  test_job *all[ELEMENTS];
  ria_job jobs[ELEMENTS];
  ria_job_id ids[ELEMENTS];
  ria_capacity capacity;
  for (int i = 0; i < ELEMENTS; i++) {
    char name[32];
    snprintf(name, sizeof name, "element '%d' %%a", i);
    /* Each in a folder of its own, though the array has but one. */
    test_job_make(&element[i], folder, name, "[ \"$PWD\" = \"$0\" ] || exit 99; sleep 1; exit $1");
    assert_int_equal(mkdir(element[i].markers, 0777), 0);
    element[i].argv[4] = (const char *const[]){"0", "1", "2", "3", "4"}[i];
    small(&element[i]);
    jobs[i] = element[i].job;
    jobs[i].name = "array";
    jobs[i].directory = element[i].markers;
    all[i] = &element[i];
  }
  if (ria_launcher_start_array(launcher, jobs, ELEMENTS, CAP, ids) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  for (int i = 0; i < ELEMENTS; i++)
    memcpy(element[i].id, ids[i], sizeof ids[i]);
  test_jobs_await(launcher, all, ELEMENTS, RIA_JOB_ENDED);
  test_job_expect(&element[0], RIA_CAUSE_NONE, 0);
  for (int i = 1; i < ELEMENTS; i++)
    test_job_expect(&element[i], RIA_CAUSE_PROGRAM, i);
  /* Two at a time, a second each. */
  assert_true(element[4].report.ended - element[0].report.started >= ELEMENTS / CAP);
  assert_int_equal(ria_launcher_capacity(launcher, &capacity), RIA_SUCCESS);
  assert_int_equal(capacity.array_limit, 1000);
  assert_int_equal(ria_launcher_start_array(launcher, jobs, 1001, 0, ids), RIA_ERROR_ARGUMENT);
}

/* An element requeues itself alone; the next life takes the place of the first. */
static void test_requeue(void **state) {
  (void)state;
  static test_job element[2];
  test_job *const all[] = {&element[0], &element[1]};
  ria_job jobs[2];
  ria_job_id ids[2];
  for (int i = 0; i < 2; i++) {
    test_job_make(&element[i], folder, i ? "again-1" : "again-0",
                  "echo life ${SLURM_RESTART_COUNT:-0}; [ \"$1\" = 1 ] || exit 0; "
                  "[ -n \"${SLURM_RESTART_COUNT:-}\" ] && exit 7; "
                  "scontrol requeue ${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID; sleep 60");
    element[i].argv[4] = i ? "1" : "0";
    small(&element[i]);
    element[i].job.requeue = true;
    jobs[i] = element[i].job;
  }
  if (ria_launcher_start_array(launcher, jobs, 2, 0, ids) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  for (int i = 0; i < 2; i++)
    memcpy(element[i].id, ids[i], sizeof ids[i]);
  test_jobs_await(launcher, all, 2, RIA_JOB_ENDED);
  test_job_expect(&element[0], RIA_CAUSE_NONE, 0);
  test_job_expect(&element[1], RIA_CAUSE_PROGRAM, 7);
  assert_int_equal(element[0].report.restarts, 0);
  assert_int_equal(element[1].report.restarts, 1);
  assert_false(test_job_said(&element[0], "life 1"));
  assert_true(test_job_said(&element[1], "life 0") && test_job_said(&element[1], "life 1"));
}

/* Killed between sbatch and noting its answer: the job is in the queue, and found there. */
static void test_adoption(void **state) {
  (void)state;
  test_job job, never, *const all[] = {&job};
  char path[700];
  bool found = false;
  test_job_make(&job, folder, "adopted",
                ">$0/ready; until [ -e $0/go ]; do sleep .1; done; exit 4");
  test_job_make(&never, folder, "never-submitted", "true");
  small(&job);
  pid_t starter = fork();
  if (starter == 0)
    _exit(ria_launcher_start(launcher, &job.job, job.id) != RIA_SUCCESS);
  waitpid(starter, NULL, 0);
  test_job_await_file(&job, "ready");
  snprintf(path, sizeof path, "%s/started", job.markers);
  assert_int_equal(unlink(path), 0);
  snprintf(path, sizeof path, "sed -i /^job/d '%s/submitted'", job.markers);
  assert_int_equal(system(path), 0);

  ria_launcher *later = create();
  assert_int_equal(ria_launcher_find(later, job.markers, job.id, &found), RIA_SUCCESS);
  assert_true(found);
  assert_int_equal(ria_launcher_find(later, never.markers, never.id, &found), RIA_SUCCESS);
  assert_false(found);
  test_jobs_await(later, all, 1, RIA_JOB_RUNNING);
  snprintf(path, sizeof path, "%s/go", job.markers);
  fclose(fopen(path, "w"));
  test_jobs_await(later, all, 1, RIA_JOB_ENDED);
  test_job_expect(&job, RIA_CAUSE_PROGRAM, 4);
  ria_launcher_destroy(later);
}

static void test_check(void **state) {
  (void)state;
  ria_capacity c;
  ria_resources r = {.nodes = 3, .ranks = 12, .seconds = 3600};
  assert_int_equal(ria_launcher_capacity(launcher, &c), RIA_SUCCESS);
  assert_true(c.nodes == 3 && c.cores == 4 && c.memory == (int64_t)2 << 30 && c.seconds == 3600);
  assert_int_equal(ria_launcher_check(launcher, &r), RIA_SUCCESS);
  r.nodes = 4;
  assert_int_equal(ria_launcher_check(launcher, &r), RIA_ERROR_UNSUPPORTED);
  assert_non_null(strstr(ria_status_detail(), "partition main has 3"));
  r = (ria_resources){.partition = "none"};
  assert_int_equal(ria_launcher_check(launcher, &r), RIA_ERROR_UNSUPPORTED);
  test_job job;
  char *text;
  test_job_make(&job, folder, "refused", "true");
  job.job.resources.partition = "none";
  assert_int_equal(ria_launcher_start(launcher, &job.job, job.id), RIA_ERROR_UNSUPPORTED);
  assert_int_equal(ria_launcher_refusal(launcher), RIA_REFUSAL_PERMANENT);
  assert_non_null(strstr(ria_status_detail(), "sbatch"));
  job.job.resources = (ria_resources){.ranks = 2};
  assert_int_equal(ria_launcher_describe(launcher, &job.job, &text), RIA_SUCCESS);
  assert_int_equal(strncmp(text, "sbatch --parsable ", 18), 0);
  assert_non_null(strstr(text, "\nsrun --job-name=refused --ntasks=2 --mpi=pmix "));
  free(text);
}

/* One query is enough for any number of checks. */
static void test_check_asks_once(void **state) {
  (void)state;
  char *const path = strdup(getenv("PATH"));
  ria_resources r = {.nodes = 4};
  setenv("PATH", "/nonexistent", 1);
  ria_status status = ria_launcher_check(launcher, &r);
  setenv("PATH", path, 1);
  free(path);
  assert_int_equal(status, RIA_ERROR_UNSUPPORTED);
  assert_non_null(strstr(ria_status_detail(), "partition main has 3"));
}

static void test_lost_node(void **state) {
  (void)state;
  const char *const there[] = {"--nodelist=node3", NULL};
  test_job lost, *const all[] = {&lost};
  test_job_make(&lost, folder, "lost", ">$0/ready; sleep 300");
  small(&lost);
  lost.job.resources.options = there;
  test_job_start(launcher, &lost);
  test_job_await_file(&lost, "ready");
  test_cluster_kill("node3");
  test_jobs_await(launcher, all, 1, RIA_JOB_ENDED);
  test_job_expect(&lost, RIA_CAUSE_NODE, -1);
}

static void test_time_limit(void **state) {
  (void)state;
  test_job *const all[] = {&limited};
  test_jobs_await(launcher, all, 1, RIA_JOB_ENDED);
  test_job_expect(&limited, RIA_CAUSE_TIME_LIMIT, -1);
  test_job_await_file(&limited, "warned");
}

/* Slurm no longer lists a job (MinJobAge) or does not answer: the markers decide. */
static void test_forgotten(void **state) {
  (void)state;
  test_job job, *const all[] = {&job};
  char *const path = strdup(getenv("PATH"));
  ria_job_report report = {.state = RIA_JOB_WAITING};
  test_job_make(&job, folder, "forgotten", "exit 5");
  small(&job);
  test_job_start(launcher, &job);
  test_job_await_file(&job, "ended");
  const ria_job_ref it = ref(&job);
  setenv("PATH", "/nonexistent", 1);
  assert_int_not_equal(ria_launcher_poll(launcher, &it, 1, &report), RIA_SUCCESS);
  setenv("PATH", path, 1);
  free(path);
  assert_int_equal(report.state, RIA_JOB_ENDED);
  assert_int_equal(report.exit_code, 5);
  snprintf(job.id, sizeof job.id, "99999"); /* an id that it does not know */
  test_jobs_await(launcher, all, 1, RIA_JOB_ENDED);
  test_job_expect(&job, RIA_CAUSE_PROGRAM, 5);
}

int main(int argc, char **argv) {
  (void)argc;
  test_cluster_enter(3, argv[0]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_endings),         cmocka_unit_test(test_rank_memory),
      cmocka_unit_test(test_signal),          cmocka_unit_test(test_dependencies),
      cmocka_unit_test(test_array),           cmocka_unit_test(test_requeue),
      cmocka_unit_test(test_adoption),        cmocka_unit_test(test_check),
      cmocka_unit_test(test_check_asks_once), cmocka_unit_test(test_lost_node),
      cmocka_unit_test(test_rank_killed),     cmocka_unit_test(test_time_limit),
      cmocka_unit_test(test_forgotten)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
