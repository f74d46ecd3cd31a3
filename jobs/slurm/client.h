/* Calls of Slurm's programs. */
#ifndef SLURM_CLIENT_H
#define SLURM_CLIENT_H

#include "exec/process.h"
#include "exec/words.h"

/* Run a program and return its output. Its environment lacks the variables of our own job and the
 * user's formats, and times come as numbers. *output is owned by the caller (free). Errors:
 * RIA_ERROR_UNSUPPORTED (not installed), RIA_ERROR_IO (it fails, with both its streams quoted, or
 * does not answer), RIA_ERROR_MEMORY. */
ria_status slurm_call(const exec_words *words, char **output);

/* The same with the words as separate arguments: slurm_ask(&output, "squeue", "--me", NULL). */
ria_status slurm_ask(char **output, const char *program, ...) __attribute__((sentinel));

/* Take the id from the output of sbatch --parsable: the last line of the form `12` or
 * `12;cluster`. Sites print notices around it, so the id is only a hint (poll.h). If there is no
 * such line, the id is "" and the error RIA_ERROR_FORMAT. Errors: also RIA_ERROR_MEMORY. */
ria_status slurm_submitted(const char *output, char *id, size_t size);

/* Variables of a job that srun would read as options; srun needs only the job's id. */
extern const char *const slurm_step_variables[];

#endif
