/** \file
 * Private: an undo journal for a file that is changed in place.
 *
 * Before bytes of the file are overwritten, they are saved to PATH.journal with the file's size and
 * a checksum. A process that finds a journal without a living owner restores the bytes. A journal
 * with a wrong checksum is not used; the file's own checksums then show whether the file is intact.
 */
#ifndef HISTORY_POSTPROC_JOURNAL_H
#define HISTORY_POSTPROC_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ria/seal.h"
#include "ria/status.h"

/** Save `count` ranges of `path` (cut at its end) and its size to PATH.journal, durably, and lock
 * it. Pass `*lock` to commit or rollback. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY; the file is then
 * unchanged. */
ria_status history_journal_begin(const char *path, size_t count, const ria_byte_range *ranges,
                                 int *lock);
/** The change is complete and durable: remove the journal. After an error the lock is still held,
 * for a rollback. */
ria_status history_journal_commit(const char *path, int lock);
/** Restore the file durably and remove the journal. Always releases the lock. */
ria_status history_journal_rollback(const char *path, int lock);

/** Roll back a journal without a living owner; waits up to five seconds for an owner. `*damaged`:
 * the journal's checksum is wrong; journal and file stay as they are. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status history_journal_recover(const char *path, bool *damaged);

#endif
