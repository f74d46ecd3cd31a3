/* Without nvcc: no GPU to measure. */
#ifndef RIA_HAS_CUDA
#include "ria/bare_gpu.h"
#include "ria/gpus.h"

ria_status ria_bare_gpu_open(ria_bare_gpu *gpu) {
  char why[RIA_GPUS_WHY];
  *gpu = (ria_bare_gpu){{0}, 0, NULL, NULL, NULL};
  ria_gpus_built(why);
  return ria_fail(RIA_ERROR_UNSUPPORTED, "no GPU can be measured: %s (docs/gpu.md)", why);
}

void ria_bare_gpu_close(ria_bare_gpu *gpu) {
  (void)gpu;
}

ria_status ria_bare_gpu_alloc(size_t bytes, void **memory) {
  *memory = NULL;
  return ria_fail(RIA_ERROR_UNSUPPORTED, "no GPU has %zu bytes: there is none", bytes);
}

void ria_bare_gpu_free(void *memory) {
  (void)memory;
}

ria_status ria_bare_gpu_upload(void *to, const void *from, size_t bytes) {
  (void)to, (void)from;
  return ria_fail(RIA_ERROR_UNSUPPORTED, "no GPU takes %zu bytes: there is none", bytes);
}

ria_status ria_bare_gpu_time(const ria_bare_gpu *gpu, ria_bare_gpu_work work, void *context,
                             int calls, double *seconds) {
  (void)gpu, (void)work, (void)context, (void)calls;
  *seconds = 0;
  return ria_fail(RIA_ERROR_UNSUPPORTED, "no GPU can be timed: there is none");
}

void ria_bare_gpu_forget(void *graph) {
  (void)graph;
}
#else
typedef int ria_bare_gpu_none_is_empty;
#endif
