/* `ria cancel` without an engine: cancels waiting tasks at once, asks running jobs to end, and
 * closes their attempts when they have ended. Until then their tasks stay active, so that a new
 * engine waits for the old job instead of starting another. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "parts.h"
#include "rows.h"

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory to cancel tasks");
}

/* A task whose job may be running. Texts owned; the row is borrowed. */
typedef struct {
  study_task *row;
  study_attempt attempt;
  char *markers;
} ending_task;

typedef struct {
  study_store *study;
  ria_launcher *launcher;
  const char *subject;
  study_tasks tasks;
  ending_task *item; /* [count] */
  int count;
} cancelling;

static void destroy(cancelling *c) {
  for (int i = 0; i < c->count; i++) {
    study_attempt_clear(&c->item[i].attempt);
    free(c->item[i].markers);
  }
  free(c->item);
  study_tasks_destroy(&c->tasks);
}

static ria_status load(cancelling *c, study_store *study, ria_launcher *launcher,
                       const char *subject) {
  *c = (cancelling){.study = study, .launcher = launcher, .subject = subject};
  RIA_TRY(study_list_tasks(study, NULL, &c->tasks));
  c->item = calloc((size_t)c->tasks.count + 1, sizeof *c->item);
  return c->item ? engine_rows_find(study, &c->tasks, subject) : no_memory();
}

static ria_status put_row(const cancelling *c, study_task *row, task_state state,
                          const char *note) {
  study_task changed = *row;
  changed.state = row->state = state;
  changed.note = (char *)note;
  return study_put_task(c->study, &changed);
}

/* ---- First: prevent further starts. */

/* Finds the job's id, which may be lost if the engine was killed while it started the job. */
static ria_status find_job(const cancelling *c, ending_task *t) {
  ria_job_id id = "";
  bool found;
  if (*t->attempt.job || !c->launcher)
    return RIA_SUCCESS;
  RIA_TRY(ria_launcher_find(c->launcher, t->markers, id, &found));
  return found ? engine_set_text(&t->attempt.job, id) : RIA_SUCCESS;
}

/* The next `ria run` runs everything again if the whole study was cancelled. */
static const char *what_to_ask(const cancelling *c) {
  return *c->subject ? "cancel" : "again";
}

static ria_status mark_active(cancelling *c, study_task *row) {
  ending_task *t = &c->item[c->count];
  study_attempts attempts;
  RIA_TRY(study_list_attempts(c->study, row->id, &attempts));
  if (attempts.count > 0) {
    t->attempt = attempts.item[attempts.count - 1]; /* takes over its texts */
    attempts.item[attempts.count - 1] = (study_attempt){0};
    t->row = row;
    c->count++;
  }
  study_attempts_destroy(&attempts);
  if (!t->row)
    return put_row(c, row, TASK_CANCELLED, "cancelled");
  if (asprintf(&t->markers, "%s/%s", study_folder(c->study), t->attempt.folder) < 0) {
    t->markers = NULL;
    return no_memory();
  }
  RIA_TRY(find_job(c, t));
  bool known = *t->attempt.job;
  RIA_TRY(engine_set_text(&t->attempt.asked, known ? what_to_ask(c) : "cancel"));
  if (!known)
    RIA_TRY(engine_set_text(&t->attempt.cause, ria_job_cause_text(RIA_CAUSE_CANCELLED)));
  RIA_TRY(study_put_attempt(c->study, &t->attempt));
  return put_row(c, row, known ? TASK_RUNNING : TASK_CANCELLED,
                 known ? "cancelled; its job is ending" : "cancelled");
}

static bool is_active(const study_task *row) {
  return row->state == TASK_STARTING || row->state == TASK_RUNNING;
}

static ria_status mark(cancelling *c, int *met) {
  *met = 0;
  for (int i = 0; i < c->tasks.count; i++) {
    study_task *row = &c->tasks.item[i];
    if (!engine_rows_meant(row, c->subject) || task_state_is_final(row->state))
      continue;
    ++*met;
    if (is_active(row))
      RIA_TRY(mark_active(c, row));
    else
      RIA_TRY(put_row(c, row, TASK_CANCELLED, "cancelled"));
  }
  return RIA_SUCCESS;
}

