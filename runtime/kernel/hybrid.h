/** \file
 * CPU workers that take tiles in addition to GPUs: data with which StarPU's scheduler chooses, for
 * each tile, the worker that finishes first.
 */
#ifndef KERNEL_HYBRID_H
#define KERNEL_HYBRID_H

#include <starpu.h>
#include "ria/simulation.h"
#include "session/runtime.h"

typedef struct hybrid_choice hybrid_choice;

/** Create the choice for a simulation whose target is a device and whose runtime has CPU workers
 * next to GPUs; otherwise *hybrid is NULL, which every function here accepts. */
ria_status hybrid_create(const ria_runtime *runtime, const ria_target *target,
                         const ria_model *model, hybrid_choice **hybrid);
void hybrid_destroy(hybrid_choice *hybrid);

/** Add the functions of the CPU's fastest implementation to a device's implementation of `kernel`:
 * the bits are the same on any worker. *one is replaced. */
void hybrid_implementation(hybrid_choice *hybrid, const ria_kernel *kernel,
                           const ria_implementation **one);

/** The codelet of a task with a performance model; without `hybrid` it is `plain`. */
struct starpu_codelet *hybrid_codelet(hybrid_choice *hybrid, struct starpu_codelet *plain,
                                      struct starpu_perfmodel *model);
/** Change which workers may take tiles from now on. */
void hybrid_let(hybrid_choice *hybrid, ria_tile_workers who);

/** Bit mask, by StarPU worker id, of the workers that may take a tile of that GPU's worker. NULL
 * without `hybrid`. Borrowed; the bits follow ria_simulation_let(). */
uint32_t *hybrid_workers(hybrid_choice *hybrid, int gpu);

#endif
