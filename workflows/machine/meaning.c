/* The consequences of the machine's parts for a run. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/number.h"
#include "ria/simulation.h"
#include "ria/solver.h"
#include "report.h"

const char *const machine_report_variables[] = {
    "CUDA_VISIBLE_DEVICES",  "STARPU_NCUDA",    "STARPU_WORKERS_CUDAID",
    "STARPU_LIMIT_CUDA_MEM", "STARPU_NCPU",     "STARPU_SCHED",
    "STARPU_HOME",           "RIA_MPI_THREADS", NULL};

static void add(machine_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(machine_report *r, const char *format, ...) {
  va_list args;
  if (r->meanings == MACHINE_MEANINGS)
    return;
  va_start(args, format);
  ria_vsnprintf(r->meaning[r->meanings++], MACHINE_TEXT, format, args);
  va_end(args);
}

static void about_target(machine_report *r) {
  char why[RIA_GPUS_WHY];
  bool usable = ria_gpus_usable(&r->gpus, why);
  if (!usable)
    add(r, "target: auto takes cpu: %s", why);
  else
    add(r, "target: auto selects cuda if the tiles fit, else cpu; the default target is cpu");
  if (!usable && *r->gpus.module && r->gpus.state == RIA_GPUS_NOT_BUILT)
    add(r, "there is an NVIDIA driver, so there may be a GPU: docs/gpu.md lists what ria needs to "
           "use it");
  else if (!usable)
    add(r, "docs/gpu.md lists the requirements of runs on GPUs");
}

static void about_workers(machine_report *r) {
  const int usable = r->cpu.usable, most = r->starpu.cpus;
  if (usable <= most)
    add(r, "cpu: ria run starts %d worker%s, one for each core; several ranks (-n) share the cores",
        usable, usable > 1 ? "s" : "");
  else
    add(r,
        "cpu: this StarPU drives at most %d workers a process, so one rank leaves %d cores idle: "
        "start ria run -n %d",
        most, usable - most, (usable + most) / (most + 1));
  if (r->cpu.usable < r->cpu.cores)
    add(r, "this process may use %d of the machine's %d cores", r->cpu.usable, r->cpu.cores);
}

static void about_cells(machine_report *r) {
  const int workers = r->cpu.usable < r->starpu.cpus ? r->cpu.usable : r->starpu.cpus;
  const int cells = workers > 1 ? workers - 1 : 1;
  add(r, "target: cell emulates %d Cell%s a process, on CPU workers set aside (docs/cell.md)",
      cells, cells > 1 ? "s" : "");
}

static void about_size(machine_report *r) {
  const ria_solver *estuary = ria_solver_find("estuary");
  if (!estuary)
    return;
  const double bytes[RIA_PRECISIONS] = {
      ria_simulation_cell_bytes(estuary->nstate, estuary->ntracked, estuary->nstatic,
                                estuary->stored, RIA_SINGLE),
      ria_simulation_cell_bytes(estuary->nstate, estuary->ntracked, estuary->nstatic,
                                estuary->stored, RIA_DOUBLE)};
  size_t memory = r->cpu.limit ? r->cpu.limit : r->cpu.memory;
  add(r,
      "main memory holds estuaries of some %.0f million cells in single precision, %.0f in double",
      1e-6 * 0.8 * (double)memory / bytes[RIA_SINGLE],
      1e-6 * 0.8 * (double)memory / bytes[RIA_DOUBLE]);
  for (int i = 0; i < r->gpus.count && i < 1; i++)
    if (r->gpus.gpu[i].free)
      add(r,
          "GPU 0 holds some %.0f million cells in single precision, %.0f in double; more with "
          "--gpu-memory staged",
          1e-6 * 0.9 * (double)r->gpus.gpu[i].free / bytes[RIA_SINGLE],
          1e-6 * 0.9 * (double)r->gpus.gpu[i].free / bytes[RIA_DOUBLE]);
}

static void about_gpus(machine_report *r) {
  const ria_gpus *g = &r->gpus;
  if (g->count > r->starpu.cuda_devices && r->starpu.cuda)
    add(r, "this StarPU drives at most %d of the %d GPUs", r->starpu.cuda_devices, g->count);
  for (int i = 0; i < g->count; i++)
    if (g->gpu[i].translated)
      add(r,
          "GPU %d: the driver compiles the kernels at their first call; build with "
          "-DRIA_CUDA_ARCHITECTURES=%d%d to avoid that",
          i, g->gpu[i].major, g->gpu[i].minor);
  if (g->count < 2)
    return;
  int direct = 0;
  for (int i = 0; i < g->count; i++)
    for (int j = 0; j < g->count; j++)
      direct += g->gpu[i].peer[j];
  add(r, "strips between the GPUs of a process are copied %s",
      direct == g->count * (g->count - 1) ? "directly from one to the other"
      : direct ? "directly between GPUs with peer access, else through main memory"
               : "through main memory: the GPUs have no peer access");
}

static void about_mpi(machine_report *r) {
  if (!strcmp(r->mpi.threads, "multiple"))
    add(r, "MPI: checkpoints of several ranks are written while the computation continues");
  else
    add(r, "MPI gives \"%s\": with several ranks the computation waits while files are written",
        r->mpi.threads);
  if (!r->gpus.count)
    return;
  int major = 0, minor = 0;
  sscanf(r->starpu.version, "%d.%d", &major, &minor);
  if (r->mpi.cuda_aware == RIA_CUDA_AWARE_YES && (major > 1 || minor > 3))
    add(r,
        "strips to other ranks are sent directly from GPU memory, because this MPI is CUDA-aware "
        "(STARPU_MPI_GPUDIRECT=0 disables this), and are received in pinned main memory");
  else
    add(r, "strips between ranks are copied through pinned main memory");
}

void machine_report_conclude(machine_report *r) {
  r->meanings = 0;
  about_target(r);
  about_workers(r);
  about_cells(r);
  about_size(r);
  about_gpus(r);
  about_mpi(r);
}
