#include "ria/registry.h"
#include "ria/solver.h"

ria_model ria_model_of_case(const ria_case *c, const ria_terrain *terrain) {
  const ria_target *target = ria_target_find(c->target);
  return (ria_model){.grid = terrain->grid,
                     .precision = c->precision,
                     .step = c->time.step,
                     .window = c->time.window,
                     .guard = c->time.guard,
                     .fixed_dt = c->time.dt,
                     .max_dt = c->time.max_dt,
                     .scheme = c->scheme,
                     .depth = c->scheme == RIA_TILING_SWEPT ? c->swept_steps : c->depth,
                     .line = {.variant = c->variant, .node = c->node, .points = c->points},
                     .gpu_memory = c->gpu.memory,
                     .ppe = target ? target->ppe : NULL,
                     .cell = c->cell,
                     .target = c->target,
                     .strategy = c->strategy};
}
