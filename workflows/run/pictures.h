/** \file
 * The pictures that a run draws when it ends. For rank 0. A picture that cannot be drawn is a
 * warning, not a failure of the run: `ria plot` and `ria trace` draw them again.
 */
#ifndef RIA_RUN_PICTURES_H
#define RIA_RUN_PICTURES_H

#include "folder.h"
#include "log.h"
#include "trace.h"

/** Some maps of each field, from the folder's history.h5; the log shows how far it is. */
void run_pictures_maps(const run_folder *folder, run_log *log);

/** The timeline of the workers, from the folder's trace files. */
void run_pictures_trace(const run_folder *folder, const run_trace *trace, const char *title,
                        run_log *log);

#endif
