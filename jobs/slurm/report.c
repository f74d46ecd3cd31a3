/* From Slurm's words to ours; declared in slurm_text.h. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "exec/marker.h"
#include "reason.h"
#include "text.h"

/* All states of `man squeue`, JOB STATE CODES. One that a later Slurm adds counts as running: it is
 * looked at again. */
static const struct {
  const char *name;
  ria_job_state state;
  ria_job_cause cause;
} states[] = {
    {"PENDING", RIA_JOB_WAITING, RIA_CAUSE_NONE},
    {"CONFIGURING", RIA_JOB_WAITING, RIA_CAUSE_NONE},
    {"REQUEUED", RIA_JOB_WAITING, RIA_CAUSE_NONE},
    {"REQUEUE_FED", RIA_JOB_WAITING, RIA_CAUSE_NONE},
    {"REQUEUE_HOLD", RIA_JOB_WAITING, RIA_CAUSE_NONE},
    {"RESV_DEL_HOLD", RIA_JOB_WAITING, RIA_CAUSE_NONE},
    {"SPECIAL_EXIT", RIA_JOB_WAITING, RIA_CAUSE_NONE},
    {"RUNNING", RIA_JOB_RUNNING, RIA_CAUSE_NONE},
    {"COMPLETING", RIA_JOB_RUNNING, RIA_CAUSE_NONE},
    {"RESIZING", RIA_JOB_RUNNING, RIA_CAUSE_NONE},
    {"SIGNALING", RIA_JOB_RUNNING, RIA_CAUSE_NONE},
    {"STAGE_OUT", RIA_JOB_RUNNING, RIA_CAUSE_NONE},
    {"STOPPED", RIA_JOB_RUNNING, RIA_CAUSE_NONE},
    {"SUSPENDED", RIA_JOB_RUNNING, RIA_CAUSE_NONE},
    {"COMPLETED", RIA_JOB_ENDED, RIA_CAUSE_NONE},
    {"FAILED", RIA_JOB_ENDED, RIA_CAUSE_PROGRAM},
    {"TIMEOUT", RIA_JOB_ENDED, RIA_CAUSE_TIME_LIMIT},
    {"DEADLINE", RIA_JOB_ENDED, RIA_CAUSE_TIME_LIMIT},
    {"OUT_OF_MEMORY", RIA_JOB_ENDED, RIA_CAUSE_MEMORY},
    {"NODE_FAIL", RIA_JOB_ENDED, RIA_CAUSE_NODE},
    {"BOOT_FAIL", RIA_JOB_ENDED, RIA_CAUSE_NODE},
    {"PREEMPTED", RIA_JOB_ENDED, RIA_CAUSE_PREEMPTED},
    {"CANCELLED", RIA_JOB_ENDED, RIA_CAUSE_CANCELLED},
    {"REVOKED", RIA_JOB_ENDED, RIA_CAUSE_CANCELLED},
};

static void set_state(const char *word, ria_job_report *report) {
  size_t length = strcspn(word, " +"); /* `CANCELLED by 1000`, `CANCELLED+` */
  report->state = RIA_JOB_RUNNING;
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    if (strlen(states[i].name) == length && !strncmp(states[i].name, word, length)) {
      report->state = states[i].state;
      report->cause = states[i].cause;
    }
  }
}

static void set_reason(const char *reason, ria_job_report *report) {
  if (!strcmp(reason, "None") || !strcmp(reason, "(null)"))
    return;
  const char *advice = report->state == RIA_JOB_WAITING ? ria_slurm_advice(reason) : NULL;
  snprintf(report->reason, sizeof report->reason, "%.*s%s%s", advice ? 64 : 180, reason,
           advice ? ": " : "", advice ? advice : "");
}

void ria_slurm_report(const ria_slurm_record *record, ria_job_report *report) {
  *report = (ria_job_report){.memory = record->memory};
  set_state(record->state, report);
  set_reason(record->reason, report);
  snprintf(report->nodes, sizeof report->nodes, "%s", record->nodes);
  switch (report->state) {
  case RIA_JOB_WAITING:
    report->expected_start = record->start;
    break;
  case RIA_JOB_RUNNING:
    report->started = record->start;
    report->expected_end = record->end;
    break;
  default: /* one that never started has its end for a start, but no nodes */
    report->started = *record->nodes ? record->start : 0;
    report->ended = record->end;
  }
  if (report->state != RIA_JOB_ENDED)
    return;
  /* `Dependency` alone: it was still waiting when somebody cancelled it. */
  if (report->cause == RIA_CAUSE_CANCELLED && !strcmp(record->reason, "DependencyNeverSatisfied"))
    report->cause = RIA_CAUSE_DEPENDENCY;
  if (record->exit_code >= 0) {
    report->signal = record->signal;
    report->exit_code = record->signal ? 128 + record->signal : record->exit_code;
  }
}

/* Whether the marker is of this run of the job: an element of an array may be known by either id.
 */
static bool is_of(const ria_marker *marker, const char *id) {
  return marker->there && !strcmp(marker->job, id);
}

void ria_slurm_refine(const char *markers, const char *id, ria_job_report *report) {
  ria_marker submitted, started, ended;
  ria_marker_read(markers, "submitted", &submitted);
  ria_marker_read(markers, "started", &started);
  ria_marker_read(markers, "ended", &ended);
  if (report->cause == RIA_CAUSE_NONE)
    report->exit_code = 0;
  if (is_of(&started, id))
    report->restarts = started.restart;
  if (is_of(&ended, id)) {
    report->exit_code = ended.code;
    report->signal = ended.signal;
    report->memory = ended.memory > report->memory ? ended.memory : report->memory;
    /* CANCELLED is the wrapper's guess after a signal; Slurm knows better who sent it. */
    if (report->cause == RIA_CAUSE_PROGRAM && ended.cause != RIA_CAUSE_NONE)
      report->cause = ended.cause == RIA_CAUSE_CANCELLED && ended.signal ? RIA_CAUSE_SIGNAL
                      : ended.cause == RIA_CAUSE_CANCELLED               ? RIA_CAUSE_PROGRAM
                                                                         : ended.cause;
    return;
  }
  if (report->cause != RIA_CAUSE_PROGRAM)
    return;
  ria_job_cause hint = ria_marker_hint(markers, &started);
  if (hint != RIA_CAUSE_NONE)
    report->cause = hint;
  else if (is_of(&submitted, id) && !is_of(&started, id))
    report->cause = RIA_CAUSE_LAUNCH;
  else if (report->signal || report->exit_code == 0) /* the wrapper itself was killed */
    report->cause = RIA_CAUSE_SIGNAL;
  if (report->cause == RIA_CAUSE_SIGNAL && !report->signal)
    report->signal = SIGKILL;
  if (report->signal)
    report->exit_code = 128 + report->signal;
}
