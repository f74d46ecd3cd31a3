/* Messages of Slurm's daemons, mpirun and the kernel about a job's violent end, for clusters
 * without accounting. A hint names a cause; an exit code says only that something failed. */
#ifndef EXEC_HINT_H
#define EXEC_HINT_H

#include <sys/types.h>
#include "ria/job.h"

/* Search a file from `offset` on (at most its last 64 KiB) for messages of slurmstepd and srun.
 * RIA_CAUSE_NONE without a message or a file. */
ria_job_cause exec_hint_in_file(const char *path, off_t offset);

/* The same for a line of text. */
ria_job_cause exec_hint_in_line(const char *line);

/* How many processes of our control group the kernel killed because memory ran out; 0 if it does
 * not say. */
long exec_hint_memory_kills(void);

#endif
