/** \file
 * Text: a growing buffer, and the nearest of a list of words (for "did you mean").
 */
#ifndef RIA_TEXT_H
#define RIA_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A growing string, always closed by a NUL. All zero is an empty one. When memory runs out,
 * `failed` is set and further additions do nothing, so that a writer need check once, at the end.
 */
typedef struct {
  char *data;
  size_t length, capacity;
  bool failed;
} ria_text;

void ria_text_append(ria_text *text, const char *data, size_t length);
void ria_text_add(ria_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Hand the string over to the caller (free); NULL if memory ran out. The buffer is empty again. */
char *ria_text_take(ria_text *text);
void ria_text_destroy(ria_text *text);

/** Append what a user wrote so that it can stand in a message: at most 60 bytes, on one line,
 * control characters as '?'. */
void ria_text_add_quoted(ria_text *text, const char *data);

/** Edits (insert, delete, replace, swap of neighbours; case does not count) between two words.
 * Words over 63 bytes count as far from everything (1000). */
int ria_text_distance(const char *a, const char *b);

/** Of `count` candidates the one that is nearest to `word`, or NULL where none is near enough to be
 * meant: at most one edit for each three letters. Borrowed from the list. */
const char *ria_text_nearest(const char *word, int count, const char *const *candidate);

#ifdef __cplusplus
}
#endif

#endif
