/* Methods for the linear system of a step: BiCGSTAB, and two that are the same in exact arithmetic
 * and wait less often for scalar products. docs/bwaves.md. Vectors are
 *
 *   x solution, r residual, s shadow residual, p direction,
 *   v = A p, q = A v, z = A q, t = A r, y = A t.
 *
 * Plain BiCGSTAB has v and t as products. The others have q and y, or z and y, as products, and the
 * rest by the same recursions that make p and r. */
#include "bwaves.h"

/* The same number as in bicgstab_next, bicgstab_decide and bicgstab_settle. */
enum { RESTARTS = 3 };

/* r less v times the scalar of that name. */
static ria_status subtract(bwaves *s, int r, int v, const char *length) {
  ria_op *op = NULL;
  RIA_TRY(bwaves_add_kernel(s, RIA_OP_APPLY, "bicgstab_subtract", &op));
  bwaves_set_fields(op, (int[]){FIVE(r), FIVE(v), -1});
  op->bound[ria_kernel_scalar(op->kernel, "length")] = 1 + bwaves_scalar(length);
  return RIA_SUCCESS;
}

/* An iteration of BiCGSTAB: van der Vorst (1992), in three passes. */
static ria_status add_bicgstab(bwaves *s) {
  const bwaves_fields *f = &s->field;
  APPLY("bicgstab_direction", FIVE(f->p), FIVE(f->v), FIVE(f->r));
  RIA_TRY(bwaves_multiply(s, f->p, f->v));
  RIA_TRY(bwaves_dot(s, f->s, f->v, "sv"));
  RIA_TRY(bwaves_compute(s, "bicgstab_alpha"));
  RIA_TRY(subtract(s, f->r, f->v, "alpha"));
  RIA_TRY(bwaves_multiply(s, f->r, f->t));
  RIA_TRY(bwaves_dot(s, f->t, f->r, "tr"));
  RIA_TRY(bwaves_dot(s, f->t, f->t, "tt"));
  RIA_TRY(bwaves_compute(s, "bicgstab_omega"));
  APPLY("bicgstab_update", FIVE(f->x), FIVE(f->r), FIVE(f->p), FIVE(f->t));
  RIA_TRY(bwaves_dot(s, f->r, f->r, "rr"));
  RIA_TRY(bwaves_dot(s, f->r, f->s, "rs"));
  return bwaves_compute(s, "bicgstab_next");
}

static ria_status add_plain_solution(bwaves *s) {
  const bwaves_fields *f = &s->field;
  bwaves_loop(s, "solve", 1 + RESTARTS);
  RIA_TRY(bwaves_compute(s, "bicgstab_fresh"));
  APPLY("bicgstab_shadow", FIVE(f->r), FIVE(f->s), FIVE(f->p), FIVE(f->v));
  bwaves_loop(s, "going", s->own->linear.iterations);
  RIA_TRY(add_bicgstab(s));
  bwaves_end(s);
  bwaves_end(s);
  return RIA_SUCCESS;
}

/* All scalar products in one place, after both products of the matrix: the improved BiCGSTAB of
 * Yang and Brent (2002). Theirs needs the shadow residual times A A t; they take it from the
 * transposed matrix, we from y = A t, which gives the next t as well. */
static ria_status add_one_reduction(bwaves *s) {
  const bwaves_fields *f = &s->field;
  APPLY("bicgstab_direction", FIVE(f->p), FIVE(f->v), FIVE(f->r));
  APPLY("bicgstab_direction", FIVE(f->v), FIVE(f->q), FIVE(f->t));
  RIA_TRY(bwaves_multiply(s, f->v, f->q));
  RIA_TRY(subtract(s, f->r, f->v, "alpha"));
  RIA_TRY(subtract(s, f->t, f->q, "alpha"));
  RIA_TRY(bwaves_multiply(s, f->t, f->y));
  RIA_TRY(bwaves_dot(s, f->r, f->r, "rr"));
  RIA_TRY(bwaves_dot(s, f->t, f->r, "tr"));
  RIA_TRY(bwaves_dot(s, f->t, f->t, "tt"));
  RIA_TRY(bwaves_dot(s, f->s, f->r, "rs"));
  RIA_TRY(bwaves_dot(s, f->s, f->t, "st"));
  RIA_TRY(bwaves_dot(s, f->s, f->q, "sq"));
  RIA_TRY(bwaves_dot(s, f->s, f->y, "sy"));
  RIA_TRY(bwaves_compute(s, "bicgstab_meeting"));
  APPLY("bicgstab_update", FIVE(f->x), FIVE(f->r), FIVE(f->p), FIVE(f->t));
  RIA_TRY(subtract(s, f->t, f->y, "omega"));
  return RIA_SUCCESS;
}

/* Scalar products in two places, each followed by a product of the matrix that does not need them:
 * Cools and Vanroose (2017). */
