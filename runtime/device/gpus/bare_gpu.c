#include "ria/bare_gpu.h"
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <string.h>
#include "ria/gpus.h"

static ria_status failed(const char *what, cudaError_t error) {
  cudaGetLastError();
  return ria_fail(RIA_ERROR_DEVICE, "the GPU failed %s: %s (CUDA error %d)", what,
                  cudaGetErrorString(error), (int)error);
}

ria_status ria_bare_gpu_open(ria_bare_gpu *gpu) {
  ria_gpus all;
  memset(gpu, 0, sizeof *gpu);
  ria_gpus_find(&all, true);
  if (all.state != RIA_GPUS_FOUND)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "no GPU can be measured: %s (docs/gpu.md)", all.why);
  const ria_gpu *first = &all.gpu[0];
  if (first->failure[0])
    return ria_fail(RIA_ERROR_DEVICE, "the GPU does not answer: %s", first->failure);
  if (!first->kernels)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "%s has compute capability %d.%d, and the kernels are compiled for %s: "
                    "configure with -DRIA_CUDA_ARCHITECTURES=%d%d",
                    first->name, first->major, first->minor, ria_gpus_architectures(), first->major,
                    first->minor);
  snprintf(gpu->name, sizeof gpu->name, "%s", first->name);
  gpu->copy = first->copy;
  cudaError_t error = cudaStreamCreate((cudaStream_t *)&gpu->stream);
  if (error == cudaSuccess)
    error = cudaEventCreate((cudaEvent_t *)&gpu->begin);
  if (error == cudaSuccess)
    error = cudaEventCreate((cudaEvent_t *)&gpu->end);
  if (error == cudaSuccess)
    return RIA_SUCCESS;
  ria_bare_gpu_close(gpu);
  return failed("to make a stream", error);
}

void ria_bare_gpu_close(ria_bare_gpu *gpu) {
  if (gpu->begin)
    cudaEventDestroy(gpu->begin);
  if (gpu->end)
    cudaEventDestroy(gpu->end);
  if (gpu->stream)
    cudaStreamDestroy(gpu->stream);
  memset(gpu, 0, sizeof *gpu);
}

ria_status ria_bare_gpu_alloc(size_t bytes, void **memory) {
  size_t left = 0, total = 0;
  *memory = NULL;
  if (cudaMalloc(memory, bytes) == cudaSuccess) {
    const cudaError_t error = cudaMemset(*memory, 0, bytes);
    if (error == cudaSuccess)
      return RIA_SUCCESS;
    ria_bare_gpu_free(*memory);
    *memory = NULL;
    return failed("to clear memory", error);
  }
  cudaGetLastError();
  cudaMemGetInfo(&left, &total);
  return ria_fail(RIA_ERROR_MEMORY,
                  "the GPU has no %zu bytes, %zu of its %zu are free; ask for a smaller size",
                  bytes, left, total);
}

void ria_bare_gpu_free(void *memory) {
  cudaFree(memory);
}

ria_status ria_bare_gpu_upload(void *to, const void *from, size_t bytes) {
  cudaError_t error = cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) /* the call returns when the host's part is done */
    error = cudaStreamSynchronize(NULL);
  return error == cudaSuccess ? RIA_SUCCESS : failed("to copy from the host", error);
}

ria_status ria_bare_gpu_time(const ria_bare_gpu *gpu, ria_bare_gpu_work work, void *context,
                             int calls, double *seconds) {
  float ms = 0;
  *seconds = 0;
  cudaError_t error = cudaEventRecord(gpu->begin, gpu->stream);
  for (int i = 0; i < calls && error == cudaSuccess; i++)
    error = (cudaError_t)work(context);
  if (error == cudaSuccess)
    error = cudaEventRecord(gpu->end, gpu->stream);
  if (error == cudaSuccess)
    error = cudaEventSynchronize(gpu->end);
  if (error == cudaSuccess)
    error = cudaEventElapsedTime(&ms, gpu->begin, gpu->end);
  if (error != cudaSuccess)
    return failed("in a kernel", error);
  *seconds = 1e-3 * ms;
  return RIA_SUCCESS;
}

void ria_bare_gpu_forget(void *graph) {
  if (graph)
    cudaGraphExecDestroy((cudaGraphExec_t)graph);
}
