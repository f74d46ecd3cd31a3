/* Appending a record: every rank selects its tiles, and all write together. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "h5.h"
#include "history_writer.h"
#include "ria/room.h"

/* This rank's cells: the smallest box around its tiles, and a buffer of one variable for it. Memory
 * and file are selected alike, so that the order of elements agrees whatever the tiles' shape. */
typedef struct {
  ria_global x0, y0, nx, ny;
  bool full; /* the tiles fill the box */
  int count;
  const ria_snapshot_tile *tile;
  void *values; /* [ny][nx] reals */
} region;

static ria_status make_region(const ria_history *h, int count, const ria_snapshot_tile *tile,
                              region *r) {
  const ria_grid *grid = &h->of.grid;
  ria_global x1 = 0, y1 = 0, area = 0;
  *r = (region){.x0 = grid->nx, .y0 = grid->ny, .count = count, .tile = tile};
  for (int t = 0; t < count; t++) {
    const ria_snapshot_tile *part = &tile[t];
    if (part->nx < 1 || part->ny < 1 || part->x0 < 0 || part->y0 < 0 ||
        part->x0 + part->nx > grid->nx || part->y0 + part->ny > grid->ny)
      return ria_fail(RIA_ERROR_ARGUMENT, "%s: tile %d of a record lies outside the grid",
                      h->of.path, t);
    r->x0 = part->x0 < r->x0 ? part->x0 : r->x0;
    r->y0 = part->y0 < r->y0 ? part->y0 : r->y0;
    x1 = part->x0 + part->nx > x1 ? part->x0 + part->nx : x1;
    y1 = part->y0 + part->ny > y1 ? part->y0 + part->ny : y1;
    area += (ria_global)part->nx * part->ny;
  }
  if (!count)
    r->x0 = r->y0 = 0;
  r->nx = x1 > r->x0 ? x1 - r->x0 : 0;
  r->ny = y1 > r->y0 ? y1 - r->y0 : 0;
  r->full = area == r->nx * r->ny;
  r->values = malloc((size_t)(r->nx * r->ny) * ria_precision_size(h->of.precision) + 1);
  if (!r->values)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a record", h->of.path);
  return RIA_SUCCESS;
}

/* One body for both precisions: the level and the concentration are computed in double and rounded
 * once. */
#define DERIVE(real)                                                                               \
  do {                                                                                             \
    const real *height = t->values[0];                                                             \
    const real *tracer = v->kind == RIA_VARIABLE_CONCENTRATION ? t->values[v->field] : NULL;       \
    real *to = r->values, dry = (real)h->of.dry;                                                   \
    for (int y = 0; y < t->ny; y++) {                                                              \
      const double *depth = h->of.depth + (t->y0 + y) * h->of.grid.nx + t->x0;                     \
      real *row = to + (t->y0 + y - r->y0) * r->nx + (t->x0 - r->x0);                              \
      for (int x = 0; x < t->nx; x++) {                                                            \
        size_t c = (size_t)y * (size_t)t->nx + (size_t)x;                                          \
        bool wet = height[c] > dry;                                                                \
        double value = tracer ? (double)tracer[c] / (double)height[c]                              \
                              : (double)height[c] - (double)(real)depth[x];                        \
        row[x] = wet ? (real)value : (real)NAN;                                                    \
      }                                                                                            \
    }                                                                                              \
  } while (0)

static void gather(const ria_history *h, const ria_history_variable *v, region *r) {
  size_t size = ria_precision_size(h->of.precision);
  for (int i = 0; i < r->count; i++) {
    const ria_snapshot_tile *t = &r->tile[i];
    if (v->kind == RIA_VARIABLE_STATE) {
      for (int y = 0; y < t->ny; y++)
        memcpy((char *)r->values + (size_t)((t->y0 + y - r->y0) * r->nx + (t->x0 - r->x0)) * size,
               (const char *)t->values[v->field] + (size_t)y * (size_t)t->nx * size,
               (size_t)t->nx * size);
    } else if (h->of.precision == RIA_SINGLE) {
      DERIVE(float);
    } else {
      DERIVE(double);
    }
  }
}

/* Select this rank's cells in a space of `rank` dimensions whose box starts at (y0, x0). */
static void select_cells(hid_t space, int rank, hsize_t record, ria_global y0, ria_global x0,
                         const region *r) {
  H5Sselect_none(space);
  int parts = r->full ? r->count > 0 : r->count;
  for (int i = 0; i < parts; i++) {
    const ria_snapshot_tile *t = &r->tile[i];
    hsize_t at[3] = {record, (hsize_t)((r->full ? r->y0 : t->y0) - y0),
                     (hsize_t)((r->full ? r->x0 : t->x0) - x0)};
    hsize_t size[3] = {1, (hsize_t)(r->full ? r->ny : t->ny), (hsize_t)(r->full ? r->nx : t->nx)};
    int first = 3 - rank;
    H5Sselect_hyperslab(space, i ? H5S_SELECT_OR : H5S_SELECT_SET, at + first, NULL, size + first,
                        NULL);
  }
}

