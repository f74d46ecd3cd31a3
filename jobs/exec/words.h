/* Command lines: a list of words, and how to quote them for a shell. */
#ifndef EXEC_WORDS_H
#define EXEC_WORDS_H

#include <stdbool.h>
#include <stdio.h>
#include "ria/status.h"

/* All zero is an empty list. `item` is an argv: owned words, ended by NULL. */
typedef struct {
  char **item;
  int count;
  int room;
  bool failed; /* memory ran out; stays set, so that callers check once */
} exec_words;

/* Add a copy of a word, a formatted word, or all words of a list ended by NULL (NULL: none). */
void exec_words_add(exec_words *words, const char *word);
void exec_words_format(exec_words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void exec_words_append(exec_words *words, const char *const *list);

/* RIA_ERROR_MEMORY if any addition failed. */
ria_status exec_words_check(const exec_words *words);
void exec_words_free(exec_words *words);

/* Quote a word for bash, on one line and without control characters. */
void exec_quote(FILE *stream, const char *word);

/* Quote all words of a list, with blanks between. */
void exec_quote_all(FILE *stream, const char *const *list);

#endif
