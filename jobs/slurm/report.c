#include "report.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "exec/marker.h"

/* From `man squeue`, JOB REASON CODES, and Slurm's longer texts. A name matches all reasons that
 * begin with it; the first match counts. */
static const struct {
  const char *name, *advice;
} reasons[] = {
    {"PartitionTimeLimit", "asks for more time than its partition allows; lower resources.time or "
                           "choose another partition"},
    {"PartitionNodeLimit",
     "asks for more nodes than its partition allows; lower resources.nodes or "
     "choose another partition"},
    {"PartitionDown", "its partition starts no jobs now; wait or choose another partition"},
    {"PartitionInactive", "its partition is closed; choose another one"},
    {"BadConstraints", "no node has all resources that it requests; lower them or their options"},
    {"MaxMemPerLimit", "asks for more memory than its partition allows; lower resources.memory"},
    {"DependencyNeverSatisfied", "a job that it waits for has failed; `ria cancel`, then `ria "
                                 "retry`"},
    {"JobHeldUser", "held by its owner; `scontrol release` lets it go"},
    {"JobHeldAdmin", "held by an administrator; ask, or `ria cancel`"},
    {"launch failed requeued held", "its node could not start it; `scontrol release` tries again, "
                                    "`sinfo -R` shows the node's state"},
    {"ReqNodeNotAvail", "its nodes are down, drained or reserved; `sinfo -R` says why"},
    {"Nodes required for job", "its nodes are down, drained or reserved; `sinfo -R` says why"},
    {"ReservationDeleted", "its reservation is gone; remove it from resources.options"},
    {"InvalidAccount", "its account is not valid; correct resources.account"},
    {"AccountNotAllowed",
     "its account may not use its partition; choose another account or partition"},
    {"InvalidQOS", "its QOS is not valid; correct resources.qos"},
    {"QOSNotAllowed", "its QOS may not use its partition; choose another QOS or partition"},
    {"QOSTimeLimit", "asks for more time than its QOS allows; lower resources.time"},
    {"AssocMaxJobsLimit", "as many jobs of yours run as may; it starts when one of them ends"},
    {"QOSMaxJobs", "as many jobs of yours run as may; it starts when one of them ends"},
    {"AssocGrp", "a limit of your account is reached; it starts when other jobs have ended"},
    {"QOSGrp", "a limit of its QOS is reached; it starts when other jobs have ended"},
};

static bool begins(const char *text, const char *with) {
  return !strncmp(text, with, strlen(with));
}

const char *slurm_advice(const char *reason) {
  /* AssocMaxCpuPerJobLimit, QOSMaxWallDurationPerJobLimit and the like: the job exceeds the limit
   * by itself, so the end of other jobs does not help. */
  if (strstr(reason, "PerJobLimit") && begins(reason, "Assoc"))
    return "asks for more than your account allows a job; lower its resources";
  if (strstr(reason, "PerJobLimit") && begins(reason, "QOS"))
    return "asks for more than its QOS allows a job; lower its resources";
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if (begins(reason, reasons[i].name))
      return reasons[i].advice;
  return NULL;
}

/* All states of `man squeue`, JOB STATE CODES. An unknown state counts as running, so it is polled
 * again. */
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
  const char *advice = report->state == RIA_JOB_WAITING ? slurm_advice(reason) : NULL;
  snprintf(report->reason, sizeof report->reason, "%.*s%s%s", advice ? 64 : 180, reason,
           advice ? ": " : "", advice ? advice : "");
}

void slurm_report(const slurm_record *record, ria_job_report *report) {
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
  default: /* a job that never started has its end as its start, and no nodes */
    report->started = *record->nodes ? record->start : 0;
    report->ended = record->end;
  }
  if (report->state != RIA_JOB_ENDED)
    return;
  /* `Dependency` alone: the job was cancelled while it was still waiting. */
  if (report->cause == RIA_CAUSE_CANCELLED && !strcmp(record->reason, "DependencyNeverSatisfied"))
    report->cause = RIA_CAUSE_DEPENDENCY;
  if (record->exit_code >= 0) {
    report->signal = record->signal;
    report->exit_code = record->signal ? 128 + record->signal : record->exit_code;
  }
}

/* Whether the marker belongs to this run of the job. */
static bool is_of_run(const exec_marker *marker, const char *id) {
  return marker->there && slurm_same_job(marker->job, id);
}

void slurm_refine(const char *markers, const char *id, ria_job_report *report) {
  exec_marker submitted, started, ended;
  exec_marker_read(markers, "submitted", &submitted);
  exec_marker_read(markers, "started", &started);
  exec_marker_read(markers, "ended", &ended);
  if (report->cause == RIA_CAUSE_NONE)
    report->exit_code = 0;
  if (is_of_run(&started, id))
    report->restarts = started.restart;
  if (is_of_run(&ended, id)) {
    report->exit_code = ended.code;
    report->signal = ended.signal;
    report->memory = ended.memory > report->memory ? ended.memory : report->memory;
    /* The wrapper guesses CANCELLED after a signal; Slurm knows who sent the signal. */
    if (report->cause == RIA_CAUSE_PROGRAM && ended.cause != RIA_CAUSE_NONE)
      report->cause = ended.cause == RIA_CAUSE_CANCELLED && ended.signal ? RIA_CAUSE_SIGNAL
                      : ended.cause == RIA_CAUSE_CANCELLED               ? RIA_CAUSE_PROGRAM
                                                                         : ended.cause;
    return;
  }
  if (report->cause != RIA_CAUSE_PROGRAM)
    return;
  ria_job_cause hint = exec_marker_hint(markers, &started);
  if (hint != RIA_CAUSE_NONE)
    report->cause = hint;
  else if (is_of_run(&submitted, id) && !is_of_run(&started, id))
    report->cause = RIA_CAUSE_LAUNCH;
  else if (report->signal || report->exit_code == 0) /* the wrapper itself was killed */
    report->cause = RIA_CAUSE_SIGNAL;
  if (report->cause == RIA_CAUSE_SIGNAL && !report->signal)
    report->signal = SIGKILL;
  if (report->signal)
    report->exit_code = 128 + report->signal;
}
