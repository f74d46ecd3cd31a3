/* Halo strips: the only part of a tile that travels. */
#include "program/simulation.h"
#include <stdlib.h>

const int ria_neighbour_x[RIA_NEIGHBOURS] = {-1, 1, 0, 0, -1, 1, 1, -1};
const int ria_neighbour_y[RIA_NEIGHBOURS] = {0, 0, -1, 1, -1, 1, -1, 1};

/* Cells [from, to) along an axis of n cells: those that the neighbour in direction d needs, or
 * the ghost cells that it fills. */
static void axis_send(int d, int n, int ghost, int *from, int *to) {
  *from = d > 0 ? n - ghost : 0;
  *to = d < 0 ? ghost : n;
}

static void axis_receive(int d, int n, int ghost, int *from, int *to) {
  *from = d < 0 ? -ghost : d > 0 ? n : 0;
  *to = d < 0 ? 0 : d > 0 ? n + ghost : n;
}

/* Strips that travel between a GPU and MPI do so in the background only from pinned memory. Between
 * GPUs of a process they never come here. */
static ria_status strip_create(ria_strip *strip, size_t bytes, bool pin) {
  strip->pinned = pin ? bytes : 0;
  for (int g = 0; g < 2; g++) {
    strip->memory[g] = ria_pages_alloc(bytes);
    if (!strip->memory[g])
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a halo strip of %zu bytes", bytes);
    if (pin)
      starpu_memory_pin(strip->memory[g], bytes);
    starpu_vector_data_register(&strip->handle[g], STARPU_MAIN_RAM, (uintptr_t)strip->memory[g],
                                (uint32_t)bytes, 1);
  }
  return RIA_SUCCESS;
}

static void strip_destroy(ria_strip *strip) {
  for (int g = 0; g < 2; g++) {
    if (strip->handle[g])
      starpu_data_unregister(strip->handle[g]);
    if (strip->pinned && strip->memory[g])
      starpu_memory_unpin(strip->memory[g], strip->pinned);
    free(strip->memory[g]);
  }
}

/* Corners are needed as soon as one exchange serves several applications, or one application looks
 * two cells far along both axes: it sees, through its neighbours' neighbours, around the corner. */
static bool needs_corners(const ria_model *model) {
  return model->stages > 1 || ria_kernel_sees_corners(model->stage[0].kernel) ||
         (model->scheme == RIA_TILING_EXPANSION && model->depth > 1);
}

static ria_tile *local_tile(const ria_simulation *s, int tx, int ty) {
  for (int i = 0; i < s->tiles; i++)
    if (s->tile[i].tx == tx && s->tile[i].ty == ty)
      return &s->tile[i];
  return NULL;
}

/* One tag a tile, direction and generation, booked from 0; never a step number. */
static int64_t strip_tag(const ria_grid *grid, int tx, int ty, int direction) {
  int64_t tile = (int64_t)ty * grid->tiles_x + tx;
  return (tile * RIA_NEIGHBOURS + direction) * 2;
}

/* Round the grid where its sides are periodic: a tile that is alone along an axis is its own
 * neighbour there. False: beyond the edge of the domain. */
static bool wrap(int *tile, int tiles, bool periodic) {
  if (periodic)
    *tile = (*tile + tiles) % tiles;
  return *tile >= 0 && *tile < tiles;
}

ria_status ria_halo_create(ria_simulation *s, ria_tile *tile) {
  const ria_grid *grid = &s->model.grid;
  int directions = needs_corners(&s->model) ? RIA_NEIGHBOURS : RIA_SIDES;
  for (int d = 0; d < RIA_NEIGHBOURS; d++) {
    ria_neighbour *n = &tile->neighbour[d];
    int tx = tile->tx + ria_neighbour_x[d], ty = tile->ty + ria_neighbour_y[d];
    n->owner = -1;
    if (d >= directions || !wrap(&tx, grid->tiles_x, grid->periodic[0]) ||
        !wrap(&ty, grid->tiles_y, grid->periodic[1]))
      continue;
    n->owner = ria_grid_owner(grid, tx, ty, s->runtime->ranks);
    n->tile = n->owner == s->runtime->rank ? local_tile(s, tx, ty) : NULL;
    const ria_layout *l = &tile->layout;
    axis_send(ria_neighbour_x[d], l->nx, s->exchanged[0], &n->send.lo[0], &n->send.hi[0]);
    axis_send(ria_neighbour_y[d], l->ny, s->exchanged[1], &n->send.lo[1], &n->send.hi[1]);
    axis_receive(ria_neighbour_x[d], l->nx, s->exchanged[0], &n->receive.lo[0], &n->receive.hi[0]);
    axis_receive(ria_neighbour_y[d], l->ny, s->exchanged[1], &n->receive.lo[1], &n->receive.hi[1]);
    size_t cell = (size_t)s->model.nstate * l->size;
    const bool pin = !n->tile && (tile->place.where & STARPU_CUDA);
    RIA_TRY(strip_create(&n->out, ria_box_cells(n->send) * cell, pin));
    if (!n->tile) {
      RIA_TRY(strip_create(&n->in, ria_box_cells(n->receive) * cell, pin));
      tile->boundary_tile = 1;
    }
    if (n->tile && n->tile->place.worker != tile->place.worker)
      tile->boundary_tile = 1;
    n->tag_out = strip_tag(grid, tile->tx, tile->ty, d);
    n->tag_in = strip_tag(grid, tx, ty, ria_neighbour_opposite(d));
  }
  ria_strip_news_create(s, tile);
  return RIA_SUCCESS;
}

void ria_halo_destroy(ria_tile *tile) {
  for (int d = 0; d < RIA_NEIGHBOURS; d++) {
    strip_destroy(&tile->neighbour[d].out);
    strip_destroy(&tile->neighbour[d].in);
  }
}

static bool is_remote(const ria_neighbour *n) {
  return n->owner >= 0 && !n->tile;
}

static ria_status exchange_with(const ria_simulation *s, ria_neighbour *n) {
  int p = s->parity;
  MPI_Comm comm = s->runtime->comm;
  void (*complete)(void *) = s->trace ? ria_strip_news_complete : NULL;
  if (starpu_mpi_isend_detached(n->out.handle[p], n->owner, n->tag_out + p, comm, complete,
                                &n->out.news[p]))
    return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to send to rank %d", n->owner);
  if (starpu_mpi_irecv_detached(n->in.handle[p], n->owner, n->tag_in + p, comm, complete,
                                &n->in.news[p]))
    return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to receive from rank %d", n->owner);
  return RIA_SUCCESS;
}

ria_status ria_halo_exchange(const ria_simulation *s) {
  for (int i = 0; i < s->tiles; i++)
    for (int d = 0; d < RIA_NEIGHBOURS; d++)
      if (is_remote(&s->tile[i].neighbour[d]))
        RIA_TRY(exchange_with(s, &s->tile[i].neighbour[d]));
  return RIA_SUCCESS;
}
