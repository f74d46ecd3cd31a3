/* Arrows of a vector field. Private to postproc/maps. */
#ifndef MAPS_ARROWS_H
#define MAPS_ARROWS_H

#include "map.h"

enum { MAPS_ARROWS_BLACK, MAPS_ARROWS_WHITE, MAPS_ARROWS_COLOURS };

typedef struct {
  int count[MAPS_ARROWS_COLOURS];
  float (*row[MAPS_ARROWS_COLOURS])[4]; /* x, y, dx, dy in pixels from the lower left corner */
} maps_arrows;

/* Arrows for a map of width x height pixels, with lengths proportional to the vectors: black on
 * light parts of the map, white on dark parts. No arrows without a vector field. Error:
 * RIA_ERROR_MEMORY.
 */
ria_status maps_arrows_make(const maps_map *map, const map_style *style, int width, int height,
                            maps_arrows *arrows);
void maps_arrows_destroy(maps_arrows *arrows);

#endif
