#include "words.h"
#include "ria/number.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Takes ownership of the word; NULL means that memory ran out. */
static void take(exec_words *words, char *word) {
  if (word && words->count + 1 >= words->room) {
    int room = 2 * words->room + 16;
    char **grown = realloc(words->item, (size_t)room * sizeof *grown);
    if (grown) {
      words->item = grown;
      words->room = room;
    } else {
      free(word);
      word = NULL;
    }
  }
  if (!word) {
    words->failed = true;
    return;
  }
  words->item[words->count++] = word;
  words->item[words->count] = NULL;
}

void exec_words_add(exec_words *words, const char *word) {
  take(words, strdup(word));
}

void exec_words_format(exec_words *words, const char *format, ...) {
  va_list arguments;
  char *word = NULL;
  va_start(arguments, format);
  if (ria_vasprintf(&word, format, arguments) < 0)
    word = NULL;
  va_end(arguments);
  take(words, word);
}

void exec_words_append(exec_words *words, const char *const *list) {
  for (; list && *list; list++)
    exec_words_add(words, *list);
}

ria_status exec_words_check(const exec_words *words) {
  return words->failed ? ria_fail(RIA_ERROR_MEMORY, "no memory for a command line") : RIA_SUCCESS;
}

void exec_words_free(exec_words *words) {
  for (int i = 0; i < words->count; i++)
    free(words->item[i]);
  free(words->item);
  *words = (exec_words){0};
}

static bool is_control(unsigned char c) {
  return c < 0x20 || c == 0x7f;
}

static bool needs_escapes(const char *word) {
  for (; *word; word++)
    if (is_control((unsigned char)*word))
      return true;
  return false;
}

/* $'...' is bash's notation for control characters. */
static void quote_escaped(FILE *stream, const char *word) {
  fputs("$'", stream);
  for (; *word; word++) {
    if (*word == '\n')
      fputs("\\n", stream);
    else if (is_control((unsigned char)*word))
      fprintf(stream, "\\%03o", (unsigned char)*word);
    else if (*word == '\'' || *word == '\\')
      fprintf(stream, "\\%c", *word);
    else
      fputc(*word, stream);
  }
  fputc('\'', stream);
}

static void quote_plain(FILE *stream, const char *word) {
  fputc('\'', stream);
  for (; *word; word++) {
    if (*word == '\'')
      fputs("'\\''", stream);
    else
      fputc(*word, stream);
  }
  fputc('\'', stream);
}

void exec_quote(FILE *stream, const char *word) {
  static const char harmless[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                 "0123456789_@%+=:,./-";
  if (*word && !word[strspn(word, harmless)])
    fputs(word, stream);
  else if (needs_escapes(word))
    quote_escaped(stream, word);
  else
    quote_plain(stream, word);
}

void exec_quote_all(FILE *stream, const char *const *list) {
  for (int i = 0; list && list[i]; i++) {
    if (i)
      fputc(' ', stream);
    exec_quote(stream, list[i]);
  }
}
