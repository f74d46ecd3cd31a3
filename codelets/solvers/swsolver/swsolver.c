/* Shallow water by high-resolution sweeps along x and y, between perfect walls, over a flat bed:
 * the solver of Rostrup and De Sterck (2010). docs/swsolver.md describes it. */
#include "../recipe.h"
#include "../water.h"
#include "keys.h"
#include "ria/registry.h"
#include <stdlib.h>

enum { MOST_STAGES = 3 };

typedef struct {
  const ria_case *the_case;
  const ria_terrain *terrain;
  int stages;
  ria_stage stage[MOST_STAGES];
  int segments;
  ria_segment *segment; /* owned */
} swsolver;

static const ria_quantity state[] = {{"h", "m", "water depth"},
                                     {"qx", "m2/s", "discharge per unit width along x"},
                                     {"qy", "m2/s", "discharge per unit width along y"}};

static void destroy(void *instance) {
  swsolver *s = instance;
  if (s)
    free(s->segment);
  free(s);
}

/* A limiter's switch; minmod has no switch. */
static const char *const limiter_switch[] = {[RIA_LIMITER_MINMOD] = NULL,
                                             [RIA_LIMITER_SUPERBEE] = "superbee",
                                             [RIA_LIMITER_MC] = "mc",
                                             [RIA_LIMITER_VANLEER] = "vanleer"};

/* A sweep along an axis ('x' or 'y') over a fraction of the time step. */
static ria_status add_sweep(swsolver *s, char axis, double share) {
  const ria_case *c = s->the_case;
  const swsolver_case *own = c->own;
  const ria_grid *grid = &s->terrain->grid;
  ria_stage *stage = &s->stage[s->stages++];
  RIA_TRY(recipe_stage(axis == 'x' ? "swsolver_x" : "swsolver_y", stage));
  const double d = axis == 'x' ? grid->spacing[0] : grid->spacing[1];
  recipe_bind_dt(stage->kernel, stage->scalars);
  recipe_bind_value(stage->kernel, stage->scalars, "share", share);
  recipe_bind_value(stage->kernel, stage->scalars, "inverse_d", 1 / d);
  recipe_bind_value(stage->kernel, stage->scalars, "gravity", c->gravity);
  recipe_bind_value(stage->kernel, stage->scalars, "cfl", c->time.cfl);
  if (limiter_switch[own->limiter])
    stage->switches = 1u << ria_kernel_switch(stage->kernel, limiter_switch[own->limiter]);
  return RIA_SUCCESS;
}

static ria_status add_sweeps(swsolver *s) {
  const swsolver_case *own = s->the_case->own;
  switch (own->order) {
  case RIA_SWEEPS_STRANG:
    RIA_TRY(add_sweep(s, 'x', 0.5));
    RIA_TRY(add_sweep(s, 'y', 1));
    return add_sweep(s, 'x', 0.5);
  case RIA_SWEEPS_YX:
    RIA_TRY(add_sweep(s, 'y', 1));
    return add_sweep(s, 'x', 1);
  default:
    RIA_TRY(add_sweep(s, 'x', 1));
    return add_sweep(s, 'y', 1);
  }
}

static ria_status add_walls(swsolver *s) {
  const ria_kernel *wall = ria_kernel_find("swsolver_wall");
  if (!wall)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel swsolver_wall is not in this build");
  return recipe_open_sides(&s->terrain->mesh, 2, wall, &s->segment, &s->segments);
}

/* Reject features that the case's keys allow and this solver lacks. */
static ria_status check(const ria_case *c, const ria_terrain *terrain) {
  for (int i = 0; i < c->boundaries; i++)
    if (c->boundary[i].kind != RIA_BOUNDARY_WALL)
      return ria_fail(RIA_ERROR_CASE,
                      "%s: boundaries: the solver 'swsolver' has walls at all sides, but the case "
                      "says otherwise of the %s; leave that out, or choose the solver 'estuary'",
                      c->path, ria_case_sides[c->boundary[i].side]);
  const ria_grid *grid = &terrain->grid;
  for (ria_global i = 1; i < grid->cells[0] * grid->cells[1]; i++)
    if (terrain->depth[i] != terrain->depth[0])
      return ria_fail(
          RIA_ERROR_CASE,
          "%s: the bed of the solver 'swsolver' is flat, but it lies at %g m in cell (0, "
          "0) and at %g m in cell (%lld, %lld); use 'bathymetry: {shape: {kind: flat}}', "
          "or choose the solver 'estuary'",
          c->path, -terrain->depth[0], -terrain->depth[i], (long long)(i % grid->cells[0]),
          (long long)(i / grid->cells[0]));
  return RIA_SUCCESS;
}

static void fill_model(const swsolver *s, ria_model *model) {
  const ria_case *c = s->the_case;
  *model = ria_model_of_case(c, s->terrain);
  model->nstate = sizeof state / sizeof *state;
  model->state = state;
  model->stages = s->stages;
  model->stage = s->stage;
  model->segments = s->segments;
  model->segment = s->segment;
}

static ria_status create(const ria_case *the_case, const ria_terrain *terrain, void **instance,
                         ria_model *model) {
  swsolver *s = *instance = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the solver");
  s->the_case = the_case;
  s->terrain = terrain;
  RIA_TRY(check(the_case, terrain));
  RIA_TRY(add_sweeps(s));
  RIA_TRY(add_walls(s));
  fill_model(s, model);
  return RIA_SUCCESS;
}

static ria_status check_wet(const swsolver *s, ria_global x0, ria_global x1, ria_global y0,
                            ria_global y1, const double *depth) {
  for (ria_global y = y0; y < y1; y++)
    for (ria_global x = x0; x < x1; x++, depth++)
      if (!(*depth > 0))
        return ria_fail(RIA_ERROR_CASE,
                        "%s: the start has no water in cell (%lld, %lld); the solver 'swsolver' "
                        "needs some in every cell: raise initial.level, or choose the solver "
                        "'estuary'",
                        s->the_case->path, (long long)x, (long long)y);
  return RIA_SUCCESS;
}

/* All fields of an estuary are filled together; the fourth, a tracer, is 0. */
static ria_status fill_state(void *context, int field, int block, const ria_range *cells,
                             double *values) {
  const ria_global x0 = cells->lo[0], x1 = cells->hi[0], y0 = cells->lo[1], y1 = cells->hi[1];
  (void)block;
  const swsolver *s = context;
  const size_t n = (size_t)((x1 - x0) * (y1 - y0));
  double *others = malloc(4 * n * sizeof *others);
  if (!others)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the start");
  double *all[4] = {others, others + n, others + 2 * n, others + 3 * n};
  all[field] = values;
  ria_status status = water_start(s->the_case, s->terrain, x0, x1, y0, y1, all);
  if (status == RIA_SUCCESS)
    status = check_wet(s, x0, x1, y0, y1, all[0]);
  free(others);
  return status;
}

static const char *const uses[] = {"bathymetry", "initial", "gravity", "boundaries", NULL};

const ria_solver ria_solver_swsolver = {
    .name = "swsolver",
    .what = "shallow water by high-resolution sweeps",
    .nstate = sizeof state / sizeof *state,
    .state = state,
    .keys = {.keys = swsolver_keys, .bytes = sizeof(swsolver_case), .uses = uses},
    .show = water_show,
    .create = create,
    .destroy = destroy,
    .fill_state = fill_state};
