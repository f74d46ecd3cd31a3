/** \file
 * Private: planes through a box of cells, as a PNG picture.
 */
#ifndef MAPS_POSTPROC_BOX_H
#define MAPS_POSTPROC_BOX_H

#include "map.h"

/** A picture to draw. Its pointers are borrowed. */
typedef struct {
  const ria_history_box *box;   /**< with 1 plane, or 3 */
  const float *values;          /**< values of all planes; NAN: no value */
  const char *title, *subtitle; /**< UTF-8 */
} maps_box_picture;

/** Draw to `path`: each plane with its axes, all to the same scale. Errors: as map_draw(). */
ria_status maps_box_draw(const maps_box_picture *picture, const map_style *style, const char *path);

#endif
