/* Poisson's equation in a box or in blocks, by conjugate gradients or multigrid: minus the
 * Laplacian of u is f, and u is 0 on the sides. A step is a whole solution: a program with a loop.
 * docs/poisson.md. */
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
static const ria_quantity statics[] = {{"f", "1/m2", "right side"}};

static void destroy(void *instance) {
  poisson *s = instance;
  if (s)
    free(s->segment);
  free(s);
}

/* ---- the program ---- */

ria_op *poisson_add(poisson *s, ria_op_kind kind) {
  ria_op *op = &s->op[s->program.ops++];
  *op = (ria_op){.kind = kind};
  return op;
}

ria_status poisson_add_kernel(poisson *s, ria_op_kind kind, const char *name, int count,
                              const int *field, ria_op **added) {
  ria_op *op = *added = poisson_add(s, kind);
  op->kernel = ria_kernel_find(name);
  if (!op->kernel || op->kernel->nstate != count)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build", name);
  for (int f = 0; f < count; f++)
    op->field[f] = field[f];
  return RIA_SUCCESS;
}

ria_status poisson_add_stencil(poisson *s, const char *name, int count, const int *field,
                               ria_op **added) {
  static const char *const spacings[] = {"inverse_dx", "inverse_dy", "inverse_dz"};
  ria_op *op = poisson_add(s, RIA_OP_EXCHANGE);
  op->fields = 1;
  op->field[0] = field[0];
  RIA_TRY(poisson_add_kernel(s, RIA_OP_APPLY, name, count, field, added));
  for (int a = 0; a < RIA_AXES; a++)
    recipe_bind((*added)->kernel, (*added)->scalars, spacings[a],
                (ria_binding){.from = RIA_BIND_INVERSE_SPACING, .forcing = a});
  return RIA_SUCCESS;
}

ria_status poisson_add_product(poisson *s, int a, int b, int result) {
  ria_op *op;
  RIA_TRY(poisson_add_kernel(s, RIA_OP_REDUCE, "dot", 2, (int[]){a, b}, &op));
  op->result = result;
  return RIA_SUCCESS;
}

void poisson_add_scalar(poisson *s, int result, ria_scalar_operation operation, int a, int b) {
  ria_op *op = poisson_add(s, RIA_OP_SCALAR);
  op->result = result;
  op->operation = operation;
  op->a = a;
  op->b = b;
}

void poisson_add_loop(poisson *s) {
  const poisson_case *own = s->the_case->own;
  ria_op *op = poisson_add(s, RIA_OP_LOOP);
  op->condition = GOING;
  op->most = own->iterations;
}

/* Conjugate gradients from the solution that is there; Hestenes and Stiefel (1952), eq. (3:1). */
static ria_status make_conjugate_gradients(poisson *s) {
  const int f = s->nstate;
  ria_op *op;
  RIA_TRY(poisson_add_product(s, f, f, LIMIT));
  RIA_TRY(poisson_add_stencil(s, "poisson_apply", 2, (int[]){U, Q}, &op));
  RIA_TRY(poisson_add_kernel(s, RIA_OP_APPLY, "cg_begin", 4, (int[]){f, Q, R, P}, &op));
  RIA_TRY(poisson_add_product(s, R, R, RR));
  poisson_add_scalar(s, LIMIT, RIA_SCALAR_MULTIPLY, LIMIT, TOLERANCE);
  poisson_add_scalar(s, GOING, RIA_SCALAR_GREATER, RR, LIMIT);
  poisson_add_loop(s);
  RIA_TRY(poisson_add_stencil(s, "poisson_apply", 2, (int[]){P, Q}, &op));
  RIA_TRY(poisson_add_product(s, P, Q, PQ));
  poisson_add_scalar(s, ALPHA, RIA_SCALAR_DIVIDE, RR, PQ);
  RIA_TRY(poisson_add_kernel(s, RIA_OP_APPLY, "cg_update", 4, (int[]){U, R, P, Q}, &op));
  op->bound[0] = 1 + ALPHA;
  RIA_TRY(poisson_add_product(s, R, R, NEXT));
  poisson_add_scalar(s, BETA, RIA_SCALAR_DIVIDE, NEXT, RR);
  poisson_add_scalar(s, RR, RIA_SCALAR_COPY, NEXT, ZERO);
  poisson_add_scalar(s, GOING, RIA_SCALAR_GREATER, RR, LIMIT);
  RIA_TRY(poisson_add_kernel(s, RIA_OP_APPLY, "cg_direction", 2, (int[]){P, R}, &op));
  op->bound[0] = 1 + BETA;
  poisson_add(s, RIA_OP_END);
  return RIA_SUCCESS;
}

static ria_status make_program(poisson *s, const poisson_case *own) {
  const bool multigrid = own->method == POISSON_MULTIGRID;
  s->nstate = multigrid ? MULTIGRID_STATE : CG_STATE;
  RIA_TRY(multigrid ? poisson_make_multigrid(s) : make_conjugate_gradients(s));
  static const ria_quantity names[SCALARS] = {
      [RR] = {"residual_squared", "1/m4", "sum of the squares of the residual"},
      [LIMIT] = {"limit_squared", "1/m4", "what that is to fall below"},
      [TOLERANCE] = {"tolerance_squared", "1", "square of the tolerance"},
      [GOING] = {"going", "1", "the residual is larger than the tolerance allows"},
      [PQ] = {"curvature", "1/m2", "the direction times the matrix times the direction"},
      [ALPHA] = {"alpha", "m2", "length of the step"},
      [NEXT] = {"next", "1/m4", "the residual's square after the step"},
      [BETA] = {"beta", "1", "share of the direction before"},
      [ZERO] = {"zero", "1", "0"}};
  for (int i = 0; i < SCALARS; i++)
    s->scalar[i] = (ria_program_scalar){.quantity = names[i], .shown = i == RR || i == LIMIT};
  s->scalar[TOLERANCE].start = own->tolerance * own->tolerance;
  s->program.op = s->op;
  s->program.scalar = s->scalar;
  s->program.scalars = SCALARS;
  s->program.work = s->nstate - 1;
  return RIA_SUCCESS;
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
  model->nstate = s->nstate;
  model->state = s->nstate == MULTIGRID_STATE ? multigrid_state : state;
  model->nstatic = 1;
  model->statics = statics;
  model->program = &s->program;
  model->segments = s->segments;
  model->segment = s->segment;
  /* A step of 1 s is a solution. */
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

const ria_solver ria_solver_poisson = {
    .name = "poisson",
    .what = "Poisson's equation in a box, by conjugate gradients or multigrid",
    .nstate = MULTIGRID_STATE,
    .nstatic = 1,
    .state = multigrid_state,
    .statics = statics,
    .keys = {.keys = poisson_keys, .bytes = sizeof(poisson_case)},
    .dimensions = 3,
    .blocks = true,
    .create = create,
    .destroy = destroy,
    .fill_state = fill_state,
    .fill_statics = fill_statics};
