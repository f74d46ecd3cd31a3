/** \file
 * `ria bench --model`: the modelled time of a Cell for a solver's step.
 */
#ifndef BENCH_MODEL_H
#define BENCH_MODEL_H

#include "basin.h"
#include "bench.h"

enum { BENCH_STAGES = 8 };

/** Model a step of the whole grid as one tile on one Cell. A large grid is extrapolated from two
 * parts with blocks of the same size, in which an SPE has at least 2 and 4 blocks: the time grows
 * linearly with the cells of the busiest SPE, because the programs do the same for each block,
 * whatever its numbers. Errors: RIA_ERROR_UNSUPPORTED (no such strategy), those of the driver. */
ria_status bench_model(const bench_basin *basin, const ria_model *model, bench_modelled *result);

#endif
