/** \file
 * Private: the study at one moment, with sums for its report.
 */
#ifndef REPORT_SNAPSHOT_H
#define REPORT_SNAPSHOT_H

#include "ria/report.h"
#include "study/study.h"

/** Times and costs of a task or a step. Seconds since 1970, core seconds. */
typedef struct {
  double began, ended; /**< 0: not yet; for running ones, `ended` is the snapshot's time */
  double cost[RIA_TONE_IDLE + 1]; /**< core seconds by the outcome of the attempts */
  int attempts, bad;              /**< number of attempts; `bad`: failed ones */
} tally;

typedef struct {
  int *task; /**< [tasks] indices, borrowed from the snapshot */
  int tasks, done, failed, skipped;
  int result, results; /**< range of the snapshot's results */
  tally tally;
  char *id; /**< id of its heading in the page */
} step_sum;

typedef struct {
  int attempt, attempts; /**< range of the snapshot's attempts */
  tally tally;
} task_sum;

typedef struct {
  const char *folder;
  double now;
  char *title, *name, *mode, *workflow; /**< facts; "" if not known */
  bool held;                            /**< an engine has the study */
  owner_life life;
  study_owner owner;
  study_steps steps;
  study_tasks tasks;
  study_attempts attempts;
  study_results results;
  study_events events;
  step_sum *step; /**< [steps.count] */
  task_sum *task; /**< [tasks.count] */
  int *order;     /**< [tasks.count] tasks by step */
  tally tally;    /**< over all tasks */
} snapshot;

ria_status snapshot_read(study_store *study, snapshot *s);
void snapshot_destroy(snapshot *s);

/** The tone of an attempt's outcome. An attempt stopped by a time limit or by a person did not
 * fail. */
ria_tone snapshot_attempt_tone(const study_attempt *attempt);
ria_tone snapshot_state_tone(task_state state);
/** Core seconds of an attempt until `now`. */
double snapshot_attempt_cost(const study_attempt *attempt, double now);
double tally_cost(const tally *t);

#endif
