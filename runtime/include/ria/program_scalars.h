/** \file
 * The scalars of a program during a step, and the arithmetic on them. Tasks on a CPU or kernels on
 * a GPU compute it, with the same bits.
 */
#ifndef RIA_PROGRAM_SCALARS_H
#define RIA_PROGRAM_SCALARS_H

#include "ria/both.h"
#include "ria/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The scalars of a program, the same on every rank. */
typedef struct {
  double value[RIA_PROGRAM_SCALARS];
  ria_program_place place[RIA_PROGRAM_SCALARS];
  int64_t iterations[RIA_PROGRAM_LOOPS]; /**< iterations in the step */
  int64_t turns[RIA_PROGRAM_LOOPS];      /**< iterations in the loop's present run */
  int running[RIA_PROGRAM_LOOPS];        /**< the loop goes on */
  int on; /**< 0: operations have no effect, because the step is beyond the end or has failed; also
             in loops */
  int idle;   /**< the step is beyond the end */
  int failed; /**< 1 + a loop that exceeded its limit of iterations */
} ria_scalars;

/** A SCALAR operation. */
typedef struct {
  ria_scalar_operation operation;
  int result, a, b;
} ria_scalar_term;

RIA_BOTH double ria_scalar_result(ria_scalar_operation operation, double a, double b) {
  switch (operation) {
  case RIA_SCALAR_COPY:
    return a;
  case RIA_SCALAR_ADD:
    return a + b;
  case RIA_SCALAR_SUBTRACT:
    return a - b;
  case RIA_SCALAR_MULTIPLY:
    return a * b;
  case RIA_SCALAR_DIVIDE:
    return a / b;
  case RIA_SCALAR_AT_MOST:
    return a <= b;
  case RIA_SCALAR_LARGER:
    return a > b ? a : b;
  default:
    return a > b;
  }
}

RIA_BOTH void ria_scalars_operate(ria_scalars *s, const ria_scalar_term *term) {
  s->value[term->result] = ria_scalar_result(term->operation, s->value[term->a], s->value[term->b]);
  if (term->operation == RIA_SCALAR_COPY)
    s->place[term->result] = s->place[term->a];
  else
    s->place[term->result].known = false;
}

/** Set a scalar to a number that has no place. */
RIA_BOTH void ria_scalars_set(ria_scalars *s, int scalar, double value) {
  s->value[scalar] = value;
  s->place[scalar].known = false;
}

/** Start of a loop, or end of an iteration: decides by the scalar `condition` whether another
 * iteration follows. `most`: limit of iterations; it is an error if more are needed. */
RIA_BOTH void ria_scalars_decide(ria_scalars *s, int loop, int condition, int64_t most) {
  s->running[loop] = s->value[condition] != 0;
  if (s->running[loop] && s->turns[loop] >= most) {
    s->failed = 1 + loop;
    s->on = 0;
    for (int i = 0; i < RIA_PROGRAM_LOOPS; i++)
      s->running[i] = 0;
  }
}

RIA_BOTH void ria_scalars_enter(ria_scalars *s, int loop, int condition, int64_t most) {
  s->turns[loop] = 0;
  ria_scalars_decide(s, loop, condition, most);
}

RIA_BOTH void ria_scalars_end_iteration(ria_scalars *s, int loop, int condition, int64_t most) {
  s->turns[loop]++;
  s->iterations[loop]++;
  ria_scalars_decide(s, loop, condition, most);
}

RIA_BOTH bool ria_place_is_before(const ria_program_place *a, const ria_program_place *b) {
  if (a->block != b->block)
    return a->block < b->block;
  for (int axis = RIA_AXES - 1; axis > 0; axis--)
    if (a->cell[axis] != b->cell[axis])
      return a->cell[axis] < b->cell[axis];
  return a->cell[0] < b->cell[0];
}

/** Merge a number of a cell into a MIN or MAX reduction: among equal numbers the first cell counts.
 */
RIA_BOTH void ria_place_offer(ria_reduction reduction, double value, const ria_program_place *place,
                              double *to_value, ria_program_place *to) {
  const int order = to->known ? ria_reduction_order(reduction, value, *to_value) : -1;
  if (!place->known || order > 0 || (order == 0 && !ria_place_is_before(place, to)))
    return;
  *to_value = value;
  *to = *place;
}

#ifdef __cplusplus
}
#endif
#endif
