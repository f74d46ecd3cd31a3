/* The calls of the C library that change files or names, in front of the system's own. */
#undef _FORTIFY_SOURCE
#include "preload.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* ---- open ---- */

int preload_open(int dir, const char *path, int flags, mode_t mode, const char *call) {
  char name[PATH_MAX];
  if (!preload_below(dir, path, name))
    return (int)syscall(SYS_openat, dir, path, flags, mode);
  bool creates = flags & O_CREAT;
  if (inject(call, name, creates ? CALL_TAKES_ROOM : CALL_READS))
    return -1;
  bool fresh = record_is_on() && creates && faccessat(dir, path, F_OK, AT_SYMLINK_NOFOLLOW);
  int file = (int)syscall(SYS_openat, dir, path, flags, mode);
  if (file >= 0 && fresh)
    record_create(file, name);
  else if (file >= 0 && record_is_on() && (flags & O_TRUNC))
    record_size(file, name, 0);
  return file;
}

static mode_t mode_of(int flags, va_list args) {
  return flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) : 0;
}

#define OPEN(name)                                                                                 \
  int name(const char *path, int flags, ...) {                                                     \
    va_list args;                                                                                  \
    va_start(args, flags);                                                                         \
    mode_t mode = mode_of(flags, args);                                                            \
    va_end(args);                                                                                  \
    return preload_open(AT_FDCWD, path, flags, mode, "open");                                      \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                               \
  int name(int dir, const char *path, int flags, ...) {                                            \
    va_list args;                                                                                  \
    va_start(args, flags);                                                                         \
    mode_t mode = mode_of(flags, args);                                                            \
    va_end(args);                                                                                  \
    return preload_open(dir, path, flags, mode, "open");                                           \
  }
OPENAT(openat)
OPENAT(openat64)

/* Calls of fortified programs. */
int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags) {
  return preload_open(AT_FDCWD, path, flags, 0, "open");
}
int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags) {
  return preload_open(AT_FDCWD, path, flags, 0, "open");
}
int __openat_2(int dir, const char *path, int flags);
int __openat_2(int dir, const char *path, int flags) {
  return preload_open(dir, path, flags, 0, "open");
}
int __openat64_2(int dir, const char *path, int flags);
int __openat64_2(int dir, const char *path, int flags) {
  return preload_open(dir, path, flags, 0, "open");
}

int creat(const char *path, mode_t mode) {
  return preload_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode, "open");
}
int creat64(const char *path, mode_t mode) {
  return preload_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode, "open");
}

DIR *opendir(const char *path) {
  static DIR *(*next)(const char *);
  char name[PATH_MAX];
  if (!next)
    *(void **)&next = dlsym(RTLD_NEXT, "opendir");
  return preload_below(AT_FDCWD, path, name) && inject("opendir", name, CALL_READS) ? NULL
                                                                                    : next(path);
}

/* ---- read ---- */

ssize_t preload_read(int file, void *data, size_t bytes) {
  char name[PATH_MAX];
  if (preload_holds(file, name) && inject("read", name, CALL_READS))
    return -1;
  return syscall(SYS_read, file, data, bytes);
}

ssize_t read(int file, void *data, size_t bytes) {
  return preload_read(file, data, bytes);
}

#define PREAD(call)                                                                                \
  ssize_t call(int file, void *data, size_t bytes, off_t at) {                                     \
    char name[PATH_MAX];                                                                           \
    if (preload_holds(file, name) && inject("read", name, CALL_READS))                             \
      return -1;                                                                                   \
    return syscall(SYS_pread64, file, data, bytes, at);                                            \
  }
PREAD(pread)
PREAD(pread64)

static ssize_t read_parts(int file, const struct iovec *part, int parts, off_t at) {
  char name[PATH_MAX];
  if (preload_holds(file, name) && inject("read", name, CALL_READS))
    return -1;
  return at < 0 ? syscall(SYS_readv, file, part, parts)
                : syscall(SYS_preadv, file, part, parts, at, 0L);
}

ssize_t readv(int file, const struct iovec *part, int parts) {
  return read_parts(file, part, parts, -1);
}
ssize_t preadv(int file, const struct iovec *part, int parts, off_t at) {
  return read_parts(file, part, parts, at);
}
ssize_t preadv64(int file, const struct iovec *part, int parts, off_t at) {
  return read_parts(file, part, parts, at);
}

/* ---- write ---- */

