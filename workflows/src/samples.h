/** \file
 * Measurements of a step's tasks, read from the study: what campaign and compare make tables of.
 */
#ifndef RIA_SAMPLES_H
#define RIA_SAMPLES_H

#include "ria/statistics.h"
#include "ria/study.h"

/** All results of a step's tasks. All zero is none. */
typedef struct {
  ria_study_results results;
  int tasks;
  char **task; /**< [tasks] ids, sorted */
  int *first;  /**< [tasks] where a task's results begin among the results that are sorted so */
  int *order;  /**< [results.count] */
} samples;

ria_status samples_read(samples *s, ria_study *study, const char *step);
void samples_destroy(samples *s);

/** A number that a task found; false if there is none. */
bool samples_number(const samples *s, const char *task, const char *key, double *number);

/** The numbers of tasks "PREFIX1" .. "PREFIXn" into value[count]; how many are missing is the
 * answer. */
int samples_series(const samples *s, const char *prefix, int count, const char *key, double *value);

#endif
