#include "ria/yaml.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { CHUNK_BYTES = 64 << 10 };

typedef struct chunk {
  struct chunk *previous;
  alignas(max_align_t) unsigned char data[];
} chunk;

void *ria_yaml_allocate(ria_yaml_memory *memory, size_t bytes) {
  if (memory->failed)
    return NULL;
  bytes = (bytes + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
  if (!memory->chunk || memory->room - memory->used < bytes) {
    size_t room = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
    chunk *fresh = malloc(sizeof *fresh + room);
    if (!fresh) {
      memory->failed = true;
      return NULL;
    }
    fresh->previous = memory->chunk;
    memory->chunk = fresh;
    memory->used = 0;
    memory->room = room;
  }
  void *block = ((chunk *)memory->chunk)->data + memory->used;
  memory->used += bytes;
  memset(block, 0, bytes);
  return block;
}

void ria_yaml_memory_destroy(ria_yaml_memory *memory) {
  for (chunk *c = memory->chunk; c;) {
    chunk *previous = c->previous;
    free(c);
    c = previous;
  }
  *memory = (ria_yaml_memory){0};
}

char *ria_yaml_copy_text(ria_yaml_memory *memory, const char *text, size_t length) {
  char *copy = ria_yaml_allocate(memory, length + 1);
  if (copy && length)
    memcpy(copy, text, length);
  return copy;
}

static ria_yaml *create(ria_yaml_memory *memory, ria_yaml_kind kind, const ria_yaml *place) {
  ria_yaml *node = ria_yaml_allocate(memory, sizeof *node);
  if (!node)
    return NULL;
  memory->nodes++;
  node->kind = kind;
  if (place) {
    node->source = place->source;
    node->line = place->line;
    node->column = place->column;
  }
  return node;
}

ria_yaml *ria_yaml_scalar(ria_yaml_memory *memory, const ria_yaml *place, const char *text) {
  ria_yaml *node = create(memory, RIA_YAML_SCALAR, place);
  const char *copy = ria_yaml_copy_text(memory, text, strlen(text));
  if (!node || !copy)
    return NULL;
  node->text = copy;
  return node;
}

ria_yaml *ria_yaml_list(ria_yaml_memory *memory, const ria_yaml *place) {
  return create(memory, RIA_YAML_LIST, place);
}

ria_yaml *ria_yaml_map(ria_yaml_memory *memory, const ria_yaml *place) {
  return create(memory, RIA_YAML_MAP, place);
}

static bool grow(ria_yaml_memory *memory, ria_yaml *node) {
  if (node->count < node->room)
    return true;
  int room = node->room ? 2 * node->room : 4;
  ria_yaml **value = ria_yaml_allocate(memory, (size_t)room * sizeof *value);
  ria_yaml **key =
      node->kind == RIA_YAML_MAP ? ria_yaml_allocate(memory, (size_t)room * sizeof *key) : NULL;
  if (memory->failed)
    return false;
  if (node->count) {
    memcpy(value, node->value, (size_t)node->count * sizeof *value);
    if (key)
      memcpy(key, node->key, (size_t)node->count * sizeof *key);
  }
  node->value = value;
  node->key = key;
  node->room = room;
  return true;
}

void ria_yaml_append(ria_yaml_memory *memory, ria_yaml *list, ria_yaml *item) {
  if (list && item && grow(memory, list))
    list->value[list->count++] = item;
}

int ria_yaml_index(const ria_yaml *map, const char *key) {
  if (map && map->kind == RIA_YAML_MAP)
    for (int i = 0; i < map->count; i++)
      if (!strcmp(map->key[i]->text, key))
        return i;
  return -1;
}

ria_yaml *ria_yaml_get(const ria_yaml *map, const char *key) {
  int i = ria_yaml_index(map, key);
  return i < 0 ? NULL : map->value[i];
}

void ria_yaml_put(ria_yaml_memory *memory, ria_yaml *map, ria_yaml *key, ria_yaml *value) {
  if (!map || !key || !value)
    return;
  int i = ria_yaml_index(map, key->text);
  if (i < 0) {
    ria_yaml_put_new(memory, map, key, value);
    return;
  }
  map->key[i] = key;
  map->value[i] = value;
}

void ria_yaml_put_new(ria_yaml_memory *memory, ria_yaml *map, ria_yaml *key, ria_yaml *value) {
  if (!map || !key || !value || !grow(memory, map))
    return;
  map->key[map->count] = key;
  map->value[map->count++] = value;
}

void ria_yaml_put_text(ria_yaml_memory *memory, ria_yaml *map, const char *key, ria_yaml *value) {
  ria_yaml_put(memory, map, ria_yaml_scalar(memory, value, key), value);
}

void ria_yaml_remove(ria_yaml *map, const char *key) {
  int i = ria_yaml_index(map, key);
  if (i < 0)
    return;
  map->count--;
  memmove(map->key + i, map->key + i + 1, (size_t)(map->count - i) * sizeof *map->key);
  memmove(map->value + i, map->value + i + 1, (size_t)(map->count - i) * sizeof *map->value);
}

/* The caller checks RIA_YAML_NODES after each copy, which bounds the size: one alias can at most
 * double a tree. */
ria_yaml *ria_yaml_copy(ria_yaml_memory *memory, const ria_yaml *node) {
  ria_yaml *copy = node ? create(memory, node->kind, node) : NULL;
  if (!copy)
    return NULL;
  copy->text = node->text;
  copy->quoted = node->quoted;
  copy->pending = node->pending;
  for (int i = 0; i < node->count; i++) {
    ria_yaml *value = ria_yaml_copy(memory, node->value[i]);
    if (!value || !grow(memory, copy))
      return NULL;
    if (node->kind == RIA_YAML_MAP)
      copy->key[i] = node->key[i];
    copy->value[copy->count++] = value;
  }
  return copy;
}

bool ria_yaml_is_null(const ria_yaml *node) {
  return !node || (node->kind == RIA_YAML_SCALAR && !node->quoted &&
                   (!*node->text || !strcmp(node->text, "~") || !strcasecmp(node->text, "null")));
}

const char *ria_yaml_kind_text(const ria_yaml *node) {
  static const char *const texts[] = {"a single value", "a list", "a mapping"};
  return ria_yaml_is_null(node) ? "nothing" : texts[node->kind];
}
