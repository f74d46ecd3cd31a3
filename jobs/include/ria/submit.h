/** \file
 * Submission of a script to Slurm without changes.
 */
#ifndef RIA_SUBMIT_H
#define RIA_SUBMIT_H

#include "ria/job.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_SUBMIT_TOKEN_SIZE = 32 };

/** A unique token. Record it before ria_submit_script(), so that the job can be found if this
 * process dies in between. `folder`: the study's. */
void ria_submit_token(const char *folder, char token[RIA_SUBMIT_TOKEN_SIZE]);

/** `sbatch --parsable OPTION... SCRIPT ARGUMENT...`, in our environment without the variables
 * that describe our own job. Blocking. The job carries the token in its comment; if the options or
 * the script's `#SBATCH` lines set the comment, in its name.
 *
 * \param options    borrowed, ended by NULL; NULL: none
 * \param arguments  of the script; borrowed, ended by NULL; NULL: none
 * \param id         out: of the job in the queue that carries the token, whatever sbatch prints
 * Errors: RIA_ERROR_UNSUPPORTED (no Slurm here), RIA_ERROR_IO (Slurm refuses, with its message
 * quoted, or does not answer), RIA_ERROR_FORMAT (Slurm accepts, but no job carries the token),
 * RIA_ERROR_MEMORY.
 */
ria_status ria_submit_script(const char *script, const char *token, const char *const *options,
                             const char *const *arguments, ria_job_id id);

/** Find a job in the queue by its token. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_submit_find(const char *token, ria_job_id id, bool *found);

/** `sbatch --test-only OPTION... SCRIPT`: whether the cluster would accept the script, as far as
 * sbatch can check. No job is submitted. Errors as ria_submit_script(). */
ria_status ria_submit_test(const char *script, const char *const *options);

#ifdef __cplusplus
}
#endif
#endif
