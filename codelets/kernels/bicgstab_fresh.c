/* A start or restart: the shadow residual is set to the residual, and the search directions to 0. */
#include "ria_kernel.h"

SCALAR_KERNEL(bicgstab_fresh, "BiCGSTAB: scalars of a start", "van der Vorst (1992)")

SCALAR(rr, "1", "sum of the squares of the residual")

RESULT(rho, "1", "residual times shadow residual")
RESULT(beta, "1", "share of the direction before")
RESULT(omega, "1", "length of the step along the residual")
RESULT(going, "1", "1 while iterations go on")

COMPUTE {
  rho = rr;
  beta = rr; /* the previous alpha, omega and rho count as 1 */
  omega = 1.0;
  going = 1.0;
}
