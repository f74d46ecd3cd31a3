/* MPI in a process that was not started by a launcher: it works, leaves the environment unchanged,
 * and makes no session folder, which processes started at the same time would share. */
#include <dirent.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <ria/runtime.h>
#include "tests.h"
#include "../../runtime/session/mpi_start.h"

static void started_without_a_launcher(void **state) {
  (void)state;
  assert_false(ria_runtime_is_rank());
  setenv("PMIX_RANK", "0", 1);
  assert_true(ria_runtime_is_rank());
  unsetenv("PMIX_RANK");
}

static bool is_empty(const char *folder) {
  DIR *list = opendir(folder);
  bool empty = list != NULL;
  for (const struct dirent *entry; list && (entry = readdir(list));)
    empty &= !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
  if (list)
    closedir(list);
  return empty;
}

static void the_environment_stays(void **state) {
  (void)state;
  int level = -1;
  char *folder = test_folder_create();
  setenv("TMPDIR", folder, 1);
  unsetenv("OMPI_MCA_orte_tmpdir_base");
  unsetenv("OMPI_MCA_pml");
  unsetenv("OMPI_MCA_ess_singleton_isolated");
  setenv("OMPI_MCA_btl", "self,vader", 1); /* as its user may */
  assert_int_equal(session_mpi_start(MPI_THREAD_MULTIPLE, &level), RIA_SUCCESS);
  assert_true(level >= MPI_THREAD_SINGLE && level <= MPI_THREAD_MULTIPLE);
  assert_null(getenv("OMPI_MCA_pml"));
  assert_null(getenv("OMPI_MCA_ess_singleton_isolated"));
  assert_string_equal(getenv("OMPI_MCA_btl"), "self,vader");
  assert_true(is_empty(folder));
  test_folder_remove(folder);
}

static void messages_to_oneself_arrive(void **state) {
  (void)state;
  MPI_Comm comm;
  int ranks, sent = 42, received = 0;
  assert_int_equal(MPI_Comm_dup(MPI_COMM_WORLD, &comm), MPI_SUCCESS);
  MPI_Comm_size(comm, &ranks);
  assert_int_equal(ranks, 1);
  MPI_Sendrecv(&sent, 1, MPI_INT, 0, 1, &received, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
  assert_int_equal(received, 42);
  MPI_Allreduce(MPI_IN_PLACE, &received, 1, MPI_INT, MPI_SUM, comm);
  assert_int_equal(received, 42);
  MPI_Comm_free(&comm);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(started_without_a_launcher),
                                     cmocka_unit_test(the_environment_stays),
                                     cmocka_unit_test(messages_to_oneself_arrive)};
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  int started = 0;
  MPI_Initialized(&started);
  if (started)
    MPI_Finalize();
  return failed;
}
