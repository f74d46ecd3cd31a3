/* Start of all programs that test on a GPU. */
#ifndef RIA_A_GPU_H
#define RIA_A_GPU_H

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <ria/gpus.h>

static inline void on_gpu_must(int code, const char *what) {
  if (!code)
    return;
  fprintf(stderr, "%s: %s (CUDA error %d)\n", what, cudaGetErrorString((cudaError_t)code), code);
  exit(1);
}

/* Leaves the program as skipped (77) where there is none. */
static inline void a_gpu_is_here(void) {
  static ria_gpus gpus;
  ria_gpus_find(&gpus, false);
  if (gpus.state == RIA_GPUS_FOUND && gpus.gpu[0].kernels)
    return;
  printf("%s\n", gpus.count ? "the kernels are not compiled for this GPU" : gpus.why);
  exit(77);
}

#endif
