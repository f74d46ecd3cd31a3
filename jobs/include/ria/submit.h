/** \file
 * Handing a script to Slurm as it is.
 */
#ifndef RIA_SUBMIT_H
#define RIA_SUBMIT_H

#include "ria/job.h"

#ifdef __cplusplus
extern "C" {
#endif

/** `sbatch --parsable OPTION... SCRIPT`, in our environment without the variables of our own job.
 * Blocking.
 *
 * \param options  borrowed, ended by NULL; NULL: none
 * \param id       out: the job's
 * Errors: RIA_ERROR_UNSUPPORTED (no Slurm here), RIA_ERROR_IO (it refuses, with its words),
 * RIA_ERROR_FORMAT, RIA_ERROR_MEMORY. */
ria_status ria_submit_script(const char *script, const char *const *options, ria_job_id id);

/** `sbatch --test-only OPTION... SCRIPT`: whether the cluster would accept it, as far as sbatch can
 * tell. Nothing is submitted. Errors as ria_submit_script(). */
ria_status ria_submit_test(const char *script, const char *const *options);

#ifdef __cplusplus
}
#endif
#endif
