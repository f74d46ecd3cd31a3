/* Sleeping instead of spinning, for machines with more busy threads than cores. */
#ifndef RIA_BACKOFF_H
#define RIA_BACKOFF_H

#include <stdbool.h>

/* Sleep of a thread that found nothing to do. Longer makes every wake-up later, shorter makes the
 * sleepers themselves a load; docs/performance-cpu.md has the measurements. Who has slept in vain
 * for long sleeps for a 64th of that: each look comes that much later at most, and a wait of
 * milliseconds does not take the core from who is waited for. */
enum { RIA_BACKOFF_MICROSECONDS = 20, RIA_BACKOFF_PART = 64, RIA_BACKOFF_MOST_MICROSECONDS = 200 };

/* `wanted`, unless the environment variable says 0 or 1. */
bool ria_backoff_choose(const char *variable, bool wanted);

/* How long a thread sleeps that has slept in vain for so many microseconds. */
int ria_backoff_length(long slept);

/* Sleep for so many microseconds, not the 50 more that Linux grants itself by default. */
void ria_backoff_nap(int microseconds);

#endif
