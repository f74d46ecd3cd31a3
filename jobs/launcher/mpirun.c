#include "mpirun.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

ria_status launcher_mpirun_command(launcher_mpirun *command, launcher_cores cores, int ranks,
                                   char *program, int argc, char *const argv[]) {
  int n = 0, each = cores.count / ranks;
  command->argv = calloc((size_t)(LAUNCHER_MPIRUN_OPTIONS + argc + 2), sizeof *command->argv);
  if (!command->argv)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the command line of mpirun");
  snprintf(command->ranks, sizeof command->ranks, "%d", ranks);
  command->argv[n++] = "mpirun";
  command->argv[n++] = "--quiet"; /* else mpirun explains every exit code other than 0 */
  command->argv[n++] = "-n";
  command->argv[n++] = command->ranks;
  /* mpirun counts all cores of the machine, not those that this process may use. */
  if (each >= 2 && cores.all) {
    snprintf(command->mapping, sizeof command->mapping, "slot:PE=%d", each);
    command->argv[n++] = "--map-by";
    command->argv[n++] = command->mapping;
    command->argv[n++] = "--bind-to";
    command->argv[n++] = "core";
  } else {
    command->argv[n++] = "--oversubscribe";
    command->argv[n++] = "--bind-to";
    command->argv[n++] = "none";
  }
  command->argv[n++] = program;
  for (int i = 0; i < argc; i++)
    command->argv[n++] = argv[i];
  return RIA_SUCCESS;
}

void launcher_mpirun_free(launcher_mpirun *command) {
  free(command->argv);
  command->argv = NULL;
}

void launcher_mpirun_environment(void) {
  if (geteuid() == 0) {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
  }
  /* Containers forbid process_vm_readv, and Open MPI would complain about each message. */
  setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 0);
}
