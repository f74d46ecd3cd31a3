#include "ria/case_errors.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "ria/number.h"
#include "ria/yaml.h"

enum { SENTENCE_BYTES = 1024 };

/* Stands for all findings if memory runs out for the first one, so that an error is never silent.
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

/* Takes ownership of `text`. A finding may be lost (no memory, or too many), so callers remember
 * themselves that they made one. */
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
