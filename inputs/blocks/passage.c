/* The blade passage. */
#include "blocks/source.h"

ria_status ria_block_passage_add(ria_block_grid *grid, const ria_block_shape *shape) {
  (void)grid;
  return ria_fail(RIA_ERROR_UNSUPPORTED, "the shape of '%s' is not there yet", shape->name);
}
