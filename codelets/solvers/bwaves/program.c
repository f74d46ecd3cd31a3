/* An implicit time step as a program: attempts, each a number of Newton's steps, each a linear
 * system. Scalars of kernels are those of the program of the same name, or else constants. */
#include <math.h>
#include <string.h>
#include "bwaves.h"

/* name, unit, what, flags: S in summary.json, R in steps.csv, L lasts. */
enum { PLAIN = 0, SHOWN = 1, RECORDED = 2, LASTS = 4 };
#define SCALARS(X)                                                                                 \
  X(rate, "1/s", "largest speed of waves over the cell size", PLAIN)                               \
  X(limit, "s", "longest time step that is allowed", PLAIN)                                        \
  X(dt, "s", "time step", PLAIN)                                                                   \
  X(dt_before, "s", "time step before", LASTS)                                                     \
  X(attempt, "1", "the step is to be tried", PLAIN)                                                \
  X(halvings, "1", "how often the step was halved", RECORDED)                                      \
  X(newton, "1", "Newton's steps go on", PLAIN)                                                    \
  X(newtons, "1", "Newton's steps", RECORDED)                                                      \
  X(first, "1", "the first of Newton's steps", PLAIN)                                              \
  X(c0, "1", "weight of the change in this step", PLAIN)                                           \
  X(c2, "1", "weight of the change in the step before", PLAIN)                                     \
  X(kx, "s/m", "time step over the cell size in x", PLAIN)                                         \
  X(ky, "s/m", "time step over the cell size in y", PLAIN)                                         \
  X(kz, "s/m", "time step over the cell size in z", PLAIN)                                         \
  X(bb, "1", "sum of the squares of the right side", PLAIN)                                        \
  X(eps, "1", "what the residual is to fall below, squared", PLAIN)                                \
  X(rr, "1", "sum of the squares of the residual", PLAIN)                                          \
  X(solve, "1", "the system is to be solved", PLAIN)                                               \
  X(restarts, "1", "new starts of the method", RECORDED)                                           \
  X(count, "1", "iterations of a system", PLAIN)                                                   \
  X(total, "1", "iterations of all steps", SHOWN | RECORDED | LASTS)                               \
  X(going, "1", "iterations go on", PLAIN)                                                         \
  X(rho, "1", "residual times shadow residual", PLAIN)                                             \
  X(beta, "1", "share of the direction before", PLAIN)                                             \
  X(sv, "1", "shadow residual times the matrix times the direction", PLAIN)                        \
  X(alpha, "1", "length of the step along the direction", PLAIN)                                   \
  X(tr, "1", "residual times the matrix times the residual", PLAIN)                                \
  X(tt, "1", "sum of the squares of the matrix times the residual", PLAIN)                         \
  X(omega, "1", "length of the step along the residual", PLAIN)                                    \
  X(rs, "1", "residual times shadow residual, after an iteration", PLAIN)                          \
  X(st, "1", "shadow residual times the matrix times the residual", PLAIN)                         \
  X(sq, "1", "shadow residual times the squared matrix times the direction", PLAIN)                \
  X(sy, "1", "shadow residual times the squared matrix times the residual", PLAIN)                 \
  X(anew, "1", "the method starts from the residual", PLAIN)                                       \
  X(replacing, "1", "vectors are replaced by their definitions", PLAIN)                            \
  X(since, "1", "iterations since they were replaced", PLAIN)                                      \
  X(least, "1", "least density or pressure", PLAIN)                                                \
  X(bad, "1", "the attempt is bad", PLAIN)                                                         \
  X(failed, "1", "the step cannot be made", PLAIN)                                                 \
  X(defect, "1", "sum of the squares of the right side less the matrix times the solution", PLAIN) \
  X(change, "1", "sum of the squares of the change in a step", PLAIN)                              \
  X(residual, "1", "residual of the last linear system, by the recursion", SHOWN | RECORDED)       \
  X(true_residual, "1", "right side less the matrix times the solution", SHOWN | RECORDED)         \
  X(right_side, "1", "right side of the last linear system", SHOWN | RECORDED)                     \
  X(change_norm, "1", "change of the state in a step", SHOWN | RECORDED)                           \
  X(missed, "1", "steps whose |b - Ax| missed the limit of the residual by far", LASTS)            \
  X(farthest, "1", "|b - Ax| over the limit of the residual, at most", LASTS)

