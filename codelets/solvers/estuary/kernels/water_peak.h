/* Shared by the kernels that keep the largest values of a cell. */
#ifndef RIA_WATER_PEAK_H
#define RIA_WATER_PEAK_H

SCALAR(time, "s", "since the start")
SCALAR(least, "m", "depth at and below which a cell does not count")

/* The discharge per unit width: all of them compute their value from it and the depth, as a run's records do. */
static real discharge(real qx, real qy) { return sqrt(fma(qx, qx, qy * qy)); }

#endif
