/* The length of the step along the residual that makes it least; 0 for a residual that the matrix maps to 0. */
#include "ria_kernel.h"

SCALAR_KERNEL(bicgstab_omega, "BiCGSTAB: length of the step along the residual", "van der Vorst (1992)")

SCALAR(tr, "1", "residual times the matrix times the residual")
SCALAR(tt, "1", "sum of the squares of the matrix times the residual")

RESULT(omega, "1", "length of the step along the residual")

COMPUTE {
  omega = tt == 0.0 ? 0.0 : tr / tt;
}
