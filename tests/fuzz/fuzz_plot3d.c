/* PLOT3D grids: whatever the bytes, their nodes can be read, or an error names the file. */
#include "target.h"
#include "ria/block_grid.h"

static void read_ends(const ria_block_grid *grid, int block) {
  for (int high = 0; high < 2; high++) {
    ria_range one;
    double x, y, z;
    for (int a = 0; a < RIA_AXES; a++) {
      one.lo[a] = high ? grid->block[block].cells[a] : 0;
      one.hi[a] = one.lo[a] + 1;
    }
    target_expect(ria_block_grid_nodes(grid, block, one, &x, &y, &z) == RIA_SUCCESS,
                  "a node cannot be read");
  }
}

static void run(const char *data, size_t size) {
  ria_block_grid grid = {0};
  target_write("grid.p3d", data, size);
  if (ria_block_grid_read_plot3d("grid.p3d", &grid) == RIA_SUCCESS)
    for (int b = 0; b < grid.blocks; b++)
      read_ends(&grid, b);
  else
    target_expect(strstr(ria_status_detail(), "grid.p3d") != NULL,
                  "an error does not name the file");
  ria_block_grid_destroy(&grid);
}

FUZZ_TARGET(NULL, run, 2048)
