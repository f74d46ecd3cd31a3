/** \file
 * kind: compare. Its files: the step's keys (compare.c), and its results (verdict.c).
 */
#ifndef STEP_COMPARE_H
#define STEP_COMPARE_H

#include "steps/case_run.h"

/** The expected result of A against B. */
typedef enum {
  COMPARE_ANYTHING,
  COMPARE_FASTER,
  COMPARE_NOT_SLOWER,
  COMPARE_NO_DIFFERENCE,
  COMPARE_NOT_FASTER,
  COMPARE_SLOWER
} compare_expectation;

typedef struct {
  char *path, *measure;
  char *name_a, *name_b;
  case_run run, a, b; /**< common keys, and those of each side */
  char *previous;     /**< folder of the study that provides B; NULL: B is run */
  char *previous_step;
  int repeat, expect;
  double margin, confidence;
} compare;

/** The kind's finish(): ratio, interval, verdict and table of every point. Errors:
 * RIA_ERROR_MISMATCH (measurements are missing, so that the verdict uses the others; or an
 * expectation is not met). */
ria_status compare_finish(const workflow_step *step, study_store *study, workflow_results *results);

#endif