enum {
#define NUMBER(name, unit, what, flags) SCALAR_##name,
  SCALARS(NUMBER) SCALAR_COUNT
#undef NUMBER
};

static const struct {
  ria_quantity quantity;
  int flags;
} scalars[] = {
#define ROW(name, unit, what, flags) {{#name, unit, what}, flags},
    SCALARS(ROW)
#undef ROW
};

enum {
  HALVINGS = 5, /* as in bwaves_again */
  BLOCK = 128,  /* products of a block of sums */
  /* Bytes of a core's own cache for a chain: a product that computes blocks reads each number of a
   * cell seven times. One that reads blocks reads most of its numbers once, and does not care. */
  OWN_CACHE = 512 << 10
};

int bwaves_scalar(const char *name) {
  for (int i = 0; i < SCALAR_COUNT; i++)
    if (!strcmp(scalars[i].quantity.name, name))
      return i;
  return -1;
}

/* Scalars of kernels that are the same in all steps. */
static double constant(const bwaves *s, const char *name) {
  const bwaves_case *own = s->own;
  const ria_case *c = s->the_case;
  const double *spacing = s->terrain->mesh.block[0].spacing;
  const struct {
    const char *name;
    double value;
  } constants[] = {{"gamma", own->gamma},
                   {"viscosity", own->viscosity},
                   {"conduction", own->gamma / own->prandtl},
                   {"conductivity", own->gamma * own->viscosity / own->prandtl},
                   {"cfl", c->time.cfl},
                   {"fixed", c->time.step == RIA_STEP_FIXED ? c->time.dt : 0},
                   {"second", s->second},
                   {"inverse_dx", 1 / spacing[0]},
                   {"inverse_dy", 1 / spacing[1]},
                   {"inverse_dz", 1 / spacing[2]},
                   {"newton_steps", own->newton_steps},
                   {"tolerance", own->linear.tolerance},
                   {"given", own->linear.limit},
                   {"most", own->linear.iterations},
                   {"replace", own->linear.replace}};
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    if (!strcmp(constants[i].name, name))
      return constants[i].value;
  return NAN; /* our bug: nothing would be right */
}

static void bind(const bwaves *s, ria_op *op) {
  for (int i = 0; i < op->kernel->nscalar; i++) {
    const char *name = op->kernel->scalar[i].name;
    const int scalar = bwaves_scalar(name);
    if (scalar >= 0)
      op->bound[i] = 1 + scalar;
    else
      op->scalars[i] = (ria_binding){.from = RIA_BIND_VALUE, .value = constant(s, name)};
  }
}

/* Parts of a step, whose times are told apart. */
enum { NO_PART, PART_LHS, PART_RHS, PART_BICGSTAB };
static const char *const parts[] = {"lhs", "rhs", "bicgstab"};

static ria_op *add(bwaves *s, ria_op_kind kind) {
  ria_op *op = &s->op[s->program.ops++];
  *op = (ria_op){.kind = kind, .part = s->part};
  return op;
}

ria_status bwaves_add_kernel(bwaves *s, ria_op_kind kind, const char *name, ria_op **added) {
  if (s->program.ops == BWAVES_OPS)
    return ria_fail(RIA_ERROR_INTERNAL, "a step of bwaves has more than %d operations", BWAVES_OPS);
  ria_op *op = *added = add(s, kind);
  op->kernel = ria_kernel_find(name);
  if (!op->kernel)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build", name);
  bind(s, op);
  return RIA_SUCCESS;
}

