#include "ria/whole_rows.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "base/file5.h"

/* A plane of a tile, in the form that all ranks exchange. */
typedef struct {
  int64_t x0, y0, nx, ny;             /* y0: in all rows of the block, plane by plane */
  int64_t rank, owner, number, plane; /* number: index of the tile on its rank */
} part;

typedef struct {
  ria_global y0, y1;
  char *values; /* offset in `memory` */
} run;

struct ria_whole_rows {
  MPI_Comm comm;
  MPI_Datatype type;
  int rank, ranks, count; /* count: parts on this rank */
  size_t nx, size;
  part *list; /* parts of all ranks, rank by rank */
  int parts;
  run *runs;
  int nruns;
  char *memory; /* this rank's rows */
  char *tile;   /* a part that arrives */
  MPI_Request *request;
};

void ria_whole_rows_destroy(ria_whole_rows *r) {
  if (!r)
    return;
  free(r->list);
  free(r->runs);
  free(r->memory);
  free(r->tile);
  free(r->request);
  free(r);
}

/* ---- assignment of rows ---- */

/* The tiles of a rank, some of which belong to the block. */
typedef struct {
  const ria_block *block;
  int number, count;
  const ria_snapshot_tile *tile;
} tiles;

static ria_status check_tiles(const tiles *of) {
  for (int i = 0; i < of->count; i++) {
    const ria_snapshot_tile *t = &of->tile[i];
    for (int a = 0; a < RIA_AXES && t->block == of->number; a++)
      if (t->n[a] < 1 || t->lo[a] < 0 || t->lo[a] + t->n[a] > of->block->cells[a])
        return ria_fail(RIA_ERROR_ARGUMENT, "tile %d lies outside the grid", i);
  }
  return RIA_SUCCESS;
}

static int count_parts(const tiles *of) {
  int parts = 0;
  for (int i = 0; i < of->count; i++)
    parts += of->tile[i].block == of->number ? of->tile[i].n[2] : 0;
  return parts;
}

static void list_parts(const tiles *of, int rank, part *list) {
  for (int i = 0; i < of->count; i++) {
    const ria_snapshot_tile *t = &of->tile[i];
    for (int z = 0; z < t->n[2] && t->block == of->number; z++)
      *list++ = (part){.x0 = t->lo[0],
                       .y0 = (t->lo[2] + z) * of->block->cells[1] + t->lo[1],
                       .nx = t->n[0],
                       .ny = t->n[1],
                       .rank = rank,
                       .number = i,
                       .plane = z};
  }
}

enum { WORDS = sizeof(part) / sizeof(int64_t) };

/* Gather the tiles of all ranks, in rank order. Collective even if memory is short. */
static ria_status exchange_parts(ria_whole_rows *r, const tiles *of) {
  int *words = calloc(2 * (size_t)r->ranks, sizeof *words), *from = words + r->ranks;
  part *mine = calloc((size_t)r->count + 1, sizeof *mine);
  ria_status status =
      words && mine ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a list of tiles");
  status = ria_agree(r->comm, status);
  if (status == RIA_SUCCESS) {
    int own = r->count * WORDS;
    list_parts(of, r->rank, mine);
    MPI_Allgather(&own, 1, MPI_INT, words, 1, MPI_INT, r->comm);
    for (int k = 0; k < r->ranks; k++) {
      from[k] = r->parts * WORDS;
      r->parts += words[k] / WORDS;
    }
    r->list = calloc((size_t)r->parts + 1, sizeof *r->list);
    status = r->list ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a list of tiles");
    status = ria_agree(r->comm, status);
    if (status == RIA_SUCCESS)
      MPI_Allgatherv(mine, own, MPI_INT64_T, r->list, words, from, MPI_INT64_T, r->comm);
  }
  free(mine);
  free(words);
  return status;
}

static int by_row(const void *a, const void *b) {
  const part *p = a, *q = b;
  if (p->y0 != q->y0)
    return p->y0 < q->y0 ? -1 : 1;
  if (p->rank != q->rank)
    return p->rank < q->rank ? -1 : 1;
  if (p->number != q->number)
    return p->number < q->number ? -1 : 1;
  return (p->plane > q->plane) - (p->plane < q->plane);
}

/* Sort by rows; among the parts that share rows, the first one belongs to the lowest rank. All
 * ranks use this order, so messages between two ranks have the same order on both. */
static void choose_owners(ria_whole_rows *r, bool to_root) {
  qsort(r->list, (size_t)r->parts, sizeof *r->list, by_row);
  int64_t owner = 0, y1 = -1;
  for (int i = 0; i < r->parts; i++) {
    part *p = &r->list[i];
    if (p->y0 >= y1)
      owner = p->rank;
    y1 = p->y0 + p->ny > y1 ? p->y0 + p->ny : y1;
    p->owner = to_root ? 0 : owner;
  }
}

static void find_runs(ria_whole_rows *r) {
  for (int i = 0; i < r->parts; i++) {
    const part *p = &r->list[i];
    if (p->owner != r->rank)
      continue;
    run *last = r->nruns ? &r->runs[r->nruns - 1] : NULL;
    if (!last || p->y0 > last->y1)
      r->runs[r->nruns++] = (run){.y0 = p->y0, .y1 = p->y0 + p->ny};
    else if (p->y0 + p->ny > last->y1)
      last->y1 = p->y0 + p->ny;
  }
}

