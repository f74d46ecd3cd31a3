/** \file
 * A GPU without StarPU, for measuring: memory, copies and a stopwatch. In every build: without
 * CUDA, or without a GPU, opening fails and says why.
 */
#ifndef RIA_BARE_GPU_H
#define RIA_BARE_GPU_H

#include <stddef.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  char name[128];
  double copy;       /**< inside its memory: bytes read and written a second */
  void *stream;      /**< for what is timed; owned, as what follows */
  void *begin, *end; /**< events */
} ria_bare_gpu;

/** The first GPU that this process sees; half a second passes to measure `copy`. It becomes the
 * calling thread's current one. Errors: RIA_ERROR_UNSUPPORTED (there is none that can be used),
 * RIA_ERROR_DEVICE. */
ria_status ria_bare_gpu_open(ria_bare_gpu *gpu);
void ria_bare_gpu_close(ria_bare_gpu *gpu);

/** Device memory, all zero. Errors: RIA_ERROR_MEMORY (says how much is free). */
ria_status ria_bare_gpu_alloc(size_t bytes, void **memory);
void ria_bare_gpu_free(void *memory);
/** Copies from host memory. Blocking. Errors: RIA_ERROR_DEVICE. */
ria_status ria_bare_gpu_upload(void *to, const void *from, size_t bytes);

/** Queues work on the GPU's stream; 0 or a CUDA error. */
typedef int (*ria_bare_gpu_work)(void *context);

/** Seconds that the GPU takes for `calls` calls of `work`, one after the other. Blocking. Errors:
 * RIA_ERROR_DEVICE (with CUDA's words). */
ria_status ria_bare_gpu_time(const ria_bare_gpu *gpu, ria_bare_gpu_work work, void *context,
                             int calls, double *seconds);

/** Let go of launches that were recorded (cudaGraphExec_t). NULL is fine. */
void ria_bare_gpu_forget(void *graph);

#ifdef __cplusplus
}
#endif
#endif
