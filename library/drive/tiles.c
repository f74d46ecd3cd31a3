#include "tiles.h"
#include <math.h>
#include "ria/registry.h"

/* Three staged tiles are on a GPU at a time. With CPU workers a GPU needs spare tiles to share. */
enum { STAGED_AT_ONCE = 3, SHARED_TILES = 8 };
/* Time tiles: the largest depth, and the fewest cells across a tile for each step of it. */
enum { DEPTH_MOST = 64, CELLS_A_DEPTH = 8 };
/* Seconds that GPUs wait for an exchange (exact steps always wait for the host), and cells that a
 * GPU advances in a second in single precision: two H200, docs/decisions/two-gpus.md. */
static const double exchange_seconds = 60e-6, rank_exchange_seconds = 120e-6;
static const double exact_exchange_seconds = 20e-6, gpu_cells_a_second = 75e9;
#define GHOSTS_AND_PADDING 1.05
#define TILE_CELLS_MOST    2e9 /* kernels on GPUs use 32-bit indices */

static double cells_of(const ria_model *m) {
  if (m->mesh)
    return ria_mesh_cells(m->mesh);
  const double planes = m->grid.cells[2] ? (double)m->grid.cells[2] : 1;
  return (double)m->grid.cells[0] * (double)m->grid.cells[1] * planes;
}

double drive_tiles_bytes(const ria_model *m) {
  return GHOSTS_AND_PADDING * cells_of(m) *
         ria_simulation_cell_bytes(m->nstate, m->ntracked, m->nstatic, m->stored, m->precision);
}

static double tiles_a_gpu(const ria_case *c, const ria_runtime *runtime, const ria_model *m,
                          int gpus) {
  const double cells = GHOSTS_AND_PADDING * cells_of(m) / gpus;
  const double room = (double)ria_runtime_gpu_room(runtime);
  double tiles = ceil(cells / TILE_CELLS_MOST);
  if (c->gpu.memory == RIA_GPU_STAGED && room > 0)
    tiles = fmax(tiles, ceil(STAGED_AT_ONCE * drive_tiles_bytes(m) / gpus / room) + 1);
  return ria_runtime_hybrid_workers(runtime) ? fmax(tiles, SHARED_TILES) : tiles;
}

/* A Cell divides a tile into its own blocks: one tile, or as many as its transfer lists need to
 * reach all cells. */
static double tiles_of_cells(const ria_runtime *runtime, const ria_model *m) {
  const double cells = (double)ria_runtime_ranks(runtime) * ria_runtime_cells(runtime);
  ria_ppe_shape shape = {
      .precision = m->precision, .nstate = m->nstate, .nstatic = m->nstatic, .radius = 1};
  for (int i = 0; i < m->stages; i++)
    if (m->stage[i].kernel->radius > shape.radius)
      shape.radius = m->stage[i].kernel->radius;
  for (double tiles = cells; tiles < (double)m->grid.cells[1]; tiles += cells) {
    double bytes, most;
    shape.cells =
        ria_box_plane(0, (int)m->grid.cells[0], 0, (int)ceil((double)m->grid.cells[1] / tiles));
    if (ria_ppe_of(ria_target_find(m->target))->size(&shape, &bytes, &most) != RIA_SUCCESS ||
        GHOSTS_AND_PADDING * bytes <= most)
      return tiles;
  }
  return cells;
}

static double tiles_wanted(const ria_case *c, const ria_runtime *runtime, const ria_model *m) {
  const int ranks = ria_runtime_ranks(runtime);
  const int gpus = ranks * ria_runtime_least_gpus(runtime);
  const int workers = ranks * ria_runtime_workers(runtime);
  if (gpus)
    return gpus * tiles_a_gpu(c, runtime, m, gpus);
  if (ria_runtime_cells(runtime))
    return tiles_of_cells(runtime, m);
  return workers > 1 ? 2 * workers : 1; /* two per worker, because land costs less than water */
}

