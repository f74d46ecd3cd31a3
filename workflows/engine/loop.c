/* The engine's loop. */
#include "parts.h"
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/number.h"
#include "ria/own_job.h"

void engine_count_change(engine *e) {
  if (++e->moments == e->die_at)
    raise(SIGKILL);
}

ria_status engine_log(engine *e, const char *subject, const char *format, ...) {
  char what[9200]; /* a refusal of the batch system, whole */
  va_list args;
  va_start(args, format);
  ria_vsnprintf(what, sizeof what, format, args);
  va_end(args);
  if (e->options.report)
    e->options.report(e->options.context, subject, what);
  return study_put_event(e->study, subject, what);
}

ria_status engine_close(engine *e, ria_status status, bool any) {
  if (status != RIA_SUCCESS) {
    study_rollback(e->study);
    return status;
  }
  if (any)
    engine_count_change(e);
  RIA_TRY(study_commit(e->study));
  if (any)
    engine_count_change(e);
  return RIA_SUCCESS;
}

/* ---- Setting up. */

static ria_status measure(engine *e) {
  e->alone = -1;
  ria_capacity capacity;
  ria_status status = ria_launcher_capacity(e->launcher, &capacity);
  if (e->kind == RIA_LAUNCHER_JOBS) {
    e->array_limit = status == RIA_SUCCESS ? capacity.array_limit : 1;
    return RIA_SUCCESS; /* the queue manages resources */
  }
  RIA_TRY(status);
  e->nodes = capacity.nodes > 0 ? capacity.nodes : 1;
  /* Nothing assigns the GPUs of this machine to tasks. Without Slurm, a task with GPUs therefore
   * runs alone, like one that needs more than exists. */
  e->whole = (engine_node){.cores = capacity.cores,
                           .gpus = e->kind == RIA_LAUNCHER_LOCAL ? 0 : capacity.gpus,
                           .memory = capacity.memory > 0 ? capacity.memory : INT64_MAX};
  e->room = calloc((size_t)e->nodes, sizeof *e->room);
  if (!e->room)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the nodes");
  for (int n = 0; n < e->nodes; n++)
    e->room[n] = e->whole;
  return RIA_SUCCESS;
}

static ria_status name_program(engine *e) {
  char path[RIA_PROGRAM_SIZE];
  if (e->options.program)
    return engine_set_text(&e->program, e->options.program);
  if (!ria_program_path(path))
    return ria_fail(RIA_ERROR_IO, "cannot find the path of this program: /proc is not mounted");
  return engine_set_text(&e->program, path);
}

/* If the last run ended normally, failed tasks are tried again. If it was interrupted, it
 * continues. */
static ria_status begin_anew(engine *e) {
  char *state;
  RIA_TRY(study_get_fact(e->study, "state", &state));
  bool over = state && strcmp(state, "running") && strcmp(state, "interrupted");
  free(state);
  RIA_TRY(study_begin(e->study));
  ria_status status = study_put_fact(e->study, "state", "running");
  for (int i = 0; i < e->tasks && over && status == RIA_SUCCESS; i++) {
    engine_task *t = e->task[i];
    if (t->row.state != TASK_FAILED && t->row.state != TASK_CANCELLED)
      continue;
    t->row.state = TASK_PENDING;
    t->row.burned = t->row.stalls = 0;
    t->row.not_before = 0;
    status = engine_set_text(&t->row.note, "");
    if (status == RIA_SUCCESS)
      status = engine_put(e, t);
  }
  return engine_close(e, status, false);
}

/* Shows the tasks of waiting steps as far as they are known. */
static ria_status show_tasks(engine *e) {
  RIA_TRY(study_begin(e->study));
  ria_status status = RIA_SUCCESS;
  for (int s = 0; s < e->steps && status == RIA_SUCCESS; s++)
    status = engine_expand(e, s, false);
  return engine_close(e, status, true);
}

