/** \file
 * The pictures that a run draws at its end. For rank 0. A picture that cannot be drawn is a
 * warning, not a failure of the run: `ria plot` and `ria trace` can make it later.
 */
#ifndef RUN_PICTURES_H
#define RUN_PICTURES_H

#include <stdbool.h>
#include "folder.h"
#include "log.h"
#include "ria/case.h"
#include "ria/terrain.h"
#include "trace.h"

/** Draw as many maps of each field as the case says, from the folder's history.h5; shows progress
 * in the log. `terrain` is that of the case. */
void run_pictures_maps(const run_folder *folder, const ria_case *the_case,
                       const ria_terrain *terrain, run_log *log);

/** Whether the folder of a run has tracks of particles. */
bool run_pictures_particles(const char *folder);

/** Write the trace of all ranks for viewers, from the folder's trace files. */
void run_pictures_trace(const run_folder *folder, const run_trace *trace, run_log *log);

#endif
