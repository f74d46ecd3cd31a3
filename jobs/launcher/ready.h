#ifndef LAUNCHER_READY_H
#define LAUNCHER_READY_H

#include <stdbool.h>
#include <sys/types.h>

/* Whether all ranks that mpirun starts on this machine run this program and would survive SIGUSR1:
 * they block, ignore or catch it. */
bool launcher_ranks_are_ready(pid_t mpirun, int ranks);

#endif
