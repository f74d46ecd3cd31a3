/* Single values: text to number, enum, place, ... */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <ctype.h>
#include "reader.h"
#include "units/units.h"

enum { TEXT_BYTES = 200, SCRIPT_BYTES = 1 << 20, TEXTS = 10000 };

static bool is_scalar(ria_reader *reader, const ria_key *key, ria_yaml *node) {
  if (node->kind == RIA_YAML_SCALAR && !ria_yaml_is_null(node))
    return true;
  schema_reader_reject_value(reader, node, key, NULL);
  return false;
}

static bool in_range(ria_reader *reader, const ria_key *key, ria_yaml *node, double value) {
  bool low = ((key->flags & RIA_KEY_LEAST) && value < key->least) ||
             ((key->flags & RIA_KEY_ABOVE) && value <= key->least) ||
             ((key->flags & RIA_KEY_NOT_ZERO) && value == 0);
  bool high = (key->flags & RIA_KEY_MOST) && value > key->most;
  if (!low && !high)
    return true;
  ria_text text = {0};
  ria_text_add_quoted(&text, node->text);
  ria_text_add(&text, " is too %s; expected ", low ? "small" : "large");
  schema_describe(&text, key, true, false);
  char *sentence = ria_text_take(&text);
  ria_reader_reject(reader, node, "%s", sentence ? sentence : "out of range");
  free(sentence);
  return false;
}

/* Concentrations and releases are in the tracer's unit. If ria knows this unit, it converts other
 * units of the same dimension. */
static bool read_of_tracer(ria_reader *reader, const ria_key *key, ria_yaml *node, double *value) {
  if (units_number(node->text, value))
    return true;
  ria_text why = {0};
  if (reader->tracer_scale > 0) {
    units_result result = units_read(node->text, key->dimension, value);
    if (result.fault == UNITS_FINE) {
      *value /= reader->tracer_scale;
      if (isfinite(*value))
        return true;
      result.fault = UNITS_NOT_FINITE;
    }
    units_explain(&why, &result, key->dimension);
  } else {
    size_t length = strlen(node->text), unit = strlen(reader->tracer_unit);
    if (key->dimension == RIA_CONCENTRATION && unit < length &&
        !strcmp(node->text + length - unit, reader->tracer_unit)) {
      char *number = ria_yaml_copy_text(&reader->memory, node->text, length - unit);
      if (number && units_number(number, value))
        return true;
    }
    ria_text_add(&why, "; the tracer's unit is '");
    ria_text_add_quoted(&why, reader->tracer_unit);
    ria_text_add(&why, "', which is no mass by volume such as g/m3");
  }
  schema_reader_reject_value(reader, node, key, &why);
  return false;
}

bool schema_reader_judge(ria_reader *reader, const ria_key *key, ria_yaml *place, double value) {
  return !reader->judge || reader->judge(reader, key, place, value);
}

bool schema_reader_read_quantity(ria_reader *reader, const ria_key *key, ria_yaml *node,
                                 double *value) {
  if (!is_scalar(reader, key, node))
    return false;
  double read = 0;
  if (key->dimension == RIA_CONCENTRATION || key->dimension == RIA_RELEASE) {
    if (!read_of_tracer(reader, key, node, &read))
      return false;
  } else {
    units_result result = units_read(node->text, key->dimension, &read);
    if (result.fault != UNITS_FINE) {
      ria_text why = {0};
      units_explain(&why, &result, key->dimension);
      schema_reader_reject_value(reader, node, key, &why);
      return false;
    }
  }
  if (!in_range(reader, key, node, read) ||
      (!schema_reader_judge(reader, key, node, read) && node->bad))
    return false;
  *value = read + 0.0;
  ria_text text = {0};
  units_write(&text, key->dimension, *value);
  schema_reader_set_text(reader, node, &text, false);
  return true;
}

static bool read_whole(const char *text, long long *value) {
  char *end;
  errno = 0;
  *value = strtoll(text, &end, 10);
  return end != text && !errno && !isspace((unsigned char)*text) && !*end;
}

static void store_whole(void *object, size_t size, long long value) {
  if (size == sizeof(int))
    *(int *)object = (int)value;
  else
    *(int64_t *)object = value;
}

/* "true" or another word for it: 1, "false": 0, else -1. */
static int bool_of(const char *text) {
  static const char *const words[2][4] = {{"false", "no", "off", "n"}, {"true", "yes", "on", "y"}};
  for (int value = 0; value < 2; value++)
    for (int i = 0; i < 4; i++)
      if (!strcasecmp(text, words[value][i]))
        return value;
  return -1;
}

