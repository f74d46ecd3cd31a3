/* Values over time, tidal constituents and shapes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reader.h"
#include "ria/shape.h"
#include "ria/tide.h"
#include "units/units.h"

/* Names for suggestions in messages; ria_tide_speed() decides whether a name is known. */
static const char *const common_constituents[] = {"M2", "S2", "N2", "K2", "K1",
                                                  "O1", "P1", "Q1", "M4"};
enum { COMMON = sizeof common_constituents / sizeof common_constituents[0] };

static bool make_room(ria_reader *reader, int count, ria_series *series) {
  series->time = calloc((size_t)count, sizeof *series->time);
  series->value = calloc((size_t)count, sizeof *series->value);
  if (series->time && series->value) {
    series->count = count;
    return true;
  }
  ria_series_destroy(series);
  reader->memory.failed = true;
  return false;
}

/* Read a time of a series: since the start, or a date. */
static bool read_time(ria_reader *reader, ria_yaml *node, double *time) {
  static const ria_key key = {.kind = RIA_KEY_QUANTITY, .dimension = RIA_TIME};
  double epoch;
  if (node->kind != RIA_YAML_SCALAR || !units_instant(node->text, &epoch))
    return schema_reader_read_quantity(reader, &key, node, time);
  if (!reader->the_case->time.has_start) {
    ria_reader_reject(reader, node, "a date here needs 'time.start' to be given");
    return false;
  }
  *time = epoch - reader->the_case->time.start;
  ria_text text = {0};
  units_write(&text, RIA_TIME, *time);
  schema_reader_set_text(reader, node, &text, false);
  return true;
}

static void read_pairs(ria_reader *reader, const ria_key *key, ria_yaml *node, ria_series *series) {
  ria_key one = *key; /* each value is a quantity with the key's range */
  one.kind = RIA_KEY_QUANTITY;
  one.example = NULL;
  if (!node->count) {
    ria_reader_reject(reader, node, "this list is empty; expected at least one [time, value]");
    return;
  }
  if (!make_room(reader, node->count, series))
    return;
  bool ordered = true;
  for (int i = 0; i < node->count; i++) {
    ria_yaml *pair = node->value[i];
    size_t mark = ria_reader_enter_item(reader, i);
    if (pair->kind != RIA_YAML_LIST || pair->count != 2) {
      ria_reader_reject(reader, pair, "expected [time, value], got %s", ria_yaml_kind_text(pair));
    } else if (!read_time(reader, pair->value[0], &series->time[i]) ||
               !schema_reader_read_quantity(reader, &one, pair->value[1], &series->value[i])) {
      ordered = false; /* an error was reported, so the order is unknown */
    } else if (ordered && i > 0 && !node->value[i - 1]->bad &&
               series->time[i] <= series->time[i - 1]) {
      ria_reader_reject(reader, pair, "times must grow, but %s does not come after %s",
                        pair->value[0]->text, node->value[i - 1]->value[0]->text);
    }
    ria_reader_leave(reader, mark);
  }
}

/* The file's name in {file: x.csv}, which may also have `others` keys; NULL on an error. */
static const char *read_file_of(ria_reader *reader, const ria_key *key, ria_yaml *node,
                                int others) {
  ria_yaml *file = ria_yaml_get(node, "file");
  if (!file || node->count != 1 + others || file->kind != RIA_YAML_SCALAR ||
      ria_yaml_is_null(file)) {
    schema_reader_reject_value(reader, node, key, NULL);
    return NULL;
  }
  return schema_reader_read_file(reader, file);
}

void schema_reader_check_values(ria_reader *reader, const ria_key *key, ria_yaml *node,
                                const ria_series *series) {
  for (int i = 0; i < series->count; i++) {
    if (!isfinite(series->time[i])) {
      ria_reader_reject(reader, node,
                        "the file's times are dates, which need 'time.start' to be given");
      return;
    }
    if ((key->flags & RIA_KEY_LEAST) && series->value[i] < key->least) {
      ria_reader_reject(reader, node,
                        "the file's value number %d, %g, is too small; expected at least %g", i + 1,
                        series->value[i], key->least);
      return;
    }
    if (!schema_reader_judge(reader, key, node, series->value[i]))
      return;
  }
}

