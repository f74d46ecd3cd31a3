/* After an attempt: a failed one is repeated with half the step, at most five times. If the
 * system was solved but the state is no valid gas, until the step is a 32nd of the previous one;
 * the first step has no previous one. At most thirty times. */
#include "../../../kernels/ria_kernel.h"

SCALAR_KERNEL(bwaves_again, "bwaves: whether a step is made again with half its length", "")

SCALAR(bad, "1", "1 if the attempt was bad")
SCALAR(dt, "s", "time step")
SCALAR(dt_before, "s", "time step before; 0: there was none")
SCALAR(rr, "1", "sum of the squares of the residual")
SCALAR(eps, "1", "what it is to fall below")
SCALAR(halvings, "1", "how often it was halved")

RESULT(next_dt, "s", "time step")
RESULT(attempt, "1", "1 while the step is to be tried")
RESULT(next_halvings, "1", "how often it was halved")
RESULT(failed, "1", "1 if the step cannot be made")

COMPUTE {
  bool solved = rr <= eps;
  bool long_one = !(dt_before > 0.0) || dt > 0.03125 * dt_before;
  bool again = bad > 0.5 && (halvings < 5.0 || (solved && long_one && halvings < 30.0));
  next_dt = again ? 0.5 * dt : dt;
  attempt = again ? 1.0 : 0.0;
  next_halvings = again ? halvings + 1.0 : halvings;
  failed = bad > 0.5 && !again ? 1.0 : 0.0;
}
