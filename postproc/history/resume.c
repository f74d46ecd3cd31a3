/* Resuming a history: records newer than the checkpoint are removed, damaged files are moved aside
 * and reported, and intact records stay. Rank 0 only. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "file/aside.h"
#include "file/h5.h"
#include "writer.h"
#include "ria/durable.h"
#include "ria/number.h"
#include "ria/overlay.h"

ria_status history_create_file(const ria_history_description *of) {
  char *partial = NULL, *journal = NULL;
  if (asprintf(&partial, "%s.partial", of->path) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", of->path);
  ria_status status = history_write_layout(of, partial);
  /* The journal of an older file must not be applied to this one. */
  if (status == RIA_SUCCESS && asprintf(&journal, "%s.journal", of->path) >= 0)
    unlink(journal);
  if (status == RIA_SUCCESS)
    status = ria_durable_publish(partial, of->path);
  if (status != RIA_SUCCESS)
    unlink(partial);
  free(partial);
  free(journal);
  return status == RIA_SUCCESS ? history_xdmf_write(of, 0, NULL) : status;
}

static ria_status read_times(ria_history *h, hid_t file) {
  hsize_t count = 0;
  ria_status status = RIA_SUCCESS;
  hid_t id = H5Dopen2(file, "time", H5P_DEFAULT);
  hid_t space = id < 0 ? id : H5Dget_space(id);
  if (space < 0 || H5Sget_simple_extent_dims(space, &count, NULL) != 1) {
    status = ria_fail(RIA_ERROR_CORRUPT, "%s: its times cannot be read: %s", h->of.path,
                      ria_h5_reason());
  } else {
    status = history_reserve(h, (int64_t)count);
    if (status == RIA_SUCCESS && count &&
        H5Dread(id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, h->time) < 0)
      status = ria_fail(RIA_ERROR_CORRUPT, "%s: its times cannot be read: %s", h->of.path,
                        ria_h5_reason());
  }
  if (status == RIA_SUCCESS)
    h->records = (int64_t)count;
  ria_h5_close(space);
  ria_h5_close(id);
  return status;
}

/* ---- removing newer records ---- */

static ria_status shrink(const ria_history *h, hid_t file) {
  char name[HISTORY_NAME];
  herr_t result = 0;
  for (int b = 0; b < history_blocks(&h->of); b++)
    for (int v = b ? 0 : -1; v < h->variables && result >= 0; v++) {
      hsize_t size[1 + RIA_AXES];
      history_sizes(&h->of, b, (hsize_t)h->records, size);
      hid_t id = H5Dopen2(
          file, v < 0 ? "time" : history_name(&h->of, b, h->variable[v]->name, name), H5P_DEFAULT);
      result = id < 0 ? -1 : H5Dset_extent(id, size);
      ria_h5_close(id);
    }
  if (result < 0)
    return ria_fail(RIA_ERROR_IO, "%s: later records cannot be removed: %s", h->of.path,
                    ria_h5_reason());
  return RIA_SUCCESS;
}

static int64_t records_until(const ria_history *h, double time) {
  int64_t keep = h->records;
  while (keep && h->time[keep - 1] > time)
    keep--;
  return keep;
}

static ria_status cut(ria_history *h, int64_t keep) {
  if (keep == h->records)
    return RIA_SUCCESS;
  hid_t file;
  ria_overlay *overlay;
  h->records = keep;
  RIA_TRY(ria_overlay_open(h->of.path, &file, &overlay));
  ria_status status = shrink(h, file);
  if (status == RIA_SUCCESS)
    status = history_list_chunks(h, file, keep);
  char why[1024];
  snprintf(why, sizeof why, "%s", ria_status_detail());
  ria_status closed = ria_overlay_close(overlay, file);
  if (status == RIA_SUCCESS && closed == RIA_SUCCESS)
    return history_commit(h, overlay);
  ria_overlay_destroy(overlay);
  return closed != RIA_SUCCESS ? closed : ria_fail(status, "%s", why);
}

