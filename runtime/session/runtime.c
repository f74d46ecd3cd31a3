/* Starts and ends MPI, StarPU and the workers of this process. */
#include "ria/ranks.h"
#include "ria/scratch.h"
#include "calibration.h"
#include "environment.h"
#include "runtime.h"
#include "base/machine.h"
#include "device/device.h"
#include "mpi_backoff.h"
#include "mpi_latency.h"
#include "mpi_start.h"
#include "worker_backoff.h"
#include <stdio.h>
#include <starpu_mpi.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS_BESIDE_GPUS = 2 };

/* The thread level to request from MPI. */
static ria_status threads_wanted(int *level) {
  const char *asked = getenv("RIA_MPI_THREADS");
  *level = MPI_THREAD_MULTIPLE;
  if (!asked || !*asked || !strcmp(asked, "multiple"))
    return RIA_SUCCESS;
  *level = MPI_THREAD_SERIALIZED;
  if (!strcmp(asked, "serialized"))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_ARGUMENT, "RIA_MPI_THREADS is '%s'; expected multiple or serialized",
                  asked);
}

static void end_mpi(void) {
  int ended = 0;
  MPI_Finalized(&ended);
  if (!ended)
    MPI_Finalize();
}

static ria_status start_mpi(ria_runtime *r, bool keep) {
  int started = 0, wanted, level = MPI_THREAD_SINGLE;
  RIA_TRY(threads_wanted(&wanted));
  environment_prepare();
  MPI_Initialized(&started);
  if (started) {
    MPI_Query_thread(&level);
  } else {
    /* Parallel HDF5 and StarPU's MPI thread both call MPI. */
    RIA_TRY(session_mpi_start(wanted, &level));
    r->own_mpi = !keep;
    if (keep && atexit(end_mpi))
      return ria_fail(RIA_ERROR_MEMORY, "no memory to end MPI when the process ends");
  }
  level = level < wanted ? level : wanted;
  if (MPI_Comm_dup(MPI_COMM_WORLD, &r->comm) || MPI_Comm_dup(MPI_COMM_WORLD, &r->files))
    return ria_fail(RIA_ERROR_MPI, "MPI cannot create a communicator");
  MPI_Comm_rank(r->comm, &r->rank);
  MPI_Comm_size(r->comm, &r->ranks);
  r->threads = level == MPI_THREAD_MULTIPLE || r->ranks == 1; /* a rank alone has no MPI thread */
  if (r->ranks > 1 && level < MPI_THREAD_SERIALIZED)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "this MPI supports only one thread (level %d); %d ranks need at least "
                    "MPI_THREAD_SERIALIZED",
                    level, r->ranks);
  return RIA_SUCCESS;
}

/* Places the workers on cores. StarPU 1.3 ignores the binding of the process by default, so that
 * the workers of all ranks would share the machine's first cores. StarPU 1.4 respects the binding
 * but still numbers hardware threads from the machine's first one, which 1.3, told to respect it,
 * does not. */
static void choose_binding(const ria_runtime *r, const machine_share *machine, bool gpus,
                           struct starpu_conf *conf) {
  /* A rank has more threads than workers, and all share its cores: do not bind them. */
  const char *unbound = r->oversubscribed || (r->ranks > 1 && !gpus) ? "1" : "0";
  if (machine_bind(machine, r->workers, STARPU_NMAXWORKERS, conf->workers_bindid)) {
    conf->use_explicit_workers_bindid = 1;
    environment_set("STARPU_WORKERS_GETBIND", "0", true);
  } else {
    environment_set("STARPU_WORKERS_GETBIND", "1", false);
    environment_set("STARPU_WORKERS_NOBIND", unbound, false);
  }
  /* otherwise the MPI threads of all ranks are bound to the same core */
  environment_set("STARPU_MPI_NOBIND", unbound, false);
}

size_t session_gpu_room(const ria_runtime *r, int worker) {
  /* The GPU memory limit of StarPU, and this rank's share of the memory that other processes have
     left. */
  const size_t sharers = (size_t)r->gpu_share.ranks;
  const size_t unheld = device_free_bytes(starpu_worker_get_devid(worker)) / sharers;
  const starpu_ssize_t allowed =
      starpu_memory_get_available(starpu_worker_get_memory_node((unsigned)worker));
  return allowed >= 0 && (size_t)allowed < unheld ? (size_t)allowed : unheld;
}

static int64_t least_room(const ria_runtime *r) {
  int64_t least = INT64_MAX;
  for (int i = 0; i < r->gpus; i++) {
    const int worker = starpu_worker_get_by_type(STARPU_CUDA_WORKER, i);
    const int64_t room = (int64_t)session_gpu_room(r, worker);
    least = room < least ? room : least;
  }
  return least;
}

/* Compare the GPUs that StarPU drives with those that CUDA found: the same result on all ranks, or
 * an error. */