static bool read_fill(const ria_yaml *node, ria_series_form *form) {
  return node->kind == RIA_YAML_SCALAR && form->fills < RIA_SERIES_FILLS &&
         units_number(node->text, &form->fill[form->fills++]);
}

/* `nodata: -9999` declares a fill value in the file's unit, a list several of them; `none` declares
 * that there is none. */
static bool read_fills(ria_reader *reader, ria_yaml *node, ria_series_form *form) {
  bool good = true;
  form->declared = node != NULL;
  if (!node || (node->kind == RIA_YAML_SCALAR && !strcmp(node->text, "none")))
    return true;
  if (node->kind == RIA_YAML_LIST)
    for (int i = 0; i < node->count; i++)
      good &= read_fill(node->value[i], form);
  else
    good = read_fill(node, form);
  if (!good || !form->fills)
    ria_reader_reject(reader, node,
                      "expected the number that stands for missing values in the file, such as "
                      "-9999, a list of up to %d, or 'none'",
                      RIA_SERIES_FILLS);
  return good && form->fills;
}

/* Parts of a file that are read separately repeat the notes about its header. */
static bool is_told(const ria_case_errors *list, int i) {
  bool told = false;
  for (int j = 0; j < i; j++)
    told |= !strcmp(list->error[i].text, list->error[j].text);
  return told;
}

void schema_reader_tell(ria_reader *reader, const ria_yaml *node, ria_told *told) {
  for (int i = 0; i < told->warnings.count; i++)
    if (!is_told(&told->warnings, i))
      ria_reader_warn(reader, node, "%s", told->warnings.error[i].text);
  for (int i = 0; i < told->notes.count; i++)
    if (!is_told(&told->notes, i))
      ria_reader_note(reader, node, "%s", told->notes.error[i].text);
  ria_told_destroy(told);
}

static void read_csv(ria_reader *reader, const ria_key *key, ria_yaml *node, ria_series *series) {
  ria_yaml *fill = ria_yaml_get(node, "nodata");
  const char *path = read_file_of(reader, key, node, fill != NULL);
  const bool of_tracer = key->dimension == RIA_CONCENTRATION || key->dimension == RIA_RELEASE;
  ria_series_form form = {.start =
                              reader->the_case->time.has_start ? reader->the_case->time.start : NAN,
                          .dimension = key->dimension,
                          .scale = of_tracer ? reader->tracer_scale : 1};
  ria_told told = {0};
  if (!path || !read_fills(reader, fill, &form))
    return;
  if (ria_series_read_csv(path, &form, series, &told) != RIA_SUCCESS)
    ria_reader_reject(reader, node, "%s", ria_status_detail());
  else
    schema_reader_check_values(reader, key, node, series);
  schema_reader_tell(reader, node, &told);
}

void schema_reader_read_series(ria_reader *reader, const ria_key *key, ria_yaml *node,
                               ria_series *series) {
  double value;
  if (node->kind == RIA_YAML_LIST) {
    read_pairs(reader, key, node, series);
  } else if (node->kind == RIA_YAML_MAP) {
    read_csv(reader, key, node, series);
  } else if (schema_reader_read_quantity(reader, key, node, &value) &&
             make_room(reader, 1, series)) {
    series->value[0] = value;
  }
}

static void find_unknown_constituent(ria_reader *reader, ria_yaml *name) {
  const char *known[COMMON];
  int count = 0;
  for (int i = 0; i < COMMON; i++)
    if (!isnan(ria_tide_speed(common_constituents[i])))
      known[count++] = common_constituents[i];
  const char *nearest = ria_text_nearest(name->text, count, known);
  ria_text text = {0};
  ria_text_add(&text, "there is no constituent of that name");
  if (nearest)
    ria_text_add(&text, "; did you mean '%s'?", nearest);
  else
    for (int i = 0; i < count; i++)
      ria_text_add(&text, "%s%s", !i ? "; known are " : i + 1 < count ? ", " : " and ", known[i]);
  char *sentence = ria_text_take(&text);
  ria_reader_reject(reader, name, "%s", sentence ? sentence : "unknown constituent");
  free(sentence);
}

