/** \file
 * Creating folders, as `mkdir -p` does.
 */
#ifndef RIA_FOLDERS_H
#define RIA_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Make a folder; on request make its name durable. Returns 0, or -1 with errno (also EEXIST). */
int ria_folder_make(const char *path, mode_t mode, bool durable);

/** Make a folder and its missing parents. The first `from` bytes of its path are taken to exist.
 * Returns 0, or, with errno, the length of the first part of the path that could not be created. */
size_t ria_folders_make(const char *path, size_t from, mode_t mode, bool durable);
/** The same without the last component of the path. */
size_t ria_folders_make_above(const char *path, size_t from, mode_t mode, bool durable);

#ifdef __cplusplus
}
#endif
#endif
