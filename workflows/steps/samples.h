/** \file
 * Measurements of a step's tasks, read from the study, for the tables of campaign and compare.
 */
#ifndef SAMPLES_H
#define SAMPLES_H

#include "language/workflow.h"
#include "ria/statistics.h"
#include "study/study.h"

/** All results of a step's tasks, and the tasks' states. All zero is empty. */
typedef struct {
  study_results results;
  study_tasks rows; /**< sorted by id */
  int tasks;
  char **task; /**< [tasks] ids, sorted */
  int *first;  /**< [tasks] index in `order` of each task's first result */
  int *order;  /**< [results.count] results sorted by task */
} samples;

ria_status samples_read(samples *s, study_store *study, const char *step);
void samples_destroy(samples *s);

/** The step's folder in the study, for its tables; created if necessary. Owned by the caller; NULL
 * without memory. */
char *samples_folder(const workflow_step *step, const study_store *study);

/** A number among a task's results; false if there is none. */
bool samples_number(const samples *s, const char *task, const char *key, double *number);

/** A text among a task's results, borrowed; "" if there is none. */
const char *samples_text(const samples *s, const char *task, const char *key);

/** The results of a task: how many, and where they begin in `order`. */
int samples_of_task(const samples *s, const char *task, int *first);

/** The numbers of the tasks "PREFIX1" .. "PREFIXn" into value[count], NAN if missing; returns how
 * many are missing. */
int samples_series(const samples *s, const char *prefix, int count, const char *key, double *value);

/** Whether there is a task with that id. */
bool samples_has(const samples *s, const char *task);
/** Whether a task was skipped by its step's `when`. */
bool samples_skipped(const samples *s, const char *task);
/** Whether a task succeeded. */
bool samples_done(const samples *s, const char *task);
/** Why a task gave no number, for people; borrowed or static. */
const char *samples_why(const samples *s, const char *task);

/** Copy the numbers in value[count] that exist into known[count]; returns how many. */
int samples_known(int count, const double *value, double *known);
/** Copy the pairs a[i], b[i] in which both numbers exist; returns how many. */
int samples_pairs(int count, const double *a, const double *b, double *pair_a, double *pair_b);

#endif
