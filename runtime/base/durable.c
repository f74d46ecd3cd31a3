#include "ria/durable.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int ria_open_regular(const char *path, int64_t *size) {
  struct stat info;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* opening a pipe must not block */
  if (file < 0)
    return -1;
  int problem = 0;
  if (fstat(file, &info))
    problem = errno;
  else if (!S_ISREG(info.st_mode))
    problem = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
  else if (size)
    *size = info.st_size;
  if (!problem)
    return file;
  close(file);
  errno = problem;
  return -1;
}

ria_status ria_write_at(int file, const void *bytes, size_t size, int64_t offset,
                        const char *path) {
  const char *from = bytes;
  while (size) {
    ssize_t n = pwrite(file, from, size, (off_t)offset);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", path, strerror(n ? errno : EIO));
    from += n;
    offset += n;
    size -= (size_t)n;
  }
  return RIA_SUCCESS;
}

ria_status ria_read_at(int file, void *bytes, size_t size, int64_t offset, const char *path) {
  char *to = bytes;
  while (size) {
    ssize_t n = pread(file, to, size, (off_t)offset);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", path, strerror(errno));
    if (!n)
      return ria_fail(RIA_ERROR_CORRUPT, "%s: is cut short", path);
    to += n;
    offset += n;
    size -= (size_t)n;
  }
  return RIA_SUCCESS;
}

ria_status ria_durable_sync(int file, const char *path) {
  if (fsync(file))
    return ria_fail(RIA_ERROR_IO, "%s: cannot be flushed to the disk: %s", path, strerror(errno));
  return RIA_SUCCESS;
}

ria_status ria_durable_sync_folder(const char *folder) {
  int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int failed = file < 0 || fsync(file), reason = errno;
  if (file >= 0)
    close(file);
  if (failed && (file < 0 || (reason != EINVAL && reason != ENOTSUP)))
    return ria_fail(RIA_ERROR_IO, "the folder %s cannot be flushed to the disk: %s", folder,
                    strerror(reason));
  return RIA_SUCCESS;
}

ria_status ria_durable_sync_name(const char *path) {
  char *copy = strdup(path);
  if (!copy)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", path);
  ria_status status = ria_durable_sync_folder(dirname(copy));
  free(copy);
  return status;
}

static int sync_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)where;
  ria_status status = RIA_SUCCESS;
  if (kind == FTW_DP)
    status = ria_durable_sync_folder(path);
  else if (kind == FTW_F && S_ISREG(info->st_mode)) {
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file >= 0) {
      status = ria_durable_sync(file, path);
      close(file);
    }
  }
  return (int)status;
}

ria_status ria_durable_sync_tree(const char *folder) {
  enum { OPEN_FOLDERS = 32 };
  const int result = nftw(folder, sync_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
  if (result < 0)
    return ria_fail(RIA_ERROR_IO, "the folder %s cannot be read: %s", folder, strerror(errno));
  return (ria_status)result;
}

ria_status ria_durable_publish(const char *partial, const char *path) {
  int file = open(partial, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", partial, strerror(errno));
  ria_status status = ria_durable_sync(file, partial);
  close(file);
  RIA_TRY(status);
  if (rename(partial, path))
    return ria_fail(RIA_ERROR_IO, "%s: cannot be renamed to %s: %s", partial, path,
                    strerror(errno));
  return ria_durable_sync_name(path);
}

static ria_status write_new(const char *fresh, const char *path, const void *bytes, size_t size) {
  int file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
  ria_status status = ria_write_at(file, bytes, size, 0, path);
  /* some file systems report a full disk only at this point */
  if (close(file) && status == RIA_SUCCESS)
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
  return status == RIA_SUCCESS ? ria_durable_publish(fresh, path) : status;
}

ria_status ria_durable_write(const char *path, const void *bytes, size_t size) {
  char *fresh = NULL;
  if (asprintf(&fresh, "%s.new", path) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", path);
  ria_status status = write_new(fresh, path, bytes, size);
  const int reason = errno;
  if (status != RIA_SUCCESS)
    unlink(fresh);
  free(fresh);
  errno = reason;
  return status;
}
