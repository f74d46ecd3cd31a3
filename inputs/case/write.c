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

/* Hashes of everything that determines the answer, and of the files alone. */
typedef struct {
  uint64_t all, files;
} digest;

static void add_text(uint64_t *hash, const char *text) {
  *hash = ria_fnv(*hash, text, strlen(text) + 1); /* with its NUL: "ab","c" is not "a","bc" */
}

static void add_node(digest *d, const ria_yaml *node) {
  char digits[24];
  if (node->kind == RIA_YAML_SCALAR) {
    snprintf(digits, sizeof digits, "%016" PRIx64, node->content);
    /* A file counts by its bytes, not by its name. */
    add_text(&d->all, node->is_file ? digits : node->text);
    if (node->is_file)
      add_text(&d->files, digits);
    return;
  }
  add_text(&d->all, node->kind == RIA_YAML_LIST ? "[" : "{");
  for (int i = 0; i < node->count; i++) {
    if (node->kind == RIA_YAML_MAP)
      add_text(&d->all, node->key[i]->text);
    add_node(d, node->value[i]);
  }
  add_text(&d->all, "]");
}

static void add_map(digest *d, const ria_key *keys, const ria_yaml *map) {
  for (int i = 0; i < map->count; i++) {
    const ria_key *key = ria_schema_find(keys, map->key[i]->text);
    const ria_yaml *value = map->value[i];
    if (!key || !ria_schema_counts(key, value))
      continue;
    add_text(&d->all, key->name);
    if (ria_key_is_map(key)) {
      add_map(d, key->keys, value);
    } else if (key->kind == RIA_KEY_LIST) {
      for (int j = 0; j < value->count; j++) {
        add_text(&d->all, "-");
        add_map(d, key->keys, value->value[j]);
      }
    } else {
      add_node(d, value);
    }
  }
  add_text(&d->all, "}");
}

void case_hash(const ria_reader *reader, ria_case *the_case) {
  digest d = {RIA_FNV_START, RIA_FNV_START};
  add_text(&d.all, "ria case 1"); /* change this when the meaning of keys changes */
  add_map(&d, reader->top, reader->root);
  snprintf(the_case->hash, sizeof the_case->hash, "%016" PRIx64, d.all);
  snprintf(the_case->files_hash, sizeof the_case->files_hash, "%016" PRIx64, d.files);
}
