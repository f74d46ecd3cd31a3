/** \file
 * A GPU without StarPU, for benchmarks: memory, copies and a timer. Every build has these
 * functions: without CUDA or a GPU, opening fails and says why.
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
  void *stream;      /**< stream of the timed work; owned, as are the events */
  void *begin, *end; /**< events */
} ria_bare_gpu;

/** Open the first GPU that this process sees and make it the current device of the calling thread.
 * Takes half a second to measure `copy`. Errors: RIA_ERROR_UNSUPPORTED (no usable GPU),
 * RIA_ERROR_DEVICE. */
ria_status ria_bare_gpu_open(ria_bare_gpu *gpu);
void ria_bare_gpu_close(ria_bare_gpu *gpu);

/** Allocate device memory, set to zero. Errors: RIA_ERROR_MEMORY (says how much is free). */
ria_status ria_bare_gpu_alloc(size_t bytes, void **memory);
void ria_bare_gpu_free(void *memory);
/** Copies from host memory. Blocking. Errors: RIA_ERROR_DEVICE. */
ria_status ria_bare_gpu_upload(void *to, const void *from, size_t bytes);

/** Queues work on the GPU's stream; 0 or a CUDA error. */
typedef int (*ria_bare_gpu_work)(void *context);

/** Seconds that the GPU takes for `calls` calls of `work`, one after the other. Blocking. Errors:
 * RIA_ERROR_DEVICE (with CUDA's error text). */
ria_status ria_bare_gpu_time(const ria_bare_gpu *gpu, ria_bare_gpu_work work, void *context,
                             int calls, double *seconds);

/** Destroy recorded launches (cudaGraphExec_t). NULL is fine. */
void ria_bare_gpu_forget(void *graph);

#ifdef __cplusplus
}
#endif
#endif
