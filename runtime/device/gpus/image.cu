// A kernel only for queries: it is compiled with the flags of all other kernels.
#include "image.h"

static __global__ void nothing() {
}

int gpu_image(int *architecture, int *translated) {
  cudaFuncAttributes found;
  cudaError_t status = cudaFuncGetAttributes(&found, nothing);
  if (status != cudaSuccess) {
    cudaGetLastError(); // otherwise the next call would return this error
    return status;
  }
  // All kernels are compiled for the same real and virtual architectures; the driver compiles PTX
  // for the GPU at hand.
  *architecture = found.ptxVersion;
  *translated = found.binaryVersion != found.ptxVersion;
  return 0;
}
