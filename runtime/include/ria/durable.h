/** \file
 * Files that survive a power cut: on the disk before anything relies on them.
 *
 * A file that was written lies in the memory of the system until fsync; its name, until the folder
 * was synced too. A file system that cannot sync a folder (EINVAL, ENOTSUP) is no error.
 */
#ifndef RIA_DURABLE_H
#define RIA_DURABLE_H

#include <stddef.h>
#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Open a regular file for reading; anything else is refused, because a pipe or a device may never
 * end. `size` (may be NULL) gets its bytes. Returns -1 with errno: EISDIR, EINVAL (neither a file
 * nor a folder), or that of open(). */
int ria_open_regular(const char *path, int64_t *size);

/** Write `size` bytes at `offset` of an open file; goes on after a signal or a partial write.
 * `path` is only for the sentence. Errors: RIA_ERROR_IO. */
ria_status ria_write_at(int file, const void *bytes, size_t size, int64_t offset, const char *path);
/** Read exactly `size` bytes at `offset`. Errors: RIA_ERROR_IO, RIA_ERROR_CORRUPT (the file ends
 * before). */
ria_status ria_read_at(int file, void *bytes, size_t size, int64_t offset, const char *path);

/** Make what was written to an open file durable. Errors: RIA_ERROR_IO. */
ria_status ria_durable_sync(int file, const char *path);
/** Make the names in a folder durable. Errors: RIA_ERROR_IO. */
ria_status ria_durable_sync_folder(const char *folder);
/** Make the name of a file durable: syncs the folder that holds it. Errors: as above. */
ria_status ria_durable_sync_name(const char *path);

/** Make all files in a folder and the folders in it durable, with their names. Symbolic links are
 * not followed, and what cannot be opened for reading is left out. Errors: RIA_ERROR_IO. */
ria_status ria_durable_sync_tree(const char *folder);

/** Sync `partial`, rename it to `path`, sync the folder. Errors: RIA_ERROR_IO; `partial` is then
 * still there unless the folder was all that failed. */
ria_status ria_durable_publish(const char *partial, const char *path);

/** Replace `path` by these bytes, as a whole or not at all; goes through PATH.new. Errors:
 * RIA_ERROR_IO, with the reason in errno, RIA_ERROR_MEMORY; PATH.new is gone and `path` is as it
 * was. */
ria_status ria_durable_write(const char *path, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
