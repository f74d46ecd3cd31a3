#include "ria/processes.h"
#include <time.h>
#include <unistd.h>

static double read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double ria_seconds(void) {
  return read_clock(CLOCK_MONOTONIC);
}

double ria_unix_time(void) {
  return read_clock(CLOCK_REALTIME);
}

bool ria_program_path(char path[RIA_PROGRAM_SIZE]) {
  ssize_t length = readlink("/proc/self/exe", path, RIA_PROGRAM_SIZE - 1);
  path[length > 0 ? length : 0] = '\0';
  return length > 0;
}
