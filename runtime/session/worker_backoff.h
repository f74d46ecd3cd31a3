/* StarPU's workers that find no task rest instead of asking again at once: first they yield, then
 * they sleep a little.
 *
 * StarPU's drivers usually never block: an idle worker takes a whole core, and the locks of the
 * queue with it. That is in the way of the thread that submits tasks, of the one that speaks to MPI
 * and, where ranks share cores, of the busy workers of another rank. */
#ifndef SESSION_WORKER_BACKOFF_H
#define SESSION_WORKER_BACKOFF_H

#include <stdbool.h>

/* Call once, between starpu_init and starpu_shutdown. Without `on` nothing is done; the
 * environment's RIA_WORKER_BACKOFF=0 or 1 overrules. */
void worker_backoff(bool on);

#endif
