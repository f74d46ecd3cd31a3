/** \file
 * The wrapper that every job runs in: `ria exec`. It records in the job's marker folder that the
 * command started and how it ended, so that any later process can tell without Slurm's accounting.
 *
 *     started   host, pid, start, boot   the wrapper, told from later processes of the same pid
 *               job, restart             Slurm's id (12 or 12_3) and restart count, under Slurm
 *               time, limit
 *               withdrawn                1: the launcher gave the job up before it began
 *     asked     signal, time             the first signal that asked the command to end
 *     ended     as started, and code, signal, time, memory (bytes), cause (see ria/job.h)
 *
 * Lines are `key value`. Each file is written whole: under another name, fsync, rename.
 *
 * `started` claims the folder. The process that creates it either runs the command or has withdrawn
 * the job permanently. A wrapper that finds the folder claimed does not run the command. Exception:
 * a restarted Slurm job (same id, higher restart count) takes over the folder from its previous
 * run.
 */
#ifndef RIA_EXEC_H
#define RIA_EXEC_H

#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_EXEC_CLAIMED = 75 }; /**< exit code of a wrapper that finds its folder claimed */

typedef struct {
  const char *markers;     /**< folder, created if needed */
  const char *const *argv; /**< ended by NULL; argv[0] is looked for in PATH */
  int64_t limit;           /**< seconds until the command is ended; 0: none */
  int64_t known_limit;     /**< a limit enforced elsewhere, only recorded; 0: none */
  int64_t warning;         /**< SIGUSR1 this many seconds before `limit`; 0: none */
  int64_t grace;           /**< seconds between SIGTERM and SIGKILL; 0: 30 */
} ria_exec_options;

/** Run the command, wait for it and write the markers. Blocking. SIGTERM, SIGINT, SIGHUP, SIGUSR1
 * and SIGUSR2 are passed on to the command's process group; after the first three the command has
 * `grace` seconds to end. Processes that it leaves behind are killed. If this process dies, the
 * command gets SIGTERM.
 *
 * \param exit_code  out: the command's, 128 + n after signal n, 127 if it cannot be run
 * Errors: RIA_ERROR_ARGUMENT, RIA_ERROR_IO (the markers cannot be written), RIA_ERROR_MISMATCH (the
 * folder is claimed or withdrawn). After an error either the command was not run, or it ended but
 * its files in the current folder may not be on the disk; in the second case there is no marker
 * `ended`. */
ria_status ria_exec(const ria_exec_options *options, int *exit_code);

#ifdef __cplusplus
}
#endif
#endif
