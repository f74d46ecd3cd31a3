/** \file
 * Text: a growing buffer, and the nearest of a list of words (for "did you mean").
 */
#ifndef RIA_TEXT_H
#define RIA_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A growing string that always ends with NUL. All zero is an empty one. When memory runs out,
 * `failed` is set and additions do nothing, so a writer checks once, at the end. */
typedef struct {
  char *data;
  size_t length, capacity;
  bool failed;
} ria_text;

void ria_text_append(ria_text *text, const char *data, size_t length);
void ria_text_add(ria_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Append the bytes of a file up to its end, or the first of them beyond `most`. False, with errno,
 * if it cannot be read. */
bool ria_text_add_file(ria_text *text, FILE *file, size_t most);

/** Pass the string to the caller (free); NULL if memory ran out. The buffer is then empty. */
char *ria_text_take(ria_text *text);
void ria_text_destroy(ria_text *text);

/** Append a user's text for a message: at most 60 bytes, on one line, control characters as '?'. */
void ria_text_add_quoted(ria_text *text, const char *data);

/** Append a key, quoted as above, to a path of keys ("boundaries.0.level") of `size` bytes. Returns
 * the length of the path before. */
size_t ria_text_enter_key(char *path, size_t size, const char *key);

/** Whether a text ends in `end` and is longer. */
bool ria_text_ends_in(const char *text, const char *end);

/** The number of edits (insert, delete, replace, swap of neighbours; case does not matter) between
 * two words; 1000 if one has more than 63 bytes. */
int ria_text_distance(const char *a, const char *b);

/** The candidate nearest to `word`, or NULL if none is close enough: at most one edit per three
 * letters. Borrowed from the list. */
const char *ria_text_nearest(const char *word, int count, const char *const *candidate);

#ifdef __cplusplus
}
#endif

#endif
