/* Loops that measure a GPU's arithmetic peaks. Compiled with the flags of the codelets: quotients
 * are IEEE's, without contraction. */
#include <cuda_runtime.h>
#include "loops.h"

namespace {

enum { THREADS = 256 };

/* A thread has CHAINS independent chains of operations, and goes TIMES times through all of them
 * in a turn, so that the loop overhead does not matter. Quotients and roots have fewer chains: more
 * chains need more registers, so fewer threads are resident (in double precision on an H100 8
 * chains 1.10 T quotients/s, 4 1.21, 2 1.22). Operands are about 1, which need no special
 * treatment. */
struct multiply_adds {
  enum { OPERATIONS = 1, CHAINS = 8, TIMES = 16 };
  template <typename real> static __device__ real of(real x, real p, real q) {
    return fma(x, p, q);
  }
};

struct products_and_sums {
  enum { OPERATIONS = 2, CHAINS = 8, TIMES = 8 };
  template <typename real> static __device__ real of(real x, real p, real q) {
    return x * p + q;
  }
};

struct quotients {
  enum { OPERATIONS = 1, CHAINS = 2, TIMES = 8 };
  template <typename real> static __device__ real of(real x, real p, real) {
    return p / x;
  }
};

struct roots {
  enum { OPERATIONS = 1, CHAINS = 4, TIMES = 4 };
  template <typename real> static __device__ real of(real x, real, real) {
    return sqrt(x);
  }
};

template <typename work, typename real>
__global__ void __launch_bounds__(THREADS) repeat(int turns, real p, real q, real *memory) {
  constexpr int chains = work::CHAINS;
  real x[chains], sum = 0;
#pragma unroll
  for (int i = 0; i < chains; i++)
    x[i] = 1 + static_cast<real>(threadIdx.x + i) / 1024;
  for (int turn = 0; turn < turns; turn++) {
#pragma unroll
    for (int i = 0; i < work::TIMES * chains; i++)
      x[i % chains] = work::of(x[i % chains], p, q);
  }
#pragma unroll
  for (int i = 0; i < chains; i++)
    sum += x[i];
  if (sum < 0) /* never true, but unknown to the compiler, which therefore cannot drop the loop */
    *memory = sum;
}

template <typename work, typename real>
int queue(void *stream, int turns, void *memory, double *operations) {
  int device = 0, multiprocessors = 0, blocks = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, repeat<work, real>, THREADS, 0);
  if (error != cudaSuccess)
    return error;
  blocks *= multiprocessors;
  *operations =
      static_cast<double>(work::OPERATIONS) * work::TIMES * work::CHAINS * turns * THREADS * blocks;
  repeat<work, real><<<blocks, THREADS, 0, static_cast<cudaStream_t>(stream)>>>(
      turns, static_cast<real>(0.9), static_cast<real>(0.1), static_cast<real *>(memory));
  return cudaGetLastError();
}

template <typename real>
int queue_loop(void *stream, int loop, int turns, void *memory, double *operations) {
  switch (loop) {
  case RIA_LOOP_FLOPS:
    return queue<multiply_adds, real>(stream, turns, memory, operations);
  case RIA_LOOP_OPERATIONS:
    return queue<products_and_sums, real>(stream, turns, memory, operations);
  case RIA_LOOP_DIVISIONS:
    return queue<quotients, real>(stream, turns, memory, operations);
  case RIA_LOOP_SQUARE_ROOTS:
    return queue<roots, real>(stream, turns, memory, operations);
  default:
    return cudaErrorInvalidValue;
  }
}

} // namespace

int ria_gpu_loop(void *stream, int loop, ria_precision precision, int turns, void *memory,
                 double *operations) {
  return precision == RIA_SINGLE ? queue_loop<float>(stream, loop, turns, memory, operations)
                                 : queue_loop<double>(stream, loop, turns, memory, operations);
}
