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

/** A growing string that always ends with NUL. An empty one is all zero. When memory runs out,
 * `failed` is set and further additions have no effect, so a writer needs only one check, at the
 * end. */
typedef struct {
  char *data;
  size_t length, capacity;
  bool failed;
} ria_text;

void ria_text_append(ria_text *text, const char *data, size_t length);
void ria_text_add(ria_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Append at most the first `most` bytes of a file. False, with errno, if it cannot be read. */
bool ria_text_add_file(ria_text *text, FILE *file, size_t most);

/** Move the string to the caller, who frees it; NULL if memory ran out. The buffer is then empty.
 */
char *ria_text_take(ria_text *text);
void ria_text_destroy(ria_text *text);

/** Append a user's text to a message: at most 60 bytes, on one line, control characters as '?'. */
void ria_text_add_quoted(ria_text *text, const char *data);

/** Append a key, quoted as above, to a path of keys ("boundaries.0.level") of `size` bytes. Returns
 * the previous length of the path. */
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
