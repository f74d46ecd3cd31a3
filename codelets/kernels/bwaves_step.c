/* The first attempt at a time step: its length, by the waves of the state before it. */
#include "ria_kernel.h"

SCALAR_KERNEL(bwaves_step, "bwaves: length of a time step", "")

SCALAR(rate, "1/s", "largest speed of waves over the cell size")
SCALAR(cfl, "1", "Courant number")
SCALAR(fixed, "s", "the step itself; 0: by the Courant number")
SCALAR(limit, "s", "longest step that is allowed")

RESULT(dt, "s", "time step")
RESULT(attempt, "1", "1 while the step is to be tried")
RESULT(halvings, "1", "how often it was halved")

COMPUTE {
  real free = fixed > 0.0 ? fixed : cfl / rate;
  dt = free < limit ? free : limit;
  attempt = 1.0;
  halvings = 0.0;
}
