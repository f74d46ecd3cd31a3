/* An implicit time step as a program: attempts, each of several Newton iterations, each with a
 * linear system. Scalars of kernels are the program's scalars of the same name, or else
 * constants. */
#include <math.h>
#include "bwaves.h"

/* name, unit, description, flags: S in summary.json, R in steps.csv, L lasts. */
enum { PLAIN = 0, SHOWN = 1, RECORDED = 2, LASTS = 4 };
static const struct {
  ria_quantity quantity;
  int flags;
} scalars[] = {
    {{"rate", "1/s", "largest speed of waves over the cell size"}, PLAIN},
    {{"limit", "s", "longest time step that is allowed"}, PLAIN},
    {{"dt", "s", "time step"}, PLAIN},
    {{"dt_before", "s", "time step before"}, LASTS},
    {{"attempt", "1", "the step is to be tried"}, PLAIN},
    {{"halvings", "1", "how often the step was halved"}, RECORDED},
    {{"newton", "1", "Newton's steps go on"}, PLAIN},
    {{"newtons", "1", "Newton's steps"}, RECORDED},
    {{"first", "1", "the first of Newton's steps"}, PLAIN},
    {{"c0", "1", "weight of the change in this step"}, PLAIN},
    {{"c2", "1", "weight of the change in the step before"}, PLAIN},
    {{"kx", "s/m", "time step over the cell size in x"}, PLAIN},
    {{"ky", "s/m", "time step over the cell size in y"}, PLAIN},
    {{"kz", "s/m", "time step over the cell size in z"}, PLAIN},
    {{"bb", "1", "sum of the squares of the right side"}, PLAIN},
    {{"eps", "1", "what the residual is to fall below, squared"}, PLAIN},
    {{"rr", "1", "sum of the squares of the residual"}, PLAIN},
    {{"solve", "1", "the system is to be solved"}, PLAIN},
    {{"restarts", "1", "new starts of the method"}, RECORDED},
    {{"count", "1", "iterations of a system"}, PLAIN},
    {{"total", "1", "iterations of all steps"}, SHOWN | RECORDED | LASTS},
    {{"going", "1", "iterations go on"}, PLAIN},
    {{"rho", "1", "residual times shadow residual"}, PLAIN},
    {{"beta", "1", "share of the direction before"}, PLAIN},
    {{"sv", "1", "shadow residual times the matrix times the direction"}, PLAIN},
    {{"alpha", "1", "length of the step along the direction"}, PLAIN},
    {{"tr", "1", "residual times the matrix times the residual"}, PLAIN},
    {{"tt", "1", "sum of the squares of the matrix times the residual"}, PLAIN},
    {{"omega", "1", "length of the step along the residual"}, PLAIN},
    {{"rs", "1", "residual times shadow residual, after an iteration"}, PLAIN},
    {{"st", "1", "shadow residual times the matrix times the residual"}, PLAIN},
    {{"sq", "1", "shadow residual times the squared matrix times the direction"}, PLAIN},
    {{"sy", "1", "shadow residual times the squared matrix times the residual"}, PLAIN},
    {{"anew", "1", "the method starts from the residual"}, PLAIN},
    {{"replacing", "1", "vectors are replaced by their definitions"}, PLAIN},
    {{"since", "1", "iterations since they were replaced"}, PLAIN},
    {{"least", "1", "least density or pressure"}, PLAIN},
    {{"bad", "1", "the attempt is bad"}, PLAIN},
    {{"failed", "1", "the step cannot be made"}, PLAIN},
    {{"defect", "1", "sum of the squares of the right side less the matrix times the solution"},
     PLAIN},
    {{"change", "1", "sum of the squares of the change in a step"}, PLAIN},
    {{"residual", "1", "residual of the last linear system, by the recursion"}, SHOWN | RECORDED},
    {{"true_residual", "1", "right side less the matrix times the solution"}, SHOWN | RECORDED},
    {{"right_side", "1", "right side of the last linear system"}, SHOWN | RECORDED},
    {{"change_norm", "1", "change of the state in a step"}, SHOWN | RECORDED},
    {{"missed", "1", "steps whose |b - Ax| missed the limit of the residual by far"}, LASTS},
    {{"farthest", "1", "|b - Ax| over the limit of the residual, at most"}, LASTS}};

