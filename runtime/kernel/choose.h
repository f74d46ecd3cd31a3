/** \file
 * Chooses the implementation of a kernel for a model.
 */
#ifndef KERNEL_CHOOSE_H
#define KERNEL_CHOOSE_H

#include "hybrid.h"

/** The facts that the choice depends on. */
typedef struct {
  const ria_model *model;
  const ria_target *target; /**< the model's */
  hybrid_choice *hybrid;
} kernel_choice;

/** The target of the serial reference, which is a CPU target. */
const ria_target *model_host(const ria_model *model);
/** The target that a model names. A kernel without that target is refused later. */
const ria_target *model_target(const ria_model *model);
/** The implementation of a strategy; NULL: of the target's default. Errors: RIA_ERROR_UNSUPPORTED.
 */
ria_status kernel_choose(const kernel_choice *choice, const ria_kernel *kernel,
                         const char *strategy, const ria_implementation **implementation);
/** The same for the strategy that the model names, if the kernel has it. */
ria_status kernel_choose_asked(const kernel_choice *choice, const ria_kernel *kernel,
                               const ria_implementation **implementation);

#endif
