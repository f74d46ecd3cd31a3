/** \file
 * `ria validate` of a workflow. */
#ifndef RIA_CLI_VALIDATE_WORKFLOW_H
#define RIA_CLI_VALIDATE_WORKFLOW_H

#include "workflow_command.h"

/** Read and check the workflow, tell all findings; returns the exit code. */
int validate_workflow(const workflow_command *command);

#endif
