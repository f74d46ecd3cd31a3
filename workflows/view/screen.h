/** \file
 * Drawing a study again and again: in place on a terminal. */
#ifndef RIA_VIEW_SCREEN_H
#define RIA_VIEW_SCREEN_H

#include <stdio.h>
#include "view.h"

typedef struct {
  FILE *stream;
  bool terminal;
  int lines;             /**< of the picture that is on the terminal now */
  const char *submitted; /**< of ria_view */
} ria_screen;

/** How the study should look on `stream`: its width, colours and characters. COLUMNS, NO_COLOR,
 * LC_ALL, LC_CTYPE and LANG have a say. */
ria_view_style ria_screen_style(FILE *stream);

/** Draw over the last picture. One that is higher than the terminal is cut. */
ria_status ria_screen_draw(ria_screen *screen, ria_study *study);

#endif
