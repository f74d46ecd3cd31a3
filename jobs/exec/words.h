/* Command lines: a list of words, and how to quote them for a shell. */
#ifndef RIA_WORDS_H
#define RIA_WORDS_H

#include <stdbool.h>
#include <stdio.h>
#include "ria/status.h"

/* All zero is an empty list. `item` is an argv: owned words, ended by NULL. */
typedef struct {
  char **item;
  int count;
  int room;
  bool failed; /* memory ran out; stays set, so that callers check once */
} ria_words;

/* Add a copy of a word, a formatted word, or all words of a list ended by NULL (NULL: none). */
void ria_words_add(ria_words *words, const char *word);
void ria_words_format(ria_words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void ria_words_append(ria_words *words, const char *const *list);

/* RIA_ERROR_MEMORY if any addition failed. */
ria_status ria_words_check(const ria_words *words);
void ria_words_free(ria_words *words);

/* Quote a word for bash, on one line and without control characters. */
void ria_quote(FILE *stream, const char *word);

/* Quote all words of a list, with blanks between. */
void ria_quote_all(FILE *stream, const char *const *list);

#endif
