#include "tiles.h"

void ria_choose_tiles(const ria_case *c, int workers, ria_grid *grid) {
  grid->tiles_x =
      c->tiles_x > 0 ? c->tiles_x : 1; /* long rows: processors fetch ahead along them */
  grid->tiles_y = c->tiles_y;
  if (grid->tiles_y > 0)
    return;
  const int wanted = workers > 1 ? 2 * workers : 1; /* two a worker: land is cheaper than water */
  const ria_global most = grid->ny / (16 + c->depth);
  grid->tiles_y = (int)(wanted < most ? wanted : most > 0 ? most : 1);
}