/* A step is cancelled if one of its tasks is and none is active. */
static ria_status mark_step(const cancelling *c, const study_step *step) {
  study_step changed = *step;
  bool cancelled = false, active = false;
  for (int i = 0; i < c->tasks.count; i++) {
    const study_task *row = &c->tasks.item[i];
    if (strcmp(row->step, step->name))
      continue;
    cancelled |= row->state == TASK_CANCELLED;
    active |= is_active(row);
  }
  changed.state = active ? TASK_RUNNING : TASK_CANCELLED;
  return cancelled && changed.state != step->state ? study_put_step(c->study, &changed)
                                                   : RIA_SUCCESS;
}

static ria_status mark_steps(const cancelling *c) {
  study_steps steps;
  RIA_TRY(study_list_steps(c->study, &steps));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < steps.count && status == RIA_SUCCESS; i++)
    status = mark_step(c, &steps.item[i]);
  study_steps_destroy(&steps);
  return status;
}

static ria_job_ref ref_of(const ending_task *t) {
  return (ria_job_ref){.id = t->attempt.job, .markers = t->markers};
}

static ria_status ask_jobs_to_end(const cancelling *c) {
  ria_job_ref *ref = calloc((size_t)c->count + 1, sizeof *ref);
  int count = 0;
  if (!ref)
    return no_memory();
  for (int i = 0; i < c->count; i++)
    if (c->item[i].row->state == TASK_RUNNING)
      ref[count++] = ref_of(&c->item[i]);
  ria_status status = c->launcher ? ria_launcher_cancel(c->launcher, ref, count) : RIA_SUCCESS;
  free(ref);
  return status;
}

/* ---- Then: wait for the jobs. */

static bool is_gone(const ria_job_report *r) {
  return r->state == RIA_JOB_ENDED || r->state == RIA_JOB_LOST;
}

/* Polls the jobs; *left: how many have not ended. If the controller does not answer, it may later.
 */
static ria_status ask(const cancelling *c, ria_job_report *report, int *left) {
  ria_job_ref *ref = calloc((size_t)c->count + 1, sizeof *ref);
  if (!ref)
    return no_memory();
  for (int i = 0; i < c->count; i++)
    ref[i] = ref_of(&c->item[i]);
  ria_status status = ria_launcher_poll(c->launcher, ref, c->count, report);
  free(ref);
  *left = 0;
  for (int i = 0; i < c->count; i++)
    *left += !is_gone(&report[i]);
  return status == RIA_ERROR_IO ? RIA_SUCCESS : status;
}

static void sleep_for(double seconds) {
  struct timespec time = {.tv_sec = (time_t)seconds,
                          .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};
  nanosleep(&time, NULL);
}

static ria_status await(const cancelling *c, double patience, ria_job_report *report) {
  double until = ria_unix_time() + patience;
  for (int left = 0;;) {
    RIA_TRY(ask(c, report, &left));
    double rest = until - ria_unix_time(), interval = ria_launcher_poll_interval(c->launcher);
    if (!left || rest <= 0)
      return RIA_SUCCESS;
    sleep_for(rest < interval ? rest : interval);
  }
}

/* A job that had succeeded before it was asked keeps its results, which the next engine reads. */
static ria_status close_attempt(const cancelling *c, ending_task *t, const ria_job_report *r) {
  bool done = r->state == RIA_JOB_ENDED && r->cause == RIA_CAUSE_NONE;
  ria_job_cause cause = r->state == RIA_JOB_LOST ? RIA_CAUSE_UNKNOWN : r->cause;
  RIA_TRY(engine_set_text(&t->attempt.asked, "cancel"));
  if (!done) {
    RIA_TRY(engine_set_text(&t->attempt.cause, ria_job_cause_text(cause)));
    RIA_TRY(engine_set_text(&t->attempt.note, "cancelled"));
    RIA_TRY(engine_set_text(&t->attempt.nodes, r->nodes));
    t->attempt.exit_code = r->exit_code;
    t->attempt.signal = r->signal;
    t->attempt.started = (double)r->started;
    t->attempt.ended = r->ended > 0 ? (double)r->ended : ria_unix_time();
    t->attempt.max_memory = r->memory;
  }
  RIA_TRY(study_put_attempt(c->study, &t->attempt));
  return done ? put_row(c, t->row, TASK_RUNNING, "done; the next `ria run` collects its results")
              : put_row(c, t->row, TASK_CANCELLED, "cancelled");
}

