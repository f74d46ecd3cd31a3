/** \file
 * A table from words to numbers that answers in a time that does not depend on its size.
 */
#ifndef RIA_WORD_TABLE_H
#define RIA_WORD_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** All zero is an empty one. */
typedef struct {
  int count;
  size_t room; /**< a power of two, or 0 */
  struct ria_word_slot *slot;
} ria_word_table;

/** The number of a word, -1 without one. */
int ria_word_table_find(const ria_word_table *table, const char *word);
/** Put a word in (borrowed while the table lives), or give it another number (>= 0). False without
 * memory; then the table is as it was. */
bool ria_word_table_put(ria_word_table *table, const char *word, int number);
void ria_word_table_destroy(ria_word_table *table);

#ifdef __cplusplus
}
#endif
#endif
