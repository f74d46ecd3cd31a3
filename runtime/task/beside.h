/** \file
 * CPU workers that take tiles beside GPUs: what StarPU's scheduler needs in order to choose, tile
 * by tile, who is done first. */
#ifndef RIA_BESIDE_H
#define RIA_BESIDE_H

#include <starpu.h>
#include "ria/simulation.h"

typedef struct ria_beside ria_beside;

/** Of a simulation whose target is a device and whose runtime has CPU workers beside GPUs; else
 * *beside is NULL, which every function here takes. */
ria_status ria_beside_create(const ria_runtime *runtime, const ria_target *target,
                             const ria_model *model, ria_beside **beside);
void ria_beside_destroy(ria_beside *beside);

/** Give a device's implementation of `kernel` the functions of the CPU's fastest one: whoever gets
 * the tile, the bits are the same. *one is replaced. */
void ria_beside_implementation(ria_beside *beside, const ria_kernel *kernel,
                               const ria_implementation **one);

/** The codelet of the tile task with a performance model; `plain` itself without `beside`. */
struct starpu_codelet *ria_beside_codelet(ria_beside *beside, struct starpu_codelet *plain);

/** Bits of the workers that may take a tile of that GPU's worker: StarPU's workerids. NULL without
 * `beside`. Borrowed; the bits follow ria_simulation_let(). */
uint32_t *ria_beside_workers(ria_beside *beside, int gpu);
enum { RIA_WORKER_WORDS = (STARPU_NMAXWORKERS + 31) / 32 };

/** Change who may take tiles from now on. */
void ria_beside_let(ria_beside *beside, ria_tile_workers who);

#endif
