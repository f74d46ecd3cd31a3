/** \file
 * A hash table from words to numbers.
 */
#ifndef RIA_WORD_TABLE_H
#define RIA_WORD_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An all-zero object is an empty table. */
typedef struct {
  int count;
  size_t room; /**< a power of two, or 0 */
  struct ria_word_slot *slot;
} ria_word_table;

/** The number of a word, or -1. */
int ria_word_table_find(const ria_word_table *table, const char *word);
/** Add a word (borrowed while the table lives), or change its number (>= 0). False without memory,
 * with the table unchanged. */
bool ria_word_table_put(ria_word_table *table, const char *word, int number);
void ria_word_table_destroy(ria_word_table *table);

#ifdef __cplusplus
}
#endif
#endif
