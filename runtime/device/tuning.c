#include "ria/tuning.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/exact_math.h"
#include "ria/folders.h"
#include "ria/number.h"

enum { WORD = 64, NAME = 128, LINE = 512 };

typedef struct {
  char kernel[WORD], target[WORD], strategy[WORD], precision[WORD], device[NAME];
  double cells;
  ria_shape shape;
} entry;

struct ria_tuning {
  int count;
  entry *item; /* [count], owned */
};

static const double nearly = 4; /* factor in size, larger or smaller */

const char *ria_tuning_path(char *path, size_t size) {
  const char *file = getenv("RIA_TUNING"), *caches = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  int length = 0;
  *path = '\0';
  if (file && *file)
    length = snprintf(path, size, "%s", file);
  else if (caches && *caches == '/') /* XDG folders must have absolute paths */
    length = snprintf(path, size, "%s/ria/tuning", caches);
  else if (home && *home)
    length = snprintf(path, size, "%s/.cache/ria/tuning", home);
  if (length < 0 || (size_t)length >= size)
    *path = '\0';
  return path;
}

static const char *precision_name(ria_precision precision) {
  return precision == RIA_SINGLE ? "single" : "double";
}

static bool parse(const char *line, entry *e) {
  int device = 0;
  if (ria_sscanf(line, "%63s %63s %63s %63s %lf %dx%dx%d %n", e->kernel, e->target, e->strategy,
                 e->precision, &e->cells, &e->shape.columns, &e->shape.rows, &e->shape.warps,
                 &device) != 8)
    return false;
  const size_t length = strlen(line + device);
  if (!device || !length || length >= sizeof e->device)
    return false;
  memcpy(e->device, line + device, length + 1);
  return e->cells >= 1 && e->shape.columns > 0 && e->shape.rows > 0 && e->shape.warps > 0;
}

static ria_status add(ria_tuning *t, const entry *e) {
  entry *grown = realloc(t->item, (size_t)(t->count + 1) * sizeof *grown);
  if (!grown)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for tuned shapes");
  t->item = grown;
  t->item[t->count++] = *e;
  return RIA_SUCCESS;
}

static ria_status read_lines(const char *path, FILE *file, ria_tuning *t) {
  char line[LINE];
  for (int number = 1; fgets(line, sizeof line, file); number++) {
    const size_t length = strcspn(line, "\n");
    const bool whole = line[length] == '\n' || feof(file);
    line[length] = '\0';
    entry e;
    if (!*line || *line == '#')
      continue;
    if (!whole || !parse(line, &e))
      return ria_fail(RIA_ERROR_FORMAT,
                      "%s:%d: not a tuned shape; delete the file, and `ria bench KERNEL --target "
                      "cuda --tune` writes a new one",
                      path, number);
    RIA_TRY(add(t, &e));
  }
  return ferror(file) ? ria_fail(RIA_ERROR_IO, "%s: cannot be read", path) : RIA_SUCCESS;
}

ria_status ria_tuning_read(const char *path, ria_tuning **tuning) {
  ria_tuning *t = calloc(1, sizeof *t);
  *tuning = NULL;
  if (!t)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for tuned shapes");
  FILE *file = *path ? fopen(path, "r") : NULL;
  ria_status status = RIA_SUCCESS;
  if (file) {
    status = read_lines(path, file, t);
    fclose(file);
  } else if (*path && errno != ENOENT && errno != ENOTDIR) {
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", path, strerror(errno));
  }
  if (status == RIA_SUCCESS)
    *tuning = t;
  else
    ria_tuning_destroy(t);
  return status;
}

void ria_tuning_destroy(ria_tuning *t) {
  if (!t)
    return;
  free(t->item);
  free(t);
}

/* Whether an entry has the same key, for any size. */
static bool is_of(const entry *e, const ria_tuned *w) {
  return !strcmp(e->kernel, w->kernel->name) &&
         !strcmp(e->target, w->implementation->target->name) &&
         !strcmp(e->strategy, w->implementation->strategy) &&
         !strcmp(e->precision, precision_name(w->precision)) && !strcmp(e->device, w->device);
}

