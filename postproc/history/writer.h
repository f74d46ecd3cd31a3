/** \file
 * Private: the writer's state, shared by creating, resuming and appending.
 */
#ifndef HISTORY_POSTPROC_HISTORY_WRITER_H
#define HISTORY_POSTPROC_HISTORY_WRITER_H

#include "history.h"
#include "journal.h"
#include "sealed.h"
#include "ria/overlay.h"
#include "ria/ranks.h"

struct ria_history {
  ria_history_description of; /**< the path is owned; texts needed only at the start are NULL */
  int rank;
  int variables;
  const ria_variable *variable[HISTORY_MAX_VARIABLES];
  int64_t records, capacity;
  double *time; /**< [records] */
  /* On rank 0: the chunks of the statics or the nodes, then the chunks of each record, variable by
   * variable. Chunks have checksums; the seal covers the rest of the file. */
  ria_byte_range *chunk;
  size_t chunks, chunk_capacity;
  size_t static_chunks, record_chunks; /**< number of chunks of the statics, and of one record */
  int64_t listed; /**< records whose chunks are listed; -1: no chunk is listed */
  bool held;      /**< another program keeps a lock on the file */
  char note[512], warning[1024];
};

/** Make room for `records` times. */
ria_status history_reserve(ria_history *history, int64_t records);

/* ---- rank 0 ---- */

/** A record under construction, in memory. */
typedef struct {
  ria_history *history;
  ria_overlay *overlay;
  hid_t file;
} history_record;

/** Begin the record after the last one. Errors: RIA_ERROR_IO, RIA_ERROR_CORRUPT, RIA_ERROR_MEMORY.
 */
ria_status history_record_begin(ria_history *history, double time, history_record *record);
/** Set rows [y0, y1) of a variable of a block, counted plane by plane: values [y1 - y0][nx] in the
 * history's precision. */
ria_status history_record_put(history_record *record, int block, int variable, ria_global y0,
                              ria_global y1, const void *values);
/** If `status` is success, write the record durably. If `status` or the write is an error, the file
 * stays unchanged. Ends the record in any case. */
ria_status history_record_end(history_record *record, ria_status status);

/** Append the chunks of the statics or nodes of the open file to `chunk`, which the caller owns. */
ria_status history_list_statics(const ria_history_description *of, hid_t file,
                                ria_byte_range **chunk, size_t *chunks);
/** Extend or cut the list of chunks to the first `records` records of the open file. */
ria_status history_list_chunks(ria_history *history, hid_t file, int64_t records);
/** Write a closed overlay of the history file with a seal, under a journal. Destroys the overlay.
 */
ria_status history_commit(ria_history *history, ria_overlay *overlay);
/** Verify the listed chunks of the file. good[r]: record r is intact; *statics: the statics are
 * intact. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status history_verify(const ria_history *history, bool *good, bool *statics);

/** Resume the file described by `of`, see ria_history_resume(). Rank 0. */
ria_status history_reopen(ria_history *history, const ria_history_description *of, double time,
                          int64_t expected);
/** Create the file. */
ria_status history_create_file(const ria_history_description *of);

#endif
