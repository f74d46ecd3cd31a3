/* The cells of a raster that a rectangle touches. */
#ifndef RASTER_WINDOW_H
#define RASTER_WINDOW_H

#include "ria/raster.h"

/* Cells [x0, x1) x [y0, y1) from the south-west. */
typedef struct {
  ria_global x0, x1, y0, y1;
} raster_window;

/* The cells to read for `extent` (NULL: all): the cells it touches and one more on each side, for
 * interpolation at the edges. Error: RIA_ERROR_CASE if the raster does not cover the extent. */
ria_status raster_window_of(const ria_raster *frame, const ria_extent *extent, const char *path,
                            raster_window *window);

/* Check that a frame's coordinates are finite and resolve the cell size. Error: RIA_ERROR_FORMAT.
 */
ria_status raster_frame_check(const ria_raster *frame, const char *path);

/* The frame of a window: a raster without values or CRS. */
ria_raster raster_window_frame(const ria_raster *frame, const raster_window *window);

#endif
