// Sums that do not depend on the order of their terms (ria/sum.h), of a field on a GPU.
#include <cuda_runtime.h>
#include <stdint.h>
#include "device/device.h"
#include "ria/sum.h"

namespace {

enum { WARP = 32, WARPS = 8, BLOCKS = 1056, DIGIT_BITS = 32, PARTS = 3 };
const unsigned all_lanes = 0xffffffffu;

__device__ long long sum_of_warp(long long value) {
  for (int distance = WARP / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync(all_lanes, value, distance);
  return value;
}

// Adds a term of each lane to the warp's digits. Most have their bits in the same digits: those of one
// lane after the other's, with all that begin at the same one.
__device__ void add(long long *digit, double term, int &invalid) {
  const unsigned long long bits = (unsigned long long)__double_as_longlong(term);
  const int exponent = (int)(bits >> 52 & 0x7ff);
  const bool finite = exponent != 0x7ff;
  unsigned long long mantissa = bits & ((1ull << 52) - 1);
  if (exponent)
    mantissa |= 1ull << 52;
  const int shift = exponent ? exponent - 1 : 0; // of the mantissa's lowest bit above 2^-1074
  const int first = shift / DIGIT_BITS, offset = shift % DIGIT_BITS;
  long long part[PARTS] = {(long long)(uint32_t)(mantissa << offset),
                           (long long)(uint32_t)(mantissa >> (DIGIT_BITS - offset)),
                           offset ? (long long)(mantissa >> (2 * DIGIT_BITS - offset)) : 0};
  invalid += !finite;
  for (unsigned left = __ballot_sync(all_lanes, finite && mantissa); left;) {
    const int now = __shfl_sync(all_lanes, first, __ffs((int)left) - 1);
    const bool taken = (left >> threadIdx.x % WARP & 1) && first == now;
    for (int i = 0; i < PARTS; i++) {
      const long long mine = taken ? part[i] : 0;
      const long long sum = sum_of_warp(bits >> 63 ? -mine : mine);
      if (threadIdx.x % WARP == 0)
        digit[now + i] += sum;
    }
    left &= ~__ballot_sync(all_lanes, taken);
  }
}

template <typename real>
__global__ void sum(const real *origin, ria_layout l, ria_sum *total) {
  __shared__ long long digit[WARPS][RIA_SUM_DIGITS];
  for (int i = (int)threadIdx.x; i < WARPS * RIA_SUM_DIGITS; i += WARPS * WARP)
    digit[i / RIA_SUM_DIGITS][i % RIA_SUM_DIGITS] = 0;
  __syncthreads();
  const size_t nx = (size_t)l.n[0], ny = (size_t)l.n[1], cells = nx * ny * (size_t)l.n[2];
  const size_t step = (size_t)gridDim.x * (WARPS * WARP);
  int invalid = 0;
  // All lanes of a warp take part in each turn.
  for (size_t begin = (size_t)blockIdx.x * (WARPS * WARP) + threadIdx.x / WARP * WARP; begin < cells;
       begin += step) {
    const size_t cell = begin + threadIdx.x % WARP;
    const double term =
        cell < cells ? (double)origin[cell / nx / ny * l.plane + cell / nx % ny * l.pitch + cell % nx] : 0;
    add(digit[threadIdx.x / WARP], term, invalid);
  }
  __syncthreads();
  for (int i = (int)threadIdx.x; i < RIA_SUM_DIGITS; i += WARPS * WARP) {
    long long all = 0;
    for (int w = 0; w < WARPS; w++)
      all += digit[w][i];
    if (all)
      atomicAdd((unsigned long long *)&total->digit[i], (unsigned long long)all);
  }
  if (invalid)
    atomicAdd((unsigned long long *)&total->invalid, (unsigned long long)invalid);
}

} // namespace

extern "C" int ria_device_sum(void *stream, const ria_layout *layout, const void *origin,
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
