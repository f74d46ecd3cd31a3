/* The least density or pressure: both must be positive in a valid gas. */
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
  /* An invalid pressure (NaN) is reported before an invalid density. */
  real lesser = pressure > cell.q[0] ? cell.q[0] : pressure;
  value = cell.q[0] > 0.0 ? lesser : cell.q[0];
}
