/** \file
 * Shared by the commands that read a workflow.
 */
#ifndef CLI_WORKFLOW_COMMAND_H
#define CLI_WORKFLOW_COMMAND_H

#include <stdbool.h>
#include "language/workflow.h"
#include "options.h"

typedef struct {
  const char *command; /**< its name, for messages */
  const char *path;    /**< the file */
  workflow_options workflow;
  command_list set; /**< owned */
  bool json;
} workflow_command;

/** Rows of a table of options. */
#define WORKFLOW_COMMAND_OPTIONS(c)                                                                \
  {.name = "set", .kind = COMMAND_LIST, .value = &(c)->set},                                       \
      {.name = "study", .kind = COMMAND_TEXT, .value = &(c)->workflow.study},                      \
      {.name = "mode",                                                                             \
       .kind = COMMAND_CHOICE,                                                                     \
       .value = &(c)->workflow.mode,                                                               \
       .choices = workflow_modes},                                                                 \
  {                                                                                                \
    .name = "json", .kind = COMMAND_FLAG, .value = &(c)->json                                      \
  }

/** Their lines in --help. */
#define WORKFLOW_COMMAND_HELP                                                                      \
  "  --set name=value  set a parameter, or any key by its path:\n"                                 \
  "                    --set days=1 --set steps.week.retries=3 (RIA_SET, one a line)\n"            \
  "  --study FOLDER    the study's folder (RIA_STUDY)\n"                                           \
  "  --mode MODE       auto, local, allocation or jobs (RIA_MODE)\n"                               \
  "  --json            print the result as JSON (RIA_JSON=1)\n"

/** Read the table's options and one file. False with a message on standard error. Call
 * workflow_command_free() in any case. */
bool workflow_command_read(workflow_command *command, const command_option *options, int argc,
                           char **argv);
/** workflow_options.progress: every few seconds a line on standard error. */
void workflow_command_progress(const char *step, int read, int points);
void workflow_command_free(workflow_command *command);

/** Read the workflow and report its findings on standard error. Returns 0, or the exit code of a
 * failure. */
int workflow_command_load(const workflow_command *command, workflow_file **workflow);

#endif
