/** \file
 * Maps: a field of a plane as a PNG picture, drawn by gnuplot (Debian package gnuplot-nox).
 *
 * Land is grey, shaded by its relief; flats that are dry at the moment have the colour of sand.
 * Palettes are perceptually even and safe for the colour-blind.
 */
#ifndef RIA_MAP_H
#define RIA_MAP_H

#include <stdbool.h>
#include "ria/history.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  RIA_PALETTE_LEVEL,
  RIA_PALETTE_SPEED,
  RIA_PALETTE_CONCENTRATION,
  RIA_PALETTE_TIME
} ria_palette;

/** A colour scale; use one for all maps of a run, so that they can be compared. */
typedef struct {
  ria_palette palette;
  double low, high;
  bool logarithmic;  /**< low > 0 */
  double hide_below; /**< smaller values are drawn as plain water; -INFINITY: none */
  const char *label; /**< of the colour bar, with the unit */
} ria_map_style;

/** What to draw. All borrowed. */
typedef struct {
  ria_global nx, ny;
  double x0, y0, dx, dy; /**< m */
  const double *depth;   /**< [ny][nx] still-water depth, m; negative is land. NULL: no land */
  const float *values;   /**< [ny][nx]; NAN where dry */
  const unsigned char *floods;  /**< [ny][nx] nonzero where water may come; NULL: nowhere else */
  const float *u, *v;           /**< [ny][nx] velocity for arrows, m/s; NULL: none */
  bool projected;               /**< coordinates are east and north: draw a north arrow */
  const char *crs;              /**< shown at the axes; NULL: none */
  const char *title, *subtitle; /**< UTF-8; NULL: none */
  int places;
  const ria_place *place; /**< marked and named */
} ria_map;

/** Draw to `path`, which appears only when complete. Blocking, not collective. Errors:
 * RIA_ERROR_UNSUPPORTED (gnuplot is not installed; names the package), RIA_ERROR_IO (with gnuplot's
 * message), RIA_ERROR_ARGUMENT, RIA_ERROR_MEMORY. */
ria_status ria_map_draw(const ria_map *map, const ria_map_style *style, const char *path);

#ifdef __cplusplus
}
#endif
#endif
