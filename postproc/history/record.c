/* A record, from memory to the file: HDF5 works on an overlay; the changed bytes are written under
 * a journal, with a seal at the end. Rank 0 alone. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "file/h5.h"
#include "writer.h"
#include "ria/durable.h"
#include "ria/room.h"

/* ---- the list of chunks ---- */

static ria_status add_chunk(ria_history *h, ria_byte_range chunk) {
  if (h->chunks == h->chunk_capacity) {
    size_t capacity = h->chunk_capacity ? 2 * h->chunk_capacity : 256;
    ria_byte_range *grown = realloc(h->chunk, capacity * sizeof *grown);
    if (!grown)
      return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its chunks", h->of.path);
    h->chunk = grown;
    h->chunk_capacity = capacity;
  }
  h->chunk[h->chunks++] = chunk;
  return RIA_SUCCESS;
}

/* The size of a dataset's chunks; false if it has no chunks, or a chunk has several records. */
static bool chunk_shape(hid_t dataset, int rank, bool records, hsize_t shape[1 + RIA_AXES]) {
  hid_t create = H5Dget_create_plist(dataset);
  bool good = create >= 0 && H5Pget_layout(create) == H5D_CHUNKED &&
              H5Pget_chunk(create, rank, shape) == rank && (!records || shape[0] == 1);
  for (int d = 0; d < rank && good; d++)
    good = shape[d] > 0;
  ria_h5_close(create);
  return good;
}

static ria_status unlisted(const ria_history *h, const char *name) {
  return ria_fail(RIA_ERROR_CORRUPT, "%s: the chunks of %s cannot be listed: %s", h->of.path, name,
                  ria_h5_reason());
}

/* The next chunk, in the order of the file; false after the last one. */
static bool next_chunk(int rank, int first, const hsize_t *size, const hsize_t *shape,
                       hsize_t *at) {
  for (int d = rank - 1; d >= first; d--) {
    at[d] += shape[d];
    if (at[d] < size[d])
      return true;
    at[d] = 0;
  }
  return false;
}

/* List the chunks of one record of a dataset [time][z][y][x] (`first` 1), or of a dataset [y][x]
 * (`first` 0), with these sizes. */
static ria_status list_plane(ria_history *h, hid_t dataset, const char *name, int rank, int first,
                             const hsize_t *size, int64_t record) {
  hsize_t shape[1 + RIA_AXES], at[1 + RIA_AXES] = {0};
  if (!chunk_shape(dataset, rank, first, shape))
    return unlisted(h, name);
  if (first)
    at[0] = (hsize_t)record;
  do {
    unsigned mask = 0;
    haddr_t address = HADDR_UNDEF;
    hsize_t bytes = 0;
    if (H5Dget_chunk_info_by_coord(dataset, at, &mask, &address, &bytes) < 0 ||
        address == HADDR_UNDEF || mask)
      return unlisted(h, name);
    RIA_TRY(add_chunk(h, (ria_byte_range){address, bytes}));
  } while (next_chunk(rank, first, size, shape, at));
  return RIA_SUCCESS;
}

static ria_status list_variable(ria_history *h, hid_t file, int block, int variable,
                                int64_t record) {
  char name[HISTORY_NAME];
  hsize_t size[1 + RIA_AXES];
  const int rank = history_sizes(&h->of, block, 0, size);
  history_name(&h->of, block, h->variable[variable]->name, name);
  hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  ria_status status =
      dataset < 0 ? unlisted(h, name) : list_plane(h, dataset, name, rank, 1, size, record);
  ria_h5_close(dataset);
  return status;
}

static ria_status list_record(ria_history *h, hid_t file, int64_t record) {
  size_t before = h->chunks;
  for (int b = 0; b < history_blocks(&h->of); b++)
    for (int v = 0; v < h->variables; v++)
      RIA_TRY(list_variable(h, file, b, v, record));
  if (h->record_chunks && h->record_chunks != h->chunks - before)
    return ria_fail(RIA_ERROR_CORRUPT, "%s: some chunks of a record are missing", h->of.path);
  h->record_chunks = h->chunks - before;
  h->listed = record + 1;
  return RIA_SUCCESS;
}

