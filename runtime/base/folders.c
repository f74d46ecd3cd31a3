#include "ria/folders.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "ria/durable.h"

int ria_folder_make(const char *path, mode_t mode, bool durable) {
  if (mkdir(path, mode))
    return -1;
  if (!durable || ria_durable_sync_name(path) == RIA_SUCCESS)
    return 0;
  errno = EIO;
  return -1;
}

/* Makes the folders whose names end between `from` and `size` bytes. Continues after a failure:
 * some file systems refuse to make a folder that exists, so only the last folder's result counts.
 */
static size_t make_parts(const char *path, size_t from, size_t size, mode_t mode, bool durable) {
  char *part = strndup(path, size);
  size_t failed = 0;
  int problem = 0;
  if (!part)
    return size;
  for (size_t end = from; end <= size && size; end++) {
    end += strcspn(part + end, "/");
    part[end] = '\0';
    if (!ria_folder_make(part, mode, durable) || errno == EEXIST) {
      failed = 0;
    } else if (!failed) {
      failed = end;
      problem = errno;
    }
    part[end] = path[end];
  }
  free(part);
  errno = problem;
  return failed;
}

size_t ria_folders_make(const char *path, size_t from, mode_t mode, bool durable) {
  return make_parts(path, from, strlen(path), mode, durable);
}

size_t ria_folders_make_above(const char *path, size_t from, mode_t mode, bool durable) {
  const char *slash = strrchr(path + from, '/');
  return slash ? make_parts(path, from, (size_t)(slash - path), mode, durable) : 0;
}
