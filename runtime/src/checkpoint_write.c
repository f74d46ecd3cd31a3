/* Writing a checkpoint: beside the computation, from a snapshot, by all ranks into one file. */
#include "ria/checkpoint.h"
#include "file5.h"
#include "internal.h"
#include "ria/room.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 256 };

/* A rank's tiles are a run in row order, so the rows that they span hold little else: one buffer of
 * whole rows takes all of them, and one call writes a field. */
typedef struct {
  ria_global y0, y1;
  size_t nx, size;
  hid_t file_space, memory_space;
  char *rows;
} slab;

static ria_status slab_create(slab *b, const ria_model *m, int count,
                              const ria_snapshot_tile *tile) {
  hsize_t shape[2] = {(hsize_t)m->grid.ny, (hsize_t)m->grid.nx};
  *b = (slab){.y0 = m->grid.ny, .nx = (size_t)m->grid.nx, .size = ria_precision_size(m->precision)};
  for (int i = 0; i < count; i++) {
    b->y0 = tile[i].y0 < b->y0 ? tile[i].y0 : b->y0;
    b->y1 = tile[i].y0 + tile[i].ny > b->y1 ? tile[i].y0 + tile[i].ny : b->y1;
  }
  ria_global rows = count ? b->y1 - b->y0 : 1;
  hsize_t memory[2] = {(hsize_t)rows, shape[1]};
  b->rows = malloc((size_t)rows * b->nx * b->size);
  if (!b->rows)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to write a checkpoint");
  b->file_space = H5Screate_simple(2, shape, NULL);
  b->memory_space = H5Screate_simple(2, memory, NULL);
  H5Sselect_none(b->file_space);
  H5Sselect_none(b->memory_space);
  for (int i = 0; i < count; i++) {
    hsize_t extent[2] = {(hsize_t)tile[i].ny, (hsize_t)tile[i].nx};
    hsize_t file[2] = {(hsize_t)tile[i].y0, (hsize_t)tile[i].x0};
    hsize_t in_memory[2] = {(hsize_t)(tile[i].y0 - b->y0), (hsize_t)tile[i].x0};
    H5Sselect_hyperslab(b->file_space, H5S_SELECT_OR, file, NULL, extent, NULL);
    H5Sselect_hyperslab(b->memory_space, H5S_SELECT_OR, in_memory, NULL, extent, NULL);
  }
  return RIA_SUCCESS;
}

static void slab_destroy(slab *b) {
  free(b->rows);
  if (b->file_space > 0)
    H5Sclose(b->file_space);
  if (b->memory_space > 0)
    H5Sclose(b->memory_space);
}

static void slab_load(slab *b, int field, int count, const ria_snapshot_tile *tile) {
  for (int i = 0; i < count; i++) {
    size_t row = (size_t)tile[i].nx * b->size;
    const char *from = tile[i].values[field];
    for (int y = 0; y < tile[i].ny; y++, from += row) {
      size_t at = (size_t)(tile[i].y0 - b->y0 + y) * b->nx + (size_t)tile[i].x0;
      memcpy(b->rows + at * b->size, from, row);
    }
  }
}

static hsize_t smaller(hsize_t a, hsize_t b) {
  return a < b ? a : b;
}

static ria_status write_field(hid_t group, const ria_model *m, int field, const slab *b,
                              hid_t transfer) {
  hid_t type = m->precision == RIA_SINGLE ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  hid_t stored = m->precision == RIA_SINGLE ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
  hsize_t shape[2] = {(hsize_t)m->grid.ny, (hsize_t)m->grid.nx};
  hsize_t chunk[2] = {smaller(shape[0], CHUNK), smaller(shape[1], CHUNK)};
  hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(layout, 2, chunk);
  H5Pset_fletcher32(layout);
  H5Pset_fill_time(layout, H5D_FILL_TIME_NEVER);
  hid_t space = H5Screate_simple(2, shape, NULL);
  hid_t dataset =
      H5Dcreate2(group, m->state[field].name, stored, space, H5P_DEFAULT, layout, H5P_DEFAULT);
  ria_status status = RIA_SUCCESS;
  if (dataset < 0 || H5Dwrite(dataset, type, b->memory_space, b->file_space, transfer, b->rows) < 0)
    status = ria_fail(RIA_ERROR_IO, "cannot write the field %s: %s", m->state[field].name,
                      ria_file5_reason());
  if (status == RIA_SUCCESS)
    status = ria_file5_put_text(dataset, "units", m->state[field].unit);
  if (dataset >= 0 && H5Dclose(dataset) < 0 && status == RIA_SUCCESS)
    status = ria_fail(RIA_ERROR_IO, "cannot write the field %s: %s", m->state[field].name,
                      ria_file5_reason());
  H5Sclose(space);
  H5Pclose(layout);
  return status;
}

static ria_status write_header(hid_t file, const ria_model *m,
                               const ria_checkpoint_identity *identity,
                               const ria_progress *progress) {
  RIA_TRY(ria_file5_put_text(file, "format", "ria checkpoint"));
  RIA_TRY(ria_file5_put_integer(file, "version", RIA_CHECKPOINT_VERSION));
  RIA_TRY(ria_file5_put_text(file, "solver", identity->solver));
  RIA_TRY(ria_file5_put_text(file, "case_hash", identity->case_hash));
  RIA_TRY(ria_file5_put_text(file, "precision", m->precision == RIA_SINGLE ? "single" : "double"));
  RIA_TRY(ria_file5_put_double(file, "x0", m->grid.x0));
  RIA_TRY(ria_file5_put_double(file, "y0", m->grid.y0));
  RIA_TRY(ria_file5_put_double(file, "dx", m->grid.dx));
  RIA_TRY(ria_file5_put_double(file, "dy", m->grid.dy));
  RIA_TRY(ria_file5_put_double(file, "time", progress->time));
  RIA_TRY(ria_file5_put_double(file, "dt", progress->dt));
  RIA_TRY(ria_file5_put_double(file, "rate", progress->rate));
  RIA_TRY(ria_file5_put_integer(file, "steps", progress->steps));
  return ria_file5_put_integer(file, "redone", progress->redone);
}

