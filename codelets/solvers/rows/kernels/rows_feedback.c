/* Negative feedback: where the change of a node is large compared with the mean of all nodes, it
 * is reduced as a whole, so that its direction stays. In place. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_feedback, "rows: large changes of a node are reduced", "Denton (1983)")

CELL {
  STATE(CHANGES
        DIFFUSION)
  INPUT(FIELD(r, "m", "radius"))
}
cell, next;

#include "rows_limits.h"

UPDATE {
  real share = share_left();
  next.d0 = share * cell.d0;
  next.d1 = share * cell.d1;
  next.d2 = share * cell.d2;
  next.d3 = share * cell.d3;
  next.d4 = share * cell.d4;
  next.s0 = share * cell.s0;
  next.s1 = share * cell.s1;
  next.s2 = share * cell.s2;
  next.s3 = share * cell.s3;
  next.s4 = share * cell.s4;
}
