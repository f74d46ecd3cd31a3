/* Who runs what: CPU workers together, one GPU a tile, or that GPU and the CPU workers. */
#include "executors/executor.h"

enum { GPUS = 64 };

ria_place ria_place_of_host(const ria_runtime *r) {
  return (ria_place){.where = STARPU_CPU, .workers = r->cells ? (uint32_t *)r->host_workers : NULL};
}

static int first_cell(const ria_runtime *r) {
  return (int)starpu_cpu_worker_get_count() - r->cells;
}

static void place_on_cell(const ria_simulation *s, ria_tile *tile) {
  const int worker = first_cell(s->runtime) + tile->part;
  tile->cell_worker[worker / 32] |= UINT32_C(1) << worker % 32;
  /* Not StarPU's "specific worker": that takes the first implementation of a codelet. */
  tile->place = (ria_place){
      .where = STARPU_CPU, .cell = true, .worker = worker, .workers = tile->cell_worker};
}

int ria_place_can_advance(unsigned worker, struct starpu_task *task, unsigned implementation) {
  const ria_advance *a = task->cl_arg;
  if (starpu_worker_get_type((int)worker) != STARPU_CPU_WORKER)
    return implementation == 0;
  const bool is_cell =
      (int)worker >= first_cell(a->simulation->runtime) && a->simulation->runtime->cells > 0;
  return is_cell ? a->tile->place.cell && implementation == 1
                 : !a->tile->place.cell && implementation == 0;
}

static int gpus_of(const ria_simulation *s, int gpu[GPUS]) {
  const int count = starpu_worker_get_ids_by_type(s->target->worker_type, gpu, GPUS);
  return count < 0 ? GPUS : count;
}

int ria_place_parts(const ria_simulation *s) {
  int gpu[GPUS], parts = 1;
  if (s->target->kind == RIA_TARGET_CELL)
    parts = s->runtime->cells;
  else if (s->target->kind != RIA_TARGET_HOST)
    parts = gpus_of(s, gpu);
  else if (s->executor->groups)
    parts = s->runtime->workers;
  return parts > 1 ? parts : 1;
}

ria_status ria_place_choose(const ria_simulation *s, ria_tile *tile) {
  int gpu[GPUS];
  if (s->target->kind == RIA_TARGET_CELL && !s->runtime->cells)
    return ria_fail(RIA_ERROR_ARGUMENT, "the runtime was created without Cells");
  if (s->target->kind == RIA_TARGET_CELL) {
    place_on_cell(s, tile);
    return RIA_SUCCESS;
  }
  tile->place = ria_place_of_host(s->runtime);
  if (s->target->kind == RIA_TARGET_HOST)
    return RIA_SUCCESS;
  if (!gpus_of(s, gpu))
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "the target %s needs a GPU; StarPU finds none here (`ria info --machine`)",
                    s->target->name);
  tile->place = (ria_place){.where = s->target->workers, .worker = gpu[tile->part]};
  tile->place.workers = ria_hybrid_workers(s->hybrid, tile->place.worker);
  if (tile->place.workers)
    tile->place.where |= STARPU_CPU;
  return RIA_SUCCESS;
}

size_t ria_place_room(const ria_runtime *r, int worker) {
  /* What StarPU allows itself, and this rank's share of what other processes have left. */
  const size_t sharers = (size_t)r->gpu_share.ranks;
  const size_t unheld = ria_device_free_bytes(starpu_worker_get_devid(worker)) / sharers;
  const starpu_ssize_t allowed =
      starpu_memory_get_available(starpu_worker_get_memory_node((unsigned)worker));
  return allowed >= 0 && (size_t)allowed < unheld ? (size_t)allowed : unheld;
}

double ria_simulation_cell_bytes(int nstate, int nstatic, const ria_storage *stored,
                                 ria_precision precision) {
  size_t bytes = (size_t)(RIA_BUFFERS * nstate + nstate) * ria_precision_size(precision);
  for (int f = 0; f < nstatic; f++)
    bytes += ria_storage_size(stored ? stored[f] : RIA_STORED_REAL, precision);
  return (double)bytes;
}

void ria_simulation_device_failed(const ria_simulation *s, int code) {
  int none = 0;
  atomic_compare_exchange_strong(s->device_error, &none, code);
}

ria_status ria_simulation_check_device(const ria_simulation *s) {
  int code = atomic_load(s->device_error);
  if (!code)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_DEVICE,
                  "the GPU failed after %g s (step %lld): %s (CUDA error %d); the last checkpoint "
                  "is intact",
                  s->latest->now.time, (long long)s->latest->now.steps, ria_device_error_text(code),
                  code);
}
