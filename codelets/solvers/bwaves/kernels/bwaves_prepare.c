/* Computes the numbers of a cell that the matrix and the fluxes read, so that each cell needs its divisions and roots only once. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(bwaves_prepare, "bwaves: velocities, energy, speed of sound and specific volume", "")

CELL {
  INPUT(COMPONENTS(q, 5, "1", "density, momenta, energy:"))
  OUTPUT(COMPONENTS(w, 6, "1", "velocities, energy a mass, speed of sound, specific volume:"))
}
cell, next;

SCALAR(gamma, "1", "ratio of specific heats")

UPDATE {
  real volume = 1.0 / cell.q[0];
  real u[3];
  for (int i = 0; i < 3; i++) {
    u[i] = cell.q[i + 1] * volume;
    next.w[i] = u[i];
  }
  real energy = cell.q[4] * volume;
  real kinetic = 0.5 * ((u[0] * u[0] + u[1] * u[1]) + u[2] * u[2]);
  next.w[3] = energy;
  next.w[4] = sqrt((gamma * (gamma - 1.0)) * (energy - kinetic));
  next.w[5] = volume;
}
