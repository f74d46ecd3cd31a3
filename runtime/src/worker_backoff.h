/* StarPU's workers that find no task sleep a little instead of asking again at once.
 *
 * Debian's StarPU is built with drivers that never block: an idle worker takes a whole core. Where
 * ranks share cores, the idle workers of one are in the way of the busy workers of another. */
#ifndef RIA_WORKER_BACKOFF_H
#define RIA_WORKER_BACKOFF_H

#include <stdbool.h>

/* Call once, between starpu_init and starpu_shutdown. Without `on` nothing is done; the
 * environment's RIA_WORKER_BACKOFF=0 or 1 overrules. */
void ria_worker_backoff(bool on);

#endif