/* A collective call must be made by every rank whatever went wrong before: errors are kept, not
 * obeyed. */
typedef struct {
  const ria_history *h;
  hid_t file, transfer;
  char why[256];
  bool failed;
} append;

static void check(append *a, herr_t result) {
  if (result < 0 && !a->failed) {
    a->failed = true;
    ria_h5_reason(a->why, sizeof a->why);
  }
}

static void write_time(append *a, double time) {
  hsize_t record = (hsize_t)a->h->records, size = record + 1, one = 1;
  hid_t id = H5Dopen2(a->file, "time", H5P_DEFAULT);
  check(a, id < 0 ? -1 : 0);
  check(a, H5Dset_extent(id, &size));
  hid_t space = H5Dget_space(id), memory = H5Screate_simple(1, &one, NULL);
  check(a, H5Sselect_hyperslab(space, H5S_SELECT_SET, &record, NULL, &one, NULL));
  if (a->h->rank) {
    H5Sselect_none(space);
    H5Sselect_none(memory);
  }
  check(a, H5Dwrite(id, H5T_NATIVE_DOUBLE, memory, space, a->transfer, &time));
  ria_h5_close(memory);
  ria_h5_close(space);
  check(a, H5Dclose(id));
}

static void write_variable(append *a, const ria_history_variable *v, const region *r) {
  hsize_t record = (hsize_t)a->h->records;
  hsize_t size[3] = {record + 1, (hsize_t)a->h->of.grid.ny, (hsize_t)a->h->of.grid.nx};
  hsize_t box[2] = {r->ny ? (hsize_t)r->ny : 1, r->nx ? (hsize_t)r->nx : 1};
  hid_t id = H5Dopen2(a->file, v->name, H5P_DEFAULT);
  check(a, id < 0 ? -1 : 0);
  check(a, H5Dset_extent(id, size));
  hid_t space = H5Dget_space(id), memory = H5Screate_simple(2, box, NULL);
  select_cells(space, 3, record, 0, 0, r);
  select_cells(memory, 2, 0, r->y0, r->x0, r);
  check(a,
        H5Dwrite(id, ria_history_real(a->h->of.precision), memory, space, a->transfer, r->values));
  ria_h5_close(memory);
  ria_h5_close(space);
  check(a, H5Dclose(id));
}

static void open_together(const ria_history *h, append *a) {
  hid_t access_list = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fclose_degree(access_list, H5F_CLOSE_STRONG);
  H5Pset_libver_bounds(access_list, H5F_LIBVER_V18, H5F_LIBVER_V18);
  H5Pset_fapl_mpio(access_list, h->of.comm, MPI_INFO_NULL);
  a->file = H5Fopen(h->of.path, H5F_ACC_RDWR, access_list);
  check(a, a->file < 0 ? -1 : 0);
  H5Pclose(access_list);
}

static ria_status open_file(const ria_history *h, append *a) {
  *a = (append){.h = h, .file = H5I_INVALID_HID, .transfer = H5Pcreate(H5P_DATASET_XFER)};
  if (h->ranks == 1)
    return ria_h5_open(h->of.path, true, &a->file);
  H5Pset_dxpl_mpio(a->transfer, H5FD_MPIO_COLLECTIVE);
  open_together(h, a);
  return ria_history_agree(
      h->of.comm, a->failed ? ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", h->of.path, a->why)
                            : RIA_SUCCESS);
}

static ria_status write_record(ria_history *h, double time, region *r) {
  append a;
  ria_h5_quiet();
  ria_status status = open_file(h, &a);
  if (status == RIA_SUCCESS) {
    write_time(&a, time);
    for (int v = 0; v < h->variables; v++) {
      gather(h, &h->variable[v], r);
      write_variable(&a, &h->variable[v], r);
    }
    check(&a, H5Fclose(a.file));
    if (a.failed)
      status =
          ria_fail(RIA_ERROR_IO, "%s: the record at %g s cannot be written: %s; is the disk full?",
                   h->of.path, time, a.why);
  }
  H5Pclose(a.transfer);
  return status;
}

ria_status ria_history_reserve(ria_history *h, int64_t records) {
  if (records <= h->capacity)
    return RIA_SUCCESS;
  int64_t capacity = records < 64 ? 64 : records * 2;
  double *time = realloc(h->time, (size_t)capacity * sizeof *time);
  if (!time)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for %lld times", h->of.path,
                    (long long)records);
  h->time = time;
  h->capacity = capacity;
  return RIA_SUCCESS;
}

/* ---- rank 0: the journal around an append ---- */

