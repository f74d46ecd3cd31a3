#include "recipe.h"
#include <assert.h>
#include "ria/registry.h"

ria_status recipe_stage(const char *kernel, ria_stage *stage) {
  *stage = (ria_stage){.kernel = ria_kernel_find(kernel)};
  return stage->kernel ? RIA_SUCCESS
                       : ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build", kernel);
}

void recipe_bind(const ria_kernel *kernel, ria_binding *scalars, const char *name,
                 ria_binding binding) {
  const int i = ria_kernel_scalar(kernel, name);
  assert(i >= 0);
  if (i >= 0)
    scalars[i] = binding;
}

void recipe_bind_value(const ria_kernel *kernel, ria_binding *scalars, const char *name,
                       double value) {
  recipe_bind(kernel, scalars, name, (ria_binding){.from = RIA_BIND_VALUE, .value = value});
}

void recipe_bind_dt(const ria_kernel *kernel, ria_binding *scalars) {
  recipe_bind(kernel, scalars, "dt", (ria_binding){.from = RIA_BIND_DT});
}

int recipe_sides(const ria_grid *grid, const ria_kernel *kernel, ria_segment *segment) {
  int segments = 0;
  for (int side = 0; side < RIA_PLANE_SIDES; side++)
    if (!ria_grid_is_periodic(grid, (ria_side)side))
      segment[segments++] = (ria_segment){.side = (ria_side)side,
                                          .part = {.hi = {grid->cells[0], grid->cells[1], 1}},
                                          .kernel = kernel};
  return segments;
}

int recipe_ends(const ria_grid *grid, const ria_kernel *kernel, ria_segment *segment) {
  if (grid->periodic[0])
    return 0;
  segment[0] = (ria_segment){
      .side = RIA_WEST, .part = {.hi = {grid->cells[0], grid->cells[1], 1}}, .kernel = kernel};
  segment[1] = (ria_segment){
      .side = RIA_EAST, .part = {.hi = {grid->cells[0], grid->cells[1], 1}}, .kernel = kernel};
  return 2;
}

ria_status recipe_limit_step(const ria_case *c, double stable, ria_model *model) {
  if (c->time.step == RIA_STEP_FIXED && c->time.dt > stable)
    return ria_fail(RIA_ERROR_CASE,
                    "%s: time.dt: %.10g s is more than the %.10g s up to which the solver '%s' is "
                    "stable on this grid; take a smaller step, or 'step: window'",
                    c->path, c->time.dt, stable, c->solver);
  const double most = c->time.cfl * stable;
  if (!(model->max_dt > 0 && model->max_dt < most))
    model->max_dt = most;
  return RIA_SUCCESS;
}

ria_status recipe_one_row(const ria_case *c, const ria_grid *grid) {
  if (grid->cells[1] == 1)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_CASE,
                  "%s: grid: the solver '%s' solves along a line, and the grid has %lld rows; give "
                  "'cells: [%lld, 1]'",
                  c->path, c->solver, (long long)grid->cells[1], (long long)grid->cells[0]);
}