static ria_status close_gone(const cancelling *c, const ria_job_report *report,
                             engine_cancelled *outcome) {
  ria_text still = {0};
  for (int i = 0; i < c->count; i++) {
    if (is_gone(&report[i])) {
      RIA_TRY(close_attempt(c, &c->item[i], &report[i]));
      continue;
    }
    ria_text_add(&still, "%s%s (%s)", outcome->ending++ ? ", " : "", c->item[i].row->id,
                 c->item[i].attempt.job);
  }
  outcome->still = still.data;
  return still.failed ? no_memory() : mark_steps(c);
}

/* Drops tasks without a job, which are cancelled already. */
static void keep_running(cancelling *c) {
  int kept = 0;
  for (int i = 0; i < c->count; i++) {
    ending_task t = c->item[i];
    if (t.row->state == TASK_RUNNING) {
      c->item[kept++] = t;
      continue;
    }
    study_attempt_clear(&t.attempt);
    free(t.markers);
  }
  c->count = kept;
}

static ria_status follow(cancelling *c, const engine_cancel_options *o, engine_cancelled *outcome) {
  keep_running(c);
  if (!c->count || !c->launcher)
    return RIA_SUCCESS;
  if (o->report) {
    char text[80];
    snprintf(text, sizeof text, "waits for %d job%s to end", c->count, c->count == 1 ? "" : "s");
    o->report(o->context, c->subject, text);
  }
  ria_job_report *report = calloc((size_t)c->count, sizeof *report);
  if (!report)
    return no_memory();
  for (int i = 0; i < c->count; i++)
    report[i].state = RIA_JOB_RUNNING;
  double patience = o->patience < 0 ? ria_launcher_patience(c->launcher) : o->patience;
  ria_status status = await(c, patience, report);
  if (status == RIA_SUCCESS)
    status = study_begin(c->study);
  if (status == RIA_SUCCESS) {
    status = close_gone(c, report, outcome);
    if (status == RIA_SUCCESS)
      status = study_commit(c->study);
    else
      study_rollback(c->study);
  }
  free(report);
  return status;
}

/* ---- Cancelling. */

static ria_status mark_all(cancelling *c, int *met) {
  RIA_TRY(mark(c, met));
  RIA_TRY(mark_steps(c));
  return *c->subject ? RIA_SUCCESS : study_put_fact(c->study, "state", "cancelled");
}

ria_status engine_cancel(study_store *study, ria_launcher *launcher, const char *subject,
                         const engine_cancel_options *options, engine_cancelled *outcome) {
  cancelling c;
  *outcome = (engine_cancelled){0};
  ria_status status = load(&c, study, launcher, subject);
  if (status == RIA_SUCCESS)
    status = study_begin(study);
  if (status == RIA_SUCCESS) {
    status = mark_all(&c, &outcome->met);
    if (status == RIA_SUCCESS)
      status = study_commit(study);
    else
      study_rollback(study);
  }
  if (status == RIA_SUCCESS)
    status = ask_jobs_to_end(&c);
  if (status == RIA_SUCCESS)
    status = follow(&c, options, outcome);
  destroy(&c);
  return status;
}

ria_status engine_rows_end_jobs(study_store *study, ria_launcher *launcher, const char *subject) {
  cancelling c;
  int met;
  ria_status status = load(&c, study, launcher, subject);
  if (status == RIA_SUCCESS)
    status = mark(&c, &met);
  if (status == RIA_SUCCESS)
    status = ask_jobs_to_end(&c);
  destroy(&c);
  return status;
}
