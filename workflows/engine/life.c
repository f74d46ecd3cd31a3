#include "life.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "study/submitted.h"
#include "guard.h"
#include "ria/number.h"

enum {
  FRUITLESS = 3, /* lives in a row without progress that stop a study */
  SLURM_EARLY =
      90 /* s before the end of a job at which SIGTERM may come; Slurm's clock is coarse */
};

void engine_life_guard(void) {
  sigset_t set;
  if (!ria_own_job_exists())
    return;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
}

static void report(const engine_life *life, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void report(const engine_life *life, const char *format, ...) {
  char what[600];
  va_list args;
  va_start(args, format);
  ria_vsnprintf(what, sizeof what, format, args);
  va_end(args);
  life->report(life->context, "", what);
}

/* ---- Progress. */

typedef struct {
  double done; /* finished tasks, and fractions of the others */
  bool active; /* jobs of the study are queued or running */
} progress;

static ria_status measure(study_store *study, progress *p) {
  study_tasks tasks;
  *p = (progress){0};
  RIA_TRY(study_list_tasks(study, NULL, &tasks));
  for (int i = 0; i < tasks.count; i++) {
    task_state state = tasks.item[i].state;
    p->done += state == TASK_DONE ? 1 : fmax(tasks.item[i].fraction, 0);
    p->active |= state == TASK_STARTING || state == TASK_RUNNING;
  }
  study_tasks_destroy(&tasks);
  return RIA_SUCCESS;
}

static ria_status get_number(study_store *study, const char *fact, double *value) {
  char *text;
  RIA_TRY(study_get_fact(study, fact, &text));
  *value = text ? ria_strtod(text, NULL) : 0;
  free(text);
  return RIA_SUCCESS;
}

static ria_status put_number(study_store *study, const char *fact, double value) {
  char text[40];
  ria_snprintf(text, sizeof text, "%.17g", value);
  return study_put_fact(study, fact, text);
}

/* Counts lives without progress. Waiting for queued jobs does not count. */
static ria_status count_life(engine_life *life, ria_launcher_kind kind, bool by_itself) {
  progress now;
  double before, fruitless;
  RIA_TRY(measure(life->study, &now));
  RIA_TRY(get_number(life->study, "progress", &before));
  RIA_TRY(get_number(life->study, "fruitless", &fruitless));
  bool waits = kind == RIA_LAUNCHER_JOBS && now.active;
  fruitless = !by_itself || waits || now.done > before ? 0 : fruitless + 1;
  RIA_TRY(put_number(life->study, "progress", now.done));
  RIA_TRY(put_number(life->study, "fruitless", fruitless));
  if (fruitless < FRUITLESS)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_STEP,
                  "job %s: %d restarts in a row made no progress, so it is not restarted again: "
                  "give the job more time, or see `ria logs`; sbatch or `ria run` continues",
                  life->job.id, FRUITLESS);
}

/* ---- The next job. */

/* The token is in the study before the submission: an engine that is killed meanwhile, and its next
 * life, find the job by it. */
static ria_status call(engine_life *life, bool requeue, const char *script, ria_job_id id) {
  ria_submit_token(study_folder(life->study), life->token);
  RIA_TRY(study_put_fact(life->study, "follow_up_token", life->token));
  const ria_follow_up next = {.script = script, .token = life->token, .arguments = life->argument};
  return requeue ? ria_job_requeue_self(&life->job, &next, id)
                 : ria_job_queue_follow_up(&life->job, &next, id);
}

/* Calls sbatch in the workflow's folder, because the job takes that folder as the base of relative
 * paths. */
static ria_status queue(engine_life *life, bool requeue, ria_job_id id) {
  char *script = NULL;
  int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (asprintf(&script, "%s/workflow.yaml", life->workflow->study) < 0)
    script = NULL;
  ria_status status = script ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a path");
  if (status == RIA_SUCCESS && (here < 0 || chdir(life->workflow->directory)))
    status = ria_fail(RIA_ERROR_IO, "cannot change to the folder %s to submit a job: %s",
                      life->workflow->directory, strerror(errno));
  if (status == RIA_SUCCESS)
    status = call(life, requeue, script, id);
  if (here >= 0) {
    if (fchdir(here) && status == RIA_SUCCESS)
      status = ria_fail(RIA_ERROR_IO, "cannot go back: %s", strerror(errno));
    close(here);
  }
  free(script);
  return status;
}

/* Whether an engine of this job has queued the follow-up before it was killed. */
static bool has_follow_up(engine_life *life) {
  char *token;
  bool found = false;
  if (!engine_guard_came_back() ||
      study_get_fact(life->study, "follow_up_token", &token) != RIA_SUCCESS || !token)
    return false;
  snprintf(life->token, sizeof life->token, "%s", token);
  free(token);
  return ria_submit_find(life->token, life->follow_up, &found) == RIA_SUCCESS && found &&
         strcmp(life->follow_up, life->job.id) != 0;
}

