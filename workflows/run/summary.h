/** \file
 * summary.json: the results of a run in numbers.
 */
#ifndef RUN_SUMMARY_H
#define RUN_SUMMARY_H

#include "ria/case.h"
#include "ria/particles.h"
#include "balance.h"
#include "log.h"
#include "observed.h"

typedef struct {
  const char *state; /**< "finished" or "stopped" */
  ria_progress from; /**< start of this run: a checkpoint if it was resumed */
  ria_progress to;
  double wall_seconds;    /**< the whole run */
  double compute_seconds; /**< from the first step to the last file */
  double loop_seconds;    /**< from the first step to the last, with the writes in between */
  int checkpoints;        /**< written during the run */
  ria_step_times times;   /**< counters of the steps of this run */
  ria_modelled modelled;  /**< modelled time of Cells for them; all 0: not requested */
  int64_t cells;
  double threads_per_core;    /**< ria_runtime_threads_per_core() */
  int ranks, workers, gpus;   /**< workers and GPUs of a rank */
  run_balance balance;        /**< balance of the conserved amounts */
  const ria_program *program; /**< of the model; NULL: it has none */
  ria_program_result found;   /**< by its last step */
  ria_part_times parts;       /**< of its steps in this run */
  const char *precision, *target, *strategy;
  const ria_case *the_case;                  /**< for its hash; borrowed */
  const char *checkpoint;                    /**< the last one, relative to the folder */
  const char *note;                          /**< the solver's about the case; NULL: none */
  const ria_particles_description *drift;    /**< NULL: no particles */
  int64_t (*particles)[RIA_PARTICLE_STATES]; /**< [groups]: how many do what; owned */
  run_observed observed;                     /**< comparison with observations */
  const run_warning *warning;                /**< [warnings], borrowed */
  int warnings;
} run_summary;

/** As JSON text; the caller frees it. NULL without memory. */
char *run_summary_text(const run_summary *summary);
/** Million cell updates a second of this run. */
double run_summary_rate(const run_summary *summary);
/** Log the last lines of a run. `finished`: it reached the end of its case; else it can be resumed
 * from its folder. */
void run_summary_log(const run_summary *summary, bool finished, const char *folder, run_log *log);

#endif