/* Read {amplitude: 1.2 m, phase: 77 deg}, or [1.2 m, 77 deg], which is replaced by the first form.
 */
static void read_constituent(ria_reader *reader, ria_yaml *name, ria_yaml *node,
                             ria_constituent *constituent) {
  static const ria_key keys[] = {
      {"amplitude", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED | RIA_KEY_LEAST, RIA_LENGTH,
       .offset = offsetof(ria_constituent, amplitude), .size = sizeof(double)},
      {"phase", RIA_KEY_QUANTITY, RIA_KEY_REQUIRED, RIA_ANGLE,
       .offset = offsetof(ria_constituent, phase), .size = sizeof(double)},
      {0}};
  if (strlen(name->text) >= sizeof constituent->name || isnan(ria_tide_speed(name->text))) {
    find_unknown_constituent(reader, name);
    return;
  }
  strcpy(constituent->name, name->text);
  if (node->kind == RIA_YAML_LIST && node->count == 2) {
    ria_yaml *amplitude = node->value[0], *phase = node->value[1];
    node->kind = RIA_YAML_MAP;
    node->count = node->room = 0;
    ria_yaml_put_text(&reader->memory, node, "amplitude", amplitude);
    ria_yaml_put_text(&reader->memory, node, "phase", phase);
  }
  schema_reader_read_map(reader, keys, node, constituent);
}

void schema_reader_judge_constituents(ria_reader *reader, ria_yaml *node, int count,
                                      const ria_constituent *constituent) {
  static const ria_key amplitude = {.name = "amplitude"}, phase = {.name = "phase"};
  bool usual = true;
  for (int i = 0; i < count && usual; i++) {
    size_t mark = ria_reader_enter(reader, constituent[i].name);
    size_t inner = ria_reader_enter(reader, amplitude.name);
    usual = schema_reader_judge(reader, &amplitude, node, constituent[i].amplitude);
    ria_reader_leave(reader, inner);
    ria_reader_enter(reader, phase.name);
    usual = schema_reader_judge(reader, &phase, node, constituent[i].phase) && usual;
    ria_reader_leave(reader, mark);
  }
}

static void read_table(ria_reader *reader, const char *path, ria_yaml *node, int *count,
                       ria_constituent **constituent) {
  ria_told told = {0};
  if (ria_tide_read_csv(path, count, constituent, &told) != RIA_SUCCESS)
    ria_reader_reject(reader, node, "%s", ria_status_detail());
  else
    schema_reader_judge_constituents(reader, node, *count, *constituent);
  schema_reader_tell(reader, node, &told);
}

void schema_reader_read_constituents(ria_reader *reader, const ria_key *key, ria_yaml *node,
                                     void *base) {
  int count = 0;
  ria_constituent *constituent = NULL;
  if (node->kind != RIA_YAML_MAP || !node->count) {
    schema_reader_reject_value(reader, node, key, NULL);
  } else if (ria_yaml_get(node, "file")) {
    const char *path = read_file_of(reader, key, node, 0);
    if (path)
      read_table(reader, path, node, &count, &constituent);
  } else {
    constituent = calloc((size_t)node->count, sizeof *constituent);
    if (!constituent) {
      reader->memory.failed = true;
      return;
    }
    count = node->count;
    for (int i = 0; i < count; i++) {
      size_t mark = ria_reader_enter(reader, node->key[i]->text);
      read_constituent(reader, node->key[i], node->value[i], &constituent[i]);
      ria_reader_leave(reader, mark);
    }
  }
  memcpy((char *)base + key->offset, &constituent, sizeof constituent);
  memcpy((char *)base + key->count, &count, sizeof count);
}

