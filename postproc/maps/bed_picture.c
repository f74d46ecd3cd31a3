#include "ria/bed_picture.h"
#include <math.h>
#include <stdlib.h>
#include "map.h"
#include "ria/number.h"
#include "ticks.h"

/* Depths of the water at rest; NAN on land. Returns how many cells are wet. */
static ria_global take_depths(const ria_bed_picture *p, ria_global cells, float *values,
                              double *deepest) {
  ria_global wet = 0;
  *deepest = 0;
  for (ria_global i = 0; i < cells; i++) {
    const double depth = p->depth[i] + (p->levels ? p->levels[i] : p->level);
    values[i] = depth > 0 ? (float)depth : NAN;
    wet += depth > 0;
    *deepest = fmax(*deepest, depth);
  }
  return wet;
}

/* A bed without water at rest, such as that of a dam break: draw its elevations. */
static void take_elevations(const ria_bed_picture *p, ria_global cells, float *values,
                            map_style *style) {
  double low = INFINITY, high = -INFINITY;
  for (ria_global i = 0; i < cells; i++) {
    values[i] = (float)-p->depth[i];
    low = fmin(low, -p->depth[i]);
    high = fmax(high, -p->depth[i]);
  }
  high = high > low ? high : low + 1;
  maps_nice_range(&low, &high, 6);
  *style = (map_style){.palette = MAPS_PALETTE_MAGNITUDE,
                       .low = low,
                       .high = high,
                       .hide_below = -INFINITY,
                       .label = "Bed elevation (m)"};
}

static void take_field(const ria_bed_picture *p, ria_global cells, float *values,
                       map_style *style) {
  double low = INFINITY, high = -INFINITY;
  for (ria_global i = 0; i < cells; i++) {
    values[i] = (float)p->field[i];
    low = fmin(low, p->field[i]);
    high = fmax(high, p->field[i]);
  }
  const double room = high > low ? 0 : fmax(fabs(low), 1);
  low -= 0.05 * room, high += 0.05 * room;
  maps_nice_range(&low, &high, 6);
  *style = (map_style){.palette = MAPS_PALETTE_MAGNITUDE,
                       .low = low,
                       .high = high,
                       .hide_below = -INFINITY,
                       .label = p->what};
}

static void describe(const ria_bed_picture *p, double deepest, ria_global wet, char text[200]) {
  const ria_grid *g = p->grid;
  int n = ria_snprintf(text, 200, "%lld x %lld cells of %.6g m", (long long)g->cells[0],
                       (long long)g->cells[1], g->spacing[0]);
  if (fabs(g->spacing[1] / g->spacing[0] - 1) > 1e-5)
    n += ria_snprintf(text + n, 200 - (size_t)n, " x %.6g m", g->spacing[1]);
  if (wet && p->levels)
    ria_snprintf(text + n, 200 - (size_t)n, ";  water up to %.4g m deep", deepest);
  else if (wet)
    ria_snprintf(text + n, 200 - (size_t)n, ";  water at %.4g m, up to %.4g m deep", p->level,
                 deepest);
}

ria_status ria_bed_picture_draw(const ria_bed_picture *p, const char *path) {
  const ria_grid *g = p->grid;
  const ria_global cells = g->cells[0] * g->cells[1];
  float *values = malloc((size_t)cells * sizeof *values);
  double deepest;
  char subtitle[200];
  if (!values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a picture of the bed");
  const ria_global wet = take_depths(p, cells, values, &deepest);
  map_style style = {.palette = MAPS_PALETTE_DEPTH,
                     .high = wet ? deepest : 1,
                     .hide_below = -INFINITY,
                     .label = "Depth of the water at the start (m)"};
  maps_nice_range(&style.low, &style.high, 6);
  if (p->field)
    take_field(p, cells, values, &style);
  else if (!wet)
    take_elevations(p, cells, values, &style);
  describe(p, deepest, wet, subtitle);
  const maps_map map = {.nx = g->cells[0],
                        .ny = g->cells[1],
                        .x0 = g->origin[0],
                        .y0 = g->origin[1],
                        .dx = g->spacing[0],
                        .dy = g->spacing[1],
                        .ground = p->depth,
                        .values = values,
                        .projected = p->crs != NULL,
                        .crs = p->crs,
                        .title = p->title,
                        .subtitle = subtitle,
                        .marks = p->marks,
                        .mark = p->mark,
                        .edges = p->edges,
                        .edge = p->edge};
  ria_status status = map_draw(&map, &style, path);
  free(values);
  return status;
}
