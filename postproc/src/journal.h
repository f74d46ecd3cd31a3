/** \file
 * Private: an undo journal for one HDF5 file.
 *
 * HDF5 changes its own structures in place, so a process killed in the midst can leave a file that
 * no one reads. Data chunks, though, are never written twice here. The journal therefore saves the
 * file without its chunks: small, whatever the file's size.
 */
#ifndef RIA_POSTPROC_JOURNAL_H
#define RIA_POSTPROC_JOURNAL_H

#include <stddef.h>
#include <stdint.h>
#include "ria/status.h"

/** Bytes of a file that will not change. */
typedef struct {
  uint64_t offset, size;
} ria_extent;

/** Save all of `path` but the `count` extents (sorted here) to PATH.journal, and lock it. `*lock`
 * is to be handed to commit or rollback. Errors: RIA_ERROR_IO: nothing was changed. */
ria_status ria_journal_begin(const char *path, size_t count, ria_extent *extents, int *lock);
/** The change is complete: make it durable, then drop the journal. On an error the lock is still
 * held, for a rollback. */
ria_status ria_journal_commit(const char *path, int lock);
/** Put the file back as it was, durably, and drop the journal. Always lets go of the lock. */
ria_status ria_journal_rollback(const char *path, int lock);
/** Roll back if there is a journal that no living process holds. */
ria_status ria_journal_recover(const char *path);

#endif