static void set_bool(ria_reader *reader, ria_yaml *node, bool value) {
  ria_text text = {0};
  ria_text_add(&text, "%s", value ? "true" : "false");
  schema_reader_set_text(reader, node, &text, false);
}

static void read_integer(ria_reader *reader, const ria_key *key, ria_yaml *node, void *object) {
  long long value;
  if (!is_scalar(reader, key, node))
    return;
  const int word = key->flags & RIA_KEY_OR_BOOL ? bool_of(node->text) : -1;
  if (word >= 0) {
    store_whole(object, key->size, word ? (long long)key->most : 0);
    set_bool(reader, node, word);
    return;
  }
  if (!read_whole(node->text, &value)) {
    schema_reader_reject_value(reader, node, key, NULL);
    return;
  }
  if (!in_range(reader, key, node, (double)value))
    return;
  store_whole(object, key->size, value);
  ria_text text = {0};
  ria_text_add(&text, "%lld", value);
  schema_reader_set_text(reader, node, &text, false);
}

static void read_bool(ria_reader *reader, const ria_key *key, ria_yaml *node, bool *object) {
  if (!is_scalar(reader, key, node))
    return;
  const int value = bool_of(node->text);
  if (value < 0) {
    schema_reader_reject_value(reader, node, key, NULL);
    return;
  }
  *object = value;
  set_bool(reader, node, value);
}

/* The choice for a name used by other programs; NULL if the text is not such a name. */
static const char *choice_of_synonym(const ria_key *key, const char *text) {
  static const char *const synonym[][2] = {
      {"gpu", "cuda"}, {"gpus", "cuda"}, {"nvidia", "cuda"}, {"float", "single"}};
  for (size_t i = 0; i < sizeof synonym / sizeof *synonym; i++)
    for (const char *const *choice = key->choices; *choice; choice++)
      if (!strcasecmp(text, synonym[i][0]) && !strcmp(*choice, synonym[i][1]))
        return *choice;
  return NULL;
}

/* The position among the choices, -1 on an error. */
static int read_choice(ria_reader *reader, const ria_key *key, ria_yaml *node) {
  if (!is_scalar(reader, key, node))
    return -1;
  int count = 0;
  for (; key->choices[count]; count++)
    if (!strcmp(key->choices[count], node->text))
      return count;
  ria_text why = {0};
  const char *nearest = choice_of_synonym(key, node->text);
  if (!nearest)
    nearest = ria_text_nearest(node->text, count, key->choices);
  if (nearest)
    ria_text_add(&why, "; did you mean '%s'?", nearest);
  schema_reader_reject_value(reader, node, key, &why);
  return -1;
}

static void store_text(ria_reader *reader, const char *text, void *object) {
  char *copy = strdup(text);
  if (!copy)
    reader->memory.failed = true;
  memcpy(object, &copy, sizeof copy);
}

/* A folder's name must be one path component. */
static bool is_folder_name(ria_reader *reader, ria_yaml *node) {
  if (!strchr(node->text, '/') && strcmp(node->text, ".") != 0 && strcmp(node->text, "..") != 0)
    return true;
  ria_text shown = {0};
  ria_text_add_quoted(&shown, node->text);
  ria_reader_reject(reader, node,
                    "'%s' leads to another folder, and the folder of the results is called so; "
                    "expected a name without '/' that is not '.' or '..'",
                    shown.data ? shown.data : "");
  ria_text_destroy(&shown);
  return false;
}

static void read_text(ria_reader *reader, const ria_key *key, ria_yaml *node, void *object) {
  if (!is_scalar(reader, key, node))
    return;
  size_t length = strlen(node->text);
  bool control = false;
  for (size_t i = 0; i < length; i++)
    control |= iscntrl((unsigned char)node->text[i]) != 0;
  if (!length || length > TEXT_BYTES || control) {
    ria_reader_reject(reader, node, "%s; expected a line of 1 to %d bytes",
                      control   ? "this text has line breaks or control characters"
                      : !length ? "this text is empty"
                                : "this text is too long",
                      TEXT_BYTES);
    return;
  }
  if ((key->flags & RIA_KEY_FOLDER) && !is_folder_name(reader, node))
    return;
  node->quoted = true; /* so that "null" stays a text in the case as run */
  store_text(reader, node->text, object);
}

