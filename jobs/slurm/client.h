/* Calls of Slurm's programs. */
#ifndef RIA_SLURM_CLIENT_H
#define RIA_SLURM_CLIENT_H

#include "exec/process.h"
#include "exec/words.h"

/* Run a program and return its output. Its environment lacks the variables of our own job and the
 * user's formats, and times come as numbers. *output is owned by the caller (free). Errors:
 * RIA_ERROR_UNSUPPORTED (not installed), RIA_ERROR_IO (it fails, with its words, or does not
 * answer), RIA_ERROR_MEMORY. */
ria_status ria_slurm_call(const ria_words *words, char **output);

/* The same with the words as arguments: ria_slurm_ask(&output, "squeue", "--me", NULL). */
ria_status ria_slurm_ask(char **output, const char *program, ...) __attribute__((sentinel));

/* Take the id from the output of sbatch --parsable, without the cluster's name. Errors:
 * RIA_ERROR_FORMAT. */
ria_status ria_slurm_submitted(const char *output, char *id, size_t size);

/* Variables of a job that srun would take for options; it needs only the job's id. */
extern const char *const ria_step_variables[];

#endif
