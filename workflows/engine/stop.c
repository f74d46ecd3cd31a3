/* Handles requests of other commands, and signals. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "guard.h"
#include "parts.h"

/* ---- Asking a running task. */

ria_status engine_ask(engine *e, engine_task *t, const char *what) {
  /* A person's request overrides the engine's. */
  if (!strcmp(t->attempt.asked, what) || !strcmp(t->attempt.asked, "cancel"))
    return RIA_SUCCESS;
  RIA_TRY(engine_set_text(&t->attempt.asked, what));
  t->sent = false;
  return study_put_attempt(e->study, &t->attempt);
}

static ria_status send_one(engine *e, engine_task *t) {
  char *markers = engine_markers(e, &t->attempt);
  if (!markers)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to stop a task");
  ria_job_ref ref = {.id = t->attempt.job, .markers = markers};
  bool gently = !strcmp(t->attempt.asked, "stop") && engine_checkpoints(t) && !e->hurry;
  ria_status status = gently ? ria_launcher_signal(e->launcher, &ref, SIGUSR1)
                             : ria_launcher_cancel(e->launcher, &ref, 1);
  free(markers);
  t->sent = status == RIA_SUCCESS;
  return status == RIA_ERROR_MEMORY ? status : RIA_SUCCESS; /* Slurm may answer later */
}

ria_status engine_send(engine *e) {
  for (int i = 0; i < e->tasks; i++) {
    engine_task *t = e->task[i];
    if (t && t->row.state == TASK_RUNNING && !t->sent && *t->attempt.asked)
      RIA_TRY(send_one(e, t));
  }
  return RIA_SUCCESS;
}

/* ---- Requests. */

static bool is_meant(const engine *e, const engine_task *t, const char *subject) {
  return t &&
         (!*subject || !strcmp(t->row.id, subject) || !strcmp(e->step[t->step].row.name, subject));
}

static ria_status cancel(engine *e, const char *subject, int *met) {
  for (int i = 0; i < e->tasks; i++) {
    engine_task *t = e->task[i];
    if (!is_meant(e, t, subject) || task_state_is_final(t->row.state))
      continue;
    ++*met;
    if (engine_is_active(t)) {
      RIA_TRY(engine_ask(e, t, "cancel"));
      continue;
    }
    t->row.state = TASK_CANCELLED;
    RIA_TRY(engine_set_text(&t->row.note, "cancelled"));
    RIA_TRY(engine_put(e, t));
  }
  return RIA_SUCCESS;
}

/* Cancelled tasks whose jobs have not ended yet run again after that. */
static ria_status retry_ending(engine *e, const char *subject, int *met) {
  for (int i = 0; i < e->tasks; i++) {
    engine_task *t = e->task[i];
    if (!is_meant(e, t, subject) || !engine_is_active(t) || strcmp(t->attempt.asked, "cancel"))
      continue;
    RIA_TRY(engine_set_text(&t->attempt.asked, "again"));
    RIA_TRY(study_put_attempt(e->study, &t->attempt));
    ++*met;
  }
  return RIA_SUCCESS;
}

/* Reruns the tasks that did not succeed, or all tasks if all succeeded. */
static ria_status retry(engine *e, const char *subject, int *met) {
  RIA_TRY(retry_ending(e, subject, met));
  bool *mark = calloc((size_t)e->tasks + 1, sizeof *mark);
  if (!mark)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to run tasks again");
  for (int pass = 0; pass < 1 + !*met; pass++) {
    for (int i = 0; i < e->tasks; i++) {
      const engine_task *t = e->task[i];
      bool unsuccessful = t && (t->row.state == TASK_FAILED || t->row.state == TASK_CANCELLED ||
                                (t->row.state == TASK_READY && t->row.not_before > 0));
      mark[i] = is_meant(e, t, subject) &&
                (unsuccessful || (pass && *subject && t->row.state == TASK_DONE));
      *met += mark[i];
    }
  }
  for (int i = 0; i < e->steps; i++) {
    engine_step *s = &e->step[i];
    if (s->broken && (!*subject || !strcmp(s->row.name, subject))) {
      s->broken = false;
      ++*met;
    }
  }
  ria_status status = engine_invalidate(e, mark, NULL);
  free(mark);
  return status;
}

