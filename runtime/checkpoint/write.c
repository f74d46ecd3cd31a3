/* Writes a checkpoint from a snapshot while the computation goes on. Rank 0 builds HDF5's
 * structures in memory, with room for the fields. Every rank writes whole rows into that room, and
 * rank 0 writes the structures around it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ledger.h"
#include "base/file5.h"
#include "access/simulation.h"
#include "snapshot.h"
#include "ria/checkpoint.h"
#include "ria/durable.h"
#include "ria/overlay.h"
#include "ria/room.h"
#include "ria/whole_rows.h"

/* Fields begin at a page of the file system, so that ranks on different nodes share only pages
 * where their rows meet. */
enum { ALIGNMENT = 4096, MOST_PARTS_A_RANK = 1 << 16 };

typedef struct {
  const ria_runtime *runtime;
  const ria_model *model;
  const ria_mesh *mesh;
  const char *partial, *path;
  int fields, count;
  const ria_snapshot_tile *tile;
  const ria_progress *progress;
  const ria_ledger *ledger;
  const double *kept; /* numbers kept by the model's moments */
  const ria_checkpoint_identity *identity;
  const ria_checkpoint_records *records;
  ria_whole_rows **rows; /* [blocks] */
  ria_overlay *overlay;  /* rank 0 */
  uint64_t *at; /* offset of each field of each block in the file; the last entry: the end */
  int file;
  ria_seal_part *part; /* checksums of the bytes that this rank wrote */
  size_t parts, capacity;
} output;

/* Agree on the status: a rank that fails alone must not leave the others waiting. */
static ria_status agree(const output *o, ria_status mine) {
  return ria_agree(o->runtime->files, mine);
}

/* ---- rank 0: HDF5's part ---- */

static int datasets(const output *o) {
  return o->mesh->blocks * o->fields;
}

/* Write the position and cell size of a block. */
static ria_status put_block(hid_t object, const output *o, int number) {
  static const char *const origin[] = {"x0", "y0", "z0"}, *const size[] = {"dx", "dy", "dz"};
  const ria_block *b = &o->mesh->block[number];
  const int axes = o->mesh->ndim == 3 ? 3 : 2;
  for (int a = 0; a < axes; a++)
    RIA_TRY(file5_put_double(object, origin[a], b->origin[a]));
  for (int a = 0; a < axes; a++)
    RIA_TRY(file5_put_double(object, size[a], b->spacing[a]));
  return RIA_SUCCESS;
}

static ria_status write_header(hid_t file, const output *o) {
  const ria_model *m = o->model;
  RIA_TRY(file5_put_text(file, "format", "ria checkpoint"));
  RIA_TRY(file5_put_integer(file, "version", ria_checkpoint_version(o->mesh)));
  RIA_TRY(file5_put_text(file, "solver", o->identity->solver));
  RIA_TRY(file5_put_text(file, "case_hash", o->identity->case_hash));
  RIA_TRY(file5_put_text(file, "precision", m->precision == RIA_SINGLE ? "single" : "double"));
  for (int i = 0; i < o->identity->attributes; i++) {
    const ria_attribute *a = &o->identity->attribute[i];
    RIA_TRY(a->text ? file5_put_text(file, a->name, a->text)
                    : file5_put_double(file, a->name, a->number[0]));
  }
  if (o->mesh->blocks == 1)
    RIA_TRY(put_block(file, o, 0));
  RIA_TRY(file5_put_double(file, "time", o->progress->time));
  RIA_TRY(file5_put_double(file, "dt", o->progress->dt));
  RIA_TRY(file5_put_double(file, "rate", o->progress->rate));
  RIA_TRY(file5_put_integer(file, "steps", o->progress->steps));
  RIA_TRY(file5_put_integer(file, "redone", o->progress->redone));
  RIA_TRY(ledger_write(file, o->ledger));
  if (m->moments.kept)
    RIA_TRY(file5_put_doubles(file, "moments", (size_t)m->moments.kept, o->kept));
  if (m->program) {
    RIA_TRY(file5_put_integer(file, "program_ended", o->progress->ended));
    RIA_TRY(file5_put_doubles(file, "program_lasting", RIA_PROGRAM_LASTING, o->progress->lasting));
  }
  return file5_put_integer(file, "complete", 1);
}