static void read_instant(ria_reader *reader, const ria_key *key, ria_yaml *node, void *object) {
  double epoch;
  if (!is_scalar(reader, key, node))
    return;
  if (!units_instant(node->text, &epoch)) {
    schema_reader_reject_value(reader, node, key, NULL);
    return;
  }
  *(double *)object = epoch;
  (void)schema_reader_judge(reader, key, node, epoch);
  ria_text text = {0};
  units_write_instant(&text, epoch);
  schema_reader_set_text(reader, node, &text, false);
}

static void read_end(ria_reader *reader, const ria_key *key, ria_yaml *node, double *object) {
  if (node->kind != RIA_YAML_SCALAR || !units_like_instant(node->text)) {
    schema_reader_read_quantity(reader, key, node, object);
    return;
  }
  double epoch;
  if (!units_instant(node->text, &epoch)) {
    schema_reader_reject_value(reader, node, key, NULL);
  } else if (!reader->the_case || !reader->the_case->time.has_start) {
    ria_reader_reject(reader, node, "a date here needs 'time.start' to be given");
  } else {
    const ria_yaml *start = ria_yaml_get(ria_yaml_get(reader->root, "time"), "start");
    double duration = epoch - reader->the_case->time.start;
    if (start && start->bad)
      return;
    if (duration < 0 || (duration <= 0 && (key->flags & RIA_KEY_ABOVE))) {
      ria_reader_reject(reader, node, "the %s lies before the start, '%s'",
                        key->flags & RIA_KEY_ABOVE ? "end" : "date", start ? start->text : "");
      return;
    }
    *object = duration;
    ria_text text = {0};
    units_write(&text, RIA_TIME, duration);
    schema_reader_set_text(reader, node, &text, false);
  }
}

static void read_half_life(ria_reader *reader, const ria_key *key, ria_yaml *node, double *object) {
  double time;
  if (schema_reader_read_quantity(reader, key, node, &time))
    *object = (key->kind == RIA_KEY_TENTH_LIFE ? M_LN10 : M_LN2) / time;
}

/* Read a list of exactly `count` quantities. */
static bool read_quantities(ria_reader *reader, const ria_key *key, ria_yaml *node, int count,
                            ria_dimension dimension, double *value) {
  if (node->kind != RIA_YAML_LIST || node->count != count) {
    ria_text why = {0};
    if (node->kind == RIA_YAML_LIST)
      ria_text_add(&why, " of %d", node->count);
    schema_reader_reject_value(reader, node, key, &why);
    return false;
  }
  const ria_key one = {.kind = RIA_KEY_QUANTITY,
                       .flags = key->flags,
                       .dimension = dimension,
                       .least = key->least,
                       .most = key->most};
  bool good = true;
  for (int i = 0; i < count; i++)
    good &= schema_reader_read_quantity(reader, &one, node->value[i], &value[i]);
  node->bad |= !good;
  return good;
}

static bool read_lengths(ria_reader *reader, const ria_key *key, ria_yaml *node, int count,
                         double *value) {
  return read_quantities(reader, key, node, count, RIA_LENGTH, value);
}

/* The number of axes for a list of numbers with `each` numbers per axis. */
static int axes_given(const ria_key *key, const ria_yaml *node, int each) {
  return key->axes == 3 && node->kind == RIA_YAML_LIST && node->count == 3 * each ? 3 : 2;
}

static void read_point(ria_reader *reader, const ria_key *key, ria_yaml *node, double *object) {
  read_lengths(reader, key, node, axes_given(key, node, 1), object);
}

static void read_extent(ria_reader *reader, const ria_key *key, ria_yaml *node, double *object) {
  double corner[6];
  const int axes = axes_given(key, node, 2);
  if (!read_lengths(reader, key, node, 2 * axes, corner))
    return;
  for (int axis = 0; axis < axes; axis++) {
    object[axis] = corner[axis];
    object[key->axes + axis] = corner[axis + axes];
    if (corner[axis] >= corner[axis + axes])
      ria_reader_reject(reader, node, "%c0 is not smaller than %c1; expected %s", "xyz"[axis],
                        "xyz"[axis], axes == 3 ? "[x0, y0, z0, x1, y1, z1]" : "[x0, y0, x1, y1]");
  }
}

/* Split NXxNY or [nx, ny], with an optional third number, into texts; returns their number, or 0.
 */
