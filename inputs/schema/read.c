/* Reading a mapping against a table of keys. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reader.h"
#include "ria/number.h"
#include "ria/tide.h"
#include "units/unit_factor.h"
#include "units/units.h"

enum { RECORDS = 1000, SENTENCE_BYTES = 1024 };

ria_key ria_schema_known(const ria_key *key, const ria_case_names *names) {
  ria_key known = *key;
  if (key->kind == RIA_KEY_NAME)
    memcpy(&known.choices, (const char *)names + key->names, sizeof known.choices);
  return known;
}

const ria_key *ria_schema_find(const ria_key *keys, const char *name) {
  for (; keys->name; keys++)
    if (!strcmp(keys->name, name))
      return keys;
  return NULL;
}

bool ria_schema_counts(const ria_key *key, const ria_yaml *value) {
  if (!(key->flags & RIA_KEY_NOT_ANSWER))
    return true;
  return key->answer && value && value->kind == RIA_YAML_SCALAR &&
         !strcmp(value->text, key->answer);
}

size_t ria_reader_enter(ria_reader *reader, const char *name) {
  return ria_text_enter_key(reader->path, sizeof reader->path, name);
}

size_t ria_reader_enter_item(ria_reader *reader, int index) {
  char number[16];
  snprintf(number, sizeof number, "%d", index);
  return ria_reader_enter(reader, number);
}

ria_yaml *ria_reader_root(const ria_reader *reader) {
  return reader->root;
}

void ria_reader_leave(ria_reader *reader, size_t mark) {
  reader->path[mark] = '\0';
}

static void complain(ria_reader *reader, ria_case_errors *list, const ria_yaml *place,
                     const char *format, va_list arguments) {
  char sentence[SENTENCE_BYTES];
  ria_vsnprintf(sentence, sizeof sentence, format, arguments);
  ria_case_complain(list, place, reader->path, "%s", sentence);
}

void ria_reader_reject(ria_reader *reader, ria_yaml *place, const char *format, ...) {
  va_list arguments;
  reader->failed = true;
  if (place)
    place->bad = true;
  va_start(arguments, format);
  complain(reader, reader->errors, place, format, arguments);
  va_end(arguments);
}

void ria_reader_warn(ria_reader *reader, const ria_yaml *place, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  complain(reader, &reader->the_case->warnings, place, format, arguments);
  va_end(arguments);
}

void ria_reader_note(ria_reader *reader, const ria_yaml *place, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  complain(reader, &reader->the_case->notes, place, format, arguments);
  va_end(arguments);
}

void schema_reader_reject_value(ria_reader *reader, ria_yaml *node, const ria_key *key,
                                ria_text *why) {
  ria_text sentence = {0};
  ria_text_add(&sentence, "expected ");
  schema_describe(&sentence, key, false, true);
  ria_text_add(&sentence, ", got ");
  if (node->kind == RIA_YAML_SCALAR && !ria_yaml_is_null(node)) {
    ria_text_add(&sentence, "'");
    ria_text_add_quoted(&sentence, node->text);
    ria_text_add(&sentence, "'");
  } else {
    ria_text_add(&sentence, "%s", ria_yaml_kind_text(node));
  }
  if (why && why->data)
    ria_text_add(&sentence, "%s", why->data);
  if (why)
    ria_text_destroy(why);
  char *text = ria_text_take(&sentence);
  ria_reader_reject(reader, node, "%s", text ? text : "unexpected value");
  free(text);
}

void schema_reader_set_text(ria_reader *reader, ria_yaml *node, ria_text *text, bool quoted) {
  ria_text_append(text, "", 0);
  char *copy = text->failed ? NULL : ria_yaml_copy_text(&reader->memory, text->data, text->length);
  ria_text_destroy(text);
  if (!copy) {
    reader->memory.failed = true;
    return;
  }
  node->text = copy;
  node->quoted = quoted;
}

static void find_unknown(ria_reader *reader, const ria_key *keys, ria_yaml *name) {
  size_t mark = ria_reader_enter(reader, name->text);
  ria_text hint = {0};
  schema_suggest(&hint, reader, keys, name->text);
  char *text = ria_text_take(&hint);
  ria_reader_reject(reader, name, "there is no such key%s", text ? text : "");
  free(text);
  ria_reader_leave(reader, mark);
}

/* Whether `choice` is one of "a|b|c". */
static bool is_one_of(const char *choice, const char *list) {
  size_t length = strlen(choice);
  for (const char *p = list; p; p = strchr(p, '|') ? strchr(p, '|') + 1 : NULL)
    if (!strncmp(p, choice, length) && (p[length] == '|' || !p[length]))
      return true;
  return false;
}

