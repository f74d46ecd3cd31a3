/* The synthetic basin for measuring a solver: a case, its bed and its water. For a solver without
 * water, or a measurement with the case's own bed, there is only the case, and the solver provides
 * the start. */
#ifndef BENCH_BASIN_H
#define BENCH_BASIN_H

#include "ria/case.h"
#include "ria/solver.h"
#include "ria/terrain.h"
#include "bench.h"

typedef struct {
  bench_bed bed;
  ria_case the_case;
  ria_terrain terrain;
} bench_basin;

/* Errors: RIA_ERROR_CASE (a setting is wrong), RIA_ERROR_MEMORY. Destroy it in any case. */
ria_status bench_basin_create(bench_basin *basin, const char *solver, bench_bed bed, int sets,
                              const char *const *set);
void bench_basin_destroy(bench_basin *basin);

/* Whether the basin's water is synthetic. Otherwise the solver provides the start. */
bool bench_made_up(const bench_basin *basin, const ria_solver *solver);

/* The value of a state field in a cell of the grid, by its name: water for known names, numbers
 * near 1 for others. */
double bench_basin_state(const bench_basin *basin, const char *field, ria_global x, ria_global y);

#endif
