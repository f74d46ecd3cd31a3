/** \file
 * The names of the files that a run makes in its folder, and `ria plot` and `ria trace` after it.
 * Nothing with another name is ever removed or replaced there.
 */
#ifndef RIA_RUN_FILES_H
#define RIA_RUN_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

/** Marks a folder as that of a run. It is empty, so that a full disk has room for it. */
#define RUN_FILES_MARKER ".ria-run"

typedef enum { RUN_FILES_TOP, RUN_FILES_CHECKPOINTS, RUN_FILES_MAPS, RUN_FILES_PARTS } run_part;

/** Name of a part's folder inside the run's: "", "checkpoints", "maps". */
const char *run_files_folder(run_part part);

/** "step-NNN.h5": sets `*steps`. */
bool run_files_is_checkpoint(const char *name, int64_t *steps);
/** A checkpoint that was being written. */
bool run_files_is_partial_checkpoint(const char *name);

/** Whether the folder `path` may take a run: it is missing, empty, or the folder of a run (it has
 * the marker; or, from before there was one, log.txt, checkpoints/ and a case.yaml by ria). Its
 * parts must be folders, and its files regular ones; with `replace`, files may be symbolic links,
 * which are then removed and not followed. Changes nothing. Errors: RIA_ERROR_IO. */
ria_status run_files_check(const char *path, bool replace);

/** Remove from a part what `selected` names among ria's own files (NULL: all of them). Links are
 * removed, not followed. What cannot be removed stays. */
void run_files_remove(const char *path, run_part part, bool (*selected)(const char *name));

#endif
