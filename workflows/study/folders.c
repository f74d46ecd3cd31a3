#include "folders.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ria/durable.h"
#include "ria/launch.h"

static bool is_own_output(int folder, const char *name) {
  struct stat entry;
  if (fstatat(folder, name, &entry, AT_SYMLINK_NOFOLLOW) || !S_ISREG(entry.st_mode))
    return false;
  return ria_launch_is_output(STDOUT_FILENO, &entry) || ria_launch_is_output(STDERR_FILENO, &entry);
}

ria_status folder_entry_find(const char *path, const char *option, char name[FOLDER_ENTRY]) {
  *name = '\0';
  struct stat info;
  if (stat(path, &info) && (errno == ENOENT || errno == ENOTDIR))
    return RIA_SUCCESS; /* creating the folder reports errors in its path */
  DIR *list = opendir(path);
  if (!list && errno == ENOTDIR)
    return ria_fail(RIA_ERROR_IO, "%s is not a folder; name another one with %s", path, option);
  if (!list)
    return ria_fail(RIA_ERROR_IO, "cannot look into %s: %s", path, strerror(errno));
  for (const struct dirent *entry; !*name && (entry = readdir(list));)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
        !is_own_output(dirfd(list), entry->d_name))
      snprintf(name, FOLDER_ENTRY, "%s", entry->d_name);
  closedir(list);
  return RIA_SUCCESS;
}

int folder_make(const char *path) {
  if (mkdir(path, 0777))
    return -1;
  if (ria_durable_sync_name(path) == RIA_SUCCESS)
    return 0;
  errno = EIO;
  return -1;
}

size_t folders_make_above(char *path, size_t from) {
  for (char *slash = path + from; (slash = strchr(slash, '/')); slash++) {
    *slash = '\0';
    bool failed = folder_make(path) && errno != EEXIST;
    *slash = '/';
    if (failed)
      return (size_t)(slash - path);
  }
  return 0;
}

size_t folders_make(char *path, size_t from) {
  size_t failed = folders_make_above(path, from);
  return failed ? failed : folder_make(path) && errno != EEXIST ? strlen(path) : 0;
}