void bwaves_set_fields(ria_op *op, const int *group) {
  int count = 0;
  for (; *group >= 0; group += 2)
    for (int i = 0; i < group[1]; i++)
      op->field[count++] = group[0] + i;
}

static ria_status reduce(bwaves *s, const char *name, int a, int b, int result) {
  ria_op *op = NULL;
  RIA_TRY(bwaves_add_kernel(s, RIA_OP_REDUCE, name, &op));
  bwaves_set_fields(op, b < 0 ? (int[]){FIVE(a), -1} : (int[]){FIVE(a), FIVE(b), -1});
  op->result = result;
  return RIA_SUCCESS;
}

/* The scalar product, by the sums that the case asks for. */
ria_status bwaves_dot(bwaves *s, int a, int b, const char *result) {
  const bwaves_sums sums = s->own->linear.sums;
  if (sums == BWAVES_EXACT_SUMS)
    return reduce(s, "dot5", a, b, bwaves_scalar(result));
  ria_op *op = add(s, RIA_OP_DOT);
  op->fields = COMPONENTS;
  op->run = sums == BWAVES_BLOCKED_SUMS ? BLOCK : 1;
  op->result = bwaves_scalar(result);
  bwaves_set_fields(op, (int[]){FIVE(a), FIVE(b), -1});
  return RIA_SUCCESS;
}

/* Arithmetic on scalars; `next_x` is the new value of x. */
ria_status bwaves_compute(bwaves *s, const char *name) {
  static const char next[] = "next_";
  ria_op *op = NULL;
  RIA_TRY(bwaves_add_kernel(s, RIA_OP_COMPUTE, name, &op));
  for (int i = 0; i < op->kernel->nresult; i++) {
    const char *result = op->kernel->result[i].name;
    op->result_of[i] =
        bwaves_scalar(strncmp(result, next, sizeof next - 1) ? result : result + sizeof next - 1);
    if (op->result_of[i] < 0)
      return ria_fail(RIA_ERROR_INTERNAL, "the result %s of %s is no scalar", result, name);
  }
  return RIA_SUCCESS;
}

void bwaves_operate(bwaves *s, ria_scalar_operation operation, const char *result, const char *a,
                    const char *b) {
  ria_op *op = add(s, RIA_OP_SCALAR);
  op->operation = operation;
  op->result = bwaves_scalar(result);
  op->a = bwaves_scalar(a);
  op->b = bwaves_scalar(b);
}

static void exchange(bwaves *s, int first) {
  ria_op *op = add(s, RIA_OP_EXCHANGE);
  op->fields = COMPONENTS;
  for (int i = 0; i < COMPONENTS; i++)
    op->field[i] = first + i;
}

/* Each of the loops ends itself; `most` is the largest number of turns that it can take. */
void bwaves_loop(bwaves *s, const char *condition, int64_t most) {
  ria_op *op = add(s, RIA_OP_LOOP);
  op->condition = bwaves_scalar(condition);
  op->most = most;
}

void bwaves_end(bwaves *s) {
  add(s, RIA_OP_END);
}

/* y = A x. */
ria_status bwaves_multiply(bwaves *s, int x, int y) {
  exchange(s, x);
  switch (s->matrix) {
  case BWAVES_STORED:
    APPLY("bwaves_product_stored", FIVE(x), s->field.blocks, BLOCKS, FIVE(y));
    break;
  case BWAVES_PACKED:
    APPLY("bwaves_product_packed", FIVE(x), s->field.blocks, PACKED_BLOCKS, FIVE(y));
    break;
  case BWAVES_SINGLE:
    APPLY("bwaves_product_single", FIVE(x), s->field.blocks, PACKED_BLOCKS, FIVE(y));
    break;
  default:
    APPLY("bwaves_product_recomputed", FIVE(x), s->field.w, PREPARED, FIVE(y));
  }
  return RIA_SUCCESS;
}

