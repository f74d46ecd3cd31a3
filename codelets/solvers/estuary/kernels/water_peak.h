/* Shared by the kernels that keep the largest values of a cell. */
#ifndef RIA_WATER_PEAK_H
#define RIA_WATER_PEAK_H

SCALAR(time, "s", "since the start")
SCALAR(least, "m", "depth at and below which a cell does not count")

/* The discharge per unit width: what all of them make of a cell is made of it and of the depth, as a run's records are. */
static real discharge(real qx, real qy) { return sqrt(fma(qx, qx, qy * qy)); }

#endif
