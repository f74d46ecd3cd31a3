/** \file
 * Maps: a field of a plane as a PNG picture, drawn by gnuplot (Debian package gnuplot-nox).
 *
 * Cells without a value are land: grey with shaded relief, or sand if they have a value in other
 * records. Palettes are perceptually even and safe for the colour-blind. Legend, colour bar, scale
 * bar and north arrow are outside of the map.
 */
#ifndef MAP_H
#define MAP_H

#include <stdbool.h>
#include "ria/bed_picture.h"
#include "ria/history.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  MAPS_PALETTE_SIGNED,
  MAPS_PALETTE_MAGNITUDE,
  MAPS_PALETTE_TRACE,
  MAPS_PALETTE_TIME,
  MAPS_PALETTE_DEPTH
} maps_palette;

/** A colour scale; use the same scale for all maps of a run, so that they can be compared. */
typedef struct {
  maps_palette palette;
  double low, high;
  bool logarithmic;   /**< low > 0 */
  double hide_below;  /**< smaller values are drawn in a pale blue; -INFINITY: none */
  const char *hidden; /**< meaning of these smaller values, for the legend; NULL: no row */
  bool over, under;   /**< values exist above `high`, below `low`; the ends of the bar show it */
  const char *label;  /**< label of the colour bar, with the unit */
} map_style;

enum { MAPS_CLOUDS = 8 };

/** Points and lines of one colour, such as particles and their tracks; coordinates in m from the
 * map's lower left corner. */
typedef struct {
  const char *name; /**< for the legend */
  int points, lines;
  float (*point)[2];
  float (*line)[4]; /**< x, y of the start, dx, dy to the end */
} maps_cloud;

/** A picture to draw. Its pointers are borrowed. */
typedef struct {
  ria_global nx, ny;
  double x0, y0, dx, dy; /**< m */
  const double *ground;  /**< [ny][nx] m, positive down, negative on land. NULL: no relief */
  const float *values;   /**< [ny][nx]; NAN: no value */
  const unsigned char
      *covered; /**< [ny][nx] nonzero where other records have a value; NULL: none */
  /** Name in the legend of cells of `covered` without a value; the legend then always has a row for
   * them. NULL: it has a row only if there are such cells. */
  const char *flats;
  const float *u, *v; /**< [ny][nx] a vector for arrows; NULL: none */
  double arrow,
      arrow_length; /**< size of the vector in the legend, > 0, and length of its arrow, pixels */
  const char *arrow_unit;
  bool projected;               /**< coordinates are east and north: draw a north arrow */
  const char *crs;              /**< shown small below the axes; NULL: none */
  const char *title, *subtitle; /**< UTF-8; NULL: none */
  int clouds;                   /**< at most MAPS_CLOUDS */
  const maps_cloud *cloud;
  int marks, edges; /**< drawn with names and rows in the legend */
  const ria_map_mark *mark;
  const ria_map_edge *edge;
} maps_map;

/** Draw to `path`, which is created only when the picture is complete. Blocking, not collective.
 * Errors: RIA_ERROR_UNSUPPORTED (gnuplot is not installed; names the package), RIA_ERROR_IO (with
 * gnuplot's message), RIA_ERROR_ARGUMENT, RIA_ERROR_MEMORY. */
ria_status map_draw(const maps_map *map, const map_style *style, const char *path);

#ifdef __cplusplus
}
#endif
#endif
