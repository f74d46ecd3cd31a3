/* Functions that the recipes of several solvers share. */
#ifndef RIA_RECIPE_H
#define RIA_RECIPE_H

#include "ria/solver.h"

/* A stage of that kernel, with unbound scalars. Errors: RIA_ERROR_INTERNAL. */
ria_status recipe_stage(const char *kernel, ria_stage *stage);

/* The values that a scalar may be bound to. */
static inline ria_binding recipe_value(double value) {
  return (ria_binding){.from = RIA_BIND_VALUE, .value = value};
}
static inline ria_binding recipe_forcing(int slot) {
  return (ria_binding){.from = RIA_BIND_FORCING, .forcing = slot};
}

/* Bind scalars of a kernel by name; a name that the kernel lacks is a bug of ria. */
void recipe_bind(const ria_kernel *kernel, ria_binding *scalars, const char *name,
                 ria_binding binding);
void recipe_bind_value(const ria_kernel *kernel, ria_binding *scalars, const char *name,
                       double value);
void recipe_bind_dt(const ria_kernel *kernel, ria_binding *scalars);

/* One segment of that kernel for each part of a block's side, along its first `axes` axes, that
 * no link joins: [*count]; the caller frees it with free(). Errors: RIA_ERROR_MEMORY. */
ria_status recipe_open_sides(const ria_mesh *mesh, int axes, const ria_kernel *kernel,
                             ria_segment **segment, int *count);

/* The corners of the box in space that holds all blocks. */
void recipe_bounds(const ria_mesh *mesh, double low[RIA_AXES], double high[RIA_AXES]);

/* The position of the middle of cell i along an axis of a block, on that axis of space, in cells
 * from the low end of the domain that recipe_bounds() gives, which is *cells long. Computed without
 * rounding of lengths, so that a domain has the same initial state in one block and in several. */
double recipe_place(const ria_block *block, int axis, ria_global i, const double low[RIA_AXES],
                    const double high[RIA_AXES], double *cells);

/* For a scheme with a constant stability limit: the model's time step is `cfl` times the limit,
 * unless the case requests a smaller one. Errors: RIA_ERROR_CASE (a fixed step above the limit). */
ria_status recipe_limit_step(const ria_case *the_case, double stable, ria_model *model);

/* Whether the grid is one row, as solvers of lines need. Errors: RIA_ERROR_CASE. */
ria_status recipe_one_row(const ria_case *the_case, const ria_grid *grid);

#endif