/* What every rank of a collective file shares. */
typedef struct {
  const ria_runtime *runtime;
  const ria_model *model;
  const char *partial;
  hid_t file;
} output;

/* A rank that fails alone must not leave the others waiting in the next collective call. */
static ria_status agree(const output *o, ria_status mine) {
  return ria_agree(o->runtime->files, o->runtime->ranks, mine);
}

/* An upper bound of the file's size: whole chunks, with their checksum and index. */
static int64_t room_needed(const ria_model *m) {
  enum { HEADER = 1 << 16, INDEX = 256 };
  int64_t cx = m->grid.nx < CHUNK ? m->grid.nx : CHUNK,
          cy = m->grid.ny < CHUNK ? m->grid.ny : CHUNK;
  int64_t chunks = ((m->grid.nx + cx - 1) / cx) * ((m->grid.ny + cy - 1) / cy);
  return HEADER + ria_model_lasting(m) * chunks *
                      (cx * cy * (int64_t)ria_precision_size(m->precision) + INDEX);
}

static ria_status create(output *o) {
  o->file = ria_file5_create(o->partial, o->runtime->files, o->runtime->ranks);
  ria_status status = RIA_SUCCESS;
  if (o->file < 0)
    status = ria_fail(RIA_ERROR_IO, "cannot create it: %s", ria_file5_reason());
  RIA_TRY(agree(o, status));
  if (o->runtime->rank == 0)
    status = ria_room_take(o->partial, room_needed(o->model));
  return agree(o, status);
}

static ria_status write_fields(const output *o, slab *b, int count, const ria_snapshot_tile *tile) {
  hid_t group = H5Gcreate2(o->file, "fields", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  ria_status status = RIA_SUCCESS;
  if (group < 0)
    status = ria_fail(RIA_ERROR_IO, "cannot write the fields: %s", ria_file5_reason());
  status = agree(o, status);
  hid_t transfer = H5Pcreate(H5P_DATASET_XFER);
  if (o->runtime->ranks > 1) /* filters need every rank in the call */
    H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE);
  for (int f = 0, fields = ria_model_lasting(o->model); f < fields && status == RIA_SUCCESS; f++) {
    slab_load(b, f, count, tile);
    status = agree(o, write_field(group, o->model, f, b, transfer));
  }
  H5Pclose(transfer);
  if (group >= 0)
    H5Gclose(group);
  return status;
}

static ria_status flush(const output *o) {
  ria_status status = RIA_SUCCESS;
  if (H5Fflush(o->file, H5F_SCOPE_GLOBAL) < 0)
    status = ria_fail(RIA_ERROR_IO, "cannot flush it: %s", ria_file5_reason());
  return agree(o, status);
}

/* Close in any case, and give back the room that was not used. */
static ria_status finish(const output *o, ria_status status) {
  if (o->file >= 0 && H5Fclose(o->file) < 0 && status == RIA_SUCCESS)
    status = ria_fail(RIA_ERROR_IO, "cannot close it: %s", ria_file5_reason());
  RIA_TRY(agree(o, status));
  if (o->runtime->rank == 0)
    status = ria_room_give_back(o->partial);
  return agree(o, status);
}

static ria_status write_file(const ria_runtime *r, ria_snapshot *snapshot,
                             const ria_checkpoint_identity *identity, const char *partial) {
  int count;
  const ria_snapshot_tile *tile;
  ria_progress progress;
  output o = {.runtime = r,
              .model = ria_snapshot_model(snapshot),
              .partial = partial,
              .file = H5I_INVALID_HID};
  slab b = {0};
  ria_status status = ria_snapshot_tiles(snapshot, &count, &tile, &progress);
  if (status == RIA_SUCCESS)
    status = slab_create(&b, o.model, count, tile);
  status = agree(&o, status);
  if (status == RIA_SUCCESS) {
    status = create(&o);
    if (status == RIA_SUCCESS)
      status = agree(&o, write_header(o.file, o.model, identity, &progress));
    if (status == RIA_SUCCESS)
      status = write_fields(&o, &b, count, tile);
    if (status == RIA_SUCCESS)
      status = flush(&o);
    if (status == RIA_SUCCESS) /* last: what lacks it was cut short */
      status = ria_file5_put_integer(o.file, "complete", 1);
    status = finish(&o, status);
  }
  slab_destroy(&b);
  return status;
}

ria_status ria_checkpoint_write(ria_runtime *r, ria_snapshot *snapshot,
                                const ria_checkpoint_identity *identity, const char *path) {
  char *partial = NULL;
  if (asprintf(&partial, "%s.partial", path) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a path");
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  ria_simulation_take_mpi(ria_snapshot_simulation(snapshot));
  ria_status status = write_file(r, snapshot, identity, partial);
  if (r->rank == 0 && status == RIA_SUCCESS)
    status = ria_file5_publish(partial, path);
  status = ria_agree(r->files, r->ranks, status);
  if (status != RIA_SUCCESS) {
    if (r->rank == 0)
      unlink(partial);
    status = ria_fail(status, "checkpoint %s was not written: %s; earlier ones are as they were",
                      path, ria_status_detail());
  }
  free(partial);
  return status;
}
