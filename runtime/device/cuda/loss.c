/* Handles a GPU that fails while StarPU waits for it. StarPU cannot recover: it prints a position
 * in its source and calls abort(), from its reporting function or from an assertion. Both are
 * intercepted here, so that the program can first report the error to its user. The interception is
 * global to the process. */
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

/* Replaces StarPU's function of this name: symbols of a program take precedence over those of its
 * libraries. */
void starpu_cuda_report_error(const char *function, const char *file, int line,
                              cudaError_t status) {
  tell_error(status);
  fprintf(stderr, "%s, seen by %s (%s:%d)\n", cudaGetErrorString(status), function, file, line);
  abort();
}

/* Signal handler, in the thread that called abort(). An error inside a kernel stays in the GPU's
 * context; if there is none, a thread that drives a GPU gave up because of another error of the
 * GPU. In all other cases this returns and abort() continues. */
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
/* A StarPU built without assertions (--enable-fast, as Spack does) waits forever for a failed task.
 * An error inside a kernel stays in the GPU's context, so a thread queries it once a second. */
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
    /* A stream of this thread: the default stream must not be queried while another stream is
       recorded. */
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
  (void)on; /* StarPU's assertions report the error at once */
}
#endif

void device_on_loss(ria_gpu_lost_function lost, void *context) {
  const struct sigaction action = {.sa_handler = on_abort, .sa_flags = (int)SA_RESETHAND};
  atomic_store(&loss_context, context);
  atomic_store(&on_loss, lost);
  if (lost)
    sigaction(SIGABRT, &action, NULL);
}
