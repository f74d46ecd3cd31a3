// Loaded before a program (LD_PRELOAD), this makes something go wrong on the GPU as soon as a file is there
// (RIA_GPU_FAULT_WHEN, its path), such as a first checkpoint. RIA_GPU_FAULT says what: `kernel`, a kernel that
// writes where it may not, in the program's own context, `gone`, the answer of a GPU that does not answer, or
// `memory`, memory that others have taken, but for RIA_GPU_FAULT_LEFT bytes.
// It applies to all ranks, or only to RIA_GPU_FAULT_RANK.
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static __global__ void write_astray(volatile int *nowhere) {
  *nowhere = 1;
}

static bool is_wanted(const char *fault) {
  const char *text = getenv("RIA_GPU_FAULT");
  return text && !strcmp(text, fault);
}

static bool is_time() {
  const char *path = getenv("RIA_GPU_FAULT_WHEN"), *wanted = getenv("RIA_GPU_FAULT_RANK");
  const char *rank = getenv("OMPI_COMM_WORLD_RANK");
  const bool here = !wanted || (rank && !strcmp(rank, wanted));
  return here && path && !access(path, F_OK);
}

static void take_memory(void) {
  static bool taken;
  const char *left = getenv("RIA_GPU_FAULT_LEFT");
  void *spare = NULL, *memory;
  if (taken)
    return;
  taken = true;
  cudaMalloc(&spare, left ? strtoull(left, NULL, 10) : 0);
  for (size_t bytes = (size_t)1 << 38; bytes >= 1 << 20;)
    if (cudaMalloc(&memory, bytes) != cudaSuccess)
      bytes /= 2;
  cudaFree(spare);
  cudaGetLastError();
}

// The query of StarPU while a task is on the GPU.
extern "C" cudaError_t CUDARTAPI cudaEventQuery(cudaEvent_t event) {
  typedef cudaError_t (*query)(cudaEvent_t);
  static const query real = (query)dlsym(RTLD_NEXT, "cudaEventQuery");
  if (!is_time())
    return real(event);
  if (is_wanted("gone"))
    return cudaErrorUnknown;
  if (is_wanted("memory"))
    take_memory();
  if (is_wanted("kernel"))
    write_astray<<<1, 1>>>(reinterpret_cast<volatile int *>(8));
  return real(event);
}
