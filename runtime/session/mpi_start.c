#include "mpi_start.h"
#include <mpi.h>
#include <stdlib.h>
#include "ria/ranks.h"

/* A process without a launcher: Open MPI would start a daemon for ranks that it might spawn, and
 * probe all networks, which takes up to a quarter of a second and is not needed. It would also make
 * a session folder with one name for all such processes of a user: when several started or ended
 * together, about one in a hundred failed to start. Variables that the user has set are kept. */
static const char *const alone_variable[][2] = {{"OMPI_MCA_ess_singleton_isolated", "1"},
                                                {"OMPI_MCA_orte_create_session_dirs", "0"},
                                                {"OMPI_MCA_pml", "ob1"},
                                                {"OMPI_MCA_btl", "self"}};
enum { ALONE = sizeof alone_variable / sizeof *alone_variable };

static void expect_nobody(bool set[ALONE]) {
  for (int i = 0; i < ALONE; i++) {
    set[i] = !getenv(alone_variable[i][0]);
    setenv(alone_variable[i][0], alone_variable[i][1], 0);
  }
}

/* programs that this process starts may need these defaults */
static void forget_that(const bool set[ALONE]) {
  for (int i = 0; i < ALONE; i++)
    if (set[i])
      unsetenv(alone_variable[i][0]);
}

ria_status session_mpi_start(int wanted, int *level) {
  const bool alone = !ria_runtime_is_rank();
  bool set[ALONE];
  if (alone)
    expect_nobody(set);
  const int failed = MPI_Init_thread(NULL, NULL, wanted, level);
  if (alone)
    forget_that(set);
  return failed ? ria_fail(RIA_ERROR_MPI, "MPI does not start") : RIA_SUCCESS;
}
