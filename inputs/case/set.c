/* --set key.path=value: values of the command line replace those of the file. */
#include <stdlib.h>
#include <string.h>
#include "steps.h"

typedef struct {
  ria_reader *reader;
  ria_yaml *name; /* a node at the --set's place, for new keys */
  ria_yaml *value;
} setting;

static void set_in(setting *s, const ria_key *keys, ria_yaml *map, const char *path);

/* The part of a path up to the next dot; `rest` is the remainder, NULL at the end. */
static char *first_part(setting *s, const char *path, const char **rest) {
  const char *dot = strchr(path, '.');
  *rest = dot ? dot + 1 : NULL;
  return ria_yaml_copy_text(&s->reader->memory, path, dot ? (size_t)(dot - path) : strlen(path));
}

static ria_yaml *key_node(setting *s, const char *text) {
  return ria_yaml_scalar(&s->reader->memory, s->name, text);
}

/* The index of the item that a part of a path names, by index or name; the list's length for a new
 * item; -1 on an error. */
static int find_item(setting *s, const ria_key *key, const ria_yaml *list, const char *part) {
  char *end;
  long index = strtol(part, &end, 10);
  if (*part >= '0' && *part <= '9' && !*end) {
    if (index <= list->count && (key || index < list->count))
      return (int)index;
    ria_case_complain(s->reader->errors, s->name, NULL,
                      "there is no item %s: the list has %d, counted from 0", part, list->count);
    s->reader->failed = true;
    return -1;
  }
  for (int i = 0; key && key->identity && i < list->count; i++) {
    const ria_yaml *name = ria_yaml_get(list->value[i], key->identity);
    if (!name && !strcmp(key->identity, "side")) /* a boundary on a line */
      name = ria_yaml_get(list->value[i], "name");
    if (name && name->kind == RIA_YAML_SCALAR && !strcmp(name->text, part))
      return i;
  }
  if (key && key->identity)
    return list->count;
  ria_case_complain(s->reader->errors, s->name, NULL, "'%s' is no number of an item of this list",
                    part);
  s->reader->failed = true;
  return -1;
}

/* A new record of a list, named if the path gives a name instead of a number. */
static ria_yaml *new_record(setting *s, const ria_key *key, const char *part) {
  ria_yaml *record = ria_yaml_map(&s->reader->memory, s->name);
  if (key && key->identity && !(*part >= '0' && *part <= '9'))
    ria_yaml_put(&s->reader->memory, record, key_node(s, key->identity), key_node(s, part));
  return record;
}

/* The value as a record that keeps the identity of the one it replaces, as in boundaries.west=open.
 */
static ria_yaml *value_as_record(setting *s, const ria_key *key, const ria_yaml *old,
                                 const char *part) {
  ria_yaml *value = s->value;
  if (!key || !key->identity || ria_yaml_is_null(value))
    return value;
  if (value->kind != RIA_YAML_MAP && key->shorthand) {
    ria_yaml *record = ria_yaml_map(&s->reader->memory, s->name);
    ria_yaml_put(&s->reader->memory, record, key_node(s, key->shorthand), value);
    value = record;
  }
  ria_yaml *identity = ria_yaml_get(old, key->identity);
  if (!identity)
    identity = ria_yaml_get(new_record(s, key, part), key->identity);
  if (value && value->kind == RIA_YAML_MAP && identity && !ria_yaml_get(value, key->identity))
    ria_yaml_put(&s->reader->memory, value, key_node(s, key->identity), identity);
  return value;
}

/* A null value removes its item. */
static void remove_item(ria_yaml *list, int i) {
  if (i == list->count)
    return;
  list->count--;
  memmove(list->value + i, list->value + i + 1, (size_t)(list->count - i) * sizeof *list->value);
}

static void set_in_list(setting *s, const ria_key *key, ria_yaml *list, const char *path) {
  const char *rest;
  const char *part = first_part(s, path, &rest);
  int i = part ? find_item(s, key, list, part) : -1;
  if (i < 0)
    return;
  if (!rest && key && ria_yaml_is_null(s->value)) {
    remove_item(list, i);
    return;
  }
  if (i == list->count)
    ria_yaml_append(&s->reader->memory, list, new_record(s, key, part));
  if (s->reader->memory.failed)
    return;
  if (!rest) {
    ria_yaml *record = value_as_record(s, key, list->value[i], part);
    if (record)
      list->value[i] = record;
  } else if (list->value[i]->kind == RIA_YAML_LIST) {
    set_in_list(s, NULL, list->value[i], rest);
  } else {
    if (list->value[i]->kind != RIA_YAML_MAP)
      list->value[i] = new_record(s, key, part);
    set_in(s, key ? key->keys : NULL, list->value[i], rest);
  }
}

static void set_in(setting *s, const ria_key *keys, ria_yaml *map, const char *path) {
  const char *rest;
  const char *part = first_part(s, path, &rest);
  if (!part || !map)
    return;
  const ria_key *key = keys ? ria_schema_find(keys, part) : NULL;
  /* The last alternative wins: time.steps=100 replaces the file's time.end. */
  for (const ria_key *other = keys; key && other->name && !ria_yaml_is_null(s->value); other++)
    if (schema_is_instead(key, other->name))
      ria_yaml_remove(map, other->name);
  ria_yaml *child = ria_yaml_get(map, part);
  if (!rest) {
    ria_yaml_put(&s->reader->memory, map, key_node(s, part), s->value);
    return;
  }
  if (ria_yaml_is_null(child) || child->kind == RIA_YAML_SCALAR) {
    child = key && key->kind == RIA_KEY_LIST ? ria_yaml_list(&s->reader->memory, s->name)
                                             : ria_yaml_map(&s->reader->memory, s->name);
    ria_yaml_put(&s->reader->memory, map, key_node(s, part), child);
  }
  if (child && child->kind == RIA_YAML_LIST)
    set_in_list(s, key && key->kind == RIA_KEY_LIST ? key : NULL, child, rest);
  else
    set_in(s, key ? key->keys : NULL, child, rest);
}

static int parts_of(const char *path) {
  int parts = 1;
  for (; *path; path++)
    parts += *path == '.';
  return parts;
}

void case_set(ria_reader *reader, const ria_yaml_source *source) {
  const char *equals = strchr(source->name, '=');
  if (!equals || equals == source->name) {
    ria_case_complain_at(reader->errors, source, 0, 0,
                         "expected key.path=value, such as time.end=\"6 h\"");
    reader->failed = true;
    return;
  }
  setting s = {.reader = reader};
  ria_yaml place = {.source = source, .line = 1, .column = 1};
  s.value = ria_yaml_parse(&reader->memory, source, equals + 1, strlen(equals + 1), reader->errors);
  s.name = ria_yaml_scalar(&reader->memory, &place, "");
  char *path = ria_yaml_copy_text(&reader->memory, source->name, (size_t)(equals - source->name));
  if (!s.value || s.value->bad)
    reader->failed = true;
  if (!s.value || !s.name || !path)
    return;
  if (parts_of(path) > RIA_YAML_DEPTH) {
    ria_case_complain(reader->errors, s.name, NULL,
                      "this path has more parts than a case has levels");
    reader->failed = true;
    return;
  }
  set_in(&s, reader->top, reader->root, path);
  schema_reader_expand(reader, reader->top, reader->root);
}
