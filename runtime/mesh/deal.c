/* Assigns tiles to ranks, and a rank's tiles to its workers or GPUs. */
#include "ria/mesh.h"
#include <stdlib.h>

typedef struct {
  int64_t number, cells;
} tile;

/* An assignment of tiles to ranks, and the number of cells of each rank. */
typedef struct {
  int *owner;
  int64_t *load;
} deal;

static void give(deal *d, const tile *t, int rank) {
  d->owner[t->number] = rank;
  d->load[rank] += t->cells;
}

/* Runs with about equally many tiles. */
static void deal_numbers(deal *d, const tile *list, int64_t tiles, int ranks) {
  for (int64_t i = 0; i < tiles; i++)
    give(d, &list[i], (int)(i * ranks / tiles));
}

/* Runs with about equally many cells: a tile goes to the rank whose share contains the tile's
 * middle. */
static void deal_cells(deal *d, const tile *list, int64_t tiles, int ranks, int64_t all) {
  int64_t before = 0;
  for (int64_t i = 0; i < tiles; i++) {
    give(d, &list[i], (int)((2 * before + list[i].cells) * ranks / (2 * all)));
    before += list[i].cells;
  }
}

static int largest_first(const void *one, const void *other) {
  const tile *a = one, *b = other;
  if (a->cells != b->cells)
    return a->cells > b->cells ? -1 : 1;
  return (a->number > b->number) - (a->number < b->number);
}

/* The largest tile first, each to the rank with the fewest cells so far. */
static void deal_largest_first(deal *d, tile *list, int64_t tiles, int ranks) {
  qsort(list, (size_t)tiles, sizeof *list, largest_first);
  for (int64_t i = 0; i < tiles; i++) {
    int least = 0;
    for (int r = 1; r < ranks; r++)
      if (d->load[r] < d->load[least])
        least = r;
    give(d, &list[i], least);
  }
}

static ria_mesh_loads loads_of(const deal *d, int ranks) {
  ria_mesh_loads loads = {.least = (double)d->load[0]};
  for (int r = 0; r < ranks; r++) {
    const double load = (double)d->load[r];
    loads.least = load < loads.least ? load : loads.least;
    loads.most = load > loads.most ? load : loads.most;
    loads.mean += load;
  }
  loads.mean /= ranks;
  return loads;
}

static ria_status create(deal *d, int64_t tiles, int ranks) {
  d->owner = calloc((size_t)tiles + 1, sizeof *d->owner);
  d->load = calloc((size_t)ranks, sizeof *d->load);
  return d->owner && d->load ? RIA_SUCCESS
                             : ria_fail(RIA_ERROR_MEMORY, "no memory to deal %lld tiles to ranks",
                                        (long long)tiles);
}

/* Use the second assignment instead of the first if it is sufficiently better. */
static void choose(deal *first, deal *second, int ranks) {
  static const double worth = 0.02; /* share of the mean load */
  const ria_mesh_loads runs = loads_of(first, ranks), scattered = loads_of(second, ranks);
  if (runs.most - scattered.most <= worth * runs.mean)
    return;
  const deal other = *first;
  *first = *second;
  *second = other;
}

/* `number` NULL: all tiles. Owners are in the order of the list. */
static ria_status deal_list(const ria_mesh *mesh, const int64_t *number, tile *list, int64_t tiles,
                            int ranks, deal *result) {
  int64_t all = 0;
  RIA_TRY(create(result, tiles, ranks));
  for (int64_t i = 0; i < tiles; i++) {
    const ria_mesh_tile at = ria_mesh_tile_at(mesh, number ? number[i] : i);
    list[i] = (tile){.number = i, .cells = 1};
    for (int a = 0; a < RIA_AXES; a++)
      list[i].cells *= at.cells.hi[a] - at.cells.lo[a];
    all += list[i].cells;
  }
  if (mesh->blocks == 1) {
    deal_numbers(result, list, tiles, ranks);
    return RIA_SUCCESS;
  }
  deal other = {0};
  deal_cells(result, list, tiles, ranks, all);
  const ria_status status = create(&other, tiles, ranks);
  if (status == RIA_SUCCESS) {
    deal_largest_first(&other, list, tiles, ranks);
    choose(result, &other, ranks);
  }
  free(other.owner);
  free(other.load);
  return status;
}

static ria_status deal_tiles(const ria_mesh *mesh, const int64_t *number, int64_t tiles, int ranks,
                             int **owner, ria_mesh_loads *loads) {
  tile *list = calloc((size_t)tiles + 1, sizeof *list);
  deal d = {0};
  const ria_status status =
      list ? deal_list(mesh, number, list, tiles, ranks, &d)
           : ria_fail(RIA_ERROR_MEMORY, "no memory to deal %lld tiles to ranks", (long long)tiles);
  if (status == RIA_SUCCESS && loads)
    *loads = loads_of(&d, ranks);
  if (status != RIA_SUCCESS || !owner)
    free(d.owner);
  else
    *owner = d.owner;
  free(d.load);
  free(list);
  return status;
}

ria_status ria_mesh_deal(const ria_mesh *mesh, int ranks, int **owner, ria_mesh_loads *loads) {
  return deal_tiles(mesh, NULL, ria_mesh_tiles(mesh), ranks, owner, loads);
}

ria_status ria_mesh_deal_some(const ria_mesh *mesh, const int64_t *number, int64_t tiles, int parts,
                              int **part) {
  return deal_tiles(mesh, number, tiles, parts, part, NULL);
}
