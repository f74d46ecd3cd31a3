/* Expansion of short forms to full forms, so that later steps handle one form only. A value that
 * fits no form stays as it is; reading it against the schema then reports what was expected. */
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "reader.h"

/* {key: value}, at the value's place. */
static ria_yaml *wrap(ria_reader *reader, const char *key, ria_yaml *value) {
  ria_yaml *map = ria_yaml_map(&reader->memory, value);
  ria_yaml_put_text(&reader->memory, map, key, value);
  return map;
}

static bool ends_in_csv(const ria_yaml *node) {
  size_t length = node->kind == RIA_YAML_SCALAR ? strlen(node->text) : 0;
  return length > 4 && !strcasecmp(node->text + length - 4, ".csv");
}

/* Whether a text ends like a file name, such as ".tif". No quantity does. */
static bool names_file(const ria_yaml *node) {
  const char *end = node->kind == RIA_YAML_SCALAR ? strrchr(node->text, '.') : NULL;
  return end && isalpha((unsigned char)end[1]) && !strchr(end, ' ');
}

/* Whether a mapping in place of a list is one record, not records by name. A record's name may
 * equal a key whose value is not a mapping. */
static bool is_record(const ria_key *keys, const ria_yaml *map) {
  for (int i = 0; i < map->count; i++) {
    const ria_key *key = ria_schema_find(keys, map->key[i]->text);
    if (key && (map->value[i]->kind != RIA_YAML_MAP || ria_key_is_map(key)))
      return true;
  }
  return false;
}

/* The key that gets the name of a record in a mapping: for boundaries `name` on a line, otherwise
 * `side`. */
static const char *identity_of(const ria_key *key, const ria_yaml *item) {
  const bool sides = !strcmp(key->identity, "side") && ria_schema_find(key->keys, "line");
  const bool line = ria_yaml_get(item, "line") || ria_yaml_get(item, "file");
  return sides && line ? "name" : key->identity;
}

/* Convert an item to a record: "west: open" becomes {side: west, kind: open}. */
static ria_yaml *to_record(ria_reader *reader, const ria_key *key, ria_yaml *name, ria_yaml *item) {
  if (ria_yaml_is_null(item))
    item = ria_yaml_map(&reader->memory, name ? name : item);
  else if (item->kind != RIA_YAML_MAP && key->shorthand)
    item = wrap(reader, key->shorthand, item);
  const bool named = item && item->kind == RIA_YAML_MAP && name;
  const char *identity = named ? identity_of(key, item) : NULL;
  if (named && ria_yaml_index(item, identity) < 0) {
    ria_yaml *copy = ria_yaml_copy(&reader->memory, name);
    ria_yaml_put_text(&reader->memory, item, identity, copy);
  }
  return item;
}

static bool has_side(const ria_yaml *list, const char *side) {
  for (int i = 0; i < list->count; i++) {
    const ria_yaml *named = ria_yaml_get(list->value[i], "side");
    if (named && named->kind == RIA_YAML_SCALAR && !strcmp(named->text, side))
      return true;
  }
  return false;
}

/* Whether grid.periodic joins a side to the opposite one, so that it takes no boundary. */
static bool is_joined(const ria_reader *reader, const char *side) {
  const ria_yaml *axes = ria_yaml_get(ria_yaml_get(reader->root, "grid"), "periodic");
  const bool across_x = !strcmp(side, "west") || !strcmp(side, "east");
  return axes && axes->kind == RIA_YAML_SCALAR && strchr(axes->text, across_x ? 'x' : 'y');
}

void schema_reader_add_sides(ria_reader *reader, const ria_key *key, ria_yaml *list,
                             const ria_yaml *record) {
  const char *const *side = ria_schema_find(key->keys, "side")->choices;
  for (; *side; side++) {
    if (has_side(list, *side) || is_joined(reader, *side))
      continue;
    ria_yaml *copy = ria_yaml_copy(&reader->memory, record);
    ria_yaml *name = ria_yaml_scalar(&reader->memory, record, *side);
    ria_yaml_append(&reader->memory, list, to_record(reader, key, name, copy));
  }
}

/* Convert {NAME: item, ...} to a list of records. A side may have a list of segments; `default`
 * applies to the sides without a name. */
static ria_yaml *list_of_named(ria_reader *reader, const ria_key *key, ria_yaml *map) {
  bool sides = !strcmp(key->identity, "side");
  ria_yaml *list = ria_yaml_list(&reader->memory, map), *others = NULL;
  for (int i = 0; i < map->count; i++) {
    ria_yaml *item = map->value[i];
    if (sides && !strcmp(map->key[i]->text, "default")) {
      others = item;
    } else if (sides && item->kind == RIA_YAML_LIST) {
      for (int j = 0; j < item->count; j++)
        ria_yaml_append(&reader->memory, list, to_record(reader, key, map->key[i], item->value[j]));
    } else {
      ria_yaml_append(&reader->memory, list, to_record(reader, key, map->key[i], item));
    }
  }
  if (list && others)
    schema_reader_add_sides(reader, key, list, to_record(reader, key, NULL, others));
  return list;
}

