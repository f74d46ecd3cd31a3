/** \file
 * The names of the files that a run, `ria plot` and `ria trace` write in the run's folder. Files
 * with other names are never removed or replaced there.
 */
#ifndef RUN_FILES_H
#define RUN_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

/** Marks a folder as a run's. It is empty, so that a full disk has room for it. */
#define RUN_FILES_MARKER ".ria-run"

typedef enum { RUN_FILES_TOP, RUN_FILES_CHECKPOINTS, RUN_FILES_MAPS, RUN_FILES_PARTS } run_part;

/** The name of a part's folder inside the run's: "", "checkpoints", "maps". */
const char *run_files_folder(run_part part);

/** Whether the name is "step-NNN.h5"; sets `*steps`. */
bool run_files_is_checkpoint(const char *name, int64_t *steps);
/** Whether the name is that of an unfinished checkpoint. */
bool run_files_is_partial_checkpoint(const char *name);

/** Check that the folder `path` may hold a run: it is missing, empty, or a run's. A run's folder
 * has the marker; one of an older version has log.txt, checkpoints/ and a case.yaml by ria. Its
 * parts must be folders, and its files regular files. With `replace`, files may be symbolic links,
 * which are then removed and not followed. Changes nothing. Errors: RIA_ERROR_IO. */
ria_status run_files_check(const char *path, bool replace);

/** Give history.h5 its other name, history.nc: a symbolic link, unless there is a file of that name
 * or the file system has no links. */
void run_files_link(const char *path);

/** Remove those of ria's own files in a part that `selected` accepts (NULL: all). Links are
 * removed, not followed. Files that cannot be removed stay. */
void run_files_remove(const char *path, run_part part, bool (*selected)(const char *name));

#endif