bool schema_is_instead(const ria_key *key, const char *name) {
  return key->instead && is_one_of(name, key->instead);
}

typedef enum { APPLIES, APPLIES_NOT, UNKNOWN } applicability;

/* Keys are read in the schema's order, so the sibling `only` has been read. */
static applicability applies(const ria_key *key, const ria_yaml *map, const ria_yaml *done) {
  if (!key->only)
    return APPLIES;
  const ria_yaml *choice = ria_yaml_get(done, key->only);
  if (!choice && ria_yaml_is_null(ria_yaml_get(map, key->only)))
    return APPLIES_NOT;
  if (!choice || choice->bad || choice->kind != RIA_YAML_SCALAR)
    return UNKNOWN;
  return is_one_of(choice->text, key->only_for) ? APPLIES : APPLIES_NOT;
}

static void find_missing(ria_reader *reader, const ria_key *key, ria_yaml *map) {
  ria_text text = {0};
  schema_describe(&text, key, true, true);
  if (key->instead)
    ria_text_add(&text, " (or '%s')", key->instead);
  char *expected = ria_text_take(&text);
  bool bad = map->bad;
  ria_reader_reject(reader, map, "this is missing; expected %s", expected ? expected : "a value");
  map->bad = bad; /* restore: its other keys may be valid */
  free(expected);
}

static void find_out_of_place(ria_reader *reader, const ria_key *key, const ria_yaml *map,
                              const ria_yaml *done) {
  ria_text list = {0};
  schema_add_list(&list, key->only_for);
  char *text = ria_text_take(&list);
  const ria_yaml *choice = ria_yaml_get(done, key->only);
  if (!choice) {
    ria_reader_reject(reader, map->key[ria_yaml_index(map, key->name)],
                      "this has a meaning only where '%s' is %s, but there is no '%s'", key->only,
                      text ? text : key->only_for, key->only);
    free(text);
    return;
  }
  ria_reader_reject(reader, map->key[ria_yaml_index(map, key->name)],
                    "this has a meaning only where '%s' is %s, but it is '%s'", key->only,
                    text ? text : key->only_for, choice->text);
  free(text);
}

/* The given sibling among those allowed instead of a key ("a|b"); NULL: none is given. */
static const char *given_instead(const ria_key *keys, const ria_key *key, const ria_yaml *map) {
  for (const ria_key *other = keys; key->instead && other->name; other++)
    if (schema_is_instead(key, other->name) && !ria_yaml_is_null(ria_yaml_get(map, other->name)))
      return other->name;
  return NULL;
}

