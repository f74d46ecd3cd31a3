/* What Slurm's daemons, mpirun and the kernel let fall about a job's violent end, for clusters
 * without accounting. A hint names a cause; the exit code alone says that something went wrong. */
#ifndef RIA_HINT_H
#define RIA_HINT_H

#include <sys/types.h>
#include "ria/job.h"

/* Look for the messages of slurmstepd and srun in a file from `offset` on (its last 64 KiB at
 * most). RIA_CAUSE_NONE if there are none, or no such file. */
ria_job_cause ria_hint_in_file(const char *path, off_t offset);

/* The same in a line of text. */
ria_job_cause ria_hint_in_line(const char *line);

/* How many processes of our control group the kernel has killed for want of memory; 0 where it does
 * not tell. */
long ria_hint_memory_kills(void);

#endif
