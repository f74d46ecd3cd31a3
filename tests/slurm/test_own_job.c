/* The job of this process: its end, and requeueing it, with and without permission. This program
 * runs itself on the head of a cluster (cluster.bash), and from there as batch jobs. */
#include "tests.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "cluster.h"
#include "jobs.h"
#include "ria/own_job.h"
#include "ria/submit.h"

/* ---- the jobs ---- */

static const char *script_name(void) {
  return getenv("SLURM_SUBMIT_DIR");
}

/* One line a life: id, restarts, whether it may be requeued, seconds to its end, its follow-up. */
static int be_job(const char *last) {
  char script[600];
  ria_own_job own;
  ria_job_id follow_up = "";
  char token[RIA_SUBMIT_TOKEN_SIZE];
  const char *const options[] = {"--no-requeue", "--output=lives.txt", "--time=5", NULL};
  bool first = getenv("RIA_TEST_LIFE") == NULL && !getenv("SLURM_RESTART_COUNT");
  if (ria_own_job_read(&own) != RIA_SUCCESS) {
    printf("%s\n", ria_status_detail());
    return 1;
  }
  printf("%s %d %d %ld\n", own.id, own.restarts, own.requeue,
         (long)(own.end - time(NULL) + 50) / 60); /* of 5 minutes, whenever it is read */
  fflush(stdout);
  const char *task = getenv("SLURM_ARRAY_TASK_ID");
  if (!first || (task && strcmp(task, last)))
    return 0;
  setenv("RIA_TEST_LIFE", "2", 1);
  snprintf(script, sizeof script, "%s/job.sh", script_name());
  ria_submit_token(script_name(), token);
  const ria_follow_up next = {.script = script, .token = token, .options = options};
  if (ria_job_requeue_self(&own, &next, follow_up) != RIA_SUCCESS) {
    printf("%s\n", ria_status_detail());
    return 1;
  }
  printf(*follow_up ? "follow-up %s\n" : "requeued\n", follow_up);
  fflush(stdout);
  if (!*follow_up)
    sleep(60); /* SIGTERM is on its way */
  return 0;
}

/* ---- the tests ---- */

static char *folder;
static const char *self;

static int set_up(void **state) {
  (void)state;
  char path[600];
  folder = test_folder_create();
  snprintf(path, sizeof path, "%s/job.sh", folder);
  FILE *file = fopen(path, "w");
  fprintf(file, "#!/bin/bash\n#SBATCH --open-mode=append --time=5 --mem=64\nexec '%s' job 1\n",
          self);
  return fclose(file);
}

static int tear_down(void **state) {
  (void)state;
  test_folder_remove(folder);
  return 0;
}

static char lives[4096];

/* Submit, and wait for what the job's lives leave in the file. */
static void run_lives(const char *options, const char *awaited) {
  char line[1024];
  snprintf(line, sizeof line,
           "cd %s && rm -f lives.txt && sbatch --parsable --output=lives.txt %s job.sh >id.txt",
           folder, options);
  assert_int_equal(system(line), 0);
  snprintf(line, sizeof line, "%s/lives.txt", folder);
  for (int tenths = 0; tenths < 1800; tenths++) {
    const struct timespec tenth = {.tv_nsec = 100000000};
    FILE *file = fopen(line, "r");
    lives[file ? fread(lives, 1, sizeof lives - 1, file) : 0] = '\0';
    if (file)
      fclose(file);
    if (strstr(lives, awaited))
      return;
    nanosleep(&tenth, NULL);
  }
  fail_msg("no '%s' in '%s'", awaited, lives);
}

static void test_requeue(void **state) {
  (void)state;
  run_lives("--requeue", " 1 1 5\n");
  assert_non_null(strstr(lives, " 0 1 5\n"));
  assert_null(strstr(lives, "follow-up"));
}

static void test_follow_up(void **state) {
  (void)state;
  run_lives("--no-requeue", " 0 0 5\nfollow-up ");
  char *id = strstr(lives, "follow-up ") + strlen("follow-up "), awaited[64];
  snprintf(awaited, sizeof awaited, "\n%.*s 0 0 5\n", (int)strcspn(id, "\n"), id);
  for (int tenths = 0; tenths < 1800 && !strstr(lives, awaited); tenths++) {
    char path[600];
    const struct timespec tenth = {.tv_nsec = 100000000};
    nanosleep(&tenth, NULL);
    snprintf(path, sizeof path, "%s/lives.txt", folder);
    FILE *file = fopen(path, "r");
    lives[fread(lives, 1, sizeof lives - 1, file)] = '\0';
    fclose(file);
  }
  assert_non_null(strstr(lives, awaited));
}

/* Element 1 of the array requeues itself; element 0 is left alone. */
static void test_array(void **state) {
  (void)state;
  run_lives("--requeue --array=0-1", "_1 1 1 5\n");
  assert_non_null(strstr(lives, "_0 0 1 5\n"));
  assert_null(strstr(lives, "_0 1 "));
}

static void test_no_job(void **state) {
  (void)state;
  ria_own_job own;
  assert_false(ria_own_job_exists());
  assert_int_equal(ria_own_job_read(&own), RIA_ERROR_UNSUPPORTED);
}

int main(int argc, char **argv) {
  if (argc == 3 && !strcmp(argv[1], "job"))
    return be_job(argv[2]);
  test_cluster_enter(1, argv[0]);
  self = argv[0];
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_requeue),
                                     cmocka_unit_test(test_follow_up), cmocka_unit_test(test_array),
                                     cmocka_unit_test(test_no_job)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
