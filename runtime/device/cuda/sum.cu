// Sums that do not depend on the order of their terms (ria/sum.h), of a field on a GPU.
#include <cuda_runtime.h>
#include "device/device.h"
#include "ria/warp_sum.h"

namespace {

enum { WARP = 32, WARPS = 8, BLOCKS = 1056 };

// The digits of the warps of a block, in shared memory.
struct digits {
  long long item[WARPS * RIA_SUM_DIGITS];
  __device__ long long get(int i) const {
    return item[i];
  }
  __device__ void set(int i, long long value) {
    item[i] = value;
  }
};

template <typename real>
__global__ void sum(const real *origin, tile_layout layout, ria_sum *total) {
  __shared__ digits digit;
  for (int i = (int)threadIdx.x; i < WARPS * RIA_SUM_DIGITS; i += WARPS * WARP)
    digit.set(i, 0);
  __syncthreads();
  const size_t nx = (size_t)layout.n[0], ny = (size_t)layout.n[1];
  const size_t cells = nx * ny * (size_t)layout.n[2];
  const size_t step = (size_t)gridDim.x * (WARPS * WARP);
  int invalid = 0;
  ria_warp_window window = ria_warp_window_begin();
  // All lanes of a warp take part in each iteration.
  for (size_t begin = (size_t)blockIdx.x * (WARPS * WARP) + threadIdx.x / WARP * WARP; begin < cells;
       begin += step) {
    const size_t cell = begin + threadIdx.x % WARP;
    const size_t row = cell / nx;
    const size_t at = row / ny * layout.plane + row % ny * layout.pitch + cell % nx;
    double term[] = {cell < cells ? (double)origin[at] : 0};
    ria_warp_sum_add(digit, (int)threadIdx.x / WARP * RIA_SUM_DIGITS, window, term, invalid);
  }
  ria_warp_window_end(digit, (int)threadIdx.x / WARP * RIA_SUM_DIGITS, window);
  __syncthreads();
  for (int i = (int)threadIdx.x; i < RIA_SUM_DIGITS; i += WARPS * WARP) {
    long long all = 0;
    for (int w = 0; w < WARPS; w++)
      all += digit.get(w * RIA_SUM_DIGITS + i);
    if (all)
      atomicAdd((unsigned long long *)&total->digit[i], (unsigned long long)all);
  }
  if (invalid)
    atomicAdd((unsigned long long *)&total->invalid, (unsigned long long)invalid);
}

} // namespace

extern "C" int device_sum(void *stream, const tile_layout *layout, const void *origin,
                              ria_sum *sum_on_device) {
  const cudaStream_t s = (cudaStream_t)stream;
  cudaError_t error = cudaMemsetAsync(sum_on_device, 0, sizeof *sum_on_device, s);
  if (error != cudaSuccess)
    return (int)error;
  if (layout->size == sizeof(float))
    sum<<<BLOCKS, WARPS * WARP, 0, s>>>((const float *)origin, *layout, sum_on_device);
  else
    sum<<<BLOCKS, WARPS * WARP, 0, s>>>((const double *)origin, *layout, sum_on_device);
  return (int)cudaGetLastError();
}
