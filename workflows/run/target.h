/** \file
 * What computes: the target that a case names, or where it leaves that open (`auto`) the one that
 * this machine is good for. */
#ifndef RIA_RUN_TARGET_H
#define RIA_RUN_TARGET_H

#include "ria/case.h"
#include "log.h"

/** Whether GPUs may come to compute. */
bool run_target_has_gpus(const ria_case *the_case);
/** Start the runtime that the case asks for, and where its target is `auto` put the one that was
 * taken into the case and the model. `workers`: on CPUs, of this rank; 0: as many as it has cores.
 * `lost` is called with `context`, by another thread, if a GPU
 * is lost. Collective. */
ria_status run_target_start(ria_case *the_case, ria_model *model, int workers,
                            ria_gpu_lost_function lost, void *context, ria_runtime **runtime);
/** One line for the user: what computes, and why. `asked`: the target as the case had it. */
void run_target_describe(const ria_runtime *runtime, const char *asked, const char *taken,
                         char *text, size_t size);

/** What has been said of how steps are made. */
typedef struct {
  bool missing, mixing;
} run_target_reported;

/** What the user should know of how steps are made now, said once each: that a GPU lacks the memory
 * to make many at once; that the mixing limits the time step. No log: nothing is said. */
void run_target_note(const ria_case *the_case, const ria_simulation *simulation, run_log *log,
                     run_target_reported *reported);

#endif
