/* Reads the reports of jobs and the results of tasks, and decides what happens next. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "tasks/job.h"
#include "ria/number.h"
#include "parts.h"
#include "retry.h"

enum { LOOK_EVERY = 2 /* s between two reads of a task's progress */ };

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory to follow the jobs");
}

/* ---- Progress. */

static void look(engine_task *t, char text[128]) {
  double fraction = -1;
  *text = 0;
  const workflow_task *spec = t->spec;
  if (spec && !spec->is_finish && spec->point->step->kind->progress &&
      spec->point->step->kind->progress(spec, spec->directory, &fraction, text) == RIA_SUCCESS &&
      fraction >= 0)
    t->row.fraction = fraction < 1 ? fraction : 1;
}

static void describe_waiting(const engine_task *t, char *text, size_t size) {
  const ria_job_report *r = &t->report;
  char when[32] = "";
  if (r->expected_start > 0) {
    time_t start = ria_whole_seconds(r->expected_start);
    struct tm parts;
    strftime(when, sizeof when, ", expected at %H:%M", localtime_r(&start, &parts));
  }
  snprintf(text, size, "in the queue%s%s%s", *r->reason ? ": " : "", r->reason, when);
}

/* Stores the changes of a job that has not ended. */
static ria_status follow(engine *e, engine_task *t, const ria_job_report *report) {
  char text[256] = ""; /* a kind's progress() writes up to 128 */
  bool news = report->state != t->report.state || report->started != t->report.started ||
              strcmp(report->reason, t->report.reason) != 0;
  t->report = *report;
  double before = t->row.fraction;
  if (report->state == RIA_JOB_WAITING)
    describe_waiting(t, text, sizeof text);
  else if (ria_unix_time() - t->looked >= LOOK_EVERY) {
    look(t, text);
    t->looked = ria_unix_time();
  } else if (!news) {
    return RIA_SUCCESS;
  }
  if (!news && before == t->row.fraction && !strcmp(text, t->row.note))
    return RIA_SUCCESS;
  if (*text || report->state == RIA_JOB_WAITING || news)
    RIA_TRY(engine_set_text(&t->row.note, text));
  RIA_TRY(study_begin(e->study));
  ria_status status = study_put_task(e->study, &t->row);
  if (status == RIA_SUCCESS && news) {
    t->attempt.started = report->started;
    status = engine_set_text(&t->attempt.nodes, report->nodes);
    if (status == RIA_SUCCESS)
      status = study_put_attempt(e->study, &t->attempt);
  }
  return engine_close(e, status, false);
}

/* ---- The end of an attempt. */

ria_status engine_put_results(engine *e, const engine_task *t, const workflow_results *results) {
  RIA_TRY(study_clear_results(e->study, t->row.step, t->row.id));
  for (int i = 0; i < results->count; i++) {
    const workflow_named *r = &results->result[i];
    RIA_TRY(study_put_result(e->study, &(study_result){.step = t->row.step,
                                                       .task = t->row.id,
                                                       .key = r->name,
                                                       .is_number = r->value.is_number,
                                                       .number = r->value.number,
                                                       .text = r->value.text}));
  }
  return RIA_SUCCESS;
}

/* Reads the results. If they cannot be read, the attempt has failed. */
static void collect(const engine_task *t, workflow_results *results, engine_decision *d) {
  const workflow_task *spec = t->spec;
  if (!spec || spec->is_finish || !spec->point->step->kind->collect)
    return;
  if (spec->point->step->kind->collect(spec, spec->directory, results) == RIA_SUCCESS)
    return;
  d->verdict = ENGINE_FAILED;
  snprintf(d->why, sizeof d->why, "its results cannot be read: %s", ria_status_detail());
}

/* finish() is not retried: the same results give the same error. */
static int retries_of(const workflow_task *spec) {
  return spec && !spec->is_finish ? spec->point->step->retries : 0;
}

