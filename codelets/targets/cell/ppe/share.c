/* How a tile would be cut into blocks and dealt to SPEs. */
#include "internal.h"

/* As ria_cell_tile_run() deals them. */
static int first_block(int blocks, int spe, int spes) {
  return (int)((long)blocks * spe / spes);
}

ria_status ria_cell_tile_share(const ria_cell_tile_shape *shape, int spes, int *blocks,
                               int *columns, int *rows, double *busiest) {
  const int width = shape->cells.x1 - shape->cells.x0, height = shape->cells.y1 - shape->cells.y0;
  int across, down;
  ria_cell_tile_cut(shape, columns, rows, &across, &down);
  *busiest = 0;
  *blocks = across * down;
  if (!*blocks)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "no two blocks of %d fields fit a local store",
                    shape->nstate + shape->nstatic);
  for (int s = 0; s < spes; s++) {
    double cells = 0;
    for (int n = first_block(*blocks, s, spes); n < first_block(*blocks, s + 1, spes); n++) {
      const int x = n % across * *columns, y = n / across * *rows;
      cells += (double)(x + *columns < width ? *columns : width - x) *
               (y + *rows < height ? *rows : height - y);
    }
    *busiest = cells > *busiest ? cells : *busiest;
  }
  return RIA_SUCCESS;
}
