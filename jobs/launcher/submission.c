/* Submitting jobs to Slurm's queue, and describing what would be submitted (kind `jobs`). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "launcher.h"
#include "exec/marker.h"
#include "slurm/client.h"
#include "slurm/poll.h"
#include "slurm/refusal.h"
#include "slurm/sbatch.h"
#include "slurm/token.h"

/* One call of sbatch. */
typedef struct {
  ria_launcher *launcher;
  const ria_job *jobs;
  int count, cap;
  int each; /* tasks of a job, run one after another */
  char token[SLURM_TOKEN_SIZE];
} submission;

enum { RANGE_SIZE = 64 };

static submission make(ria_launcher *l, const ria_job *jobs, int count, int cap) {
  int most = jobs[0].resources.bundle;
  return (submission){.launcher = l,
                      .jobs = jobs,
                      .count = count,
                      .cap = cap,
                      .each = most < 2       ? 1
                              : most < count ? most
                                             : count};
}

static int elements(const submission *s) {
  return (s->count + s->each - 1) / s->each;
}

/* `0-9%2`; NULL: one job. */
static const char *write_range(const submission *s, char range[RANGE_SIZE]) {
  snprintf(range, RANGE_SIZE, s->cap ? "0-%d%%%d" : "0-%d", elements(s) - 1, s->cap);
  return elements(s) > 1 ? range : NULL;
}

/* The index of a task's element; -1: there is no array. */
static int index_of(const submission *s, int task) {
  return elements(s) > 1 ? task / s->each : -1;
}

/* The job as sbatch gets it. In a bundle the wrappers enforce the time limits and send the
 * warnings. */
static ria_job first_job(const submission *s) {
  ria_job job = s->jobs[0];
  if (s->each > 1) {
    job.warning = 0;
    job.resources.seconds *= s->each;
  }
  return job;
}

/* ---- scripts ---- */

static ria_status write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "we");
  bool failed = !file || fputs(text, file) < 0 || fflush(file) || fsync(fileno(file));
  int problem = errno;
  if (file)
    failed |= fclose(file) != 0;
  return failed ? ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", path, strerror(problem))
                : RIA_SUCCESS;
}

/* Takes ownership of the script's text. *path: owned by the caller. */
static ria_status write_script(const ria_job *job, const char *name, char *script, char **path) {
  ria_status status = RIA_SUCCESS;
  if (asprintf(path, "%s/%s.sh", job->markers, name) < 0) {
    *path = NULL;
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for a path");
  }
  if (status == RIA_SUCCESS)
    status = write_file(*path, script);
  free(script);
  return status;
}

/* Write MARKERS/job.sh. */
static ria_status write_job(const submission *s, const ria_job *job, char **path) {
  exec_words words = {0};
  char *script = NULL;
  RIA_TRY(exec_marker_folder(job->markers));
  slurm_exec_words(&words, job, s->launcher->program, s->each > 1, 0);
  if (job->resources.ranks)
    slurm_srun_words(&words, job, s->launcher->mpi, (slurm_srun_place){.exact = false});
  exec_words_append(&words, job->argv);
  ria_status status = exec_words_check(&words);
  if (status == RIA_SUCCESS)
    status = slurm_sbatch_script(&script, job, (const char *const *)words.item);
  if (status == RIA_SUCCESS)
    status = write_script(job, "job", script, path);
  exec_words_free(&words);
  return status;
}

/* Write array.sh into the first task's folder. */
static ria_status write_array(const submission *s, char **path) {
  const char **folders = calloc((size_t)s->count + 1, sizeof *folders);
  const char *name = s->jobs[0].name ? s->jobs[0].name : "ria", *daemons = s->jobs[0].markers;
  char *script = NULL;
  if (!folders)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for an array of jobs");
  for (int i = 0; i < s->count; i++)
    folders[i] = s->jobs[i].markers;
  ria_status status = s->each > 1
                          ? slurm_sbatch_bundle_script(&script, name, folders, s->each, daemons)
                          : slurm_sbatch_array_script(&script, name, folders, daemons);
  if (status == RIA_SUCCESS)
    status = write_script(&s->jobs[0], "array", script, path);
  free(folders);
  return status;
}

