/* Decides after an iteration of a method that computes lengths ahead: another iteration, a replacement of
 * recursively updated vectors by their definitions, a restart if the method has broken down, or the end. */
#include "ria_kernel.h"

SCALAR_KERNEL(bicgstab_decide, "BiCGSTAB: what follows an iteration, lengths ahead", "Cools and Vanroose (2017)")

#include "bicgstab_after.h"

SCALAR(total, "1", "iterations so far, of all")
SCALAR(restarts, "1", "starts so far, of this system")
SCALAR(since, "1", "iterations since vectors were replaced")
SCALAR(replace, "1", "iterations from one replacement to the next; 0: none")

RESULT(going, "1", "1 while iterations go on")
RESULT(solve, "1", "1 while the system is not solved, and another start or a replacement may help")
RESULT(anew, "1", "1 for another start")
RESULT(replacing, "1", "1 for a replacement")
RESULT(next_count, "1", "iterations so far, of this system")
RESULT(next_total, "1", "iterations so far, of all")
RESULT(next_restarts, "1", "starts so far, of this system")
RESULT(next_since, "1", "iterations since vectors were replaced")

COMPUTE {
  bool left = goes_on();
  bool broken = has_broken_down();
  bool due = replace > 0.0 && since + 1.0 >= replace;
  bool again = left && broken && restarts < 3.0;
  bool replaced = left && !broken && due;
  going = left && !broken && !due ? 1.0 : 0.0;
  solve = again || replaced ? 1.0 : 0.0;
  anew = again ? 1.0 : 0.0;
  replacing = replaced ? 1.0 : 0.0;
  next_count = count + 1.0;
  next_total = total + 1.0;
  next_restarts = left && broken ? restarts + 1.0 : restarts;
  next_since = again || replaced ? 0.0 : since + 1.0;
}
