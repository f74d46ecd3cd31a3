// Loaded before a program (LD_PRELOAD), this makes something go wrong on the GPU when StarPU has asked
// often enough (RIA_GPU_FAULT_AFTER) whether a task is done. RIA_GPU_FAULT says what: `kernel`, a kernel that
// writes where it may not, in the program's own context, or `gone`, the answer of a GPU that does not answer.
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static __global__ void write_astray(volatile int *nowhere) {
  *nowhere = 1;
}

static int after() {
  const char *text = getenv("RIA_GPU_FAULT_AFTER");
  return text ? atoi(text) : 1000;
}

static bool is_wanted(const char *fault) {
  const char *text = getenv("RIA_GPU_FAULT");
  return text && !strcmp(text, fault);
}

extern "C" cudaError_t CUDARTAPI cudaEventQuery(cudaEvent_t event) {
  typedef cudaError_t (*query)(cudaEvent_t);
  static const query real = (query)dlsym(RTLD_NEXT, "cudaEventQuery");
  static int left = after();
  if (__atomic_sub_fetch(&left, 1, __ATOMIC_RELAXED) > 0)
    return real(event);
  if (is_wanted("gone"))
    return cudaErrorUnknown;
  if (is_wanted("kernel"))
    write_astray<<<1, 1>>>(reinterpret_cast<volatile int *>(8));
  return real(event);
}