static bool is_offered(const ria_tuned *w, ria_shape shape) {
  const ria_shape *offer = ria_device_functions_of(w->implementation, w->precision)->shapes;
  for (; offer && offer->columns; offer++)
    if (offer->columns == shape.columns && offer->rows == shape.rows && offer->warps == shape.warps)
      return true;
  return false;
}

ria_shape ria_tuning_shape(const ria_tuning *t, const ria_tuned *wanted) {
  ria_shape best = {0, 0, 0};
  double nearest = ria_log(nearly) * (1 + 1e-12);
  for (int i = 0; t && i < t->count; i++) {
    const entry *e = &t->item[i];
    const double far = fabs(ria_log(e->cells / wanted->cells));
    if (far <= nearest && is_of(e, wanted) && is_offered(wanted, e->shape)) {
      nearest = far;
      best = e->shape;
    }
  }
  return best;
}

static ria_status make_folders(const char *path) {
  const int length = (int)ria_folders_make_above(path, 1, 0777, false);
  if (length)
    return ria_fail(RIA_ERROR_IO, "%.*s: cannot be made: %s", length, path, strerror(errno));
  return RIA_SUCCESS;
}

static void write_entries(FILE *file, const ria_tuning *t) {
  fprintf(file, "# Shapes that `ria bench KERNEL --target cuda --tune` found fastest:\n"
                "# kernel, target, strategy, precision, cells, columns x rows x warps, device.\n");
  for (int i = 0; i < t->count; i++) {
    const entry *e = &t->item[i];
    ria_fprintf(file, "%s %s %s %s %.0f %dx%dx%d %s\n", e->kernel, e->target, e->strategy,
                e->precision, e->cells, e->shape.columns, e->shape.rows, e->shape.warps, e->device);
  }
}

static ria_status write_file(const char *path, const char *fresh, const ria_tuning *t) {
  FILE *file = fopen(fresh, "w");
  if (!file)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", fresh, strerror(errno));
  write_entries(file, t);
  const bool failed = ferror(file);
  if (fclose(file) || failed || rename(fresh, path)) {
    const int error = errno;
    unlink(fresh);
    return ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", path, strerror(error));
  }
  return RIA_SUCCESS;
}

/* Replaces an entry with the same key. */
static ria_status put(ria_tuning *t, const ria_tuned *tuned, ria_shape shape) {
  entry e = {.cells = tuned->cells, .shape = shape};
  snprintf(e.kernel, sizeof e.kernel, "%s", tuned->kernel->name);
  snprintf(e.target, sizeof e.target, "%s", tuned->implementation->target->name);
  snprintf(e.strategy, sizeof e.strategy, "%s", tuned->implementation->strategy);
  snprintf(e.precision, sizeof e.precision, "%s", precision_name(tuned->precision));
  snprintf(e.device, sizeof e.device, "%s", tuned->device);
  for (int i = 0; i < t->count; i++)
    if (is_of(&t->item[i], tuned) && t->item[i].cells == tuned->cells) {
      t->item[i] = e;
      return RIA_SUCCESS;
    }
  return add(t, &e);
}

ria_status ria_tuning_keep(const char *path, const ria_tuned *tuned, ria_shape shape) {
  if (!*path)
    return ria_fail(RIA_ERROR_ARGUMENT, "no file for tuned shapes: set RIA_TUNING or HOME");
  ria_tuning *t = NULL;
  if (ria_tuning_read(path, &t) != RIA_SUCCESS)
    RIA_TRY(ria_tuning_read("", &t));
  char *fresh = NULL;
  ria_status status = put(t, tuned, shape);
  if (status == RIA_SUCCESS && asprintf(&fresh, "%s.%ld.new", path, (long)getpid()) < 0) {
    fresh = NULL;
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for a file name");
  }
  if (status == RIA_SUCCESS)
    status = make_folders(path);
  if (status == RIA_SUCCESS)
    status = write_file(path, fresh, t);
  free(fresh);
  ria_tuning_destroy(t);
  return status;
}
