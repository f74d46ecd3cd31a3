/* The first attempt at a time step: its length, by the waves of the state before it. */
#include "../../../kernels/ria_kernel.h"

SCALAR_KERNEL(bwaves_step, "bwaves: length of a time step", "")

SCALAR(rate, "1/s", "largest speed of waves over the cell size")
SCALAR(cfl, "1", "Courant number")
SCALAR(fixed, "s", "the step itself; 0: by the Courant number")
SCALAR(longest, "s", "longest step that the case allows; 0: any")
SCALAR(limit, "s", "longest step up to the next time that is met exactly")

RESULT(dt, "s", "time step")
RESULT(attempt, "1", "1 while the step is to be tried")
RESULT(halvings, "1", "how often it was halved")

COMPUTE {
  real free = fixed > 0.0 ? fixed : cfl / rate;
  real held = longest > 0.0 && free > longest ? longest : free;
  dt = held < limit ? held : limit;
  attempt = 1.0;
  halvings = 0.0;
}