static bool has_no_modules(const engine *e, const engine_task *t) {
  char *folder = engine_markers(e, &t->attempt), *path = NULL;
  bool there =
      folder && asprintf(&path, "%s/" TASK_JOB_NO_MODULES, folder) >= 0 && !access(path, F_OK);
  free(path);
  free(folder);
  return there;
}

/* Whether it ended because the engine stops. If a user cancels the engine's job, Slurm may end
 * its steps before the engine asks them to stop. */
static bool ends_with_engine(const engine *e, const engine_task *t, ria_job_cause cause) {
  return !strcmp(t->attempt.asked, "stop") || (e->signal && cause == RIA_CAUSE_CANCELLED);
}

static engine_decision judge(engine *e, engine_task *t, const ria_job_report *report) {
  char text[128];
  double before = t->row.reached;
  look(t, text);
  engine_end end = {.cause = report->state == RIA_JOB_LOST ? RIA_CAUSE_UNKNOWN : report->cause,
                    .exit_code = report->exit_code,
                    .signal = report->signal,
                    .checkpoints = engine_checkpoints(t),
                    .stopped = ends_with_engine(e, t, report->cause),
                    .hopeless = t->hopeless,
                    .no_modules = has_no_modules(e, t),
                    .progressed = t->row.fraction > before,
                    .retries = retries_of(t->spec),
                    .burned = t->row.burned,
                    .stalls = t->row.stalls};
  e->unsure = e->unsure || end.cause == RIA_CAUSE_NODE;
  engine_decision d = engine_decide(&end, e->options.retry_delay);
  size_t length = strlen(d.why);
  const char *reason = t->refused && *t->refused ? t->refused : report->reason;
  if (d.verdict != ENGINE_SUCCEEDED && *reason)
    snprintf(d.why + length, sizeof d.why - length, " (%s)", reason);
  if (d.verdict != ENGINE_SUCCEEDED && !strcmp(t->attempt.asked, "cancel")) {
    d = (engine_decision){.verdict = ENGINE_CANCELLED};
    snprintf(d.why, sizeof d.why, "cancelled");
  }
  return d;
}

static void note_attempt(engine_task *t, const ria_job_report *r) {
  study_attempt *a = &t->attempt;
  a->exit_code = r->exit_code;
  a->signal = r->signal;
  a->started = (double)r->started;
  a->ended = r->ended > 0 ? r->ended : ria_unix_time();
  a->max_memory = r->memory;
}

static void apply(engine_task *t, const engine_decision *d) {
  study_task *row = &t->row;
  static const task_state state[] = {[ENGINE_SUCCEEDED] = TASK_DONE,
                                     [ENGINE_AGAIN] = TASK_READY,
                                     [ENGINE_FAILED] = TASK_FAILED,
                                     [ENGINE_CANCELLED] = TASK_CANCELLED};
  row->state = state[d->verdict];
  row->burned += d->burns;
  row->stalls = d->stalls ? row->stalls + 1 : 0;
  row->not_before = d->verdict == ENGINE_AGAIN ? ria_unix_time() + d->delay : 0;
  if (row->fraction > row->reached)
    row->reached = row->fraction;
  if (d->verdict == ENGINE_SUCCEEDED)
    row->fraction = 1;
}

/* The task is out of date: discards its results. */
static void apply_again(engine_task *t) {
  t->row.state = TASK_PENDING;
  t->row.burned = t->row.stalls = 0;
  t->row.reached = t->row.not_before = 0;
  t->row.fraction = -1;
}

