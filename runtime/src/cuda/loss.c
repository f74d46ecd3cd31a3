/* A GPU that fails while StarPU waits for it. StarPU knows no way back: it prints where in StarPU
 * it was and calls abort(), from its reporting function or from an assertion. Both ways end here
 * instead, while the program can still tell its user. Of the process, as these ways are. */
#include <cuda_runtime_api.h>
#include <signal.h>
#include <starpu.h>
#include <starpu_cuda.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include "device.h"

static _Atomic(ria_gpu_lost_function) on_loss;
static _Atomic(void *) loss_context;

static void tell(const char *text) {
  ria_gpu_lost_function lost = atomic_load(&on_loss);
  if (lost)
    lost(atomic_load(&loss_context), text);
}

static void tell_error(cudaError_t status) {
  char text[256];
  snprintf(text, sizeof text, "%s (CUDA error %d)", cudaGetErrorString(status), (int)status);
  tell(text);
}

/* StarPU's own function of this name. This one takes its place: a program's symbols come before
 * those of the libraries that it loads. */
void starpu_cuda_report_error(const char *function, const char *file, int line,
                              cudaError_t status) {
  tell_error(status);
  fprintf(stderr, "%s, seen by %s (%s:%d)\n", cudaGetErrorString(status), function, file, line);
  abort();
}

/* In the thread that called abort(). An error inside a kernel stays in the GPU's context; without
 * one, a thread that drives a GPU gives up for another answer of its. Otherwise abort() goes on
 * when this returns. */
static void on_abort(int number) {
  const cudaError_t status = cudaStreamQuery(NULL);
  const int worker = starpu_worker_get_id();
  (void)number;
  if (status != cudaSuccess && status != cudaErrorNotReady)
    tell_error(status);
  else if (worker >= 0 && starpu_worker_get_type(worker) == STARPU_CUDA_WORKER)
    tell("StarPU gave it up");
}

void ria_device_on_loss(ria_gpu_lost_function lost, void *context) {
  const struct sigaction action = {.sa_handler = on_abort, .sa_flags = (int)SA_RESETHAND};
  atomic_store(&loss_context, context);
  atomic_store(&on_loss, lost);
  if (lost)
    sigaction(SIGABRT, &action, NULL);
}
