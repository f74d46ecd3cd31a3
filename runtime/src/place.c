/* Who runs what: CPU workers together, or one GPU a tile. */
#include "internal.h"
#include <string.h>

enum { GPUS = 64 };

ria_status ria_place_choose(const ria_simulation *s, ria_tile *tile) {
  int gpu[GPUS];
  tile->place = (ria_place){.where = STARPU_CPU};
  if (strcmp(s->model.target, "cuda"))
    return RIA_SUCCESS;
  int count = starpu_worker_get_ids_by_type(STARPU_CUDA_WORKER, gpu, GPUS);
  if (count < 0)
    count = GPUS;
  if (!count)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "the target cuda needs a GPU; StarPU finds none here (`ria info --machine`)");
  /* Neighbours in a row stay together: as few strips as can be go from GPU to GPU. */
  const ptrdiff_t number = tile - s->tile;
  tile->place = (ria_place){.where = STARPU_CUDA, .worker = gpu[number * count / s->tiles]};
  return RIA_SUCCESS;
}

void ria_simulation_device_failed(const ria_simulation *s, int code) {
  int none = 0;
  atomic_compare_exchange_strong(s->device_error, &none, code);
}