static ria_status list_statics(ria_history *h, hid_t file) {
  h->chunks = h->static_chunks = h->record_chunks = 0;
  for (int s = 0; s < history_statics(&h->of); s++) {
    char name[HISTORY_NAME];
    int block;
    hsize_t size[1 + RIA_AXES];
    history_static(&h->of, s, &block, name);
    const int rank = history_sizes(&h->of, block, 0, size) - 1;
    hid_t id = H5Dopen2(file, name, H5P_DEFAULT);
    ria_status status = id < 0 ? unlisted(h, name) : list_plane(h, id, name, rank, 0, size + 1, 0);
    ria_h5_close(id);
    RIA_TRY(status);
  }
  h->static_chunks = h->chunks;
  h->listed = 0;
  return RIA_SUCCESS;
}

ria_status history_list_chunks(ria_history *h, hid_t file, int64_t records) {
  if (h->listed < 0)
    RIA_TRY(list_statics(h, file));
  if (h->listed > records) { /* records were removed */
    h->listed = records;
    h->chunks = h->static_chunks + (size_t)records * h->record_chunks;
  }
  ria_status status = RIA_SUCCESS;
  for (int64_t r = h->listed; r < records && status == RIA_SUCCESS; r++)
    status = list_record(h, file, r);
  if (status != RIA_SUCCESS)
    h->listed = -1; /* list all of them next time */
  return status;
}

/* ---- the seal ---- */

/* The seal covers everything but the chunks. */
static ria_status make_seal(const ria_overlay *o, ria_byte_range *chunk, size_t chunks, void **seal,
                            size_t *size) {
  ria_seal_part *part;
  size_t parts;
  RIA_TRY(ria_seal_gaps(chunk, chunks, ria_overlay_size(o), &part, &parts));
  ria_status status = ria_overlay_sum(o, part, parts);
  *seal = status == RIA_SUCCESS ? ria_seal_make(part, parts, ria_overlay_size(o)) : NULL;
  *size = ria_seal_size(parts);
  free(part);
  if (status == RIA_SUCCESS && !*seal)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for checksums");
  return status;
}

/* ---- writing ---- */

static ria_status write_changes(const ria_overlay *o, int file, const char *path, const void *seal,
                                size_t size) {
  uint64_t end = ria_overlay_size(o);
  RIA_TRY(ria_overlay_write(o, file, path));
  RIA_TRY(ria_write_at(file, seal, size, (int64_t)end, path));
  if (ftruncate(file, (off_t)(end + size)))
    return ria_fail(RIA_ERROR_IO, "%s: cannot be cut to its size: %s", path, strerror(errno));
  return ria_durable_sync(file, path);
}

ria_status history_publish(const char *path, ria_overlay *o, ria_byte_range *chunk, size_t chunks) {
  void *seal = NULL;
  size_t size = 0;
  int file = -1;
  ria_status status = make_seal(o, chunk, chunks, &seal, &size);
  if (status == RIA_SUCCESS) {
    file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
      status = ria_fail(RIA_ERROR_IO, "%s: cannot be made: %s", path, strerror(errno));
  }
  if (status == RIA_SUCCESS) {
    status = ria_room_take(path, (int64_t)(ria_overlay_size(o) + size));
    if (status != RIA_SUCCESS)
      status = ria_fail(status, "%s: no room for it: %s", path, ria_status_detail());
  }
  if (status == RIA_SUCCESS)
    status = write_changes(o, file, path, seal, size);
  if (file >= 0 && close(file) && status == RIA_SUCCESS)
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
  free(seal);
  ria_overlay_destroy(o);
  return status;
}

/* The ranges for the journal: bytes that change or are cut off. */
static ria_status changed_ranges(const ria_overlay *o, ria_byte_range **range, size_t *count) {
  size_t at = 0, n = 0;
  ria_byte_range one;
  const void *bytes;
  while (ria_overlay_changed(o, &at, &one, &bytes))
    n++;
  *range = malloc((n + 1) * sizeof **range);
  if (!*range)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a journal");
  at = n = 0;
  while (ria_overlay_changed(o, &at, &one, &bytes))
    (*range)[n++] = one;
  uint64_t end = ria_overlay_size(o), base = ria_overlay_base_end(o);
  uint64_t from = end < base ? end : base;
  (*range)[n++] = (ria_byte_range){from, ria_overlay_base_size(o) - from};
  *count = n;
  return RIA_SUCCESS;
}

