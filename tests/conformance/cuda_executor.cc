/* CUDA kernels for the test of the executor: a correct one, and wrong ones. */
#include "cuda_executor.h"
#include "device.cuh"

namespace {

typedef shared_array<int, 64> numbers;

/* Each thread reads its neighbour's number, also across warps and blocks. */
__global__ void reverse(int *out) {
  SHARED(numbers, shared);
  const int n = (int)threadIdx.x, count = (int)blockDim.x;
  shared.set(n, 10 * n + (int)blockIdx.x);
  __syncthreads();
  out[(int)blockIdx.x * count + n] = shared.get(count - 1 - n);
}

/* Results of shuffles and votes as in CUDA's manual. */
__global__ void exchange(int *out) {
  const int lane = (int)threadIdx.x % 32;
  int *mine = out + 8 * (int)threadIdx.x;
  mine[0] = __shfl_up_sync(ALL_LANES, lane, 3);
  mine[1] = __shfl_down_sync(ALL_LANES, lane, 3);
  mine[2] = __shfl_sync(ALL_LANES, lane, 5);
  mine[3] = __shfl_xor_sync(ALL_LANES, lane, 1);
  mine[4] = (int)__ballot_sync(ALL_LANES, lane < 2);
  mine[5] = __any_sync(ALL_LANES, lane == 31);
  mine[6] = __all_sync(ALL_LANES, lane < 31);
  mine[7] = lane < 16 ? (int)__shfl_xor_sync(0xffffu, 2.5, 1) : -1;
}

__global__ void no_barrier(int *out) {
  SHARED(numbers, shared);
  const int n = (int)threadIdx.x;
  shared.set(n, n);
  out[n] = shared.get((n + 63) % 64);
}

__global__ void overwritten(int *out) {
  SHARED(numbers, shared);
  const int n = (int)threadIdx.x;
  shared.set(n, n);
  __syncthreads();
  if (n < 32)
    out[n] = shared.get(63 - n);
  else
    shared.set(n, 0);
}

/* Lanes of a warp write one number one after another. */
__global__ void in_turn(int *out) {
  SHARED(numbers, shared);
  const int lane = (int)threadIdx.x % 32, mine = (int)threadIdx.x / 32;
  for (int turn = 0; turn < 3; turn++) {
    if (lane == turn)
      shared.set(mine, turn ? shared.get(mine) + 10 * turn : 1 + mine);
    __syncwarp();
  }
  out[threadIdx.x] = shared.get(mine);
}

/* The same in two warps that do not wait for each other. */
__global__ void no_turn(int *out) {
  SHARED(numbers, shared);
  const int warp = (int)threadIdx.x / 32;
  for (int turn = 0; turn < 2; turn++) {
    if ((int)threadIdx.x % 32 == 0 && turn == warp)
      shared.set(0, turn);
    __syncwarp();
  }
  out[threadIdx.x] = 0;
}

__global__ void one_place(int *out) {
  SHARED(numbers, shared);
  shared.set(7, (int)threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = shared.get(7);
}

__global__ void never_written(int *out) {
  SHARED(numbers, shared);
  if (threadIdx.x != 9)
    shared.set((int)threadIdx.x, 1);
  __syncthreads();
  out[threadIdx.x] = shared.get((int)threadIdx.x);
}

__global__ void out_of_range(int *out) {
  SHARED(numbers, shared);
  shared.set((int)threadIdx.x + 1, 1);
  out[0] = 0;
}

__global__ void divergent_barrier(int *out) {
  if (threadIdx.x < 40)
    __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void divergent_shuffle(int *out) {
  if (threadIdx.x != 4)
    out[threadIdx.x] = __shfl_up_sync(ALL_LANES, (int)threadIdx.x, 1);
}

__global__ void barrier_for_shuffle(int *out) {
  if (threadIdx.x % 32 < 31)
    out[threadIdx.x] = __shfl_up_sync(ALL_LANES, (int)threadIdx.x, 1);
  else
    __syncthreads();
}

__global__ void wrong_mask(int *out) {
  out[threadIdx.x] = __any_sync(0x7fffffffu, 1);
}

__global__ void wrong_lane(int *out) {
  out[threadIdx.x] = __shfl_sync(ALL_LANES, 1, (int)threadIdx.x % 32 + 1);
}

__global__ void lane_left_out(int *out) {
  if (threadIdx.x % 32 < 8)
    out[threadIdx.x] = __shfl_sync(0xffu, 1, 8);
}

/* The first warp writes, partly after it has signalled completion. The second warp reads either
 * part. */
__device__ void as_partners(int *out, bool begins, bool waits, bool says, bool all) {
  SHARED(numbers, shared);
  SHARED(struct partners, flag);
  const int n = (int)threadIdx.x;
  if (n == 0 && begins)
    flag.begin();
  __syncthreads();
  for (int round = 0; round < 2; round++) {
    if (n < 32) {
      shared.set(n, n + round);
      if (says)
        flag.done();
      shared.set(n + 32, n);
      out[n] = n;
    } else {
      if (waits)
        flag.wait();
      out[n] = shared.get(all ? n : n - 32);
    }
    __syncthreads();
  }
}

__global__ void two_partners(int *out) {
  as_partners(out, true, true, true, false);
}

__global__ void no_wait(int *out) {
  as_partners(out, true, false, true, false);
}

__global__ void done_too_early(int *out) {
  as_partners(out, true, true, true, true);
}

__global__ void never_done(int *out) {
  as_partners(out, true, true, false, false);
}

__global__ void never_begun(int *out) {
  as_partners(out, false, true, true, false);
}

/* A token goes round: each block waits for the token of the block before it and adds to it. */
__global__ void round_trip(int *out) {
  DYNAMIC_SHARED(bytes);
  int *const own = reinterpret_cast<int *>(bytes);
  const int block = (int)blockIdx.x, blocks = (int)gridDim.x;
  const volatile int *const before = out + (block + blocks - 1) % blocks;
  if (threadIdx.x == 0) {
    while (block > 0 && *before == 0)
      PAUSE();
    out[block] = block > 0 ? *before + 10 : 1;
  }
  __syncthreads();
  own[threadIdx.x] = block;
  __syncthreads();
  if (threadIdx.x == 1)
    out[3 + block] = own[0] + own[63];
}

/* never_told: the last block waits for a value that is never written. left_waiting: so does thread
 * 0 of each block, while the other threads wait at a barrier. */
__global__ void never_told(int *out) {
  const volatile int *const never = out + 60;
  while (blockIdx.x == 2 && *never == 0)
    PAUSE();
}

__global__ void left_waiting(int *out) {
  const volatile int *const never = out + 60;
  while (threadIdx.x == 0 && *never == 0)
    PAUSE();
  __syncthreads();
}

} // namespace

/* Two warps a block, two blocks. */
int run_kernel(kernel_name name, int *out) {
  void (*const kernel[])(int *) = {
      reverse,        exchange,     no_barrier,        overwritten,       one_place,
      never_written,  out_of_range, divergent_barrier, divergent_shuffle, barrier_for_shuffle,
      wrong_mask,     wrong_lane,   lane_left_out,     two_partners,      no_wait,
      done_too_early, never_done,   never_begun,       in_turn,           no_turn};
  const auto chosen = kernel[name];
  return LAUNCH(chosen, 2u, 64u, nullptr, out);
}

int run_cooperative(cooperative_name name, int *out) {
  void (*const kernel[])(int *) = {round_trip, never_told, left_waiting};
  const auto chosen = kernel[name];
  return LAUNCH_COOPERATIVE(chosen, 3u, 64u, 64 * sizeof(int), nullptr, out);
}

int run_no_threads() {
  int *out = nullptr;
  return LAUNCH(reverse, 1u, 0u, nullptr, out);
}
