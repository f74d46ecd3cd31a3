#include "aside.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "ria/durable.h"
#include "ria/number.h"

/* Every extension holds one %d. */
static void number(const char *extension, int n, char *text, size_t size) {
  const char *at = strstr(extension, "%d");
  snprintf(text, size, "%.*s%d%s", (int)(at - extension), extension, n, at + 2);
}

ria_status file_move_aside(const char *path, const char *extension, bool replace,
                           char name[FILE_ASIDE_SIZE]) {
  enum { MOST = 1000 };
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
  int stem = replace && dot ? (int)(dot - path) : (int)strlen(path);
  char text[64];
  int n = 1;
  do {
    number(extension, n, text, sizeof text);
    if (snprintf(name, FILE_ASIDE_SIZE, "%.*s%s", stem, path, text) >= FILE_ASIDE_SIZE)
      return ria_fail(RIA_ERROR_IO, "%s: is damaged, and its name is too long to keep it aside",
                      path);
  } while (!access(name, F_OK) && ++n < MOST);
  if (n == MOST)
    return ria_fail(RIA_ERROR_IO,
                    "%s: is damaged, and too many such files are kept aside: move "
                    "them away",
                    path);
  if (rename(path, name))
    return ria_fail(RIA_ERROR_IO, "%s: is damaged and cannot be moved away: %s", path,
                    strerror(errno));
  return ria_durable_sync_name(path);
}

void file_warning_add(char *warning, size_t size, const char *format, ...) {
  size_t length = strlen(warning);
  if (length)
    length += (size_t)snprintf(warning + length, size - length, "; ");
  if (length >= size)
    return;
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(warning + length, size - length, format, arguments);
  va_end(arguments);
}
