/** \file
 * Checkpoints: a snapshot in one HDF5 file, from which a simulation resumes with the same bits on
 * any number of ranks, tiles and targets.
 *
 * Layout (format 2): root attributes `format` = "ria checkpoint", `version` = 2, `solver`,
 * `case_hash` (16 hex digits; a hash of everything that determines the answer), `precision`, `x0`,
 * `y0`, `dx`, `dy`, `time`, `dt`, `rate`, `steps`, `redone`, the attributes of
 * ria_checkpoint_identity, the ledger (`ledger_*`, ria/ledger.h), `moments` (the numbers that
 * ria_moments keep, if any), `complete` = 1; group `fields` with one dataset [ny][nx] for each
 * state field, contiguous, attribute `units`; group `tracked` with the tracked fields, if any;
 * groups `records` and `columns`, see ria_checkpoint_records. A seal (ria/seal.h) covers every
 * byte; it is verified before HDF5 opens the file. Format 1 can still be read: it has chunks with
 * Fletcher-32 instead of the seal, and no records. Format 3 is for three dimensions and for several
 * blocks: it adds `z0` and `dz`, and datasets are [nz][ny][nx]. With several blocks, each block has
 * a group in `fields` with its datasets and its own `x0` to `dz`.
 *
 * Written to `FILE.partial`: rank 0 builds the HDF5 structures in memory, each rank writes its own
 * rows at their offsets. Then all ranks flush, and rank 0 renames the file. A rank that fails
 * reports the error before the others wait for it: no call to the file system is collective.
 */
#ifndef RIA_CHECKPOINT_H
#define RIA_CHECKPOINT_H

#include <stdbool.h>
#include "ria/attribute.h"
#include "ria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_CHECKPOINT_VERSION = 3 /**< the current format */ };

/** The format version that a checkpoint on a mesh gets: a line or plane of one block gets the older
 * format 2. */
int ria_checkpoint_version(const ria_mesh *mesh);

typedef struct {
  char solver[64];
  char case_hash[17];
  /** Stored with the fields as root attributes: texts and single numbers. Ignored when a checkpoint
   * is read. Borrowed. */
  int attributes;
  const ria_attribute *attribute;
} ria_checkpoint_identity;

/** A row of the gauges file, as a checkpoint records it. */
typedef struct {
  double time;  /**< s since the start */
  uint32_t crc; /**< checksum of the row's text, line end included */
} ria_checkpoint_row;

enum { RIA_CHECKPOINT_COLUMN = 32, RIA_CHECKPOINT_COLUMNS = 8 };

/** Numbers of a component that carries its own state from step to step, such as particles. */
typedef struct {
  char name[RIA_CHECKPOINT_COLUMN];
  int64_t count;
  double *value; /**< [count] */
} ria_checkpoint_column;

/** The part of a run's other records that belongs to a checkpoint: a run that resumes verifies that
 * these records exist. Only the values of rank 0 count in a write; all ranks have them after a
 * read. */
typedef struct {
  bool known;                /**< false: a format 1 file, which has no records */
  int64_t gauge_rows;        /**< -1: the run has no gauges */
  uint32_t gauge_header;     /**< checksum of the header */
  int64_t history_records;   /**< -1: the run has no history */
  double history_time;       /**< time of the last record, s since the start */
  ria_checkpoint_row *gauge; /**< [gauge_rows], owned */
  int64_t step_bytes;        /**< rows of steps.csv (ria/steps.h); -1: the run has no such file */
  uint32_t step_crc;         /**< checksum of these rows */
  int columns;
  ria_checkpoint_column column[RIA_CHECKPOINT_COLUMNS]; /**< their values are borrowed in a write,
                                                           and owned after a read */
  bool tracked_anew; /**< set by a read: an older ria wrote the file without tracked fields; they
                        start from its state */
} ria_checkpoint_records;

/** Free the members. */
void ria_checkpoint_records_destroy(ria_checkpoint_records *records);

/** Write a snapshot. Collective over ranks. If ria_runtime_threads(), any thread may call it;
 * otherwise only the thread that drives the simulation, after ria_simulation_drain(). Errors:
 * RIA_ERROR_IO (such as a full disk; the partial file is removed and `path` is unchanged).
 * `records` is borrowed and may be NULL. */
ria_status ria_checkpoint_write(ria_runtime *runtime, ria_snapshot *snapshot,
                                const ria_checkpoint_identity *identity,
                                const ria_checkpoint_records *records, const char *path);

/** Load the state of `path` into the simulation, and its records into `records` (NULL: skip them;
 * after success the caller destroys them). Collective. Errors: RIA_ERROR_IO, RIA_ERROR_CORRUPT
 * (truncated, or a wrong checksum), RIA_ERROR_MISMATCH (another case, solver, precision, grid or
 * format version). */
ria_status ria_checkpoint_read(ria_simulation *simulation, const ria_checkpoint_identity *identity,
                               const char *path, ria_checkpoint_records *records);

#ifdef __cplusplus
}
#endif
#endif
