/* Which paths lie below RIA_FAULT_UNDER. */
#include "preload.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder of a descriptor, or the current one. */
static bool folder_of(int dir, char path[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, dir == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", dir);
  ssize_t n = readlink(link, path, PATH_MAX - 1);
  path[n > 0 ? n : 0] = 0;
  return n > 0;
}

/* Takes `.`, `..` and doubled slashes out of an absolute path, as it is written. */
static void tidy(char *path) {
  char *end = path, *save = NULL, copy[2 * PATH_MAX];
  snprintf(copy, sizeof copy, "%s", path);
  for (const char *part = strtok_r(copy, "/", &save); part; part = strtok_r(NULL, "/", &save)) {
    if (!strcmp(part, "."))
      continue;
    if (!strcmp(part, "..")) {
      while (end > path && *--end != '/')
        ;
      continue;
    }
    *end++ = '/';
    end = stpcpy(end, part);
  }
  *end = 0;
}

static bool is_below(const char *path, char name[PATH_MAX]) {
  const char *under = getenv("RIA_FAULT_UNDER");
  size_t length = under ? strlen(under) : 0;
  if (!length || strncmp(path, under, length) || (path[length] && path[length] != '/'))
    return false;
  snprintf(name, PATH_MAX, "%s", path[length] && path[length + 1] ? path + length + 1 : ".");
  return true;
}

bool preload_below(int dir, const char *path, char name[PATH_MAX]) {
  char whole[2 * PATH_MAX], folder[PATH_MAX] = "";
  if (!path || (*path != '/' && !folder_of(dir, folder)))
    return false;
  snprintf(whole, sizeof whole, "%s/%s", folder, path);
  tidy(whole);
  return is_below(whole, name);
}

bool preload_holds(int file, char name[PATH_MAX]) {
  char path[PATH_MAX];
  return file >= 0 && folder_of(file, path) && is_below(path, name);
}
