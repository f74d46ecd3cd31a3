/* The map of the differences between two runs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "map.h"
#include "plot.h"
#include "ria/run_pair.h"
#include "ticks.h"

static int by_size(const void *a, const void *b) {
  const float p = *(const float *)a, q = *(const float *)b;
  return (p > q) - (p < q);
}

/* The 99.8 % quantile of the magnitudes, and the largest; false: there are no differences.
 */
static bool find_scale(const float *difference, size_t cells, float *sizes, double *scale,
                       double *largest) {
  size_t count = 0;
  for (size_t c = 0; c < cells; c++)
    if (!isnan(difference[c]))
      sizes[count++] = fabsf(difference[c]);
  if (!count)
    return false;
  qsort(sizes, count, sizeof *sizes, by_size);
  *largest = (double)sizes[count - 1];
  *scale = (double)sizes[count - 1 - count / 500];
  if (!(*scale > 0))
    *scale = *largest;
  return *largest > 0 && isfinite(*largest);
}

static ria_status draw(const ria_run_pair *p, int quantity, int64_t instant,
                       const float *difference, double scale, double largest, const char *path) {
  const ria_pair_quantity *q = &p->quantity[quantity];
  const double high = maps_nice_above(scale);
  char label[160], title[200], subtitle[320], when[MAPS_MOMENT_SIZE];
  const bool beyond = largest > high;
  snprintf(label, sizeof label, "Difference of %.60s (%.40s)", q->name, q->unit);
  snprintf(title, sizeof title, "%.100s: B - A", q->name);
  snprintf(subtitle, sizeof subtitle, "%s",
           maps_plot_moment(&p->view[0], p->instant[instant].record[0], when));
  const map_style style = {.palette = MAPS_PALETTE_SIGNED,
                           .low = -high,
                           .high = high,
                           .hide_below = -INFINITY,
                           .over = beyond,
                           .under = beyond,
                           .label = label};
  const maps_map map = {.nx = p->nx,
                        .ny = p->ny,
                        .x0 = p->x0,
                        .y0 = p->y0,
                        .dx = p->dx,
                        .dy = p->dy,
                        .ground = p->ground,
                        .values = difference,
                        .projected = p->view[0].crs != NULL,
                        .crs = p->view[0].crs,
                        .title = title,
                        .subtitle = subtitle};
  return map_draw(&map, &style, path);
}

ria_status ria_run_pair_draw(const ria_run_pair *p, int quantity, int64_t instant,
                             const float *difference, const char *path, bool *drawn) {
  const size_t cells = (size_t)(p->nx * p->ny);
  double scale, largest;
  *drawn = false;
  if (p->nx < 2 || p->ny < 2)
    return RIA_SUCCESS;
  float *sizes = malloc(cells * sizeof *sizes);
  if (!sizes)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a map", path);
  const bool differs = find_scale(difference, cells, sizes, &scale, &largest);
  free(sizes);
  if (!differs)
    return RIA_SUCCESS;
  *drawn = true;
  return draw(p, quantity, instant, difference, scale, largest, path);
}
