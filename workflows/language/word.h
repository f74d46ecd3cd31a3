/** \file
 * Words and names in expressions. Private to this folder and to results.
 */
#ifndef LANGUAGE_WORD_H
#define LANGUAGE_WORD_H

#include <stdbool.h>
#include <stddef.h>

enum { WORKFLOW_NAME_BYTES = 200 }; /**< a name with its NUL */

/** Bytes of the word that starts at `text`; 0 if none does. A word is a letter, '_' or a character
 * beyond ASCII, followed by these, digits and dashes; it does not end in a dash. */
size_t workflow_word_length(const char *text, const char *end);
/** Bytes of the name that starts at `text`: words with dots between. */
size_t workflow_name_length(const char *text, const char *end);
/** Whether all of the text is one word. */
bool workflow_is_word(const char *text);
/** Whether it is one of and, or, not, true and false. */
bool workflow_is_keyword(const char *text);

#endif
