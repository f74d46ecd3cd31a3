#include "submitted.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "ria/durable.h"
#include "ria/folders.h"
#include "ria/number.h"
#include "ria/processes.h"

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory to note the submitted job");
}

static char *path_of(const char *folder, const char *name) {
  char *path = NULL;
  return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

ria_status study_submitted_write(const char *folder, const char *job, const char *token,
                                 const char *file) {
  char *path = path_of(folder, "submitted"), *text = NULL;
  if (asprintf(&text, "job %s\ntoken %s\ntime %lld\nfile %s\n", job, token, (long long)time(NULL),
               file) < 0)
    text = NULL;
  ria_status status = path && text ? RIA_SUCCESS : no_memory();
  if (status == RIA_SUCCESS && (ria_folders_make(folder, 1, 0777, true) ||
                                ria_durable_write(path, text, strlen(text)) != RIA_SUCCESS))
    status = ria_fail(RIA_ERROR_IO, "cannot write %s: %s", path, strerror(errno));
  free(path);
  free(text);
  return status;
}

static void take_value(const char *line, const char *key, char *value, size_t size) {
  size_t length = strlen(key);
  if (!strncmp(line, key, length) && line[length] == ' ')
    snprintf(value, size, "%.*s", (int)strcspn(line + length + 1, "\n"), line + length + 1);
}

bool study_submitted_read(const char *folder, ria_job_id job, char token[RIA_SUBMIT_TOKEN_SIZE]) {
  char *path = path_of(folder, "submitted"), line[RIA_JOB_ID_SIZE + 8];
  FILE *stream = path ? fopen(path, "re") : NULL;
  *job = *token = '\0';
  for (int i = 0; stream && i < 2 && fgets(line, sizeof line, stream); i++) {
    take_value(line, "job", job, RIA_JOB_ID_SIZE);
    take_value(line, "token", token, RIA_SUBMIT_TOKEN_SIZE);
  }
  if (stream)
    fclose(stream);
  free(path);
  return *job || *token;
}

void study_submitted_remove(const char *folder) {
  char *path = path_of(folder, "submitted");
  if (path)
    unlink(path);
  free(path);
}

void study_submitted_clear(const char *folder) {
  ria_job_id job;
  char token[RIA_SUBMIT_TOKEN_SIZE];
  const char *own = getenv("SLURM_JOB_ID");
  if (own && study_submitted_read(folder, job, token) &&
      (!strncmp(job, own, strlen(own)) && (!job[strlen(own)] || job[strlen(own)] == ';')))
    study_submitted_remove(folder);
}

bool study_submitted_exists(const char *folder) {
  ria_job_id job;
  char token[RIA_SUBMIT_TOKEN_SIZE];
  return study_submitted_read(folder, job, token);
}

/* `ria submit` ended before it knew the job's id: the token finds it. */
static void find_job(ria_job_id job, const char *token) {
  bool found;
  if (!*job && ria_submit_find(token, job, &found) == RIA_SUCCESS && !found)
    *job = '\0';
}

void study_submitted_look(study_submitted *s, const char *folder) {
  ria_job_id job;
  char token[RIA_SUBMIT_TOKEN_SIZE];
  const ria_launcher_options offline = {.offline = true};
  if (!study_submitted_read(folder, job, token)) {
    *s->job = '\0';
    return;
  }
  if ((!*job || !strcmp(job, s->job)) && ria_seconds() < s->next)
    return;
  find_job(job, token);
  memcpy(s->job, job, sizeof job);
  s->asked = false;
  s->report = (ria_job_report){.state = RIA_JOB_WAITING};
  if (!s->launcher && ria_launcher_create(&s->launcher, RIA_LAUNCHER_JOBS, &offline) != RIA_SUCCESS)
    return;
  const ria_job_ref ref = {.id = job, .markers = "/nonexistent", .token = token};
  s->asked = *job && ria_launcher_poll(s->launcher, &ref, 1, &s->report) == RIA_SUCCESS;
  s->next = ria_seconds() + ria_launcher_poll_interval(s->launcher);
}

bool study_submitted_is_due(const study_submitted *s) {
  return *s->job && s->asked &&
         (s->report.state == RIA_JOB_WAITING || s->report.state == RIA_JOB_RUNNING);
}

static void add_start(const ria_job_report *report, char *text, size_t size) {
  char when[32];
  time_t start = ria_whole_seconds(report->expected_start);
  struct tm parts;
  size_t used = strlen(text);
  if (report->expected_start <= time(NULL))
    return;
  strftime(when, sizeof when, "%Y-%m-%d %H:%M", localtime_r(&start, &parts));
  snprintf(text + used, size - used, "; starts about %s", when);
}

void study_submitted_describe(const study_submitted *s, char *text, size_t size) {
  const ria_job_report *r = &s->report;
  if (!*s->job) {
    snprintf(text, size, "`ria submit` was interrupted, and its job is not in the queue");
  } else if (!s->asked) {
    snprintf(text, size, "job %s will run it; Slurm does not answer about the job", s->job);
  } else if (r->state == RIA_JOB_WAITING) {
    snprintf(text, size, "job %s waits in the queue%s%s", s->job, *r->reason ? ": " : "",
             r->reason);
    add_start(r, text, size);
  } else if (r->state == RIA_JOB_RUNNING) {
    snprintf(text, size, "job %s has started%s%s, but its engine has not yet", s->job,
             *r->nodes ? " on " : "", r->nodes);
  } else {
    snprintf(text, size,
             "job %s ended before it ran the study%s%s%s; see its output, slurm-%s.out unless "
             "--output names another file",
             s->job, r->cause ? " (" : "", r->cause ? ria_job_cause_text(r->cause) : "",
             r->cause ? ")" : "", s->job);
  }
}

void study_submitted_close(study_submitted *s) {
  ria_launcher_destroy(s->launcher);
  *s = (study_submitted){0};
}