static ria_status count_gpus(ria_runtime *r) {
  r->gpus = (int)starpu_cuda_worker_get_count();
  int64_t least[] = {r->gpus, least_room(r)};
  MPI_Allreduce(MPI_IN_PLACE, least, 2, MPI_INT64_T, MPI_MIN, r->comm);
  r->least_gpus = (int)least[0];
  r->gpu_room = (size_t)least[1];
  if (least[0])
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_UNSUPPORTED,
                  "the target cuda needs a GPU: CUDA finds one, but StarPU none that it may use; "
                  "STARPU_NCUDA and STARPU_WORKERS_CUDAID limit it");
}

/* With GPUs, CPU workers run only the clock and the sums, and tiles only on request; more workers
 * would take cores from the threads that drive the GPUs. */
static void limit_workers(ria_runtime *r, int asked) {
  const int most = r->workers > 1 ? r->workers - 1 : 1; /* one core drives a GPU */
  const int few = r->workers < WORKERS_BESIDE_GPUS ? r->workers : WORKERS_BESIDE_GPUS;
  r->hybrid_workers = asked < most ? asked : most;
  r->workers = r->hybrid_workers ? r->hybrid_workers : few;
}

static const char *scheduler(const ria_runtime *r) {
  if (getenv("STARPU_SCHED"))
    return NULL;
  return r->hybrid_workers ? "dmdas" : "prio";
}

/* If all workers are to be used, leave the number to StarPU, so that its own variables may limit
 * it. */
static void choose_gpu_workers(const ria_runtime *r, struct starpu_conf *conf) {
  const gpu_share *share = &r->gpu_share;
  if (share->all)
    return;
  conf->ncuda = share->count;
  conf->use_explicit_workers_cuda_gpuid = 1;
  for (int i = 0; i < share->count && i < STARPU_NMAXWORKERS; i++)
    conf->workers_cuda_gpuid[i] = share->gpu[i];
}

/* Cells are the last CPU workers; the others are left for the clock, the sums and the copies for
 * files. */
static ria_status set_cells_aside(ria_runtime *r) {
  if (!r->cells)
    return RIA_SUCCESS;
  if (r->workers < 2)
    return ria_fail(
        RIA_ERROR_UNSUPPORTED,
        "a Cell needs another CPU worker, but StarPU has started %d; set STARPU_NCPU to at least 2",
        r->workers);
  r->cells = r->workers - 1;
  r->host_workers[0] = 1; /* StarPU numbers CPU workers from 0 if there are no others */
  return RIA_SUCCESS;
}

/* The worker next to Cells has little to do: on a single core they share it. */
static void plan_cells(ria_runtime *r, const machine_share *machine) {
  r->cells = 1;
  if (r->workers > 1)
    return;
  r->workers = 2;
  r->oversubscribed |= machine->sharing * 2 > machine->cores;
}

static ria_status start_starpu(ria_runtime *r, const machine_share *machine, bool gpus,
                               bool calibrate) {
  struct starpu_conf conf;
  starpu_conf_init(&conf);
  conf.ncpus = r->workers;
  conf.ncuda = gpus ? -1 : 0;
  if (gpus)
    choose_gpu_workers(r, &conf);
  conf.nopencl = 0;
  if (calibrate)
    conf.calibrate = 1;
  conf.sched_policy_name = scheduler(r);
  choose_binding(r, machine, gpus, &conf);
  int measuring = calibration_begin();
  int status = starpu_init(&conf);
  calibration_end(measuring, !status);
  if (status)
    return ria_fail(RIA_ERROR_STARPU, "StarPU does not start: %s", strerror(-status));
  if (r->ranks > 1 && starpu_mpi_init_conf(NULL, NULL, 0, r->comm, NULL))
    return ria_fail(RIA_ERROR_STARPU, "StarPU-MPI does not start");
  worker_backoff(r->oversubscribed || !gpus);
  r->workers = (int)starpu_cpu_worker_get_count();
  RIA_TRY(set_cells_aside(r));
  return gpus ? count_gpus(r) : RIA_SUCCESS;
}

/* All ranks use GPUs, or none does: the lowest rank without GPUs broadcasts the reason. */
static bool agree_on_gpus(ria_runtime *r, bool mine) {
  int without = mine ? r->ranks : r->rank;
  MPI_Allreduce(MPI_IN_PLACE, &without, 1, MPI_INT, MPI_MIN, r->comm);
  if (without < r->ranks)
    MPI_Bcast(r->gpu_choice, sizeof r->gpu_choice, MPI_CHAR, without, r->comm);
  return without == r->ranks;
}

/* Check before StarPU starts, because StarPU ignores a missing GPU or an old driver silently. */
static ria_status choose_gpus(ria_runtime *r, const ria_runtime_options *options, bool *use) {
  ria_gpus found;
  *use = false;
  if (options->gpus == RIA_GPUS_NEVER)
    return RIA_SUCCESS;
  ria_gpus_find(&found, false);
  RIA_TRY(gpu_share_find(r->comm, &found, &r->gpu_share));
  const double here = options->tile_bytes * r->gpu_share.sharers / r->ranks;
  const bool mine = options->gpus == RIA_GPUS_ALWAYS ? ria_gpus_usable(&found, r->gpu_choice)
                                                     : ria_gpus_take(&found, here, r->gpu_choice);
  *use = agree_on_gpus(r, mine);
  ria_gpus_leave(&found, *use ? r->gpu_share.count : 0, r->gpu_share.gpu);
  if (*use || options->gpus == RIA_GPUS_WHERE_USEFUL)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_UNSUPPORTED, "the target cuda is not available here: %s (docs/gpu.md)",
                  r->gpu_choice);
}

