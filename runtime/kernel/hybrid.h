/** \file
 * CPU workers that take tiles beside GPUs: what StarPU's scheduler needs in order to choose, tile
 * by tile, who is done first. */
#ifndef KERNEL_HYBRID_H
#define KERNEL_HYBRID_H

#include <starpu.h>
#include "ria/simulation.h"
#include "session/runtime.h"

typedef struct hybrid_choice hybrid_choice;

/** Of a simulation whose target is a device and whose runtime has CPU workers beside GPUs; else
 * *hybrid is NULL, which every function here takes. */
ria_status hybrid_create(const ria_runtime *runtime, const ria_target *target,
                         const ria_model *model, hybrid_choice **hybrid);
void hybrid_destroy(hybrid_choice *hybrid);

/** Give a device's implementation of `kernel` the functions of the CPU's fastest one: whoever gets
 * the tile, the bits are the same. *one is replaced. */
void hybrid_implementation(hybrid_choice *hybrid, const ria_kernel *kernel,
                           const ria_implementation **one);

/** The codelet of a task with a performance model; `plain` itself without `hybrid`. */
struct starpu_codelet *hybrid_codelet(hybrid_choice *hybrid, struct starpu_codelet *plain,
                                      struct starpu_perfmodel *model);
/** Change who may take tiles from now on. */
void hybrid_let(hybrid_choice *hybrid, ria_tile_workers who);

/** Bits of the workers that may take a tile of that GPU's worker: StarPU's workerids. NULL without
 * `hybrid`. Borrowed; the bits follow ria_simulation_let(). */
uint32_t *hybrid_workers(hybrid_choice *hybrid, int gpu);

#endif