/* The value of a key, or its default; NULL if the key stays absent. */
static ria_yaml *value_of(ria_reader *reader, const ria_key *keys, const ria_key *key,
                          ria_yaml *map, const ria_yaml *done) {
  ria_yaml *value = ria_yaml_get(map, key->name);
  const char *instead = given_instead(keys, key, map);
  bool absent = ria_yaml_is_null(value), replaced = instead != NULL;
  applicability fits = applies(key, map, done);
  if (fits == UNKNOWN)
    return NULL;
  if (fits == APPLIES_NOT) {
    if (!absent)
      find_out_of_place(reader, key, map, done);
    return NULL;
  }
  if (!absent) {
    if (replaced && ria_yaml_get(done, instead)) { /* reported once, at the later of the two */
      ria_reader_reject(reader, map->key[ria_yaml_index(map, key->name)],
                        "this and '%s' exclude each other; keep one of the two", instead);
      return NULL;
    }
    return value;
  }
  if (replaced)
    return NULL;
  if (key->fallback)
    return ria_yaml_scalar(&reader->memory, map, key->fallback);
  const bool needed = key->kind == RIA_KEY_FIELD && (key->flags & RIA_KEY_REQUIRED);
  if (ria_key_is_map(key) && !needed && !(key->flags & RIA_KEY_OPTIONAL))
    return ria_yaml_map(&reader->memory, map);
  bool told = false;
  for (const ria_key *other = keys; other < key; other++)
    told |= schema_is_instead(key, other->name);
  if ((key->flags & RIA_KEY_REQUIRED) && !told)
    find_missing(reader, key, map);
  return NULL;
}

static const char *text_at(const ria_yaml *map, const char *key) {
  const ria_yaml *value = ria_yaml_get(map, key);
  return value && value->kind == RIA_YAML_SCALAR && *value->text ? value->text : NULL;
}

/* The tracer with this name; if there is none, the first tracer, so that reading continues. */
static const ria_yaml *tracer_named(const ria_reader *reader, const char *name) {
  const ria_yaml *tracers = ria_yaml_get(reader->root, "tracers");
  if (!tracers || tracers->kind != RIA_YAML_LIST || !tracers->count)
    return NULL;
  for (int i = 0; name && i < tracers->count; i++) {
    const char *other = text_at(tracers->value[i], "name");
    if (other && !strcmp(other, name))
      return tracers->value[i];
  }
  return tracers->value[0];
}

void schema_reader_choose_tracer(ria_reader *reader, const ria_yaml *record) {
  const bool is_tracer = record && !ria_yaml_get(record, "tracer");
  const ria_yaml *tracer =
      is_tracer ? record : tracer_named(reader, record ? text_at(record, "tracer") : NULL);
  const char *unit = tracer ? text_at(tracer, "unit") : NULL;
  double factor, offset;
  reader->tracer_unit = unit ? unit : "1";
  reader->tracer_scale =
      units_factor(reader->tracer_unit, "g/m3", &factor, &offset) == RIA_SUCCESS ? factor : 0;
}

static void read_list(ria_reader *reader, const ria_key *key, ria_yaml *list, void *base) {
  if (key->word && list->kind == RIA_YAML_SCALAR && !strcmp(list->text, key->word))
    return;
  if (list->kind != RIA_YAML_LIST) {
    schema_reader_reject_value(reader, list, key, NULL);
    return;
  }
  int most = key->record ? RECORDS : 1;
  if (list->count > most) {
    ria_reader_reject(reader, list->value[most],
                      "there may be at most %d of these, but here are %d", most, list->count);
    return;
  }
  char *record = base;
  if (key->record && list->count) {
    record = calloc((size_t)list->count, key->record);
    if (!record) {
      reader->memory.failed = true;
      return;
    }
    memcpy((char *)base + key->offset, &record, sizeof record);
    memcpy((char *)base + key->count, &list->count, sizeof list->count);
  }
  for (int i = 0; i < list->count; i++) {
    size_t mark = ria_reader_enter_item(reader, i);
    if (key->flags & RIA_KEY_OF_TRACER)
      schema_reader_choose_tracer(reader, list->value[i]);
    schema_reader_read_map(reader, key->keys, list->value[i], record + (size_t)i * key->record);
    if (key->flags & RIA_KEY_OF_TRACER)
      schema_reader_choose_tracer(reader, NULL);
    ria_reader_leave(reader, mark);
  }
}

