/* Measures the cost of an exchange between ranks through StarPU-MPI, with the runtime's settings;
 * see docs/decisions/waiting-threads.md.
 *
 *   mpirun -n RANKS bench_exchange [EXCHANGES]
 *
 * `hop`: a message goes round the ranks, each adds one with a task and passes it on: latency.
 * `step`: each rank's task waits for a message of both neighbours, as a tile does for its halo
 * strips. RIA_MPI_BACKOFF and RIA_WORKER_BACKOFF = 0 or 1 switch the two measures of the runtime
 * off or on. */
#include <mpi.h>
#include <starpu.h>
#include <starpu_mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include "ria/runtime.h"

enum { REALS = 4096, TAG_RING = 1, TAG_EAST, TAG_WEST, WARM_UP = 100 };
enum { SLOT_OWN, SLOT_WEST, SLOT_EAST, SLOTS };

typedef struct {
  MPI_Comm comm;
  int rank, ranks, east, west;
  float *values[SLOTS];
  starpu_data_handle_t strip[SLOTS];
} bench;

static void add_one(void *buffers[], void *unused) {
  (void)unused;
  float *own = (float *)STARPU_VECTOR_GET_PTR(buffers[SLOT_OWN]);
  own[0] += 1;
}

static void join_neighbours(void *buffers[], void *unused) {
  (void)unused;
  float *own = (float *)STARPU_VECTOR_GET_PTR(buffers[SLOT_OWN]);
  const float *west = (const float *)STARPU_VECTOR_GET_PTR(buffers[SLOT_WEST]);
  const float *east = (const float *)STARPU_VECTOR_GET_PTR(buffers[SLOT_EAST]);
  float most = west[0] > east[0] ? west[0] : east[0];
  own[0] = 1 + (most > own[0] ? most : own[0]);
}

static struct starpu_codelet hop = {
    .name = "hop", .cpu_funcs = {add_one}, .nbuffers = 1, .modes = {STARPU_RW}};
static struct starpu_codelet step = {.name = "step",
                                     .cpu_funcs = {join_neighbours},
                                     .nbuffers = SLOTS,
                                     .modes = {STARPU_RW, STARPU_R, STARPU_R}};

static void require(int failed, const char *what) {
  if (failed) {
    fprintf(stderr, "bench_exchange: %s failed: %s\n", what, ria_status_detail());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
}

static void submit_ring(bench *b, int exchanges) {
  for (int i = 0; i < exchanges; i++) {
    int from = i % b->ranks, to = (i + 1) % b->ranks;
    starpu_data_handle_t strip = b->strip[SLOT_OWN];
    if (b->rank == from) {
      require(starpu_task_insert(&hop, STARPU_RW, strip, 0), "a task");
      starpu_mpi_isend_detached(strip, to, TAG_RING, b->comm, NULL, NULL);
    } else if (b->rank == to) {
      starpu_mpi_irecv_detached(strip, from, TAG_RING, b->comm, NULL, NULL);
    }
  }
}

static void submit_steps(bench *b, int exchanges) {
  for (int i = 0; i < exchanges; i++) {
    starpu_mpi_isend_detached(b->strip[SLOT_OWN], b->east, TAG_EAST, b->comm, NULL, NULL);
    starpu_mpi_isend_detached(b->strip[SLOT_OWN], b->west, TAG_WEST, b->comm, NULL, NULL);
    starpu_mpi_irecv_detached(b->strip[SLOT_WEST], b->west, TAG_EAST, b->comm, NULL, NULL);
    starpu_mpi_irecv_detached(b->strip[SLOT_EAST], b->east, TAG_WEST, b->comm, NULL, NULL);
    require(starpu_task_insert(&step, STARPU_RW, b->strip[SLOT_OWN], STARPU_R, b->strip[SLOT_WEST],
                               STARPU_R, b->strip[SLOT_EAST], 0),
            "a task");
  }
}

/* An exclusive acquisition waits for this rank's sends and receives. starpu_mpi_wait_for_all would
 * too, but puts StarPU's MPI thread into a blocking barrier while other ranks may still need it. */
static void wait_here(bench *b) {
  starpu_task_wait_for_all();
  for (int s = 0; s < SLOTS; s++) {
    starpu_data_acquire(b->strip[s], STARPU_RW);
    starpu_data_release(b->strip[s]);
  }
}

static double microseconds(bench *b, void (*submit)(bench *, int), int exchanges) {
  submit(b, WARM_UP);
  wait_here(b);
  MPI_Barrier(b->comm);
  double start = MPI_Wtime();
  submit(b, exchanges);
  wait_here(b);
  MPI_Barrier(b->comm);
  return (MPI_Wtime() - start) / exchanges * 1e6;
}

static void start(bench *b) {
  /* A communicator of its own: barriers of this thread must not meet those of StarPU's. */
  MPI_Comm_dup(MPI_COMM_WORLD, &b->comm);
  MPI_Comm_rank(b->comm, &b->rank);
  MPI_Comm_size(b->comm, &b->ranks);
  b->east = (b->rank + 1) % b->ranks;
  b->west = (b->rank + b->ranks - 1) % b->ranks;
  for (int s = 0; s < SLOTS; s++) {
    b->values[s] = calloc(REALS, sizeof(float));
    require(!b->values[s], "calloc");
    starpu_vector_data_register(&b->strip[s], STARPU_MAIN_RAM, (uintptr_t)b->values[s], REALS,
                                sizeof(float));
  }
}

static void stop(bench *b) {
  for (int s = 0; s < SLOTS; s++) {
    starpu_data_unregister(b->strip[s]);
    free(b->values[s]);
  }
  MPI_Comm_free(&b->comm);
}

int main(int argc, char **argv) {
  int exchanges = argc > 1 ? atoi(argv[1]) : 1000;
  ria_runtime *runtime = NULL;
  const ria_runtime_options options = {.workers = 0};
  require(ria_runtime_create(&options, &runtime), "ria_runtime_create");
  if (exchanges < 1 || ria_runtime_ranks(runtime) < 2) {
    fputs("usage: mpirun -n RANKS bench_exchange [EXCHANGES], with at least two ranks\n", stderr);
    ria_runtime_destroy(runtime);
    return 2;
  }
  bench b;
  start(&b);
  double ring = microseconds(&b, submit_ring, exchanges);
  double steps = microseconds(&b, submit_steps, exchanges);
  if (b.rank == 0)
    printf("ranks %d, workers %d each%s: hop %.0f us, step %.0f us\n", b.ranks,
           ria_runtime_workers(runtime),
           ria_runtime_oversubscribed(runtime) ? ", oversubscribed" : "", ring, steps);
  stop(&b);
  ria_runtime_destroy(runtime);
  return 0;
}