static ria_status begin_journal(const char *path, const ria_overlay *o, int *lock) {
  ria_byte_range *range;
  size_t count = 0;
  RIA_TRY(changed_ranges(o, &range, &count));
  ria_status status = history_journal_begin(path, count, range, lock);
  free(range);
  return status;
}

static ria_status write_under_journal(const char *path, const ria_overlay *o, int file,
                                      const void *seal, size_t size) {
  uint64_t now = ria_overlay_base_size(o), then = ria_overlay_size(o) + size;
  if (then > now) {
    ria_status status = ria_room_take(path, (int64_t)(then - now));
    if (status != RIA_SUCCESS)
      return ria_fail(status, "%s: no room for another record: %s", path, ria_status_detail());
  }
  return write_changes(o, file, path, seal, size);
}

/* Commit on success; else roll back and keep the status. */
static ria_status conclude(const char *path, int lock, ria_status status) {
  if (status == RIA_SUCCESS)
    status = history_journal_commit(path, lock);
  if (status == RIA_SUCCESS)
    return RIA_SUCCESS;
  char why[768];
  snprintf(why, sizeof why, "%s", ria_status_detail());
  if (history_journal_rollback(path, lock) != RIA_SUCCESS)
    return ria_fail(status, "%s; restoring it failed too: %.200s", why, ria_status_detail());
  return ria_fail(status, "%s", why);
}

ria_status history_commit_sealed(const char *path, ria_overlay *o, ria_byte_range *chunk,
                                 size_t chunks, bool *held) {
  void *seal = NULL;
  size_t size = 0;
  int lock;
  ria_status status = make_seal(o, chunk, chunks, &seal, &size);
  int file = status == RIA_SUCCESS ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (status == RIA_SUCCESS && file < 0)
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  if (status == RIA_SUCCESS) {
    /* Readers hold a shared lock while they read; a notebook keeps it. The run waits for it once,
     * for a second. A slower reader of ria then finds a wrong checksum and reports it. */
    if (!file_h5_lock(file, LOCK_EX, *held ? 0 : 1))
      *held = true;
    status = begin_journal(path, o, &lock);
    if (status == RIA_SUCCESS)
      status = conclude(path, lock, write_under_journal(path, o, file, seal, size));
  }
  if (file >= 0)
    close(file);
  free(seal);
  ria_overlay_destroy(o);
  return status;
}

/* The list is in the order of records; the seal needs the order of bytes. */
ria_status history_commit(ria_history *h, ria_overlay *o) {
  ria_byte_range *chunk = malloc((h->chunks + 1) * sizeof *chunk);
  if (!chunk) {
    ria_overlay_destroy(o);
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for checksums", h->of.path);
  }
  if (h->chunks)
    memcpy(chunk, h->chunk, h->chunks * sizeof *chunk);
  const ria_status status = history_commit_sealed(h->of.path, o, chunk, h->chunks, &h->held);
  free(chunk);
  return status;
}

/* ---- a record ---- */

static ria_status failed(const ria_history *h, const char *what) {
  return ria_fail(RIA_ERROR_IO, "%s: %s of a record cannot be written: %s", h->of.path, what,
                  ria_h5_reason());
}

static ria_status put_time(const history_record *r, double time) {
  hsize_t at = (hsize_t)r->history->records, size = at + 1, one = 1;
  hid_t id = H5Dopen2(r->file, "time", H5P_DEFAULT);
  herr_t result = id < 0 ? -1 : H5Dset_extent(id, &size);
  hid_t space = result < 0 ? H5I_INVALID_HID : H5Dget_space(id);
  hid_t memory = H5Screate_simple(1, &one, NULL);
  if (space < 0 || H5Sselect_hyperslab(space, H5S_SELECT_SET, &at, NULL, &one, NULL) < 0 ||
      H5Dwrite(id, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, &time) < 0)
    result = -1;
  ria_status status = result < 0 ? failed(r->history, "the time") : RIA_SUCCESS;
  ria_h5_close(memory);
  ria_h5_close(space);
  ria_h5_close(id);
  return status;
}

