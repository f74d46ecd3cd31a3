/* Messages of Slurm's daemons, mpirun and the kernel about a job's violent end, for clusters
 * without accounting. A hint names the cause of a failure; an exit code does not. */
#ifndef EXEC_HINT_H
#define EXEC_HINT_H

#include <sys/types.h>
#include "ria/job.h"

/* Search a file from `offset` on (at most its last 64 KiB) for messages of slurmstepd and srun.
 * RIA_CAUSE_NONE if there is no message or no file. */
ria_job_cause exec_hint_in_file(const char *path, off_t offset);

/* Search a line of text for such a message. */
ria_job_cause exec_hint_in_line(const char *line);

/* Number of processes of our control group that the kernel killed because memory ran out; 0 if it
 * is not known. */
long exec_hint_memory_kills(void);

#endif