static ria_status write_scripts(const submission *s, char **path) {
  *path = NULL;
  for (int i = 0; i < s->count; i++) {
    free(*path);
    RIA_TRY(write_job(s, &s->jobs[i], path));
  }
  if (s->count == 1)
    return RIA_SUCCESS;
  free(*path);
  return write_array(s, path);
}

/* ---- the job in the queue ---- */

static ria_status record_all(const submission *s, const char *id, ria_job_id *ids) {
  int number = (int)strcspn(id, ";");
  for (int i = 0; i < s->count; i++) {
    int index = index_of(s, i);
    if (*id && index >= 0)
      snprintf(ids[i], sizeof ids[i], "%.*s_%d%.100s", number < 60 ? number : 60, id, index,
               id + number);
    else
      snprintf(ids[i], sizeof ids[i], "%s", id);
    RIA_TRY(launcher_job_record(&s->jobs[i], s->token, index, s->each > 1 ? s->each : 0, ids[i]));
  }
  return RIA_SUCCESS;
}

/* The id that the wrapper of a task wrote to its folder; no other submission writes there. */
static bool has_begun(const submission *s, ria_job_id id) {
  for (int i = 0; i < s->count; i++) {
    exec_marker started;
    exec_marker_read(s->jobs[i].markers, "started", &started);
    if (!started.there || started.withdrawn || !*started.job)
      continue;
    memcpy(id, started.job, RIA_JOB_ID_SIZE);
    return true;
  }
  return false;
}

/* Find the job that sbatch has queued. Its answer in `id` is only a hint. A controller that has
 * just accepted a job gets some time to list it. Fails if the controller does not answer. */
static ria_status find(const submission *s, bool accepted, ria_job_id id, bool *found) {
  enum { LOOKS = 4 };
  ria_status status = RIA_SUCCESS;
  *found = false;
  for (unsigned look = 0; look < LOOKS && !*found; look++) {
    if (look)
      sleep(1u << look);
    status = slurm_find(s->token, index_of(s, 0), id, found);
    *found = *found || has_begun(s, id);
    if (!accepted || (status == RIA_SUCCESS && look))
      break;
  }
  if (*found && elements(s) > 1) { /* 12_0;c becomes 12;c, the whole array */
    const char *cluster = strchr(id, ';');
    char *element = strchr(id, '_');
    if (element)
      memmove(element, cluster ? cluster : "", cluster ? strlen(cluster) + 1 : 1);
  }
  return *found ? RIA_SUCCESS : status;
}

/* sbatch has accepted a job, but no job in the queue carries the token. */
static ria_status not_ours(ria_launcher *l, const char *answer, const char *said) {
  l->refusal = RIA_REFUSAL_UNKNOWN;
  return *answer ? ria_fail(RIA_ERROR_IO,
                            "sbatch answered %s, but no job with ria's token is in the queue; "
                            "nothing is done to job %s",
                            answer, answer)
                 : ria_fail(RIA_ERROR_IO, "%s, and no job with ria's token is in the queue", said);
}

/* Slurm does not answer whether it has the job. */
static ria_status unknown(ria_launcher *l) {
  l->refusal = RIA_REFUSAL_SILENT;
  return ria_fail(RIA_ERROR_INTERRUPTED, "%s", ria_status_detail());
}

static ria_status refused(const submission *s, const char *said) {
  ria_launcher *l = s->launcher;
  l->refusal = slurm_refusal(said, elements(s) > 1);
  switch (l->refusal) {
  case RIA_REFUSAL_PERMANENT:
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%s", said);
  case RIA_REFUSAL_UNKNOWN:
    return ria_fail(RIA_ERROR_IO, "%s", said);
  case RIA_REFUSAL_SILENT:
    l->interval = slurm_interval(0, l->interval, true);
    break;
  default:
    break;
  }
  return ria_fail(RIA_ERROR_INTERRUPTED, "%s", said);
}

static ria_status words_of(const submission *s, const char *script, exec_words *words) {
  char range[RANGE_SIZE];
  const ria_job job = first_job(s);
  return slurm_sbatch_words(words, &job,
                            &(slurm_sbatch_call){.token = s->token,
                                                 .array = write_range(s, range),
                                                 .folder = s->jobs[0].markers,
                                                 .script = script});
}

