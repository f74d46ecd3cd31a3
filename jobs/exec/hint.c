#include "hint.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LAST_BYTES = 64 << 10 };

ria_job_cause exec_hint_in_line(const char *line) {
  static const struct {
    const char *words;
    ria_job_cause cause;
  } known[] = {
      {"oom_kill event", RIA_CAUSE_MEMORY},
      {"oom-kill event", RIA_CAUSE_MEMORY},
      {"exceeded memory limit", RIA_CAUSE_MEMORY},
      {"Out Of Memory", RIA_CAUSE_MEMORY},
      {"DUE TO TIME LIMIT", RIA_CAUSE_TIME_LIMIT},
      {"DUE TO NODE FAILURE", RIA_CAUSE_NODE},
      {"Node failure on", RIA_CAUSE_NODE},
      {"Timed out waiting for job step to complete", RIA_CAUSE_NODE},
      {"DUE TO PREEMPTION", RIA_CAUSE_PREEMPTED},
  };
  /* `slurmstepd: error: ...`, `slurmstepd-node1: error: ...`, `srun: error: ...` */
  const char *said = strstr(line, ": error: ");
  if (!said || (strncmp(line, "slurmstepd", 10) && strncmp(line, "srun:", 5)) ||
      memchr(line, ' ', (size_t)(said - line)))
    return RIA_CAUSE_NONE;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strstr(line, known[i].words))
      return known[i].cause;
  return RIA_CAUSE_NONE;
}

ria_job_cause exec_hint_in_file(const char *path, off_t offset) {
  ria_job_cause cause = RIA_CAUSE_NONE;
  struct stat info;
  char *line = NULL;
  size_t room = 0;
  if (stat(path, &info) || !S_ISREG(info.st_mode))
    return cause;
  FILE *file = fopen(path, "re");
  if (!file)
    return cause;
  offset = offset < 0 ? 0 : offset; /* a damaged marker may hold any number */
  if (info.st_size - offset > LAST_BYTES)
    offset = info.st_size - LAST_BYTES;
  if (!fseeko(file, offset, SEEK_SET))
    while (cause == RIA_CAUSE_NONE && getline(&line, &room, file) > 0)
      cause = exec_hint_in_line(line);
  free(line);
  fclose(file);
  return cause;
}

long exec_hint_memory_kills(void) {
  char group[1024], path[1200], key[64];
  long kills = 0, count;
  FILE *file = fopen("/proc/self/cgroup", "re");
  bool found = file && fscanf(file, "0::%1023[^\n]", group) == 1;
  if (file)
    fclose(file);
  if (!found)
    return 0;
  snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.events", group);
  file = fopen(path, "re");
  while (file && fscanf(file, "%63s %ld", key, &count) == 2)
    if (!strcmp(key, "oom_kill"))
      kills = count;
  if (file)
    fclose(file);
  return kills;
}
