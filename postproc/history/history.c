/* The history of a run: creating it, or resuming one (resume.c). append.c appends records. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "writer.h"

char *history_path_beside(const char *path, const char *extension) {
  const char *name = strrchr(path, '/');
  const char *dot = strrchr(name ? name : path, '.');
  int stem = dot ? (int)(dot - path) : (int)strlen(path);
  char *result = NULL;
  return asprintf(&result, "%.*s%s", stem, path, extension) < 0 ? NULL : result;
}

static bool has_values(const ria_shown *shown) {
  for (int s = 0; s < shown->statics; s++)
    if (!shown->fixed[s].value)
      return false;
  return true;
}

static ria_status describe(const ria_history_description *of) {
  const ria_range cells = history_cells(of, 0);
  if (!of->path || !of->shown || !has_values(of->shown) || cells.hi[0] < 1 || cells.hi[1] < 1 ||
      (of->mesh && of->shown->statics) || (of->shown->points && !of->nodes) ||
      (of->nodes && (history_axes(of) < RIA_AXES || !history_has_groups(of))))
    return ria_fail(RIA_ERROR_ARGUMENT, "a history needs a path, a grid, shown variables with "
                                        "their statics, and nodes if the grid has them");
  return RIA_SUCCESS;
}

static ria_status allocate(const ria_history_description *of, ria_history **history) {
  *history = NULL;
  RIA_TRY(describe(of));
  ria_history *h = calloc(1, sizeof *h);
  if (!h)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its writer", of->path);
  h->listed = -1;
  MPI_Comm_rank(of->comm, &h->rank);
  h->of = *of;
  h->of.path = strdup(of->path);
  h->variables = history_variables(&h->of, h->variable);
  /* Texts that the writer does not use later are not kept: their memory is the caller's. */
  h->of.title = h->of.solver = h->of.case_hash = h->of.command = h->of.fields = NULL;
  h->of.crs_attributes = 0;
  h->of.crs_attribute = NULL;
  h->of.place = NULL;
  h->of.places = 0;
  if (!h->of.path) {
    ria_history_destroy(h);
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its writer", of->path);
  }
  *history = h;
  return RIA_SUCCESS;
}

bool ria_history_is_held(const ria_history *history) {
  return history->held;
}

void ria_history_destroy(ria_history *history) {
  if (!history)
    return;
  free((char *)history->of.path);
  free(history->time);
  free(history->chunk);
  free(history);
}

ria_status ria_history_create(const ria_history_description *of, ria_history **history) {
  ria_status status = allocate(of, history);
  if (status == RIA_SUCCESS && (*history)->rank == 0)
    status = history_create_file(of);
  status = ria_agree(of->comm, status);
  if (status != RIA_SUCCESS) {
    ria_history_destroy(*history);
    *history = NULL;
  }
  return status;
}

/* Readers leave a damaged journal in place: the file's own checksums show whether the file is
 * intact, and the next resumed run moves the journal aside. */
ria_status ria_history_recover(const char *path) {
  bool damaged;
  return history_journal_recover(path, &damaged);
}

ria_status ria_history_resume(const ria_history_description *of, double time, int64_t expected,
                              ria_history **history) {
  ria_status status = allocate(of, history);
  ria_history *h = *history;
  if (status == RIA_SUCCESS && h->rank == 0)
    status = history_reopen(h, of, time, expected);
  status = ria_agree(of->comm, status);
  if (status == RIA_SUCCESS) {
    MPI_Bcast(&h->records, 1, MPI_INT64_T, 0, of->comm);
    status = ria_agree(of->comm, history_reserve(h, h->records));
  }
  if (status == RIA_SUCCESS) {
    if (h->records)
      MPI_Bcast(h->time, (int)h->records, MPI_DOUBLE, 0, of->comm);
    MPI_Bcast(h->note, sizeof h->note, MPI_CHAR, 0, of->comm);
    MPI_Bcast(h->warning, sizeof h->warning, MPI_CHAR, 0, of->comm);
    return RIA_SUCCESS;
  }
  ria_history_destroy(h);
  *history = NULL;
  return status;
}

int64_t ria_history_records(const ria_history *history) {
  return history->records;
}

double ria_history_last(const ria_history *history) {
  return history->records ? history->time[history->records - 1] : 0;
}

const char *ria_history_note(const ria_history *history) {
  return history->note;
}

const char *ria_history_warning(const ria_history *history) {
  return history->warning;
}
