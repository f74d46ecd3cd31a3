/** \file
 * `ria validate` of a workflow. */
#ifndef RIA_VALIDATE_WORKFLOW_H
#define RIA_VALIDATE_WORKFLOW_H

#include <stdbool.h>

/** Read and check the workflow, tell all findings; returns the exit code. */
int validate_workflow(const char *path, int sets, const char *const *set, bool json);

#endif
