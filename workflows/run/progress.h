/** \file
 * The progress of a case's run, by its log.
 */
#ifndef RUN_PROGRESS_H
#define RUN_PROGRESS_H

#include "ria/status.h"

/** Read the end of FOLDER/log.txt. `begin`: simulated time at which the task's part of the case
 * begins, in s. `*fraction`: 0 .. 1 of that part; -1: not known yet. `text`: the log's last line
 * about progress. A missing log is no error. */
ria_status case_progress(const char *folder, double begin, double *fraction, char text[128]);

#endif
