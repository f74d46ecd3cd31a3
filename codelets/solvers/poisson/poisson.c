/* Poisson's equation in a box or in blocks, by conjugate gradients or multigrid: minus the
 * Laplacian of u is f, and u is 0 on the sides. A step is a complete solution: a program with a
 * loop. docs/poisson.md. */
#include <math.h>
#include <stdlib.h>
#include "../recipe.h"
#include "poisson.h"
#include "ria/exact_math.h"
#include "ria/registry.h"

static const ria_quantity state[] = {{"u", "1", "solution"},
                                     {"r", "1/m2", "residual"},
                                     {"p", "1", "search direction"},
                                     {"q", "1/m2", "minus the Laplacian of the direction"}};
static const ria_quantity multigrid_state[] = {{"u", "1", "solution"},
                                               {"r", "1/m2", "residual"},
                                               {"v", "1", "next guess"},
                                               {"b", "1", "right side of odd levels"},
                                               {"c", "1", "right side of even levels"},
                                               {"e", "1", "correction by a coarse grid"},
                                               {"g", "1", "the next one"}};
enum {
  CG_STATE = sizeof state / sizeof *state,
  MULTIGRID_STATE = sizeof multigrid_state / sizeof *multigrid_state
};
static const ria_quantity statics[] = {{"f", "1/m2", "right side"}};

static void destroy(void *instance) {
  poisson *s = instance;
  if (s)
    free(s->segment);
  free(s);
}

/* ---- the program ---- */

void poisson_add_stencil(poisson *s, const char *kernel, const builder_pair *renamed,
                         const char *exchanged) {
  builder_exchange(&s->program, NAMES(exchanged));
  builder_apply(&s->program, kernel, renamed);
}

void poisson_add_product(poisson *s, const char *a, const char *b, const char *result) {
  builder_reduce(&s->program, "dot", RENAMED({"a", a}, {"b", b}), result);
}

void poisson_add_loop(poisson *s) {
  const poisson_case *own = s->the_case->own;
  builder_loop(&s->program, "going", own->iterations);
}

void poisson_add_test(poisson *s) {
  builder_operate(&s->program, "going", "residual_squared", RIA_SCALAR_GREATER, "limit_squared");
}

/* Conjugate gradients from the current solution; Hestenes and Stiefel (1952), eq. (3:1). */
static void add_conjugate_gradients(poisson *s) {
  program_builder *b = &s->program;
  poisson_add_product(s, "f", "f", "limit_squared");
  poisson_add_stencil(s, "poisson_apply", RENAMED({"p", "u"}), "u");
  builder_apply(b, "cg_begin", RENAMED({"b", "f"}));
  poisson_add_product(s, "r", "r", "residual_squared");
  builder_operate(b, "limit_squared", "limit_squared", RIA_SCALAR_MULTIPLY, "tolerance_squared");
  poisson_add_test(s);
  poisson_add_loop(s);
  poisson_add_stencil(s, "poisson_apply", NULL, "p");
  poisson_add_product(s, "p", "q", "curvature");
  builder_operate(b, "alpha", "residual_squared", RIA_SCALAR_DIVIDE, "curvature");
  builder_apply(b, "cg_update", RENAMED({"x", "u"}));
  poisson_add_product(s, "r", "r", "next");
  builder_operate(b, "beta", "next", RIA_SCALAR_DIVIDE, "residual_squared");
  builder_operate(b, "residual_squared", "next", RIA_SCALAR_COPY, "next");
  poisson_add_test(s);
  builder_apply(b, "cg_direction", NULL);
  builder_end(b);
}

static void add_scalars(program_builder *b, const poisson_case *own) {
  static const ria_quantity scalars[] = {
      {"residual_squared", "1/m4", "sum of the squares of the residual"},
      {"limit_squared", "1/m4", "value below which it must fall"},
      {"tolerance_squared", "1", "square of the tolerance"},
      {"going", "1", "the residual is larger than the tolerance allows"},
      {"curvature", "1/m2", "the direction times the matrix times the direction"},
      {"alpha", "m2", "length of the step"},
      {"next", "1/m4", "the residual's square after the step"},
      {"beta", "1", "share of the direction before"}};
  for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
    builder_scalar(b, &scalars[i])->shown = i < 2;
  b->scalar[builder_scalar_number(b, "tolerance_squared")].start = own->tolerance * own->tolerance;
}

