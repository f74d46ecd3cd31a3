/** \file
 * The launcher for a workflow's mode.
 */
#ifndef TASKS_LAUNCHER_KIND_H
#define TASKS_LAUNCHER_KIND_H

#include "language/workflow.h"
#include "ria/job.h"

/** MODE_AUTO is the allocation inside a Slurm job, else this machine. */
ria_launcher_kind launcher_kind_of_mode(workflow_mode mode);
/** "local", "allocation" or "jobs". */
const char *launcher_kind_text(ria_launcher_kind kind);
/** The kind with that name; `local` for any other text. */
ria_launcher_kind launcher_kind_find(const char *text);

#endif
