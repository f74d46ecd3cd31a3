/* The Euler equations of a gas in a tube with a diaphragm, or in a box: docs/line-solvers.md
 * describes the equations and the method. */
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
  double low[RIA_AXES], high[RIA_AXES]; /* of all blocks, m */
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

/* The ghost cells at each end of a tube hold the gas of that side of the diaphragm; a box has
 * walls. */
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
  for (int i = 0; i < STAGES; i++) {
    ria_stage *stage = &s->stage[i];
    RIA_TRY(recipe_stage(names[s->plane][i], stage));
    recipe_bind_dt(stage->kernel, stage->scalars);
    recipe_bind(stage->kernel, stage->scalars, "inverse_dx",
                (ria_binding){.from = RIA_BIND_INVERSE_SPACING, .forcing = 0});
    if (s->plane)
      recipe_bind(stage->kernel, stage->scalars, "inverse_dy",
                  (ria_binding){.from = RIA_BIND_INVERSE_SPACING, .forcing = 1});
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
  s->plane = c->grid.blocks || terrain->grid.cells[1] > 1;
  recipe_bounds(&terrain->mesh, s->low, s->high);
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

/* Whether a cell of a block has the left gas at the start. */
static bool is_left(const euler *s, const ria_block *block, const ria_global cell[2]) {
  const euler_case *own = s->the_case->own;
  double at[RIA_AXES] = {0}, cells[RIA_AXES] = {0}, from_middle[RIA_AXES] = {0};
  for (int a = 0; a < 2; a++) {
    bool backwards;
    const int axis = ria_block_axis(block, a, &backwards);
    at[axis] = recipe_place(block, a, cell[a], s->low, s->high, &cells[axis]);
    from_middle[axis] = (at[axis] - 0.5 * cells[axis]) * block->spacing[a];
  }
  if (own->radius > 0)
    return ria_hypot(from_middle[0], from_middle[1]) < own->radius;
  return at[0] < own->diaphragm * cells[0];
}

/* The quantity of a field, for a gas that flows along x. */
typedef enum { DENSITY, ALONG_X, ENERGY, AGAINST_X, ACROSS } part;

/* A component of the momentum along an axis of a block. */
static part momentum(const ria_block *block, int axis) {
  bool backwards;
  if (ria_block_axis(block, axis, &backwards))
    return ACROSS;
  return backwards ? AGAINST_X : ALONG_X;
}

/* The interim copies have the initial values of the fields. */
static part part_of(const euler *s, const ria_block *block, int field) {
  const int own = field % (s->plane ? 4 : 3);
  if (own == 0)
    return DENSITY;
  return own == (s->plane ? 3 : 2) ? ENERGY : momentum(block, own - 1);
}

static double value_of(part of, const double values[3]) {
  switch (of) {
  case ACROSS:
    return 0;
  case AGAINST_X:
    return -values[ALONG_X];
  default:
    return values[of];
  }
}

static ria_status fill_state(void *context, int field, int number, const ria_range *cells,
                             double *values) {
  const euler *s = context;
  const euler_case *own = s->the_case->own;
  const ria_block *block = &s->terrain->mesh.block[number];
  const part of = part_of(s, block, field);
  double left[3], right[3];
  conserved(own, &own->left, left);
  conserved(own, &own->right, right);
  for (ria_global y = cells->lo[1]; y < cells->hi[1]; y++)
    for (ria_global x = cells->lo[0]; x < cells->hi[0]; x++)
      *values++ = value_of(of, is_left(s, block, (ria_global[]){x, y}) ? left : right);
  return RIA_SUCCESS;
}

const ria_solver ria_solver_euler = {.name = "euler",
                                     .what = "gas in a tube with a diaphragm, or in a box",
                                     .nstate = sizeof line_state / sizeof *line_state,
                                     .state = line_state,
                                     .keys = {.keys = euler_keys, .bytes = sizeof(euler_case)},
                                     .blocks = true,
                                     .conserved = {{"rho", "mass"}, {"E", "energy"}},
                                     .create = create,
                                     .destroy = destroy,
                                     .fill_state = fill_state};