enum { SHAPES = 64 };

static const ria_shape_info *find_shape(ria_reader *reader, const ria_key *key, ria_yaml *kind) {
  const ria_shape_info *shapes = key->kind == RIA_KEY_BED_SHAPE ? ria_bed_shapes : ria_start_shapes;
  const char *names[SHAPES + 1] = {NULL};
  int count = 0;
  for (; shapes[count].name && count < SHAPES; count++) {
    names[count] = shapes[count].name;
    if (kind->kind == RIA_YAML_SCALAR && !strcmp(kind->text, names[count]))
      return &shapes[count];
  }
  ria_key choice = {.kind = RIA_KEY_CHOICE, .choices = names};
  ria_text why = {0};
  const char *nearest =
      kind->kind == RIA_YAML_SCALAR ? ria_text_nearest(kind->text, count, names) : NULL;
  if (nearest)
    ria_text_add(&why, "; did you mean '%s'?", nearest);
  schema_reader_reject_value(reader, kind, &choice, &why);
  return NULL;
}

/* The range of a size that is a divisor in a shape's formula. Sizes of a tilt and a channel may be
 * negative (a falling tilt, a channel to the west). A column's radius is not a divisor. */
static unsigned range_of_size(const char *shape, const char *parameter) {
  static const char *const size[] = {"radius", "half_width",  "length",
                                     "width",  "creek_width", "period"};
  const bool any_sign = !strcmp(shape, "tilt") || !strcmp(shape, "standing_tide");
  for (size_t i = 0; i < sizeof size / sizeof *size && strcmp(shape, "column"); i++)
    if (!strcmp(parameter, size[i]))
      return any_sign && strcmp(parameter, "period") ? RIA_KEY_NOT_ZERO : RIA_KEY_ABOVE;
  return 0;
}

/* Build a schema of the shape's parameters, so that they are read like other keys. */
void schema_reader_read_shape(ria_reader *reader, const ria_key *key, ria_yaml *node,
                              ria_case_shape *shape) {
  ria_yaml *kind = ria_yaml_get(node, "kind");
  if (node->kind != RIA_YAML_MAP || ria_yaml_is_null(kind)) {
    schema_reader_reject_value(reader, node, key, NULL);
    return;
  }
  size_t mark = ria_reader_enter(reader, "kind");
  const ria_shape_info *info = find_shape(reader, key, kind);
  ria_reader_leave(reader, mark);
  if (!info)
    return;
  ria_key keys[RIA_SHAPE_PARAMETERS + 2] = {{0}};
  char fallback[RIA_SHAPE_PARAMETERS][64];
  const char *choice[] = {info->name, NULL};
  ria_case_shape spare = {0};
  keys[0] = (ria_key){.name = "kind",
                      .kind = RIA_KEY_CHOICE,
                      .choices = choice,
                      .offset = offsetof(ria_case_shape, kind),
                      .size = sizeof(int)};
  for (int i = 0; i < RIA_SHAPE_PARAMETERS && info->parameter[i].name; i++) {
    ria_key *k = &keys[i + 1];
    double factor;
    *k = (ria_key){.name = info->parameter[i].name,
                   .kind = RIA_KEY_QUANTITY,
                   .offset = offsetof(ria_case_shape, p) + (size_t)i * sizeof(double),
                   .size = sizeof(double)};
    units_find(info->parameter[i].unit, &k->dimension, &factor);
    if (isnan(info->parameter[i].fallback)) {
      k->flags = RIA_KEY_REQUIRED;
    } else {
      ria_text text = {0};
      units_write(&text, k->dimension, info->parameter[i].fallback);
      snprintf(fallback[i], sizeof fallback[i], "%s", text.data ? text.data : "0");
      ria_text_destroy(&text);
      k->fallback = fallback[i];
    }
    k->flags |= range_of_size(info->name, k->name);
  }
  schema_reader_read_map(reader, keys, node, &spare);
  snprintf(spare.kind, sizeof spare.kind, "%s", info->name);
  *shape = spare;
}
