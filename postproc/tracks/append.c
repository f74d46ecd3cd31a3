/* Records of tracks: appending them, and continuing after a stop. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "file/aside.h"
#include "file/h5.h"
#include "history/journal.h"
#include "tracks.h"

/* ---- chunks ---- */

static ria_status add_chunk(ria_tracks *t, ria_byte_range chunk) {
  if (t->chunks == t->capacity) {
    const size_t capacity = t->capacity ? 2 * t->capacity : 256;
    ria_byte_range *grown = realloc(t->chunk, capacity * sizeof *grown);
    if (!grown)
      return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its chunks", t->path);
    t->chunk = grown;
    t->capacity = capacity;
  }
  t->chunk[t->chunks++] = chunk;
  return RIA_SUCCESS;
}

static ria_status list_variable(ria_tracks *t, hid_t file, const char *name, int64_t record) {
  hid_t id = H5Dopen2(file, name, H5P_DEFAULT);
  hsize_t at[2] = {(hsize_t)record, 0};
  ria_status status = RIA_SUCCESS;
  for (; at[1] < (hsize_t)t->particles && status == RIA_SUCCESS;
       at[1] += tracks_chunk(t->particles)) {
    unsigned mask = 0;
    haddr_t address = HADDR_UNDEF;
    hsize_t bytes = 0;
    const bool found = id >= 0 && H5Dget_chunk_info_by_coord(id, at, &mask, &address, &bytes) >= 0;
    status = found && address != HADDR_UNDEF && !mask
                 ? add_chunk(t, (ria_byte_range){address, bytes})
                 : ria_fail(RIA_ERROR_CORRUPT, "%s: the chunks of %s cannot be listed: %s", t->path,
                            name, ria_h5_reason());
  }
  ria_h5_close(id);
  return status;
}

ria_status tracks_list_chunks(ria_tracks *t, hid_t file, int64_t record) {
  for (int v = 0; v < TRACKS_VARIABLES; v++)
    if (t->has[v])
      RIA_TRY(list_variable(t, file, tracks_names[v], record));
  return RIA_SUCCESS;
}

/* ---- a record ---- */

static ria_status failed(const ria_tracks *t, const char *what) {
  return ria_fail(RIA_ERROR_IO, "%s: %s of a record cannot be written: %s", t->path, what,
                  ria_h5_reason());
}

/* Appends a row to a dataset. */
static ria_status put_row(const ria_tracks *t, hid_t file, const char *name, hid_t type, int rank,
                          const void *values) {
  const hsize_t at[2] = {(hsize_t)t->records, 0}, part[2] = {1, (hsize_t)t->particles},
                size[2] = {at[0] + 1, part[1]};
  hid_t id = H5Dopen2(file, name, H5P_DEFAULT);
  herr_t result = id < 0 ? -1 : H5Dset_extent(id, size);
  hid_t space = result < 0 ? H5I_INVALID_HID : H5Dget_space(id);
  hid_t memory = H5Screate_simple(rank, part, NULL);
  if (space < 0 || H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, part, NULL) < 0 ||
      H5Dwrite(id, type, memory, space, H5P_DEFAULT, values) < 0)
    result = -1;
  const ria_status status = result < 0 ? failed(t, name) : RIA_SUCCESS;
  ria_h5_close(memory);
  ria_h5_close(space);
  ria_h5_close(id);
  return status;
}

/* A variable of all particles: places are missing before the release. */
static void fill(const ria_tracks *t, tracks_variable variable, double time,
                 const ria_tracks_record *r, double *values) {
  const double *const given[TRACKS_VARIABLES] = {r->x, r->y, r->lon, r->lat, r->state, NULL};
  int group = 0;
  for (int64_t n = 0, last = t->of->group[0].count; n < t->particles; n++) {
    while (n == last)
      last += t->of->group[++group].count;
    const bool waits = r->state[n] == RIA_PARTICLE_WAITING;
    values[n] = variable == TRACKS_MASS
                    ? ria_particle_mass(&t->of->group[group], waits ? -1 : r->born[n], time)
                : waits && variable != TRACKS_STATUS ? (double)NAN
                                                     : given[variable][n];
  }
}

