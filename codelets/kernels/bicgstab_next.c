/* Decides after an iteration: another one, a restart if the method has broken down, or the end. */
#include "ria_kernel.h"

SCALAR_KERNEL(bicgstab_next, "BiCGSTAB: what follows an iteration", "van der Vorst (1992)")

#include "bicgstab_after.h"

SCALAR(rho, "1", "residual times shadow residual, before the iteration")
SCALAR(total, "1", "iterations so far, of all")
SCALAR(restarts, "1", "starts so far, of this system")

RESULT(next_rho, "1", "residual times shadow residual")
RESULT(beta, "1", "share of the direction before")
RESULT(going, "1", "1 while iterations go on")
RESULT(solve, "1", "1 while the system is not solved, and another start may help")
RESULT(next_count, "1", "iterations so far, of this system")
RESULT(next_total, "1", "iterations so far, of all")
RESULT(next_restarts, "1", "starts so far, of this system")

COMPUTE {
  bool left = goes_on();
  bool broken = has_broken_down();
  next_rho = rs;
  beta = broken ? 0.0 : ((rs / rho) * alpha) / omega;
  going = left && !broken ? 1.0 : 0.0;
  solve = left && broken && restarts < 3.0 ? 1.0 : 0.0;
  next_count = count + 1.0;
  next_total = total + 1.0;
  next_restarts = left && broken ? restarts + 1.0 : restarts;
}