/* The right side, from fluxes in 15 fields that the method needs later. */
static ria_status add_right_side(bwaves *s) {
  const bwaves_fields *f = &s->field;
  const int flux = f->p;
  const bool aside = s->own->rhs_on >= BWAVES_RHS_CPU;
  s->part = PART_RHS;
  APPLY("bwaves_flux", FIVE(f->k), f->w, PREPARED, flux, 3 * COMPONENTS);
  ria_op *op = &s->op[s->program.ops - 1];
  const bwaves_limiter limiter = s->own->limiter;
  const bool none = limiter == BWAVES_NO_LIMITER;
  if (s->own->order == 1)
    op->switches |= 1u << ria_kernel_switch(op->kernel, "first");
  if (limiter == BWAVES_MC || none)
    op->switches |= 1u << ria_kernel_switch(op->kernel, "central");
  if (limiter == BWAVES_VANLEER || none)
    op->switches |= 1u << ria_kernel_switch(op->kernel, "harmonic");
  op->aside = aside ? RIA_ASIDE_WITHIN : RIA_NOT_ASIDE;
  APPLY("bwaves_right_side", flux, 3 * COMPONENTS, FIVE(f->k), FIVE(Q), FIVE(s->second ? O : Q),
        FIVE(f->b));
  s->op[s->program.ops - 1].aside = aside ? RIA_ASIDE : RIA_NOT_ASIDE;
  return RIA_SUCCESS;
}

static ria_status add_blocks(bwaves *s) {
  const bwaves_fields *f = &s->field;
  s->part = PART_LHS;
  if (s->matrix == BWAVES_STORED)
    APPLY("bwaves_blocks_stored", f->w, PREPARED, f->blocks, BLOCKS);
  if (s->matrix == BWAVES_PACKED)
    APPLY("bwaves_blocks_packed", f->w, PREPARED, f->blocks, PACKED_BLOCKS);
  if (s->matrix == BWAVES_SINGLE)
    APPLY("bwaves_blocks_single", f->w, PREPARED, f->blocks, PACKED_BLOCKS);
  return RIA_SUCCESS;
}

static ria_status add_norm(bwaves *s) {
  s->part = PART_BICGSTAB;
  return bwaves_dot(s, s->field.b, s->field.b, "bb");
}

/* The right side and the matrix of a step of Newton's. The norm waits for a right side that is
 * computed aside. */
static ria_status add_system(bwaves *s) {
  const bwaves_fields *f = &s->field;
  const bool serial = s->own->rhs_on == BWAVES_RHS_CPU_SERIAL;
  s->part = PART_LHS;
  exchange(s, f->k);
  APPLY("bwaves_prepare", FIVE(f->k), f->w, PREPARED);
  RIA_TRY(add_right_side(s));
  RIA_TRY(serial ? add_norm(s) : add_blocks(s));
  RIA_TRY(serial ? add_blocks(s) : add_norm(s));
  s->part = PART_BICGSTAB;
  return RIA_SUCCESS;
}

