#include "ria/processes.h"
#include <stdio.h>
#include <string.h>
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

/* Fields 3 (state) and 22 (start) of /proc/PID/stat. They follow a name in parentheses that may
 * hold any character. */
bool ria_process_stat(pid_t pid, char *state, unsigned long long *start) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
  FILE *file = fopen(path, "re");
  size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file)
    fclose(file);
  text[length] = '\0';
  const char *end = strrchr(text, ')');
  return end && sscanf(end,
                       ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d "
                       "%*d %llu",
                       state, start) == 2;
}

void ria_boot_id(char id[RIA_BOOT_ID_SIZE]) {
  FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
  if (!file || !fgets(id, RIA_BOOT_ID_SIZE, file))
    *id = '\0';
  id[strcspn(id, "\n")] = '\0';
  if (file)
    fclose(file);
}
