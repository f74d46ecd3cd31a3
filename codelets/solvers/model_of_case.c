#include "ria/solver.h"

ria_status ria_solver_create(const ria_solver *solver, const ria_case *c,
                             const ria_terrain *terrain, void **instance, ria_model *model) {
  *instance = NULL;
  if (c->grid.blocks && !solver->blocks)
    return ria_fail(RIA_ERROR_CASE,
                    "%s: grid: the solver '%s' solves in one block, and the grid is made of "
                    "blocks; give 'cells' and 'extent' instead",
                    c->path, solver->name);
  if (terrain->mesh.ndim > 2 && solver->dimensions < 3)
    return ria_fail(RIA_ERROR_CASE,
                    "%s: grid: the solver '%s' solves in a plane, and the grid is %s; give two "
                    "numbers of cells and an extent of four",
                    c->path, solver->name, c->grid.blocks ? "made of boxes" : "a box");
  return solver->create(c, terrain, instance, model);
}

ria_model ria_model_of_case(const ria_case *c, const ria_terrain *terrain) {
  return (ria_model){.grid = terrain->grid,
                     .mesh = c->grid.blocks || terrain->nodes ? &terrain->mesh : NULL,
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
                     .cell = c->cell,
                     .target = c->target,
                     .strategy = c->strategy};
}
