/** \file
 * Redraws a study in place on a terminal.
 */
#ifndef VIEW_SCREEN_H
#define VIEW_SCREEN_H

#include <stdio.h>
#include "view.h"

typedef struct {
  FILE *stream;
  bool terminal;
  int lines;             /**< of the current picture on the terminal */
  const char *submitted; /**< see view_tree */
} view_screen;

/** The style for `stream`: width, colours and characters, from the terminal and COLUMNS, NO_COLOR,
 * LC_ALL, LC_CTYPE and LANG. */
view_style screen_style(FILE *stream);

/** Draw over the last picture. A picture higher than the terminal is cut. */
ria_status screen_draw(view_screen *screen, study_store *study);

#endif