static ria_status prepare(engine *e) {
  RIA_TRY(name_program(e));
  RIA_TRY(measure(e));
  RIA_TRY(engine_load(e));
  RIA_TRY(begin_anew(e));
  RIA_TRY(show_tasks(e));
  RIA_TRY(engine_check_outputs(e));
  RIA_TRY(engine_open_steps(e));
  return engine_adopt(e);
}

/* ---- The loop. */

static int count_state(const engine *e, task_state state) {
  int count = 0;
  for (int t = 0; t < e->tasks; t++)
    count += e->task[t] && e->task[t]->row.state == state;
  return count;
}

static int active(const engine *e) {
  return count_state(e, TASK_STARTING) + count_state(e, TASK_RUNNING);
}

/* A finished task may open a step whose tasks are all done or skipped, which may open another one.
 * Repeats until nothing changes. */
static ria_status advance(engine *e) {
  while (e->changed) {
    e->changed = false;
    RIA_TRY(engine_open_steps(e));
    RIA_TRY(engine_mark_ready(e));
  }
  RIA_TRY(engine_start_ready(e));
  return engine_open_steps(e); /* updates the states of steps for display */
}

/* The time of the earliest delayed attempt. */
static double next_attempt(const engine *e) {
  double next = INFINITY, now = ria_unix_time();
  for (int t = 0; t < e->tasks; t++)
    if (e->task[t] && e->task[t]->row.state == TASK_READY && e->task[t]->row.not_before > now)
      next = fmin(next, e->task[t]->row.not_before - now);
  return next;
}

static double patience(const engine *e) {
  double seconds = active(e) ? ria_launcher_poll_interval(e->launcher) : 1;
  seconds = fmin(seconds, e->signal ? 0.5 : e->stop_at - ria_unix_time());
  if (e->limit.until > 0)
    seconds = fmin(seconds, e->limit.until - ria_unix_time());
  return fmax(0.01, fmin(seconds, next_attempt(e)));
}

static ria_status show_life(engine *e) {
  double now = ria_unix_time();
  if (e->options.tick && now - e->ticked >= 0.2) {
    e->options.tick(e->options.context);
    e->ticked = now;
  }
  if (now - e->touched < 30)
    return RIA_SUCCESS;
  e->touched = now;
  return study_touch(e->study);
}

/* Sleeps for at most a second at a time, so that requests and the screen are served, while the
 * launcher is polled less often. */
static ria_status rest(engine *e) {
  double until = ria_unix_time() + patience(e);
  do {
    RIA_TRY(show_life(e));
    RIA_TRY(engine_wait(e, fmax(0.01, fmin(1, until - ria_unix_time()))));
    RIA_TRY(engine_take_requests(e));
    if (e->changed || e->signal || e->woken)
      return RIA_SUCCESS;
  } while (ria_unix_time() < until);
  return RIA_SUCCESS;
}

/* After a signal the engine ends when the tasks that it must stop have ended. */
static bool is_over(const engine *e) {
  if (e->signal)
    return e->kind == RIA_LAUNCHER_JOBS || !active(e);
  return !active(e) && !count_state(e, TASK_READY) && !e->changed;
}

/* No task runs, and every ready task needs more time than the job has left. */
static bool needs_more_time(const engine *e) {
  int waiting = 0;
  for (int t = 0; t < e->tasks; t++) {
    const engine_task *task = e->task[t];
    if (!task || task->row.state != TASK_READY)
      continue;
    if (engine_has_time(e, task))
      return false;
    waiting++;
  }
  return waiting && !active(e) && !e->changed;
}

/* Slurm 22.05 sends SIGTERM to the steps of a preempted job with GraceTime, but to its batch
 * script, which is the engine, only at the end. A step that starts meanwhile is lost. */
static bool is_preempted(engine *e) {
  ria_own_job job;
  if (!e->doubts || e->kind != RIA_LAUNCHER_ALLOCATION || !e->options.comes_back)
    return false;
  e->doubts = false;
  return ria_own_job_read(&job) == RIA_SUCCESS && job.fate != RIA_FATE_NONE;
}