static ria_status take_request(engine *e, const study_request *r) {
  int met = 0;
  RIA_TRY(!strcmp(r->verb, "cancel") ? cancel(e, r->subject, &met) : retry(e, r->subject, &met));
  RIA_TRY(engine_log(e, r->subject, "asked to %s: %d task%s", r->verb, met, met == 1 ? "" : "s"));
  return study_remove_request(e->study, r->number);
}

ria_status engine_take_requests(engine *e) {
  study_requests requests;
  RIA_TRY(study_list_requests(e->study, &requests));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < requests.count && status == RIA_SUCCESS; i++) {
    status = study_begin(e->study);
    if (status == RIA_SUCCESS)
      status = engine_close(e, take_request(e, &requests.item[i]), true);
    e->changed = true;
  }
  study_requests_destroy(&requests);
  return status;
}

/* ---- Signals: taken by sigtimedwait(), which is also how the engine sleeps. */

/* Reserves the last part of the lead for stopping running tasks and starting again. */
ria_status engine_begin_stop(engine *e, int signal, const char *why) {
  double now = ria_unix_time();
  e->signal = signal;
  e->deadline = now + e->options.grace;
  if (signal == SIGUSR1 && isfinite(e->stop_at))
    e->deadline = fmax(now, e->stop_at + 0.6 * e->options.lead);
  return engine_log(e, "", "%s: stops", why);
}

/* SIGUSR1 may come up to a minute early, which may be most of a short job. It is ignored once if
 * the clock says that more than half of the time is left. */
static bool comes_early(const engine *e) {
  double left = e->stop_at - ria_unix_time();
  return isfinite(left) && left > 0.5 * e->life && !e->warned;
}

/* The batch script was killed, but not by scancel, which sends SIGTERM first. Slurm ends the rest
 * of the job within moments. */
static ria_status stop_as_orphan(engine *e) {
  ria_status status = engine_guard_requeue();
  return engine_begin_stop(e, SIGUSR1,
                           status == RIA_SUCCESS
                               ? "the job's script was killed: the job starts again"
                               : "the job's script was killed");
}

ria_status engine_wait(engine *e, double seconds) {
  sigset_t set;
  sigemptyset(&set);
  const int wanted[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGCHLD};
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
    sigaddset(&set, wanted[k]);
  struct timespec time = {.tv_sec = (time_t)seconds,
                          .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};
  siginfo_t info = {0};
  int number = sigtimedwait(&set, &info, &time);
  /* Queued jobs are not child processes. Children that end are squeue and the like. */
  e->woken = number == SIGCHLD && e->kind != RIA_LAUNCHER_JOBS;
  if (number == SIGTERM && !e->signal && engine_guard_is_lost())
    return stop_as_orphan(e);
  if (number <= 0 || number == SIGCHLD || !engine_guard_is_new(number, info.si_pid))
    return RIA_SUCCESS;
  if (!e->signal && number == SIGUSR1 && comes_early(e)) {
    e->warned = true;
    return engine_log(e, "", "signal %d (%s) came early: continuing for %.0f s", number,
                      strsignal(number), e->stop_at - ria_unix_time());
  }
  if (!e->signal) {
    char why[80];
    snprintf(why, sizeof why, "signal %d (%s)", number, strsignal(number));
    return engine_begin_stop(e, number, why);
  }
  if (number == SIGINT || number == SIGTERM) {
    e->hurry = true;
    e->deadline = ria_unix_time();
  }
  return RIA_SUCCESS;
}

/* Running cases must write a checkpoint at once. Other tasks may continue until the time is up,
 * unless a person waits for the end. */
static bool may_go_on(const engine *e, const engine_task *t) {
  return e->signal == SIGUSR1 && !engine_checkpoints(t) && ria_unix_time() < e->deadline;
}

ria_status engine_stop(engine *e) {
  if (ria_unix_time() >= e->deadline && !e->stop_sent) {
    e->hurry = e->stop_sent = true; /* tasks that got a gentle request are asked again */
    for (int i = 0; i < e->tasks; i++)
      if (e->task[i])
        e->task[i]->sent = false;
  }
  RIA_TRY(study_begin(e->study));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < e->tasks && status == RIA_SUCCESS; i++) {
    engine_task *t = e->task[i];
    if (t && t->row.state == TASK_RUNNING && !may_go_on(e, t))
      status = engine_ask(e, t, "stop");
  }
  RIA_TRY(engine_close(e, status, false));
  return engine_send(e);
}
