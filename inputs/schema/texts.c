/* Values that only schemas other than the case's hold: texts with line breaks, and lists of texts.
 */
#include <stdlib.h>
#include <string.h>
#include "reader.h"

enum { SCRIPT_BYTES = 1 << 20, TEXTS = 10000 };

static bool fits(ria_case_reader *reader, ria_yaml *node) {
  if (strlen(node->text) <= SCRIPT_BYTES)
    return true;
  ria_case_find(reader, node, "this text is longer than %d bytes", SCRIPT_BYTES);
  return false;
}

void ria_case_read_script(ria_case_reader *reader, const ria_key *key, ria_yaml *node,
                          char **object) {
  if (node->kind != RIA_YAML_SCALAR || ria_yaml_is_null(node)) {
    ria_case_expected(reader, node, key, NULL);
  } else if (fits(reader, node)) {
    *object = strdup(node->text);
    reader->memory.failed |= !*object;
  }
}

/* Texts may be empty and hold anything but NUL: they become arguments, not parts of a line. */
static bool copy_texts(ria_case_reader *reader, const ria_key *key, ria_yaml *list, char **texts) {
  for (int i = 0; i < list->count; i++) {
    ria_yaml *item = list->value[i];
    if (item->kind != RIA_YAML_SCALAR) {
      size_t mark = ria_case_enter_item(reader, i);
      ria_key text = {.kind = RIA_KEY_TEXT, .example = key->example ? key->example : "text"};
      ria_case_expected(reader, item, &text, NULL);
      ria_case_leave(reader, mark);
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

void ria_case_read_texts(ria_case_reader *reader, const ria_key *key, ria_yaml *node, void *base) {
  if (node->kind != RIA_YAML_LIST) {
    ria_case_expected(reader, node, key, NULL);
    return;
  }
  if (node->count > TEXTS) {
    ria_case_find(reader, node, "there may be at most %d of these, but here are %d", TEXTS,
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

void ria_case_free_texts(const ria_key *key, void *base) {
  char **texts;
  int count;
  memcpy(&texts, (char *)base + key->offset, sizeof texts);
  memcpy(&count, (char *)base + key->count, sizeof count);
  free_texts(texts, count);
}