/* ---- damage ---- */

static ria_status put_aside(ria_history *h, const ria_history_description *of) {
  char why[400], aside[FILE_ASIDE_SIZE];
  snprintf(why, sizeof why, "%s", ria_status_detail());
  RIA_TRY(file_move_aside(of->path, "-damaged-%d.h5", true, aside));
  file_warning_add(h->warning, sizeof h->warning,
                   "the history was damaged (%s); it is kept as %s, and a new one is started", why,
                   aside);
  h->records = 0;
  h->listed = -1;
  return history_create_file(of);
}

static ria_status copy_variable(hid_t from, const char *path, int64_t record, int block,
                                int variable, history_record *to, void *values) {
  const ria_history *h = to->history;
  char name[HISTORY_NAME];
  hsize_t at[1 + RIA_AXES] = {(hsize_t)record}, size[1 + RIA_AXES];
  const int rank = history_sizes(&h->of, block, 1, size);
  history_name(&h->of, block, h->variable[variable]->name, name);
  hid_t id = H5Dopen2(from, name, H5P_DEFAULT);
  hid_t space = id < 0 ? id : H5Dget_space(id), memory = H5Screate_simple(rank, size, NULL);
  ria_status status = RIA_SUCCESS;
  if (space < 0 || H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, size, NULL) < 0 ||
      H5Dread(id, history_real(h->of.precision), memory, space, H5P_DEFAULT, values) < 0)
    status = ria_fail(RIA_ERROR_IO, "%s: %s cannot be read: %s", path, name, ria_h5_reason());
  ria_h5_close(memory);
  ria_h5_close(space);
  ria_h5_close(id);
  RIA_TRY(status);
  return history_record_put(to, block, variable, 0, history_rows(&h->of, block), values);
}

static ria_status copy_record(ria_history *h, hid_t from, const char *path, int64_t record,
                              double time, void *values) {
  history_record to;
  ria_status status = history_record_begin(h, time, &to);
  for (int b = 0; b < history_blocks(&h->of); b++)
    for (int v = 0; v < h->variables && status == RIA_SUCCESS; v++)
      status = copy_variable(from, path, record, b, v, &to, values);
  return history_record_end(&to, status);
}

static ria_status copy_sound(ria_history *h, const char *path, int64_t records, const bool *good,
                             const double *time) {
  hid_t from;
  RIA_TRY(file_h5_open(path, &from));
  ria_global most = 0;
  for (int b = 0; b < history_blocks(&h->of); b++) {
    const ria_global cells = history_cells(&h->of, b).hi[0] * history_rows(&h->of, b);
    most = cells > most ? cells : most;
  }
  void *values = malloc((size_t)most * ria_precision_size(h->of.precision) + 1);
  ria_status status =
      values ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a record", path);
  for (int64_t r = 0; r < records && status == RIA_SUCCESS; r++)
    if (good[r])
      status = copy_record(h, from, path, r, time[r], values);
  free(values);
  ria_h5_close(from);
  return status;
}

/* List the times of lost records, as many as fit. */
static void list_lost(int64_t records, const bool *good, const double *time, char *text,
                      size_t size) {
  size_t length = 0;
  int64_t lost = 0;
  for (int64_t r = 0; r < records; r++) {
    if (good[r])
      continue;
    lost++;
    if (length + 40 < size)
      length += (size_t)ria_snprintf(text + length, size - length, "%s%.10g", length ? ", " : "",
                                     time[r]);
    else if (text[length - 1] != '.')
      length += (size_t)snprintf(text + length, size - length, ", ...");
  }
  if (!lost)
    snprintf(text, size, "none");
}