static ria_status call_sbatch(const submission *s, const char *script, ria_job_id id) {
  exec_words words = {0};
  char *output = NULL;
  *id = '\0';
  ria_status status = words_of(s, script, &words);
  if (status == RIA_SUCCESS)
    status = slurm_call(&words, &output);
  if (status == RIA_SUCCESS)
    status = slurm_submitted(output, id, RIA_JOB_ID_SIZE);
  free(output);
  exec_words_free(&words);
  return status;
}

static ria_status submit(const submission *s, const char *script, ria_job_id id) {
  ria_job_id answer;
  ria_status status = call_sbatch(s, script, id);
  bool accepted = status == RIA_SUCCESS || status == RIA_ERROR_FORMAT;
  if (!accepted && status != RIA_ERROR_IO)
    return status;
  char *said = strdup(status == RIA_SUCCESS ? "" : ria_status_detail());
  if (!said)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for sbatch's answer");
  bool found;
  memcpy(answer, id, sizeof answer);
  status = find(s, accepted, id, &found);
  if (!found && !accepted)
    status = refused(s, said);
  else if (!found)
    status = status == RIA_SUCCESS ? not_ours(s->launcher, answer, said) : unknown(s->launcher);
  free(said);
  return status;
}

static ria_status start(submission *s, ria_job_id *ids) {
  ria_job_id id;
  char *script = NULL;
  slurm_token_new(s->jobs[0].markers, s->token);
  ria_status status = write_scripts(s, &script);
  if (status == RIA_SUCCESS)
    status = record_all(s, "", ids);
  if (status == RIA_SUCCESS)
    status = submit(s, script, id);
  free(script);
  return status == RIA_SUCCESS ? record_all(s, id, ids) : status;
}

ria_status launcher_submission_start(ria_launcher *l, const ria_job *job, ria_job_id id) {
  submission s = make(l, job, 1, 0);
  return start(&s, (ria_job_id *)id);
}

ria_status launcher_submission_start_array(ria_launcher *l, const ria_job *jobs, int count, int cap,
                                           ria_job_id *ids) {
  submission s = make(l, jobs, count, cap);
  return start(&s, ids);
}

/* ---- describing ---- */

/* Print the command of a job's script, without the wrapper. */
static ria_status print_command(ria_launcher *l, const ria_job *job, FILE *stream) {
  exec_words command = {0};
  if (job->resources.ranks)
    slurm_srun_words(&command, job, l->mpi, (slurm_srun_place){.exact = false});
  exec_words_append(&command, job->argv);
  fputs("\n", stream);
  exec_quote_all(stream, (const char *const *)command.item);
  ria_status status = exec_words_check(&command);
  exec_words_free(&command);
  return status;
}

static ria_status describe(submission *s, char **text) {
  exec_words words = {0};
  char *script = NULL;
  size_t size;
  FILE *stream = open_memstream(text, &size);
  if (!stream ||
      asprintf(&script, "%s/%s.sh", s->jobs[0].markers, s->count > 1 ? "array" : "job") < 0)
    script = NULL;
  slurm_token_make(s->jobs[0].markers, "", s->token);
  ria_status status = script ? words_of(s, script, &words)
                             : ria_fail(RIA_ERROR_MEMORY, "no memory for a command line");
  if (status == RIA_SUCCESS)
    exec_quote_all(stream, (const char *const *)words.item);
  for (int i = 0; i < s->count && status == RIA_SUCCESS; i++)
    status = print_command(s->launcher, &s->jobs[i], stream);
  free(script);
  exec_words_free(&words);
  if (stream && fclose(stream) && status == RIA_SUCCESS)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for a command line");
  if (stream && status != RIA_SUCCESS)
    free(*text);
  return status;
}

ria_status launcher_submission_describe(ria_launcher *l, const ria_job *job, char **text) {
  submission s = make(l, job, 1, 0);
  return describe(&s, text);
}

ria_status launcher_submission_describe_array(ria_launcher *l, const ria_job *jobs, int count,
                                              int cap, char **text) {
  submission s = make(l, jobs, count, cap);
  return describe(&s, text);
}
