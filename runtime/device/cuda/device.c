/* The stream and the memory of the GPU of the calling StarPU worker. */
#include "device/device.h"
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <string.h>
#include <starpu.h>
#include <starpu_cuda.h>

_Static_assert(DEVICE_NO_MEMORY == (int)cudaErrorMemoryAllocation &&
                   DEVICE_NOT_SUPPORTED == (int)cudaErrorNotSupported,
               "the codes of CUDA");

bool device_built(void) {
  return true;
}

const char *device_error_text(int code) {
  return cudaGetErrorString((cudaError_t)code);
}

void *device_stream(void) {
  return starpu_cuda_get_local_stream();
}

size_t device_free_bytes(int gpu) {
  size_t left = 0, total = 0;
  int before = 0;
  cudaGetDevice(&before);
  if (cudaSetDevice(gpu) != cudaSuccess || cudaMemGetInfo(&left, &total) != cudaSuccess)
    left = 0;
  cudaSetDevice(before);
  cudaGetLastError();
  return left;
}

int device_use(int gpu) {
  int before = 0;
  cudaGetDevice(&before);
  cudaSetDevice(gpu);
  return before;
}

void device_name(int gpu, char *name, size_t size) {
  struct cudaDeviceProp found;
  bool answers = cudaGetDeviceProperties(&found, gpu) == cudaSuccess;
  snprintf(name, size, "%s", answers ? found.name : "");
  cudaGetLastError();
}

void *device_alloc(size_t bytes) {
  void *memory = NULL;
  if (cudaMalloc(&memory, bytes) != cudaSuccess) {
    cudaGetLastError(); /* clear the error, so that the next launch does not return it */
    return NULL;
  }
  /* The memory is cleared asynchronously, and workers' streams do not wait for each other. */
  if (cudaMemset(memory, 0, bytes) == cudaSuccess && cudaStreamSynchronize(NULL) == cudaSuccess)
    return memory;
  cudaFree(memory);
  return NULL;
}

void device_free(void *memory) {
  cudaFree(memory);
}

void *device_pinned_alloc(size_t bytes) {
  void *memory = NULL;
  if (cudaMallocHost(&memory, bytes) != cudaSuccess) {
    cudaGetLastError();
    return NULL;
  }
  return memset(memory, 0, bytes);
}

void device_pinned_free(void *memory) {
  cudaFreeHost(memory);
}

int device_copy(void *stream, void *to, const void *from, size_t bytes) {
  return (int)cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, (cudaStream_t)stream);
}

/* From unpinned memory, a copy returns when the host's part is done; and workers' streams do not
 * wait for the default stream. */
int device_upload(void *to, const void *from, size_t bytes) {
  if (!to)
    return DEVICE_NO_MEMORY;
  const cudaError_t error = cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice);
  return (int)(error == cudaSuccess ? cudaStreamSynchronize(NULL) : error);
}
