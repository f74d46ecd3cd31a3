/* What the recipes of several solvers are made of. */
#ifndef RIA_RECIPE_H
#define RIA_RECIPE_H

#include "ria/solver.h"

/* A stage of that kernel, its scalars bound to nothing yet. Errors: RIA_ERROR_INTERNAL. */
ria_status recipe_stage(const char *kernel, ria_stage *stage);

/* The values that a scalar may be bound to. */
static inline ria_binding recipe_value(double value) {
  return (ria_binding){.from = RIA_BIND_VALUE, .value = value};
}
static inline ria_binding recipe_forcing(int slot) {
  return (ria_binding){.from = RIA_BIND_FORCING, .forcing = slot};
}

/* Bind scalars of a kernel by name; one that it does not have is our bug. */
void recipe_bind(const ria_kernel *kernel, ria_binding *scalars, const char *name,
                 ria_binding binding);
void recipe_bind_value(const ria_kernel *kernel, ria_binding *scalars, const char *name,
                       double value);
void recipe_bind_dt(const ria_kernel *kernel, ria_binding *scalars);

/* One segment of that kernel for each part of a block's side, along its first `axes` axes, that no
 * link joins: [*count], to be freed by free(). Errors: RIA_ERROR_MEMORY. */
ria_status recipe_open_sides(const ria_mesh *mesh, int axes, const ria_kernel *kernel,
                             ria_segment **segment, int *count);

/* The corners of the box in space that holds all blocks. */
void recipe_bounds(const ria_mesh *mesh, double low[RIA_AXES], double high[RIA_AXES]);

/* Where the middle of cell i along an axis of a block lies along that axis of space, in cells from
 * the low end of the domain that recipe_bounds() gives, which is *cells long. Without the rounding
 * of lengths, so that a domain has the same start in one block and in several. */
double recipe_place(const ria_block *block, int axis, ria_global i, const double low[RIA_AXES],
                    const double high[RIA_AXES], double *cells);

/* For a scheme that is stable up to a time step that no state changes: the model takes `cfl` of it,
 * if the case asks for no less. Errors: RIA_ERROR_CASE (a fixed step beyond it). */
ria_status recipe_limit_step(const ria_case *the_case, double stable, ria_model *model);

/* Whether the grid is one row, which is what solvers of lines need. Errors: RIA_ERROR_CASE. */
ria_status recipe_one_row(const ria_case *the_case, const ria_grid *grid);

#endif