static ria_status make_program(poisson *s, const poisson_case *own) {
  static const char *const spacings[] = {"inverse_dx", "inverse_dy", "inverse_dz"};
  program_builder *b = &s->program;
  const bool multigrid = own->method == POISSON_MULTIGRID;
  for (int f = 0; f < (multigrid ? MULTIGRID_STATE : CG_STATE); f++)
    builder_field(b, f ? BUILDER_WORK : BUILDER_LASTING,
                  multigrid ? &multigrid_state[f] : &state[f]);
  builder_field(b, BUILDER_STATIC, &statics[0]);
  add_scalars(b, own);
  for (int a = 0; a < RIA_AXES; a++)
    builder_binding(b, spacings[a], (ria_binding){.from = RIA_BIND_INVERSE_SPACING, .forcing = a});
  if (multigrid)
    RIA_TRY(poisson_make_multigrid(s));
  else
    add_conjugate_gradients(s);
  return builder_finish(b, false);
}

/* ---- the model ---- */

static ria_status create(const ria_case *c, const ria_terrain *terrain, void **instance,
                         ria_model *model) {
  poisson *s = *instance = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the solver");
  s->the_case = c;
  s->terrain = terrain;
  if (terrain->mesh.ndim != 3)
    return ria_fail(
        RIA_ERROR_CASE,
        "%s: grid: the solver 'poisson' solves in a box; give three numbers of cells and "
        "an extent of six",
        c->path);
  recipe_bounds(&terrain->mesh, s->low, s->high);
  RIA_TRY(make_program(s, c->own));
  const ria_kernel *zero = ria_kernel_find("poisson_zero");
  if (!zero)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel poisson_zero is not in this build");
  RIA_TRY(recipe_open_sides(&terrain->mesh, RIA_AXES, zero, &s->segment, &s->segments));
  *model = ria_model_of_case(c, terrain);
  model->nstate = s->program.nstate;
  model->state = s->program.state;
  model->nstatic = 1;
  model->statics = statics;
  model->program = &s->program.program;
  model->segments = s->segments;
  model->segment = s->segment;
  /* A step of 1 s is a complete solution. */
  model->step = RIA_STEP_FIXED;
  model->fixed_dt = 1;
  model->max_dt = 0;
  model->window = 1;
  return RIA_SUCCESS;
}

static ria_status fill_state(void *context, int field, int number, const ria_range *cells,
                             double *values) {
  (void)context, (void)field, (void)number;
  size_t count = 1;
  for (int a = 0; a < RIA_AXES; a++)
    count *= (size_t)(cells->hi[a] - cells->lo[a]);
  for (size_t i = 0; i < count; i++)
    values[i] = 0;
  return RIA_SUCCESS;
}

/* The right side at the centre of a cell. */
static double right_side(const poisson *s, const double point[RIA_AXES]) {
  const poisson_case *own = s->the_case->own;
  const int waves[RIA_AXES] = {own->waves, own->waves_y, own->waves_z};
  double product = own->amplitude, away = 0;
  for (int a = 0; a < RIA_AXES; a++) {
    const double length = s->high[a] - s->low[a];
    const double middle = point[a] - (s->low[a] + s->high[a]) / 2;
    if (own->amplitude != 0)
      product *= ria_sin(M_PI * waves[a] * (point[a] - s->low[a]) / length);
    away += middle * middle;
  }
  return product + (away <= own->radius * own->radius ? own->charge : 0);
}

static ria_status fill_statics(void *context, int field, int number, const ria_range *cells,
                               double *values) {
  const poisson *s = context;
  const ria_block *block = &s->terrain->mesh.block[number];
  (void)field;
  ria_global i[RIA_AXES];
  for (i[2] = cells->lo[2]; i[2] < cells->hi[2]; i[2]++)
    for (i[1] = cells->lo[1]; i[1] < cells->hi[1]; i[1]++)
      for (i[0] = cells->lo[0]; i[0] < cells->hi[0]; i[0]++) {
        double point[RIA_AXES];
        ria_block_point(
            block, (double[]){(double)i[0] + 0.5, (double)i[1] + 0.5, (double)i[2] + 0.5}, point);
        *values++ = right_side(s, point);
      }
  return RIA_SUCCESS;
}

/* A step is a complete solution. */
static const char *const ignores[] = {"time.cfl",   "time.step",   "time.window",
                                      "time.guard", "time.max_dt", NULL};

const ria_solver ria_solver_poisson = {
    .name = "poisson",
    .what = "Poisson's equation in a box, by conjugate gradients or multigrid",
    .nstate = MULTIGRID_STATE,
    .nstatic = 1,
    .state = multigrid_state,
    .statics = statics,
    .keys = {.keys = poisson_keys, .bytes = sizeof(poisson_case), .ignores = ignores},
    .dimensions = 3,
    .blocks = true,
    .bench = {.grid = "cells: [100, 100, 100], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m]"},
    .create = create,
    .destroy = destroy,
    .fill_state = fill_state,
    .fill_statics = fill_statics};
