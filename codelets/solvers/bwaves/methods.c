/* Methods for the linear system of a step: BiCGSTAB, and two that are equal to it in exact
 * arithmetic and wait less often for scalar products. docs/bwaves.md. Vectors are
 *
 *   x solution, r residual, s shadow residual, p direction,
 *   v = A p, q = A v, z = A q, t = A r, y = A t.
 *
 * Plain BiCGSTAB has v and t as products. The others have q and y, or z and y, as products, and the
 * others by the recursions of p and r. */
#include "bwaves.h"

/* The same number as in bicgstab_next, bicgstab_decide and bicgstab_settle. */
enum { RESTARTS = 3 };

/* r minus v times the scalar of that name. */
static void subtract(bwaves *s, const char *r, const char *v, const char *length) {
  builder_apply(&s->program, "bicgstab_subtract", RENAMED({"r", r}, {"v", v}, {"length", length}));
}

/* An iteration of BiCGSTAB: van der Vorst (1992), in three passes. */
static void add_bicgstab(bwaves *s) {
  program_builder *b = &s->program;
  builder_apply(b, "bicgstab_direction", NULL);
  bwaves_multiply(s, "p", "v");
  bwaves_dot(s, "s", "v", "sv");
  builder_compute(b, "bicgstab_alpha");
  subtract(s, "r", "v", "alpha");
  bwaves_multiply(s, "r", "t");
  bwaves_dot(s, "t", "r", "tr");
  bwaves_dot(s, "t", "t", "tt");
  builder_compute(b, "bicgstab_omega");
  builder_apply(b, "bicgstab_update", NULL);
  bwaves_dot(s, "r", "r", "rr");
  bwaves_dot(s, "r", "s", "rs");
  builder_compute(b, "bicgstab_next");
}

static void add_plain_solution(bwaves *s) {
  program_builder *b = &s->program;
  builder_loop(b, "solve", 1 + RESTARTS);
  builder_compute(b, "bicgstab_fresh");
  builder_apply(b, "bicgstab_shadow", NULL);
  builder_loop(b, "going", s->own->linear.iterations);
  add_bicgstab(s);
  builder_end(b);
  builder_end(b);
}

/* All scalar products at one point, after both matrix products: the improved BiCGSTAB of Yang and
 * Brent (2002). It needs the shadow residual times A A t; they use the transposed matrix, this code
 * y = A t, which also gives the next t. */
static void add_one_reduction(bwaves *s) {
  program_builder *b = &s->program;
  builder_apply(b, "bicgstab_direction", NULL);
  builder_apply(b, "bicgstab_direction", RENAMED({"p", "v"}, {"v", "q"}, {"r", "t"}));
  bwaves_multiply(s, "v", "q");
  subtract(s, "r", "v", "alpha");
  subtract(s, "t", "q", "alpha");
  bwaves_multiply(s, "t", "y");
  bwaves_dot(s, "r", "r", "rr");
  bwaves_dot(s, "t", "r", "tr");
  bwaves_dot(s, "t", "t", "tt");
  bwaves_dot(s, "s", "r", "rs");
  bwaves_dot(s, "s", "t", "st");
  bwaves_dot(s, "s", "q", "sq");
  bwaves_dot(s, "s", "y", "sy");
  builder_compute(b, "bicgstab_meeting");
  builder_apply(b, "bicgstab_update", NULL);
  subtract(s, "t", "y", "omega");
}

/* Scalar products at two points, each followed by a matrix product that does not depend on them:
 * Cools and Vanroose (2017). */
static void add_pipelined(bwaves *s) {
  program_builder *b = &s->program;
  builder_apply(b, "bicgstab_direction", NULL);
  builder_apply(b, "bicgstab_direction", RENAMED({"p", "v"}, {"v", "q"}, {"r", "t"}));
  builder_apply(b, "bicgstab_direction", RENAMED({"p", "q"}, {"v", "z"}, {"r", "y"}));
  subtract(s, "r", "v", "alpha");
  subtract(s, "t", "q", "alpha");
  bwaves_dot(s, "t", "r", "tr");
  bwaves_dot(s, "t", "t", "tt");
  bwaves_multiply(s, "q", "z");
  builder_compute(b, "bicgstab_omega");
  builder_apply(b, "bicgstab_update", NULL);
  subtract(s, "y", "z", "alpha");
  subtract(s, "t", "y", "omega");
  bwaves_dot(s, "r", "r", "rr");
  bwaves_dot(s, "s", "r", "rs");
  bwaves_dot(s, "s", "t", "st");
  bwaves_dot(s, "s", "v", "sv");
  bwaves_dot(s, "s", "q", "sq");
  bwaves_multiply(s, "t", "y");
}

/* Ends a loop after one pass, so that it acts as a condition. */
static void end_choice(program_builder *b, const char *condition) {
  builder_operate(b, condition, condition, RIA_SCALAR_SUBTRACT, condition);
  builder_end(b);
}

/* The operations before the first iteration: after a start, or after vectors were recomputed. */
static void add_beginning(bwaves *s) {
  program_builder *b = &s->program;
  const bool pipelined = s->own->linear.method == BWAVES_PIPELINED;
  builder_loop(b, "anew", 1);
  builder_apply(b, "bicgstab_shadow", NULL);
  builder_apply(b, "bicgstab_shadow", RENAMED({"p", "q"}, {"v", pipelined ? "z" : "y"}));
  builder_compute(b, "bicgstab_anew");
  end_choice(b, "anew");
  builder_loop(b, "replacing", 1);
  bwaves_multiply(s, "x", "y");
  builder_apply(b, "bicgstab_residual", NULL);
  bwaves_multiply(s, "p", "v");
  bwaves_multiply(s, "v", "q");
  if (pipelined)
    bwaves_multiply(s, "q", "z");
  end_choice(b, "replacing");
  bwaves_multiply(s, "r", "t");
  if (pipelined)
    bwaves_multiply(s, "t", "y");
  bwaves_dot(s, "s", "r", "rs");
  bwaves_dot(s, "s", "t", "st");
  bwaves_dot(s, "s", "v", "sv");
  bwaves_dot(s, "s", "q", "sq");
  builder_operate(b, "going", "solve", RIA_SCALAR_COPY, "solve");
  builder_compute(b, "bicgstab_ahead");
}

/* For a method that computes the step along the direction ahead. */
static void add_solution_ahead(bwaves *s) {
  program_builder *b = &s->program;
  const bool pipelined = s->own->linear.method == BWAVES_PIPELINED;
  const int64_t iterations = s->own->linear.iterations, replace = s->own->linear.replace;
  builder_loop(b, "solve", 1 + 2 * RESTARTS + (replace ? iterations / replace : 0));
  add_beginning(s);
  builder_loop(b, "going", iterations);
  if (pipelined)
    add_pipelined(s);
  else
    add_one_reduction(s);
  builder_compute(b, "bicgstab_decide");
  builder_compute(b, "bicgstab_ahead");
  builder_end(b);
  if (!pipelined) { /* until here r.r was derived from other products */
    bwaves_dot(s, "r", "r", "rr");
    builder_compute(b, "bicgstab_settle");
  }
  builder_end(b);
}

void bwaves_add_solution(bwaves *s) {
  program_builder *b = &s->program;
  builder_compute(b, "bicgstab_start");
  builder_apply(b, "bicgstab_begin", NULL);
  if (s->own->linear.method == BWAVES_BICGSTAB)
    add_plain_solution(s);
  else
    add_solution_ahead(s);
}
