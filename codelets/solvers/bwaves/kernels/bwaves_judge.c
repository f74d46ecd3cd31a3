/* After a Newton iteration: whether it is valid, and whether another one follows. */
#include "../../../kernels/ria_kernel.h"

SCALAR_KERNEL(bwaves_judge, "bwaves: whether a step of Newton's is good", "")

SCALAR(least, "1", "least density or pressure")
SCALAR(bb, "1", "sum of the squares of the right side")
SCALAR(rr, "1", "sum of the squares of the residual")
SCALAR(eps, "1", "what it is to fall below")
SCALAR(newtons, "1", "Newton's steps so far")
SCALAR(newton_steps, "1", "most of them")

RESULT(bad, "1", "1 if the system was not solved, or the state is none of a gas")
RESULT(newton, "1", "1 while Newton's steps go on")
RESULT(next_newtons, "1", "Newton's steps so far")
RESULT(first, "1", "1 in the first of Newton's steps")

COMPUTE {
  bool good = rr <= eps && least > 0.0;
  bad = good ? 0.0 : 1.0;
  newton = good && newtons + 1.0 < newton_steps && bb > eps ? 1.0 : 0.0;
  next_newtons = newtons + 1.0;
  first = 0.0;
}
