#include "jobs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "tests.h"

static void pause_tenth(void) {
  const struct timespec tenth = {.tv_nsec = 100000000};
  nanosleep(&tenth, NULL);
}

const char *test_ria(void) {
  static char path[600];
  const char *folder = getenv("RIA_BIN_DIR");
  snprintf(path, sizeof path, "%s/ria", folder ? folder : "bin");
  return path;
}

void test_job_make(test_job *job, const char *folder, const char *name, const char *line) {
  memset(job, 0, sizeof *job);
  snprintf(job->name, sizeof job->name, "%s", name);
  snprintf(job->markers, sizeof job->markers, "%s/%s", folder, name);
  snprintf(job->output, sizeof job->output, "%s/%s.txt", folder, name);
  job->argv[0] = "bash";
  job->argv[1] = "-c";
  job->argv[2] = line;
  job->argv[3] = job->markers; /* $0 */
  job->job = (ria_job){
      .name = job->name, .argv = job->argv, .output = job->output, .markers = job->markers};
}

void test_job_start(ria_launcher *launcher, test_job *job) {
  if (ria_launcher_start(launcher, &job->job, job->id) != RIA_SUCCESS)
    fail_msg("%s: %s", job->name, ria_status_detail());
}

ria_job_ref test_job_ref(const test_job *job) {
  return (ria_job_ref){
      .id = job->id, .markers = job->markers, .token = *job->token ? job->token : NULL};
}

void test_job_keep_token(test_job *job) {
  char path[600], line[200];
  snprintf(path, sizeof path, "%s/submitted", job->markers);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "comment %31s", job->token) == 1)
      break;
  fclose(file);
  assert_true(*job->token);
}

static void show(const test_job *job) {
  char line[512];
  const ria_job_report *r = &job->report;
  print_message("%s (%s): %s, %s, exit code %d, signal %d, nodes %s, %s\n", job->name, job->id,
                ria_job_state_text(r->state), ria_job_cause_text(r->cause), r->exit_code, r->signal,
                r->nodes, r->reason);
  FILE *file = fopen(job->output, "r");
  while (file && fgets(line, sizeof line, file))
    print_message("  %s", line);
  if (file)
    fclose(file);
}

void test_jobs_await(ria_launcher *launcher, test_job *const jobs[], int count,
                     ria_job_state state) {
  enum { MOST = 64, TENTHS = 2000 };
  ria_job_ref refs[MOST];
  ria_job_report reports[MOST];
  assert_true(count <= MOST);
  for (int i = 0; i < count; i++)
    refs[i] = test_job_ref(jobs[i]);
  for (int round = 0; round < TENTHS; round++) {
    bool all = true;
    if (ria_launcher_poll(launcher, refs, count, reports) != RIA_SUCCESS)
      fail_msg("%s", ria_status_detail());
    for (int i = 0; i < count; i++) {
      jobs[i]->report = reports[i];
      all = all && reports[i].state >= state;
    }
    if (all)
      return;
    pause_tenth();
  }
  for (int i = 0; i < count; i++)
    show(jobs[i]);
  fail_msg("the jobs do not become '%s'", ria_job_state_text(state));
}

void test_job_expect(const test_job *job, ria_job_cause cause, int exit_code) {
  const ria_job_report *r = &job->report;
  if (r->state == RIA_JOB_ENDED && r->cause == cause &&
      (exit_code < 0 || r->exit_code == exit_code))
    return;
  show(job);
  fail_msg("%s: expected '%s' and exit code %d", job->name, ria_job_cause_text(cause), exit_code);
}

void test_job_await_file(const test_job *job, const char *name) {
  char path[700];
  snprintf(path, sizeof path, "%s/%s", job->markers, name);
  for (int round = 0; round < 900; round++) {
    if (!access(path, F_OK))
      return;
    pause_tenth();
  }
  fail_msg("%s: no file %s", job->name, path);
}

bool test_job_said(const test_job *job, const char *words) {
  char line[512];
  bool said = false;
  FILE *file = fopen(job->output, "r");
  while (file && fgets(line, sizeof line, file))
    said = said || strstr(line, words);
  if (file)
    fclose(file);
  return said;
}