/* The structures are intact, but some chunks are damaged: copy the intact records to a new file. */
static ria_status salvage(ria_history *h, const ria_history_description *of, int64_t keep,
                          const bool *good) {
  char aside[FILE_ASIDE_SIZE], lost[300] = "";
  double *time = malloc(((size_t)keep + 1) * sizeof *time);
  if (!time)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its times", of->path);
  if (keep)
    memcpy(time, h->time, (size_t)keep * sizeof *time);
  list_lost(keep, good, time, lost, sizeof lost);
  ria_status status = file_move_aside(of->path, "-damaged-%d.h5", true, aside);
  if (status == RIA_SUCCESS) {
    file_warning_add(
        h->warning, sizeof h->warning,
        "the history was damaged; it is kept as %s; records that are lost, by seconds since the "
        "start: %s",
        aside, lost);
    h->records = 0;
    h->listed = -1;
    status = history_create_file(of);
  }
  if (status == RIA_SUCCESS)
    status = copy_sound(h, aside, keep, good, time);
  free(time);
  return status;
}

static ria_status check_chunks(ria_history *h, const ria_history_description *of, int64_t keep) {
  bool statics = true, *good = calloc((size_t)h->records + 1, sizeof *good);
  if (!good)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory to verify it", of->path);
  ria_status status = history_verify(h, good, &statics);
  bool sound = statics;
  for (int64_t r = 0; r < keep; r++)
    sound = sound && good[r];
  if (status == RIA_SUCCESS)
    status = sound ? cut(h, keep) : salvage(h, of, keep, good);
  free(good);
  return status;
}

/* ---- resuming ---- */

static ria_status read_file(ria_history *h, const ria_history_description *of) {
  hid_t file;
  RIA_TRY(file_h5_open(of->path, &file));
  ria_status status = history_check(file, of);
  if (status == RIA_SUCCESS)
    status = read_times(h, file);
  if (status == RIA_SUCCESS)
    status = history_list_chunks(h, file, h->records);
  int unreadable = ria_overlay_unreadable(file);
  ria_h5_close(file);
  if (status != RIA_SUCCESS && unreadable)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", of->path, strerror(unreadable));
  return status;
}

/* Warn about records of the checkpoint that are missing. */
static void compare(ria_history *h, int64_t found, double time, int64_t expected) {
  if (found >= expected)
    return;
  double last = found ? h->time[found - 1] : 0;
  file_warning_add(
      h->warning, sizeof h->warning,
      "the history holds %lld of the %lld records that the checkpoint lists; those after %.10g s "
      "and up to %.10g s are missing",
      (long long)found, (long long)expected, last, time);
}

static ria_status resume_file(ria_history *h, const ria_history_description *of, double time,
                              int64_t expected) {
  bool damaged;
  char aside[FILE_ASIDE_SIZE], *journal = NULL;
  RIA_TRY(history_journal_recover(of->path, &damaged));
  if (damaged) {
    if (asprintf(&journal, "%s.journal", of->path) < 0)
      return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", of->path);
    ria_status status = file_move_aside(journal, ".damaged-%d", false, aside);
    free(journal);
    RIA_TRY(status);
    file_warning_add(h->warning, sizeof h->warning,
                     "the journal of the history was damaged and is kept as %s", aside);
  }
  RIA_TRY(read_file(h, of));
  int64_t keep = records_until(h, time);
  compare(h, keep, time, expected);
  return check_chunks(h, of, keep);
}

static ria_status create_missing(ria_history *h, const ria_history_description *of, double time,
                                 int64_t expected) {
  h->listed = -1;
  if (expected > 0)
    file_warning_add(
        h->warning, sizeof h->warning,
        "%s is missing: its %lld records up to %.10g s are lost, and a new one is started",
        of->path, (long long)expected, time);
  else
    snprintf(h->note, sizeof h->note, "%.300s is missing; a new one is started", of->path);
  return history_create_file(of);
}

ria_status history_reopen(ria_history *h, const ria_history_description *of, double time,
                          int64_t expected) {
  if (access(of->path, F_OK) && errno == ENOENT)
    return create_missing(h, of, time, expected);
  ria_status status = resume_file(h, of, time, expected);
  if (status == RIA_ERROR_CORRUPT)
    status = put_aside(h, of);
  return status == RIA_SUCCESS ? history_xdmf_write(&h->of, h->records, h->time) : status;
}
