/* Copies are repeated and the best time counts, because a GPU is slow in the first copies. */
#include "bandwidth.h"
#include <cuda_runtime_api.h>
#include <string.h>

enum { REPEATS = 6 };
#define MIB ((size_t)1 << 20)

/* Much larger than a GPU's caches, but at most a quarter of the free memory. */
static size_t copied_bytes(const ria_gpu *gpu, size_t most) {
  size_t quarter = gpu->free / 4 / MIB * MIB;
  return quarter < most ? quarter : most;
}

/* Bytes a second of a copy on stream 0 of the current GPU; 0: it failed. */
static double rate(void *to, int to_gpu, const void *from, int from_gpu, size_t bytes) {
  cudaEvent_t begin, end;
  float best = 0, ms;
  if (cudaEventCreate(&begin) != cudaSuccess)
    return 0;
  cudaError_t status = cudaEventCreate(&end);
  for (int i = 0; i < REPEATS && status == cudaSuccess; i++) {
    cudaEventRecord(begin, NULL);
    status = to_gpu == from_gpu ? cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, NULL)
                                : cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, bytes, NULL);
    cudaEventRecord(end, NULL);
    if (status == cudaSuccess)
      status = cudaEventSynchronize(end);
    if (status == cudaSuccess && cudaEventElapsedTime(&ms, begin, end) == cudaSuccess &&
        (best == 0 || ms < best))
      best = ms;
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaGetLastError();
  return status == cudaSuccess && best > 0 ? (double)bytes / (1e-3 * best) : 0;
}

static void *device_memory(size_t bytes) {
  void *memory = NULL;
  if (cudaMalloc(&memory, bytes) == cudaSuccess)
    return memory;
  cudaGetLastError();
  return NULL;
}

static void measure_host(ria_gpu *gpu) {
  size_t bytes = copied_bytes(gpu, 64 * MIB);
  void *host = NULL, *device = device_memory(bytes);
  if (device && cudaMallocHost(&host, bytes) == cudaSuccess) {
    memset(host, 0, bytes);
    gpu->to_gpu = rate(device, 0, host, 0, bytes);
    gpu->from_gpu = rate(host, 0, device, 0, bytes);
    cudaFreeHost(host);
  }
  cudaFree(device);
  cudaGetLastError();
}

static void measure_inside(ria_gpu *gpu) {
  size_t bytes = copied_bytes(gpu, 1024 * MIB) / 2;
  char *device = device_memory(2 * bytes);
  if (device)
    gpu->copy = 2 * rate(device + bytes, 0, device, 0, bytes);
  cudaFree(device);
}

static void measure_peer(ria_gpus *gpus, int from, int to) {
  size_t bytes = copied_bytes(&gpus->gpu[from], 256 * MIB);
  cudaSetDevice(to);
  void *there = device_memory(bytes);
  cudaSetDevice(from);
  void *here = device_memory(bytes);
  if (gpus->gpu[from].peer[to])
    cudaDeviceEnablePeerAccess(to, 0);
  cudaGetLastError(); /* access may have been enabled before */
  if (there && here)
    gpus->gpu[from].peer_copy[to] = rate(there, to, here, from, bytes);
  cudaFree(here);
  cudaSetDevice(to);
  cudaFree(there);
}

void gpus_measure(ria_gpus *gpus) {
  for (int i = 0; i < gpus->count; i++) {
    if (*gpus->gpu[i].failure || cudaSetDevice(i) != cudaSuccess)
      continue;
    measure_host(&gpus->gpu[i]);
    measure_inside(&gpus->gpu[i]);
    for (int j = 0; j < gpus->count; j++)
      if (j != i && !*gpus->gpu[j].failure)
        measure_peer(gpus, i, j);
  }
}
