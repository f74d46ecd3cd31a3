// A kernel for asking about: it is compiled with the flags of all others.
#include "image.h"

static __global__ void nothing() {
}

int gpu_image(int *architecture, int *translated) {
  cudaFuncAttributes found;
  cudaError_t status = cudaFuncGetAttributes(&found, nothing);
  if (status != cudaSuccess) {
    cudaGetLastError(); // or the next call would give it back
    return status;
  }
  // Each is compiled for the same real and virtual architecture; what the driver makes of PTX is for the GPU.
  *architecture = found.ptxVersion;
  *translated = found.binaryVersion != found.ptxVersion;
  return 0;
}