static ria_status extend(const history_record *r, int block, int variable) {
  const ria_history *h = r->history;
  char name[HISTORY_NAME];
  hsize_t size[1 + RIA_AXES];
  history_sizes(&h->of, block, (hsize_t)h->records + 1, size);
  history_name(&h->of, block, h->variable[variable]->name, name);
  hid_t id = H5Dopen2(r->file, name, H5P_DEFAULT);
  ria_status status = id < 0 || H5Dset_extent(id, size) < 0 ? failed(h, name) : RIA_SUCCESS;
  ria_h5_close(id);
  return status;
}

ria_status history_record_begin(ria_history *h, double time, history_record *r) {
  *r = (history_record){.history = h, .file = H5I_INVALID_HID};
  RIA_TRY(history_reserve(h, h->records + 1));
  RIA_TRY(ria_overlay_open(h->of.path, &r->file, &r->overlay));
  h->time[h->records] = time;
  RIA_TRY(put_time(r, time));
  for (int b = 0; b < history_blocks(&h->of); b++)
    for (int v = 0; v < h->variables; v++)
      RIA_TRY(extend(r, b, v));
  return RIA_SUCCESS;
}

/* The end of the longest part of the rows [y0, y1) that is contiguous in a field: rows of a plane,
 * or whole planes. */
static ria_global part_of_rows(ria_global ny, ria_global y0, ria_global y1, int axes, hsize_t *at,
                               hsize_t *size) {
  const ria_global z = y0 / ny, y = y0 % ny;
  const bool whole = !y && y1 - y0 >= ny;
  const ria_global planes = whole ? (y1 - y0) / ny : 1;
  const ria_global rows = whole ? ny : y1 - y0 < ny - y ? y1 - y0 : ny - y;
  if (axes == 3) {
    at[1] = (hsize_t)z;
    size[1] = (hsize_t)planes;
  }
  at[axes - 1] = (hsize_t)y;
  size[axes - 1] = (hsize_t)rows;
  return y0 + (axes == 3 ? planes * rows : rows);
}

ria_status history_record_put(history_record *r, int block, int variable, ria_global y0,
                              ria_global y1, const void *values) {
  const ria_history *h = r->history;
  const ria_range cells = history_cells(&h->of, block);
  char name[HISTORY_NAME];
  history_name(&h->of, block, h->variable[variable]->name, name);
  hsize_t at[1 + RIA_AXES] = {(hsize_t)h->records}, size[1 + RIA_AXES];
  const int rank = history_sizes(&h->of, block, 1, size);
  hid_t id = H5Dopen2(r->file, name, H5P_DEFAULT), space = id < 0 ? id : H5Dget_space(id);
  bool good = space >= 0;
  for (const char *from = values; good && y0 < y1;) {
    const ria_global end = part_of_rows(cells.hi[1], y0, y1, rank - 1, at, size);
    hid_t memory = H5Screate_simple(rank, size, NULL);
    good = H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, size, NULL) >= 0 &&
           H5Dwrite(id, history_real(h->of.precision), memory, space, H5P_DEFAULT, from) >= 0;
    ria_h5_close(memory);
    from += (size_t)((end - y0) * cells.hi[0]) * ria_precision_size(h->of.precision);
    y0 = end;
  }
  ria_status status = good ? RIA_SUCCESS : failed(h, name);
  ria_h5_close(space);
  ria_h5_close(id);
  return status;
}

ria_status history_record_end(history_record *r, ria_status status) {
  ria_history *h = r->history;
  char why[1024];
  if (!r->overlay)
    return status;
  if (status == RIA_SUCCESS && H5Fflush(r->file, H5F_SCOPE_LOCAL) < 0) /* this places the chunks */
    status = failed(h, "the end");
  if (status == RIA_SUCCESS)
    status = history_list_chunks(h, r->file, h->records + 1);
  snprintf(why, sizeof why, "%s", ria_status_detail());
  ria_status closed = ria_overlay_close(r->overlay, r->file);
  if (closed != RIA_SUCCESS) /* HDF5 does not see failures of the overlay */
    status = closed;
  else if (status != RIA_SUCCESS)
    ria_fail(status, "%s", why);
  if (status == RIA_SUCCESS)
    status = history_commit(h, r->overlay);
  else
    ria_overlay_destroy(r->overlay);
  r->overlay = NULL;
  if (status == RIA_SUCCESS)
    h->records++;
  else if (h->listed > h->records) { /* records that the file does not have */
    h->listed = h->records;
    h->chunks = h->static_chunks + (size_t)h->records * h->record_chunks;
  }
  return status;
}
