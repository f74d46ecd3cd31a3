/** \file
 * Private: the palettes, and how a value becomes a colour.
 */
#ifndef RIA_POSTPROC_PALETTE_H
#define RIA_POSTPROC_PALETTE_H

#include <stdint.h>
#include <stdio.h>
#include "map.h"

typedef struct {
  uint8_t r, g, b;
} ria_colour;

/** Colour of a value (not NAN) in a style. */
ria_colour ria_style_colour(const ria_map_style *style, double value);
/** gnuplot's `set palette` and the colour bar's range and scale for the style. */
void ria_style_script(const ria_map_style *style, FILE *script);
/** Smallest 1, 2, 2.5 or 5 times a power of ten that is not below `value` (> 0). */
double ria_nice_above(double value);

#endif
