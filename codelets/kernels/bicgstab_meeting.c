/* Variant with all scalar products of an iteration at one point, between its two steps: the
 * length of the second step, and the products after it. */
#include "ria_kernel.h"

SCALAR_KERNEL(bicgstab_meeting, "BiCGSTAB: the scalar products of an iteration in one place", "Yang and Brent (2002)")

SCALAR(rr, "1", "sum of the squares of the residual")
SCALAR(tr, "1", "residual times the matrix times the residual")
SCALAR(tt, "1", "sum of the squares of the matrix times the residual")
SCALAR(rs, "1", "residual times shadow residual")
SCALAR(st, "1", "shadow residual times the matrix times the residual")
SCALAR(sy, "1", "shadow residual times the squared matrix times the residual")

RESULT(omega, "1", "length of the step along the residual")
RESULT(next_rr, "1", "sum of the squares of the residual")
RESULT(next_rs, "1", "residual times shadow residual")
RESULT(next_st, "1", "shadow residual times the matrix times the residual")

COMPUTE {
  real length = tt == 0.0 ? 0.0 : tr / tt;
  omega = length;
  next_rr = fma(-length, fma(-length, tt, 2.0 * tr), rr);
  next_rs = fma(-length, st, rs);
  next_st = fma(-length, sy, st);
}