static int split_cells(ria_reader *reader, const ria_key *key, const ria_yaml *node,
                       const char *part[RIA_AXES]) {
  int parts = 0;
  if (node->kind == RIA_YAML_LIST && (node->count == 2 || node->count == key->axes)) {
    for (; parts < node->count; parts++) {
      if (node->value[parts]->kind != RIA_YAML_SCALAR)
        return 0;
      part[parts] = node->value[parts]->text;
    }
    return parts;
  }
  if (node->kind != RIA_YAML_SCALAR)
    return 0;
  char *rest = ria_yaml_copy_text(&reader->memory, node->text, strlen(node->text));
  while (rest && parts < key->axes)
    part[parts++] = strsep(&rest, "xX");
  return rest || parts < 2 ? 0 : parts;
}

static bool read_all_whole(const char *const *part, int parts, long long *cells) {
  for (int i = 0; i < parts; i++)
    if (!read_whole(part[i], &cells[i]) || cells[i] <= 0)
      return false;
  return parts > 0;
}

static void read_cells(ria_reader *reader, const ria_key *key, ria_yaml *node, char *object) {
  const char *part[RIA_AXES];
  long long cells[RIA_AXES] = {0};
  bool automatic =
      key->fallback && node->kind == RIA_YAML_SCALAR && !strcmp(node->text, key->fallback);
  if (automatic) {
    ria_text text = {0};
    ria_text_add(&text, "%s", key->fallback);
    schema_reader_set_text(reader, node, &text, false);
    return;
  }
  const int parts = split_cells(reader, key, node, part);
  const bool good = read_all_whole(part, parts, cells);
  bool fits = good;
  for (int i = 0; i < parts; i++)
    fits = fits && (double)cells[i] <= key->most;
  if (!fits) {
    ria_text why = {0};
    if (good)
      ria_text_add(&why, "; %.0f is the most", key->most);
    schema_reader_reject_value(reader, node, key, &why);
    return;
  }
  for (int i = 0; i < key->axes; i++)
    store_whole(object + (size_t)i * key->size, key->size, cells[i]);
  node->kind = RIA_YAML_LIST;
  node->count = node->room = 0;
  for (int i = 0; i < parts; i++) {
    char digits[32];
    snprintf(digits, sizeof digits, "%lld", cells[i]);
    ria_yaml_append(&reader->memory, node, ria_yaml_scalar(&reader->memory, node, digits));
  }
}

static bool fits(ria_reader *reader, ria_yaml *node) {
  if (strlen(node->text) <= SCRIPT_BYTES)
    return true;
  ria_reader_reject(reader, node, "this text is longer than %d bytes", SCRIPT_BYTES);
  return false;
}

static void read_script(ria_reader *reader, const ria_key *key, ria_yaml *node, char **object) {
  if (node->kind != RIA_YAML_SCALAR || ria_yaml_is_null(node)) {
    schema_reader_reject_value(reader, node, key, NULL);
  } else if (fits(reader, node)) {
    *object = strdup(node->text);
    reader->memory.failed |= !*object;
  }
}

/* Texts may be empty and hold any character except NUL: they become arguments of a program without
 * a shell. */
static bool copy_texts(ria_reader *reader, const ria_key *key, ria_yaml *list, char **texts) {
  for (int i = 0; i < list->count; i++) {
    ria_yaml *item = list->value[i];
    if (item->kind != RIA_YAML_SCALAR) {
      size_t mark = ria_reader_enter_item(reader, i);
      ria_key text = {.kind = RIA_KEY_TEXT, .example = key->example ? key->example : "text"};
      schema_reader_reject_value(reader, item, &text, NULL);
      ria_reader_leave(reader, mark);
    } else if (fits(reader, item)) {
      texts[i] = strdup(item->text);
      reader->memory.failed |= !texts[i];
    }
    if (!texts[i])
      return false;
  }
  return true;
}

static void free_texts(char **texts, int count) {
  for (int i = 0; texts && i < count; i++)
    free(texts[i]);
  free(texts);
}

/* Accept one text as a list of one; the case as run keeps the text. */
static void read_lone_text(ria_reader *reader, const ria_key *key, ria_yaml *node, void *base) {
  static const int one = 1;
  char **texts = fits(reader, node) ? calloc(2, sizeof *texts) : NULL;
  if (!texts || !(texts[0] = strdup(node->text))) {
    reader->memory.failed = true;
    free(texts);
    return;
  }
  memcpy((char *)base + key->offset, &texts, sizeof texts);
  memcpy((char *)base + key->count, &one, sizeof one);
}

