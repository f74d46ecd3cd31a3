/* The arguments and scripts for sbatch, srun and the wrapper. */
#ifndef RIA_SBATCH_H
#define RIA_SBATCH_H

#include "ria/job.h"
#include "exec/words.h"

/* Add a name without blanks and control characters, which queues cannot show, cut to 200 bytes. */
void ria_sbatch_name(ria_words *words, const char *option, const char *name);

/* `sbatch --parsable ... SCRIPT` for a job. `array`: `0-9%2`, or NULL. `folder`: where Slurm's
 * daemons write slurm.txt or slurm-N.txt. Errors: RIA_ERROR_ARGUMENT (a path that sbatch cannot
 * handle), RIA_ERROR_MEMORY. */
ria_status ria_sbatch_words(ria_words *words, const ria_job *job, const char *comment,
                            const char *array, const char *folder, const char *script);

/* Where an srun places a job: in the job's own allocation, or (`exact`) among other steps in an
 * allocation whose nodes have this many cores and this much memory. */
typedef struct {
  bool exact;
  int nodes;      /* of the allocation */
  int cores;      /* of a node of the allocation */
  int64_t memory; /* of a node; 0: not limited */
  const char *on; /* the node of all ranks, or of each, `n1,n2,n2`; NULL: Slurm chooses */
} ria_srun_place;

void ria_srun_words(ria_words *words, const ria_job *job, const char *mpi, ria_srun_place place);

/* `PROGRAM exec OPTION... MARKERS --`. `enforce`: the wrapper enforces the time limit. */
void ria_exec_words(ria_words *words, const ria_job *job, const char *program, bool enforce,
                    int grace);

/* The batch script of a job. The wrapper replaces the shell, so that Slurm's signals reach it.
 * `command`: the command with wrapper and srun. */
ria_status ria_sbatch_script(char **script, const ria_job *job, const char *const *command);

/* The batch script of an array: element n runs the script in folders[n]. */
ria_status ria_sbatch_array_script(char **script, const char *name, const char *const *folders,
                                   const char *daemons);

#endif
