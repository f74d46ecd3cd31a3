#include "worker_backoff.h"
#include "backoff.h"
#include <starpu.h>

/* StarPU calls its idle hooks in a worker's own thread, holding no lock, after every look for a
 * task that found none. Returning 0 says that the hook brought nothing to do. */
static unsigned nap(void *unused) {
  (void)unused;
  ria_backoff_nap(RIA_BACKOFF_MICROSECONDS);
  return 0;
}

void ria_worker_backoff(bool on) {
  if (ria_backoff_choose("RIA_WORKER_BACKOFF", on))
    starpu_idle_hook_register(nap, NULL);
}
