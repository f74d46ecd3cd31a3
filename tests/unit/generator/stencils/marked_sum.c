/* A reduction of cells that are marked. */
#include "ria_kernel.h"

REDUCE_KERNEL(marked_sum, "sum over the marked cells", "for tests")

CELL{INPUT(FIELD(u, "1", "value") MASK(mark, "1", "weight of the cell"))
         STATICS(INDEX(place, "1", "added"))} cell;

static real value;

SUM {
  value = cell.mark * cell.u + cell.place;
}
