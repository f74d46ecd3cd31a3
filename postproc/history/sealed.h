/** \file
 * Private: writing an HDF5 file that was changed in memory, with a seal at its end.
 *
 * Chunks of data have checksums of their own, Fletcher-32; the seal covers everything else.
 */
#ifndef HISTORY_POSTPROC_SEALED_H
#define HISTORY_POSTPROC_SEALED_H

#include "ria/overlay.h"

/** Write a closed overlay durably to a new file, with a seal. `chunk` lists the ranges that have
 * their own checksums. Destroys the overlay. */
ria_status history_publish(const char *path, ria_overlay *overlay, ria_byte_range *chunk,
                           size_t chunks);
/** Write a closed overlay of the file `path` under a journal (journal.h). `chunk` is sorted here.
 * `held`: another program already kept a lock on the file during an earlier wait, so this call does
 * not wait. Destroys the overlay. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY; the file stays as it was.
 */
ria_status history_commit_sealed(const char *path, ria_overlay *overlay, ria_byte_range *chunk,
                                 size_t chunks, bool *held);

#endif
