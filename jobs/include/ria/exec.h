/** \file
 * The wrapper that every job runs in: `ria exec`. It notes in the job's marker folder that the
 * command started and how it ended, so that any later process can tell without Slurm's accounting.
 *
 *     started   host, pid, start, boot   the wrapper, told from later processes of the same pid
 *               job, restart             Slurm's id (12 or 12_3) and restart count, if there are
 *               time, limit
 *               withdrawn                1: by whoever found that the job had not begun
 *     asked     signal, time             the first signal that asked it to end
 *     ended     as started, and code, signal, time, memory (bytes), cause (see ria/job.h)
 *
 * Lines are `key value`. Each file is written whole: under another name, fsync, rename.
 *
 * `started` is the claim to the folder: whoever makes it first runs the command, or has withdrawn
 * the job for good; a wrapper that comes later runs nothing. Only a Slurm job that was started
 * again, its id the same and its restart count higher, takes the folder over from its own earlier
 * life.
 */
#ifndef RIA_EXEC_H
#define RIA_EXEC_H

#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_EXEC_CLAIMED = 75 }; /**< exit code of a wrapper whose folder is another's */

typedef struct {
  const char *markers;     /**< folder, made if need be */
  const char *const *argv; /**< ended by NULL; argv[0] is looked for in PATH */
  int64_t limit;           /**< seconds after which it is ended; 0: none */
  int64_t known_limit;     /**< a limit that someone else keeps, noted only; 0: none */
  int64_t warning;         /**< SIGUSR1 this many seconds before `limit`; 0: none */
  int64_t grace;           /**< seconds between SIGTERM and SIGKILL; 0: 30 */
} ria_exec_options;

/** Run the command, wait for it, leave the markers. Blocking. SIGTERM, SIGINT, SIGHUP, SIGUSR1 and
 * SIGUSR2 reach all of the command's process group; after the first three it has `grace` seconds.
 * Whatever it leaves behind is killed, and if this process dies the command gets SIGTERM.
 *
 * \param exit_code  out: the command's, 128 + n after signal n, 127 if it cannot be run
 * Errors: RIA_ERROR_ARGUMENT, RIA_ERROR_IO (the markers cannot be written: nothing is run),
 * RIA_ERROR_MISMATCH (another has the folder, or the job was withdrawn: nothing is run). */
ria_status ria_exec(const ria_exec_options *options, int *exit_code);

#ifdef __cplusplus
}
#endif
#endif
