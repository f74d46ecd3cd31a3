#include "run_target.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tiles.h"

static ria_gpu_use gpu_use(const char *target) {
  return !strcmp(target, "cuda")   ? RIA_GPUS_ALWAYS
         : !strcmp(target, "auto") ? RIA_GPUS_WHERE_USEFUL
                                   : RIA_GPUS_NEVER;
}

bool run_target_has_gpus(const ria_case *c) {
  return gpu_use(c->target) != RIA_GPUS_NEVER;
}

ria_status run_target_start(ria_case *c, ria_model *model, int workers, ria_gpu_lost_function lost,
                            void *context, ria_runtime **runtime) {
  const ria_runtime_options options = {.workers = workers,
                                       .gpus = gpu_use(c->target),
                                       .tile_bytes = c->gpu.memory == RIA_GPU_STAGED
                                                         ? 0 /* any GPU is large enough */
                                                         : ria_tiles_bytes(model),
                                       .beside_gpus = c->gpu.workers,
                                       .cells = !strcmp(c->target, "cell"),
                                       .gpu_lost = lost,
                                       .lost_context = context};
  RIA_TRY(ria_runtime_create(&options, runtime));
  if (options.gpus != RIA_GPUS_WHERE_USEFUL)
    return RIA_SUCCESS;
  char *taken = strdup(ria_runtime_gpus(*runtime) ? "cuda" : "cpu");
  if (!taken)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the target");
  free(c->target);
  c->target = taken;
  model->target = taken;
  return RIA_SUCCESS;
}

void run_target_say(const ria_runtime *runtime, const char *asked, const char *taken, char *text,
                    size_t size) {
  const char *why = ria_runtime_gpu_choice(runtime);
  const int beside = ria_runtime_beside_gpus(runtime);
  int n = snprintf(text, size, "target %s%s%s%s", taken, !strcmp(asked, "auto") ? " (auto)" : "",
                   *why ? ": " : "", why);
  if (beside && n > 0 && (size_t)n < size)
    snprintf(text + n, size - (size_t)n, "; %d CPU worker%s beside", beside, beside > 1 ? "s" : "");
}

void run_target_note(const ria_simulation *simulation, run_log *log, bool *said) {
  const size_t missing = ria_simulation_missing_memory(simulation);
  if (!missing || *said || !log)
    return;
  run_log_say(log,
              "note: the GPU has no room for the %.3g MB in which it makes many steps at once; it "
              "makes them one by one, which is slower (fewer cells, single precision or a GPU with "
              "more memory leave room)",
              (double)missing / 1e6);
  *said = true;
}
