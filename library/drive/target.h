/** \file
 * The target of a run: the one that a case names, or for `auto` the one that suits this machine.
 */
#ifndef DRIVE_TARGET_H
#define DRIVE_TARGET_H

#include "ria/case.h"

/** Whether GPUs may be used. */
bool drive_may_use_gpus(const ria_case *the_case);
/** Options for starting the runtime that the case does not give; see ria_runtime_options. */
typedef struct {
  int workers;
  bool keep_mpi;
  ria_gpu_lost_function lost;
  void *context;
} drive_session;

/** Start the runtime for the case. If its target is `auto`, store the chosen one in the case and
 * the model. Collective. */
ria_status drive_start(ria_case *the_case, ria_model *model, const drive_session *how,
                       ria_runtime **runtime);
/** If the target is `auto`, choose one for a running runtime, and store it in the case and the
 * model. Error: RIA_ERROR_MEMORY. */
ria_status drive_take_target(ria_case *the_case, ria_model *model, const ria_runtime *runtime);

#endif
