/** \file
 * Text of programs for a terminal: what would move its cursor, colour it, rename its window or turn
 * the direction of text is shown instead, as ^[ or \x9b.
 */
#ifndef RIA_VIEW_SHOWN_TEXT_H
#define RIA_VIEW_SHOWN_TEXT_H

#include <stddef.h>
#include <stdio.h>

/** The start of a character or line end whose rest has not come yet; begins as {0}. */
typedef struct {
  unsigned char byte[4];
  int count;
} shown_text;

/** Write `length` bytes, in pieces of any size. Line ends, tabs and UTF-8 stay as they are. */
void shown_text_write(shown_text *text, FILE *out, const char *data, size_t length);

/** Write what is held back: nothing more will come. */
void shown_text_end(shown_text *text, FILE *out);

#endif
