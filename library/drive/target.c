#include "target.h"
#include <stdlib.h>
#include <string.h>
#include "ria/registry.h"
#include "tiles.h"

static ria_gpu_use gpu_use(const char *target) {
  return ria_target_is(target, RIA_TARGET_DEVICE) ? RIA_GPUS_ALWAYS
         : !strcmp(target, "auto")                ? RIA_GPUS_WHERE_USEFUL
                                                  : RIA_GPUS_NEVER;
}

bool drive_may_use_gpus(const ria_case *c) {
  return gpu_use(c->target) != RIA_GPUS_NEVER;
}

/* Whether the model's kernels and strategy exist for GPUs. */
static bool is_for_gpus(const ria_model *model) {
  for (int i = 0; ria_model_kernel(model, i); i++)
    if (!ria_kernel_on(ria_model_kernel(model, i), RIA_TARGET_DEVICE))
      return false;
  return true;
}

ria_status drive_start(ria_case *c, ria_model *model, const drive_session *how,
                       ria_runtime **runtime) {
  const bool open = gpu_use(c->target) == RIA_GPUS_WHERE_USEFUL;
  const ria_runtime_options options = {
      .workers = how->workers,
      .gpus = open && !is_for_gpus(model) ? RIA_GPUS_NEVER : gpu_use(c->target),
      .tile_bytes = c->gpu.memory == RIA_GPU_STAGED ? 0 /* any number of bytes is enough */
                                                    : drive_tiles_bytes(model),
      .hybrid_workers = c->gpu.workers,
      .cells = ria_target_is(c->target, RIA_TARGET_CELL),
      .keep_mpi = how->keep_mpi,
      .gpu_lost = how->lost,
      .lost_context = how->context};
  RIA_TRY(ria_runtime_create(&options, runtime));
  return drive_take_target(c, model, *runtime);
}

ria_status drive_take_target(ria_case *c, ria_model *model, const ria_runtime *runtime) {
  if (strcmp(c->target, "auto"))
    return RIA_SUCCESS;
  const ria_target_kind kind = ria_runtime_gpus(runtime) ? RIA_TARGET_DEVICE : RIA_TARGET_HOST;
  char *taken = strdup(ria_target_of(kind)->name);
  if (!taken)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the target");
  free(c->target);
  c->target = taken;
  model->target = taken;
  return RIA_SUCCESS;
}
