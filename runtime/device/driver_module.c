#include "driver_module.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A version is a word of digits with points, such as 580.65.06; no other word of the line has this
 * form. */
static bool is_version(const char *word) {
  size_t length = strlen(word);
  return strspn(word, "0123456789.") == length && strchr(word, '.') && length > 2;
}

/* The first line of the file is such as
 * NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build */
void driver_version(const char *line, char *version, size_t size) {
  char copy[256], *rest = copy;
  *version = '\0';
  snprintf(copy, sizeof copy, "%s", line);
  for (char *word; (word = strsep(&rest, " \t\n"));)
    if (is_version(word)) {
      snprintf(version, size, "%s", word);
      return;
    }
}

void driver_module(char *version, size_t size) {
  char line[256] = "";
  FILE *file = fopen("/proc/driver/nvidia/version", "r");
  if (file && !fgets(line, sizeof line, file))
    *line = '\0';
  if (file)
    fclose(file);
  driver_version(line, version, size);
}