static ria_status put_record(ria_tracks *t, hid_t file, double time, const ria_tracks_record *r) {
  double *values = malloc((size_t)t->particles * sizeof *values);
  ria_status status = values ? put_row(t, file, "time", H5T_NATIVE_DOUBLE, 1, &time)
                             : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a record", t->path);
  for (int v = 0; v < TRACKS_VARIABLES && status == RIA_SUCCESS; v++) {
    if (!t->has[v])
      continue;
    fill(t, (tracks_variable)v, time, r, values);
    status = put_row(t, file, tracks_names[v], H5T_NATIVE_DOUBLE, 2, values);
  }
  free(values);
  if (status == RIA_SUCCESS && H5Fflush(file, H5F_SCOPE_LOCAL) < 0) /* this places the chunks */
    status = failed(t, "the end");
  return status == RIA_SUCCESS ? tracks_list_chunks(t, file, t->records) : status;
}

/* The list of chunks stays in the order of records; the seal sorts a copy. */
static ria_status commit(ria_tracks *t, ria_overlay *overlay) {
  ria_byte_range *chunk = malloc((t->chunks + 1) * sizeof *chunk);
  if (!chunk) {
    ria_overlay_destroy(overlay);
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for checksums", t->path);
  }
  if (t->chunks)
    memcpy(chunk, t->chunk, t->chunks * sizeof *chunk);
  const ria_status status = history_commit_sealed(t->path, overlay, chunk, t->chunks, &t->held);
  free(chunk);
  return status;
}

ria_status ria_tracks_append(ria_tracks *t, double time, const ria_tracks_record *record) {
  char why[1024];
  hid_t file;
  ria_overlay *overlay;
  const size_t before = t->chunks;
  if (t->records && time <= t->last)
    return RIA_SUCCESS;
  RIA_TRY(ria_overlay_open(t->path, &file, &overlay));
  ria_status status = put_record(t, file, time, record);
  snprintf(why, sizeof why, "%s", ria_status_detail());
  const ria_status closed = ria_overlay_close(overlay, file);
  if (closed != RIA_SUCCESS) /* HDF5 does not see failures of the overlay */
    status = closed;
  else if (status != RIA_SUCCESS)
    ria_fail(status, "%s", why);
  if (status == RIA_SUCCESS)
    status = commit(t, overlay);
  else
    ria_overlay_destroy(overlay);
  if (status != RIA_SUCCESS) {
    t->chunks = before;
    return status;
  }
  t->records++;
  t->last = time;
  return RIA_SUCCESS;
}

/* ---- a file ---- */

static ria_status make(const ria_tracks_description *of, ria_tracks **tracks) {
  ria_tracks *t = *tracks = calloc(1, sizeof *t);
  if (t)
    t->path = strdup(of->path);
  if (!t || !t->path)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a writer", of->path);
  t->of = of->of;
  tracks_list(of, t->has);
  for (int g = 0; g < of->of->groups; g++)
    t->particles += of->of->group[g].count;
  return RIA_SUCCESS;
}

static ria_status destroy_unless(ria_status status, ria_tracks **tracks) {
  if (status == RIA_SUCCESS)
    return RIA_SUCCESS;
  ria_tracks_destroy(*tracks);
  *tracks = NULL;
  return status;
}

ria_status ria_tracks_create(const ria_tracks_description *of, ria_tracks **tracks) {
  ria_status status = make(of, tracks);
  if (status == RIA_SUCCESS)
    status = tracks_write_layout(of);
  return destroy_unless(status, tracks);
}

const char *ria_tracks_warning(const ria_tracks *t) {
  return t->warning;
}

void ria_tracks_destroy(ria_tracks *t) {
  if (!t)
    return;
  free(t->path);
  free(t->chunk);
  free(t);
}

/* ---- continuing ---- */

/* Reads all remaining records, so that checksums are verified. */
static ria_status verify(const ria_tracks *t, const ria_tracks_view *view, int64_t keep) {
  double *x = malloc(2 * (size_t)t->particles * sizeof *x);
  uint8_t *state = malloc((size_t)t->particles);
  ria_status status =
      x && state ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "%s: no memory to verify it", t->path);
  const ria_tracks_row row = {.x = x, .y = x ? x + t->particles : NULL, .state = state};
  for (int64_t r = 0; r < keep && status == RIA_SUCCESS; r++)
    status = ria_tracks_view_read(t->path, view, r, &row);
  free(x);
  free(state);
  return status;
}

