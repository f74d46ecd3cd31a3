/** \file
 * The target: the one that a case names, or for `auto` the one that suits this machine.
 */
#ifndef RUN_TARGET_H
#define RUN_TARGET_H

#include "ria/case.h"
#include "log.h"

/** Whether GPUs may be used. */
bool run_target_has_gpus(const ria_case *the_case);
/** Start the runtime for the case. If its target is `auto`, store the chosen one in the case and
 * the model. `workers`: CPU workers of this rank; 0: as many as it has cores. `lost` is called with
 * `context`, by another thread, if a GPU is lost. Collective. */
ria_status run_target_start(ria_case *the_case, ria_model *model, int workers,
                            ria_gpu_lost_function lost, void *context, ria_runtime **runtime);
/** One line for the user: the target and the reason. `asked`: the target as in the case. */
void run_target_describe(const ria_runtime *runtime, const char *asked, const char *taken,
                         char *text, size_t size);

/** What has been reported about how steps are made. */
typedef struct {
  bool missing, limit;
} run_target_reported;

/** Report once each: that a GPU lacks the memory to make many steps per launch; what
 * limits the time step, if the solver says so. Without a log, nothing is reported. */
void run_target_note(const ria_case *the_case, const ria_simulation *simulation, run_log *log,
                     run_target_reported *reported);

#endif