/* Choose the folders before MPI starts, because its threads read the environment. */
static ria_status start_in_folders(ria_runtime *r, bool keep_mpi) {
  int started = 0;
  char why[1024] = "";
  MPI_Initialized(&started);
  if (!started && !ria_runtime_is_rank()) /* otherwise the launcher has set these variables */
    RIA_TRY(ria_scratch_temporary());
  ria_status cache = started && getenv("STARPU_HOME") ? RIA_SUCCESS : ria_scratch_cache();
  if (cache != RIA_SUCCESS)
    snprintf(why, sizeof why, "%s", ria_status_detail());
  RIA_TRY(start_mpi(r, keep_mpi));
  /* Folders may differ between nodes: the lowest rank without a folder broadcasts the reason. */
  return ria_agree(r->comm, cache == RIA_SUCCESS ? cache : ria_fail(cache, "%s", why));
}

ria_status ria_runtime_create(const ria_runtime_options *options, ria_runtime **runtime) {
  ria_runtime *r = *runtime = calloc(1, sizeof *r);
  if (!r)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the runtime");
  r->comm = r->files = MPI_COMM_NULL;
  RIA_TRY(start_in_folders(r, options->keep_mpi));
  machine_share machine;
  machine_find(r->comm, &machine);
  r->cores = machine.cores > machine.sharing ? machine.cores / machine.sharing : 1;
  r->ranks_per_core = (double)machine.sharing / machine.cores;
  r->workers = machine_workers(&machine, r->ranks, options->workers);
  if (r->workers > STARPU_MAXCPUS) {
    r->workers = STARPU_MAXCPUS;
    if (r->rank == 0)
      machine_notice(&machine, r->ranks, STARPU_MAXCPUS, r->notice, sizeof r->notice);
  }
  r->oversubscribed = r->ranks > 1 && machine.sharing * (r->workers + 1) > machine.cores;
  if (options->cells)
    plan_cells(r, &machine);
  mpi_backoff(r->ranks > 1);
  RIA_TRY(mpi_latency_start(r->comm));
  bool gpus;
  RIA_TRY(choose_gpus(r, options, &gpus));
  if (gpus) {
    limit_workers(r, options->hybrid_workers);
    device_on_loss(options->gpu_lost, options->lost_context);
    device_watch(options->gpu_lost);
  }
  return start_starpu(r, &machine, gpus, options->calibrate);
}

int ria_runtime_ranks_for(int cores) {
  return machine_ranks(cores, STARPU_MAXCPUS);
}

void ria_runtime_pause(const ria_runtime *r) {
  (void)r; /* StarPU exists once in a process */
  starpu_pause();
}

void ria_runtime_resume(const ria_runtime *r) {
  (void)r;
  starpu_resume();
}

void ria_runtime_destroy(ria_runtime *r) {
  if (!r)
    return;
  device_watch(false);
  if (starpu_is_initialized()) {
    if (r->ranks > 1)
      starpu_mpi_shutdown();
    starpu_shutdown();
  }
  mpi_latency_stop();
  if (r->comm != MPI_COMM_NULL)
    MPI_Comm_free(&r->comm);
  if (r->files != MPI_COMM_NULL)
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
int ria_runtime_cores(const ria_runtime *runtime) {
  return runtime->cores;
}
MPI_Comm ria_runtime_comm(const ria_runtime *runtime) {
  return runtime->files;
}
bool ria_runtime_threads(const ria_runtime *runtime) {
  return runtime->threads;
}
const char *ria_runtime_notice(const ria_runtime *runtime) {
  return *runtime->notice ? runtime->notice : NULL;
}
int ria_runtime_gpus(const ria_runtime *runtime) {
  return runtime->gpus;
}
int ria_runtime_cells(const ria_runtime *runtime) {
  return runtime->cells;
}
int ria_runtime_least_gpus(const ria_runtime *runtime) {
  return runtime->least_gpus;
}
int ria_runtime_hybrid_workers(const ria_runtime *runtime) {
  return runtime->hybrid_workers;
}
const char *ria_runtime_gpu_choice(const ria_runtime *runtime) {
  return runtime->gpu_choice;
}
size_t ria_runtime_gpu_room(const ria_runtime *runtime) {
  return runtime->gpus ? runtime->gpu_room : 0;
}
double ria_runtime_threads_per_core(const ria_runtime *runtime) {
  return runtime->ranks_per_core * runtime->workers;
}
bool ria_runtime_oversubscribed(const ria_runtime *runtime) {
  return runtime->oversubscribed;
}
