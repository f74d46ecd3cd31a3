#include "ria/seal.h"
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "ria/durable.h"

/* As in the file, where all members are little-endian. */
typedef struct {
  uint64_t end, count;
  uint32_t zero, crc;
  char magic[8];
} foot;

static const char magic[8] = {'r', 'i', 'a', ' ', 's', 'e', 'a', 'l'};

uint32_t ria_crc(uint32_t crc, const void *bytes, size_t size) {
  return (uint32_t)crc32_z(crc, bytes, size);
}

size_t ria_seal_size(size_t parts) {
  return parts * sizeof(ria_seal_part) + sizeof(foot);
}

static ria_seal_part swapped(const ria_seal_part *p) {
  return (ria_seal_part){htole64(p->offset), htole64(p->size), htole32(p->crc), 0};
}

void *ria_seal_make(const ria_seal_part *parts, size_t count, uint64_t end) {
  size_t size = ria_seal_size(count);
  char *bytes = malloc(size);
  if (!bytes)
    return NULL;
  ria_seal_part *to = (ria_seal_part *)bytes;
  for (size_t i = 0; i < count; i++)
    to[i] = swapped(&parts[i]);
  foot f = {.end = htole64(end), .count = htole64(count)};
  memcpy(f.magic, magic, sizeof magic);
  memcpy(to + count, &f, sizeof f);
  f.crc = htole32(ria_crc(0, bytes, size - sizeof f + offsetof(foot, crc)));
  memcpy(to + count, &f, sizeof f);
  return bytes;
}

/* ---- which bytes ---- */

static int by_offset(const void *a, const void *b) {
  const ria_byte_range *p = a, *q = b;
  return (p->offset > q->offset) - (p->offset < q->offset);
}

typedef struct {
  ria_seal_part *part;
  size_t count, capacity;
} part_list;

static bool add_part(part_list *l, uint64_t offset, uint64_t size) {
  if (l->count == l->capacity) {
    size_t capacity = l->capacity ? 2 * l->capacity : 64;
    ria_seal_part *grown = realloc(l->part, capacity * sizeof *grown);
    if (!grown)
      return false;
    l->part = grown;
    l->capacity = capacity;
  }
  l->part[l->count++] = (ria_seal_part){.offset = offset, .size = size};
  return true;
}

static bool add_bytes(part_list *l, uint64_t from, uint64_t to) {
  bool good = true;
  for (; from < to && good; from += RIA_SEAL_PART)
    good = add_part(l, from, to - from < RIA_SEAL_PART ? to - from : RIA_SEAL_PART);
  return good;
}

ria_status ria_seal_gaps(ria_byte_range *ranges, size_t ranges_count, uint64_t end,
                         ria_seal_part **parts, size_t *count) {
  part_list list = {0};
  uint64_t at = 0;
  bool good = true;
  if (ranges_count)
    qsort(ranges, ranges_count, sizeof *ranges, by_offset);
  for (size_t r = 0; r < ranges_count && good; r++) {
    uint64_t from = ranges[r].offset < end ? ranges[r].offset : end;
    good = add_bytes(&list, at, from);
    if (ranges[r].offset + ranges[r].size > at)
      at = ranges[r].offset + ranges[r].size;
  }
  if (!good || !add_bytes(&list, at, end)) {
    free(list.part);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for checksums");
  }
  *parts = list.part;
  *count = list.count;
  return RIA_SUCCESS;
}

/* ---- checksums of a file's bytes ---- */

enum { BUFFER = 1 << 18 };

static ria_status sum_of(int file, const char *path, uint64_t offset, uint64_t size, char *buffer,
                         uint32_t *crc) {
  *crc = 0;
  while (size) {
    size_t part = size < BUFFER ? (size_t)size : BUFFER;
    RIA_TRY(ria_read_at(file, buffer, part, (int64_t)offset, path));
    *crc = ria_crc(*crc, buffer, part);
    offset += part;
    size -= part;
  }
  return RIA_SUCCESS;
}

/* Fill in the checksums of `count` parts of an open file. */
static ria_status fill_sums(int file, const char *path, ria_seal_part *parts, size_t count) {
  char *buffer = malloc(BUFFER);
  if (!buffer)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for checksums", path);
  ria_status status = RIA_SUCCESS;
  for (size_t i = 0; i < count && status == RIA_SUCCESS; i++)
    status = sum_of(file, path, parts[i].offset, parts[i].size, buffer, &parts[i].crc);
  free(buffer);
  return status;
}

static ria_status seal_open(int file, const char *path, uint64_t end) {
  size_t count;
  ria_seal_part *part;
  RIA_TRY(ria_seal_gaps(NULL, 0, end, &part, &count));
  ria_status status = fill_sums(file, path, part, count);
  void *seal = status == RIA_SUCCESS ? ria_seal_make(part, count, end) : NULL;
  if (status == RIA_SUCCESS)
    status = seal ? ria_write_at(file, seal, ria_seal_size(count), (int64_t)end, path)
                  : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for checksums", path);
  free(seal);
  free(part);
  return status;
}