/* The warning signal may never come, or a minute early, so the clock decides. */
static ria_status watch_time(engine *e) {
  if (e->signal)
    return RIA_SUCCESS;
  if (is_preempted(e))
    return engine_begin_stop(e, SIGTERM, "this job is being ended");
  if (ria_unix_time() >= e->stop_at)
    return engine_begin_stop(e, SIGUSR1, "the time of this job is nearly over");
  if (needs_more_time(e))
    return engine_begin_stop(e, SIGUSR1, "the next task needs more time than this job has left");
  return RIA_SUCCESS;
}

static ria_status loop(engine *e) {
  e->changed = true;
  for (;;) {
    RIA_TRY(watch_time(e));
    if (e->signal && e->kind != RIA_LAUNCHER_JOBS)
      RIA_TRY(engine_stop(e));
    else
      RIA_TRY(engine_send(e));
    if (!e->signal)
      RIA_TRY(advance(e));
    if (is_over(e))
      return RIA_SUCCESS;
    RIA_TRY(rest(e));
    RIA_TRY(engine_poll(e));
  }
}

/* ---- The end. */

/* A signal that came when all tasks were done has interrupted no task. */
static engine_ending how_it_ended(const engine *e) {
  engine_ending end = ENGINE_ENDED_WELL;
  bool all = true;
  for (int s = 0; s < e->steps; s++) {
    task_state state = e->step[s].row.state;
    if (state == TASK_FAILED)
      return ENGINE_ENDED_FAILED;
    if (state == TASK_CANCELLED)
      end = ENGINE_ENDED_CANCELLED;
    all &= task_state_is_final(state);
  }
  return e->signal && !all ? ENGINE_ENDED_INTERRUPTED : end;
}

static ria_status conclude(engine *e, engine_outcome *outcome) {
  static const char *const name[] = {[ENGINE_ENDED_WELL] = "finished",
                                     [ENGINE_ENDED_FAILED] = "failed",
                                     [ENGINE_ENDED_CANCELLED] = "cancelled",
                                     [ENGINE_ENDED_INTERRUPTED] = "interrupted"};
  bool left = active(e) || count_state(e, TASK_READY);
  RIA_TRY(engine_open_steps(e));
  outcome->end = e->signal && left ? ENGINE_ENDED_INTERRUPTED : how_it_ended(e);
  outcome->signal = outcome->end == ENGINE_ENDED_INTERRUPTED ? e->signal : 0;
  RIA_TRY(study_begin(e->study));
  ria_status status = study_put_fact(e->study, "state", name[outcome->end]);
  if (status == RIA_SUCCESS)
    status = engine_log(e, "", "%s", name[outcome->end]);
  return engine_close(e, status, true);
}

ria_status engine_run(workflow_file *workflow, study_store *study, ria_launcher *launcher,
                      ria_launcher_kind kind, const engine_options *options,
                      engine_outcome *outcome) {
  const char *die = getenv("RIA_ENGINE_DIE_AT");
  engine e = {.workflow = workflow,
              .study = study,
              .launcher = launcher,
              .kind = kind,
              .options = *options,
              .die_at = die ? strtol(die, NULL, 10) : -1};
  if (e.options.retry_delay <= 0)
    e.options.retry_delay = 10;
  if (e.options.grace <= 0)
    e.options.grace = 60;
  e.stop_at = e.options.end > 0 ? e.options.end - e.options.lead : INFINITY;
  e.life = e.stop_at - ria_unix_time();
  sigset_t set, before;
  sigemptyset(&set);
  const int taken[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGCHLD};
  for (size_t k = 0; k < sizeof taken / sizeof *taken; k++)
    sigaddset(&set, taken[k]);
  sigprocmask(SIG_BLOCK, &set, &before);
  *outcome = (engine_outcome){0};
  ria_status status = prepare(&e);
  if (status == RIA_SUCCESS)
    status = loop(&e);
  if (status == RIA_SUCCESS)
    status = conclude(&e, outcome);
  engine_unload(&e);
  free(e.program);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return status;
}
