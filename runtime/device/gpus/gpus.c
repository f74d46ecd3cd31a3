/* Queries of CUDA's runtime about the GPUs. */
#include "ria/gpus.h"
#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "bandwidth.h"
#include "device/driver_module.h"
#include "image.h"

static void no_driver(ria_gpus *g) {
  g->state = RIA_GPUS_NO_DRIVER;
  snprintf(g->why, sizeof g->why,
           "this machine has no NVIDIA driver, or this process does not find its libcuda.so.1");
}

static void old_driver(ria_gpus *g) {
  g->state = RIA_GPUS_OLD_DRIVER;
  snprintf(
      g->why, sizeof g->why,
      "the driver is too old: it knows CUDA %d.%d, ria was built with %d.%d; update the driver, "
      "or build ria with the older CUDA",
      g->driver / 1000, g->driver % 1000 / 10, g->runtime / 1000, g->runtime % 1000 / 10);
}

static void no_gpu(ria_gpus *g) {
  g->state = RIA_GPUS_NO_GPU;
  snprintf(g->why, sizeof g->why,
           "the driver finds no GPU; `nvidia-smi` shows whether there is one, and "
           "CUDA_VISIBLE_DEVICES may hide it");
}

static void other_failure(ria_gpus *g, cudaError_t status) {
  g->state = RIA_GPUS_FAILED;
  snprintf(g->why, sizeof g->why, "CUDA does not start: %s (error %d)", cudaGetErrorString(status),
           (int)status);
}

static bool count_gpus(ria_gpus *g) {
  cudaDriverGetVersion(&g->driver);
  cudaRuntimeGetVersion(&g->runtime);
  cudaError_t status = cudaGetDeviceCount(&g->count);
  cudaGetLastError();
  if (status == cudaSuccess && g->count > 0)
    return true;
  g->count = 0;
  if (status == cudaSuccess || status == cudaErrorNoDevice)
    no_gpu(g);
  else if (status == cudaErrorInsufficientDriver && !g->driver)
    no_driver(g);
  else if (status == cudaErrorInsufficientDriver)
    old_driver(g);
  else
    other_failure(g, status);
  return false;
}

static void describe(ria_gpu *gpu, int number) {
  struct cudaDeviceProp found;
  int translated = 0;
  cudaError_t status = cudaGetDeviceProperties(&found, number);
  if (status == cudaSuccess) {
    snprintf(gpu->name, sizeof gpu->name, "%.*s", (int)sizeof gpu->name - 1, found.name);
    cudaDeviceGetPCIBusId(gpu->address, sizeof gpu->address, number);
    gpu->major = found.major;
    gpu->minor = found.minor;
    gpu->processors = found.multiProcessorCount;
    gpu->memory = found.totalGlobalMem;
    status = cudaSetDevice(number);
  }
  if (status == cudaSuccess)
    status = cudaMemGetInfo(&gpu->free, &gpu->memory);
  if (status != cudaSuccess)
    snprintf(gpu->failure, sizeof gpu->failure, "%s (CUDA error %d)", cudaGetErrorString(status),
             (int)status);
  else if (gpu_image(&gpu->kernels, &translated))
    gpu->kernels = 0;
  gpu->translated = translated;
  cudaGetLastError();
}

static void find_peers(ria_gpus *g) {
  for (int i = 0; i < g->count; i++)
    for (int j = 0; j < g->count; j++) {
      int reaches = 0;
      if (i != j && cudaDeviceCanAccessPeer(&reaches, i, j) == cudaSuccess)
        g->gpu[i].peer[j] = reaches;
    }
  cudaGetLastError();
}

static pthread_t starter;
static bool starting;

/* Errors here are ignored: they come back in the query. */
static void *start(void *nothing) {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess)
    for (int i = 0; i < count && i < RIA_GPUS_MAX; i++)
      if (cudaSetDevice(i) == cudaSuccess)
        cudaFree(NULL); /* creates the context if cudaSetDevice does not */
  return nothing;
}

void ria_gpus_begin(void) {
  starting = starting || !pthread_create(&starter, NULL, start, NULL);
}

void ria_gpus_wait(void) {
  if (starting)
    pthread_join(starter, NULL);
  starting = false;
}

void ria_gpus_find(ria_gpus *g, bool measure) {
  memset(g, 0, sizeof *g);
  ria_gpus_built(g->undriven);
  driver_module(g->module, sizeof g->module);
  if (!count_gpus(g))
    return;
  if (g->count > RIA_GPUS_MAX)
    g->count = RIA_GPUS_MAX;
  for (int i = 0; i < g->count; i++)
    describe(&g->gpu[i], i);
  find_peers(g);
  if (measure)
    gpus_measure(g);
  cudaSetDevice(0);
}

void ria_gpus_leave(const ria_gpus *g, int count, const unsigned *keep) {
  for (int i = 0; i < g->count; i++) {
    bool kept = *g->gpu[i].failure; /* no context, so no memory to release */
    for (int k = 0; k < count; k++)
      kept = kept || keep[k] == (unsigned)i;
    if (!kept && cudaSetDevice(i) == cudaSuccess)
      cudaDeviceReset();
  }
  cudaGetLastError();
}
