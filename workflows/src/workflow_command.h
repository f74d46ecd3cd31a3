/** \file
 * What the commands that read a workflow have in common: their options, each also as a variable of
 * the environment.
 */
#ifndef RIA_WORKFLOW_COMMAND_H
#define RIA_WORKFLOW_COMMAND_H

#include <stdbool.h>
#include "ria/workflow.h"

typedef struct {
  const char *command; /**< its name, for messages */
  const char *path;    /**< the file */
  ria_workflow_options workflow;
  const char **set; /**< owned */
  char *variable;   /**< RIA_SET, cut into pieces; owned */
  bool json, all;
} ria_workflow_command;

/** Lines of --help about these options. */
#define RIA_WORKFLOW_COMMAND_HELP                                                                  \
  "  --set name=value  give a parameter another value, or with a path any key:\n"                  \
  "                    --set days=1 --set steps.week.retries=3 (RIA_SET, with ';' between)\n"      \
  "  --study FOLDER    the study's folder (RIA_STUDY)\n"                                           \
  "  --mode MODE       auto, local, allocation or jobs (RIA_MODE)\n"                               \
  "  --json            tell the result as JSON (RIA_JSON=1)\n"

/** Read --set, --study, --mode, --json, --all (only where `has_all`) and one file from a command
 * line, over RIA_SET, RIA_STUDY, RIA_MODE, RIA_JSON and RIA_ALL. False with a message on standard
 * error. ria_workflow_command_free() in any case. */
bool ria_workflow_command_read(ria_workflow_command *command, int argc, char **argv, bool has_all);
void ria_workflow_command_free(ria_workflow_command *command);

/** Read the workflow and tell its findings on standard error. Exit code: 0, or that of a failure.
 */
int ria_workflow_command_load(const ria_workflow_command *command, ria_workflow **workflow);

#endif
