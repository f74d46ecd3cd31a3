/* A GPU that fails while StarPU waits for it. StarPU knows no way back: it prints where in StarPU
 * it was and calls abort(), from its reporting function or from an assertion. Both ways end here
 * instead, while the program can still tell its user. Of the process, as these ways are. */
#include <cuda_runtime_api.h>
#include <pthread.h>
#include <signal.h>
#include <starpu.h>
#include <starpu_cuda.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "device/device.h"

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

#ifdef STARPU_NO_ASSERT
/* A StarPU that was built without assertions (--enable-fast, as Spack does) takes a task that
 * failed for one that is not done yet, for ever. But an error inside a kernel stays in the GPU's
 * context: a thread asks for it once a second. */
static struct {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool on;
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void look_at_gpus(void) {
  int worker[STARPU_MAXCUDADEVS];
  if (!starpu_is_initialized())
    return;
  const int workers =
      (int)starpu_worker_get_ids_by_type(STARPU_CUDA_WORKER, worker, STARPU_MAXCUDADEVS);
  for (int w = 0; w < workers; w++) {
    /* A stream of this thread's: the common one may not be asked while another is recorded. */
    cudaError_t status = cudaSetDevice(starpu_worker_get_devid(worker[w]));
    if (status == cudaSuccess)
      status = cudaStreamQuery(cudaStreamPerThread);
    if (status != cudaSuccess && status != cudaErrorNotReady)
      tell_error(status);
  }
}

static void *keep_watch(void *unused) {
  pthread_mutex_lock(&watch.lock);
  while (watch.on) {
    struct timespec next;
    clock_gettime(CLOCK_REALTIME, &next);
    next.tv_sec += 1;
    pthread_cond_timedwait(&watch.changed, &watch.lock, &next);
    if (watch.on)
      look_at_gpus();
  }
  pthread_mutex_unlock(&watch.lock);
  return unused;
}

void device_watch(bool on) {
  pthread_mutex_lock(&watch.lock);
  const bool before = watch.on;
  watch.on = on && (before || !pthread_create(&watch.thread, NULL, keep_watch, NULL));
  pthread_cond_signal(&watch.changed);
  pthread_mutex_unlock(&watch.lock);
  if (before && !on)
    pthread_join(watch.thread, NULL);
}
#else
void device_watch(bool on) {
  (void)on; /* StarPU's assertions tell at once */
}
#endif

void device_on_loss(ria_gpu_lost_function lost, void *context) {
  const struct sigaction action = {.sa_handler = on_abort, .sa_flags = (int)SA_RESETHAND};
  atomic_store(&loss_context, context);
  atomic_store(&on_loss, lost);
  if (lost)
    sigaction(SIGABRT, &action, NULL);
}
