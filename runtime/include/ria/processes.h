/** \file
 * This process: what its clocks say, and which program it runs.
 */
#ifndef RIA_PROCESSES_H
#define RIA_PROCESSES_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Seconds on the monotonic clock, to measure durations. */
double ria_seconds(void);
/** Seconds since 1970, UTC. */
double ria_unix_time(void);

enum { RIA_PROGRAM_SIZE = 4096 };
/** Find the path of this program's file. False, with errno and an empty path, without /proc. */
bool ria_program_path(char path[RIA_PROGRAM_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
