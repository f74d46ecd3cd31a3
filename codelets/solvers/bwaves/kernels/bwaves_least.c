/* The least density or pressure: a state of which one is not positive is none of a gas. */
#include "../../../kernels/ria_kernel.h"

REDUCE_KERNEL(bwaves_least, "bwaves: least density or pressure", "")

CELL {
  INPUT(COMPONENTS(q, 5, "1", "density, momenta, energy:"))
}
cell;

static real value;

SCALAR(gamma, "1", "ratio of specific heats")

MIN {
  real squares = (cell.q[1] * cell.q[1] + cell.q[2] * cell.q[2]) + cell.q[3] * cell.q[3];
  real pressure = (gamma - 1.0) * (cell.q[4] - 0.5 * (squares / cell.q[0]));
  /* A pressure that is not a number is told before a density that is one. */
  real lesser = pressure > cell.q[0] ? cell.q[0] : pressure;
  value = cell.q[0] > 0.0 ? lesser : cell.q[0];
}