static ria_status add_step(bwaves *s) {
  const bwaves_fields *f = &s->field;
  RIA_TRY(reduce(s, "bwaves_rate", Q, -1, SCALAR_rate));
  RIA_TRY(bwaves_compute(s, "bwaves_step"));
  bwaves_loop(s, "attempt", 1 + HALVINGS);
  RIA_TRY(bwaves_compute(s, "bwaves_scheme"));
  APPLY("bwaves_copy", FIVE(Q), FIVE(f->k));
  bwaves_loop(s, "newton", s->own->newton_steps);
  RIA_TRY(add_system(s));
  RIA_TRY(bwaves_add_solution(s));
  s->part = NO_PART;
  RIA_TRY(bwaves_multiply(s, f->x, f->v));
  RIA_TRY(reduce(s, "change5", f->b, f->v, SCALAR_defect));
  APPLY("bwaves_add", FIVE(f->k), FIVE(f->x));
  RIA_TRY(reduce(s, "bwaves_least", f->k, -1, SCALAR_least));
  RIA_TRY(bwaves_compute(s, "bwaves_judge"));
  bwaves_end(s);
  RIA_TRY(bwaves_compute(s, "bwaves_again"));
  bwaves_end(s);
  RIA_TRY(reduce(s, "change5", f->k, Q, SCALAR_change));
  if (s->second)
    APPLY("bwaves_copy", FIVE(Q), FIVE(O));
  APPLY("bwaves_copy", FIVE(f->k), FIVE(Q));
  return bwaves_compute(s, "bwaves_end");
}

/* Words for a step that could not be made, also with a 32nd of its length. A state that is none of
 * a gas makes the right side NaN, so its cell comes first. */
static ria_status explain(void *context, const ria_program_failure *failure) {
  const bwaves *s = context;
  const double *value = failure->value, least = value[SCALAR_least];
  const ria_program_place *place = &failure->place[SCALAR_least];
  const bool solved = value[SCALAR_rr] <= value[SCALAR_eps], finite = isfinite(value[SCALAR_bb]);
  if (place->known && !(least > 0) && (solved || !finite))
    return ria_fail(
        RIA_ERROR_NUMERIC,
        "step %lld at %g s: density or pressure is %g in cell (%lld, %lld, %lld), also with a time "
        "step of %g s, a 32nd of the first one; a smaller 'time.cfl' or more of "
        "'bwaves.newton.steps' may help",
        (long long)failure->step, failure->time, least, (long long)place->cell[0],
        (long long)place->cell[1], (long long)place->cell[2], value[SCALAR_dt]);
  if (!finite)
    return ria_fail(RIA_ERROR_NUMERIC,
                    "step %lld at %g s: the right side is too large to be squared and summed; the "
                    "state has densities, speeds or pressures that differ too much",
                    (long long)failure->step, failure->time);
  return ria_fail(
      RIA_ERROR_NUMERIC,
      "step %lld at %g s: after %.0f iterations and %.0f new starts the residual is %g of the "
      "right side, and b - Ax is %g of it, also with a time step of %g s, a 32nd of the first one; "
      "'linear.tolerance' is %g: expected a larger one, or more of 'linear.iterations'",
      (long long)failure->step, failure->time, value[SCALAR_count], value[SCALAR_restarts],
      sqrt(value[SCALAR_rr] / value[SCALAR_bb]), sqrt(value[SCALAR_defect] / value[SCALAR_bb]),
      value[SCALAR_dt], s->own->linear.tolerance);
}

ria_status bwaves_make_program(bwaves *s) {
  RIA_TRY(add_step(s));
  for (int i = 0; i < SCALAR_COUNT; i++)
    s->scalar[i] = (ria_program_scalar){.quantity = scalars[i].quantity,
                                        .shown = scalars[i].flags & SHOWN,
                                        .recorded = scalars[i].flags & RECORDED,
                                        .lasts = scalars[i].flags & LASTS};
  if (s->matrix == BWAVES_RECOMPUTED)
    s->program.cache_bytes = OWN_CACHE;
  s->program.op = s->op;
  s->program.part = parts;
  s->program.parts = sizeof parts / sizeof *parts;
  s->program.scalar = s->scalar;
  s->program.scalars = SCALAR_COUNT;
  s->program.work = s->field.fields - (s->second ? 2 : 1) * COMPONENTS;
  s->program.singles = s->field.singles;
  s->program.step = 1 + SCALAR_dt;
  s->program.limit = 1 + SCALAR_limit;
  s->program.failed = 1 + SCALAR_failed;
  s->program.explain = explain;
  s->program.context = s;
  return RIA_SUCCESS;
}
