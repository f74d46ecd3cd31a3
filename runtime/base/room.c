#include "ria/room.h"
#include "ria/number.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { SIZE_TEXT = 32 };

static const char *size_text(double bytes, char text[SIZE_TEXT]) {
  static const char *const unit[] = {"bytes", "kB", "MB", "GB", "TB"};
  size_t u = 0;
  for (; bytes >= 1000 && u + 1 < sizeof unit / sizeof *unit; u++)
    bytes /= 1000;
  ria_snprintf(text, SIZE_TEXT, "%.3g %s", bytes, unit[u]);
  return text;
}

static ria_status no_room(int file, int64_t bytes, int reason) {
  char needed[SIZE_TEXT], have[SIZE_TEXT];
  struct statvfs disk;
  struct rlimit limit;
  size_text((double)bytes, needed);
  if (reason == EFBIG && !getrlimit(RLIMIT_FSIZE, &limit) && limit.rlim_cur != RLIM_INFINITY)
    return ria_fail(RIA_ERROR_IO,
                    "it needs %s more, and no file may be larger than %s here (ulimit -f); raise "
                    "the limit and resume",
                    needed, size_text((double)limit.rlim_cur, have));
  if (reason == ENOSPC && !fstatvfs(file, &disk))
    return ria_fail(RIA_ERROR_IO,
                    "no space left on device: it needs up to %s, and %s are free; make room and "
                    "resume",
                    needed, size_text((double)disk.f_bavail * (double)disk.f_frsize, have));
  return ria_fail(RIA_ERROR_IO, "it needs up to %s of room: %s", needed, strerror(reason));
}

ria_status ria_room_take(const char *path, int64_t bytes) {
  struct stat info;
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0 || fstat(file, &info)) {
    int reason = errno;
    if (file >= 0)
      close(file);
    return ria_fail(RIA_ERROR_IO, "it cannot be opened: %s", strerror(reason));
  }
  int failed;
  do /* a signal may interrupt a large request */
    failed = posix_fallocate(file, info.st_size, (off_t)bytes);
  while (failed == EINTR);
  ria_status status = RIA_SUCCESS;
  if (failed) {
    if (ftruncate(file, info.st_size)) /* some file systems keep a partial allocation */
      failed = errno;
    status = no_room(file, bytes, failed);
  }
  close(file);
  return status;
}
