/** \file
 * Files that survive a power cut.
 *
 * A written file is only in the system's memory until fsync, and its name only until the folder is
 * synced. A file system that cannot sync a folder (EINVAL, ENOTSUP) does not count as an error.
 */
#ifndef RIA_DURABLE_H
#define RIA_DURABLE_H

#include <stddef.h>
#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Open a regular file for reading. Pipes and devices are refused because they may never end.
 * `size` (may be NULL) gets the file's bytes. Returns -1 with errno: EISDIR, EINVAL (neither a file
 * nor a folder), or that of open(). */
int ria_open_regular(const char *path, int64_t *size);

/** Write `size` bytes at `offset` of an open file; goes on after a signal or a partial write.
 * `path` is used only in the error message. Errors: RIA_ERROR_IO. */
ria_status ria_write_at(int file, const void *bytes, size_t size, int64_t offset, const char *path);
/** Read exactly `size` bytes at `offset`. Errors: RIA_ERROR_IO, RIA_ERROR_CORRUPT (the file is too
 * short). */
ria_status ria_read_at(int file, void *bytes, size_t size, int64_t offset, const char *path);

/** Make the contents of an open file durable. Errors: RIA_ERROR_IO. */
ria_status ria_durable_sync(int file, const char *path);
/** Make the names in a folder durable. Errors: RIA_ERROR_IO. */
ria_status ria_durable_sync_folder(const char *folder);
/** Make the name of a file durable: syncs the folder that holds it. Errors: as above. */
ria_status ria_durable_sync_name(const char *path);

/** Make all files in a folder and the folders in it durable, with their names. Symbolic links are
 * not followed, and files that cannot be opened for reading are skipped. Errors: RIA_ERROR_IO. */
ria_status ria_durable_sync_tree(const char *folder);

/** Sync `partial`, rename it to `path`, sync the folder. Errors: RIA_ERROR_IO; `partial` then still
 * exists, unless only the sync of the folder failed. */
ria_status ria_durable_publish(const char *partial, const char *path);

/** Replace `path` atomically by these bytes; writes PATH.new first. Errors: RIA_ERROR_IO, with the
 * reason in errno, RIA_ERROR_MEMORY; after an error PATH.new is removed and `path` is unchanged. */
ria_status ria_durable_write(const char *path, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
