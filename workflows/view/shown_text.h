/** \file
 * Text of other programs for a terminal. Bytes that would move the cursor, change colours, rename
 * the window or reverse the direction of text are shown instead, as ^[ or \\x9b.
 */
#ifndef VIEW_SHOWN_TEXT_H
#define VIEW_SHOWN_TEXT_H

#include <stddef.h>
#include <stdio.h>

/** The start of a character or line end that is incomplete so far. Starts as {0}. */
typedef struct {
  unsigned char byte[4];
  int count;
} shown_text;

/** Write `length` bytes, a piece of any size. Line ends, tabs and UTF-8 stay as they are. */
void shown_text_write(shown_text *text, FILE *out, const char *data, size_t length);

/** Write the rest at the end of the text. */
void shown_text_end(shown_text *text, FILE *out);

#endif
