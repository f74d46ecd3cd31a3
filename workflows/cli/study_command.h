/** \file
 * What the commands that look at a study share: finding it, and telling of it.
 */
#ifndef RIA_CLI_STUDY_COMMAND_H
#define RIA_CLI_STUDY_COMMAND_H

#include <jansson.h>
#include <stdbool.h>
#include "ria/job.h"
#include "study/study.h"

/** Whether a command takes the name of a step or task. */
typedef enum {
  STUDY_COMMAND_NO_STEP,
  STUDY_COMMAND_MAY_STEP,
  STUDY_COMMAND_STEP /**< it needs one */
} study_command_step;

/** The words of a command line that are no options, argv[1 ... argc): `[STUDY] [STEP]`. A single
 * word of a command that may take a step is the study if it is a folder with one, or a file; of one
 * that needs a step it is the step. `*study` (from --study) is replaced if it stands there, `*step`
 * is NULL without one. False with a message on standard error. */
bool study_command_words(study_command_step takes, int argc, char **argv, const char **study,
                         const char **step);

/** The folder of the study that `where` names: itself, or that of a workflow's file. NULL:
 * RIA_STUDY, else the current folder, else the only study in it. `*made`: there is a study in it;
 * else its job has been submitted and has not begun (study/submitted.h). `*folder` is owned by the
 * caller. */
ria_status study_command_locate(const char *where, char **folder, bool *made);

/** Open the study that `where` names as above. */
ria_status study_command_open(const char *where, ria_study_mode mode, ria_study **study);

/** Whether the study has a step or task of that name ("": all of it). Errors: RIA_ERROR_ARGUMENT if
 * not, and those of reading. */
ria_status study_command_find(ria_study *study, const char *subject);

/** Print JSON and a newline on standard output, and free it. Returns an exit code. */
int study_command_print(json_t *json);

/** Say the detail of the last error on standard error; returns RIA_EXIT_ERROR. */
int study_command_fail(const char *command);

/** A launcher that finds and ends the jobs of the study's engine; NULL (with RIA_SUCCESS) if it has
 * started none yet. */
ria_status study_command_launcher(ria_study *study, ria_launcher **launcher);

/** Whether a Slurm job is alive: for ria_study_lock(). */
ria_owner_life study_command_job_life(void *context, const char *job);

#endif