ria_status ria_seal_whole(const char *path) {
  struct stat info;
  int file = open(path, O_RDWR | O_CLOEXEC);
  ria_status status = RIA_SUCCESS;
  if (file < 0 || fstat(file, &info))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  else
    status = seal_open(file, path, (uint64_t)info.st_size);
  if (file >= 0)
    close(file);
  return status;
}

/* ---- verifying ---- */

static ria_status damaged(void) {
  return ria_fail(RIA_ERROR_CORRUPT, "the checksums at its end are damaged");
}

static ria_status read_bytes(int file, void *bytes, size_t size, uint64_t offset) {
  ria_status status = ria_read_at(file, bytes, size, (int64_t)offset, "it");
  if (status == RIA_ERROR_IO)
    return ria_fail(status, "it cannot be read: %s", strerror(errno));
  return status == RIA_SUCCESS ? status : ria_fail(status, "it is cut short");
}

/* Find the foot: without it, the file has no seal. */
static ria_status read_foot(int file, foot *f, uint64_t *size, bool *sealed) {
  struct stat info;
  *sealed = false;
  if (fstat(file, &info))
    return ria_fail(RIA_ERROR_IO, "it cannot be read: %s", strerror(errno));
  *size = (uint64_t)info.st_size;
  if (*size < sizeof *f)
    return RIA_SUCCESS;
  RIA_TRY(read_bytes(file, f, sizeof *f, *size - sizeof *f));
  if (memcmp(f->magic, magic, sizeof magic))
    return RIA_SUCCESS;
  *sealed = true;
  f->end = le64toh(f->end);
  f->count = le64toh(f->count);
  if (f->count > *size / sizeof(ria_seal_part) || f->end != *size - ria_seal_size((size_t)f->count))
    return damaged();
  return RIA_SUCCESS;
}

static ria_status read_parts(int file, const foot *f, ria_seal_part *part) {
  size_t count = (size_t)f->count;
  RIA_TRY(read_bytes(file, part, ria_seal_size(count), f->end));
  uint32_t crc = ria_crc(0, part, count * sizeof *part + offsetof(foot, crc));
  if (crc != le32toh(f->crc))
    return damaged();
  for (size_t i = 0; i < count; i++) {
    part[i] =
        (ria_seal_part){le64toh(part[i].offset), le64toh(part[i].size), le32toh(part[i].crc), 0};
    if (part[i].offset > f->end || part[i].size > f->end - part[i].offset)
      return damaged();
  }
  return RIA_SUCCESS;
}

static ria_status verify_parts(int file, const ria_seal_part *part, size_t count, size_t share,
                               size_t shares) {
  char *buffer = malloc(BUFFER);
  if (!buffer)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for its checksums");
  ria_status status = RIA_SUCCESS;
  for (size_t i = share; i < count && status == RIA_SUCCESS; i += shares) {
    uint32_t crc;
    status = sum_of(file, "it", part[i].offset, part[i].size, buffer, &crc);
    if (status == RIA_ERROR_IO)
      status = ria_fail(status, "it cannot be read: %s", strerror(errno));
    if (status == RIA_SUCCESS && crc != part[i].crc)
      status = ria_fail(RIA_ERROR_CORRUPT,
                        "its checksum is wrong: bytes %" PRIu64 " to %" PRIu64
                        " have changed since they were written",
                        part[i].offset, part[i].offset + part[i].size - 1);
  }
  free(buffer);
  return status;
}

ria_status ria_seal_verify_open(int file, int share, int shares, bool *sealed) {
  foot f;
  uint64_t size;
  RIA_TRY(read_foot(file, &f, &size, sealed));
  if (!*sealed)
    return RIA_SUCCESS;
  ria_seal_part *part = malloc(ria_seal_size((size_t)f.count));
  if (!part)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for its checksums");
  ria_status status = read_parts(file, &f, part);
  if (status == RIA_SUCCESS)
    status = verify_parts(file, part, (size_t)f.count, (size_t)share, (size_t)shares);
  free(part);
  return status;
}

ria_status ria_seal_verify(const char *path, int share, int shares, bool *sealed) {
  *sealed = false;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return ria_fail(RIA_ERROR_IO, "it cannot be opened: %s", strerror(errno));
  ria_status status = ria_seal_verify_open(file, share, shares, sealed);
  close(file);
  return status;
}

ria_status ria_seal_end(int file, const char *path, uint64_t *end, bool *sealed) {
  foot f;
  ria_status status = read_foot(file, &f, end, sealed);
  if (status != RIA_SUCCESS)
    return ria_fail(status, "%s: %s", path, ria_status_detail());
  if (*sealed)
    *end = f.end;
  return RIA_SUCCESS;
}
