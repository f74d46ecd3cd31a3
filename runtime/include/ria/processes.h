/** \file
 * Processes: clocks, the path of this program, and how to tell a process from a later one with the
 * same number.
 */
#ifndef RIA_PROCESSES_H
#define RIA_PROCESSES_H

#include <stdbool.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Seconds on the monotonic clock, to measure durations. */
double ria_seconds(void);
/** Seconds since 1970, UTC. */
double ria_unix_time(void);

enum { RIA_PROGRAM_SIZE = 4096 };
/** Find the path of this program's file. False, with errno and an empty path, if /proc is missing.
 */
bool ria_program_path(char path[RIA_PROGRAM_SIZE]);

/** Find the state of a process ('Z', 'X': it has ended) and its start time, in clock ticks since
 * the boot. False if the process does not exist. */
bool ria_process_stat(pid_t pid, char *state, unsigned long long *start);
enum { RIA_BOOT_ID_SIZE = 40 };
/** The kernel's id of the last boot, a UUID; "" if there is none. */
void ria_boot_id(char id[RIA_BOOT_ID_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
