/* The Euler equations of a gas in a tube with a diaphragm: docs/line-solvers.md says what it solves
 * and how. */
#include <stdlib.h>
#include "../recipe.h"
#include "ria/registry.h"

enum { STAGES = 2, FIELDS = 3 };

typedef struct {
  const ria_case *the_case;
  const ria_terrain *terrain;
  ria_stage stage[STAGES];
  int segments;
  ria_segment segment[RECIPE_ENDS];
} euler;

static const ria_quantity state[2 * FIELDS] = {
    {"rho", "kg/m3", "density"},
    {"m", "kg/m2/s", "momentum"},
    {"E", "J/m3", "energy"},
    {"rho_half", "kg/m3", "density, half a time step on"},
    {"m_half", "kg/m2/s", "momentum, half a time step on"},
    {"E_half", "J/m3", "energy, half a time step on"}};

static const char *const unused[] = {"bathymetry", "initial",  "gravity",    "dry",      "sweeps",
                                     "heat",       "kuramoto", "friction",   "coriolis", "wind",
                                     "tracers",    "rivers",   "boundaries", "gauges",   NULL};

/* Density, momentum and energy of a gas. */
static void conserved(const ria_case *c, const ria_case_gas *gas, double values[FIELDS]) {
  values[0] = gas->density;
  values[1] = gas->density * gas->velocity;
  values[2] = gas->pressure / (c->euler.gamma - 1) + 0.5 * values[1] * gas->velocity;
}

/* Beyond each end is the gas of its side of the diaphragm.
 */
static ria_status add_sides(euler *s) {
  const ria_case *c = s->the_case;
  const ria_kernel *held = ria_kernel_find("euler_held");
  if (!held)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel euler_held is not in this build");
  s->segments = recipe_ends(&s->terrain->grid, held, s->segment);
  for (int i = 0; i < s->segments; i++) {
    ria_segment *segment = &s->segment[i];
    double values[FIELDS];
    conserved(c, segment->side == RIA_EAST ? &c->euler.right : &c->euler.left, values);
    recipe_bind_value(held, segment->scalars, "density", values[0]);
    recipe_bind_value(held, segment->scalars, "momentum", values[1]);
    recipe_bind_value(held, segment->scalars, "energy", values[2]);
  }
  return RIA_SUCCESS;
}

static ria_status add_stages(euler *s) {
  static const char *const names[STAGES] = {"euler_half", "euler_full"};
  const ria_case *c = s->the_case;
  for (int i = 0; i < STAGES; i++) {
    ria_stage *stage = &s->stage[i];
    RIA_TRY(recipe_stage(names[i], stage));
    recipe_bind_dt(stage->kernel, stage->scalars);
    recipe_bind_value(stage->kernel, stage->scalars, "inverse_dx", 1 / s->terrain->grid.dx);
    recipe_bind_value(stage->kernel, stage->scalars, "heat_ratio", c->euler.gamma);
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
  RIA_TRY(recipe_one_row(c, &terrain->grid));
  RIA_TRY(add_stages(s));
  RIA_TRY(add_sides(s));
  *model = ria_model_of_case(c, terrain);
  model->nstate = sizeof state / sizeof *state;
  model->state = state;
  model->stages = STAGES;
  model->stage = s->stage;
  model->segments = s->segments;
  model->segment = s->segment;
  return RIA_SUCCESS;
}

static ria_status fill_state(void *context, int field, ria_global x0, ria_global x1, ria_global y0,
                             ria_global y1, double *values) {
  const euler *s = context;
  const ria_case *c = s->the_case;
  double left[FIELDS], right[FIELDS];
  conserved(c, &c->euler.left, left);
  conserved(c, &c->euler.right, right);
  const double diaphragm = c->euler.diaphragm * (double)s->terrain->grid.nx;
  for (ria_global y = y0; y < y1; y++)
    for (ria_global x = x0; x < x1; x++)
      *values++ = ((double)x + 0.5 < diaphragm ? left : right)[field % FIELDS];
  return RIA_SUCCESS;
}

const ria_solver ria_solver_euler = {.name = "euler",
                                     .what = "gas in a tube with a diaphragm",
                                     .nstate = sizeof state / sizeof *state,
                                     .state = state,
                                     .unused = unused,
                                     .create = create,
                                     .destroy = free,
                                     .fill_state = fill_state};
