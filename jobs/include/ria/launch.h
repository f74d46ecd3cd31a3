/** \file
 * Launching ria's ranks on this machine. The only place that knows of mpirun.
 */
#ifndef RIA_LAUNCH_H
#define RIA_LAUNCH_H

#include <stdbool.h>
#include <sys/stat.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The number that mpirun or srun gave this rank, known before MPI starts; 0 elsewhere. */
int ria_launch_rank(void);

/** Whether what this process writes to standard output (1) or standard error (2) ends on the user's
 * terminal. Not isatty(): mpirun gives its ranks a pseudo-terminal even where its own output goes
 * to a file. */
bool ria_launch_terminal(int descriptor);

/** Whether a file is the one that this process, or the one that launched it as a rank, writes
 * standard output (1) or standard error (2) to. */
bool ria_launch_is_output(int descriptor, const struct stat *file);

/** Run this very program again as `ranks` ranks with the arguments argv[0 .. argc), where argv[0]
 * is the command's name (`run`), and wait for them. Blocking.
 *
 * Ranks that can have two cores or more each are bound to them; others share all cores. SIGINT,
 * SIGTERM, SIGUSR1 and SIGHUP (unless it is ignored) that arrive meanwhile reach the ranks as
 * SIGUSR1: mpirun passes that one on and waits, while it kills its ranks soon after one of the
 * others. A second SIGINT ends the ranks. If this process dies, so do the ranks.
 *
 * \param argv       borrowed
 * \param exit_code  out: what the ranks returned, 128 + n after a signal n
 * Errors: RIA_ERROR_ARGUMENT (ranks < 1), RIA_ERROR_UNSUPPORTED (no mpirun here, or called by a
 * rank), RIA_ERROR_MEMORY, RIA_ERROR_IO (no process can be made, or there is no folder for what MPI
 * and StarPU keep: ria/scratch.h). */
ria_status ria_launch_local(int ranks, int argc, char *const argv[], int *exit_code);

#ifdef __cplusplus
}
#endif
#endif
