/* Resting instead of spinning, so that waiting threads do not take the cores of busy ones. */
#ifndef BASE_BACKOFF_H
#define BASE_BACKOFF_H

#include <stdbool.h>

/* Sleep of a thread that found nothing to do. Longer makes every wake-up later, shorter makes the
 * sleepers themselves a load; docs/decisions/waiting-threads.md has figures. */
enum { BACKOFF_MICROSECONDS = 20 };

/* `wanted`, unless the environment variable says 0 or 1. */
bool backoff_choose(const char *variable, bool wanted);

/* Sleep for so many microseconds, not the 50 more that Linux grants itself by default. */
void backoff_nap(int microseconds);

#endif
