/** \file
 * CPU workers that take tiles beside GPUs: what StarPU's scheduler needs in order to choose, tile
 * by tile, who is done first. */
#ifndef RIA_HYBRID_H
#define RIA_HYBRID_H

#include <starpu.h>
#include "ria/simulation.h"

typedef struct ria_hybrid ria_hybrid;

/** Of a simulation whose target is a device and whose runtime has CPU workers beside GPUs; else
 * *hybrid is NULL, which every function here takes. */
ria_status ria_hybrid_create(const ria_runtime *runtime, const ria_target *target,
                             const ria_model *model, ria_hybrid **hybrid);
void ria_hybrid_destroy(ria_hybrid *hybrid);

/** Give a device's implementation of `kernel` the functions of the CPU's fastest one: whoever gets
 * the tile, the bits are the same. *one is replaced. */
void ria_hybrid_implementation(ria_hybrid *hybrid, const ria_kernel *kernel,
                               const ria_implementation **one);

/** The codelet of the tile task with a performance model; `plain` itself without `hybrid`. */
struct starpu_codelet *ria_hybrid_codelet(ria_hybrid *hybrid, struct starpu_codelet *plain);

/** Bits of the workers that may take a tile of that GPU's worker: StarPU's workerids. NULL without
 * `hybrid`. Borrowed; the bits follow ria_simulation_let(). */
uint32_t *ria_hybrid_workers(ria_hybrid *hybrid, int gpu);
enum { RIA_WORKER_WORDS = (STARPU_NMAXWORKERS + 31) / 32 };

#endif
