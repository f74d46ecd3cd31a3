/* StarPU's workers that find no task pause before they look again: first they yield, then they
 * sleep briefly.
 *
 * StarPU's drivers usually never block: an idle worker keeps a whole core and the locks of the
 * queue busy. That slows down the thread that submits tasks, the MPI thread and, if ranks share
 * cores, the busy workers of another rank. */
#ifndef SESSION_WORKER_BACKOFF_H
#define SESSION_WORKER_BACKOFF_H

#include <stdbool.h>

/* Call once, between starpu_init and starpu_shutdown. Does nothing unless `on`; the environment
 * variable RIA_WORKER_BACKOFF=0 or 1 overrides `on`. */
void worker_backoff(bool on);

#endif
