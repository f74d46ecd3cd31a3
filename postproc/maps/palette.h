/** \file
 * Private: palettes, and the colour of a value.
 */
#ifndef MAPS_POSTPROC_PALETTE_H
#define MAPS_POSTPROC_PALETTE_H

#include <stdint.h>
#include <stdio.h>
#include "map.h"

typedef struct {
  uint8_t r, g, b;
} maps_colour;

/** The colour of a value (not NAN). */
maps_colour maps_style_colour(const map_style *style, double value);
/** Write gnuplot's `set palette`, and the range and scale of the colour bar. */
void maps_style_script(const map_style *style, FILE *script);
/** The smallest 1, 2, 2.5 or 5 times a power of ten that is not below `value` (> 0). */
double maps_nice_above(double value);

#endif
