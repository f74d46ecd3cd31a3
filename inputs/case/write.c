/* The case as run, and its hash, both from the finished tree. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "steps.h"

char *case_echo(const ria_reader *reader) {
  ria_text text = {0};
  ria_text_add(&text, "# The case as run: every default spelled out, quantities in base units.\n");
  ria_yaml_write(&text, reader->root);
  return ria_text_take(&text);
}

static void add_text(uint64_t *hash, const char *text) {
  *hash = ria_fnv(*hash, text, strlen(text) + 1); /* with its NUL: "ab","c" is not "a","bc" */
}

static void add_node(uint64_t *hash, const ria_yaml *node) {
  char digits[24];
  if (node->kind == RIA_YAML_SCALAR) {
    snprintf(digits, sizeof digits, "%016" PRIx64, node->content);
    add_text(hash, node->is_file ? digits : node->text); /* hash a file's bytes, not its name */
    return;
  }
  add_text(hash, node->kind == RIA_YAML_LIST ? "[" : "{");
  for (int i = 0; i < node->count; i++) {
    if (node->kind == RIA_YAML_MAP)
      add_text(hash, node->key[i]->text);
    add_node(hash, node->value[i]);
  }
  add_text(hash, "]");
}

static void add_map(uint64_t *hash, const ria_key *keys, const ria_yaml *map) {
  for (int i = 0; i < map->count; i++) {
    const ria_key *key = ria_schema_find(keys, map->key[i]->text);
    const ria_yaml *value = map->value[i];
    if (!key || !ria_schema_counts(key, value))
      continue;
    add_text(hash, key->name);
    if (ria_key_is_map(key)) {
      add_map(hash, key->keys, value);
    } else if (key->kind == RIA_KEY_LIST) {
      for (int j = 0; j < value->count; j++) {
        add_text(hash, "-");
        add_map(hash, key->keys, value->value[j]);
      }
    } else {
      add_node(hash, value);
    }
  }
  add_text(hash, "}");
}

void case_hash_of(const ria_reader *reader, char hash[17]) {
  uint64_t value = RIA_FNV_START;
  add_text(&value, "ria case 1"); /* change this when the meaning of keys changes */
  add_map(&value, reader->top, reader->root);
  snprintf(hash, 17, "%016" PRIx64, value);
}
