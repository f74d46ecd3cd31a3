/** \file
 * `ria bench --model`: what a Cell is modelled to take for a step of a solver. */
#ifndef RIA_BENCH_MODEL_H
#define RIA_BENCH_MODEL_H

#include "basin.h"
#include "bench.h"

enum { RIA_BENCH_STAGES = 8 };

/** A step of the model's grid as one tile on one Cell. Where the grid has many cells, two parts of
 * it in blocks of the same size are modelled, in which SPEs have 2 and 4 of them or more, and time
 * is taken to grow with the cells of the SPE that has most as it does between the two: programs do
 * the same for each block, whatever its numbers. Errors: RIA_ERROR_UNSUPPORTED (no such strategy),
 * those of the driver. */
ria_status ria_bench_model(const ria_bench_basin *basin, const ria_model *model,
                           ria_bench_modelled *result);

#endif