static ria_yaml *expand_list(ria_reader *reader, const ria_key *key, ria_yaml *node) {
  if (ria_yaml_is_null(node))
    return node;
  if (node->kind == RIA_YAML_SCALAR && key->identity && !strcmp(key->identity, "side"))
    node = wrap(reader, "default", node);
  if (node && node->kind == RIA_YAML_MAP) {
    if (!key->identity || is_record(key->keys, node)) {
      ria_yaml *list = ria_yaml_list(&reader->memory, node);
      ria_yaml_append(&reader->memory, list, node);
      node = list;
    } else {
      node = list_of_named(reader, key, node);
    }
  }
  for (int i = 0; node && node->kind == RIA_YAML_LIST && i < node->count; i++) {
    ria_yaml *record = to_record(reader, key, NULL, node->value[i]);
    if (!record)
      return NULL;
    node->value[i] = record;
    schema_reader_expand(reader, key->keys, record);
  }
  return node;
}

static ria_yaml *expand_value(ria_reader *reader, const ria_key *key, ria_yaml *node) {
  if (ria_yaml_is_null(node))
    return node;
  bool scalar = node->kind == RIA_YAML_SCALAR;
  switch (key->kind) {
  case RIA_KEY_MAP:
  case RIA_KEY_FIELD:
    if (key->kind == RIA_KEY_FIELD && names_file(node))
      node = wrap(reader, "file", node);
    if (node->kind != RIA_YAML_MAP && key->shorthand)
      node = wrap(reader, key->shorthand, node);
    schema_reader_expand(reader, key->keys, node);
    return node;
  case RIA_KEY_LIST:
    return expand_list(reader, key, node);
  case RIA_KEY_BED_SHAPE:
  case RIA_KEY_START_SHAPE:
    return scalar ? wrap(reader, "kind", node) : node;
  case RIA_KEY_SERIES:
    return ends_in_csv(node) ? wrap(reader, "file", node) : node;
  case RIA_KEY_CONSTITUENTS:
    return scalar ? wrap(reader, "file", node) : node;
  default:
    return node;
  }
}

static bool is_set(const ria_yaml *node) {
  return node->source && node->source->is_set;
}

/* A --set value also replaces the value of an equivalent key in the case's file. */
static void drop_given(ria_yaml *map, const char *key) {
  const ria_yaml *value = key ? ria_yaml_get(map, key) : NULL;
  if (value && !is_set(value))
    ria_yaml_remove(map, key);
}

/* Moves keys that are not known here, but in the field, to the key of the field: `{classes: ...}`
 * becomes `{map: {classes: ...}}`. */
static void move_keys_of_field(ria_reader *reader, const ria_key *keys, const char *field,
                               ria_yaml *map) {
  const ria_key *inside = ria_schema_find(keys, field)->keys;
  ria_yaml *moved = NULL;
  for (int i = 0; i < map->count;) {
    ria_yaml *key = map->key[i], *value = map->value[i];
    if (ria_schema_find(keys, key->text) || !ria_schema_find(inside, key->text)) {
      i++;
      continue;
    }
    if (!moved && !(moved = ria_yaml_map(&reader->memory, key)))
      return;
    ria_yaml_remove(map, key->text);
    ria_yaml_put(&reader->memory, moved, key, value);
  }
  if (moved && !ria_yaml_get(map, field))
    ria_yaml_put_text(&reader->memory, map, field, moved);
  else if (moved)
    ria_reader_reject(reader, moved, "this and '%s' exclude each other; keep one of the two",
                      field);
}

/* Moves a field that stands in the place of a number to the key of the field. */
static void move_fields(ria_reader *reader, const ria_key *keys, ria_yaml *map) {
  for (const ria_key *key = keys; key->name; key++) {
    const bool lists = key->field && ria_schema_find(keys, key->field)->kind == RIA_KEY_LIST;
    if (key->field && !lists)
      move_keys_of_field(reader, keys, key->field, map);
    const int i = key->field ? ria_yaml_index(map, key->name) : -1;
    if (i < 0)
      continue;
    ria_yaml *place = map->key[i], *value = map->value[i];
    const bool is_field = value->kind == RIA_YAML_MAP || (!lists && names_file(value));
    if (is_set(value)) {
      drop_given(map, key->field);
      drop_given(map, ria_schema_find(keys, key->field)->instead);
    } else if (is_field && ria_yaml_get(map, key->field)) {
      ria_reader_reject(reader, place, "this and '%s' exclude each other; keep one of the two",
                        key->field);
      ria_yaml_remove(map, key->name);
      continue;
    }
    ria_yaml *name = is_field ? ria_yaml_scalar(&reader->memory, place, key->field) : NULL;
    if (!name)
      continue;
    ria_yaml_remove(map, key->name);
    ria_yaml_put(&reader->memory, map, name, value);
  }
}

void schema_reader_expand(ria_reader *reader, const ria_key *keys, ria_yaml *map) {
  if (!map || map->kind != RIA_YAML_MAP)
    return;
  move_fields(reader, keys, map);
  for (int i = 0; i < map->count; i++) {
    const ria_key *key = ria_schema_find(keys, map->key[i]->text);
    ria_yaml *value = key ? expand_value(reader, key, map->value[i]) : NULL;
    if (value)
      map->value[i] = value;
  }
}
