/* After the iterations of a method that derives the residual's squares from other products: decides by their directly
 * computed sum. If it is not small enough, vectors are replaced and iterations go on; this counts as a restart. */
#include "ria_kernel.h"

SCALAR_KERNEL(bicgstab_settle, "BiCGSTAB: whether a residual that was estimated is small enough", "Yang and Brent (2002)")

SCALAR(rr, "1", "sum of the squares of the residual")
SCALAR(eps, "1", "what it is to fall below")
SCALAR(solve, "1", "1 while the system is not solved, and another start or a replacement may help")
SCALAR(replacing, "1", "1 for a replacement")
SCALAR(count, "1", "iterations so far, of this system")
SCALAR(most, "1", "iterations that are too many")
SCALAR(restarts, "1", "starts so far, of this system")

RESULT(next_solve, "1", "1 while the system is not solved, and another start or a replacement may help")
RESULT(next_replacing, "1", "1 for a replacement")
RESULT(next_restarts, "1", "starts so far, of this system")

COMPUTE {
  bool left = rr > eps && count < most;
  bool mistaken = left && solve < 0.5 && restarts < 3.0;
  next_solve = left && (solve > 0.5 || mistaken) ? 1.0 : 0.0;
  next_replacing = mistaken ? 1.0 : replacing;
  next_restarts = mistaken ? restarts + 1.0 : restarts;
}
