#include "files.h"
#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/durable.h"
#include "ria/text.h"

enum { DEPTH = 6, FILES = 5000, ENTRIES = 100000, TAIL = 16384 };

/* --- folders --- */

static bool kind_of(const char *name, file_kind *kind) {
  if (!strcmp(name, "provenance.yaml"))
    *kind = FILE_PROVENANCE;
  else if (ria_text_ends_in(name, ".md"))
    *kind = FILE_TABLE;
  else if (ria_text_ends_in(name, ".png") || ria_text_ends_in(name, ".svg"))
    *kind = FILE_PICTURE;
  else if (ria_text_ends_in(name, ".mp4"))
    *kind = FILE_FILM;
  else
    return false;
  return true;
}

/* Bytes before the number in NAME-0123.png; 0 without a number. */
static size_t series_of(const char *name) {
  const char *dot = strrchr(name, '.');
  const char *digit = dot;
  while (digit && digit > name && digit[-1] >= '0' && digit[-1] <= '9')
    digit--;
  if (!dot || dot - digit < 4 || digit == name || digit[-1] != '-')
    return 0;
  return (size_t)(digit - name);
}

static bool continues(const left_file *last, const left_file *f) {
  size_t n = series_of(f->name);
  return n && last->kind == FILE_PICTURE && f->kind == FILE_PICTURE && series_of(last->name) == n &&
         !strncmp(last->name, f->name, n) &&
         !strcmp(strrchr(last->name, '.'), strrchr(f->name, '.'));
}

static ria_status add(left_files *files, file_kind kind, const char *path) {
  if (files->count == files->room) {
    int room = files->room ? 2 * files->room : 16;
    left_file *more = realloc(files->item, (size_t)room * sizeof *more);
    if (!more)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a report");
    files->item = more;
    files->room = room;
  }
  char *copy = strdup(path);
  if (!copy)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a report");
  files->item[files->count++] = (left_file){.kind = kind, .path = copy, .series = 1};
  return RIA_SUCCESS;
}

static int by_path(const void *a, const void *b) {
  return strverscmp(((const left_file *)a)->path, ((const left_file *)b)->path);
}

/* Whether NAME.png and NAME.svg show the same chart. */
static bool is_same_chart(const left_file *png, const left_file *svg) {
  size_t n = strlen(png->name);
  return n == strlen(svg->name) && ria_text_ends_in(png->name, ".png") &&
         ria_text_ends_in(svg->name, ".svg") && !strncmp(png->name, svg->name, n - 3);
}

/* Keeps the last picture of a series, and the SVG of a chart. */
static void merge_series(left_files *files) {
  int kept = 0;
  for (int i = 0; i < files->count; i++) {
    left_file *f = &files->item[i];
    if (kept && continues(&files->item[kept - 1], f)) {
      f->series = files->item[kept - 1].series + 1;
      free(files->item[--kept].path);
    } else if (kept && is_same_chart(&files->item[kept - 1], f)) {
      free(files->item[--kept].path);
    }
    files->item[kept++] = *f;
  }
  files->count = kept;
}

static ria_status walk(FTS *tree, left_files *files) {
  FTSENT *e;
  for (int entries = 0; (e = fts_read(tree)) && entries < ENTRIES; entries++) {
    file_kind kind;
    if (e->fts_info == FTS_D && e->fts_level > 0 &&
        (e->fts_level > DEPTH || e->fts_name[0] == '.' || !strcmp(e->fts_name, "checkpoints")))
      fts_set(tree, e, FTS_SKIP);
    else if (e->fts_info == FTS_F && files->count < FILES && kind_of(e->fts_name, &kind))
      RIA_TRY(add(files, kind, e->fts_path));
  }
  return RIA_SUCCESS;
}

ria_status left_files_find(const char *folder, left_files *files) {
  char *paths[] = {strdup(folder), NULL};
  *files = (left_files){0};
  if (!paths[0])
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a report");
  FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  ria_status status = tree ? walk(tree, files) : RIA_SUCCESS;
  if (tree)
    fts_close(tree);
  free(paths[0]);
  if (files->count)
    qsort(files->item, (size_t)files->count, sizeof *files->item, by_path);
  for (int i = 0; i < files->count; i++)
    files->item[i].name = files->item[i].path + strlen(folder) + 1;
  merge_series(files);
  return status;
}

void left_files_destroy(left_files *files) {
  for (int i = 0; i < files->count; i++)
    free(files->item[i].path);
  free(files->item);
  *files = (left_files){0};
}

/* --- texts --- */

/* Reads up to `most` bytes from `start`. */
static char *read_part(int file, off_t start, size_t most, size_t *length) {
  char *data = malloc(most + 1);
  *length = 0;
  while (data && *length < most) {
    ssize_t n = pread(file, data + *length, most - *length, start + (off_t)*length);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    *length += (size_t)n;
  }
  if (data)
    data[*length] = '\0';
  return data;
}

char *file_head(const char *path, size_t most, size_t *length) {
  int64_t size;
  int file = ria_open_regular(path, &size);
  if (file < 0)
    return NULL;
  char *data = read_part(file, 0, (size_t)size < most ? (size_t)size : most, length);
  close(file);
  return data;
}

char *file_tail(const char *path, int lines, size_t *length) {
  int64_t size;
  int file = ria_open_regular(path, &size);
  if (file < 0)
    return NULL;
  off_t start = size > TAIL ? size - TAIL : 0;
  char *data = read_part(file, start, TAIL, length);
  close(file);
  if (!data)
    return NULL;
  size_t from = *length;
  while (from && (data[from - 1] != '\n' || from == *length || lines-- > 1))
    from--;
  *length -= from;
  memmove(data, data + from, *length + 1);
  return data;
}
