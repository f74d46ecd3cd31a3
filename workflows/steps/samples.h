/** \file
 * Measurements of a step's tasks, read from the study: what campaign and compare make tables of.
 */
#ifndef RIA_SAMPLES_H
#define RIA_SAMPLES_H

#include "ria/statistics.h"
#include "study/study.h"
#include "language/workflow.h"

/** All results of a step's tasks, and what became of these. All zero is none. */
typedef struct {
  ria_study_results results;
  ria_study_tasks rows; /**< sorted by id */
  int tasks;
  char **task; /**< [tasks] ids, sorted */
  int *first;  /**< [tasks] where a task's results begin among the results that are sorted so */
  int *order;  /**< [results.count] */
} samples;

ria_status samples_read(samples *s, ria_study *study, const char *step);
void samples_destroy(samples *s);

/** The step's folder in the study, where its tables go, made if no task has made it. Owned by the
 * caller; NULL without memory. */
char *samples_folder(const ria_step *step, const ria_study *study);

/** A number that a task found; false if there is none. */
bool samples_number(const samples *s, const char *task, const char *key, double *number);

/** The numbers of tasks "PREFIX1" .. "PREFIXn" into value[count], NAN where there is none; how many
 * are missing is the answer. */
int samples_series(const samples *s, const char *prefix, int count, const char *key, double *value);

/** Whether there is a task of that id. */
bool samples_has(const samples *s, const char *task);
/** Whether a task was left out by its step's `when`. */
bool samples_skipped(const samples *s, const char *task);
/** Why a task did not give a number, for people; borrowed, or static. */
const char *samples_why(const samples *s, const char *task);

/** Those of value[count] that are there, into known[count]; how many is the answer. */
int samples_known(int count, const double *value, double *known);
/** The pairs of a[count] and b[count] of which both are there; how many is the answer. */
int samples_pairs(int count, const double *a, const double *b, double *pair_a, double *pair_b);

#endif
