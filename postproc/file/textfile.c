#include "textfile.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/durable.h"

static void release(file_textfile *file) {
  free(file->path);
  free(file->partial);
  *file = (file_textfile){0};
}

ria_status file_textfile_begin(const char *path, file_textfile *file) {
  *file = (file_textfile){.path = strdup(path)};
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

static ria_status rename_now(const char *partial, const char *path) {
  return rename(partial, path) ? ria_fail(RIA_ERROR_IO, "%s: cannot be renamed to %s: %s", partial,
                                          path, strerror(errno))
                               : RIA_SUCCESS;
}

static ria_status finish(file_textfile *file,
                         ria_status (*publish)(const char *partial, const char *path)) {
  errno = 0;
  int failed = fflush(file->stream) || ferror(file->stream);
  int reason = errno;
  if (fclose(file->stream) && !failed) {
    failed = 1;
    reason = errno;
  }
  ria_status status = failed ? ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", file->path,
                                        strerror(reason ? reason : EIO))
                             : publish(file->partial, file->path);
  if (status != RIA_SUCCESS)
    unlink(file->partial);
  release(file);
  return status;
}

ria_status file_textfile_finish(file_textfile *file) {
  return finish(file, ria_durable_publish);
}

ria_status file_textfile_finish_soon(file_textfile *file) {
  return finish(file, rename_now);
}
