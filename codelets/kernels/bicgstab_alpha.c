/* The length of the step along the direction. If the direction is unusable the step is 0, and the
 * method restarts after this iteration. */
#include "ria_kernel.h"

SCALAR_KERNEL(bicgstab_alpha, "BiCGSTAB: length of the step along the direction", "van der Vorst (1992)")

SCALAR(rho, "1", "residual times shadow residual")
SCALAR(sv, "1", "shadow residual times the matrix times the direction")

RESULT(alpha, "1", "length of the step along the direction")

COMPUTE {
  alpha = sv == 0.0 ? 0.0 : rho / sv;
}
