/* The command line of mpirun. */
#ifndef LAUNCHER_MPIRUN_H
#define LAUNCHER_MPIRUN_H

#include "cores.h"
#include "ria/status.h"

enum { LAUNCHER_MPIRUN_OPTIONS = 16 };

/* The argument vector for execvp, ended by NULL, with room for its numbers. Strings are borrowed.
 */
typedef struct {
  char ranks[16], mapping[32];
  char **argv;
} launcher_mpirun;

/* Place `ranks` ranks of `program` on `cores`. With two cores or more for each rank, ranks are
 * bound to their share; else the operating system places them. By default Open MPI binds each of
 * two ranks to one core, which StarPU's worker and its MPI thread would have to share. Free with
 * launcher_mpirun_free. Errors: RIA_ERROR_MEMORY. */
ria_status launcher_mpirun_command(launcher_mpirun *command, launcher_cores cores, int ranks,
                                   char *program, int argc, char *const argv[]);
void launcher_mpirun_free(launcher_mpirun *command);

/* Set the variables that mpirun needs to run as root or in a container. Variables that the user
 * set are kept. */
void launcher_mpirun_environment(void);

#endif