static ria_status list_dataset(ria_history *h, hid_t file, const char *name, int rank) {
  char why[256];
  hsize_t total = 0, per_record = 0;
  ria_status status = RIA_SUCCESS;
  hid_t id = H5Dopen2(file, name, H5P_DEFAULT), space = id < 0 ? id : H5Dget_space(id);
  if (space < 0 || H5Dget_num_chunks(id, space, &total) < 0)
    status = ria_fail(RIA_ERROR_CORRUPT, "%s: %s cannot be read: %s", h->of.path, name,
                      ria_h5_reason(why, sizeof why));
  /* Chunks are listed in order of time, those of a record together. */
  hsize_t first = 0, last = total;
  if (status == RIA_SUCCESS && rank == 3) {
    hsize_t extent[3] = {0};
    H5Sget_simple_extent_dims(space, extent, NULL);
    per_record = extent[0] ? total / extent[0] : 0;
    first = per_record * (hsize_t)h->listed;
    last = per_record * (hsize_t)h->records;
  }
  for (hsize_t c = first; c < last && status == RIA_SUCCESS; c++) {
    haddr_t address;
    hsize_t size, offset[3];
    unsigned mask;
    if (h->extents == h->extent_capacity) {
      size_t capacity = h->extent_capacity ? 2 * h->extent_capacity : 256;
      ria_extent *grown = realloc(h->extent, capacity * sizeof *grown);
      if (!grown) {
        status = ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its chunks", h->of.path);
        break;
      }
      h->extent = grown;
      h->extent_capacity = capacity;
    }
    if (H5Dget_chunk_info(id, space, c, offset, &mask, &address, &size) < 0)
      status = ria_fail(RIA_ERROR_CORRUPT, "%s: %s cannot be read: %s", h->of.path, name,
                        ria_h5_reason(why, sizeof why));
    else
      h->extent[h->extents++] = (ria_extent){address, size};
  }
  ria_h5_close(space);
  ria_h5_close(id);
  return status;
}

ria_status ria_history_list_extents(ria_history *h) {
  hid_t file;
  RIA_TRY(ria_h5_open(h->of.path, false, &file));
  ria_status status = RIA_SUCCESS;
  if (!h->extents && h->of.depth)
    status = list_dataset(h, file, "depth", 2);
  for (int v = 0; v < h->variables && status == RIA_SUCCESS; v++)
    status = list_dataset(h, file, h->variable[v].name, 3);
  ria_h5_close(file);
  if (status == RIA_SUCCESS)
    h->listed = h->records;
  else
    h->extents = 0, h->listed = 0;
  return status;
}

ria_status ria_history_conclude(ria_history *h, int lock, ria_status status) {
  if (status == RIA_SUCCESS)
    status = ria_journal_commit(h->of.path, lock);
  if (status == RIA_SUCCESS)
    return RIA_SUCCESS;
  char why[768];
  snprintf(why, sizeof why, "%s", ria_status_detail());
  if (ria_journal_rollback(h->of.path, lock) != RIA_SUCCESS)
    return ria_fail(status, "%s; nor can it be put back as it was: %.200s", why,
                    ria_status_detail());
  return ria_fail(status, "%s", why);
}

/* HDF5 cuts off at closing what it did not use. */
static ria_status reserve_room(const ria_history *h) {
  enum { STRUCTURES = 1 << 17 }; /* what HDF5 may add to its own structures, with much to spare */
  int64_t record =
      h->of.grid.nx * h->of.grid.ny * h->variables * (int64_t)ria_precision_size(h->of.precision);
  ria_status status = ria_room_take(h->of.path, record + STRUCTURES);
  if (status != RIA_SUCCESS)
    return ria_fail(status, "%s: no room for another record: %s", h->of.path, ria_status_detail());
  return RIA_SUCCESS;
}

static ria_status begin(ria_history *h, int *lock) {
  RIA_TRY(ria_history_list_extents(h));
  RIA_TRY(ria_journal_begin(h->of.path, h->extents, h->extent, lock));
  ria_status status = reserve_room(h);
  return status == RIA_SUCCESS ? status : ria_history_conclude(h, *lock, status);
}

ria_status ria_history_append(ria_history *h, double time, int count,
                              const ria_snapshot_tile *tiles) {
  if (h->records && time <= h->time[h->records - 1])
    return RIA_SUCCESS;
  region r;
  int lock = -1;
  ria_status status = make_region(h, count, tiles, &r);
  if (status == RIA_SUCCESS)
    status = ria_history_reserve(h, h->records + 1);
  status = ria_history_agree(h->of.comm, status);
  if (status == RIA_SUCCESS) {
    if (h->rank == 0)
      status = begin(h, &lock);
    status = ria_history_agree(h->of.comm, status);
    if (status == RIA_SUCCESS) {
      status = ria_history_agree(h->of.comm, write_record(h, time, &r));
      if (h->rank == 0)
        status = ria_history_conclude(h, lock, status);
      status = ria_history_agree(h->of.comm, status);
    }
  }
  free(r.values);
  RIA_TRY(status);
  h->time[h->records++] = time;
  status = h->rank == 0 ? ria_xdmf_write(&h->of, h->records, h->time) : RIA_SUCCESS;
  return ria_history_agree(h->of.comm, status);
}
