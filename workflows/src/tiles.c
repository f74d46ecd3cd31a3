#include "tiles.h"
#include <math.h>

/* Of staged tiles three lie on a GPU at a time; beside CPU workers a GPU has some to give away. */
enum { STAGED_AT_ONCE = 3, SHARED_TILES = 8 };
#define GHOSTS_AND_PADDING 1.05
#define TILE_CELLS_MOST    2e9 /* kernels on GPUs count reals in 32 bits */

double ria_tiles_bytes(const ria_model *m) {
  return GHOSTS_AND_PADDING * (double)m->grid.nx * (double)m->grid.ny *
         ria_simulation_cell_bytes(m->nstate, m->nstatic, m->precision);
}

static double tiles_a_gpu(const ria_case *c, const ria_runtime *runtime, const ria_model *m,
                          int gpus) {
  const double cells = GHOSTS_AND_PADDING * (double)m->grid.nx * (double)m->grid.ny / gpus;
  const double room = (double)ria_runtime_gpu_room(runtime);
  double tiles = ceil(cells / TILE_CELLS_MOST);
  if (c->gpu.memory == RIA_GPU_STAGED && room > 0)
    tiles = fmax(tiles, ceil(STAGED_AT_ONCE * ria_tiles_bytes(m) / gpus / room) + 1);
  return ria_runtime_beside_gpus(runtime) ? fmax(tiles, SHARED_TILES) : tiles;
}

static double tiles_wanted(const ria_case *c, const ria_runtime *runtime, const ria_model *m) {
  const int ranks = ria_runtime_ranks(runtime);
  const int gpus = ranks * ria_runtime_gpus(runtime);
  const int workers = ranks * ria_runtime_workers(runtime);
  if (gpus)
    return gpus * tiles_a_gpu(c, runtime, m, gpus);
  return workers > 1 ? 2 * workers : 1; /* two a worker: land is cheaper than water */
}

void ria_choose_tiles(const ria_case *c, const ria_runtime *runtime, ria_model *m) {
  ria_grid *grid = &m->grid;
  grid->tiles_x =
      c->tiles_x > 0 ? c->tiles_x : 1; /* long rows: processors fetch ahead along them */
  grid->tiles_y = c->tiles_y;
  if (grid->tiles_y > 0)
    return;
  const double wanted = tiles_wanted(c, runtime, m);
  const ria_global most = grid->ny / (16 + c->depth);
  grid->tiles_y = (int)(wanted < (double)most ? wanted : most > 0 ? (double)most : 1);
}
