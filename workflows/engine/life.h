/** \file
 * The lives of an engine under Slurm: each is a run of the batch job that it is in, and the last
 * thing that one does is to see to the next.
 */
#ifndef RIA_ENGINE_LIFE_H
#define RIA_ENGINE_LIFE_H

#include "engine.h"
#include "ria/own_job.h"

typedef struct {
  bool exists; /**< we are in a batch job of Slurm's */
  ria_own_job job;
  double lead;          /**< s before the job's end that the engine stops */
  ria_job_id follow_up; /**< queued before the work began; "": none */
  ria_study *study;     /**< this and what follows: borrowed */
  const ria_workflow *workflow;
  const char *const *variable; /**< "NAME=value" that hand our options to the next job, then NULL */
  ria_engine_report report;
  void *context;
} engine_life;

/** Before anything else in a job: signals that come before the engine listens must not kill it, nor
 * may those that come after. No effect elsewhere. */
void engine_life_guard(void);

/** Begin one. `life` holds what is borrowed, the rest is filled in. Where the job
 * may not be requeued, the next one is queued now: nothing need happen in the last seconds then.
 * `*over`: an earlier life has ended the study, and this one was started for nothing.
 *
 * Errors: RIA_ERROR_STEP (several lives in a row got no further), those of the study. That Slurm
 * gives no answer is none: `tell` hears of it, and the life has no known end. */
ria_status engine_life_begin(engine_life *life, ria_launcher_kind kind, double grace, bool *over);

/** See to the next, if one is wanted: after the job's time, a preemption or SIGUSR1, not after a
 * person ended it. Unlocks the study first. Errors: those of Slurm. */
ria_status engine_life_end(engine_life *life, const ria_engine_outcome *outcome);

#endif
