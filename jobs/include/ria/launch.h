/** \file
 * Starting ria's ranks on this machine with mpirun.
 */
#ifndef RIA_LAUNCH_H
#define RIA_LAUNCH_H

#include <stdbool.h>
#include <sys/stat.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** This rank's number, read from a variable of mpirun or srun, so available before MPI starts; 0
 * in a plain process. */
int ria_launch_rank(void);

/** Whether standard output (1) or standard error (2) reaches the user's terminal. isatty() cannot
 * tell: mpirun gives its ranks a pseudo-terminal even if its own output goes to a file. */
bool ria_launch_terminal(int descriptor);

/** Whether `file` is the file behind standard output (1) or standard error (2), of this process
 * or of the launcher of this rank. */
bool ria_launch_is_output(int descriptor, const struct stat *file);

/** Run this program again as `ranks` ranks with the arguments argv[0 .. argc), where argv[0] is
 * the command's name (`run`), and wait for them. Blocking.
 *
 * Ranks are bound to cores if each can have two or more; else all share the cores. SIGINT, SIGTERM,
 * SIGUSR1 and SIGHUP (unless ignored) reach the ranks as SIGUSR1: mpirun passes SIGUSR1 on and
 * waits; after any of the other signals it soon kills its ranks. A second SIGINT ends the ranks. If
 * this process dies, so do the ranks.
 *
 * \param argv       borrowed
 * \param exit_code  out: the ranks', 128 + n after a signal n
 * Errors: RIA_ERROR_ARGUMENT (ranks < 1), RIA_ERROR_UNSUPPORTED (no mpirun here, or called by a
 * rank), RIA_ERROR_MEMORY, RIA_ERROR_IO (no process, or no folder for files of MPI and StarPU:
 * ria/scratch.h). */
ria_status ria_launch_local(int ranks, int argc, char *const argv[], int *exit_code);

#ifdef __cplusplus
}
#endif
#endif
