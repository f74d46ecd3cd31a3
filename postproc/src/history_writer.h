/** \file
 * Private: the writer's state, and what opening and appending share.
 */
#ifndef RIA_POSTPROC_HISTORY_WRITER_H
#define RIA_POSTPROC_HISTORY_WRITER_H

#include "history.h"
#include "journal.h"

struct ria_history {
  ria_history_description
      of; /**< path and tracer_unit owned; texts used only at the start are NULL */
  int rank, ranks;
  int variables;
  ria_history_variable variable[RIA_HISTORY_MAX_VARIABLES];
  int64_t records, capacity;
  double *time; /**< [records] */
  /* Chunks of the records so far, on rank 0: what a journal need not save. */
  ria_extent *extent;
  size_t extents, extent_capacity;
  int64_t listed; /**< records whose chunks are in extent */
  char note[1024];
};

/** The first rank's error becomes everyone's, detail included. Collective. */
ria_status ria_history_agree(MPI_Comm comm, ria_status status);
/** Room for `records` times. */
ria_status ria_history_reserve(ria_history *history, int64_t records);
/** Bring `extent` to the chunks of exactly the first `records` records. Rank 0. */
ria_status ria_history_list_extents(ria_history *history);
/** Commit on success, else roll back and keep the status. Rank 0. */
ria_status ria_history_conclude(ria_history *history, int lock, ria_status status);

#endif
