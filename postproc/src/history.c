/* Opening the history of a run: making it anew, or going on with one. Records are appended in
 * history_append.c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "h5.h"
#include "history_writer.h"

char *ria_path_beside(const char *path, const char *extension) {
  const char *name = strrchr(path, '/');
  const char *dot = strrchr(name ? name : path, '.');
  int stem = dot ? (int)(dot - path) : (int)strlen(path);
  char *result = NULL;
  return asprintf(&result, "%.*s%s", stem, path, extension) < 0 ? NULL : result;
}

ria_status ria_history_agree(MPI_Comm comm, ria_status status) {
  int rank, failed, first;
  char detail[1024];
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &failed);
  first = status == RIA_SUCCESS ? failed : rank;
  int ranks = failed;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm);
  if (first == ranks)
    return RIA_SUCCESS;
  int code = (int)status;
  snprintf(detail, sizeof detail, "%s", ria_status_detail());
  MPI_Bcast(&code, 1, MPI_INT, first, comm);
  MPI_Bcast(detail, sizeof detail, MPI_CHAR, first, comm);
  return ria_fail((ria_status)code, "%s", detail);
}

static ria_status describe(const ria_history_description *of) {
  if (!of->path || !of->depth != !!of->state || of->grid.nx < 1 || of->grid.ny < 1)
    return ria_fail(
        RIA_ERROR_ARGUMENT,
        "a history needs a path, a grid and either its depth or the fields of its state");
  if (of->state && (of->nstate < 1 || of->nstate > RIA_MAX_FIELDS))
    return ria_fail(RIA_ERROR_ARGUMENT, "a history holds 1 to %d fields, not %d", RIA_MAX_FIELDS,
                    of->nstate);
  if (!of->state && (of->nstate < 3 || of->nstate > 4))
    return ria_fail(RIA_ERROR_ARGUMENT, "a history holds h, qx, qy and perhaps hc, not %d fields",
                    of->nstate);
  return RIA_SUCCESS;
}

static char *copy_text(const char *text) {
  return text ? strdup(text) : NULL;
}

static ria_status allocate(const ria_history_description *of, ria_history **history) {
  *history = NULL;
  RIA_TRY(describe(of));
  ria_history *h = calloc(1, sizeof *h);
  if (!h)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its writer", of->path);
  MPI_Comm_rank(of->comm, &h->rank);
  MPI_Comm_size(of->comm, &h->ranks);
  h->of = *of;
  h->of.path = copy_text(of->path);
  h->of.tracer_unit = copy_text(of->tracer_unit);
  h->variables = ria_history_variables(&h->of, h->variable);
  /* What the writer does not use later is not kept: its memory is the caller's. */
  h->of.title = h->of.solver = h->of.case_hash = h->of.command = NULL;
  h->of.crs = h->of.crs_wkt = h->of.tracer_name = NULL;
  h->of.place = NULL;
  h->of.places = 0;
  if (!h->of.path) {
    ria_history_destroy(h);
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its writer", of->path);
  }
  *history = h;
  return RIA_SUCCESS;
}

void ria_history_destroy(ria_history *history) {
  if (!history)
    return;
  free((char *)history->of.path);
  free((char *)history->of.tracer_unit);
  free(history->time);
  free(history->extent);
  free(history);
}

