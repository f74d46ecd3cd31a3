/* MPI, StarPU and the workers of this process. */
#include "ria/runtime.h"
#include "internal.h"
#include "mpi_backoff.h"
#include "worker_backoff.h"
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static ria_status start_mpi(ria_runtime *r) {
  int started = 0, level = MPI_THREAD_SINGLE;
  MPI_Initialized(&started);
  if (started) {
    MPI_Query_thread(&level);
  } else {
    /* Parallel HDF5 and StarPU's MPI thread both call MPI. */
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level))
      return ria_fail(RIA_ERROR_MPI, "MPI does not start");
    r->own_mpi = true;
  }
  r->threads = level == MPI_THREAD_MULTIPLE;
  if (MPI_Comm_dup(MPI_COMM_WORLD, &r->comm) || MPI_Comm_dup(MPI_COMM_WORLD, &r->files))
    return ria_fail(RIA_ERROR_MPI, "MPI gives no communicator");
  MPI_Comm_rank(r->comm, &r->rank);
  MPI_Comm_size(r->comm, &r->ranks);
  if (r->ranks > 1 && level < MPI_THREAD_SERIALIZED)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "this MPI gives only one thread (level %d); %d ranks need at least "
                    "MPI_THREAD_SERIALIZED",
                    level, r->ranks);
  return RIA_SUCCESS;
}

/* The cores that this process may use, and how many ranks of this machine share them. */
typedef struct {
  int cores, sharing, place; /**< place: this rank's number among the sharers */
} share;

static share find_share(const ria_runtime *r) {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (sched_getaffinity(0, sizeof mine, &mine))
    CPU_SET(0, &mine);
  share s = {.cores = CPU_COUNT(&mine), .sharing = 1};
  if (r->ranks == 1)
    return s;
  MPI_Comm machine;
  int ranks, rank;
  MPI_Comm_split_type(r->comm, MPI_COMM_TYPE_SHARED, r->rank, MPI_INFO_NULL, &machine);
  MPI_Comm_size(machine, &ranks);
  MPI_Comm_rank(machine, &rank);
  cpu_set_t *all = calloc((size_t)ranks, sizeof *all);
  if (all) {
    MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, machine);
    s.sharing = 0;
    for (int i = 0; i < ranks; i++) {
      cpu_set_t both;
      CPU_AND(&both, &mine, &all[i]);
      s.place += i < rank && CPU_COUNT(&both) > 0;
      s.sharing += CPU_COUNT(&both) > 0;
    }
  }
  free(all);
  MPI_Comm_free(&machine);
  return s;
}

static int choose_workers(const ria_runtime *r, const share *s, int asked) {
  int workers = asked;
  if (workers <= 0) {
    int cores = s->cores / s->sharing;
    /* A core for StarPU's MPI thread, where there are cores to spare. */
    workers = r->ranks > 1 && cores > 2 ? cores - 1 : cores;
  }
  if (workers < 1)
    workers = 1;
  return workers > STARPU_MAXCPUS ? STARPU_MAXCPUS : workers;
}

static ria_status start_starpu(ria_runtime *r, const share *s) {
  struct starpu_conf conf;
  starpu_conf_init(&conf);
  conf.ncpus = r->workers;
  conf.ncuda = 0;
  conf.nopencl = 0;
  conf.sched_policy_name = getenv("STARPU_SCHED") ? NULL : "prio";
  setenv("STARPU_SILENT", "1", 0);
  if (s->sharing > 1 && s->sharing * r->workers <= s->cores) {
    /* Ranks with the same cores: each takes its own, or StarPU binds them all to the first. */
    conf.use_explicit_workers_bindid = 1;
    for (int w = 0; w < r->workers; w++)
      conf.workers_bindid[w] = (unsigned)(s->place * r->workers + w);
  } else if (r->oversubscribed) {
    setenv("STARPU_WORKERS_NOBIND", "1", 0);
  }
  if (r->oversubscribed) /* or the MPI threads of all ranks are bound to the same core */
    setenv("STARPU_MPI_NOBIND", "1", 0);
  int status = starpu_init(&conf);
  if (status)
    return ria_fail(RIA_ERROR_STARPU, "StarPU does not start: %s", strerror(-status));
  if (r->ranks > 1 && starpu_mpi_init_conf(NULL, NULL, 0, r->comm, NULL))
    return ria_fail(RIA_ERROR_STARPU, "StarPU-MPI does not start");
  ria_worker_backoff(r->oversubscribed);
  r->workers = (int)starpu_cpu_worker_get_count();
  return RIA_SUCCESS;
}

ria_status ria_runtime_create(const ria_runtime_options *options, ria_runtime **runtime) {
  ria_runtime *r = *runtime = calloc(1, sizeof *r);
  if (!r)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the runtime");
  RIA_TRY(start_mpi(r));
  share s = find_share(r);
  r->workers = choose_workers(r, &s, options->workers);
  r->oversubscribed = r->ranks > 1 && s.sharing * (r->workers + 1) > s.cores;
  ria_mpi_backoff(r->oversubscribed);
  return start_starpu(r, &s);
}

void ria_runtime_destroy(ria_runtime *r) {
  if (!r)
    return;
  if (starpu_is_initialized()) {
    if (r->ranks > 1)
      starpu_mpi_shutdown();
    starpu_shutdown();
  }
  MPI_Comm_free(&r->comm);
  MPI_Comm_free(&r->files);
  if (r->own_mpi)
    MPI_Finalize();
  free(r);
}

int ria_runtime_rank(const ria_runtime *runtime) {
  return runtime->rank;
}
int ria_runtime_ranks(const ria_runtime *runtime) {
  return runtime->ranks;
}
int ria_runtime_workers(const ria_runtime *runtime) {
  return runtime->workers;
}
MPI_Comm ria_runtime_comm(const ria_runtime *runtime) {
  return runtime->files;
}
bool ria_runtime_threads(const ria_runtime *runtime) {
  return runtime->threads;
}
bool ria_runtime_oversubscribed(const ria_runtime *runtime) {
  return runtime->oversubscribed;
}
