/* Ending and signalling jobs in Slurm's queue. A job gets a signal only if the queue shows its
 * token. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "launcher.h"
#include "exec/marker.h"
#include "slurm/client.h"
#include "slurm/text.h"

enum { AT_A_TIME = 500 }; /* ids in one call of scancel */

/* Call scancel for ids of one cluster. `option`: a signal for the batch shell alone, which is the
 * wrapper or starts it; NULL: end the jobs. */
static ria_status call_scancel(const char *option, const char *const *ids, int count) {
  exec_words words = {0};
  char *output = NULL;
  const char *cluster = slurm_cluster(ids[0]);
  exec_words_add(&words, "scancel");
  exec_words_add(&words, "--quiet"); /* no message about jobs that have ended */
  if (option) {
    exec_words_add(&words, "--batch");
    exec_words_add(&words, option);
  }
  if (*cluster)
    exec_words_format(&words, "--clusters=%s", cluster);
  for (int i = 0; i < count; i++)
    exec_words_format(&words, "%.*s", (int)strcspn(ids[i], ";"), ids[i]);
  ria_status status = slurm_call(&words, &output);
  free(output);
  exec_words_free(&words);
  return status;
}

/* The same for ids of several clusters. Sets the ids to NULL; ids that are NULL are skipped. */
static ria_status scancel(const char *option, const char **ids, int count) {
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < count; i++) {
    const char *some[AT_A_TIME], *cluster = ids[i] ? slurm_cluster(ids[i]) : NULL;
    int n = 0;
    for (int k = i; cluster && k < count && n < AT_A_TIME; k++)
      if (ids[k] && !strcmp(slurm_cluster(ids[k]), cluster)) {
        some[n++] = ids[k];
        ids[k] = NULL;
      }
    ria_status one = n ? call_scancel(option, some, n) : RIA_SUCCESS;
    status = status == RIA_SUCCESS ? one : status;
  }
  return status;
}

/* ---- tasks of a bundle, which share a job ---- */

static int bundle_of(const ria_job_ref *job) {
  exec_marker submitted = {0};
  if (job->markers)
    exec_marker_read(job->markers, "submitted", &submitted);
  return submitted.bundle;
}

/* Write the signal to a file for the job's shell, which sends it on at SIGUSR2 if the task is
 * running then. */
static ria_status note_signal(const ria_job_ref *job, int signal) {
  char *path = NULL;
  if (asprintf(&path, "%s/signal", job->markers) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a path");
  FILE *file = fopen(path, "we");
  bool failed = !file || fprintf(file, "%d\n", signal) < 0;
  if (file)
    failed |= fclose(file) != 0;
  ria_status status =
      failed ? ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno))
             : RIA_SUCCESS;
  free(path);
  return status;
}

static const char pass_on[] = "--signal=USR2";

/* End one task and leave the others of its bundle running. *id: its job, if that job must be
 * signalled; else NULL. */
static ria_status end_one(ria_launcher *l, const ria_job_ref *job, const char **id) {
  ria_job_id begun_as;
  bool begun;
  *id = NULL;
  RIA_TRY(launcher_withdraw(l, job->markers, begun_as, &begun));
  if (!begun)
    return RIA_SUCCESS;
  *id = job->id;
  return note_signal(job, SIGTERM);
}

/* Whether the list contains all tasks of a task's bundle. */
static bool has_whole_bundle(const ria_job_ref *jobs, const bool *mine, int count, int i,
                             int bundle) {
  int there = 0;
  for (int k = 0; k < count; k++)
    there += mine[k] && !strcmp(jobs[k].id, jobs[i].id);
  return there >= bundle;
}

/* ---- the functions of the launcher ---- */

ria_status launcher_queue_signal(ria_launcher *l, const ria_job_ref *job, int signal) {
  char option[32];
  const char *id = job->id;
  ria_job_report report = {0};
  RIA_TRY(ria_launcher_poll(l, job, 1, &report));
  if (report.state != RIA_JOB_RUNNING)
    return RIA_SUCCESS;
  if (bundle_of(job)) {
    RIA_TRY(note_signal(job, signal));
    return scancel(pass_on, &id, 1);
  }
  snprintf(option, sizeof option, "--signal=%d", signal);
  return scancel(option, &id, 1);
}

static ria_status cancel(ria_launcher *l, const ria_job_ref *jobs, int count, bool *mine,
                         const char **whole, const char **told) {
  RIA_TRY(slurm_find_ours(jobs, count, mine));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < count; i++) {
    int bundle = mine[i] ? bundle_of(&jobs[i]) : 0;
    if (!mine[i])
      continue;
    if (!bundle || has_whole_bundle(jobs, mine, count, i, bundle)) {
      whole[i] = jobs[i].id;
      continue;
    }
    ria_status one = end_one(l, &jobs[i], &told[i]);
    status = status == RIA_SUCCESS ? one : status;
  }
  ria_status one = scancel(NULL, whole, count), two = scancel(pass_on, told, count);
  return status != RIA_SUCCESS ? status : one != RIA_SUCCESS ? one : two;
}

ria_status launcher_queue_cancel(ria_launcher *l, const ria_job_ref *jobs, int count) {
  bool *mine = calloc((size_t)count, sizeof *mine);
  const char **whole = calloc((size_t)count, sizeof *whole),
             **told = calloc((size_t)count, sizeof *told);
  ria_status status = mine && whole && told
                          ? cancel(l, jobs, count, mine, whole, told)
                          : ria_fail(RIA_ERROR_MEMORY, "no memory to cancel jobs");
  free(mine);
  free(whole);
  free(told);
  return status;
}
