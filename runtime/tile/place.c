/* Assigns tiles to workers: all CPU workers together, one GPU a tile, or that GPU and the CPU
 * workers. */
#include "place.h"

enum { GPUS = 64 };

static void place_on_cell(const ria_simulation *s, tile_data *tile) {
  const int worker = place_first_cell(s->runtime) + tile->part;
  tile->cell_worker[worker / 32] |= UINT32_C(1) << worker % 32;
  /* StarPU's "specific worker" does not work here: it uses the first implementation of a codelet.
   */
  tile->place = (task_place){
      .where = STARPU_CPU, .cell = true, .worker = worker, .workers = tile->cell_worker};
}

static int gpus_of(const ria_simulation *s, int gpu[GPUS]) {
  const int count = starpu_worker_get_ids_by_type(s->target->worker_type, gpu, GPUS);
  return count < 0 ? GPUS : count;
}

int place_parts(const ria_simulation *s) {
  int gpu[GPUS], parts = 1;
  if (s->target->kind == RIA_TARGET_CELL)
    parts = s->runtime->cells;
  else if (s->target->kind != RIA_TARGET_HOST)
    parts = gpus_of(s, gpu);
  else if (s->traits.groups)
    parts = s->runtime->workers;
  return parts > 1 ? parts : 1;
}

ria_status place_choose(const ria_simulation *s, tile_data *tile) {
  int gpu[GPUS];
  if (s->target->kind == RIA_TARGET_CELL && !s->runtime->cells)
    return ria_fail(RIA_ERROR_ARGUMENT, "the runtime was created without Cells");
  if (s->target->kind == RIA_TARGET_CELL) {
    place_on_cell(s, tile);
    return RIA_SUCCESS;
  }
  tile->place = place_of_host(s->runtime);
  if (s->target->kind == RIA_TARGET_HOST)
    return RIA_SUCCESS;
  if (!gpus_of(s, gpu))
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "the target %s needs a GPU; StarPU finds none here (`ria info --machine`)",
                    s->target->name);
  tile->place = (task_place){.where = s->target->workers, .worker = gpu[tile->part]};
  tile->place.workers = hybrid_workers(s->hybrid, tile->place.worker);
  if (tile->place.workers)
    tile->place.where |= STARPU_CPU;
  return RIA_SUCCESS;
}

double ria_simulation_cell_bytes(int nstate, int ntracked, int nstatic, const ria_storage *stored,
                                 ria_precision precision) {
  const int fields = (RIA_BUFFERS + 1) * nstate + (RIA_TRACKED + 1) * ntracked;
  size_t bytes = (size_t)fields * ria_precision_size(precision);
  for (int f = 0; f < nstatic; f++)
    bytes += ria_storage_size(stored ? stored[f] : RIA_STORED_REAL, precision);
  return (double)bytes;
}
