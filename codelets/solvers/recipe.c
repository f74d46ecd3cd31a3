#include "recipe.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "ria/registry.h"

ria_status recipe_stage(const char *kernel, ria_stage *stage) {
  *stage = (ria_stage){.kernel = ria_kernel_find(kernel)};
  return stage->kernel ? RIA_SUCCESS
                       : ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build", kernel);
}

void recipe_bind(const ria_kernel *kernel, ria_binding *scalars, const char *name,
                 ria_binding binding) {
  const int i = ria_kernel_scalar(kernel, name);
  if (i < 0) { /* a mistake of the solver: a run must not continue without the binding */
    fprintf(stderr, "the kernel %s has no scalar '%s'\n", kernel->name, name);
    abort();
  }
  scalars[i] = binding;
}

void recipe_bind_value(const ria_kernel *kernel, ria_binding *scalars, const char *name,
                       double value) {
  recipe_bind(kernel, scalars, name, recipe_value(value));
}

void recipe_bind_dt(const ria_kernel *kernel, ria_binding *scalars) {
  recipe_bind(kernel, scalars, "dt", (ria_binding){.from = RIA_BIND_DT});
}

/* ---- sides that no link joins ---- */

typedef struct {
  const ria_mesh *mesh;
  const ria_kernel *kernel;
  ria_segment *segment;
  int count, room;
  bool failed;
} open_sides;

static void add_side(open_sides *all, int block, ria_side side, const ria_range *part) {
  if (all->count == all->room) {
    const int room = all->room ? 2 * all->room : 16;
    ria_segment *grown = realloc(all->segment, (size_t)room * sizeof *grown);
    all->failed |= !grown;
    if (!grown)
      return;
    all->segment = grown;
    all->room = room;
  }
  all->segment[all->count++] =
      (ria_segment){.block = block, .side = side, .part = *part, .kernel = all->kernel};
}

/* The rest of a part of a side when the links from number `link` on are cut out of it: the pieces
 * next to the next link that overlaps it, below and above along each axis. */
static void cut_out(open_sides *all, int block, ria_side side, ria_range part, int link) {
  const ria_mesh *mesh = all->mesh;
  const int axis = ria_side_axis(side);
  for (int a = 0; a < RIA_AXES; a++)
    if (a != axis && part.lo[a] >= part.hi[a])
      return;
  for (int i = link; i < 2 * mesh->links; i++) {
    const ria_link *l = &mesh->link[i / 2];
    const ria_range *joined = &l->range[i % 2];
    bool meets = l->block[i % 2] == block && l->side[i % 2] == side;
    for (int a = 0; a < RIA_AXES; a++)
      meets = meets && (a == axis || (joined->lo[a] < part.hi[a] && joined->hi[a] > part.lo[a]));
    if (!meets)
      continue;
    for (int a = 0; a < RIA_AXES; a++) {
      if (a == axis)
        continue;
      ria_range below = part, above = part;
      below.hi[a] = joined->lo[a];
      above.lo[a] = joined->hi[a];
      cut_out(all, block, side, below, i + 1);
      cut_out(all, block, side, above, i + 1);
      part.lo[a] = part.lo[a] > joined->lo[a] ? part.lo[a] : joined->lo[a];
      part.hi[a] = part.hi[a] < joined->hi[a] ? part.hi[a] : joined->hi[a];
    }
    return;
  }
  add_side(all, block, side, &part);
}

ria_status recipe_open_sides(const ria_mesh *mesh, int axes, const ria_kernel *kernel,
                             ria_segment **segment, int *count) {
  open_sides all = {.mesh = mesh, .kernel = kernel};
  for (int b = 0; b < mesh->blocks; b++)
    for (int side = 0; side < 2 * axes; side++)
      cut_out(&all, b, (ria_side)side, ria_block_cells(&mesh->block[b]), 0);
  *segment = all.segment;
  *count = all.count;
  return all.failed ? ria_fail(RIA_ERROR_MEMORY, "no memory for the sides of blocks") : RIA_SUCCESS;
}

void recipe_bounds(const ria_mesh *mesh, double low[RIA_AXES], double high[RIA_AXES]) {
  for (int b = 0; b < mesh->blocks; b++)
    for (int end = 0; end < 2; end++) {
      double at[RIA_AXES] = {0}, point[RIA_AXES];
      for (int a = 0; a < RIA_AXES && end; a++)
        at[a] = (double)mesh->block[b].cells[a];
      ria_block_point(&mesh->block[b], at, point);
      for (int a = 0; a < RIA_AXES; a++) {
        low[a] = !b && !end ? point[a] : fmin(low[a], point[a]);
        high[a] = !b && !end ? point[a] : fmax(high[a], point[a]);
      }
    }
}

/* A number of cells, or of cells and a half, without rounding of lengths. */
static double exact(double cells) {
  const double halves = round(2 * cells);
  return fabs(2 * cells - halves) < 1e-6 ? halves / 2 : cells;
}

double recipe_place(const ria_block *block, int axis, ria_global i, const double low[RIA_AXES],
                    const double high[RIA_AXES], double *cells) {
  bool backwards;
  const int space = ria_block_axis(block, axis, &backwards);
  const double first = exact((block->origin[space] - low[space]) / block->spacing[axis]);
  const double way = (double)i + 0.5;
  *cells = exact((high[space] - low[space]) / block->spacing[axis]);
  return backwards ? first - way : first + way;
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
