#include "folders.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
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
