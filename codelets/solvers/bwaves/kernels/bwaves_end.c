/* The norms of a step that a run records. */
#include "../../../kernels/ria_kernel.h"

SCALAR_KERNEL(bwaves_end, "bwaves: norms of a step", "")

SCALAR(dt, "s", "time step")
SCALAR(rr, "1", "sum of the squares of the residual, by the recursion")
SCALAR(bb, "1", "sum of the squares of the right side")
SCALAR(defect, "1", "sum of the squares of the right side less the matrix times the solution")
SCALAR(change, "1", "sum of the squares of the change")
SCALAR(eps, "1", "what the squares of the residual were to fall below")
SCALAR(missed, "1", "steps before that missed it by far")
SCALAR(farthest, "1", "right side less the matrix times the solution over that limit, at most")

RESULT(dt_before, "s", "time step before")
RESULT(residual, "1", "residual, by the recursion")
RESULT(right_side, "1", "right side of the linear system")
RESULT(true_residual, "1", "right side less the matrix times the solution")
RESULT(change_norm, "1", "change of the state in a step")
RESULT(next_missed, "1", "steps that missed the limit of the residual by far")
RESULT(next_farthest, "1", "right side less the matrix times the solution over that limit, at most")

COMPUTE {
  real over = eps > 0.0 ? sqrt(defect / eps) : 0.0;
  dt_before = dt;
  residual = sqrt(rr);
  right_side = sqrt(bb);
  true_residual = sqrt(defect);
  change_norm = sqrt(change);
  next_missed = over > 10.0 ? missed + 1.0 : missed; /* as in judge.c */
  next_farthest = max(over, farthest);
}
