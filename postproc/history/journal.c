#include "journal.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "ria/durable.h"

/* A journal is a header, then each saved region with its extent and bytes, then the CRC-32 of all
 * that. It gets its name only when it is complete and on the disk. Version 1, left by older
 * programs, has no checksum. */
typedef struct {
  char magic[16];
  uint64_t file_size, regions;
} header;

static const char magic[16] = "ria journal 2\n", magic_1[16] = "ria journal 1\n";

/* A journal that is written or read piece by piece, with the checksum so far. */
typedef struct {
  int file;
  const char *name;
  int64_t at;
  uint32_t crc;
} stream;

static ria_status put(stream *s, const void *bytes, size_t size) {
  RIA_TRY(ria_write_at(s->file, bytes, size, s->at, s->name));
  s->crc = ria_crc(s->crc, bytes, size);
  s->at += (int64_t)size;
  return RIA_SUCCESS;
}

static ria_status take(stream *s, void *bytes, size_t size) {
  RIA_TRY(ria_read_at(s->file, bytes, size, s->at, s->name));
  s->crc = ria_crc(s->crc, bytes, size);
  s->at += (int64_t)size;
  return RIA_SUCCESS;
}

/* ---- saving ---- */

static ria_status save_region(int file, const char *path, stream *journal, ria_byte_range region) {
  enum { BUFFER = 1 << 18 };
  RIA_TRY(put(journal, &region, sizeof region));
  char *buffer = malloc(BUFFER);
  if (!buffer)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a journal", path);
  ria_status status = RIA_SUCCESS;
  for (uint64_t done = 0; done < region.size && status == RIA_SUCCESS; done += BUFFER) {
    size_t part = region.size - done < BUFFER ? (size_t)(region.size - done) : BUFFER;
    status = ria_read_at(file, buffer, part, (int64_t)(region.offset + done), path);
    if (status == RIA_SUCCESS)
      status = put(journal, buffer, part);
  }
  free(buffer);
  return status;
}

