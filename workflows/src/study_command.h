/** \file
 * What the commands that look at a study share: finding it, and their options.
 *
 * Every option can be given as a variable of the environment too: --json as RIA_JSON=1, --study as
 * RIA_STUDY, ... The command line has the last word.
 */
#ifndef RIA_STUDY_COMMAND_H
#define RIA_STUDY_COMMAND_H

#include <jansson.h>
#include <stdbool.h>
#include "ria/job.h"
#include "ria/study.h"

/** Whether a variable says yes: set, and neither empty, 0, no nor false. */
bool study_command_flag(const char *variable);

/** Open the study that `where` names: its folder, or the workflow that it is of. NULL: RIA_STUDY,
 * else the current folder, else the only study in it. */
ria_status study_command_open(const char *where, ria_study_mode mode, ria_study **study);

/** Print JSON and a newline on standard output, and free it. Returns an exit code. */
int study_command_print(json_t *json);

/** Say the detail of the last error on standard error; returns RIA_EXIT_ERROR. */
int study_command_fail(const char *command);

/** A launcher that finds and ends the jobs of the study's engine; NULL (with RIA_SUCCESS) if it has
 * started none yet. */
ria_status study_command_launcher(ria_study *study, ria_launcher **launcher);

/** Whether a Slurm job is alive: for ria_study_lock(). */
ria_owner_life study_command_asks(void *context, const char *job);

#endif
