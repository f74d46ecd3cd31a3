/* RIA_MPI_THREADS=serialized: the same bits, files included, and never two threads of a rank in MPI
 * at once. The functions of MPI that StarPU-MPI and ria call during a simulation are wrapped here
 * to record the threads inside MPI. */
#include "ranks.h"
#include <dlfcn.h>
#include <stdatomic.h>
#include "ria/compare.h"

static const decomposition decompositions[] = {
    {1, 1, 1, 0, 0}, {2, 3, 2, 0, 0}, {2, 7, 5, 4, 0}, {4, 3, 2, 2, 0}};
enum { DECOMPOSITIONS = sizeof decompositions / sizeof *decompositions };

/* ---- threads inside MPI ---- */

static atomic_int threads_inside, overlaps, watched_calls;
static _Thread_local int depth; /* MPI calls itself */
static _Thread_local bool drives;

static void enter(void) {
  if (depth++)
    return;
  atomic_fetch_add(&watched_calls, 1);
  if (atomic_fetch_add(&threads_inside, 1))
    atomic_fetch_add(&overlaps, 1);
  if (drives) /* give another thread time to enter MPI */
    usleep(200);
}

static int leave(int code) {
  if (--depth == 0)
    atomic_fetch_sub(&threads_inside, 1);
  return code;
}

int MPI_Isend(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) {
  enter();
  return leave(PMPI_Isend(b, n, t, to, tag, c, r));
}
int MPI_Irecv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r) {
  enter();
  return leave(PMPI_Irecv(b, n, t, from, tag, c, r));
}
int MPI_Wait(MPI_Request *r, MPI_Status *s) {
  enter();
  return leave(PMPI_Wait(r, s));
}
int MPI_Type_contiguous(int n, MPI_Datatype old, MPI_Datatype *new) {
  enter();
  return leave(PMPI_Type_contiguous(n, old, new));
}
int MPI_Type_commit(MPI_Datatype *t) {
  enter();
  return leave(PMPI_Type_commit(t));
}
int MPI_Type_free(MPI_Datatype *t) {
  enter();
  return leave(PMPI_Type_free(t));
}
int MPI_Allreduce(const void *a, void *b, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {
  enter();
  return leave(PMPI_Allreduce(a, b, n, t, op, c));
}
int MPI_Bcast(void *b, int n, MPI_Datatype t, int root, MPI_Comm c) {
  enter();
  return leave(PMPI_Bcast(b, n, t, root, c));
}
int MPI_Barrier(MPI_Comm c) {
  enter();
  return leave(PMPI_Barrier(c));
}
int MPI_Recv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s) {
  enter();
  return leave(PMPI_Recv(b, n, t, from, tag, c, s));
}
int MPI_Waitall(int n, MPI_Request *r, MPI_Status *s) {
  enter();
  return leave(PMPI_Waitall(n, r, s));
}
int MPI_Gather(const void *a, int n, MPI_Datatype t, void *b, int m, MPI_Datatype u, int root,
               MPI_Comm c) {
  enter();
  return leave(PMPI_Gather(a, n, t, b, m, u, root, c));
}
int MPI_Gatherv(const void *a, int n, MPI_Datatype t, void *b, const int *m, const int *from,
                MPI_Datatype u, int root, MPI_Comm c) {
  enter();
  return leave(PMPI_Gatherv(a, n, t, b, m, from, u, root, c));
}
int MPI_Allgather(const void *a, int n, MPI_Datatype t, void *b, int m, MPI_Datatype u,
                  MPI_Comm c) {
  enter();
  return leave(PMPI_Allgather(a, n, t, b, m, u, c));
}
int MPI_Allgatherv(const void *a, int n, MPI_Datatype t, void *b, const int *m, const int *from,
                   MPI_Datatype u, MPI_Comm c) {
  enter();
  return leave(PMPI_Allgatherv(a, n, t, b, m, from, u, c));
}
/* MPI_Test is ria's own (mpi_backoff.c), over this one. */
int PMPI_Test(MPI_Request *r, int *flag, MPI_Status *s) {
  static int (*theirs)(MPI_Request *, int *, MPI_Status *);
  enter();
  if (!theirs)
    *(void **)&theirs = dlsym(RTLD_NEXT, "PMPI_Test");
  return leave(theirs(r, flag, s));
}

/* ---- the tasks of ranks ---- */

static void check_level(const ria_runtime *runtime) {
  if (ria_runtime_threads(runtime) != (ria_runtime_ranks(runtime) == 1)) {
    fputs("rank: the level of threads is not what was asked for\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  drives = true;
}

static int be_rank(const char *folder) {
  int code = ranks_run(folder, DECOMPOSITIONS, decompositions, check_level);
  if (!code && atomic_load(&overlaps)) {
    fprintf(stderr, "rank: two threads were in MPI at once, %d times in %d calls\n",
            atomic_load(&overlaps), atomic_load(&watched_calls));
    return 7;
  }
  return code ? code : atomic_load(&watched_calls) > 0 ? 0 : 8;
}

/* ---- the tests ---- */

static void one_thread_at_a_time(void **state) {
  (void)state;
  char *folder = test_folder_create(), first[1024];
  ranks_prepare(folder);
  setenv("RIA_MPI_THREADS", "serialized", 1);
  for (int ranks = 1; ranks <= 4; ranks *= 2)
    ranks_start(ranks, folder);
  unsetenv("RIA_MPI_THREADS");
  for (int mode = 0; mode < RANKS_MODES; mode++)
    for (int scheme = 0; scheme < RANKS_SCHEMES; scheme++)
      for (int i = 1; i < DECOMPOSITIONS; i++) {
        if (!ranks_do(&decompositions[i], mode, scheme))
          continue;
        ria_difference difference;
        snprintf(first, sizeof first, "%s",
                 ranks_path(folder, &decompositions[0], mode, scheme, ".h5"));
        const char *second = ranks_path(folder, &decompositions[i], mode, scheme, ".h5");
        assert_int_equal(ria_compare_files(first, second, &difference), RIA_SUCCESS);
        if (!difference.identical)
          fail_msg("%s and %s differ", first, second);
        ria_difference_destroy(&difference);
      }
  test_folder_remove(folder);
}

static void a_wrong_word_is_reported(void **state) {
  (void)state;
  ria_runtime *runtime = NULL;
  setenv("RIA_MPI_THREADS", "many", 1);
  assert_int_equal(ria_runtime_create(&(ria_runtime_options){.workers = 1}, &runtime),
                   RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "RIA_MPI_THREADS is 'many'"));
  ria_runtime_destroy(runtime);
  unsetenv("RIA_MPI_THREADS");
}

int main(int argc, char **argv) {
  if (ria_runtime_is_rank())
    return argc == 3 ? be_rank(argv[2]) : 9;
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_thread_at_a_time),
                                     cmocka_unit_test(a_wrong_word_is_reported)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