static ria_status lay_out_field(hid_t group, output *o, int block, int field) {
  const ria_quantity *q = ria_model_kept_field(o->model, field);
  hid_t stored = o->model->precision == RIA_SINGLE ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
  const ria_global *cells = o->mesh->block[block].cells;
  const int rank = o->mesh->ndim == 3 ? 3 : 2;
  const hsize_t shape[RIA_AXES] = {(hsize_t)cells[2], (hsize_t)cells[1], (hsize_t)cells[0]};
  hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_layout(layout, H5D_CONTIGUOUS);
  H5Pset_alloc_time(layout, H5D_ALLOC_TIME_EARLY);
  H5Pset_fill_time(layout, H5D_FILL_TIME_NEVER);
  hid_t space = H5Screate_simple(rank, shape + RIA_AXES - rank, NULL);
  hid_t dataset = H5Dcreate2(group, q->name, stored, space, H5P_DEFAULT, layout, H5P_DEFAULT);
  ria_status status = RIA_SUCCESS;
  if (dataset < 0)
    status = ria_fail(RIA_ERROR_IO, "cannot lay out the field %s: %s", q->name, file5_reason());
  if (status == RIA_SUCCESS)
    status = file5_put_text(dataset, "units", q->unit);
  haddr_t at = dataset < 0 ? HADDR_UNDEF : H5Dget_offset(dataset);
  if (status == RIA_SUCCESS && at == HADDR_UNDEF)
    status = ria_fail(RIA_ERROR_INTERNAL, "HDF5 has not allocated the field %s", q->name);
  if (dataset >= 0)
    H5Dclose(dataset);
  H5Sclose(space);
  H5Pclose(layout);
  o->at[block * o->fields + field] = at;
  return status;
}