static ria_status make_anew(const ria_history_description *of) {
  char *partial = NULL, *journal = NULL;
  if (asprintf(&partial, "%s.partial", of->path) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", of->path);
  ria_status status = ria_history_write_layout(of, partial);
  /* The journal of an older file must not be played back into this one. */
  if (status == RIA_SUCCESS && asprintf(&journal, "%s.journal", of->path) >= 0)
    unlink(journal);
  if (status == RIA_SUCCESS && rename(partial, of->path))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be named: %s", of->path, strerror(errno));
  if (status != RIA_SUCCESS)
    unlink(partial);
  free(partial);
  free(journal);
  return status == RIA_SUCCESS ? ria_xdmf_write(of, 0, NULL) : status;
}

ria_status ria_history_create(const ria_history_description *of, ria_history **history) {
  ria_status status = allocate(of, history);
  if (status == RIA_SUCCESS && (*history)->rank == 0)
    status = make_anew(of);
  status = ria_history_agree(of->comm, status);
  if (status != RIA_SUCCESS) {
    ria_history_destroy(*history);
    *history = NULL;
  }
  return status;
}

ria_status ria_history_recover(const char *path) {
  return ria_journal_recover(path);
}

static ria_status read_times(ria_history *h, hid_t file) {
  char why[256];
  hsize_t count = 0;
  ria_status status = RIA_SUCCESS;
  hid_t id = H5Dopen2(file, "time", H5P_DEFAULT);
  hid_t space = id < 0 ? id : H5Dget_space(id);
  if (space < 0 || H5Sget_simple_extent_dims(space, &count, NULL) != 1) {
    status = ria_fail(RIA_ERROR_CORRUPT, "%s: its times cannot be read: %s", h->of.path,
                      ria_h5_reason(why, sizeof why));
  } else {
    status = ria_history_reserve(h, (int64_t)count);
    if (status == RIA_SUCCESS && count &&
        H5Dread(id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, h->time) < 0)
      status = ria_fail(RIA_ERROR_CORRUPT, "%s: its times cannot be read: %s", h->of.path,
                        ria_h5_reason(why, sizeof why));
  }
  if (status == RIA_SUCCESS)
    h->records = (int64_t)count;
  ria_h5_close(space);
  ria_h5_close(id);
  return status;
}

static ria_status shrink(const ria_history *h, hid_t file) {
  char why[256];
  hsize_t size[3] = {(hsize_t)h->records, (hsize_t)h->of.grid.ny, (hsize_t)h->of.grid.nx};
  herr_t result = 0;
  for (int v = -1; v < h->variables && result >= 0; v++) {
    hid_t id = H5Dopen2(file, v < 0 ? "time" : h->variable[v].name, H5P_DEFAULT);
    result = id < 0 ? -1 : H5Dset_extent(id, size);
    ria_h5_close(id);
  }
  if (result < 0)
    return ria_fail(RIA_ERROR_IO, "%s: later records cannot be removed: %s", h->of.path,
                    ria_h5_reason(why, sizeof why));
  return RIA_SUCCESS;
}

/* Remove the records after `time`, under a journal. */
static ria_status cut(ria_history *h, double time) {
  int64_t keep = h->records;
  while (keep && h->time[keep - 1] > time)
    keep--;
  if (keep == h->records)
    return RIA_SUCCESS;
  int lock;
  h->records = keep;
  RIA_TRY(ria_history_list_extents(h));
  RIA_TRY(ria_journal_begin(h->of.path, h->extents, h->extent, &lock));
  hid_t file;
  ria_status status = ria_h5_open(h->of.path, true, &file);
  if (status == RIA_SUCCESS) {
    status = shrink(h, file);
    if (H5Fclose(file) < 0 && status == RIA_SUCCESS)
      status = ria_fail(RIA_ERROR_IO, "%s: cannot be written", h->of.path);
  }
  return ria_history_conclude(h, lock, status);
}

static ria_status go_on(ria_history *h, const ria_history_description *of, double time) {
  RIA_TRY(ria_journal_recover(of->path));
  hid_t file;
  RIA_TRY(ria_h5_open(of->path, false, &file));
  ria_status status = ria_history_check(file, of);
  if (status == RIA_SUCCESS)
    status = read_times(h, file);
  ria_h5_close(file);
  if (status == RIA_SUCCESS)
    status = cut(h, time);
  return status;
}

static ria_status put_aside(ria_history *h, const ria_history_description *of) {
  char *aside = NULL, extension[32];
  for (int n = 1; n < 1000; n++) {
    snprintf(extension, sizeof extension, "-damaged-%d.h5", n);
    aside = ria_path_beside(of->path, extension);
    if (!aside)
      return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", of->path);
    if (access(aside, F_OK))
      break;
    free(aside);
    aside = NULL;
  }
  if (!aside || rename(of->path, aside)) {
    free(aside);
    return ria_fail(RIA_ERROR_IO, "%s: is damaged and cannot be moved away: %s", of->path,
                    strerror(errno));
  }
  snprintf(h->note, sizeof h->note, "the history was damaged (%.400s); kept as %.300s, begun anew",
           ria_status_detail(), aside);
  free(aside);
  h->records = 0;
  return make_anew(of);
}

static ria_status reopen(ria_history *h, const ria_history_description *of, double time) {
  if (access(of->path, F_OK) && errno == ENOENT) {
    snprintf(h->note, sizeof h->note, "there was no %.300s to go on with; begun anew", of->path);
    return make_anew(of);
  }
  ria_status status = go_on(h, of, time);
  if (status == RIA_ERROR_CORRUPT)
    status = put_aside(h, of);
  return status == RIA_SUCCESS ? ria_xdmf_write(&h->of, h->records, h->time) : status;
}

ria_status ria_history_resume(const ria_history_description *of, double time,
                              ria_history **history) {
  ria_status status = allocate(of, history);
  ria_history *h = *history;
  if (status == RIA_SUCCESS && h->rank == 0)
    status = reopen(h, of, time);
  status = ria_history_agree(of->comm, status);
  if (status == RIA_SUCCESS) {
    MPI_Bcast(&h->records, 1, MPI_INT64_T, 0, of->comm);
    status = ria_history_agree(of->comm, ria_history_reserve(h, h->records));
  }
  if (status == RIA_SUCCESS) {
    if (h->records)
      MPI_Bcast(h->time, (int)h->records, MPI_DOUBLE, 0, of->comm);
    MPI_Bcast(h->note, sizeof h->note, MPI_CHAR, 0, of->comm);
    return RIA_SUCCESS;
  }
  ria_history_destroy(h);
  *history = NULL;
  return status;
}

int64_t ria_history_records(const ria_history *history) {
  return history->records;
}

const char *ria_history_note(const ria_history *history) {
  return history->note;
}
