/* Sleeping instead of busy waiting, so that waiting threads do not take cores from busy ones. */
#ifndef BASE_BACKOFF_H
#define BASE_BACKOFF_H

#include <stdbool.h>

/* Sleep of a thread that found no work. A longer sleep delays every wake-up, a shorter one makes
 * the sleepers themselves a load; docs/decisions/waiting-threads.md has figures. */
enum { BACKOFF_MICROSECONDS = 20 };

/* Returns `wanted`, unless the environment variable is 0 or 1. */
bool backoff_choose(const char *variable, bool wanted);

/* Sleep for so many microseconds, without the 50 us that Linux adds by default. */
void backoff_nap(int microseconds);

#endif
