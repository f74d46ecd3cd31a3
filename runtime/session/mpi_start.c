#include "mpi_start.h"
#include <mpi.h>
#include <stdlib.h>
#include "ria/ranks.h"

/* For a process that nobody launched, Open MPI would start a daemon, for ranks that it might spawn,
 * and look at all networks, which takes up to a quarter of a second: there is nobody to be reached.
 * It would also make a session folder, under one name for all such processes of a user: where
 * several start or end together, about one in a hundred could not start. What the user has set
 * stays. */
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

/* A program that this one starts may have others to reach. */
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
