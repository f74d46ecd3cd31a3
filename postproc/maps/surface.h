/** \file
 * Private: a field on a surface through blocks of nodes, as a PNG picture.
 */
#ifndef MAPS_POSTPROC_SURFACE_H
#define MAPS_POSTPROC_SURFACE_H

#include "map.h"

/** A part of the surface: nodes [layers][ny][nx]. */
typedef struct {
  ria_global nx, ny;
  int layers;
  const double *x, *y; /**< coordinates in the picture, m */
  const float *values; /**< NAN: no value */
} maps_surface_part;

typedef struct {
  int parts;
  bool borders; /**< draw lines around the parts */
  const maps_surface_part *part;
  const char *x_label, *y_label; /**< text before the unit */
  const char *title, *subtitle;  /**< UTF-8; NULL: none */
} maps_surface;

/** Draw to `path`. Between nodes, values are linear; where parts or layers overlap, the picture
 * shows their mean. Errors: as map_draw(). */
ria_status maps_surface_draw(const maps_surface *surface, const map_style *style, const char *path);

/** Flatten the surface of a view: x and y [nx of the view] of its nodes in the picture, and the
 * names of the axes. Errors: RIA_ERROR_MEMORY. */
ria_status maps_surface_flatten(const ria_history_view *view, ria_surface_kind kind, double *x,
                                double *y, char x_label[96], char y_label[96]);

#endif
