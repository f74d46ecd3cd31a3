/* The Euler equations of a gas in a tube with a diaphragm, or in a box: docs/line-solvers.md says
 * what it solves and how. */
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
  bool plane;
  ria_stage stage[STAGES];
  int segments;
  ria_segment *segment; /* owned */
} euler;

static const ria_quantity line_state[] = {{"rho", "kg/m3", "density"},
                                          {"m", "kg/m2/s", "momentum"},
                                          {"E", "J/m3", "energy"},
                                          {"rho_half", "kg/m3", "density, half a time step on"},
                                          {"m_half", "kg/m2/s", "momentum, half a time step on"},
                                          {"E_half", "J/m3", "energy, half a time step on"}};

static const ria_quantity plane_state[] = {
    {"rho", "kg/m3", "density"},
    {"mx", "kg/m2/s", "momentum along x"},
    {"my", "kg/m2/s", "momentum along y"},
    {"E", "J/m3", "energy"},
    {"rho_half", "kg/m3", "density, half a time step on"},
    {"m_halfx", "kg/m2/s", "momentum along x, half a time step on"},
    {"m_halfy", "kg/m2/s", "momentum along y, half a time step on"},
    {"E_half", "J/m3", "energy, half a time step on"}};

static void destroy(void *instance) {
  euler *s = instance;
  if (s)
    free(s->segment);
  free(s);
}

/* Density, momentum along x, and energy of a gas. */
static void conserved(const euler_case *own, const euler_gas *gas, double values[3]) {
  values[0] = gas->density;
  values[1] = gas->density * gas->velocity;
  values[2] = gas->pressure / (own->gamma - 1) + 0.5 * values[1] * gas->velocity;
}

/* Beyond each end of a tube is the gas of its side of the diaphragm; a box has walls. */
static ria_status add_sides(euler *s) {
  const euler_case *own = s->the_case->own;
  const char *name = s->plane ? "euler_plane_wall" : "euler_held";
  const ria_kernel *kernel = ria_kernel_find(name);
  if (!kernel)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build", name);
  RIA_TRY(
      recipe_open_sides(&s->terrain->mesh, s->plane ? 2 : 1, kernel, &s->segment, &s->segments));
  for (int i = 0; !s->plane && i < s->segments; i++) {
    ria_segment *segment = &s->segment[i];
    const bool right = segment->side == RIA_EAST || own->radius > 0;
    double values[3];
    conserved(own, right ? &own->right : &own->left, values);
    recipe_bind_value(kernel, segment->scalars, "density", values[0]);
    recipe_bind_value(kernel, segment->scalars, "momentum", values[1]);
    recipe_bind_value(kernel, segment->scalars, "energy", values[2]);
  }
  return RIA_SUCCESS;
}

static ria_status add_stages(euler *s) {
  static const char *const names[2][STAGES] = {{"euler_half", "euler_full"},
                                               {"euler_plane_half", "euler_plane_full"}};
  const ria_case *c = s->the_case;
  const euler_case *own = c->own;
  const ria_grid *grid = &s->terrain->grid;
  for (int i = 0; i < STAGES; i++) {
    ria_stage *stage = &s->stage[i];
    RIA_TRY(recipe_stage(names[s->plane][i], stage));
    recipe_bind_dt(stage->kernel, stage->scalars);
    recipe_bind_value(stage->kernel, stage->scalars, "inverse_dx", 1 / grid->spacing[0]);
    if (s->plane)
      recipe_bind_value(stage->kernel, stage->scalars, "inverse_dy", 1 / grid->spacing[1]);
    recipe_bind_value(stage->kernel, stage->scalars, "heat_ratio", own->gamma);
    recipe_bind_value(stage->kernel, stage->scalars, "cfl", c->time.cfl);
  }
  return RIA_SUCCESS;
}

static ria_status create(const ria_case *c, const ria_terrain *terrain, void **instance,
                         ria_model *model) {
  euler *s = *instance = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the solver");
  s->the_case = c;
  s->terrain = terrain;
  s->plane = terrain->grid.cells[1] > 1;
  RIA_TRY(add_stages(s));
  RIA_TRY(add_sides(s));
  *model = ria_model_of_case(c, terrain);
  model->nstate = (int)(s->plane ? sizeof plane_state / sizeof *plane_state
                                 : sizeof line_state / sizeof *line_state);
  model->state = s->plane ? plane_state : line_state;
  model->stages = STAGES;
  model->stage = s->stage;
  model->segments = s->segments;
  model->segment = s->segment;
  return RIA_SUCCESS;
}

/* Whether the left gas is in a cell at the start. */
static bool is_left(const euler *s, ria_global x, ria_global y) {
  const euler_case *own = s->the_case->own;
  const ria_grid *grid = &s->terrain->grid;
  const double from_middle_x = ((double)x + 0.5 - 0.5 * (double)grid->cells[0]) * grid->spacing[0];
  const double from_middle_y = ((double)y + 0.5 - 0.5 * (double)grid->cells[1]) * grid->spacing[1];
  if (own->radius > 0)
    return ria_hypot(from_middle_x, from_middle_y) < own->radius;
  return (double)x + 0.5 < own->diaphragm * (double)grid->cells[0];
}

static ria_status fill_state(void *context, int field, int block, const ria_range *cells,
                             double *values) {
  const ria_global x0 = cells->lo[0], x1 = cells->hi[0], y0 = cells->lo[1], y1 = cells->hi[1];
  (void)block;
  const euler *s = context;
  const euler_case *own = s->the_case->own;
  /* Of density, momentum along x, energy; -1: momentum along y. The interim copies are the same. */
  static const int line[] = {0, 1, 2}, plane[] = {0, 1, -1, 2};
  const int of = s->plane ? plane[field % 4] : line[field % 3];
  double left[3], right[3];
  conserved(own, &own->left, left);
  conserved(own, &own->right, right);
  for (ria_global y = y0; y < y1; y++)
    for (ria_global x = x0; x < x1; x++)
      *values++ = of < 0 ? 0 : (is_left(s, x, y) ? left : right)[of];
  return RIA_SUCCESS;
}

const ria_solver ria_solver_euler = {.name = "euler",
                                     .what = "gas in a tube with a diaphragm, or in a box",
                                     .nstate = sizeof line_state / sizeof *line_state,
                                     .state = line_state,
                                     .keys = {.keys = euler_keys, .bytes = sizeof(euler_case)},
                                     .create = create,
                                     .destroy = destroy,
                                     .fill_state = fill_state};
