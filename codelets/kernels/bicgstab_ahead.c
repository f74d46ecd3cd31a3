/* The next direction and the length of the step along it, before the product of the matrix and the
 * direction is known: the direction's product with the shadow residual follows from those of its parts.
 * The scalars stay when iterations stop, because the direction is computed again when they continue. */
#include "ria_kernel.h"

SCALAR_KERNEL(bicgstab_ahead, "BiCGSTAB: the next direction and the step along it", "Cools and Vanroose (2017)")

SCALAR(going, "1", "1 while iterations go on")
SCALAR(rs, "1", "residual times shadow residual")
SCALAR(st, "1", "shadow residual times the matrix times the residual")
SCALAR(sv, "1", "shadow residual times the matrix times the direction before")
SCALAR(sq, "1", "shadow residual times the squared matrix times the direction before")
SCALAR(rho, "1", "residual times shadow residual, before")
SCALAR(alpha, "1", "length of the step along the direction before")
SCALAR(omega, "1", "length of the step along the residual before")

RESULT(beta, "1", "share of the direction before")
RESULT(next_sv, "1", "shadow residual times the matrix times the next direction")
RESULT(next_alpha, "1", "length of the step along the next direction")
RESULT(next_rho, "1", "residual times shadow residual")

COMPUTE {
  real share = ((rs / rho) * alpha) / omega;
  real product = fma(share, fma(-omega, sq, sv), st);
  bool goes = going > 0.5;
  beta = goes ? share : 0.0;
  next_sv = goes ? product : sv;
  next_alpha = !goes ? alpha : product == 0.0 ? 0.0 : rs / product;
  next_rho = goes ? rs : rho;
}
