/** \file
 * `ria status` of the folder of a single run: how far it is, and how it ended. */
#ifndef RIA_RUN_STATUS_H
#define RIA_RUN_STATUS_H

#include <stdbool.h>

/** Whether a folder holds a run of a case, and no study. */
bool run_status_is(const char *folder);

/** Tell it on standard output. Returns the command's exit code: 0 finished or under way, 2 it ended
 * without a summary, or an error, 3 it was stopped after a checkpoint. */
int run_status_show(const char *folder, bool json);

#endif
