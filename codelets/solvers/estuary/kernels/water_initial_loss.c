/* The first water of a cell is lost until the initial loss is full. Then the cell loses the continuing rate. */
#include "../../../kernels/ria_kernel.h"
#include "water_loss.h"

CELLS_KERNEL(water_initial_loss, "infiltration: an initial loss, then a constant rate", "")

CELL {
  WATER
  LOSSES
  STATICS(FIELD(initial_loss, "m", "initial loss")
          FIELD(continuing_loss, "m/s", "continuing loss"))
}
cell, next;

#include "water_infiltrate.h"

APPLY {
  /* The fraction of the step after which evenly arriving water has filled the initial loss. */
  real first = min(cell.h, max(cell.initial_loss - cell.infiltrated, 0.0));
  real share = first * (1.0 / max(cell.h, no_depth()));
  real most = weight * ((dt * cell.continuing_loss) * max(1.0 - share, 0.0));
  real out = min(cell.h, first + min(cell.h - first, most));
  infiltrate(out);
}
