#include "ria/block_grid.h"
ria_status ria_block_grid_read_cgns(const char *path, ria_block_grid *grid) {
  (void)grid;
  return ria_fail(RIA_ERROR_UNSUPPORTED, "'%s' is CGNS", path);
}
