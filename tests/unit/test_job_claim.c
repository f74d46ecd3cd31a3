/* A marker folder belongs to one job: among wrappers that race for it one runs its command, a
 * withdrawn job never begins, and only a requeued Slurm job takes over from its earlier run. */
#include "tests.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "jobs.h"
#include "ria/exec.h"

static char *folder;
static ria_launcher *launcher;

static int set_up(void **state) {
  (void)state;
  const ria_launcher_options options = {.program = test_ria()};
  static const char *const variables[] = {"SLURM_JOB_ID", "SLURM_ARRAY_JOB_ID",
                                          "SLURM_ARRAY_TASK_ID", "SLURM_RESTART_COUNT"};
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    unsetenv(variables[i]);
  folder = test_folder_create();
  return ria_launcher_create(&launcher, RIA_LAUNCHER_LOCAL, &options) == RIA_SUCCESS ? 0 : -1;
}

static int tear_down(void **state) {
  (void)state;
  ria_launcher_destroy(launcher);
  test_folder_remove(folder);
  return 0;
}

/* The job's wrapper as Slurm or a launcher runs it, its command a line in MARKERS/ledger. `job`
 * (NULL: none) and `restart` are Slurm's. */
static pid_t begin(const test_job *job, const char *slurm_job, const char *restart) {
  static const char line[] = "echo ran >>\"$0/ledger\"";
  fflush(NULL);
  pid_t child = fork();
  if (child)
    return child;
  if (slurm_job) {
    setenv("SLURM_JOB_ID", slurm_job, 1);
    setenv("SLURM_RESTART_COUNT", restart, 1);
  }
  if (!freopen(job->output, "a", stderr))
    _exit(126);
  execl(test_ria(), "ria", "exec", job->markers, "--", "bash", "-c", line, job->markers,
        (char *)NULL);
  _exit(126);
}

static int end_of(pid_t child) {
  int state;
  assert_int_equal(waitpid(child, &state, 0), child);
  return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

static int run(const test_job *job, const char *slurm_job, const char *restart) {
  return end_of(begin(job, slurm_job, restart));
}

static int times_run(const test_job *job) {
  char path[700];
  int lines = 0;
  snprintf(path, sizeof path, "%s/ledger", job->markers);
  FILE *file = fopen(path, "r");
  for (int c; file && (c = getc(file)) != EOF;)
    lines += c == '\n';
  if (file)
    fclose(file);
  return lines;
}

static int hidden_files(const test_job *job) {
  int count = 0;
  DIR *files = opendir(job->markers);
  assert_non_null(files);
  for (struct dirent *file; (file = readdir(files));)
    count += file->d_name[0] == '.';
  closedir(files);
  return count - 2; /* . and .. */
}

static void test_late_wrapper(void **state) {
  (void)state;
  test_job job;
  bool found = true;
  test_job_make(&job, folder, "late", "");
  for (int i = 0; i < 2; i++) {
    assert_int_equal(ria_launcher_find(launcher, job.markers, job.id, &found), RIA_SUCCESS);
    assert_false(found);
  }
  assert_int_equal(run(&job, NULL, NULL), RIA_EXEC_CLAIMED);
  assert_int_equal(run(&job, "12", "3"), RIA_EXEC_CLAIMED);
  assert_int_equal(times_run(&job), 0);
  assert_true(test_job_said(&job, "was withdrawn before this job began; nothing was run"));
  assert_int_equal(ria_launcher_start(launcher, &job.job, job.id), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "another job has used this folder"));
}

static void test_failed_start(void **state) {
  (void)state;
  test_job job;
  test_job_make(&job, folder, "failed", "");
  job.job.directory = "/nonexistent";
  assert_int_equal(ria_launcher_start(launcher, &job.job, job.id), RIA_ERROR_IO);
  assert_non_null(strstr(ria_status_detail(), "/nonexistent"));
  assert_int_equal(run(&job, NULL, NULL), RIA_EXEC_CLAIMED);
  assert_int_equal(times_run(&job), 0);
}

