/* After an attempt: a bad one is made again with half the step, five times at most. */
#include "ria_kernel.h"

SCALAR_KERNEL(bwaves_again, "bwaves: whether a step is made again with half its length", "")

SCALAR(bad, "1", "1 if the attempt was bad")
SCALAR(dt, "s", "time step")
SCALAR(halvings, "1", "how often it was halved")

RESULT(next_dt, "s", "time step")
RESULT(attempt, "1", "1 while the step is to be tried")
RESULT(next_halvings, "1", "how often it was halved")
RESULT(failed, "1", "1 if the step cannot be made")

COMPUTE {
  bool again = bad > 0.5 && halvings < 5.0;
  next_dt = again ? 0.5 * dt : dt;
  attempt = again ? 1.0 : 0.0;
  next_halvings = again ? halvings + 1.0 : halvings;
  failed = bad > 0.5 && !again ? 1.0 : 0.0;
}
