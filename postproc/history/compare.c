#include "ria/compare.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "field_file.h"

/* ---- one field ---- */

typedef struct {
  history_field_reader reader[2];
  void *stored[2]; /* as in the file */
  double *value[2];
  size_t bytes;
  bool same_type;
} pair;

static ria_status pair_open(const ria_field_file *file[2], const ria_field *field[2], pair *p) {
  *p = (pair){.same_type = !strcmp(field[0]->type, field[1]->type)};
  for (int i = 0; i < 2; i++)
    p->reader[i] = (history_field_reader){.id = -1, .space = -1, .type = -1};
  for (int i = 0; i < 2; i++) {
    RIA_TRY(history_field_reader_open(file[i], field[i], &p->reader[i]));
    size_t room = (size_t)history_field_reader_room(&p->reader[i]);
    p->stored[i] = malloc(room * sizeof(double) + 1);
    p->value[i] = malloc(room * sizeof(double) + 1);
    if (!p->stored[i] || !p->value[i])
      return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for %s", file[i]->path, field[i]->name);
  }
  p->bytes = H5Tget_size(p->reader[0].type);
  return RIA_SUCCESS;
}

static void pair_close(pair *p) {
  for (int i = 0; i < 2; i++) {
    history_field_reader_close(&p->reader[i]);
    free(p->stored[i]);
    free(p->value[i]);
  }
}

static bool cell_differs(const pair *p, int64_t c) {
  if (!p->same_type) {
    double a = p->value[0][c], b = p->value[1][c];
    return !(a == b || (isnan(a) && isnan(b)));
  }
  const char *a = p->stored[0], *b = p->stored[1];
  return memcmp(a + (size_t)c * p->bytes, b + (size_t)c * p->bytes, p->bytes) != 0;
}

/* The cell's indices in the field's order. */
static void locate(int64_t cell, const ria_field *field, int64_t *at) {
  for (int k = field->rank - 1; k >= 0; k--) {
    at[k] = cell % field->size[k];
    cell /= field->size[k];
  }
}

static bool is_beyond(double gap, double scale, const ria_tolerance *t) {
  if (!t)
    return true;
  return !(gap <= t->absolute) && !(isfinite(gap) && gap <= t->relative * scale);
}

/* Returns whether this cell has the largest difference so far. */
static bool weigh_cell(double a, double b, const ria_tolerance *t, ria_field_difference *d) {
  double gap = 0, scale = fmax(fabs(a), fabs(b));
  if (isnan(a) != isnan(b))
    gap = INFINITY;
  else if (!isnan(a) && a != b)
    gap = fabs(a - b);
  double relative = gap == 0 ? 0 : isinf(gap) ? INFINITY : gap / scale;
  const bool most = d->count == 1 || gap > d->max_abs;
  d->max_abs = gap > d->max_abs ? gap : d->max_abs;
  d->max_rel = relative > d->max_rel ? relative : d->max_rel;
  d->l1 += gap; /* a sum until all cells are done */
  d->beyond += is_beyond(gap, scale, t);
  return most;
}

static void weigh_part(const pair *p, int64_t start, int64_t cells, const ria_field *field,
                       const ria_tolerance *tolerance, ria_field_difference *d) {
  for (int64_t c = 0; c < cells; c++) {
    if (!cell_differs(p, c))
      continue;
    if (!d->count++)
      locate(start + c, field, d->first);
    if (!weigh_cell(p->value[0][c], p->value[1][c], tolerance, d))
      continue;
    locate(start + c, field, d->worst);
    d->a = p->value[0][c];
    d->b = p->value[1][c];
  }
}

static ria_status weigh_field(pair *p, const ria_field *field, const ria_tolerance *tolerance,
                              ria_field_difference *d) {
  int64_t start = 0;
  for (int64_t first = 0; first < p->reader[0].slabs; first += p->reader[0].step) {
    int64_t cells = 0;
    for (int i = 0; i < 2; i++)
      RIA_TRY(history_field_reader_read(&p->reader[i], first, p->stored[i], &cells));
    /* Most comparisons are between equal files, which then cost one memcmp. */
    if (!p->same_type || memcmp(p->stored[0], p->stored[1], (size_t)cells * p->bytes)) {
      for (int i = 0; i < 2; i++) {
        memcpy(p->value[i], p->stored[i], (size_t)cells * H5Tget_size(p->reader[i].type));
        RIA_TRY(history_field_reader_convert(&p->reader[i], cells, p->value[i]));
      }
      weigh_part(p, start, cells, field, tolerance, d);
    }
    start += cells;
  }
  d->l1 = d->cells ? d->l1 / (double)d->cells : 0;
  return RIA_SUCCESS;
}

static ria_status compare_field(const ria_field_file *file[2], const ria_field *field[2],
                                const ria_tolerance *tolerance, ria_field_difference *d) {
  d->rank = field[0]->rank;
  d->cells = field[0]->cells;
  if (field[0]->rank != field[1]->rank ||
      memcmp(field[0]->size, field[1]->size, sizeof field[0]->size)) {
    d->verdict = RIA_FIELD_SHAPE;
    return RIA_SUCCESS;
  }
  pair p;
  ria_status status = pair_open(file, field, &p);
  if (status == RIA_SUCCESS)
    status = weigh_field(&p, field[0], tolerance, d);
  d->verdict = !p.same_type ? RIA_FIELD_TYPE : d->count ? RIA_FIELD_DIFFERENT : RIA_FIELD_IDENTICAL;
  pair_close(&p);
  return status;
}

