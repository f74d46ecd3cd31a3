#include "ria/case_errors.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/number.h"
#include "ria/yaml.h"

enum { SENTENCE_BYTES = 1024 };

/* Replaces all findings if memory runs out for the first one, so that an error is never silent.
 */
static char no_memory_text[] = "no memory is left for the errors of this file; end other programs "
                               "or raise the memory limit, and try again";
static ria_case_error no_memory = {.text = no_memory_text};

static void note_no_memory(ria_case_errors *errors) {
  if (errors->count)
    return;
  errors->error = &no_memory;
  errors->count = 1;
}

/* Takes ownership of `text`. A finding may be lost (no memory, or too many), so callers must record
 * separately that they added one. */
static void take(ria_case_errors *errors, int line, int column, char *text) {
  if (errors->count >= RIA_CASE_ERRORS_MAX || errors->error == &no_memory) {
    free(text);
    return;
  }
  ria_case_error *more =
      text ? realloc(errors->error, (size_t)(errors->count + 1) * sizeof *errors->error) : NULL;
  if (!more) {
    free(text);
    note_no_memory(errors);
    return;
  }
  errors->error = more;
  errors->error[errors->count++] = (ria_case_error){line, column, text};
}

static void complain(ria_case_errors *errors, const ria_yaml_source *source, int line, int column,
                     const char *key, const char *sentence) {
  ria_text text = {0};
  bool placed = source && !source->is_set && line > 0;
  if (source && source->is_set) {
    ria_text_add(&text, "--set ");
    ria_text_add_quoted(&text, source->name);
    ria_text_add(&text, ": ");
  } else if (source) {
    ria_text_add(&text, "%s:", source->name);
    if (placed)
      ria_text_add(&text, "%d:%d:", line, column);
    ria_text_add(&text, " ");
  }
  if (key && *key)
    ria_text_add(&text, "%s: ", key);
  ria_text_add(&text, "%s", sentence);
  take(errors, placed ? line : 0, placed ? column : 0, ria_text_take(&text));
}

void ria_case_complain(ria_case_errors *errors, const ria_yaml *place, const char *key,
                       const char *format, ...) {
  char sentence[SENTENCE_BYTES];
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  complain(errors, place ? place->source : NULL, place ? place->line : 0, place ? place->column : 0,
           key, sentence);
}

void ria_case_complain_at(ria_case_errors *errors, const ria_yaml_source *source, int line,
                          int column, const char *format, ...) {
  char sentence[SENTENCE_BYTES];
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  complain(errors, source, line, column, NULL, sentence);
}

void ria_case_errors_move(ria_case_errors *from, ria_case_errors *to) {
  for (int i = 0; i < from->count; i++)
    take(to, from->error[i].line, from->error[i].column, from->error[i].text);
  free(from->error);
  *from = (ria_case_errors){0};
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* The end of the number that begins at `p`, with sign and exponent; `p` if there is none. */
static const char *behind_number(const char *p) {
  const char *end = p + (*p == '-');
  if (!is_digit(*end))
    return p;
  while (is_digit(*end) || (*end == '.' && is_digit(end[1])))
    end++;
  const char *power = end + 1 + (end[0] && (end[1] == '-' || end[1] == '+'));
  if (*end == 'e' && is_digit(*power))
    for (end = power; is_digit(*end); end++)
      ;
  return end;
}

/* The end of the name in single quotes that begins at `p`, but not inside a word; `p` if there is
 * none.
 */
static const char *behind_name(const char *p, bool in_word) {
  const char *end = *p == '\'' && !in_word ? strchr(p + 1, '\'') : NULL;
  return end ? end + 1 : p;
}

bool ria_case_alike(const char *a, const char *b) {
  bool in_word = false;
  while (*a && *b) {
    const char *after_a = behind_number(a), *after_b = behind_number(b);
    if (after_a == a || after_b == b)
      after_a = behind_name(a, in_word), after_b = behind_name(b, in_word);
    in_word = isalnum((unsigned char)*a);
    if (after_a == a || after_b == b) {
      if (*a != *b)
        return false;
      after_a = a + 1, after_b = b + 1;
    }
    a = after_a, b = after_b;
  }
  return *a == *b;
}

int ria_case_errors_more(const ria_case_errors *errors, int index) {
  const char *text = errors->error[index].text;
  int more = 0;
  for (int i = 0; i < errors->count; i++) {
    if (i == index || !ria_case_alike(errors->error[i].text, text))
      continue;
    if (i < index)
      return -1;
    more++;
  }
  return more;
}

const char *ria_case_more_text(int more, char text[RIA_CASE_MORE]) {
  text[0] = '\0';
  if (more > 0)
    snprintf(text, RIA_CASE_MORE, " (and %d more like it)", more);
  return text;
}

static bool comes_after(const ria_case_error *a, const ria_case_error *b) {
  if ((a->line == 0) != (b->line == 0))
    return a->line == 0;
  return a->line > b->line || (a->line == b->line && a->column > b->column);
}

/* Insertion sort: stable, and the list is short and nearly sorted. */
void ria_case_errors_sort(ria_case_errors *errors) {
  for (int i = 1; i < errors->count; i++) {
    ria_case_error moving = errors->error[i];
    int j = i;
    for (; j > 0 && comes_after(&errors->error[j - 1], &moving); j--)
      errors->error[j] = errors->error[j - 1];
    errors->error[j] = moving;
  }
}

void ria_case_errors_destroy(ria_case_errors *errors) {
  if (!errors)
    return;
  if (errors->error != &no_memory) {
    for (int i = 0; i < errors->count; i++)
      free(errors->error[i].text);
    free(errors->error);
  }
  *errors = (ria_case_errors){0};
}
