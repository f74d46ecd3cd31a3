/** \file
 * Making folders, as `mkdir -p` does.
 */
#ifndef RIA_FOLDERS_H
#define RIA_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Make a folder, and on request its name durable. Returns 0, or -1 with errno, EEXIST too. */
int ria_folder_make(const char *path, mode_t mode, bool durable);

/** Make a folder and those above it, except for those within the first `from` bytes of its path.
 * Returns 0, or the length of the first part of the path that could not be made, with errno. */
size_t ria_folders_make(const char *path, size_t from, mode_t mode, bool durable);
/** The same without the last part of the path. */
size_t ria_folders_make_above(const char *path, size_t from, mode_t mode, bool durable);

#ifdef __cplusplus
}
#endif
#endif