/* Additional ghost cells that a tile advances for each further step of depth. */
static double ghosts_a_step(const ria_model *m) {
  const ria_grid *g = &m->grid;
  const int sides_x = g->tiles[0] > 2 || g->periodic[0] ? 2 : g->tiles[0] - 1;
  const int sides_y = g->tiles[1] > 2 || g->periodic[1] ? 2 : g->tiles[1] - 1;
  int radius[2] = {0};
  for (int i = 0; i < m->stages; i++)
    for (int axis = 0; axis < 2; axis++)
      radius[axis] += ria_kernel_reach(m->stage[i].kernel, axis);
  return radius[1] * sides_y * (double)g->cells[0] / g->tiles[0] +
         radius[0] * sides_x * (double)g->cells[1] / g->tiles[1];
}

/* The depth d with the least cost: one wait in d steps, and ghost cells that are advanced, (d - 1)
 * / 2 times those of one step. */
static double best_depth(const ria_runtime *runtime, const ria_model *m) {
  const ria_grid *g = &m->grid;
  const int ranks = ria_runtime_ranks(runtime);
  const double tiles = (double)g->tiles[0] * g->tiles[1];
  const double tiles_a_gpu = fmax(1, tiles / (ranks * ria_runtime_least_gpus(runtime)));
  const double rate = gpu_cells_a_second * sizeof(float) / (double)ria_precision_size(m->precision);
  const double waiting = m->step == RIA_STEP_EXACT ? exact_exchange_seconds
                         : ranks > 1               ? rank_exchange_seconds
                                                   : exchange_seconds;
  const double best = sqrt(2 * waiting * rate / (ghosts_a_step(m) * tiles_a_gpu));
  const double shorter = fmin((double)g->cells[0] / g->tiles[0], (double)g->cells[1] / g->tiles[1]);
  return fmin(fmin(best, DEPTH_MOST), shorter / CELLS_A_DEPTH);
}

/* Chooses the depth so that it divides a window. */
static void choose_depth(const ria_case *c, const ria_runtime *runtime, ria_model *m) {
  if (c->scheme != RIA_TILING_AUTO)
    return;
  m->scheme = RIA_TILING_CLASSIC;
  m->depth = 1;
  if (!ria_runtime_least_gpus(runtime) || ria_runtime_hybrid_workers(runtime) || m->mesh ||
      m->grid.cells[2] > 1 || m->grid.tiles[0] * m->grid.tiles[1] < 2)
    return;
  if (m->step == RIA_STEP_EXACT && ria_model_repeats(m))
    return;
  const double best = fmax(1, best_depth(runtime, m));
  const double tiles_a_window = ceil(m->window / best);
  m->depth = m->step == RIA_STEP_EXACT ? (int)best : (int)ceil(m->window / tiles_a_window);
  if (m->depth > 1)
    m->scheme = RIA_TILING_EXPANSION;
}

/* The fewest rows, or planes, of a tile; a swept tile needs the rows of its triangle. */
static ria_global rows_of_tile(const ria_case *c, const ria_model *m, int axis) {
  enum { FEW_ROWS = 16, FEW_PLANES = 4 };
  const ria_global few = axis == 2 ? FEW_PLANES : FEW_ROWS;
  if (c->scheme != RIA_TILING_SWEPT)
    return few + c->depth;
  int radius = 0;
  for (int i = 0; i < m->stages; i++) {
    const int reach = ria_kernel_reach(m->stage[i].kernel, axis);
    radius = reach > radius ? reach : radius;
  }
  const ria_global base = (ria_global)radius * m->stages * (m->depth + 1);
  return base > few ? base : few;
}

static int at_most(double wanted, ria_global most) {
  return (int)(wanted < (double)most ? wanted : most > 0 ? (double)most : 1);
}