static void test_race(void **state) {
  (void)state;
  enum { WRAPPERS = 8 };
  test_job job;
  pid_t child[WRAPPERS];
  int winners = 0;
  test_job_make(&job, folder, "race", "");
  for (int i = 0; i < WRAPPERS; i++)
    child[i] = begin(&job, NULL, NULL);
  for (int i = 0; i < WRAPPERS; i++) {
    int code = end_of(child[i]);
    winners += code == 0;
    assert_true(code == 0 || code == RIA_EXEC_CLAIMED);
  }
  assert_int_equal(winners, 1);
  assert_int_equal(times_run(&job), 1);
  assert_int_equal(hidden_files(&job), 0);
  assert_true(test_job_said(&job, "which began before; nothing was run"));
}

/* A process that looks for the job and the job's wrapper agree on whether it runs, in either order.
 */
static void test_race_with_find(void **state) {
  (void)state;
  for (int round = 0; round < 20; round++) {
    const struct timespec moment = {.tv_nsec = round * 300000};
    char name[32];
    bool found;
    test_job job;
    snprintf(name, sizeof name, "find-%d", round);
    test_job_make(&job, folder, name, "");
    pid_t child = begin(&job, NULL, NULL);
    nanosleep(&moment, NULL);
    assert_int_equal(ria_launcher_find(launcher, job.markers, job.id, &found), RIA_SUCCESS);
    assert_int_equal(end_of(child), found ? 0 : RIA_EXEC_CLAIMED);
    assert_int_equal(times_run(&job), found ? 1 : 0);
    if (!found)
      continue;
    const ria_job_ref it = {.id = job.id, .markers = job.markers};
    assert_int_equal(ria_launcher_poll(launcher, &it, 1, &job.report), RIA_SUCCESS);
    test_job_expect(&job, RIA_CAUSE_NONE, 0);
  }
}

static void test_requeue(void **state) {
  (void)state;
  test_job job;
  test_job_make(&job, folder, "requeue", "");
  assert_int_equal(run(&job, "12", "0"), 0);
  assert_int_equal(run(&job, "12", "0"), RIA_EXEC_CLAIMED);
  assert_int_equal(run(&job, "13", "1"), RIA_EXEC_CLAIMED);
  assert_int_equal(run(&job, NULL, NULL), RIA_EXEC_CLAIMED);
  assert_int_equal(times_run(&job), 1);
  assert_int_equal(run(&job, "12", "2"), 0);
  assert_int_equal(run(&job, "12", "1"), RIA_EXEC_CLAIMED); /* an earlier life */
  assert_int_equal(times_run(&job), 2);
  assert_int_equal(hidden_files(&job), 0);
}

/* Elements of an array have one SLURM_ARRAY_JOB_ID: it is the element's number that tells. */
static void test_element(void **state) {
  (void)state;
  test_job job;
  test_job_make(&job, folder, "element", "");
  setenv("SLURM_ARRAY_JOB_ID", "20", 1);
  setenv("SLURM_ARRAY_TASK_ID", "1", 1);
  assert_int_equal(run(&job, "21", "0"), 0);
  setenv("SLURM_ARRAY_TASK_ID", "2", 1);
  assert_int_equal(run(&job, "22", "1"), RIA_EXEC_CLAIMED);
  setenv("SLURM_ARRAY_TASK_ID", "1", 1);
  assert_int_equal(run(&job, "21", "1"), 0);
  unsetenv("SLURM_ARRAY_JOB_ID");
  unsetenv("SLURM_ARRAY_TASK_ID");
  assert_int_equal(times_run(&job), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_late_wrapper), cmocka_unit_test(test_failed_start),
      cmocka_unit_test(test_race),         cmocka_unit_test(test_race_with_find),
      cmocka_unit_test(test_requeue),      cmocka_unit_test(test_element)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
