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

/** Colours outside of the palettes: values below `hide_below`, cells that are dry in this record
 * only, and land without relief. */
extern const maps_colour maps_colour_hidden, maps_colour_flat, maps_colour_land;

/** The colour of a value (not NAN). */
maps_colour maps_style_colour(const map_style *style, double value);
/** Write gnuplot's `set palette`, and the range and scale of the colour bar. */
void maps_style_script(const map_style *style, FILE *script);

#endif