/* ---- the files ---- */

/* Attributes that describe the fields and the state to continue from. Dates, hosts and programs are
 * ignored. */
static const char *const compared[] = {"format", "version", "solver", "case_hash", "precision",
                                       "x0",     "y0",      "dx",     "dy",        "time",
                                       "dt",     "rate",    "steps"};

static char *copy(const char *text) {
  return text ? strdup(text) : NULL;
}

static ria_status compare_attributes(const ria_field_file *file[2], ria_difference *d) {
  enum { COUNT = sizeof compared / sizeof *compared };
  d->attribute = calloc(COUNT, sizeof *d->attribute);
  if (!d->attribute)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a comparison");
  for (int i = 0; i < COUNT; i++) {
    const char *a = ria_field_file_attribute(file[0], compared[i]);
    const char *b = ria_field_file_attribute(file[1], compared[i]);
    if ((!a && !b) || (a && b && !strcmp(a, b)))
      continue;
    d->attribute[d->attributes++] = (ria_attribute_difference){copy(compared[i]), copy(a), copy(b)};
  }
  return RIA_SUCCESS;
}

typedef struct {
  int count;
  const ria_tolerance *tolerance;
} tolerance_list;

static bool is_named(const char *field, const char *name) {
  const char *slash = strrchr(field, '/');
  return !strcmp(field, name) || (slash && !strcmp(slash + 1, name));
}

static const ria_tolerance *tolerance_of(const tolerance_list *list, const char *field) {
  const ria_tolerance *own = NULL, *common = NULL;
  for (int i = 0; i < list->count; i++)
    if (!list->tolerance[i].field)
      common = &list->tolerance[i];
    else if (is_named(field, list->tolerance[i].field))
      own = &list->tolerance[i];
  return own ? own : common;
}

static ria_status check_names(const ria_difference *d, const tolerance_list *list) {
  for (int i = 0; i < list->count; i++) {
    const char *name = list->tolerance[i].field;
    int f = 0;
    while (name && f < d->fields && !is_named(d->field[f].name, name))
      f++;
    if (name && f == d->fields)
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "neither file has a field '%s' for a tolerance; `ria info` lists them", name);
  }
  return RIA_SUCCESS;
}

/* A checkpoint has tracked fields only if its run wrote a history. */
static bool is_tracked(const ria_field *field) {
  static const char group[] = "tracked/";
  return !strncmp(field->name, group, sizeof group - 1);
}

static ria_status compare_fields(const ria_field_file *file[2], const tolerance_list *list,
                                 ria_difference *d) {
  d->field = calloc((size_t)(file[0]->fields + file[1]->fields) + 1, sizeof *d->field);
  if (!d->field)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a comparison");
  int i = 0, j = 0;
  while (i < file[0]->fields || j < file[1]->fields) {
    const ria_field *a = i < file[0]->fields ? &file[0]->field[i] : NULL;
    const ria_field *b = j < file[1]->fields ? &file[1]->field[j] : NULL;
    int order = !a ? 1 : !b ? -1 : strcmp(a->name, b->name);
    if (order && is_tracked(order < 0 ? a : b)) {
      i += order < 0;
      j += order > 0;
      continue;
    }
    ria_field_difference *f = &d->field[d->fields++];
    f->name = strdup(order <= 0 ? a->name : b->name);
    if (!f->name)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a comparison");
    if (order)
      f->verdict = order < 0 ? RIA_FIELD_ONLY_A : RIA_FIELD_ONLY_B;
    else
      RIA_TRY(compare_field(file, (const ria_field *[2]){a, b}, tolerance_of(list, f->name), f));
    i += order <= 0;
    j += order >= 0;
  }
  return check_names(d, list);
}

ria_status ria_compare_files(const char *a, const char *b, ria_difference *difference) {
  return ria_compare_files_within(a, b, 0, NULL, difference);
}

ria_status ria_compare_files_within(const char *a, const char *b, int tolerances,
                                    const ria_tolerance *tolerance, ria_difference *difference) {
  const tolerance_list list = {tolerances, tolerance};
  *difference = (ria_difference){0};
  ria_field_file file[2];
  RIA_TRY(ria_field_file_open(a, &file[0]));
  ria_status status = ria_field_file_open(b, &file[1]);
  if (status == RIA_SUCCESS) {
    const ria_field_file *both[2] = {&file[0], &file[1]};
    status = compare_attributes(both, difference);
    if (status == RIA_SUCCESS)
      status = compare_fields(both, &list, difference);
    ria_field_file_close(&file[1]);
  }
  ria_field_file_close(&file[0]);
  difference->identical = !difference->attributes;
  for (int f = 0; f < difference->fields; f++)
    if (difference->field[f].verdict != RIA_FIELD_IDENTICAL)
      difference->identical = false;
  if (status != RIA_SUCCESS)
    ria_difference_destroy(difference);
  return status;
}

bool ria_difference_is_tolerated(const ria_difference *d) {
  for (int f = 0; f < d->fields; f++)
    if (d->field[f].verdict >= RIA_FIELD_SHAPE || d->field[f].beyond)
      return false;
  return true;
}

void ria_difference_destroy(ria_difference *d) {
  for (int f = 0; f < d->fields; f++)
    free(d->field[f].name);
  for (int a = 0; a < d->attributes; a++) {
    free(d->attribute[a].name);
    free(d->attribute[a].a);
    free(d->attribute[a].b);
  }
  free(d->field);
  free(d->attribute);
  *d = (ria_difference){0};
}
