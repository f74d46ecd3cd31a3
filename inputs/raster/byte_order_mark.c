#include "byte_order_mark.h"
#include <cpl_conv.h>
#include <cpl_vsi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const unsigned char mark[3] = {0xEF, 0xBB, 0xBF};

/* Open the file if it begins with the mark; *size excludes the mark. */
static FILE *open_marked(const char *path, long *size) {
  struct stat info;
  unsigned char start[sizeof mark];
  if (stat(path, &info) || !S_ISREG(info.st_mode))
    return NULL;
  FILE *file = fopen(path, "re");
  if (file && fread(start, 1, sizeof start, file) == sizeof start &&
      !memcmp(start, mark, sizeof mark)) {
    *size = (long)info.st_size - (long)sizeof mark;
    return file;
  }
  if (file)
    fclose(file);
  return NULL;
}

/* Copy the rest to a file in GDAL's memory. */
static ria_status copy_rest(FILE *file, long size, const char *path, const char *copy) {
  char *data = VSIMalloc((size_t)size + 1);
  if (!data)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %s", path);
  const size_t got = fread(data, 1, (size_t)size, file);
  VSILFILE *made = VSIFileFromMemBuffer(copy, (GByte *)data, got, true);
  if (!made) {
    VSIFree(data);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %s", path);
  }
  VSIFCloseL(made);
  return RIA_SUCCESS;
}

/* "bed.asc" to "bed.prj". */
static char *beside(const char *path) {
  const char *dot = strrchr(path, '.');
  char *name = NULL;
  return dot && asprintf(&name, "%.*s.prj", (int)(dot - path), path) >= 0 ? name : NULL;
}

/* Without its .prj file the grid's CRS would be unknown. */
static void copy_projection(const char *path, const char *copy) {
  char *from = beside(path), *to = beside(copy);
  long size;
  FILE *marked = from && to ? open_marked(from, &size) : NULL;
  if (marked) {
    (void)copy_rest(marked, size, from, to);
    fclose(marked);
  } else if (from && to) {
    CPLCopyFile(to, from);
  }
  free(from);
  free(to);
}

ria_status raster_mark_skip(const char *path, char **copy) {
  long size;
  *copy = NULL;
  FILE *file = open_marked(path, &size);
  if (!file)
    return RIA_SUCCESS;
  const char *slash = strrchr(path, '/');
  char *name = NULL;
  ria_status status = RIA_SUCCESS;
  if (asprintf(&name, "/vsimem/ria-%p/%s", (void *)copy, slash ? slash + 1 : path) < 0)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for %s", path);
  else
    status = copy_rest(file, size, path, name);
  fclose(file);
  if (status == RIA_SUCCESS) {
    copy_projection(path, name);
    *copy = name;
  } else {
    free(name);
  }
  return status;
}

void raster_mark_forget(char *copy) {
  if (!copy)
    return;
  char *projection = beside(copy);
  if (projection)
    VSIUnlink(projection);
  VSIUnlink(copy);
  free(projection);
  free(copy);
}
