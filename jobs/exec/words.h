/* Command lines: a list of words, and how a shell would be told of them. */
#ifndef RIA_WORDS_H
#define RIA_WORDS_H

#include <stdbool.h>
#include <stdio.h>
#include "ria/status.h"

/* Zero-initialised is empty. `item` is an argv: owned words, ended by NULL. */
typedef struct {
  char **item;
  int count;
  int room;
  bool failed; /* no memory: stays, so that it need be asked for once */
} ria_words;

/* Add a copy of a word; printf-like; all of a list ended by NULL (NULL: none). */
void ria_words_add(ria_words *words, const char *word);
void ria_words_format(ria_words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void ria_words_append(ria_words *words, const char *const *list);

/* RIA_ERROR_MEMORY if anything failed since the beginning. */
ria_status ria_words_check(const ria_words *words);
void ria_words_free(ria_words *words);

/* Write a word so that bash reads back the same bytes, on one line and without control
 * characters. */
void ria_quote(FILE *stream, const char *word);

/* All words of a list, quoted, with blanks between. */
void ria_quote_all(FILE *stream, const char *const *list);

#endif
