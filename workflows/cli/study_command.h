/** \file
 * Shared by the commands that read a study: finding it and reporting errors.
 */
#ifndef CLI_STUDY_COMMAND_H
#define CLI_STUDY_COMMAND_H

#include <stdbool.h>
#include "ria/job.h"
#include "study/study.h"

/** Whether a command accepts the name of a step or task. */
typedef enum {
  STUDY_COMMAND_NO_STEP,
  STUDY_COMMAND_MAY_STEP,
  STUDY_COMMAND_STEP /**< it requires one */
} study_command_step;

/** Read the words of a command line that are not options, argv[1 ... argc): `[STUDY] [STEP]`. If
 * the step is optional, a single word is the study if it is a file or the folder of a study. If the
 * step is required, a single word is the step. Replaces `*study` (from --study) if given; `*step`
 * is NULL without one. False with a message on standard error. */
bool study_command_words(study_command_step takes, int argc, char **argv, const char **study,
                         const char **step);

/** Find the folder of the study that `where` names: its folder, or a workflow's file. NULL:
 * RIA_STUDY, else the current folder, else the only study in it. `*made`: the study exists; false:
 * its job has been submitted and has not started (study/submitted.h). The caller owns `*folder`. */
ria_status study_command_locate(const char *where, char **folder, bool *made);

/** Open the study that `where` names, as for study_command_find(). */
ria_status study_command_open(const char *where, study_mode mode, study_store **study);

/** Check that the study has a step or task of that name ("": all of it). Errors: RIA_ERROR_ARGUMENT
 * if not, and those of reading. */
ria_status study_command_find(study_store *study, const char *subject);

/** Report the detail of the last error; returns CLI_EXIT_ERROR. */
int study_command_fail(const char *command);

/** Create a launcher that finds and ends the jobs of the study's engine; NULL (with RIA_SUCCESS) if
 * it has started none. */
ria_status study_command_launcher(study_store *study, ria_launcher **launcher);

/** Whether a Slurm job is alive, for study_lock(). */
owner_life study_command_job_life(void *context, const char *job);

#endif
