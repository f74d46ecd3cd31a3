/* The change of a node in a step, by the cells around it and by artificial diffusion: the same bits
 * as rows_gather, rows_change and rows_smooth, in one pass. Gain and weight of a listed node (with
 * `all`: of each node) are inputs instead of gathered here. The gain becomes the change in place. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_share, "rows: change of a node by the cells around it, and artificial diffusion", "Denton (1983)")
AXES_XYZ
HINT(cuda, room_for_two, single)

CELL {
  STATE(FIELD(d0, "kg/m3", "gain, then change: density")
        FIELD(d1, "kg/m2s", "gain, then change: axial momentum")
        FIELD(d2, "kg/m2s", "gain, then change: radial momentum")
        FIELD(d3, "kg/ms", "gain, then change: moment of momentum")
        FIELD(d4, "J/m3", "gain, then change: total energy"))
  INPUT(FIELD(weight, "m3/s", "volume over time step of the node, where it is given")
        FIELD(c0, "kg/s", "gain of the cell: mass")
        FIELD(c1, "N", "gain of the cell: axial momentum")
        FIELD(c2, "N", "gain of the cell: radial momentum")
        FIELD(c3, "Nm", "gain of the cell: moment of momentum")
        FIELD(c4, "W", "gain of the cell: energy")
        FIELD(pace, "m3/s", "volume over time step of the cell")
        CONSERVED
        FIELD(waves, "m3/s", "speeds of waves times the sides that they cross")
        MASK(node, "1", "0 where differences may not reach the node; 2 of other listed nodes; else 1"))
  OUTPUT(DIFFUSION)
}
cell, next;

SCALAR(second, "1", "factor of first differences along an edge")
SCALAR(fourth, "1", "factor of third differences along an edge")
SWITCH(some, "the gains of listed nodes are given")
SWITCH(all, "the gains of all nodes are given")

#include "rows_means.h"
#include "rows_edges.h"

UPDATE {
  real gathered_d0 = mean8(cell.c0, at(c0, -1, 0, 0), at(c0, 0, -1, 0), at(c0, 0, 0, -1), at(c0, -1, -1, 0),
      at(c0, -1, 0, -1), at(c0, 0, -1, -1), at(c0, -1, -1, -1));
  real gathered_d1 = mean8(cell.c1, at(c1, -1, 0, 0), at(c1, 0, -1, 0), at(c1, 0, 0, -1), at(c1, -1, -1, 0),
      at(c1, -1, 0, -1), at(c1, 0, -1, -1), at(c1, -1, -1, -1));
  real gathered_d2 = mean8(cell.c2, at(c2, -1, 0, 0), at(c2, 0, -1, 0), at(c2, 0, 0, -1), at(c2, -1, -1, 0),
      at(c2, -1, 0, -1), at(c2, 0, -1, -1), at(c2, -1, -1, -1));
  real gathered_d3 = mean8(cell.c3, at(c3, -1, 0, 0), at(c3, 0, -1, 0), at(c3, 0, 0, -1), at(c3, -1, -1, 0),
      at(c3, -1, 0, -1), at(c3, 0, -1, -1), at(c3, -1, -1, -1));
  real gathered_d4 = mean8(cell.c4, at(c4, -1, 0, 0), at(c4, 0, -1, 0), at(c4, 0, 0, -1), at(c4, -1, -1, 0),
      at(c4, -1, 0, -1), at(c4, 0, -1, -1), at(c4, -1, -1, -1));
  real gathered = mean8(cell.pace, at(pace, -1, 0, 0), at(pace, 0, -1, 0), at(pace, 0, 0, -1), at(pace, -1, -1, 0),
      at(pace, -1, 0, -1), at(pace, 0, -1, -1), at(pace, -1, -1, -1));

  bool listed = cell.node < 0.5 || cell.node > 1.5;
  bool is_given = all || (some && listed);
  real weight = is_given ? cell.weight : gathered;
  next.d0 = (is_given ? cell.d0 : gathered_d0) / weight;
  next.d1 = (is_given ? cell.d1 : gathered_d1) / weight;
  next.d2 = (is_given ? cell.d2 : gathered_d2) / weight;
  next.d3 = (is_given ? cell.d3 : gathered_d3) / weight;
  next.d4 = (is_given ? cell.d4 : gathered_d4) / weight;

  real diffusion[5];
  diffuse(diffusion, weight);
  next.s0 = diffusion[0];
  next.s1 = diffusion[1];
  next.s2 = diffusion[2];
  next.s3 = diffusion[3];
  next.s4 = diffusion[4];
}
