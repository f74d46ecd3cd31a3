/** \file
 * `ria bench --model`: the modelled time of a Cell for a solver's step.
 */
#ifndef RIA_BENCH_MODEL_H
#define RIA_BENCH_MODEL_H

#include "basin.h"
#include "bench.h"

enum { RIA_BENCH_STAGES = 8 };

/** Model a step of the whole grid as one tile on one Cell. A large grid is extrapolated from two
 * parts with blocks of the same size, in which an SPE has at least 2 and 4 blocks: the time grows
 * linearly with the cells of the busiest SPE, because the programs do the same for each block,
 * whatever its numbers. Errors: RIA_ERROR_UNSUPPORTED (no such strategy), those of the driver. */
ria_status ria_bench_model(const ria_bench_basin *basin, const ria_model *model,
                           ria_bench_modelled *result);

#endif
