/** \file
 * The `#SBATCH` lines of a script. A parameter `options` holds further options of sbatch's command
 * line, which override the lines: borrowed, ended by NULL; NULL: none.
 */
#ifndef RIA_SBATCH_LINES_H
#define RIA_SBATCH_LINES_H

#include <stddef.h>
#include "ria/job.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Check that a job can start if its script is submitted unchanged. Slurm accepts jobs that can
 * never start and leaves them in the queue forever. Nodes, tasks, cores, memory, time and partition
 * of the `#SBATCH` lines and of the options are compared with the partitions. `launcher` has the
 * kind RIA_LAUNCHER_JOBS.
 *
 * \param line  out: the line of the option that cannot be met; 0: in `options`
 * Errors: RIA_ERROR_UNSUPPORTED with the reason; others as ria_launcher_check(). */
ria_status ria_sbatch_lines_check(ria_launcher *launcher, const char *script, size_t length,
                                  const char *const *options, int *line);

/** Whether the script has `#SBATCH` lines. */
bool ria_sbatch_lines_exist(const char *script, size_t length);

/** Receives an option: its full name, or NULL if sbatch has no such option; its value, or NULL;
 * the word as written; its line, or 0. All borrowed for the call. */
typedef void (*ria_sbatch_lines_take)(void *context, const char *name, const char *value,
                                      const char *word, int line);
/** List all options. Errors: RIA_ERROR_MEMORY. */
ria_status ria_sbatch_lines_list(const char *script, size_t length, const char *const *options,
                                 ria_sbatch_lines_take take, void *context);

/** The value of the last option with that name. *value: owned by the caller (free); NULL: no such
 * option. Errors: RIA_ERROR_MEMORY. */
ria_status ria_sbatch_lines_value(const char *script, size_t length, const char *const *options,
                                  const char *name, char **value);

/** The names of sbatch's options, by number from 0; NULL after the last. */
const char *ria_sbatch_option_name(int number);

#ifdef __cplusplus
}
#endif
#endif
