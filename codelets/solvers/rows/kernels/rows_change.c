/* The change of a node in a step: its gain over (its volume over its time step). In place. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(rows_change, "rows: change of a node from its gain", "")

CELL {
  STATE(FIELD(d0, "kg/m3", "gain, then change: density")
        FIELD(d1, "kg/m2s", "gain, then change: axial momentum")
        FIELD(d2, "kg/m2s", "gain, then change: radial momentum")
        FIELD(d3, "kg/ms", "gain, then change: moment of momentum")
        FIELD(d4, "J/m3", "gain, then change: total energy"))
  INPUT(FIELD(weight, "m3/s", "volume over time step"))
}
cell, next;

UPDATE {
  next.d0 = cell.d0 / cell.weight;
  next.d1 = cell.d1 / cell.weight;
  next.d2 = cell.d2 / cell.weight;
  next.d3 = cell.d3 / cell.weight;
  next.d4 = cell.d4 / cell.weight;
}
