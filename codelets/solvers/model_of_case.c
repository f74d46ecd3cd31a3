#include "ria/solver.h"

ria_model ria_model_of_case(const ria_case *c, const ria_terrain *terrain) {
  return (ria_model){.grid = terrain->grid,
                     .precision = c->precision,
                     .step = c->time.step,
                     .window = c->time.window,
                     .guard = c->time.guard,
                     .fixed_dt = c->time.dt,
                     .max_dt = c->time.max_dt,
                     .scheme = c->scheme,
                     .depth = c->depth,
                     .gpu_memory = c->gpu.memory,
                     .target = c->target,
                     .strategy = c->strategy};
}
