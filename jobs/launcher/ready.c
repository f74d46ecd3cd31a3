#include "ready.h"
#include <glob.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Between fork and exec a child still has the handlers of mpirun. */
static bool runs_this_program(long pid) {
  struct stat own, other;
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/exe", pid);
  return !stat("/proc/self/exe", &own) && !stat(path, &other) && own.st_dev == other.st_dev &&
         own.st_ino == other.st_ino;
}

static bool survives_signal(long pid) {
  char path[64], line[256];
  uint64_t mask, survived = 0;
  snprintf(path, sizeof path, "/proc/%ld/status", pid);
  FILE *file = fopen(path, "re");
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "SigBlk: %jx", &mask) == 1 || sscanf(line, "SigIgn: %jx", &mask) == 1 ||
        sscanf(line, "SigCgt: %jx", &mask) == 1)
      survived |= mask;
  if (file)
    fclose(file);
  return survived >> (SIGUSR1 - 1) & 1;
}

static int count_ready(const char *children) {
  FILE *file = fopen(children, "re");
  long pid;
  int count = 0;
  while (file && fscanf(file, "%ld", &pid) == 1)
    count += runs_this_program(pid) && survives_signal(pid);
  if (file)
    fclose(file);
  return count;
}

bool launcher_ranks_are_ready(pid_t mpirun, int ranks) {
  char pattern[64];
  glob_t found;
  int count = 0;
  snprintf(pattern, sizeof pattern, "/proc/%ld/task/*/children", (long)mpirun);
  if (glob(pattern, 0, NULL, &found))
    return false;
  for (size_t i = 0; i < found.gl_pathc; i++)
    count += count_ready(found.gl_pathv[i]);
  globfree(&found);
  return count >= ranks;
}
