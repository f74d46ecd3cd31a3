/* Open addressing with linear probing, at most half full. */
#include "ria/word_table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "ria/hash.h"

enum { FIRST_ROOM = 32 };

struct ria_word_slot {
  const char *word; /* NULL: free */
  uint64_t hash;
  int number;
};

/* FNV-1a, then a mix that makes the low bits depend on the whole word. */
static uint64_t hash_of(const char *word) {
  uint64_t hash = ria_fnv(RIA_FNV_START, word, strlen(word));
  hash ^= hash >> 32;
  return hash * UINT64_C(0x9e3779b97f4a7c15);
}

/* The slot of a word, or the free slot where it belongs. */
static struct ria_word_slot *probe(struct ria_word_slot *slot, size_t room, const char *word,
                                   uint64_t hash) {
  size_t i = (size_t)(hash >> 20) & (room - 1);
  while (slot[i].word && (slot[i].hash != hash || strcmp(slot[i].word, word)))
    i = (i + 1) & (room - 1);
  return &slot[i];
}

int ria_word_table_find(const ria_word_table *table, const char *word) {
  if (!table->room)
    return -1;
  const struct ria_word_slot *found = probe(table->slot, table->room, word, hash_of(word));
  return found->word ? found->number : -1;
}

static bool grow(ria_word_table *table) {
  size_t room = table->room ? 2 * table->room : FIRST_ROOM;
  struct ria_word_slot *slot = calloc(room, sizeof *slot);
  if (!slot)
    return false;
  for (size_t i = 0; i < table->room; i++)
    if (table->slot[i].word)
      *probe(slot, room, table->slot[i].word, table->slot[i].hash) = table->slot[i];
  free(table->slot);
  table->slot = slot;
  table->room = room;
  return true;
}

bool ria_word_table_put(ria_word_table *table, const char *word, int number) {
  if (2 * ((size_t)table->count + 1) > table->room && !grow(table))
    return false;
  uint64_t hash = hash_of(word);
  struct ria_word_slot *slot = probe(table->slot, table->room, word, hash);
  table->count += !slot->word;
  *slot = (struct ria_word_slot){word, hash, number};
  return true;
}

void ria_word_table_destroy(ria_word_table *table) {
  free(table->slot);
  *table = (ria_word_table){0};
}
