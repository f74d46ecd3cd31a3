/** \file
 * How far a run of a case is, by its log.
 */
#ifndef RIA_RUN_PROGRESS_H
#define RIA_RUN_PROGRESS_H

#include "ria/status.h"

/** Read the end of FOLDER/log.txt. `begin`: simulated time at which the task's part of the case
 * begins, in s. `*fraction` is 0 .. 1 of that part, -1 as long as nothing is known; `text` is the
 * log's last line about it. Never fails for a log that is not there yet. */
ria_status case_progress(const char *folder, double begin, double *fraction, char text[128]);

#endif
