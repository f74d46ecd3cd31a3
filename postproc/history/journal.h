/** \file
 * Private: an undo journal for one file that is changed in place.
 *
 * Before bytes of the file are overwritten, what was there is saved to PATH.journal, with the
 * file's size and a checksum. Whoever finds a journal that no living process holds puts the bytes
 * back. A journal whose checksum is wrong changes nothing: the file's own checksums then tell
 * whether it is sound.
 */
#ifndef RIA_POSTPROC_JOURNAL_H
#define RIA_POSTPROC_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ria/seal.h"
#include "ria/status.h"

/** Save `count` ranges of `path` (cut at its end) and its size to PATH.journal, durably, and lock
 * it. `*lock` is to be handed to commit or rollback. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY:
 * nothing was changed. */
ria_status ria_journal_begin(const char *path, size_t count, const ria_byte_range *ranges,
                             int *lock);
/** The change is complete and durable: drop the journal. On an error the lock is still held, for a
 * rollback. */
ria_status ria_journal_commit(const char *path, int lock);
/** Put the file back as it was, durably, and drop the journal. Always lets go of the lock. */
ria_status ria_journal_rollback(const char *path, int lock);

/** Roll back if there is a journal that no living process holds; waits up to five seconds for one
 * that does. `*damaged` tells of a journal whose checksum is wrong: it is left where it is, and the
 * file as it is. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_journal_recover(const char *path, bool *damaged);

#endif
