/* /proc/self/cgroup has a line for each hierarchy: `0::/path` for version 2, and `4:memory:/path`
 * for version 1. In a container the path may not exist in its own /sys; the parent folders, up to
 * the hierarchy's root, are read all the same. */
#include "ria/group_limits.h"
#include "ria/number.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PATH = 4096 };

/* Read the first numbers of a file; returns how many there are. "max" or a missing file gives none.
 */
static int read_numbers(const char *folder, const char *name, double number[2]) {
  char path[PATH + 64];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "re");
  if (!file)
    return 0;
  char line[128] = "";
  const int count =
      fgets(line, sizeof line, file) ? ria_sscanf(line, "%lf %lf", &number[0], &number[1]) : 0;
  fclose(file);
  return count > 0 ? count : 0;
}

static void limit_cores(double quota, double period, ria_group_limits *limits) {
  const double cores = period > 0 ? quota / period : 0;
  if (cores > 0 && (limits->cores == 0 || cores < limits->cores))
    limits->cores = cores;
}

static void limit_memory(double bytes, ria_group_limits *limits) {
  static const double no_limit = 0x1p60; /* version 1 writes the largest multiple of a page if there
                                            is no limit */
  if (bytes > 0 && bytes < no_limit && (limits->memory == 0 || bytes < (double)limits->memory))
    limits->memory = (int64_t)bytes;
}

/* Limits in one folder. A hierarchy has only the files of its own controllers. */
static void look_at(const char *folder, ria_group_limits *limits) {
  double number[2], period[2];
  if (read_numbers(folder, "cpu.max", number) == 2)
    limit_cores(number[0], number[1], limits);
  if (read_numbers(folder, "cpu.cfs_quota_us", number) == 1 &&
      read_numbers(folder, "cpu.cfs_period_us", period) == 1)
    limit_cores(number[0], period[0], limits);
  if (read_numbers(folder, "memory.max", number))
    limit_memory(number[0], limits);
  if (read_numbers(folder, "memory.limit_in_bytes", number))
    limit_memory(number[0], limits);
}

/* Limits from a group's folder up to its hierarchy's root. */
static void look_upwards(const char *hierarchy, const char *group, ria_group_limits *limits) {
  char folder[PATH];
  const size_t root = strlen(hierarchy);
  if ((size_t)snprintf(folder, sizeof folder, "%s%s", hierarchy, group) >= sizeof folder)
    return;
  for (char *end = folder + strlen(folder); end; end = strrchr(folder + root, '/')) {
    *end = '\0';
    look_at(folder, limits);
  }
}

/* Read a line `number:controllers:/path`. */
static void look_at_line(const char *root, char *line, ria_group_limits *limits) {
  char hierarchy[PATH];
  char *rest = line;
  const char *number = strsep(&rest, ":"), *controllers = strsep(&rest, ":");
  if (!number || !controllers || !rest)
    return;
  rest[strcspn(rest, "\n")] = '\0';
  snprintf(hierarchy, sizeof hierarchy, "%s/sys/fs/cgroup%s%s", root, *controllers ? "/" : "",
           controllers);
  look_upwards(hierarchy, rest, limits);
}

void ria_group_limits_find(const char *root, ria_group_limits *limits) {
  char line[PATH];
  *limits = (ria_group_limits){0};
  snprintf(line, sizeof line, "%s/proc/self/cgroup", root);
  FILE *file = fopen(line, "re");
  while (file && fgets(line, sizeof line, file))
    look_at_line(root, line, limits);
  if (file)
    fclose(file);
}
