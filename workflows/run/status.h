/** \file
 * `ria status` of a single run's folder: its progress, or how it ended.
 */
#ifndef RUN_STATUS_H
#define RUN_STATUS_H

#include <stdbool.h>

/** Whether a folder holds a run of a case, not a study. */
bool run_status_is(const char *folder);

/** Print the progress or the end on standard output. Returns the exit code: 0 finished or running,
 * 2 ended without a summary, or an error, 3 stopped after a checkpoint. */
int run_status_show(const char *folder, bool json);

#endif
