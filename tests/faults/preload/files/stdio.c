/* Streams. The C library writes them by internal calls that cannot be replaced. A stream below the
 * folder is therefore opened by fopencookie and uses the calls of calls.c. fileno() returns its
 * descriptor. */
#undef _FORTIFY_SOURCE
#include "preload.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STREAMS = 256 };

typedef struct {
  FILE *stream;
  int file;
} cookie;

static cookie table[STREAMS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static ssize_t cookie_read(void *c, char *data, size_t bytes) {
  return preload_read(((cookie *)c)->file, data, bytes);
}

/* 0 means an error there. */
static ssize_t cookie_write(void *c, const char *data, size_t bytes) {
  size_t done = 0;
  while (done < bytes) {
    ssize_t n = preload_write(((cookie *)c)->file, data + done, bytes - done);
    if (n < 0 && errno != EINTR)
      return 0;
    done += n > 0 ? (size_t)n : 0;
  }
  return (ssize_t)bytes;
}

static int cookie_seek(void *c, off64_t *at, int whence) {
  off64_t now = lseek64(((cookie *)c)->file, *at, whence);
  if (now >= 0)
    *at = now;
  return now < 0 ? -1 : 0;
}

static void forget(cookie *c) {
  pthread_mutex_lock(&mutex);
  c->stream = NULL;
  c->file = -1;
  pthread_mutex_unlock(&mutex);
}

static int cookie_close(void *c) {
  int file = ((cookie *)c)->file;
  forget(c);
  return preload_close(file);
}

static FILE *stream_of(int file, const char *mode) {
  const cookie_io_functions_t calls = {cookie_read, cookie_write, cookie_seek, cookie_close};
  cookie *c = NULL;
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < STREAMS && !c; i++)
    if (!table[i].stream)
      c = &table[i];
  if (c) {
    c->file = file;
    c->stream = fopencookie(c, mode, calls);
  }
  pthread_mutex_unlock(&mutex);
  return c ? c->stream : NULL;
}

static int flags_of(const char *mode) {
  bool both = strchr(mode, '+');
  int flags = *mode == 'r' ? (both ? O_RDWR : O_RDONLY) : (both ? O_RDWR : O_WRONLY) | O_CREAT;
  flags |= *mode == 'w' ? O_TRUNC : *mode == 'a' ? O_APPEND : 0;
  return flags | (strchr(mode, 'e') ? O_CLOEXEC : 0) | (strchr(mode, 'x') ? O_EXCL : 0);
}

static FILE *open_stream(const char *path, const char *mode, const char *next_name) {
  char name[PATH_MAX];
  if (!preload_below(AT_FDCWD, path, name)) {
    FILE *(*next)(const char *, const char *);
    *(void **)&next = dlsym(RTLD_NEXT, next_name);
    return next(path, mode);
  }
  int file = preload_open(AT_FDCWD, path, flags_of(mode), 0666, "open");
  return file < 0 ? NULL : stream_of(file, mode);
}

FILE *fopen(const char *path, const char *mode) {
  return open_stream(path, mode, "fopen");
}
FILE *fopen64(const char *path, const char *mode) {
  return open_stream(path, mode, "fopen64");
}

FILE *fdopen(int file, const char *mode) {
  char name[PATH_MAX];
  if (preload_holds(file, name))
    return stream_of(file, mode);
  FILE *(*next)(int, const char *);
  *(void **)&next = dlsym(RTLD_NEXT, "fdopen");
  return next(file, mode);
}

int fileno(FILE *stream) {
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < STREAMS; i++)
    if (table[i].stream == stream) {
      int file = table[i].file;
      pthread_mutex_unlock(&mutex);
      return file;
    }
  pthread_mutex_unlock(&mutex);
  int (*next)(FILE *);
  *(void **)&next = dlsym(RTLD_NEXT, "fileno");
  return next(stream);
}

int fileno_unlocked(FILE *stream) {
  return fileno(stream);
}

/* A descriptor may become a file below the folder later, as in a shell; so always. */
void preload_standard_streams(void) {
  static bool done;
  if (done)
    return;
  done = true;
  FILE *out = stream_of(STDOUT_FILENO, "w"), *err = stream_of(STDERR_FILENO, "w");
  if (out) {
    setvbuf(out, NULL, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, BUFSIZ);
    stdout = out;
  }
  if (err) {
    setvbuf(err, NULL, _IONBF, 0);
    stderr = err;
  }
}
