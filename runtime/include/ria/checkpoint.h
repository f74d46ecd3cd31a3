/** \file
 * Checkpoints: a snapshot in one HDF5 file, from which a simulation goes on bit for bit, on any
 * number of ranks, tiles and targets.
 *
 * Layout (format 2): root attributes `format` = "ria checkpoint", `version` = 2, `solver`,
 * `case_hash` (16 hex digits of what determines the answer), `precision`, `x0`, `y0`, `dx`, `dy`,
 * `time`, `dt`, `rate`, `steps`, `redone`, those of ria_checkpoint_identity, the ledger
 * (`ledger_*`, ria/ledger.h), `moments` (what ria_moments keep, if it is anything), `complete` = 1;
 * group `fields` with one dataset [ny][nx] a state field, contiguous, attribute `units`; group
 * `tracked` with the tracked fields, if there are any; groups `records` and `columns`, see
 * ria_checkpoint_records. A seal
 * (ria/seal.h) covers every byte; it is verified before HDF5 sees the file. Format 1, which is
 * still read, has chunks with Fletcher-32 instead of the seal, and no records. Format 3 is for
 * space and for several blocks: with `z0` and `dz`, datasets [nz][ny][nx]; of several blocks each
 * has a group in `fields`, with its datasets and its own `x0` to `dz`.
 *
 * Written to `FILE.partial`: rank 0 makes HDF5's part in memory, each rank writes its own rows at
 * their place. Then all flush, and rank 0 renames. A rank that fails says so before the others wait
 * for it: no call to the file system is collective.
 */
#ifndef RIA_CHECKPOINT_H
#define RIA_CHECKPOINT_H

#include <stdbool.h>
#include "ria/attribute.h"
#include "ria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_CHECKPOINT_VERSION = 3 /**< the latest */ };

/** The version of a checkpoint on a mesh: a line and a plane of one block have the older format 2.
 */
int ria_checkpoint_version(const ria_mesh *mesh);

typedef struct {
  char solver[64];
  char case_hash[17];
  /** Stored with the fields, as root attributes: texts and single numbers. Not read. Borrowed.
   */
  int attributes;
  const ria_attribute *attribute;
} ria_checkpoint_identity;

/** A row of the gauges as a checkpoint knows it. */
typedef struct {
  double time;  /**< s since the start */
  uint32_t crc; /**< of its text, with its line end */
} ria_checkpoint_row;

enum { RIA_CHECKPOINT_COLUMN = 32, RIA_CHECKPOINT_COLUMNS = 8 };

/** Numbers of something that goes on beside the state, such as particles. */
typedef struct {
  char name[RIA_CHECKPOINT_COLUMN];
  int64_t count;
  double *value; /**< [count] */
} ria_checkpoint_column;

/** What of the other records of a run belongs to a checkpoint: whoever resumes from it verifies
 * that they are there. Only rank 0's counts in a write; all ranks have it after a read. */
typedef struct {
  bool known;                /**< false: of format 1, nothing is known */
  int64_t gauge_rows;        /**< -1: there are no gauges */
  uint32_t gauge_header;     /**< checksum of the header */
  int64_t history_records;   /**< -1: there is no history */
  double history_time;       /**< of the last record, s since the start */
  ria_checkpoint_row *gauge; /**< [gauge_rows], owned */
  int64_t step_bytes;        /**< of steps.csv (ria/steps.h); -1: there is none */
  uint32_t step_crc;         /**< checksum of these */
  int columns;
  ria_checkpoint_column column[RIA_CHECKPOINT_COLUMNS]; /**< their values are borrowed in a write,
                                                           and owned after a read */
  bool tracked_anew; /**< read: the file is of an older ria and has no tracked fields, which begin
                        with its state */
} ria_checkpoint_records;

/** Frees what it holds. */
void ria_checkpoint_records_destroy(ria_checkpoint_records *records);

/** Write a snapshot. Collective over ranks; may be called from a thread of its own if
 * ria_runtime_threads(), else by the one that drives the simulation, which is drained. Errors:
 * RIA_ERROR_IO (full disk among others; the partial file is removed and `path` is as it was).
 * `records` is borrowed and may be NULL. */
ria_status ria_checkpoint_write(ria_runtime *runtime, ria_snapshot *snapshot,
                                const ria_checkpoint_identity *identity,
                                const ria_checkpoint_records *records, const char *path);

/** Load the state of `path` into the simulation, and its records (NULL: not wanted; the caller
 * destroys them after success). Collective. Errors: RIA_ERROR_IO, RIA_ERROR_CORRUPT (truncated or a
 * checksum is wrong), RIA_ERROR_MISMATCH (another case, solver, precision, grid or format version).
 */
ria_status ria_checkpoint_read(ria_simulation *simulation, const ria_checkpoint_identity *identity,
                               const char *path, ria_checkpoint_records *records);

#ifdef __cplusplus
}
#endif
#endif
