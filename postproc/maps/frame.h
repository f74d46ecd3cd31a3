/* What is around a picture in a plane: margins, axes, colour bar, titles. Private to postproc/maps.
 */
#ifndef RIA_MAPS_FRAME_H
#define RIA_MAPS_FRAME_H

#include <stdio.h>

/* Margins in pixels; the right one holds the colour bar. */
enum { RIA_FRAME_LEFT = 95, RIA_FRAME_TOP = 75, RIA_FRAME_BOTTOM = 70 };

typedef struct {
  int width, height;     /* of the inside, pixels */
  int right;             /* margin, pixels */
  double x0, y0, x1, y1; /* of the inside, in the axes' unit */
} ria_frame;

/* Texts may be NULL but for the labels. */
typedef struct {
  const char *x_label, *y_label, *bar_label, *title, *subtitle;
} ria_frame_texts;

/* Size of the whole picture, pixels. */
static inline int ria_frame_width(const ria_frame *f) {
  return f->width + RIA_FRAME_LEFT + f->right;
}
static inline int ria_frame_height(const ria_frame *f) {
  return f->height + RIA_FRAME_TOP + RIA_FRAME_BOTTOM;
}

/* Write it for gnuplot. */
void ria_frame_script(const ria_frame *frame, const ria_frame_texts *texts, FILE *script);

#endif
