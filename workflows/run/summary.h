/** \file
 * summary.json: what a run came to, in numbers.
 */
#ifndef RIA_RUN_SUMMARY_H
#define RIA_RUN_SUMMARY_H

#include "ria/case.h"
#include "balance.h"

typedef struct {
  const char *state; /**< "finished" or "stopped" */
  ria_progress from; /**< where this run began: at a checkpoint if it was resumed */
  ria_progress to;
  double wall_seconds;    /**< the whole of it */
  double compute_seconds; /**< from the first step to the last file */
  double loop_seconds;    /**< from the first step to the last, with what is written on the way */
  int checkpoints;        /**< on the way */
  ria_step_times times;   /**< of the steps of this run */
  ria_modelled modelled;  /**< what Cells would have taken for them; all 0: not asked for */
  int64_t cells;
  int ranks, workers, gpus; /**< workers and GPUs of a rank */
  run_balance balance;      /**< of what the solver conserves */
  const char *precision, *target, *strategy;
  const ria_case *the_case; /**< its hash; borrowed */
  const char *checkpoint;   /**< the last one, relative to the folder */
  char *const *warning;     /**< [warnings], borrowed: what was warned of */
  int warnings;
} run_summary;

/** As JSON text; the caller frees it. NULL where memory lacks. */
char *run_summary_text(const run_summary *summary);
/** Cell updates of this run in a second, in millions. */
double run_summary_rate(const run_summary *summary);

#endif
