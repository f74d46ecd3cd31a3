/* Marks and edges on a map, and the legend that explains them. Private to postproc/maps. */
#ifndef MAPS_LEGEND_H
#define MAPS_LEGEND_H

#include <stdio.h>
#include "frame.h"
#include "map.h"

/* Pixels beside the colour bar. */
enum { MAPS_LEGEND_WIDTH = 170 };

/* Whether a map needs a legend. */
bool maps_legend_is_needed(const maps_map *map);

/* Write the marks, the edges and the place of the legend; `unit` is that of the axes in m. */
void maps_legend_script(const maps_map *map, const maps_frame *frame, double unit, FILE *script);

/* Write the elements of gnuplot's `plot` that become entries of the legend, each after a comma. */
void maps_legend_entries(const maps_map *map, FILE *script);

#endif