enum {
  HALVINGS = 30, /* at most: as in bwaves_again */
  BLOCK = 128,   /* products of a block of sums */
  /* Bytes of a core's private cache for a chain: a product that computes blocks reads each number
   * of a cell seven times. A product that reads blocks reads most of its numbers once, so the cache
   * does not matter. */
  OWN_CACHE = 512 << 10
};

/* Scalars of kernels that are constant over all steps. */
static void add_constants(bwaves *s) {
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
                   {"longest", c->time.max_dt},
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
    builder_value(&s->program, constants[i].name, constants[i].value);
}

static void add_scalars(program_builder *b) {
  for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
    ria_program_scalar *scalar = builder_scalar(b, &scalars[i].quantity);
    scalar->shown = scalars[i].flags & SHOWN;
    scalar->recorded = scalars[i].flags & RECORDED;
    scalar->lasts = scalars[i].flags & LASTS;
  }
}

/* Parts of a step that are timed separately. */
enum { NO_PART, PART_LHS, PART_RHS, PART_BICGSTAB };
static const char *const parts[] = {"lhs", "rhs", "bicgstab"};

/* A scalar product, with the summation that the case requests. */
void bwaves_dot(bwaves *s, const char *a, const char *b, const char *result) {
  const bwaves_sums sums = s->own->linear.sums;
  if (sums == BWAVES_EXACT_SUMS)
    builder_reduce(&s->program, "dot5", RENAMED({"a", a}, {"b", b}), result);
  else
    builder_dot(&s->program, a, b, sums == BWAVES_BLOCKED_SUMS ? BLOCK : 1, result);
}

/* y = A x. */
void bwaves_multiply(bwaves *s, const char *x, const char *y) {
  static const char *const products[] = {[BWAVES_STORED] = "bwaves_product_stored",
                                         [BWAVES_PACKED] = "bwaves_product_packed",
                                         [BWAVES_SINGLE] = "bwaves_product_single",
                                         [BWAVES_RECOMPUTED] = "bwaves_product_recomputed"};
  builder_exchange(&s->program, NAMES(x));
  builder_apply(&s->program, products[s->matrix], RENAMED({"x", x}, {"y", y}));
}

/* The right side, from fluxes in fields of vectors that the method uses later. */
static void add_right_side(bwaves *s) {
  program_builder *b = &s->program;
  const bool aside = s->own->rhs_on >= BWAVES_RHS_CPU;
  const bwaves_limiter limiter = s->own->limiter;
  const bool none = limiter == BWAVES_NO_LIMITER;
  b->part = PART_RHS;
  builder_apply(b, "bwaves_flux", RENAMED({"q", "k"}, {"fx", "p"}, {"fy", "v"}, {"fz", "t"}));
  if (s->own->order == 1)
    builder_switch(b, "first");
  if (limiter == BWAVES_MC || none)
    builder_switch(b, "central");
  if (limiter == BWAVES_VANLEER || none)
    builder_switch(b, "harmonic");
  builder_last(b)->aside = aside ? RIA_ASIDE_WITHIN : RIA_NOT_ASIDE;
  builder_apply(b, "bwaves_right_side",
                RENAMED({"fx", "p"}, {"fy", "v"}, {"fz", "t"}, {"q", "state"},
                        {"o", s->second ? "before" : "state"}));
  builder_last(b)->aside = aside ? RIA_ASIDE : RIA_NOT_ASIDE;
}

static void add_blocks(bwaves *s) {
  s->program.part = PART_LHS;
  if (bwaves_blocks_kernel(s->matrix))
    builder_apply(&s->program, bwaves_blocks_kernel(s->matrix), NULL);
}

static void add_norm(bwaves *s) {
  s->program.part = PART_BICGSTAB;
  bwaves_dot(s, "b", "b", "bb");
}

/* The right side and the matrix of a Newton iteration. The norm waits for a right side that is
 * computed concurrently. */
static void add_system(bwaves *s) {
  const bool serial = s->own->rhs_on == BWAVES_RHS_CPU_SERIAL;
  s->program.part = PART_LHS;
  builder_exchange(&s->program, NAMES("k"));
  builder_apply(&s->program, "bwaves_prepare", RENAMED({"q", "k"}));
  add_right_side(s);
  if (serial)
    add_norm(s);
  add_blocks(s);
  if (!serial)
    add_norm(s);
  s->program.part = PART_BICGSTAB;
}