/* Cut along the last axis: long rows are prefetched well. */
static void choose_tiles(const ria_case *c, const ria_runtime *runtime, ria_model *m) {
  ria_grid *grid = &m->grid;
  const int last = grid->cells[2] > 1 ? 2 : 1;
  for (int axis = 0; axis < last; axis++)
    grid->tiles[axis] = c->tiles[axis] > 0 ? c->tiles[axis] : 1;
  grid->tiles[last] = c->tiles[last];
  if (c->tiles[0] > 0 && !grid->tiles[last])
    grid->tiles[last] = 1;
  if (grid->tiles[last] > 0)
    return;
  grid->tiles[last] =
      at_most(tiles_wanted(c, runtime, m), grid->cells[last] / rows_of_tile(c, m, last));
}

/* The last axis that is long enough for so many tiles, otherwise the one that can be cut into the
 * most tiles. Blocks of a plane, and swept blocks, are cut along their last axis. */
static void cut_block(const ria_case *c, const ria_model *m, double wanted, int ndim,
                      ria_block *block) {
  const int first = ndim == 3 && c->scheme != RIA_TILING_SWEPT ? 0 : ndim - 1;
  int best = ndim - 1, most = 0;
  for (int axis = ndim - 1; axis >= first && most < wanted; axis--) {
    const int tiles = at_most(wanted, block->cells[axis] / rows_of_tile(c, m, axis));
    if (tiles > most) {
      most = tiles;
      best = axis;
    }
  }
  for (int axis = 0; axis < ndim; axis++)
    block->tiles[axis] = axis == best ? most : 1;
}

static void cut_blocks(const ria_case *c, const ria_model *m, double wanted, ria_mesh *mesh) {
  const double cells = ria_mesh_cells(mesh);
  ria_block *block = (ria_block *)mesh->block; /* the terrain's own blocks */
  for (int b = 0; b < mesh->blocks; b++) {
    const double share =
        (double)block[b].cells[0] * (double)block[b].cells[1] * (double)block[b].cells[2] / cells;
    /* Blocks of nodes do not come from the case: a file or a shape may have many. */
    if (c->tiles[0] > 0 ||
        (!ria_case_has_nodes(c) && c->grid.blocks && c->grid.block[b].tiles[0] > 0))
      continue;
    cut_block(c, m, ceil(wanted * share), mesh->ndim, &block[b]);
  }
}

double drive_imbalance(const ria_mesh_loads *loads) {
  return loads->mean > 0 ? loads->most / loads->mean - 1 : 0;
}

void drive_cut_blocks(const ria_case *c, const ria_model *m, int parts, double wanted,
                      ria_mesh *mesh) {
  enum { MOST_TIMES = 8 };
  double least = INFINITY;
  int best = 1;
  for (int times = 1; times <= MOST_TIMES && least > DRIVE_BALANCED; times++) {
    ria_mesh_loads loads = {0};
    cut_blocks(c, m, times * wanted, mesh);
    /* Without memory the parts count as balanced, and the run reports later that memory is short.
     */
    if (parts > 1 && mesh->blocks > 1)
      (void)ria_mesh_deal(mesh, parts, NULL, &loads);
    if (drive_imbalance(&loads) < least) {
      least = drive_imbalance(&loads);
      best = times;
    }
  }
  cut_blocks(c, m, best * wanted, mesh);
}

void drive_choose_block_tiles(const ria_case *c, const ria_runtime *runtime, ria_model *m,
                              ria_mesh *mesh) {
  /* The tiles of a program are distributed over workers or GPUs, those of other models only over
     ranks. */
  const int gpus = ria_runtime_least_gpus(runtime), workers = ria_runtime_workers(runtime);
  const int each = !m->program ? 1 : gpus ? gpus : workers;
  drive_cut_blocks(c, m, ria_runtime_ranks(runtime) * each, tiles_wanted(c, runtime, m), mesh);
  choose_depth(c, runtime, m);
}

void drive_choose_tiles(const ria_case *c, const ria_runtime *runtime, ria_model *m) {
  choose_tiles(c, runtime, m);
  choose_depth(c, runtime, m);
}