static ria_status add_pipelined(bwaves *s) {
  const bwaves_fields *f = &s->field;
  APPLY("bicgstab_direction", FIVE(f->p), FIVE(f->v), FIVE(f->r));
  APPLY("bicgstab_direction", FIVE(f->v), FIVE(f->q), FIVE(f->t));
  APPLY("bicgstab_direction", FIVE(f->q), FIVE(f->z), FIVE(f->y));
  RIA_TRY(subtract(s, f->r, f->v, "alpha"));
  RIA_TRY(subtract(s, f->t, f->q, "alpha"));
  RIA_TRY(bwaves_dot(s, f->t, f->r, "tr"));
  RIA_TRY(bwaves_dot(s, f->t, f->t, "tt"));
  RIA_TRY(bwaves_multiply(s, f->q, f->z));
  RIA_TRY(bwaves_compute(s, "bicgstab_omega"));
  APPLY("bicgstab_update", FIVE(f->x), FIVE(f->r), FIVE(f->p), FIVE(f->t));
  RIA_TRY(subtract(s, f->y, f->z, "alpha"));
  RIA_TRY(subtract(s, f->t, f->y, "omega"));
  RIA_TRY(bwaves_dot(s, f->r, f->r, "rr"));
  RIA_TRY(bwaves_dot(s, f->s, f->r, "rs"));
  RIA_TRY(bwaves_dot(s, f->s, f->t, "st"));
  RIA_TRY(bwaves_dot(s, f->s, f->v, "sv"));
  RIA_TRY(bwaves_dot(s, f->s, f->q, "sq"));
  return bwaves_multiply(s, f->t, f->y);
}

/* The operations up to the loop's END are done once. */
static void end_choice(bwaves *s, const char *condition) {
  bwaves_operate(s, RIA_SCALAR_SUBTRACT, condition, condition, condition);
  bwaves_end(s);
}

/* The operations before the first iteration: after a start, or after vectors were computed anew. */
static ria_status add_beginning(bwaves *s) {
  const bwaves_fields *f = &s->field;
  const bool pipelined = s->own->linear.method == BWAVES_PIPELINED;
  bwaves_loop(s, "anew", 1);
  APPLY("bicgstab_shadow", FIVE(f->r), FIVE(f->s), FIVE(f->p), FIVE(f->v));
  APPLY("bicgstab_shadow", FIVE(f->r), FIVE(f->s), FIVE(f->q), FIVE(pipelined ? f->z : f->y));
  RIA_TRY(bwaves_compute(s, "bicgstab_anew"));
  end_choice(s, "anew");
  bwaves_loop(s, "replacing", 1);
  RIA_TRY(bwaves_multiply(s, f->x, f->y));
  APPLY("bicgstab_residual", FIVE(f->b), FIVE(f->y), FIVE(f->r));
  RIA_TRY(bwaves_multiply(s, f->p, f->v));
  RIA_TRY(bwaves_multiply(s, f->v, f->q));
  if (pipelined)
    RIA_TRY(bwaves_multiply(s, f->q, f->z));
  end_choice(s, "replacing");
  RIA_TRY(bwaves_multiply(s, f->r, f->t));
  if (pipelined)
    RIA_TRY(bwaves_multiply(s, f->t, f->y));
  RIA_TRY(bwaves_dot(s, f->s, f->r, "rs"));
  RIA_TRY(bwaves_dot(s, f->s, f->t, "st"));
  RIA_TRY(bwaves_dot(s, f->s, f->v, "sv"));
  RIA_TRY(bwaves_dot(s, f->s, f->q, "sq"));
  bwaves_operate(s, RIA_SCALAR_COPY, "going", "solve", "solve");
  return bwaves_compute(s, "bicgstab_ahead");
}

/* By a method that computes the step along the direction ahead. */
static ria_status add_solution_ahead(bwaves *s) {
  const bool pipelined = s->own->linear.method == BWAVES_PIPELINED;
  const int64_t iterations = s->own->linear.iterations, replace = s->own->linear.replace;
  bwaves_loop(s, "solve", 1 + 2 * RESTARTS + (replace ? iterations / replace : 0));
  RIA_TRY(add_beginning(s));
  bwaves_loop(s, "going", iterations);
  RIA_TRY(pipelined ? add_pipelined(s) : add_one_reduction(s));
  RIA_TRY(bwaves_compute(s, "bicgstab_decide"));
  RIA_TRY(bwaves_compute(s, "bicgstab_ahead"));
  bwaves_end(s);
  if (!pipelined) { /* r.r follows from other products until here */
    RIA_TRY(bwaves_dot(s, s->field.r, s->field.r, "rr"));
    RIA_TRY(bwaves_compute(s, "bicgstab_settle"));
  }
  bwaves_end(s);
  return RIA_SUCCESS;
}

ria_status bwaves_add_solution(bwaves *s) {
  const bwaves_fields *f = &s->field;
  RIA_TRY(bwaves_compute(s, "bicgstab_start"));
  APPLY("bicgstab_begin", FIVE(f->b), FIVE(f->x), FIVE(f->r));
  return s->own->linear.method == BWAVES_BICGSTAB ? add_plain_solution(s) : add_solution_ahead(s);
}
