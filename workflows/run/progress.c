#include "progress.h"
#include "ria/number.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAIL = 4096 };

/* Reads a text of run_log_duration(): "2 d 03:04:05", "03:04:05", "12.5 s". */
static bool read_duration(const char **text, double *seconds) {
  long long days = 0, hours, minutes, rest;
  int used = 0;
  const char *at = *text;
  if (ria_sscanf(at, "%lld d %n", &days, &used) == 1 && used > 0)
    at += used;
  else
    days = 0;
  used = 0;
  if (ria_sscanf(at, "%lld:%lld:%lld%n", &hours, &minutes, &rest, &used) == 3 && used > 0) {
    *seconds = (double)(((days * 24 + hours) * 60 + minutes) * 60 + rest);
    *text = at + used;
    return true;
  }
  used = 0;
  if (ria_sscanf(at, "%lf s%n", seconds, &used) != 1 || used == 0)
    return false;
  *text = at + used;
  return true;
}

/* "2026-03-01T00:00:00Z  45%  03:00:00 of 06:00:00  512 steps ...". */
static bool read_line(const char *line, double begin, double *fraction, char text[128]) {
  double percent, now, end;
  int used = 0;
  const char *stamp = strchr(line, ' ');
  if (!stamp || ria_sscanf(stamp, "%lf%%%n", &percent, &used) != 1 || used == 0)
    return false;
  const char *rest = stamp + used + strspn(stamp + used, " ");
  snprintf(text, 128, "%.127s", rest);
  *fraction = percent / 100;
  if (read_duration(&rest, &now) && !strncmp(rest, " of ", 4)) {
    rest += 4;
    if (read_duration(&rest, &end) && end > begin)
      *fraction = (now - begin) / (end - begin);
  }
  *fraction = *fraction < 0 ? 0 : *fraction > 1 ? 1 : *fraction;
  return true;
}

ria_status case_progress(const char *folder, double begin, double *fraction, char text[128]) {
  char *path = NULL, tail[TAIL + 1];
  *fraction = -1;
  text[0] = 0;
  if (asprintf(&path, "%s/log.txt", folder) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", folder);
  FILE *log = fopen(path, "re");
  free(path);
  if (!log)
    return RIA_SUCCESS;
  if (fseek(log, -TAIL, SEEK_END))
    rewind(log);
  tail[fread(tail, 1, TAIL, log)] = 0;
  fclose(log);
  for (char *line = tail, *next; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next)
      *next++ = 0;
    read_line(line, begin, fraction, text);
  }
  return RIA_SUCCESS;
}
