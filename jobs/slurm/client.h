/* Calls of Slurm's programs. */
#ifndef RIA_SLURM_CLIENT_H
#define RIA_SLURM_CLIENT_H

#include "exec/process.h"
#include "exec/words.h"

/* Run one and take what it prints, in an environment in which it does as its arguments say: without
 * the variables of a job that we may be in, of the user's formats, and with times as numbers.
 * *output: owned by the caller, free() it. Errors: RIA_ERROR_UNSUPPORTED (it is not installed),
 * RIA_ERROR_IO (it fails: its words; it gives no answer), RIA_ERROR_MEMORY. */
ria_status ria_slurm_call(const ria_words *words, char **output);

/* The same with the words given: ria_slurm_ask(&output, "squeue", "--me", NULL). */
ria_status ria_slurm_ask(char **output, const char *program, ...) __attribute__((sentinel));

/* The id that sbatch --parsable printed, without the cluster's name. Errors: RIA_ERROR_FORMAT. */
ria_status ria_slurm_submitted(const char *output, char *id, size_t size);

/* Variables of a job that srun would take for options; it needs only the job's id. */
extern const char *const ria_step_variables[];

#endif
