#include "arrows.h"
#include <math.h>
#include <stdlib.h>
#include "palette.h"

/* Pixels between arrows; shorter arrows are left out, and longer ones are cut; only extremes are
 * longer. */
enum { SPACING = 28, SHORTEST = 3, LONGEST = 60 };

static bool is_light(maps_colour c) {
  return 0.299 * c.r + 0.587 * c.g + 0.114 * c.b > 140;
}

static void add_arrow(const maps_map *map, const map_style *style, double px, double py,
                      ria_global cell, maps_arrows *a) {
  const double u = map->u[cell], v = map->v[cell], size = hypot(u, v);
  const double length = size / map->arrow * map->arrow_length;
  if (!(length >= SHORTEST) || isnan(map->values[cell]))
    return;
  const double scale = (length < LONGEST ? length : LONGEST) / size;
  const int colour = is_light(maps_style_colour(style, (double)map->values[cell]))
                         ? MAPS_ARROWS_BLACK
                         : MAPS_ARROWS_WHITE;
  float *to = a->row[colour][a->count[colour]++];
  to[0] = (float)(px - scale * u / 2);
  to[1] = (float)(py - scale * v / 2);
  to[2] = (float)(scale * u);
  to[3] = (float)(scale * v);
}

ria_status maps_arrows_make(const maps_map *map, const map_style *style, int width, int height,
                            maps_arrows *a) {
  *a = (maps_arrows){0};
  if (!map->u)
    return RIA_SUCCESS;
  const int columns = width / SPACING, rows = height / SPACING;
  for (int c = 0; c < MAPS_ARROWS_COLOURS; c++)
    a->row[c] = malloc((size_t)(columns * rows + 1) * sizeof *a->row[c]);
  if (!a->row[0] || !a->row[1]) {
    maps_arrows_destroy(a);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a map");
  }
  for (int j = 0; j < rows; j++)
    for (int i = 0; i < columns; i++) {
      const double px = (i + 0.5) / columns, py = (j + 0.5) / rows;
      const ria_global x = (ria_global)(px * (double)map->nx),
                       y = (ria_global)(py * (double)map->ny);
      add_arrow(map, style, px * width, py * height, y * map->nx + x, a);
    }
  return RIA_SUCCESS;
}

void maps_arrows_destroy(maps_arrows *a) {
  for (int c = 0; c < MAPS_ARROWS_COLOURS; c++)
    free(a->row[c]);
  *a = (maps_arrows){0};
}
