/* Heat along an insulated rod, or in an insulated plate: docs/line-solvers.md says what it solves
 * and how. */
#include <math.h>
#include <stdlib.h>
#include "../recipe.h"
#include "keys.h"
#include "ria/exact_math.h"
#include "ria/registry.h"

typedef struct {
  const ria_case *the_case;
  const ria_terrain *terrain;
  ria_stage stage;
  int segments;
  ria_segment segment[RIA_PLANE_SIDES];
} heat;

static const ria_quantity state[] = {{"T", "K", "temperature"}};

static ria_status create(const ria_case *c, const ria_terrain *terrain, void **instance,
                         ria_model *model) {
  heat *s = *instance = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the solver");
  s->the_case = c;
  const heat_case *own = c->own;
  s->terrain = terrain;
  const ria_grid *grid = &terrain->grid;
  const bool plane = grid->cells[1] > 1;
  RIA_TRY(recipe_stage(plane ? "heat_plane" : "heat", &s->stage));
  const ria_kernel *kernel = s->stage.kernel;
  recipe_bind_dt(kernel, s->stage.scalars);
  recipe_bind_value(kernel, s->stage.scalars, "diffusivity", own->diffusivity);
  recipe_bind_value(kernel, s->stage.scalars, "inverse_dx", 1 / grid->spacing[0]);
  if (plane)
    recipe_bind_value(kernel, s->stage.scalars, "inverse_dy", 1 / grid->spacing[1]);
  const ria_kernel *insulated = ria_kernel_find("heat_insulated");
  if (!insulated)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel heat_insulated is not in this build");
  s->segments =
      plane ? recipe_sides(grid, insulated, s->segment) : recipe_ends(grid, insulated, s->segment);
  *model = ria_model_of_case(c, terrain);
  model->nstate = sizeof state / sizeof *state;
  model->state = state;
  model->stages = 1;
  model->stage = &s->stage;
  model->segments = s->segments;
  model->segment = s->segment;
  const double spread = 1 / (grid->spacing[0] * grid->spacing[0]) +
                        (plane ? 1 / (grid->spacing[1] * grid->spacing[1]) : 0);
  return recipe_limit_step(c, 1 / (2 * own->diffusivity * spread), model);
}

static ria_status fill_state(void *context, int field, int block, const ria_range *cells,
                             double *values) {
  const ria_global x0 = cells->lo[0], x1 = cells->hi[0], y0 = cells->lo[1], y1 = cells->hi[1];
  (void)block;
  const heat *s = context;
  const heat_case *own = s->the_case->own;
  const ria_grid *grid = &s->terrain->grid;
  (void)field;
  for (ria_global y = y0; y < y1; y++) {
    const double across = ria_cos(M_PI * own->waves_y * ((double)y + 0.5) / (double)grid->cells[1]);
    for (ria_global x = x0; x < x1; x++)
      *values++ =
          own->mean + own->amplitude *
                          ria_cos(M_PI * own->waves * ((double)x + 0.5) / (double)grid->cells[0]) *
                          across;
  }
  return RIA_SUCCESS;
}

const ria_solver ria_solver_heat = {.name = "heat",
                                    .what = "heat along an insulated rod, or in a plate",
                                    .nstate = sizeof state / sizeof *state,
                                    .state = state,
                                    .keys = {.keys = heat_keys, .bytes = sizeof(heat_case)},
                                    .create = create,
                                    .destroy = free,
                                    .fill_state = fill_state};
