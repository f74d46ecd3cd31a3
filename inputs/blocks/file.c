/* Grids from files: choice of the reader. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "ria/block_grid.h"

ria_status ria_block_grid_read(const char *path, ria_block_grid *grid) {
  static const char hdf5[] = "\211HDF\r\n\032\n", adf[] = "@(#)ADF Database Version";
  char start[32] = {0};
  FILE *file = fopen(path, "rb");
  if (!file)
    return ria_fail(RIA_ERROR_IO, "cannot read '%s': %s", path, strerror(errno));
  const size_t got = fread(start, 1, sizeof start, file);
  fclose(file);
  if (got >= sizeof hdf5 - 1 && !memcmp(start, hdf5, sizeof hdf5 - 1))
    return ria_block_grid_read_cgns(path, grid);
  if (got >= sizeof adf - 1 && !memcmp(start, adf, sizeof adf - 1))
    return ria_block_grid_read_cgns(path, grid);
  return ria_block_grid_read_plot3d(path, grid);
}
