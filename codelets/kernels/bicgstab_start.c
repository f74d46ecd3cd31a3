/* The start of a linear system: the bound for its residual, computed from the right side of the
 * first system of the step. */
#include "ria_kernel.h"

SCALAR_KERNEL(bicgstab_start, "BiCGSTAB: what the residual is to fall below", "van der Vorst (1992)")

SCALAR(bb, "1", "sum of the squares of the right side")
SCALAR(first, "1", "1 for the first system of a step")
SCALAR(eps, "1", "what the residual of the step's first system was to fall below, squared")
SCALAR(tolerance, "1", "share of the first right side")
SCALAR(given, "1", "the limit itself; 0: by the tolerance")

RESULT(next_eps, "1", "what the residual is to fall below, squared")
RESULT(rr, "1", "sum of the squares of the residual")
RESULT(solve, "1", "1 if there is something to solve")
RESULT(restarts, "1", "starts so far, of this system")
RESULT(count, "1", "iterations so far, of this system")
RESULT(anew, "1", "1 for a start")
RESULT(replacing, "1", "1 for a replacement of vectors")
RESULT(since, "1", "iterations since vectors were replaced")

COMPUTE {
  real of_first = given > 0.0 ? given : (tolerance * tolerance) * bb;
  next_eps = first > 0.5 ? of_first : eps;
  rr = bb;
  solve = bb > next_eps ? 1.0 : 0.0;
  restarts = 0.0;
  count = 0.0;
  anew = 1.0;
  replacing = 0.0;
  since = 0.0;
}
