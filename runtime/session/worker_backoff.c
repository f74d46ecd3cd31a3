#include "worker_backoff.h"
#include "base/backoff.h"
#include <sched.h>
#include <starpu.h>
#include "ria/processes.h"

/* Unsuccessful looks for a task in a row after which a worker sleeps between looks. */
enum { YIELDS = 50 };

/* Between two calls of the hook a worker looks for a task once, or more often if it finds one. */
static const double longest_look = 20e-6; /* s */

/* StarPU calls its idle hooks in a worker's own thread, without a lock, after every unsuccessful
 * look for a task. Returning 0 means that the hook created no work. */
static unsigned rest(void *unused) {
  static _Thread_local int empty;
  static _Thread_local double left;
  (void)unused;
  if (ria_seconds() - left > longest_look)
    empty = 0;
  if (empty < YIELDS) {
    empty++;
    sched_yield();
  } else {
    backoff_nap(BACKOFF_MICROSECONDS);
  }
  left = ria_seconds();
  return 0;
}

void worker_backoff(bool on) {
  if (backoff_choose("RIA_WORKER_BACKOFF", on))
    starpu_idle_hook_register(rest, NULL);
}
