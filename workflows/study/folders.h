/** \file
 * Folders: finding out whether one is empty, and making them.
 */
#ifndef RIA_STUDY_FOLDERS_H
#define RIA_STUDY_FOLDERS_H

#include <stddef.h>
#include "ria/status.h"

enum { FOLDER_ENTRY = 256 };

/** Find an entry of the folder; "" if it is empty or missing. A file that this process writes its
 * standard output or error to is ignored: `ria run ... -o DIR >DIR/output`. `option` is the option
 * that selects another folder, for messages: "-o". Errors: RIA_ERROR_IO (not a folder, cannot be
 * read). */
ria_status folder_entry_find(const char *path, const char *option, char name[FOLDER_ENTRY]);

/** Make a folder, and its name durable. Returns 0, or -1 with errno, EEXIST too. */
int folder_make(const char *path);

/** Make the folders above the last part of `path`, except for those within its first `from` bytes.
 * Returns 0, or the length of the part of `path` that could not be made, with errno. */
size_t folders_make_above(char *path, size_t from);
/** The same, with the last part. */
size_t folders_make(char *path, size_t from);

#endif
