/** \file
 * The lives of an engine under Slurm. Each life is one run of its batch job. At its end it arranges
 * the next one.
 */
#ifndef ENGINE_LIFE_H
#define ENGINE_LIFE_H

#include "ria/own_job.h"
#include "ria/submit.h"
#include "engine.h"

typedef struct {
  bool exists; /**< the engine runs in a Slurm batch job */
  ria_own_job job;
  double lead;                       /**< s before the job's end at which the engine stops */
  ria_job_id follow_up;              /**< job queued before the work began; "": none */
  char token[RIA_SUBMIT_TOKEN_SIZE]; /**< token that the queued job carries in the queue */
  study_store *study;                /**< this and the following members are borrowed */
  const workflow_file *workflow;
  const char *const *argument; /**< our options for the next job, then NULL */
  engine_report report;
  void *context;
} engine_life;

/** First action in a job: block signals, so that none kills the engine before or after it handles
 * them. No effect outside of jobs. */
void engine_life_guard(void);

/** Begin a life. The borrowed members of `life` must be set; the rest is filled in. If the job may
 * not be requeued, the next one is queued now, so that the last seconds need no action.
 * `*over`: an earlier life has ended the study, and this one has nothing to do.
 *
 * Errors: RIA_ERROR_STEP (several lives in a row made no progress), those of the study. If Slurm
 * does not answer, that is reported, and the life has no known end. */
ria_status engine_life_begin(engine_life *life, ria_launcher_kind kind, double grace, bool *over);

/** Arrange the next life after the time limit, a preemption or SIGUSR1, but not if a person ended
 * the job. Unlocks the study first. Errors: those of Slurm. */
ria_status engine_life_end(engine_life *life, const engine_outcome *outcome);

#endif
