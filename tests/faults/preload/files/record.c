/* Records what calls did to files and names, in the order of their ends; a sync is recorded before
 * it begins, because it covers what had ended by then. RIA_FAULT_RECORD names the file that
 * receives the events of all processes:
 *
 *   create INODE NAME | write INODE OFFSET BYTES NAME, followed by the bytes | size INODE BYTES
 * NAME sync INODE NAME (a file's contents, or a folder's names) mkdir NAME | unlink NAME | rmdir
 * NAME | rename NAME <tab> NAME | link NAME <tab> NAME | symlink TEXT <tab> NAME */
#include "preload.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int file_of_events = -1;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("RIA_FAULT_RECORD");
  if (!path)
    return;
  file_of_events =
      (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file_of_events < 0) {
    fprintf(stderr, "faults: cannot use RIA_FAULT_RECORD=%s\n", path);
    _exit(99);
  }
  preload_standard_streams();
}

bool record_is_on(void) {
  return file_of_events >= 0;
}

/* One call of the system, so that events of several processes do not mix. */
static void put(char *line, int length, const void *data, size_t bytes) {
  const struct iovec part[] = {{line, (size_t)length}, {(void *)data, bytes}};
  if (syscall(SYS_writev, file_of_events, part, 2) != length + (long)bytes)
    _exit(99);
}

static unsigned long inode(int file) {
  struct stat info;
  return fstat(file, &info) ? 0 : (unsigned long)info.st_ino;
}

static bool is_regular(int file) {
  struct stat info;
  return !fstat(file, &info) && S_ISREG(info.st_mode);
}

void record_create(int file, const char *name) {
  char line[PATH_MAX + 64];
  put(line, snprintf(line, sizeof line, "create %lu %s\n", inode(file), name), NULL, 0);
}

void record_write(int file, const char *name, off_t at, const void *data, size_t bytes) {
  char line[PATH_MAX + 128];
  if (is_regular(file))
    put(line,
        snprintf(line, sizeof line, "write %lu %lld %zu %s\n", inode(file), (long long)at, bytes,
                 name),
        data, bytes);
}

void record_size(int file, const char *name, off_t bytes) {
  char line[PATH_MAX + 128];
  put(line, snprintf(line, sizeof line, "size %lu %lld %s\n", inode(file), (long long)bytes, name),
      NULL, 0);
}

void record_sync(int file, const char *name) {
  char line[PATH_MAX + 64];
  put(line, snprintf(line, sizeof line, "sync %lu %s\n", inode(file), name), NULL, 0);
}

void record_names(const char *call, const char *name, const char *other) {
  char line[2 * PATH_MAX + 64];
  put(line, snprintf(line, sizeof line, "%s %s%s%s\n", call, name, *other ? "\t" : "", other), NULL,
      0);
}
