/* How many cycles an instruction takes a scheduler of the GPU by what it reads: operands that lie
 * in different registers come through two banks, a word of each thread a cycle from either, so that
 * a multiply-add of three doubles takes longer than one with a constant among them. Prints cycles
 * by 1, 2 and 4 warps a scheduler.
 *
 *   nvcc -O3 -arch=native tests/gpu/bench_operands.cu -o bench_operands && ./bench_operands
 *
 * The build makes build-gpu/tests/bench_operands of it. docs/decisions/sweeps-on-a-gpu.md uses its figures.
 */
#include <stdio.h>

namespace {

enum { CHAINS = 8, REPEATED = 4, TURNS = 1000, WARP = 32, SCHEDULERS = 4 };

struct numbers {
  double sum[CHAINS], factor[CHAINS], constant, shared;
  float small[CHAINS], other[CHAINS];
  int whole[CHAINS], shift;
  bool odd;
};

/* One after the other in source, independent of each other: `volatile` keeps them apart. i, j, k:
 * chains. */
#define INSTRUCTION(name, ...)                                                                     \
  struct name {                                                                                    \
    static const char *text() {                                                                    \
      return #name;                                                                                \
    }                                                                                              \
    static __device__ __forceinline__ void issue(numbers &n, int i, int j, int k) {                \
      (void)n, (void)i, (void)j, (void)k;                                                          \
      __VA_ARGS__;                                                                                 \
    }                                                                                              \
  };
INSTRUCTION(nothing, (void)0)
INSTRUCTION(dfma_of_3_registers, asm volatile("fma.rn.f64 %0, %1, %2, %0;"
                                              : "+d"(n.sum[i])
                                              : "d"(n.factor[j]), "d"(n.factor[k])))
INSTRUCTION(dfma_of_3_one_repeated, asm volatile("fma.rn.f64 %0, %1, %2, %0;"
                                                 : "+d"(n.sum[i])
                                                 : "d"(n.shared), "d"(n.factor[k])))
INSTRUCTION(dfma_of_2_registers, asm volatile("fma.rn.f64 %0, %0, %1, %2;"
                                              : "+d"(n.sum[i])
                                              : "d"(n.factor[j]), "d"(n.constant)))
INSTRUCTION(dadd_of_2_registers, asm volatile("add.rn.f64 %0, %0, %1;"
                                              : "+d"(n.sum[i])
                                              : "d"(n.factor[j])))
INSTRUCTION(dmul_of_1_register, asm volatile("mul.rn.f64 %0, %0, %0;" : "+d"(n.sum[i])))
INSTRUCTION(select_of_2_registers,
            asm volatile("{ .reg .pred odd; setp.ne.s32 odd, %2, 0; selp.f32 %0, %0, %1, odd; }"
                         : "+f"(n.small[i])
                         : "f"(n.other[j]), "r"((int)n.odd)))
INSTRUCTION(ffma_of_3_registers, asm volatile("fma.rn.f32 %0, %0, %1, %2;"
                                              : "+f"(n.small[i])
                                              : "f"(n.other[j]), "f"(n.other[k])))
INSTRUCTION(fadd_of_2_registers, asm volatile("add.f32 %0, %0, %1;"
                                              : "+f"(n.small[i])
                                              : "f"(n.other[j])))
INSTRUCTION(shift_of_1_register, asm volatile("shf.l.wrap.b32 %0, %0, %0, %1;"
                                              : "+r"(n.whole[i])
                                              : "r"(n.shift)))

template <typename first, typename second>
__global__ void turns(double *results, long long *cycles, double constant, int shift) {
  const int thread = static_cast<int>(threadIdx.x);
  numbers n = {};
#pragma unroll
  for (int i = 0; i < CHAINS; i++) {
    n.sum[i] = thread + i, n.factor[i] = 0.5 * thread + i;
    n.small[i] = static_cast<float>(thread) + 0.5f * static_cast<float>(i);
    n.other[i] = static_cast<float>(thread) + 0.25f * static_cast<float>(i);
    n.whole[i] = 3 * thread + i;
  }
  n.constant = constant, n.shared = 3 * n.factor[0], n.shift = shift, n.odd = thread & 1;
  __syncthreads();
  const long long begin = clock64();
  for (int turn = 0; turn < TURNS; turn++) {
#pragma unroll
    for (int r = 0; r < REPEATED * CHAINS; r++) {
      const int i = r % CHAINS, j = (r + 3) % CHAINS, k = (r + 5) % CHAINS;
      first::issue(n, i, j, k);
      second::issue(n, i, j, k);
    }
  }
  const long long end = clock64();
  double all = n.shared;
#pragma unroll
  for (int i = 0; i < CHAINS; i++)
    all += n.sum[i] + n.factor[i] + static_cast<double>(n.small[i] + n.other[i]) + n.whole[i];
  results[blockIdx.x * blockDim.x + threadIdx.x] = all;
  if (thread == 0 && blockIdx.x == 0)
    *cycles = end - begin;
}

/* Ends the program where CUDA cannot. */
void must(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  fprintf(stderr, "bench_operands: %s\n", cudaGetErrorString(error));
  exit(1);
}

template <typename first, typename second = nothing> void measure(int multiprocessors) {
  double *results;
  long long *cycles, found = 0;
  must(cudaMalloc(&results, sizeof *results * multiprocessors * 4 * SCHEDULERS * WARP));
  must(cudaMalloc(&cycles, sizeof *cycles));
  printf("%-24s %-24s", first::text(), second::text());
  for (int warps = 1; warps <= 4; warps *= 2) {
    for (int call = 0; call < 2; call++) /* the first one loads the code */
      turns<first, second>
          <<<multiprocessors, warps * SCHEDULERS * WARP>>>(results, cycles, 1e-9, 3);
    must(cudaGetLastError());
    must(cudaMemcpy(&found, cycles, sizeof found, cudaMemcpyDeviceToHost));
    printf(" %6.2f", static_cast<double>(found) / (TURNS * REPEATED * CHAINS * warps));
  }
  printf("\n");
  must(cudaFree(results));
  must(cudaFree(cycles));
}

} // namespace

int main() {
  cudaDeviceProp device;
  must(cudaGetDeviceProperties(&device, 0));
  const int all = device.multiProcessorCount;
  printf("%s: cycles of a scheduler for both instructions, by 1, 2 and 4 warps on it\n",
         device.name);
  measure<dfma_of_3_registers>(all);
  measure<dfma_of_3_one_repeated>(all);
  measure<dfma_of_2_registers>(all);
  measure<dadd_of_2_registers>(all);
  measure<dmul_of_1_register>(all);
  measure<select_of_2_registers>(all);
  measure<ffma_of_3_registers>(all);
  measure<fadd_of_2_registers>(all);
  measure<dfma_of_3_registers, select_of_2_registers>(all);
  measure<dfma_of_3_registers, shift_of_1_register>(all);
  measure<dadd_of_2_registers, select_of_2_registers>(all);
  measure<dadd_of_2_registers, fadd_of_2_registers>(all);
  measure<dadd_of_2_registers, shift_of_1_register>(all);
  measure<dmul_of_1_register, select_of_2_registers>(all);
}