static ria_status write_end(engine *e, engine_task *t, const engine_decision *d,
                            const workflow_results *results, const study_outputs *outputs,
                            const ria_job_report *report) {
  bool again = !strcmp(t->attempt.asked, "again");
  ria_job_cause cause = report->state == RIA_JOB_LOST ? RIA_CAUSE_UNKNOWN : report->cause;
  RIA_TRY(engine_set_text(&t->attempt.cause, ria_job_cause_text(cause)));
  RIA_TRY(engine_set_text(&t->attempt.nodes, report->nodes));
  RIA_TRY(engine_set_text(&t->attempt.note, d->why));
  RIA_TRY(engine_set_text(&t->row.note, again ? "" : d->why));
  if (again)
    apply_again(t);
  else
    apply(t, d);
  if (t->row.state == TASK_DONE)
    RIA_TRY(engine_put_results(e, t, results));
  RIA_TRY(study_put_attempt(e->study, &t->attempt));
  RIA_TRY(engine_put(e, t));
  if (t->row.state == TASK_DONE)
    RIA_TRY(engine_put_outputs(e, t, outputs));
  if (t->row.state == TASK_READY && d->delay > 0)
    return engine_log(e, t->row.id, "%s; next attempt in %.0f s", d->why, d->delay);
  if (t->row.state == TASK_READY)
    return engine_log(e, t->row.id, "%s; continues", d->why);
  const char *state = task_state_text(t->row.state), *why = t->row.note;
  bool more = *why && strcmp(why, state) != 0; /* avoids `cancelled: cancelled` */
  return engine_log(e, t->row.id, "%s%s%s", state, more ? ": " : "", more ? why : "");
}

ria_status engine_ended(engine *e, int task, const ria_job_report *report) {
  engine_task *t = e->task[task];
  workflow_results results = {0};
  study_outputs outputs = {0};
  engine_decision d = judge(e, t, report);
  if (d.verdict == ENGINE_SUCCEEDED)
    collect(t, &results, &d);
  if (d.verdict == ENGINE_SUCCEEDED && engine_take_outputs(e, t, &outputs) != RIA_SUCCESS) {
    d.verdict = ENGINE_FAILED;
    snprintf(d.why, sizeof d.why, "%.*s", (int)sizeof d.why - 1, ria_status_detail());
  }
  e->doubts |= d.verdict != ENGINE_SUCCEEDED && !*t->attempt.asked;
  note_attempt(t, report);
  engine_give_room(e, task);
  ria_status status = study_begin(e->study);
  if (status == RIA_SUCCESS)
    status = engine_close(e, write_end(e, t, &d, &results, &outputs, report), true);
  results_destroy(&results);
  study_outputs_destroy(&outputs);
  return status == RIA_SUCCESS ? engine_follow_outputs(e, task) : status;
}

/* ---- Polling all jobs at once. */

static ria_status take_reports(engine *e, const int *task, const ria_job_report *report,
                               int count) {
  for (int k = 0; k < count; k++) {
    if (report[k].state == RIA_JOB_ENDED || report[k].state == RIA_JOB_LOST)
      RIA_TRY(engine_ended(e, task[k], &report[k]));
    else
      RIA_TRY(follow(e, e->task[task[k]], &report[k]));
  }
  return RIA_SUCCESS;
}

static ria_status ask(engine *e, int *task, ria_job_ref *ref, ria_job_report *report) {
  int count = 0;
  ria_status status = RIA_SUCCESS;
  for (int t = 0; t < e->tasks && status == RIA_SUCCESS; t++) {
    if (!e->task[t] || e->task[t]->row.state != TASK_RUNNING)
      continue;
    char *markers = engine_markers(e, &e->task[t]->attempt);
    if (!markers)
      status = no_memory();
    task[count] = t;
    report[count] = e->task[t]->report;
    ref[count++] = (ria_job_ref){.id = e->task[t]->attempt.job, .markers = markers};
  }
  if (status == RIA_SUCCESS && count)
    status = ria_launcher_poll(e->launcher, ref, count, report);
  for (int k = 0; k < count; k++)
    free((char *)ref[k].markers);
  /* If the controller does not answer, it is asked again later, and the markers alone count. */
  if (status == RIA_SUCCESS || status == RIA_ERROR_IO)
    status = take_reports(e, task, report, count);
  return status;
}

ria_status engine_poll(engine *e) {
  size_t most = (size_t)e->tasks + 1;
  int *task = calloc(most, sizeof *task);
  ria_job_ref *ref = calloc(most, sizeof *ref);
  ria_job_report *report = calloc(most, sizeof *report);
  ria_status status = task && ref && report ? ask(e, task, ref, report) : no_memory();
  free(task);
  free(ref);
  free(report);
  return status;
}