static void read_texts(ria_reader *reader, const ria_key *key, ria_yaml *node, void *base) {
  if ((key->flags & RIA_KEY_OR_TEXT) && node->kind == RIA_YAML_SCALAR && !ria_yaml_is_null(node)) {
    read_lone_text(reader, key, node, base);
    return;
  }
  if (node->kind != RIA_YAML_LIST) {
    schema_reader_reject_value(reader, node, key, NULL);
    return;
  }
  if (node->count > TEXTS) {
    ria_reader_reject(reader, node, "there may be at most %d of these, but here are %d", TEXTS,
                      node->count);
    return;
  }
  char **texts = calloc((size_t)node->count + 1, sizeof *texts);
  if (!texts || !copy_texts(reader, key, node, texts)) {
    reader->memory.failed |= !texts;
    free_texts(texts, node->count);
    return;
  }
  memcpy((char *)base + key->offset, &texts, sizeof texts);
  memcpy((char *)base + key->count, &node->count, sizeof node->count);
}

void schema_reader_free_texts(const ria_key *key, void *base) {
  char **texts;
  int count;
  memcpy(&texts, (char *)base + key->offset, sizeof texts);
  memcpy(&count, (char *)base + key->count, sizeof count);
  free_texts(texts, count);
}

/* A key that is checked but not stored is read into `spare`. */
void schema_reader_read_value(ria_reader *reader, const ria_key *key, ria_yaml *node, void *base) {
  double spare = 0;
  char *object = key->size ? (char *)base + key->offset : (char *)&spare;
  double *number = (double *)(void *)object;
  switch (key->kind) {
  case RIA_KEY_QUANTITY:
    schema_reader_read_quantity(reader, key, node, number);
    break;
  case RIA_KEY_QUANTITIES:
    read_quantities(reader, key, node, key->axes, key->dimension, number);
    break;
  case RIA_KEY_LEVEL:
    if (node->kind == RIA_YAML_SCALAR && !strcmp(node->text, "tide"))
      *number = NAN;
    else
      schema_reader_read_quantity(reader, key, node, number);
    break;
  case RIA_KEY_HALF_LIFE:
  case RIA_KEY_TENTH_LIFE:
    read_half_life(reader, key, node, number);
    break;
  case RIA_KEY_INTEGER:
    read_integer(reader, key, node, object);
    break;
  case RIA_KEY_BOOL:
    read_bool(reader, key, node, (bool *)object);
    break;
  case RIA_KEY_CHOICE: {
    int choice = read_choice(reader, key, node);
    if (choice >= 0)
      memcpy(object, &choice, sizeof choice);
    break;
  }
  case RIA_KEY_NAME:
    if (read_choice(reader, key, node) >= 0)
      store_text(reader, node->text, object);
    break;
  case RIA_KEY_TEXT:
    read_text(reader, key, node, object);
    break;
  case RIA_KEY_FILE: {
    const char *path = is_scalar(reader, key, node) ? schema_reader_read_file(reader, node) : NULL;
    if (path)
      store_text(reader, path, object);
    break;
  }
  case RIA_KEY_INSTANT:
    read_instant(reader, key, node, object);
    break;
  case RIA_KEY_END:
    read_end(reader, key, node, number);
    break;
  case RIA_KEY_SERIES:
    schema_reader_read_series(reader, key, node, (ria_series *)(void *)object);
    break;
  case RIA_KEY_POINT:
    read_point(reader, key, node, number);
    break;
  case RIA_KEY_EXTENT:
    read_extent(reader, key, node, number);
    break;
  case RIA_KEY_CELLS:
    read_cells(reader, key, node, object);
    break;
  case RIA_KEY_BED_SHAPE:
  case RIA_KEY_START_SHAPE:
    schema_reader_read_shape(reader, key, node, (ria_case_shape *)(void *)object);
    break;
  case RIA_KEY_SCRIPT:
    read_script(reader, key, node, (char **)(void *)object);
    break;
  case RIA_KEY_TEXTS:
    read_texts(reader, key, node, base);
    break;
  case RIA_KEY_NODE:
    memcpy(object, &node, sizeof node);
    break;
  case RIA_KEY_CONSTITUENTS:
    schema_reader_read_constituents(reader, key, node, base);
    break;
  case RIA_KEY_MAP:
  case RIA_KEY_FIELD:
  case RIA_KEY_LIST:
    break;
  }
}
