/** \file
 * Long command lines on a terminal. */
#ifndef RIA_VIEW_FOLD_H
#define RIA_VIEW_FOLD_H

#include <stdio.h>

/** Print a line that is quoted for a shell, behind `indent` blanks. One wider than `width` (0: any
 * width will do) goes on behind a backslash, between two words, so that it can still be copied into
 * a shell; at most `most` lines of it are shown (0: all). */
void fold_command(FILE *stream, const char *line, int indent, int width, int most);

#endif