static ria_status take_memory(ria_whole_rows *r) {
  size_t rows = 0, largest = 0, row = r->nx * r->size;
  r->runs = calloc((size_t)r->parts + 1, sizeof *r->runs);
  if (!r->runs)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a list of rows");
  find_runs(r);
  for (int i = 0; i < r->nruns; i++)
    rows += (size_t)(r->runs[i].y1 - r->runs[i].y0);
  for (int i = 0; i < r->parts; i++) {
    size_t cells = (size_t)r->list[i].nx * (size_t)r->list[i].ny;
    if (r->list[i].owner == r->list[i].rank)
      continue;
    if (cells > INT_MAX)
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "a tile of %zu cells cannot be sent to another rank: use more tiles", cells);
    if (r->list[i].owner == r->rank && cells > largest)
      largest = cells;
  }
  r->memory = malloc(rows * row + 1);
  r->tile = malloc(largest * r->size + 1);
  r->request = calloc((size_t)r->count + 1, sizeof *r->request);
  if (!r->memory || !r->tile || !r->request)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the rows of a field");
  char *at = r->memory;
  for (int i = 0; i < r->nruns; i++) {
    r->runs[i].values = at;
    at += (size_t)(r->runs[i].y1 - r->runs[i].y0) * row;
  }
  return RIA_SUCCESS;
}

static ria_status prepare(ria_whole_rows *r, const tiles *of, bool to_root) {
  RIA_TRY(ria_agree(r->comm, check_tiles(of)));
  r->count = count_parts(of);
  RIA_TRY(exchange_parts(r, of));
  choose_owners(r, to_root);
  return ria_agree(r->comm, take_memory(r));
}

ria_status ria_whole_rows_create(MPI_Comm comm, const ria_block *block, int number, size_t size,
                                 int count, const ria_snapshot_tile *tile, bool to_root,
                                 ria_whole_rows **rows) {
  int ranks;
  MPI_Comm_size(comm, &ranks);
  ria_whole_rows *r = *rows = calloc(1, sizeof *r);
  ria_status status = r ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for rows");
  status = ria_agree(comm, status);
  if (status == RIA_SUCCESS) {
    *r = (ria_whole_rows){.comm = comm,
                          .type = size == sizeof(float) ? MPI_FLOAT : MPI_DOUBLE,
                          .ranks = ranks,
                          .nx = (size_t)block->cells[0],
                          .size = size};
    MPI_Comm_rank(comm, &r->rank);
    const tiles of = {.block = block, .number = number, .count = count, .tile = tile};
    status = prepare(r, &of, to_root);
  }
  if (status != RIA_SUCCESS) {
    ria_whole_rows_destroy(r);
    *rows = NULL;
  }
  return status;
}

/* ---- a field ---- */

static run *run_of(const ria_whole_rows *r, int64_t y) {
  int i = 0;
  while (r->runs[i].y1 <= y)
    i++;
  return &r->runs[i];
}

/* A plane of a tile of this rank. */
static const char *plane_of(const ria_whole_rows *r, const part *p, const void *const *values) {
  return (const char *)values[p->number] + (size_t)(p->plane * p->nx * p->ny) * r->size;
}

static void place(ria_whole_rows *r, const part *p, const char *from) {
  run *to = run_of(r, p->y0);
  size_t row = (size_t)p->nx * r->size;
  char *at = to->values + ((size_t)(p->y0 - to->y0) * r->nx + (size_t)p->x0) * r->size;
  for (int64_t y = 0; y < p->ny; y++, from += row, at += r->nx * r->size)
    memcpy(at, from, row);
}

ria_status ria_whole_rows_gather(ria_whole_rows *r, const void *const *values) {
  enum { TAG = 1 };
  int sent = 0, failed = MPI_SUCCESS;
  for (int i = 0; i < r->parts; i++) {
    const part *p = &r->list[i];
    if (p->rank == r->rank && p->owner != r->rank)
      failed |= MPI_Isend(plane_of(r, p, values), (int)(p->nx * p->ny), r->type, (int)p->owner, TAG,
                          r->comm, &r->request[sent++]);
  }
  for (int i = 0; i < r->parts; i++) {
    const part *p = &r->list[i];
    if (p->owner != r->rank)
      continue;
    if (p->rank != r->rank)
      failed |= MPI_Recv(r->tile, (int)(p->nx * p->ny), r->type, (int)p->rank, TAG, r->comm,
                         MPI_STATUS_IGNORE);
    place(r, p, p->rank == r->rank ? plane_of(r, p, values) : r->tile);
  }
  failed |= MPI_Waitall(sent, r->request, MPI_STATUSES_IGNORE);
  return failed ? ria_fail(RIA_ERROR_MPI, "the rows of a field cannot be gathered") : RIA_SUCCESS;
}

bool ria_whole_rows_run(const ria_whole_rows *r, int *at, ria_global *y0, ria_global *y1,
                        const void **values) {
  if (*at >= r->nruns)
    return false;
  const run *found = &r->runs[(*at)++];
  *y0 = found->y0;
  *y1 = found->y1;
  *values = found->values;
  return true;
}
