/* The made-up basin in which a solver is measured: a case, its bed and its water. Of a solver
 * without water, and with the bed of the case, the case alone, and it starts as the solver says. */
#ifndef RIA_BENCH_BASIN_H
#define RIA_BENCH_BASIN_H

#include "bench.h"
#include "ria/case.h"
#include "ria/solver.h"
#include "ria/terrain.h"

typedef struct {
  ria_bench_bed bed;
  ria_case the_case;
  ria_terrain terrain;
} ria_bench_basin;

/* Errors: RIA_ERROR_CASE (a setting is wrong), RIA_ERROR_MEMORY. Destroy it in any case. */
ria_status ria_bench_basin_create(ria_bench_basin *basin, const char *solver, ria_bench_bed bed,
                                  int sets, const char *const *set);
void ria_bench_basin_destroy(ria_bench_basin *basin);

/* Whether a basin is what a solver works in. */

/* Whether the basin's water is made up: otherwise the solver knows its start. */
bool ria_bench_made_up(const ria_bench_basin *basin, const ria_solver *solver);

/* The value of a state field, known by its name, in a cell of the grid: known ones make the water
 * of the basin, others get numbers near 1. */
double ria_bench_basin_state(const ria_bench_basin *basin, const char *field, ria_global x,
                             ria_global y);

#endif
