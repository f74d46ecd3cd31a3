/* A reduction of fields in single and in the run's precision. */
#include "ria_kernel.h"

REDUCE_KERNEL(sum_of_floats, "sum of products", "for tests")

CELL{INPUT(FIELD(u, "1", "value") SINGLE(FIELD(share, "1", "of it")))} cell;

static real value;

SUM {
  value = cell.share * cell.u;
}
