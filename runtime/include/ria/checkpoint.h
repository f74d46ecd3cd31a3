/** \file
 * Checkpoints: a snapshot in one HDF5 file, from which a simulation goes on bit for bit, on any
 * number of ranks, tiles and targets.
 *
 * Layout (format 1): root attributes `format` = "ria checkpoint", `version` = 1, `solver`,
 * `case_hash` (16 hex digits of what determines the answer), `precision`, `x0`, `y0`, `dx`, `dy`,
 * `time`, `dt`, `rate`, `steps`, `redone`, `complete` = 1 (written last); group `fields` with one
 * dataset [ny][nx] a state field, chunked, Fletcher-32, attribute `units`. Written to
 * `FILE.partial`, flushed, fsynced, renamed.
 */
#ifndef RIA_CHECKPOINT_H
#define RIA_CHECKPOINT_H

#include "ria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_CHECKPOINT_VERSION = 1 };

typedef struct {
  char solver[64];
  char case_hash[17];
} ria_checkpoint_identity;

/** Write a snapshot. Collective over ranks; may be called from a thread of its own if
 * ria_runtime_threads(), else by the one that drives the simulation, which is drained. Errors:
 * RIA_ERROR_IO (full disk among others; the partial file is removed and `path` is as it was). */
ria_status ria_checkpoint_write(ria_runtime *runtime, ria_snapshot *snapshot,
                                const ria_checkpoint_identity *identity, const char *path);

/** Load the state of `path` into the simulation. Errors: RIA_ERROR_IO, RIA_ERROR_CORRUPT (truncated
 * or a checksum is wrong), RIA_ERROR_MISMATCH (another case, solver, precision, grid or format
 * version). */
ria_status ria_checkpoint_read(ria_simulation *simulation, const ria_checkpoint_identity *identity,
                               const char *path);

#ifdef __cplusplus
}
#endif
#endif
