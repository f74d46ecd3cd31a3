/* The arguments and scripts for sbatch, srun and the wrapper. */
#ifndef SLURM_SBATCH_H
#define SLURM_SBATCH_H

#include "ria/job.h"
#include "exec/words.h"

/* Add a name without blanks, control characters and `|`, which queues cannot show, cut to 200
 * bytes, followed by `.token` unless the token is "". */
void slurm_sbatch_name(exec_words *words, const char *option, const char *name, const char *token);

/* The properties of a submission that are not in its job. */
typedef struct {
  const char *token;  /* token that the job carries in the queue */
  const char *array;  /* `0-9%2`, or NULL */
  const char *folder; /* where Slurm's daemons write slurm.txt or slurm-N.txt */
  const char *script;
} slurm_sbatch_call;

/* `sbatch --parsable ... SCRIPT TOKEN` for a job. The token is its comment, or the end of its
 * name if the options set the comment; also an argument of the script, which the queue shows,
 * because some sites change comments. Errors: RIA_ERROR_ARGUMENT (a path that sbatch cannot
 * handle), RIA_ERROR_MEMORY. */
ria_status slurm_sbatch_words(exec_words *words, const ria_job *job, const slurm_sbatch_call *call);

/* Where an srun places a job: in the job's own allocation, or (`exact`) among other steps in an
 * allocation whose nodes have this many cores and this much memory. */
typedef struct {
  bool exact;
  int nodes;      /* of the allocation */
  int cores;      /* of a node of the allocation */
  int64_t memory; /* of a node; 0: not limited */
  const char *on; /* the node of all ranks, or of each, `n1,n2,n2`; NULL: Slurm chooses */
} slurm_srun_place;

void slurm_srun_words(exec_words *words, const ria_job *job, const char *mpi,
                      slurm_srun_place place);

/* `PROGRAM exec OPTION... MARKERS --`. `enforce`: the wrapper enforces the time limit. */
void slurm_exec_words(exec_words *words, const ria_job *job, const char *program, bool enforce,
                      int grace);

/* The batch script of a job. The wrapper replaces the shell, so Slurm's signals reach it.
 * `command`: the command with wrapper and srun. */
ria_status slurm_sbatch_script(char **script, const ria_job *job, const char *const *command);

/* The batch script of an array: element n runs the script in folders[n]. */
ria_status slurm_sbatch_array_script(char **script, const char *name, const char *const *folders,
                                     const char *daemons);

/* The batch script of bundles: element n runs the scripts in `each` folders from n * each, one
 * after another. A job without elements runs the first `each`. After SIGTERM no further script
 * starts. At SIGUSR2 the running script gets the signal named in the file `signal` of its
 * folder. */
ria_status slurm_sbatch_bundle_script(char **script, const char *name, const char *const *folders,
                                      int each, const char *daemons);

#endif
