/* The frame of a picture in a plane: axes and titles, and on the right a colour bar and a legend.
 * Private to postproc/maps. */
#ifndef MAPS_FRAME_H
#define MAPS_FRAME_H

#include <stdio.h>
#include "bar.h"

/* Margins, and the height of a row of the legend, in pixels. */
enum { MAPS_FRAME_LEFT = 100, MAPS_FRAME_TOP = 75, MAPS_FRAME_BOTTOM = 96, MAPS_LEGEND_ROW = 22 };

typedef struct {
  int width, height;     /* inside of the axes, pixels */
  double x0, y0, x1, y1; /* inside of the axes, in their unit */
  int rows, row_width;   /* rows of the legend, 0: no legend; width of a row, pixels */
  /* Set by maps_frame_layout(), in pixels from the lower left corner of the whole picture. */
  maps_bar bar;
  int bottom; /* lower edge of the inside */
  int bar_left, bar_bottom, bar_height;
  int legend_left, legend_top, legend_bottom;
  int whole_width, whole_height;
} maps_frame;

/* Texts other than the labels may be NULL. */
typedef struct {
  const char *x_label, *y_label, *title, *subtitle;
  const char *note; /* small, in the lower left corner */
} maps_frame_texts;

/* Lay out colour bar and legend: the legend below the bar if both have room there, else to the
 * right of it. */
void maps_frame_layout(maps_frame *frame, const map_style *style);

/* Write the frame for gnuplot. Uses labels 1 to 199. */
void maps_frame_script(const maps_frame *frame, const maps_frame_texts *texts,
                       const map_style *style, FILE *script);

/* Write the titles of a picture of width x height pixels; a longer title is cut and ends with an
 * ellipsis. Uses labels 1 and 2. */
void maps_titles_script(const char *title, const char *subtitle, int left, int width, int height,
                        FILE *script);

#endif
