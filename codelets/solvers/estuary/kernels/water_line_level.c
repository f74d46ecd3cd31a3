/* An open line inside the grid with a prescribed level (tide, gauge): the cells just beyond it are held at the
 * level, and have the discharge that has crossed the line. Inflow follows the rule of side_level.h: its level is
 * lower by v2/2g, or by the part above a tenth of the critical v2, and its speed is limited to the critical one. */
#include "../../../kernels/ria_kernel.h"

CELLS_KERNEL(water_line_level, "open line with a prescribed level", "")

#include "water_line.h"

SCALAR(head_loss, "1", "1: water that comes in spends v2/2g of the level on its speed; 0: it does not")

APPLY {
  real out = crossed();
  real v = velocity(out);
  real critical = gravity * cell.line_before; /* v * v beyond which no wave comes in */
  real free = (0.1 * (1.0 - head_loss)) * critical;
  real spent = v < 0.0 ? max(min(v * v, critical) - free, 0.0) * (0.5 / gravity) : 0.0;
  real wanted = max(cell.depth + (level - spent), 0.0);
  real most = sqrt((0.1 * gravity) * wanted) * wanted;
  hold(max(wanted, critical_depth(out)), max(out, -most));
}
