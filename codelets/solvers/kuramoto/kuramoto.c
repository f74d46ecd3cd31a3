/* The equation of Kuramoto and Sivashinsky on a ring: docs/line-solvers.md describes the
 * method. */
#include <math.h>
#include <stdlib.h>
#include "../recipe.h"
#include "keys.h"
#include "ria/exact_math.h"
#include "ria/registry.h"

enum { STAGES = 2 };

typedef struct {
  const ria_case *the_case;
  const ria_terrain *terrain;
  ria_stage stage[STAGES];
} kuramoto;

static const ria_quantity state[] = {{"u", "1", "what is carried"},
                                     {"u_half", "1", "what is carried, half a time step on"}};

static ria_status create(const ria_case *c, const ria_terrain *terrain, void **instance,
                         ria_model *model) {
  kuramoto *s = *instance = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the solver");
  s->the_case = c;
  s->terrain = terrain;
  const ria_grid *grid = &terrain->grid;
  RIA_TRY(recipe_one_row(c, grid));
  if (!grid->periodic[0])
    return ria_fail(
        RIA_ERROR_CASE,
        "%s: grid: the solver 'kuramoto' solves on a ring, a row that closes on itself; "
        "give 'periodic: x'",
        c->path);
  static const char *const names[STAGES] = {"kuramoto_half", "kuramoto_full"};
  for (int i = 0; i < STAGES; i++) {
    RIA_TRY(recipe_stage(names[i], &s->stage[i]));
    recipe_bind_dt(s->stage[i].kernel, s->stage[i].scalars);
    recipe_bind_value(s->stage[i].kernel, s->stage[i].scalars, "inverse_dx", 1 / grid->spacing[0]);
  }
  *model = ria_model_of_case(c, terrain);
  model->nstate = sizeof state / sizeof *state;
  model->state = state;
  model->stages = STAGES;
  model->stage = s->stage;
  /* The shortest wave of the grid is damped at 16/dx^4 - 4/dx^2; the midpoint method is stable up
   * to twice the inverse of a damping rate. */
  const double d2 = grid->spacing[0] * grid->spacing[0];
  return recipe_limit_step(c, d2 * d2 / 8, model);
}

static ria_status fill_state(void *context, int field, int block, const ria_range *cells,
                             double *values) {
  const ria_global x0 = cells->lo[0], x1 = cells->hi[0], y0 = cells->lo[1], y1 = cells->hi[1];
  (void)block;
  const kuramoto *s = context;
  const kuramoto_case *own = s->the_case->own;
  const double k = 2 * M_PI * own->waves / (double)s->terrain->grid.cells[0];
  (void)field; /* both are the same between steps */
  for (ria_global y = y0; y < y1; y++)
    for (ria_global x = x0; x < x1; x++) {
      const double phase = k * ((double)x + 0.5);
      *values++ = own->amplitude * ria_cos(phase) * (1 + ria_sin(phase));
    }
  return RIA_SUCCESS;
}

/* All steps have the longest stable length. */
static const char *const ignores[] = {"time.guard", NULL};

const ria_solver ria_solver_kuramoto = {
    .name = "kuramoto",
    .what = "Kuramoto and Sivashinsky's equation on a ring",
    .nstate = sizeof state / sizeof *state,
    .state = state,
    .keys = {.keys = kuramoto_keys, .bytes = sizeof(kuramoto_case), .ignores = ignores},
    /* The time step is proportional to the fourth power of the cell size, which must be in the
       range of single precision.
     */
    .bench = {.grid = "extent: [0 m, 0 m, 100000 m, 1 m], cells: [1000000, 1], periodic: x",
              .length = 100000,
              .cell = 0.1},
    .conserved = {{"u", "u"}},
    .create = create,
    .destroy = free,
    .fill_state = fill_state};
