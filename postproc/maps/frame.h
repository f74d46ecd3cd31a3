/* What is around a picture in a plane: margins, axes, colour bar, titles. Private to postproc/maps.
 */
#ifndef MAPS_FRAME_H
#define MAPS_FRAME_H

#include <stdio.h>

/* Margins in pixels; the right one holds the colour bar. */
enum { MAPS_FRAME_LEFT = 110, MAPS_FRAME_TOP = 75, MAPS_FRAME_BOTTOM = 70 };

typedef struct {
  int width, height;     /* of the inside, pixels */
  int right;             /* margin, pixels */
  double x0, y0, x1, y1; /* of the inside, in the axes' unit */
} maps_frame;

/* Texts may be NULL but for the labels. */
typedef struct {
  const char *x_label, *y_label, *bar_label, *title, *subtitle;
} maps_frame_texts;

/* Size of the whole picture, pixels. */
static inline int maps_frame_width(const maps_frame *f) {
  return f->width + MAPS_FRAME_LEFT + f->right;
}
static inline int maps_frame_height(const maps_frame *f) {
  return f->height + MAPS_FRAME_TOP + MAPS_FRAME_BOTTOM;
}

/* Write it for gnuplot. */
void maps_frame_script(const maps_frame *frame, const maps_frame_texts *texts, FILE *script);

#endif
