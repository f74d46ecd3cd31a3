/** \file
 * Checks whether the requested resources exist.
 */
#ifndef PLAN_RESOURCE_CHECK_H
#define PLAN_RESOURCE_CHECK_H

#include "language/workflow.h"
#include "ria/case_errors.h"

enum { RESOURCE_NOTE_SIZE = 300 };

/** Check the resources of all steps against the place where its mode would run them: Slurm's
 * partitions, the current allocation, or this machine. For a file that is meant for sbatch
 * (`for_sbatch`), also check the requests in its `#SBATCH` lines and further sbatch options
 * (`options`, ended by NULL; NULL: none); steps inside that future allocation are not checked.
 * Findings are added to `errors` with their lines. Slurm is asked once. If it does not answer, that
 * is no error: `note` says so, else it is "". Errors: RIA_ERROR_CASE (findings), RIA_ERROR_MEMORY.
 */
ria_status resource_check(const workflow_file *workflow, bool for_sbatch,
                          const char *const *options, ria_case_errors *errors,
                          char note[RESOURCE_NOTE_SIZE]);

#endif
