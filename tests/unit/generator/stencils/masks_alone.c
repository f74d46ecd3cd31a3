/* A stencil of which nothing but a mask is read around a cell. */
#include "ria_kernel.h"

POINT_KERNEL(masks_alone, "how many neighbours are marked", "for tests")
AXES_XYZ

CELL{OUTPUT(FIELD(count, "1", "marked neighbours"))
         STATICS(MASK(mark, "1", "1 of those that count"))} cell,
    next;

UPDATE {
  real along = at(mark, -1, 0, 0) + at(mark, 1, 0, 0);
  next.count = (along + at(mark, 0, 0, -2)) + at(mark, 0, 1, 0);
}
