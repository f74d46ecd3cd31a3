/** \file
 * The `#SBATCH` lines of a script.
 */
#ifndef RIA_SBATCH_LINES_H
#define RIA_SBATCH_LINES_H

#include <stddef.h>
#include "ria/job.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Check that a job could ever start if sbatch got its script as it is. Slurm accepts jobs that can
 * never start and lets them wait for ever. Nodes, tasks, cores, memory, time and partition of the
 * `#SBATCH` lines and of further command-line options (`options`, ended by NULL; NULL: none) are
 * compared with the partitions. `launcher` has the kind RIA_LAUNCHER_JOBS.
 *
 * \param line  out: the line of the option that cannot be met; 0: in `options`
 * Errors: RIA_ERROR_UNSUPPORTED with the reason; others as ria_launcher_check(). */
ria_status ria_sbatch_lines_check(ria_launcher *launcher, const char *script, size_t length,
                                  const char *const *options, int *line);

/** Whether the script has `#SBATCH` lines. */
bool ria_sbatch_lines_exist(const char *script, size_t length);

#ifdef __cplusplus
}
#endif
#endif