static ria_status save(int file, const char *path, stream *journal, size_t count,
                       const ria_byte_range *ranges) {
  struct stat info;
  if (fstat(file, &info))
    return ria_fail(RIA_ERROR_IO, "%s: %s", path, strerror(errno));
  header head = {.file_size = (uint64_t)info.st_size};
  memcpy(head.magic, magic, sizeof magic);
  for (size_t i = 0; i < count; i++)
    head.regions += ranges[i].offset < head.file_size;
  RIA_TRY(put(journal, &head, sizeof head));
  for (size_t i = 0; i < count; i++) {
    if (ranges[i].offset >= head.file_size)
      continue;
    uint64_t there = head.file_size - ranges[i].offset;
    RIA_TRY(save_region(
        file, path, journal,
        (ria_byte_range){ranges[i].offset, ranges[i].size < there ? ranges[i].size : there}));
  }
  uint32_t crc = journal->crc;
  RIA_TRY(put(journal, &crc, sizeof crc));
  return ria_durable_sync(journal->file, journal->name);
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

ria_status history_journal_begin(const char *path, size_t count, const ria_byte_range *ranges,
                                 int *lock) {
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
    /* The lock tells readers that the writer lives. Without file locks they trust the journal. */
    flock(journal, LOCK_EX | LOCK_NB);
    stream out = {.file = journal, .name = n.partial};
    status = save(file, path, &out, count, ranges);
  }
  if (status == RIA_SUCCESS && rename(n.partial, n.name))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be named: %s", n.name, strerror(errno));
  if (status == RIA_SUCCESS) {
    status = ria_durable_sync_name(path);
    if (status != RIA_SUCCESS)
      unlink(n.name); /* nothing has changed yet */
  }
  if (status == RIA_SUCCESS) {
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

ria_status history_journal_commit(const char *path, int lock) {
  names n;
  RIA_TRY(make_names(path, &n));
  ria_status status = RIA_SUCCESS;
  if (unlink(n.name) && errno != ENOENT)
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be removed: %s", n.name, strerror(errno));
  free_names(&n);
  /* A journal that reappears after a power cut would undo a completed change. */
  if (status == RIA_SUCCESS)
    status = ria_durable_sync_name(path);
  if (status == RIA_SUCCESS)
    close(lock);
  return status;
}

/* ---- restoring ---- */

/* Read all regions, and write them to `file` unless it is negative. *end: the end of the last
 * region. */
static ria_status play(stream *journal, const header *head, int file, const char *path,
                       uint64_t *end) {
  enum { BUFFER = 1 << 18 };
  char *buffer = malloc(BUFFER);
  if (!buffer)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a journal", path);
  ria_status status = RIA_SUCCESS;
  *end = 0;
  for (uint64_t r = 0; r < head->regions && status == RIA_SUCCESS; r++) {
    ria_byte_range region;
    status = take(journal, &region, sizeof region);
    if (status == RIA_SUCCESS &&
        (region.size > head->file_size || region.offset > head->file_size - region.size))
      status = ria_fail(RIA_ERROR_CORRUPT, "%s: a range is outside of the file", journal->name);
    else if (region.offset + region.size > *end)
      *end = region.offset + region.size;
    for (uint64_t done = 0; status == RIA_SUCCESS && done < region.size; done += BUFFER) {
      size_t part = region.size - done < BUFFER ? (size_t)(region.size - done) : BUFFER;
      status = take(journal, buffer, part);
      if (status == RIA_SUCCESS && file >= 0)
        status = ria_write_at(file, buffer, part, (int64_t)(region.offset + done), path);
    }
  }
  free(buffer);
  return status;
}

/* The original bytes are in the file or in the journal, so the original size cannot exceed both. */
static ria_status check_size(const stream *journal, const header *head, const char *path,
                             uint64_t end) {
  struct stat info;
  if (stat(path, &info))
    return ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  if (head->file_size > end && head->file_size > (uint64_t)info.st_size)
    return ria_fail(RIA_ERROR_CORRUPT, "%s: it is of a larger file", journal->name);
  return RIA_SUCCESS;
}

/* Read the journal to its end: no byte is trusted before its checksum is verified. */
static ria_status check_journal(stream *journal, header *head, const char *path) {
  uint64_t end;
  RIA_TRY(take(journal, head, sizeof *head));
  bool old = !memcmp(head->magic, magic_1, sizeof magic_1);
  if (!old && memcmp(head->magic, magic, sizeof magic))
    return ria_fail(RIA_ERROR_CORRUPT, "%s: is no journal of ria", journal->name);
  RIA_TRY(play(journal, head, -1, path, &end));
  uint32_t found = journal->crc, expected;
  if (old)
    return check_size(journal, head, path, end);
  RIA_TRY(take(journal, &expected, sizeof expected));
  if (found != expected)
    return ria_fail(RIA_ERROR_CORRUPT, "%s: its checksum is wrong", journal->name);
  return RIA_SUCCESS;
}

static ria_status restore(const char *path, const char *name, int lock) {
  stream journal = {.file = lock, .name = name};
  header head;
  RIA_TRY(check_journal(&journal, &head, path));
  journal = (stream){.file = lock, .name = name, .at = sizeof head};
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return ria_fail(RIA_ERROR_IO,
                    "%s: its writer was killed during an append, which cannot be undone: %s", path,
                    strerror(errno));
  uint64_t end;
  ria_status status = play(&journal, &head, file, path, &end);
  if (status == RIA_SUCCESS && (ftruncate(file, (off_t)head.file_size) || fsync(file)))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be put back: %s", path, strerror(errno));
  close(file);
  return status;
}

ria_status history_journal_rollback(const char *path, int lock) {
  names n;
  ria_status status = make_names(path, &n);
  if (status == RIA_SUCCESS) {
    status = restore(path, n.name, lock);
    free_names(&n);
  }
  if (status == RIA_SUCCESS)
    status = history_journal_commit(path, lock);
  if (status != RIA_SUCCESS)
    close(lock);
  return status;
}

ria_status history_journal_recover(const char *path, bool *damaged) {
  names n;
  *damaged = false;
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
      /* The journal may have been removed between open and lock; then there is no change to undo.
       */
      if (!fstat(journal, &opened) && !stat(n.name, &named) && opened.st_ino == named.st_ino) {
        status = history_journal_rollback(path, journal);
        *damaged = status == RIA_ERROR_CORRUPT;
        if (*damaged)
          status = RIA_SUCCESS;
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
