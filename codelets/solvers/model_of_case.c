#include "ria/solver.h"
#include <ria_cell/driver.h>
#include <string.h>

ria_model ria_model_of_case(const ria_case *c, const ria_terrain *terrain) {
  return (ria_model){.grid = terrain->grid,
                     .precision = c->precision,
                     .step = c->time.step,
                     .window = c->time.window,
                     .guard = c->time.guard,
                     .fixed_dt = c->time.dt,
                     .max_dt = c->time.max_dt,
                     .scheme = c->scheme,
                     .depth = c->scheme == RIA_TILING_SWEPT ? c->swept_steps : c->depth,
                     .variant = c->variant,
                     .node = c->node,
                     .points = c->points,
                     .gpu_memory = c->gpu.memory,
                     .ppe = strcmp(c->target, "cell") ? NULL : &ria_cell_driver,
                     .cell = c->cell,
                     .target = c->target,
                     .strategy = c->strategy};
}
