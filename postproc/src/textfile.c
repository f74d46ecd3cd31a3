#include "textfile.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void release(ria_textfile *file) {
  free(file->path);
  free(file->partial);
  *file = (ria_textfile){0};
}

ria_status ria_textfile_begin(const char *path, ria_textfile *file) {
  *file = (ria_textfile){.path = strdup(path)};
  if (asprintf(&file->partial, "%s.partial", path) < 0)
    file->partial = NULL;
  if (!file->path || !file->partial) {
    release(file);
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", path);
  }
  file->stream = fopen(file->partial, "we");
  if (file->stream)
    return RIA_SUCCESS;
  int reason = errno;
  release(file);
  return ria_fail(RIA_ERROR_IO, "%s: cannot be made: %s", path, strerror(reason));
}

ria_status ria_textfile_finish(ria_textfile *file) {
  errno = 0;
  int failed = fflush(file->stream) || ferror(file->stream);
  int reason = errno;
  if (fclose(file->stream) && !failed) {
    failed = 1;
    reason = errno;
  }
  if (!failed && rename(file->partial, file->path)) {
    failed = 1;
    reason = errno;
  }
  ria_status status = RIA_SUCCESS;
  if (failed) {
    unlink(file->partial);
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", file->path,
                      strerror(reason ? reason : EIO));
  }
  release(file);
  return status;
}
