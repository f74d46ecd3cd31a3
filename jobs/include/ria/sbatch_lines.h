/** \file
 * What the `#SBATCH` lines of a script ask for. */
#ifndef RIA_SBATCH_LINES_H
#define RIA_SBATCH_LINES_H

#include <stddef.h>
#include "ria/job.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether a job handed to sbatch as it is could ever start: what its `#SBATCH` lines say of nodes,
 * tasks, cores, memory, time and partition, under further options of the command line (`options`,
 * ended by NULL; NULL: none), against the partitions. Slurm itself takes such jobs and lets them
 * wait for ever. `launcher` is one of the kind RIA_LAUNCHER_JOBS.
 *
 * \param line  out: where the option stands that cannot be had; 0: among `options`
 * Errors: RIA_ERROR_UNSUPPORTED with the reason; others as ria_launcher_check(). */
ria_status ria_sbatch_lines_check(ria_launcher *launcher, const char *script, size_t length,
                                  const char *const *options, int *line);

/** Whether there are any. */
bool ria_sbatch_lines_exist(const char *script, size_t length);

#ifdef __cplusplus
}
#endif
#endif
