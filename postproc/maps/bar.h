/* The colour bar of a picture: its numbers, and its label to the right of them. Private to
 * postproc/maps. */
#ifndef MAPS_BAR_H
#define MAPS_BAR_H

#include <stdio.h>
#include "map.h"
#include "ticks.h"

enum { MAPS_BAR_WIDTH = 20, MAPS_BAR_LINES = 2, MAPS_BAR_TEXT = 128 };

/* Distances in pixels to the right from the left edge of the coloured strip. */
typedef struct {
  maps_ticks ticks;
  int numbers_left, numbers_right; /* left and right end of the numbers */
  int lines;                       /* lines of the label, 0 to MAPS_BAR_LINES */
  char line[MAPS_BAR_LINES][MAPS_BAR_TEXT];
  int middle[MAPS_BAR_LINES]; /* middle of each line of the label, which reads upwards */
  int above;                  /* pixels above the strip, for the shared power of ten */
  int width;                  /* of strip, numbers and label */
} maps_bar;

/* Lay out a bar of `height` pixels. */
void maps_bar_layout(const map_style *style, int height, maps_bar *bar);

/* Where the strip is in a picture, pixels from the lower left corner. */
typedef struct {
  int left, bottom, height;
  int picture_width, picture_height;
} maps_bar_place;

/* Write the colour bar for gnuplot, with palette and range. Uses labels 100 to 199. */
void maps_bar_script(const map_style *style, const maps_bar *bar, const maps_bar_place *place,
                     FILE *script);

#endif