static void copy(bwaves *s, const char *from, const char *to) {
  builder_apply(&s->program, "bwaves_copy", RENAMED({"q", from}, {"k", to}));
}

static void add_step(bwaves *s) {
  program_builder *b = &s->program;
  builder_reduce(b, "bwaves_rate", RENAMED({"q", "state"}), "rate");
  builder_compute(b, "bwaves_step");
  builder_loop(b, "attempt", 1 + HALVINGS);
  builder_compute(b, "bwaves_scheme");
  copy(s, "state", "k");
  builder_loop(b, "newton", s->own->newton_steps);
  add_system(s);
  bwaves_add_solution(s);
  b->part = NO_PART;
  bwaves_multiply(s, "x", "v");
  builder_reduce(b, "change5", RENAMED({"a", "b"}, {"b", "v"}), "defect");
  builder_apply(b, "bwaves_add", NULL);
  builder_reduce(b, "bwaves_least", RENAMED({"q", "k"}), "least");
  builder_compute(b, "bwaves_judge");
  builder_end(b);
  builder_compute(b, "bwaves_again");
  builder_end(b);
  builder_reduce(b, "change5", RENAMED({"a", "k"}, {"b", "state"}), "change");
  if (s->second)
    copy(s, "state", "before");
  copy(s, "k", "state");
  builder_compute(b, "bwaves_end");
}

static double value_of(const bwaves *s, const ria_program_failure *failure, const char *scalar) {
  return failure->value[builder_find_scalar(&s->program, scalar)];
}

/* Message for a step that failed at every length. An invalid state makes the right side NaN, so
 * its cell is reported first. */
static ria_status explain(void *context, const ria_program_failure *failure) {
  const bwaves *s = context;
  const double least = value_of(s, failure, "least"), bb = value_of(s, failure, "bb");
  const double rr = value_of(s, failure, "rr");
  const ria_program_place *place = &failure->place[builder_find_scalar(&s->program, "least")];
  const bool solved = rr <= value_of(s, failure, "eps"), finite = isfinite(bb);
  if (place->known && !(least > 0) && (solved || !finite))
    return ria_fail(
        RIA_ERROR_NUMERIC,
        "step %lld at %g s: density or pressure is %g in cell (%lld, %lld, %lld), also with a time "
        "step of %g s, halved %.0f times; a smaller 'time.cfl', a smaller 'time.max_dt' or more of "
        "'bwaves.newton.steps' may help",
        (long long)failure->step, failure->time, least, (long long)place->cell[0],
        (long long)place->cell[1], (long long)place->cell[2], value_of(s, failure, "dt"),
        value_of(s, failure, "halvings"));
  if (!finite)
    return ria_fail(RIA_ERROR_NUMERIC,
                    "step %lld at %g s: the right side is too large to be squared and summed; the "
                    "state has densities, speeds or pressures that differ too much",
                    (long long)failure->step, failure->time);
  return ria_fail(
      RIA_ERROR_NUMERIC,
      "step %lld at %g s: after %.0f iterations and %.0f new starts the residual is %g of the "
      "right side, and b - Ax is %g of it, also with a time step of %g s, halved %.0f times; "
      "'linear.tolerance' is %g: expected a larger one, or more of 'linear.iterations'",
      (long long)failure->step, failure->time, value_of(s, failure, "count"),
      value_of(s, failure, "restarts"), sqrt(rr / bb), sqrt(value_of(s, failure, "defect") / bb),
      value_of(s, failure, "dt"), value_of(s, failure, "halvings"), s->own->linear.tolerance);
}

ria_status bwaves_make_program(bwaves *s) {
  program_builder *b = &s->program;
  ria_program *program = &b->program;
  add_scalars(b);
  add_constants(s);
  add_step(s);
  if (s->matrix == BWAVES_RECOMPUTED)
    program->cache_bytes = OWN_CACHE;
  program->part = parts;
  program->parts = sizeof parts / sizeof *parts;
  program->step = 1 + builder_scalar_number(b, "dt");
  program->limit = 1 + builder_scalar_number(b, "limit");
  program->failed = 1 + builder_scalar_number(b, "failed");
  program->explain = explain;
  program->context = s;
  return builder_finish(b, false);
}
