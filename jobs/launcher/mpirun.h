/* The command line of mpirun. */
#ifndef RIA_MPIRUN_H
#define RIA_MPIRUN_H

#include "cores.h"
#include "ria/status.h"

enum { RIA_MPIRUN_OPTIONS = 16 };

/* The vector for execvp, ended by NULL, with `buffer` for its numbers. Strings are borrowed. */
typedef struct {
  char ranks[16], mapping[32];
  char **argv;
} ria_mpirun;

/* How `ranks` ranks of `program` are placed on `cores`: with two cores or more for each they are
 * bound to as many as there are; with fewer they are left to the operating system. Open MPI's
 * default, a core for each of two ranks, would have StarPU's worker and its MPI thread take turns
 * on it. Freed by ria_mpirun_free. Errors: RIA_ERROR_MEMORY. */
ria_status ria_mpirun_command(ria_mpirun *command, ria_cores cores, int ranks, char *program,
                              int argc, char *const argv[]);
void ria_mpirun_free(ria_mpirun *command);

/* Settings that mpirun needs where it runs as root or in a container. The user's own hold. */
void ria_mpirun_environment(void);

#endif