static ria_status shrink(const ria_tracks *t, hid_t file) {
  const hsize_t size[2] = {(hsize_t)t->records, (hsize_t)t->particles};
  herr_t result = 0;
  for (int v = -1; v < TRACKS_VARIABLES && result >= 0; v++) {
    if (v >= 0 && !t->has[v])
      continue;
    hid_t id = H5Dopen2(file, v < 0 ? "time" : tracks_names[v], H5P_DEFAULT);
    result = id < 0 ? -1 : H5Dset_extent(id, size);
    ria_h5_close(id);
  }
  return result < 0 ? ria_fail(RIA_ERROR_CORRUPT, "%s: later records cannot be removed: %s",
                               t->path, ria_h5_reason())
                    : RIA_SUCCESS;
}

/* Keep only the first records, and list their chunks. */
static ria_status cut(ria_tracks *t) {
  char why[1024];
  hid_t file;
  ria_overlay *overlay;
  RIA_TRY(ria_overlay_open(t->path, &file, &overlay));
  ria_status status = shrink(t, file);
  for (int64_t r = 0; r < t->records && status == RIA_SUCCESS; r++)
    status = tracks_list_chunks(t, file, r);
  snprintf(why, sizeof why, "%s", ria_status_detail());
  const ria_status closed = ria_overlay_close(overlay, file);
  if (status == RIA_SUCCESS && closed == RIA_SUCCESS)
    return commit(t, overlay);
  ria_overlay_destroy(overlay);
  return closed != RIA_SUCCESS ? closed : ria_fail(status, "%s", why);
}

static ria_status reopen(ria_tracks *t, double time) {
  ria_tracks_view view;
  bool damaged;
  RIA_TRY(history_journal_recover(t->path, &damaged));
  if (damaged)
    return ria_fail(RIA_ERROR_CORRUPT, "its journal is damaged");
  RIA_TRY(ria_tracks_view_open(t->path, &view));
  int64_t keep = view.records;
  while (keep && view.time[keep - 1] > time)
    keep--;
  ria_status status = view.particles == t->particles
                          ? verify(t, &view, keep)
                          : ria_fail(RIA_ERROR_MISMATCH, "%s has %lld particles, the case %lld",
                                     t->path, (long long)view.particles, (long long)t->particles);
  t->records = keep;
  t->last = keep ? view.time[keep - 1] : 0;
  ria_tracks_view_close(&view);
  return status == RIA_SUCCESS ? cut(t) : status;
}

static ria_status begin_anew(ria_tracks *t, const ria_tracks_description *of) {
  char why[400], aside[FILE_ASIDE_SIZE], *journal = NULL;
  snprintf(why, sizeof why, "%s", ria_status_detail());
  RIA_TRY(file_move_aside(of->path, "-damaged-%d.nc", true, aside));
  if (asprintf(&journal, "%s.journal", of->path) >= 0)
    unlink(journal);
  free(journal);
  file_warning_add(
      t->warning, sizeof t->warning,
      "the tracks of particles were damaged (%s); they are kept as %s, and a new file is started",
      why, aside);
  t->records = 0;
  t->chunks = 0;
  return tracks_write_layout(of);
}

ria_status ria_tracks_resume(const ria_tracks_description *of, double time, ria_tracks **tracks) {
  ria_status status = make(of, tracks);
  if (status == RIA_SUCCESS && access(of->path, F_OK) && errno == ENOENT) {
    file_warning_add((*tracks)->warning, sizeof(*tracks)->warning,
                     "%s is missing; a new one is started", of->path);
    status = tracks_write_layout(of);
  } else if (status == RIA_SUCCESS) {
    status = reopen(*tracks, time);
    if (status == RIA_ERROR_CORRUPT)
      status = begin_anew(*tracks, of);
  }
  return destroy_unless(status, tracks);
}
