/* The pixels of a PNG file. */
#ifndef RIA_PNG_PIXELS_H
#define RIA_PNG_PIXELS_H

#include <png.h>
#include <stdlib.h>
#include <string.h>
#include "tests.h"

typedef struct {
  int width, height;
  uint8_t *data; /* [height][width][3], from the top */
} image;

static inline image load(const char *path) {
  png_image png = {.version = PNG_IMAGE_VERSION};
  assert_true(png_image_begin_read_from_file(&png, path));
  png.format = PNG_FORMAT_RGB;
  image i = {(int)png.width, (int)png.height, malloc(PNG_IMAGE_SIZE(png))};
  assert_non_null(i.data);
  assert_true(png_image_finish_read(&png, NULL, i.data, 0, NULL));
  assert_true(i.width >= 400 && i.width <= 1600);
  return i;
}

static inline const uint8_t *colour_at(const image *i, int x, int y) {
  assert_in_range(x, 0, i->width - 1);
  assert_in_range(y, 0, i->height - 1);
  return i->data + ((size_t)y * (size_t)i->width + (size_t)x) * 3;
}

/* Colour of a pixel, x and y as parts of the width and height from the upper left. */
static inline void pixel(const char *path, double x, double y, uint8_t rgb[3]) {
  image i = load(path);
  memcpy(rgb, colour_at(&i, (int)(x * i.width), (int)(y * i.height)), 3);
  free(i.data);
}

/* Whether something is drawn in a rectangle, in pixels from the lower left. */
static inline bool has_ink(const char *path, int left, int right, int bottom, int height) {
  image i = load(path);
  bool ink = false;
  assert_true(left < right);
  for (int x = left; x < right; x++)
    for (int y = bottom; y < bottom + height; y++)
      ink |= colour_at(&i, x, i.height - 1 - y)[1] < 240;
  free(i.data);
  return ink;
}

#endif
