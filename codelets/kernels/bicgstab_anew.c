/* A start or restart of a method that computes the length of the step along the direction ahead.
 * The direction is 0, so the share of the previous direction does not matter. */
#include "ria_kernel.h"

SCALAR_KERNEL(bicgstab_anew, "BiCGSTAB: scalars of a start, lengths ahead", "Cools and Vanroose (2017)")

SCALAR(rr, "1", "sum of the squares of the residual")

RESULT(rho, "1", "residual times shadow residual")
RESULT(alpha, "1", "length of the step along the direction")
RESULT(omega, "1", "length of the step along the residual")

COMPUTE {
  rho = rr;
  alpha = 1.0;
  omega = 1.0;
}
