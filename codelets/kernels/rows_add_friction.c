/* The change of a node by viscous forces. In place. */
#include "ria_kernel.h"

POINT_KERNEL(rows_add_friction, "rows: change of a node by viscous forces", "")

CELL {
  STATE(FIELD(d1, "kg/m2s", "change: axial momentum")
        FIELD(d2, "kg/m2s", "change: radial momentum")
        FIELD(d3, "kg/ms", "change: moment of momentum")
        FIELD(d4, "J/m3", "change: energy"))
  INPUT(FIELD(v1, "N", "viscous force: axial")
        FIELD(v2, "N", "viscous force: radial")
        FIELD(v3, "Nm", "viscous moment")
        FIELD(v4, "W", "viscous work and heat")
        FIELD(pace, "s/m3", "mean of the time steps over volume"))
}
cell, next;

UPDATE {
  next.d1 = cell.d1 + cell.pace * cell.v1;
  next.d2 = cell.d2 + cell.pace * cell.v2;
  next.d3 = cell.d3 + cell.pace * cell.v3;
  next.d4 = cell.d4 + cell.pace * cell.v4;
}
