/** \file
 * Folding of long command lines for a terminal.
 */
#ifndef VIEW_FOLD_H
#define VIEW_FOLD_H

#include <stdio.h>

/** Print a shell-quoted line after `indent` blanks. A line wider than `width` (0: unlimited)
 * continues after a backslash between two words, so that it can be copied into a shell. At most
 * `most` lines are printed (0: all). */
void fold_command(FILE *stream, const char *line, int indent, int width, int most);

#endif
