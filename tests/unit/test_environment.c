/* Environment variables set for StarPU, before and after MPI has started. */
#include "tests.h"
#include "../../runtime/session/environment.h"
#include <stdlib.h>
#include <unistd.h>

static void values_change_where_they_lie(void **state) {
  (void)state;
  unsetenv("STARPU_HOSTNAME");
  unsetenv("STARPU_MPI_NOBIND");
  environment_prepare();
  assert_string_equal(getenv("STARPU_MPI_NOBIND"), "0");
  char **const list = environ, *const place = getenv("STARPU_HOSTNAME");
  environment_set("STARPU_HOSTNAME", "estuary-16", false);
  environment_set("STARPU_MPI_NOBIND", "1", false);
  assert_string_equal(getenv("STARPU_HOSTNAME"), "estuary-16");
  assert_string_equal(getenv("STARPU_MPI_NOBIND"), "1");
  assert_ptr_equal(environ, list); /* others may be reading it */
  assert_ptr_equal(getenv("STARPU_HOSTNAME"), place);
  environment_prepare(); /* a second runtime of this process */
  environment_set("STARPU_MPI_NOBIND", "0", false);
  assert_string_equal(getenv("STARPU_MPI_NOBIND"), "0");
}

static void variables_of_the_user_are_kept(void **state) {
  (void)state;
  setenv("STARPU_WORKERS_GETBIND", "7", 1);
  setenv("STARPU_WORKERS_NOBIND", "1", 1);
  environment_prepare();
  environment_set("STARPU_WORKERS_GETBIND", "1", false);
  environment_set("STARPU_WORKERS_NOBIND", "0", false);
  assert_string_equal(getenv("STARPU_WORKERS_GETBIND"), "7");
  assert_string_equal(getenv("STARPU_WORKERS_NOBIND"), "1");
  environment_set("STARPU_WORKERS_GETBIND", "0", true);
  assert_string_equal(getenv("STARPU_WORKERS_GETBIND"), "0");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_change_where_they_lie),
      cmocka_unit_test(variables_of_the_user_are_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
