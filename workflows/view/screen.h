/** \file
 * Redraws a study in place on a terminal.
 */
#ifndef RIA_VIEW_SCREEN_H
#define RIA_VIEW_SCREEN_H

#include <stdio.h>
#include "view.h"

typedef struct {
  FILE *stream;
  bool terminal;
  int lines;             /**< of the current picture on the terminal */
  const char *submitted; /**< see ria_view */
} ria_screen;

/** The style for `stream`: width, colours and characters, from the terminal and COLUMNS, NO_COLOR,
 * LC_ALL, LC_CTYPE and LANG. */
ria_view_style ria_screen_style(FILE *stream);

/** Draw over the last picture. A picture higher than the terminal is cut. */
ria_status ria_screen_draw(ria_screen *screen, ria_study *study);

#endif