static ria_status queue_follow_up(engine_life *life) {
  if (!has_follow_up(life))
    RIA_TRY(queue(life, false, life->follow_up));
  report(life,
         "job %s may not be requeued: job %s waits to continue after it, and is cancelled if no "
         "work is left",
         life->job.id, life->follow_up);
  return study_put_fact(life->study, "follow_up", life->follow_up);
}

static ria_status cancel_follow_up(engine_life *life) {
  ria_launcher *launcher;
  if (!*life->follow_up)
    return RIA_SUCCESS;
  RIA_TRY(ria_launcher_create(&launcher, RIA_LAUNCHER_JOBS, NULL));
  const ria_job_ref ref = {.id = life->follow_up, .markers = "/nonexistent", .token = life->token};
  ria_status status = ria_launcher_cancel(launcher, &ref, 1);
  ria_launcher_destroy(launcher);
  return status;
}

/* ---- The beginning. */

/* Whether Slurm started this life, not a person. */
static ria_status comes_by_itself(const engine_life *life, bool *by_itself) {
  char *follow_up;
  RIA_TRY(study_get_fact(life->study, "follow_up", &follow_up));
  *by_itself = engine_guard_came_back() || life->job.restarts > 0 ||
               (follow_up && !strcmp(follow_up, life->job.id));
  free(follow_up);
  return RIA_SUCCESS;
}

static ria_status is_over(const engine_life *life, bool *over) {
  char *state;
  RIA_TRY(study_get_fact(life->study, "state", &state));
  *over = state && strcmp(state, "running") && strcmp(state, "interrupted");
  free(state);
  return RIA_SUCCESS;
}

static void find_lead(engine_life *life, double grace) {
  double half = life->job.limit > 0 ? 0.5 * (double)life->job.limit : grace;
  life->lead = fmin(grace, half);
}

ria_status engine_life_begin(engine_life *life, ria_launcher_kind kind, double grace, bool *over) {
  bool by_itself = false;
  *over = false;
  if (!ria_own_job_exists())
    return RIA_SUCCESS;
  if (ria_own_job_read(&life->job) != RIA_SUCCESS) {
    report(life, "the end of this job is unknown, and it may not be restarted: %s",
           ria_status_detail());
    life->job = (ria_own_job){0};
    return RIA_SUCCESS;
  }
  find_lead(life, grace > 0 ? grace : 60);
  life->exists = life->job.is_batch;
  if (!life->exists)
    return RIA_SUCCESS;
  RIA_TRY(comes_by_itself(life, &by_itself));
  if (by_itself)
    RIA_TRY(is_over(life, over));
  if (*over)
    return RIA_SUCCESS;
  RIA_TRY(count_life(life, kind, by_itself));
  engine_guard_begun(&life->job);
  if (engine_guard_came_back())
    report(life, "the previous engine was killed; this one continues");
  return life->job.requeue ? RIA_SUCCESS : queue_follow_up(life);
}

/* ---- The end. */

/* A signal does not identify its sender, so the job's state decides. */
static bool wants_next(int signal, const ria_own_job *now) {
  bool near_end = now->end && now->end - (int64_t)time(NULL) <= SLURM_EARLY;
  switch (now->fate) {
  case RIA_FATE_TIME_LIMIT:
  case RIA_FATE_PREEMPTED:
    return true;
  case RIA_FATE_REQUEUED:
  case RIA_FATE_CANCELLED:
    return false;
  default:
    return signal == SIGUSR1 || (signal == SIGTERM && near_end);
  }
}

/* Information for `ria status` only, so errors are ignored. */
static void note_next(const engine_life *life, const char *job, const char *token) {
  (void)study_submitted_write(study_folder(life->study), job, token, life->workflow->path);
}

static ria_status start_next(engine_life *life) {
  ria_job_id next = "";
  if (*life->follow_up) {
    report(life, "job %s continues after this one", life->follow_up);
    note_next(life, life->follow_up, life->token);
    return RIA_SUCCESS;
  }
  report(life, "requeues itself"); /* before the call, because SIGTERM may follow at once */
  study_unlock(life->study);
  note_next(life, life->job.id, RIA_ANY_TOKEN);
  RIA_TRY(queue(life, true, next));
  if (*next) {
    report(life, "submitted job %s, which continues after this one", next);
    note_next(life, next, life->token);
  }
  return RIA_SUCCESS;
}

ria_status engine_life_end(engine_life *life, const engine_outcome *outcome) {
  ria_own_job now;
  if (!life->exists)
    return RIA_SUCCESS;
  if (outcome->end != ENGINE_ENDED_INTERRUPTED)
    return cancel_follow_up(life);
  if (ria_own_job_read(&now) != RIA_SUCCESS)
    now = life->job; /* requeue even if the controller is too busy to answer */
  if (now.fate == RIA_FATE_REQUEUED) {
    report(life, "Slurm starts this job again");
    note_next(life, life->job.id, RIA_ANY_TOKEN);
    return RIA_SUCCESS;
  }
  if (wants_next(outcome->signal, &now))
    return start_next(life);
  report(life, "ended by a user: sbatch or `ria run` continues");
  return cancel_follow_up(life);
}