static void read_key(ria_reader *reader, const ria_key *key, ria_yaml *value, void *base) {
  if (key->object)
    base = key->object;
  if (key->present)
    *(bool *)((char *)base + key->present) = key->kind != RIA_KEY_LIST || value->count > 0;
  if (value->pending)
    return;
  if (key->kind == RIA_KEY_FIELD)
    schema_reader_read_field(reader, key, value, ria_key_inside(key, base));
  else if (key->kind == RIA_KEY_MAP)
    schema_reader_read_map(reader, key->keys, value, base);
  else if (key->kind == RIA_KEY_LIST)
    read_list(reader, key, value, base);
  else {
    ria_key known = ria_schema_known(key, reader->names);
    schema_reader_read_value(reader, &known, value, base);
  }
}

void schema_reader_read_map(ria_reader *reader, const ria_key *keys, ria_yaml *map, void *base) {
  if (map->pending)
    return;
  if (map->kind != RIA_YAML_MAP) {
    ria_key any = {.kind = RIA_KEY_MAP};
    schema_reader_reject_value(reader, map, &any, NULL);
    return;
  }
  ria_yaml *done = ria_yaml_map(&reader->memory, map);
  if (!done)
    return;
  for (int i = 0; i < map->count; i++)
    if (!ria_schema_find(keys, map->key[i]->text))
      find_unknown(reader, keys, map->key[i]);
  for (const ria_key *key = keys; key->name; key++) {
    size_t mark = ria_reader_enter(reader, key->name);
    ria_yaml *value = value_of(reader, keys, key, map, done);
    if (value) {
      ria_yaml_put_text(&reader->memory, done, key->name, value);
      read_key(reader, key, value, base);
    }
    ria_reader_leave(reader, mark);
  }
  map->key = done->key;
  map->value = done->value;
  map->count = done->count;
  map->room = done->room;
}

void ria_schema_free(const ria_key *keys, void *base) {
  for (const ria_key *key = keys; key->name; key++) {
    char *object = (char *)base + key->offset;
    if (ria_key_is_map(key) || (key->kind == RIA_KEY_LIST && !key->record)) {
      ria_schema_free(key->keys, ria_key_inside(key, base));
    } else if (key->kind == RIA_KEY_LIST) {
      int count;
      char *records;
      memcpy(&count, (char *)base + key->count, sizeof count);
      memcpy(&records, object, sizeof records);
      for (int i = 0; i < count; i++)
        ria_schema_free(key->keys, records + (size_t)i * key->record);
      free(records);
    } else if (key->kind == RIA_KEY_SERIES) {
      ria_series_destroy((ria_series *)(void *)object);
    } else if (key->kind == RIA_KEY_TEXTS) {
      schema_reader_free_texts(key, base);
    } else if (key->kind == RIA_KEY_TEXT || key->kind == RIA_KEY_SCRIPT ||
               key->kind == RIA_KEY_NAME || key->kind == RIA_KEY_FILE ||
               key->kind == RIA_KEY_CONSTITUENTS) {
      void *owned;
      memcpy(&owned, object, sizeof owned);
      free(owned);
    }
  }
}

ria_status ria_schema_read(ria_yaml_memory *memory, const ria_key *keys, ria_yaml *map,
                           const char *path, void *object, ria_case_errors *errors) {
  static const char *const none[] = {NULL};
  static const ria_case_names names = {.solvers = none, .targets = none};
  /* Uses the caller's arena and returns it, because nodes must outlive the reader. */
  ria_reader reader = {.memory = *memory, .errors = errors, .names = &names, .tracer_unit = "1"};
  snprintf(reader.path, sizeof reader.path, "%s", path);
  schema_reader_expand(&reader, keys, map);
  schema_reader_read_map(&reader, keys, map, object);
  *memory = reader.memory;
  return memory->failed  ? ria_fail(RIA_ERROR_MEMORY, "no memory to read '%s'", path)
         : reader.failed ? ria_fail(RIA_ERROR_CASE, "'%s' has errors", path)
                         : RIA_SUCCESS;
}

bool ria_schema_quantity(const char *text, ria_dimension dimension, double *value) {
  return units_read(text, dimension, value).fault == UNITS_FINE;
}
