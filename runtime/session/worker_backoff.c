#include "worker_backoff.h"
#include "base/backoff.h"
#include <sched.h>
#include <starpu.h>
#include "ria/processes.h"

/* Looks in a row that find no task: after so many a worker sleeps between them. */
enum { YIELDS = 50 };

/* Between two calls of the hook there is a look for a task, or more, if one was found. */
static const double longest_look = 20e-6; /* s */

/* StarPU calls its idle hooks in a worker's own thread, holding no lock, after every look for a
 * task that found none. Returning 0 says that the hook brought nothing to do. */
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
