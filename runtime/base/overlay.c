/* A driver of HDF5 (H5FD) over pages in memory, and access to the changes afterwards. */
#include "ria/overlay.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "file5.h"
#include "ria/durable.h"

enum { PAGE = 1 << 14 };

typedef struct {
  uint64_t number; /* its first byte lies at number * PAGE */
  char *bytes;
} page;

struct ria_overlay {
  int owners; /* the overlay, and each file that HDF5 opens on it */
  int base;   /* -1: none */
  char *path;
  uint64_t base_size; /* with its seal */
  uint64_t base_end;  /* the part that HDF5 may see */
  uint64_t size;      /* HDF5's end of the file */
  haddr_t allocated;  /* the part that HDF5 uses */
  page *list;         /* ascending */
  size_t count, capacity;
  bool no_memory;
  int unreadable; /* errno */
};

/* ---- pages ---- */

/* The first page whose number is at least `number`. */
static size_t find(const ria_overlay *o, uint64_t number) {
  size_t low = 0, high = o->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (o->list[middle].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Read bytes of the underlying file; zeros beyond its end. */
static bool read_base(const ria_overlay *o, uint64_t offset, char *to, size_t size) {
  size_t there = offset < o->base_end ? (size_t)(o->base_end - offset) : 0;
  there = there < size ? there : size;
  memset(to + there, 0, size - there);
  return !there || ria_read_at(o->base, to, there, (int64_t)offset, o->path) == RIA_SUCCESS;
}

static page *insert(ria_overlay *o, size_t at, uint64_t number) {
  if (o->count == o->capacity) {
    size_t capacity = o->capacity ? 2 * o->capacity : 64;
    page *grown = realloc(o->list, capacity * sizeof *grown);
    if (!grown)
      return NULL;
    o->list = grown;
    o->capacity = capacity;
  }
  char *bytes = malloc(PAGE);
  if (!bytes)
    return NULL;
  memmove(o->list + at + 1, o->list + at, (o->count - at) * sizeof *o->list);
  o->count++;
  o->list[at] = (page){.number = number, .bytes = bytes};
  return &o->list[at];
}

/* A failed write is not reported to HDF5, which could not recover; it is recorded for the owner. */
static void put(ria_overlay *o, uint64_t offset, const char *from, size_t size) {
  while (size && !o->no_memory) {
    uint64_t number = offset / PAGE;
    size_t within = (size_t)(offset % PAGE), part = PAGE - within < size ? PAGE - within : size;
    size_t at = find(o, number);
    page *p = at < o->count && o->list[at].number == number ? &o->list[at] : NULL;
    if (!p) {
      p = insert(o, at, number);
      if (!p) {
        o->no_memory = true;
        return;
      }
      if (part < PAGE && !read_base(o, number * PAGE, p->bytes, PAGE))
        o->unreadable = errno ? errno : EIO;
    }
    memcpy(p->bytes + within, from, part);
    from += part;
    offset += part;
    size -= part;
  }
}

static bool get(const ria_overlay *o, uint64_t offset, char *to, size_t size) {
  bool good = true;
  while (size && good) {
    uint64_t number = offset / PAGE;
    size_t within = (size_t)(offset % PAGE), part = PAGE - within < size ? PAGE - within : size;
    size_t at = find(o, number);
    if (at < o->count && o->list[at].number == number)
      memcpy(to, o->list[at].bytes + within, part);
    else
      good = read_base(o, offset, to, part);
    to += part;
    offset += part;
    size -= part;
  }
  return good;
}

/* ---- the driver ---- */

typedef struct {
  H5FD_t public; /* HDF5 requires this member to be first */
  ria_overlay *overlay;
  haddr_t end; /* what HDF5 has allocated */
} driver_file;

typedef struct {
  ria_overlay *overlay;
} driver_info;

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t access, haddr_t most) {
  (void)name;
  (void)flags;
  (void)most;
  const driver_info *info = H5Pget_driver_info(access);
  driver_file *f = info ? calloc(1, sizeof *f) : NULL;
  if (f) {
    f->overlay = info->overlay;
    f->overlay->owners++;
  }
  return (H5FD_t *)f;
}

static herr_t driver_close(H5FD_t *file) {
  ria_overlay_destroy(((driver_file *)file)->overlay);
  free(file);
  return 0;
}

static int driver_compare(const H5FD_t *a, const H5FD_t *b) {
  const driver_file *f = (const driver_file *)a, *g = (const driver_file *)b;
  return (f->overlay > g->overlay) - (f->overlay < g->overlay);
}

static herr_t driver_query(const H5FD_t *file, unsigned long *flags) {
  (void)file;
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

static haddr_t driver_get_end(const H5FD_t *file, H5FD_mem_t type) {
  (void)type;
  return ((const driver_file *)file)->end;
}

static herr_t driver_set_end(H5FD_t *file, H5FD_mem_t type, haddr_t end) {
  (void)type;
  driver_file *f = (driver_file *)file;
  f->end = f->overlay->allocated = end;
  return 0;
}

static haddr_t driver_get_size(const H5FD_t *file, H5FD_mem_t type) {
  (void)type;
  return ((const driver_file *)file)->overlay->size;
}

static herr_t driver_get_handle(H5FD_t *file, hid_t access, void **handle) {
  (void)access;
  *handle = ((driver_file *)file)->overlay;
  return 0;
}

static herr_t driver_read(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size,
                          void *buffer) {
  (void)type;
  (void)transfer;
  ria_overlay *o = ((driver_file *)file)->overlay;
  if (get(o, at, buffer, size))
    return 0;
  o->unreadable = errno ? errno : EIO;
  H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, H5E_VFL, H5E_READERROR, "%s",
           strerror(o->unreadable));
  return -1;
}

static herr_t driver_write(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size,
                           const void *buffer) {
  (void)type;
  (void)transfer;
  ria_overlay *o = ((driver_file *)file)->overlay;
  put(o, at, buffer, size);
  if (at + size > o->size)
    o->size = at + size;
  return 0;
}

static herr_t driver_truncate(H5FD_t *file, hid_t transfer, hbool_t closing) {
  (void)transfer;
  (void)closing;
  driver_file *f = (driver_file *)file;
  f->overlay->size = f->end;
  return 0;
}

static const H5FD_class_t driver = {
#if H5_VERSION_GE(1, 14, 0)
    .version = H5FD_CLASS_VERSION,
    .value = 600, /* 512 and above are for unregistered drivers */
#endif
    .name = "ria overlay",
    .maxaddr = INT64_MAX,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(driver_info),
    .open = driver_open,
    .close = driver_close,
    .cmp = driver_compare,
    .query = driver_query,
    .get_eoa = driver_get_end,
    .set_eoa = driver_set_end,
    .get_eof = driver_get_size,
    .get_handle = driver_get_handle,
    .read = driver_read,
    .write = driver_write,
    .truncate = driver_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

/* ---- opening and closing ---- */

/* Properties with which HDF5 opens the overlay. */
static hid_t access_to(ria_overlay *o, hid_t *registered) {
  driver_info info = {o};
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  *registered = H5FDregister(&driver);
  H5Pset_driver(access, *registered, &info);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  return access;
}

static ria_status open_with(ria_overlay *o, const char *name, hid_t create, uint64_t alignment,
                            hid_t *file) {
  hid_t registered, access = access_to(o, &registered);
  H5Pset_alignment(access, alignment, alignment);
  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18);
  *file = o->base < 0 ? H5Fcreate(name, H5F_ACC_TRUNC, create, access)
                      : H5Fopen(name, H5F_ACC_RDWR, access);
  const char *why = *file < 0 ? file5_reason() : ""; /* the next HDF5 call clears the error stack */
  H5FDunregister(registered);
  H5Pclose(access);
  if (*file >= 0)
    return RIA_SUCCESS;
  if (o->unreadable)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", name, strerror(o->unreadable));
  return ria_fail(RIA_ERROR_CORRUPT, "%s: cannot be read as HDF5: %s", name, why);
}

static ria_status allocate(ria_overlay **overlay) {
  *overlay = calloc(1, sizeof **overlay);
  if (!*overlay)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a file");
  (*overlay)->base = -1;
  (*overlay)->owners = 1;
  return RIA_SUCCESS;
}

static ria_status settle(ria_status status, ria_overlay **overlay) {
  if (status != RIA_SUCCESS) {
    ria_overlay_destroy(*overlay);
    *overlay = NULL;
  }
  return status;
}

ria_status ria_overlay_create(hid_t create, uint64_t alignment, hid_t *file,
                              ria_overlay **overlay) {
  *file = H5I_INVALID_HID;
  RIA_TRY(allocate(overlay));
  return settle(open_with(*overlay, "a file in memory", create, alignment, file), overlay);
}

static ria_status open_base(ria_overlay *o, const char *path) {
  struct stat info;
  bool sealed;
  o->path = strdup(path);
  if (!o->path)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", path);
  o->base = open(path, O_RDONLY | O_CLOEXEC);
  if (o->base < 0 || fstat(o->base, &info))
    return ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  RIA_TRY(ria_seal_end(o->base, path, &o->base_end, &sealed));
  o->base_size = (uint64_t)info.st_size;
  o->size = o->base_end;
  return RIA_SUCCESS;
}

ria_status ria_overlay_open(const char *path, hid_t *file, ria_overlay **overlay) {
  *file = H5I_INVALID_HID;
  RIA_TRY(allocate(overlay));
  ria_status status = open_base(*overlay, path);
  if (status == RIA_SUCCESS)
    status = open_with(*overlay, path, H5P_DEFAULT, 1, file);
  return settle(status, overlay);
}

/* Lock like HDF5's own drivers; a file system without locks is used without one. */
static ria_status lock_shared(const ria_overlay *o) {
  if (flock(o->base, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK)
    return ria_fail(RIA_ERROR_IO, "%s: is being written by another program", o->path);
  return RIA_SUCCESS;
}

hid_t ria_overlay_view(const char *path, int *unreadable) {
  ria_overlay *o = NULL;
  errno = 0;
  ria_status status = allocate(&o);
  if (status == RIA_SUCCESS)
    status = open_base(o, path);
  if (status == RIA_SUCCESS)
    status = lock_shared(o);
  *unreadable = status == RIA_SUCCESS ? 0 : errno ? errno : EIO;
  hid_t file = H5I_INVALID_HID, registered;
  if (status == RIA_SUCCESS) {
    hid_t access = access_to(o, &registered);
    file = H5Fopen(path, H5F_ACC_RDONLY, access);
    hid_t why = file < 0 ? H5Eget_current_stack() : H5I_INVALID_HID; /* the next HDF5 call clears
                                                                        the error stack */
    H5FDunregister(registered);
    H5Pclose(access);
    if (why >= 0)
      H5Eset_current_stack(why);
    *unreadable = file < 0 ? o->unreadable : 0;
  }
  ria_overlay_destroy(o); /* HDF5's file owns the overlay now */
  return file;
}

static const ria_overlay *overlay_of(hid_t file) {
  void *handle = NULL;
  return H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0 ? NULL : handle;
}

int ria_overlay_unreadable(hid_t file) {
  const ria_overlay *o = overlay_of(file);
  return o ? o->unreadable : 0;
}

ria_status ria_overlay_close(ria_overlay *o, hid_t file) {
  herr_t closed = H5Fclose(file);
  const char *name = o->path ? o->path : "a file in memory";
  if (o->no_memory)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its changes", name);
  if (o->unreadable)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", name, strerror(o->unreadable));
  if (closed < 0)
    return ria_fail(RIA_ERROR_IO, "%s: HDF5 cannot close it: %s", name, file5_reason());
  return RIA_SUCCESS;
}

void ria_overlay_destroy(ria_overlay *o) {
  if (!o || --o->owners)
    return;
  for (size_t i = 0; i < o->count; i++)
    free(o->list[i].bytes);
  if (o->base >= 0)
    close(o->base);
  free(o->list);
  free(o->path);
  free(o);
}

/* ---- content ---- */

uint64_t ria_overlay_size(const ria_overlay *o) {
  return o->size;
}

uint64_t ria_overlay_base_end(const ria_overlay *o) {
  return o->base_end;
}

uint64_t ria_overlay_base_size(const ria_overlay *o) {
  return o->base_size;
}

bool ria_overlay_changed(const ria_overlay *o, size_t *at, ria_byte_range *range,
                         const void **bytes) {
  if (*at >= o->count)
    return false;
  const page *p = &o->list[*at];
  uint64_t offset = p->number * PAGE;
  if (offset >= o->size) /* freed again before the function returns */
    return false;
  *range = (ria_byte_range){offset, o->size - offset < PAGE ? o->size - offset : PAGE};
  *bytes = p->bytes;
  ++*at;
  return true;
}

ria_status ria_overlay_read(const ria_overlay *o, uint64_t offset, void *bytes, size_t size) {
  return get(o, offset, bytes, size)
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", o->path, strerror(errno));
}

ria_status ria_overlay_sum(const ria_overlay *o, ria_seal_part *parts, size_t count) {
  char *buffer = malloc(PAGE);
  if (!buffer)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for checksums");
  ria_status status = RIA_SUCCESS;
  for (size_t i = 0; i < count && status == RIA_SUCCESS; i++) {
    parts[i].crc = 0;
    for (uint64_t done = 0; done < parts[i].size && status == RIA_SUCCESS; done += PAGE) {
      size_t size = parts[i].size - done < PAGE ? (size_t)(parts[i].size - done) : PAGE;
      status = ria_overlay_read(o, parts[i].offset + done, buffer, size);
      parts[i].crc = ria_crc(parts[i].crc, buffer, size);
    }
  }
  free(buffer);
  return status;
}

ria_status ria_overlay_write(const ria_overlay *o, int file, const char *path) {
  size_t at = 0;
  ria_byte_range range;
  const void *bytes;
  while (ria_overlay_changed(o, &at, &range, &bytes))
    RIA_TRY(ria_write_at(file, bytes, (size_t)range.size, (int64_t)range.offset, path));
  return RIA_SUCCESS;
}

/* ---- files without a seal ---- */

static bool is_of_ria(hid_t file) {
  char format[32];
  return H5Aexists(file, "format") > 0 &&
         file5_get_text(file, "format", format, sizeof format) == RIA_SUCCESS &&
         !strncmp(format, "ria ", 4);
}

ria_status ria_overlay_unsealed(hid_t file) {
  const ria_overlay *o = overlay_of(file);
  if (o && o->base_size > o->allocated && is_of_ria(file))
    return ria_fail(RIA_ERROR_CORRUPT, "the checksums at its end are damaged");
  return RIA_SUCCESS;
}
