#include "journal.h"
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A journal is a header, then for every saved region its extent and its bytes. It gets its name
 * only when it is complete and on the disk, so a journal that exists is whole. */
typedef struct {
  char magic[16];
  uint64_t file_size, regions;
} header;

static const char magic[16] = "ria journal 1\n";

static ria_status write_all(int file, const void *data, size_t size, const char *path) {
  const char *from = data;
  while (size) {
    ssize_t n = write(file, from, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
    from += n;
    size -= (size_t)n;
  }
  return RIA_SUCCESS;
}

static ria_status read_all(int file, void *data, size_t size, const char *path) {
  char *to = data;
  while (size) {
    ssize_t n = read(file, to, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return ria_fail(RIA_ERROR_CORRUPT, "%s: cannot be read to its end: %s", path,
                      n ? strerror(errno) : "it is cut short");
    to += n;
    size -= (size_t)n;
  }
  return RIA_SUCCESS;
}

/* The copy goes through a buffer, so that a journal of any size needs little memory. */
static ria_status copy_bytes(int from, const char *from_path, int to, const char *to_path,
                             uint64_t size) {
  enum { BUFFER = 1 << 20 };
  char *buffer = malloc(BUFFER);
  if (!buffer)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a journal", from_path);
  ria_status status = RIA_SUCCESS;
  while (size && status == RIA_SUCCESS) {
    size_t part = size < BUFFER ? (size_t)size : BUFFER;
    status = read_all(from, buffer, part, from_path);
    if (status == RIA_SUCCESS)
      status = write_all(to, buffer, part, to_path);
    size -= part;
  }
  free(buffer);
  return status;
}

static int by_offset(const void *a, const void *b) {
  const ria_extent *p = a, *q = b;
  return (p->offset > q->offset) - (p->offset < q->offset);
}

static ria_status save_region(int file, const char *path, int journal, const char *name,
                              ria_extent region) {
  RIA_TRY(write_all(journal, &region, sizeof region, name));
  if (lseek(file, (off_t)region.offset, SEEK_SET) < 0)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", path, strerror(errno));
  return copy_bytes(file, path, journal, name, region.size);
}

static ria_status save(int file, const char *path, int journal, const char *name, size_t count,
                       ria_extent *extents) {
  struct stat info;
  if (fstat(file, &info))
    return ria_fail(RIA_ERROR_IO, "%s: %s", path, strerror(errno));
  header head = {.file_size = (uint64_t)info.st_size};
  memcpy(head.magic, magic, sizeof magic);
  RIA_TRY(write_all(journal, &head, sizeof head, name));
  if (count)
    qsort(extents, count, sizeof *extents, by_offset);
  uint64_t at = 0;
  for (size_t e = 0; e <= count; e++) {
    uint64_t next = e < count ? extents[e].offset : head.file_size;
    if (next > at) {
      RIA_TRY(save_region(file, path, journal, name, (ria_extent){at, next - at}));
      head.regions++;
    }
    if (e < count && extents[e].offset + extents[e].size > at)
      at = extents[e].offset + extents[e].size;
  }
  if (lseek(journal, 0, SEEK_SET) < 0)
    return ria_fail(RIA_ERROR_IO, "%s: %s", name, strerror(errno));
  RIA_TRY(write_all(journal, &head, sizeof head, name));
  if (fsync(journal))
    return ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", name, strerror(errno));
  return RIA_SUCCESS;
}

static void sync_folder(const char *path) {
  char *copy = strdup(path);
  if (!copy)
    return;
  int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    fsync(folder);
    close(folder);
  }
  free(copy);
}

typedef struct {
  char *name, *partial;
} names;

static ria_status make_names(const char *path, names *n) {
  n->partial = NULL;
  if (asprintf(&n->name, "%s.journal", path) < 0) {
    n->name = NULL;
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", path);
  }
  if (asprintf(&n->partial, "%s.journal.partial", path) < 0) {
    free(n->name);
    n->name = n->partial = NULL;
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", path);
  }
  return RIA_SUCCESS;
}

static void free_names(names *n) {
  free(n->name);
  free(n->partial);
}

ria_status ria_journal_begin(const char *path, size_t count, ria_extent *extents, int *lock) {
  names n;
  *lock = -1;
  RIA_TRY(make_names(path, &n));
  ria_status status = RIA_SUCCESS;
  int file = open(path, O_RDONLY | O_CLOEXEC), journal = -1;
  if (file < 0)
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  if (status == RIA_SUCCESS) {
    journal = open(n.partial, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (journal < 0)
      status = ria_fail(RIA_ERROR_IO, "%s: cannot be made: %s", n.partial, strerror(errno));
  }
  if (status == RIA_SUCCESS) {
    /* The lock tells readers that this writer lives; where locks are missing they trust the
     * journal. */
    flock(journal, LOCK_EX | LOCK_NB);
    status = save(file, path, journal, n.partial, count, extents);
  }
  if (status == RIA_SUCCESS && rename(n.partial, n.name))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be named: %s", n.name, strerror(errno));
  if (status == RIA_SUCCESS) {
    sync_folder(path);
    *lock = journal;
  } else if (journal >= 0) {
    unlink(n.partial);
    close(journal);
  }
  if (file >= 0)
    close(file);
  free_names(&n);
  return status;
}

static ria_status drop(const char *path, int lock) {
  names n;
  RIA_TRY(make_names(path, &n));
  ria_status status = RIA_SUCCESS;
  if (unlink(n.name))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be removed: %s", n.name, strerror(errno));
  close(lock);
  sync_folder(path);
  free_names(&n);
  return status;
}

static ria_status sync_file(const char *path) {
  int file = open(path, O_RDWR | O_CLOEXEC);
  int failed = file < 0 || fsync(file);
  int reason = errno;
  if (file >= 0)
    close(file);
  return failed ? ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", path, strerror(reason))
                : RIA_SUCCESS;
}

ria_status ria_journal_commit(const char *path, int lock) {
  RIA_TRY(sync_file(path));
  return drop(path, lock);
}

static ria_status restore(const char *path, int journal) {
  header head;
  if (lseek(journal, 0, SEEK_SET) < 0)
    return ria_fail(RIA_ERROR_IO, "%s.journal: %s", path, strerror(errno));
  RIA_TRY(read_all(journal, &head, sizeof head, path));
  if (memcmp(head.magic, magic, sizeof magic))
    return ria_fail(RIA_ERROR_CORRUPT, "%s.journal: is no journal of ria; move it away", path);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return ria_fail(RIA_ERROR_IO,
                    "%s: its writer was stopped in an append, which cannot be undone: %s", path,
                    strerror(errno));
  ria_status status = RIA_SUCCESS;
  for (uint64_t r = 0; r < head.regions && status == RIA_SUCCESS; r++) {
    ria_extent region = {0};
    status = read_all(journal, &region, sizeof region, path);
    if (status == RIA_SUCCESS && lseek(file, (off_t)region.offset, SEEK_SET) < 0)
      status = ria_fail(RIA_ERROR_IO, "%s: %s", path, strerror(errno));
    if (status == RIA_SUCCESS)
      status = copy_bytes(journal, path, file, path, region.size);
  }
  if (status == RIA_SUCCESS && (ftruncate(file, (off_t)head.file_size) || fsync(file)))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be put back: %s", path, strerror(errno));
  close(file);
  return status;
}

ria_status ria_journal_rollback(const char *path, int lock) {
  ria_status status = restore(path, lock);
  if (status == RIA_SUCCESS)
    return drop(path, lock);
  close(lock);
  return status;
}

ria_status ria_journal_recover(const char *path) {
  names n;
  RIA_TRY(make_names(path, &n));
  ria_status status = RIA_SUCCESS;
  enum { TRIES = 50 };
  for (int i = 0;; i++) {
    int journal = open(n.name, O_RDONLY | O_CLOEXEC);
    if (journal < 0) {
      if (errno != ENOENT)
        status = ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", n.name, strerror(errno));
      break;
    }
    struct stat opened, named;
    if (!flock(journal, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK) {
      /* It may have been dropped between open and lock: then there is nothing left to undo. */
      if (!fstat(journal, &opened) && !stat(n.name, &named) && opened.st_ino == named.st_ino) {
        status = ria_journal_rollback(path, journal);
        break;
      }
    } else if (i == TRIES) {
      close(journal);
      status = ria_fail(RIA_ERROR_IO, "%s: is being written by another program; try again", path);
      break;
    }
    close(journal);
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  }
  free_names(&n);
  return status;
}
