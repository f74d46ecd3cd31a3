#include "driver_module.h"
#include <stdio.h>
#include <string.h>

/* The first line of the file is such as
 * NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul 27 07:08:46 UTC 2025 */
void ria_driver_module(char *version, size_t size) {
  static const char before[] = "Module";
  char line[256] = "";
  *version = '\0';
  FILE *file = fopen("/proc/driver/nvidia/version", "r");
  if (!file)
    return;
  const char *found = fgets(line, sizeof line, file) ? strstr(line, before) : NULL;
  fclose(file);
  if (!found)
    return;
  found += strlen(before);
  found += strcspn(found, "0123456789\n");
  snprintf(version, size, "%.*s", (int)strspn(found, "0123456789."), found);
}
