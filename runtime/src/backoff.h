/* Sleeping instead of spinning, for machines with more busy threads than cores. */
#ifndef RIA_BACKOFF_H
#define RIA_BACKOFF_H

#include <stdbool.h>

/* Sleep of a thread that found nothing to do. Longer makes every wake-up later, shorter makes the
 * sleepers themselves a load; docs/performance-cpu.md has the measurements. */
enum { RIA_BACKOFF_MICROSECONDS = 20 };

/* `wanted`, unless the environment variable says 0 or 1. */
bool ria_backoff_choose(const char *variable, bool wanted);

/* Sleep for RIA_BACKOFF_MICROSECONDS, not the 50 us more that Linux grants itself by default. */
void ria_backoff_nap(void);

#endif
