/** \file
 * Folders: finding out whether one is empty.
 */
#ifndef STUDY_FOLDERS_H
#define STUDY_FOLDERS_H

#include "ria/status.h"

enum { FOLDER_ENTRY = 256 };

/** Find an entry of the folder; "" if it is empty or missing. A file that this process writes its
 * standard output or error to is ignored: `ria run ... -o DIR >DIR/output`. `option` is the option
 * that selects another folder, for messages: "-o". Errors: RIA_ERROR_IO (not a folder, cannot be
 * read). */
ria_status folder_entry_find(const char *path, const char *option, char name[FOLDER_ENTRY]);

#endif
