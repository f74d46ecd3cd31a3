/** \file
 * Whether what a workflow asks for could ever be had. */
#ifndef RIA_PLAN_RESOURCE_CHECK_H
#define RIA_PLAN_RESOURCE_CHECK_H

#include "ria/case_errors.h"
#include "language/workflow.h"

enum { RESOURCE_NOTE_SIZE = 300 };

/** Check the resources of all steps, each where its mode would have it run: by the partitions that
 * Slurm has, the allocation that we are in, or this machine. Of a file that is meant for sbatch
 * (`for_sbatch`), also what its `#SBATCH` lines ask for, under further options of sbatch
 * (`options`, ended by NULL; NULL: none); steps inside an allocation that is not there yet are left
 * alone. Findings are added to `errors`, each with its line. Slurm is asked once, however many
 * steps there are. Where it cannot be asked that is no error: `note` tells, else it is "". Errors:
 * RIA_ERROR_CASE (findings), RIA_ERROR_MEMORY. */
ria_status resource_check(const ria_workflow *workflow, bool for_sbatch, const char *const *options,
                          ria_case_errors *errors, char note[RESOURCE_NOTE_SIZE]);

#endif