/* A table with a value a row. */
static ria_status put_column(hid_t group, const char *name, hid_t stored, hid_t type, int64_t rows,
                             const void *values) {
  hsize_t size = (hsize_t)rows;
  hid_t space = H5Screate_simple(1, &size, NULL);
  hid_t dataset = H5Dcreate2(group, name, stored, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  herr_t result = dataset < 0 ? -1 : H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  ria_status status =
      result < 0 ? ria_fail(RIA_ERROR_IO, "cannot write the column %s: %s", name, file5_reason())
                 : RIA_SUCCESS;
  if (dataset >= 0)
    H5Dclose(dataset);
  H5Sclose(space);
  return status;
}

static ria_status put_gauge_rows(hid_t group, const ria_checkpoint_records *of) {
  if (of->gauge_rows < 1)
    return RIA_SUCCESS;
  double *time = malloc((size_t)of->gauge_rows * sizeof *time);
  uint32_t *crc = malloc((size_t)of->gauge_rows * sizeof *crc);
  ria_status status = RIA_SUCCESS;
  if (!time || !crc)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for the list of gauge rows");
  for (int64_t i = 0; status == RIA_SUCCESS && i < of->gauge_rows; i++) {
    time[i] = of->gauge[i].time;
    crc[i] = of->gauge[i].crc;
  }
  if (status == RIA_SUCCESS)
    status =
        put_column(group, "gauge_time", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, of->gauge_rows, time);
  if (status == RIA_SUCCESS)
    status = put_column(group, "gauge_crc", H5T_STD_U32LE, H5T_NATIVE_UINT32, of->gauge_rows, crc);
  free(time);
  free(crc);
  return status;
}

static ria_status put_records(hid_t file, const ria_checkpoint_records *of) {
  if (!of || !of->known)
    return RIA_SUCCESS;
  hid_t group = H5Gcreate2(file, "records", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (group < 0)
    return ria_fail(RIA_ERROR_IO, "cannot write records: %s", file5_reason());
  ria_status status = file5_put_integer(group, "gauge_rows", of->gauge_rows);
  if (status == RIA_SUCCESS)
    status = file5_put_integer(group, "gauge_header", of->gauge_header);
  if (status == RIA_SUCCESS)
    status = file5_put_integer(group, "history_records", of->history_records);
  if (status == RIA_SUCCESS)
    status = file5_put_double(group, "history_time", of->history_time);
  if (status == RIA_SUCCESS)
    status = put_gauge_rows(group, of);
  if (status == RIA_SUCCESS && of->step_bytes >= 0)
    status = file5_put_integer(group, "step_bytes", of->step_bytes);
  if (status == RIA_SUCCESS && of->step_bytes >= 0)
    status = file5_put_integer(group, "step_crc", of->step_crc);
  H5Gclose(group);
  return status;
}

static ria_status put_columns(hid_t file, const ria_checkpoint_records *of) {
  if (!of || !of->columns)
    return RIA_SUCCESS;
  hid_t group = H5Gcreate2(file, "columns", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (group < 0)
    return ria_fail(RIA_ERROR_IO, "cannot write columns: %s", file5_reason());
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < of->columns && status == RIA_SUCCESS; i++)
    status = put_column(group, of->column[i].name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE,
                        of->column[i].count, of->column[i].value);
  H5Gclose(group);
  return status;
}

/* Create the fields of a block in a group of that name. */
static ria_status lay_out_block(hid_t file, output *o, int block, const char *name, int from,
                                int to) {
  hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (group < 0)
    return ria_fail(RIA_ERROR_IO, "cannot lay out the fields: %s", file5_reason());
  ria_status status = o->mesh->blocks == 1 ? RIA_SUCCESS : put_block(group, o, block);
  for (int f = from; f < to && status == RIA_SUCCESS; f++)
    status = lay_out_field(group, o, block, f);
  H5Gclose(group);
  return status;
}

/* Create the fields in a group of that name: those of a single block directly, those of several
 * blocks in one group each. */
static ria_status lay_out_fields(hid_t file, output *o, const char *name, int from, int to) {
  if (o->mesh->blocks == 1)
    return lay_out_block(file, o, 0, name, from, to);
  hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (group < 0)
    return ria_fail(RIA_ERROR_IO, "cannot lay out the fields: %s", file5_reason());
  ria_status status = RIA_SUCCESS;
  for (int b = 0; b < o->mesh->blocks && status == RIA_SUCCESS; b++)
    status = lay_out_block(group, o, b, o->mesh->block[b].name, from, to);
  H5Gclose(group);
  return status;
}

static ria_status lay_out(output *o) {
  hid_t file;
  RIA_TRY(ria_overlay_create(H5P_DEFAULT, ALIGNMENT, &file, &o->overlay));
  ria_status status = write_header(file, o);
  if (status == RIA_SUCCESS)
    status = put_records(file, o->records);
  if (status == RIA_SUCCESS)
    status = put_columns(file, o->records);
  if (status == RIA_SUCCESS)
    status = lay_out_fields(file, o, "fields", 0, ria_model_lasting(o->model));
  if (status == RIA_SUCCESS && o->model->ntracked)
    status = lay_out_fields(file, o, "tracked", ria_model_lasting(o->model), o->fields);
  ria_status closed = ria_overlay_close(o->overlay, file);
  RIA_TRY(status);
  o->at[datasets(o)] = ria_overlay_size(o->overlay);
  return closed;
}

/* ---- the file ---- */

/* Rank 0 creates the file with its full size; then the other ranks open it. */
static ria_status create_file(output *o) {
  o->file = open(o->partial, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (o->file < 0)
    return ria_fail(RIA_ERROR_IO, "it cannot be created: %s", strerror(errno));
  return ria_room_take(o->partial, (int64_t)o->at[datasets(o)]);
}

static ria_status open_file(output *o) {
  o->file = open(o->partial, O_WRONLY | O_CLOEXEC);
  if (o->file < 0)
    return ria_fail(RIA_ERROR_IO, "rank %d cannot open it: %s; do all nodes see that folder?",
                    o->runtime->rank, strerror(errno));
  return RIA_SUCCESS;
}

static ria_status begin_file(output *o) {
  ria_status status = o->runtime->rank == 0 ? lay_out(o) : RIA_SUCCESS;
  if (status == RIA_SUCCESS && o->runtime->rank == 0)
    status = create_file(o);
  RIA_TRY(agree(o, status));
  if (o->runtime->ranks > 1)
    MPI_Bcast(o->at, datasets(o) + 1, MPI_UINT64_T, 0, o->runtime->files);
  return agree(o, o->runtime->rank ? open_file(o) : RIA_SUCCESS);
}

static ria_status add_part(output *o, uint64_t offset, uint64_t size, uint32_t crc) {
  if (o->parts == o->capacity) {
    size_t capacity = o->capacity ? 2 * o->capacity : 64;
    ria_seal_part *grown = realloc(o->part, capacity * sizeof *grown);
    if (!grown)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for its checksums");
    o->part = grown;
    o->capacity = capacity;
  }
  o->part[o->parts++] = (ria_seal_part){.offset = offset, .size = size, .crc = crc};
  return RIA_SUCCESS;
}

/* Write bytes at an offset, and compute their checksums. */
static ria_status write_bytes(output *o, uint64_t offset, const char *bytes, uint64_t size) {
  while (size) {
    size_t part = size < RIA_SEAL_PART ? (size_t)size : RIA_SEAL_PART;
    RIA_TRY(add_part(o, offset, part, ria_crc(0, bytes, part)));
    RIA_TRY(ria_write_at(o->file, bytes, part, (int64_t)offset, o->partial));
    offset += part;
    bytes += part;
    size -= part;
  }
  return RIA_SUCCESS;
}

static ria_status write_rows(output *o, int block, int field) {
  const uint64_t row =
      (uint64_t)o->mesh->block[block].cells[0] * ria_precision_size(o->model->precision);
  const uint64_t start = o->at[block * o->fields + field];
  int at = 0;
  ria_global y0, y1;
  const void *values;
  while (ria_whole_rows_run(o->rows[block], &at, &y0, &y1, &values))
    RIA_TRY(write_bytes(o, start + (uint64_t)y0 * row, values, (uint64_t)(y1 - y0) * row));
  return RIA_SUCCESS;
}

/* A rank that could not write still takes part in the gathering, which the others need. */
static ria_status write_fields(output *o) {
  const void **values = malloc(((size_t)o->count + 1) * sizeof *values);
  ria_status status = values ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a field");
  status = agree(o, status);
  for (int d = 0; d < datasets(o) && status == RIA_SUCCESS; d++) {
    const int block = d / o->fields, f = d % o->fields;
    for (int i = 0; i < o->count; i++)
      values[i] = o->tile[i].values[f];
    status = ria_whole_rows_gather(o->rows[block], values);
    if (status == RIA_SUCCESS)
      status = write_rows(o, block, f);
    status = agree(o, status);
  }
  free(values);
  return status;
}

/* Write all bytes outside the fields. */
static ria_status write_structures(output *o) {
  ria_byte_range *range = calloc((size_t)datasets(o), sizeof *range);
  if (!range)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for its structures");
  for (int d = 0; d < datasets(o); d++) {
    const ria_global *cells = o->mesh->block[d / o->fields].cells;
    range[d] = (ria_byte_range){o->at[d], (uint64_t)(cells[0] * cells[1] * cells[2]) *
                                              ria_precision_size(o->model->precision)};
  }
  ria_seal_part *gap;
  size_t gaps;
  ria_status status = ria_seal_gaps(range, (size_t)datasets(o), o->at[datasets(o)], &gap, &gaps);
  free(range);
  RIA_TRY(status);
  for (size_t i = 0; i < gaps && status == RIA_SUCCESS; i++) {
    char *bytes = malloc((size_t)gap[i].size);
    status = bytes ? ria_overlay_read(o->overlay, gap[i].offset, bytes, (size_t)gap[i].size)
                   : ria_fail(RIA_ERROR_MEMORY, "no memory for its structures");
    if (status == RIA_SUCCESS)
      status = write_bytes(o, gap[i].offset, bytes, gap[i].size);
    free(bytes);
  }
  free(gap);
  return status;
}

/* ---- its seal ---- */

static int by_place(const void *a, const void *b) {
  const ria_seal_part *p = a, *q = b;
  return (p->offset > q->offset) - (p->offset < q->offset);
}

/* Send every rank's checksums to rank 0. */
static ria_status gather_parts(output *o) {
  enum { BYTES = sizeof(ria_seal_part) };
  int ranks = o->runtime->ranks, mine = (int)o->parts * BYTES, total = 0;
  if (ranks == 1)
    return RIA_SUCCESS;
  bool root = o->runtime->rank == 0;
  int *bytes = calloc(2 * (size_t)ranks, sizeof *bytes), *from = bytes + ranks;
  ria_seal_part *all = NULL;
  ria_status status = !bytes ? ria_fail(RIA_ERROR_MEMORY, "no memory for its checksums")
                      : o->parts > MOST_PARTS_A_RANK
                          ? ria_fail(RIA_ERROR_UNSUPPORTED, "it is too large: use more ranks")
                          : RIA_SUCCESS;
  status = agree(o, status);
  if (status == RIA_SUCCESS) {
    MPI_Gather(&mine, 1, MPI_INT, bytes, 1, MPI_INT, 0, o->runtime->files);
    for (int r = 0; root && r < ranks; total += bytes[r++])
      from[r] = total;
    all = root ? malloc((size_t)total + 1) : NULL;
    status = agree(o, all || !root ? RIA_SUCCESS
                                   : ria_fail(RIA_ERROR_MEMORY, "no memory for its checksums"));
  }
  if (status == RIA_SUCCESS)
    MPI_Gatherv(o->part, mine, MPI_BYTE, all, bytes, from, MPI_BYTE, 0, o->runtime->files);
  if (status == RIA_SUCCESS && root) {
    free(o->part);
    o->part = all;
    o->parts = o->capacity = (size_t)total / BYTES;
    all = NULL;
  }
  free(all);
  free(bytes);
  return status;
}

static ria_status write_seal(output *o) {
  qsort(o->part, o->parts, sizeof *o->part, by_place);
  uint64_t end = o->at[datasets(o)];
  void *seal = ria_seal_make(o->part, o->parts, end);
  if (!seal)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for its checksums");
  ria_status status =
      ria_write_at(o->file, seal, ria_seal_size(o->parts), (int64_t)end, o->partial);
  free(seal);
  return status;
}

/* Each rank flushes: on a cluster, written bytes are in the memory of the rank's node. */
static ria_status flush(output *o) {
  ria_status status = ria_durable_sync(o->file, o->partial);
  int failed = close(o->file);
  o->file = -1;
  if (status == RIA_SUCCESS && failed)
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", o->partial, strerror(errno));
  return status;
}

static ria_status write_all(output *o) {
  const int blocks = o->mesh->blocks;
  o->rows = calloc((size_t)blocks, sizeof *o->rows);
  o->at = calloc((size_t)datasets(o) + 1, sizeof *o->at);
  RIA_TRY(agree(o, o->rows && o->at ? RIA_SUCCESS
                                    : ria_fail(RIA_ERROR_MEMORY, "no memory for its structures")));
  for (int b = 0; b < blocks; b++)
    RIA_TRY(ria_whole_rows_create(o->runtime->files, &o->mesh->block[b], b,
                                  ria_precision_size(o->model->precision), o->count, o->tile, false,
                                  &o->rows[b]));
  RIA_TRY(begin_file(o));
  RIA_TRY(write_fields(o));
  RIA_TRY(agree(o, o->runtime->rank == 0 ? write_structures(o) : RIA_SUCCESS));
  RIA_TRY(gather_parts(o));
  RIA_TRY(agree(o, o->runtime->rank == 0 ? write_seal(o) : RIA_SUCCESS));
  RIA_TRY(agree(o, flush(o)));
  return agree(o, o->runtime->rank == 0 ? ria_durable_publish(o->partial, o->path) : RIA_SUCCESS);
}

static ria_status write_snapshot(output *o, ria_snapshot *snapshot) {
  ria_progress progress;
  o->model = ria_snapshot_model(snapshot);
  o->mesh = &snapshot_simulation(snapshot)->mesh;
  o->fields = ria_model_kept(o->model);
  o->progress = &progress;
  o->ledger = ria_snapshot_ledger(snapshot);
  o->kept = snapshot_kept(snapshot);
  RIA_TRY(agree(o, ria_snapshot_tiles(snapshot, &o->count, &o->tile, &progress)));
  ria_status status = write_all(o);
  if (o->file >= 0)
    close(o->file);
  for (int b = 0; o->rows && b < o->mesh->blocks; b++)
    ria_whole_rows_destroy(o->rows[b]);
  free(o->rows);
  free(o->at);
  ria_overlay_destroy(o->overlay);
  free(o->part);
  return status;
}

ria_status ria_checkpoint_write(ria_runtime *r, ria_snapshot *snapshot,
                                const ria_checkpoint_identity *identity,
                                const ria_checkpoint_records *records, const char *path) {
  char *partial = NULL;
  ria_status status = asprintf(&partial, "%s.partial", path) < 0
                          ? ria_fail(RIA_ERROR_MEMORY, "no memory for a path")
                          : RIA_SUCCESS;
  simulation_take_mpi(snapshot_simulation(snapshot));
  output o = {.runtime = r,
              .partial = partial,
              .path = path,
              .identity = identity,
              .records = records,
              .file = -1};
  status = agree(&o, status);
  if (status == RIA_SUCCESS)
    status = write_snapshot(&o, snapshot);
  if (status != RIA_SUCCESS) {
    if (r->rank == 0 && partial)
      unlink(partial);
    status =
        ria_fail(status, "checkpoint %s was not written: %s; earlier checkpoints are unchanged",
                 path, ria_status_detail());
  }
  free(partial);
  return status;
}
