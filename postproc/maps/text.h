/* Sizes of texts in a picture, to lay them out before gnuplot draws them. Private to
 * postproc/maps. */
#ifndef MAPS_TEXT_H
#define MAPS_TEXT_H

#include <stddef.h>

/* Pixels of a line of text at the usual size. */
enum { MAPS_LINE = 18, MAPS_POINTS = 11 };

/* Width of a UTF-8 text in DejaVu Sans, pixels, rounded up; exact for ASCII. */
int maps_text_width(const char *text, int points);

/* Copy a text into `copy`; shorten it with an ellipsis if it is wider than `width` pixels. */
void maps_text_fit(const char *text, int points, int width, size_t size, char *copy);

/* Copy a label and print the unit in its last parentheses as books do: "(m3/s)" with a raised 3,
 * "(m s-1)" with a raised -1. */
void maps_text_label(const char *label, size_t size, char *copy);

#endif