/* `at` is -1 for a write at the descriptor's offset, which then moves past the data. */
static void note_write(int file, const char *name, off_t at, const void *data, ssize_t bytes) {
  if (bytes <= 0 || !record_is_on())
    return;
  int kept = errno;
  if (at < 0)
    at = lseek(file, 0, SEEK_CUR) - bytes;
  record_write(file, name, at, data, (size_t)bytes);
  errno = kept;
}

ssize_t preload_write(int file, const void *data, size_t bytes) {
  char name[PATH_MAX];
  bool ours = preload_holds(file, name);
  if (ours && inject("write", name, CALL_TAKES_ROOM))
    return -1;
  ssize_t done = syscall(SYS_write, file, data, bytes);
  if (ours)
    note_write(file, name, -1, data, done);
  return done;
}

ssize_t write(int file, const void *data, size_t bytes) {
  return preload_write(file, data, bytes);
}

#define PWRITE(call)                                                                               \
  ssize_t call(int file, const void *data, size_t bytes, off_t at) {                               \
    char name[PATH_MAX];                                                                           \
    bool ours = preload_holds(file, name);                                                         \
    if (ours && inject("write", name, CALL_TAKES_ROOM))                                            \
      return -1;                                                                                   \
    ssize_t done = syscall(SYS_pwrite64, file, data, bytes, at);                                   \
    if (ours)                                                                                      \
      note_write(file, name, at, data, done);                                                      \
    return done;                                                                                   \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

static void note_parts(int file, const char *name, off_t at, const struct iovec *part, int parts,
                       ssize_t done) {
  if (done <= 0 || !record_is_on())
    return;
  if (at < 0)
    at = lseek(file, 0, SEEK_CUR) - done;
  for (int i = 0; i < parts && done > 0; i++) {
    size_t bytes = part[i].iov_len < (size_t)done ? part[i].iov_len : (size_t)done;
    record_write(file, name, at, part[i].iov_base, bytes);
    at += (off_t)bytes;
    done -= (ssize_t)bytes;
  }
}

static ssize_t write_parts(int file, const struct iovec *part, int parts, off_t at) {
  char name[PATH_MAX];
  bool ours = preload_holds(file, name);
  if (ours && inject("write", name, CALL_TAKES_ROOM))
    return -1;
  ssize_t done = at < 0 ? syscall(SYS_writev, file, part, parts)
                        : syscall(SYS_pwritev, file, part, parts, at, 0L);
  if (ours)
    note_parts(file, name, at, part, parts, done);
  return done;
}

ssize_t writev(int file, const struct iovec *part, int parts) {
  return write_parts(file, part, parts, -1);
}
ssize_t pwritev(int file, const struct iovec *part, int parts, off_t at) {
  return write_parts(file, part, parts, at);
}
ssize_t pwritev64(int file, const struct iovec *part, int parts, off_t at) {
  return write_parts(file, part, parts, at);
}

/* Programs fall back to read and write if a copy inside the kernel is not supported. */
ssize_t copy_file_range(int in, off_t *in_at, int out, off_t *out_at, size_t bytes,
                        unsigned flags) {
  char name[PATH_MAX];
  if (!preload_holds(out, name))
    return syscall(SYS_copy_file_range, in, in_at, out, out_at, bytes, flags);
  errno = ENOSYS;
  return -1;
}

/* ---- size, sync, close ---- */

#define FTRUNCATE(call)                                                                            \
  int call(int file, off_t bytes) {                                                                \
    char name[PATH_MAX];                                                                           \
    bool ours = preload_holds(file, name);                                                         \
    if (ours && inject("truncate", name, CALL_ENDS))                                               \
      return -1;                                                                                   \
    int failed = (int)syscall(SYS_ftruncate, file, bytes);                                         \
    if (!failed && ours && record_is_on())                                                         \
      record_size(file, name, bytes);                                                              \
    return failed;                                                                                 \
  }
FTRUNCATE(ftruncate)
FTRUNCATE(ftruncate64)

static int allocate(int file, int mode, off_t at, off_t bytes) {
  char name[PATH_MAX];
  struct stat before, after;
  bool ours = preload_holds(file, name);
  if (ours && inject("allocate", name, CALL_TAKES_ROOM))
    return -1;
  fstat(file, &before);
  int failed = (int)syscall(SYS_fallocate, file, mode, at, bytes);
  if (!failed && ours && record_is_on() && !fstat(file, &after) && after.st_size != before.st_size)
    record_size(file, name, after.st_size);
  return failed;
}

int fallocate(int file, int mode, off_t at, off_t bytes) {
  return allocate(file, mode, at, bytes);
}
int fallocate64(int file, int mode, off_t at, off_t bytes) {
  return allocate(file, mode, at, bytes);
}
/* These tests do not run on file systems without it. */
int posix_fallocate(int file, off_t at, off_t bytes) {
  return allocate(file, 0, at, bytes) ? errno : 0;
}
int posix_fallocate64(int file, off_t at, off_t bytes) {
  return allocate(file, 0, at, bytes) ? errno : 0;
}

static int sync_file(int file, long call) {
  char name[PATH_MAX];
  bool ours = preload_holds(file, name);
  if (ours && inject("sync", name, CALL_ENDS))
    return -1;
  if (ours && record_is_on())
    record_sync(file, name);
  return (int)syscall(call, file);
}

int fsync(int file) {
  return sync_file(file, SYS_fsync);
}
int fdatasync(int file) {
  return sync_file(file, SYS_fdatasync);
}

/* A failed close has closed the file. */
int preload_close(int file) {
  char name[PATH_MAX];
  bool strikes = preload_holds(file, name) && inject("close", name, CALL_ENDS);
  int error = errno, failed = (int)syscall(SYS_close, file);
  if (!strikes)
    return failed;
  errno = error;
  return -1;
}

int close(int file) {
  return preload_close(file);
}

/* ---- names ---- */

/* A call on one or two names; `room`: it needs space. `act`: the system's result. */
#define CHANGE(call, kind, dir, path, act)                                                         \
  char name[PATH_MAX];                                                                             \
  bool ours = preload_below(dir, path, name);                                                      \
  if (ours && inject(call, name, kind))                                                            \
    return -1;                                                                                     \
  int failed = (int)(act);                                                                         \
  if (!failed && ours && record_is_on())                                                           \
    record_names(call, name, "");                                                                  \
  return failed

int mkdirat(int dir, const char *path, mode_t mode) {
  CHANGE("mkdir", CALL_TAKES_ROOM, dir, path, syscall(SYS_mkdirat, dir, path, mode));
}
int mkdir(const char *path, mode_t mode) {
  return mkdirat(AT_FDCWD, path, mode);
}
int unlinkat(int dir, const char *path, int flags) {
  CHANGE(flags & AT_REMOVEDIR ? "rmdir" : "unlink", CALL_ENDS, dir, path,
         syscall(SYS_unlinkat, dir, path, flags));
}
int unlink(const char *path) {
  return unlinkat(AT_FDCWD, path, 0);
}
int rmdir(const char *path) {
  return unlinkat(AT_FDCWD, path, AT_REMOVEDIR);
}
int remove(const char *path) {
  int failed = unlinkat(AT_FDCWD, path, 0);
  return failed && errno == EISDIR ? rmdir(path) : failed;
}

/* The new name is counted, because its folder gets the entry. */
static int change_two(const char *call, int dir, const char *path, int new_dir,
                      const char *new_path, int flags) {
  char name[PATH_MAX], other[PATH_MAX];
  bool ours = preload_below(new_dir, new_path, other);
  if (ours && inject(call, other, CALL_TAKES_ROOM))
    return -1;
  bool links = !strcmp(call, "link");
  int failed =
      (int)syscall(links ? SYS_linkat : SYS_renameat2, dir, path, new_dir, new_path, flags);
  if (!failed && ours && record_is_on() && preload_below(dir, path, name))
    record_names(call, name, other);
  return failed;
}

int renameat2(int dir, const char *path, int new_dir, const char *new_path, unsigned flags) {
  return change_two("rename", dir, path, new_dir, new_path, (int)flags);
}
int renameat(int dir, const char *path, int new_dir, const char *new_path) {
  return change_two("rename", dir, path, new_dir, new_path, 0);
}
int rename(const char *path, const char *new_path) {
  return change_two("rename", AT_FDCWD, path, AT_FDCWD, new_path, 0);
}
int linkat(int dir, const char *path, int new_dir, const char *new_path, int flags) {
  return change_two("link", dir, path, new_dir, new_path, flags);
}
int link(const char *path, const char *new_path) {
  return change_two("link", AT_FDCWD, path, AT_FDCWD, new_path, 0);
}

int symlinkat(const char *text, int dir, const char *path) {
  char name[PATH_MAX];
  bool ours = preload_below(dir, path, name);
  if (ours && inject("symlink", name, CALL_TAKES_ROOM))
    return -1;
  int failed = (int)syscall(SYS_symlinkat, text, dir, path);
  if (!failed && ours && record_is_on())
    record_names("symlink", text, name);
  return failed;
}
int symlink(const char *text, const char *path) {
  return symlinkat(text, AT_FDCWD, path);
}
