/* A start, or a new one: the shadow residual is the residual, the search directions are forgotten. */
#include "ria_kernel.h"

SCALAR_KERNEL(bicgstab_fresh, "BiCGSTAB: scalars of a start", "van der Vorst (1992)")

SCALAR(rr, "1", "sum of the squares of the residual")

RESULT(rho, "1", "residual times shadow residual")
RESULT(beta, "1", "share of the direction before")
RESULT(omega, "1", "length of the step along the residual")
RESULT(going, "1", "1 while iterations go on")

COMPUTE {
  rho = rr;
  beta = rr; /* alpha, omega and rho before count as 1 */
  omega = 1.0;
  going = 1.0;
}
