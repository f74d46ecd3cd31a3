/* The largest rectangle of a raster without the holes that reach its edges. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/raster.h"

/* Mark the holes that are connected to the edge: `outside` [ny][nx]. */
static ria_status find_outside(const ria_raster *r, unsigned char *outside) {
  const ria_global cells = r->nx * r->ny;
  ria_global *stack = malloc((size_t)cells * sizeof *stack), depth = 0;
  if (!stack)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to crop %lld cells", (long long)cells);
  for (ria_global i = 0; i < cells; i++) {
    const ria_global x = i % r->nx, y = i / r->nx;
    const bool edge = x == 0 || y == 0 || x == r->nx - 1 || y == r->ny - 1;
    if (!edge || outside[i] || !isnan(r->values[i]))
      continue;
    outside[i] = 1;
    stack[depth++] = i;
    while (depth) { /* each cell enters the stack once */
      const ria_global at = stack[--depth], ax = at % r->nx;
      const ria_global next[] = {ax > 0 ? at - 1 : -1, ax < r->nx - 1 ? at + 1 : -1, at - r->nx,
                                 at + r->nx};
      for (int n = 0; n < 4; n++) {
        if (next[n] < 0 || next[n] >= cells || outside[next[n]] || !isnan(r->values[next[n]]))
          continue;
        outside[next[n]] = 1;
        stack[depth++] = next[n];
      }
    }
  }
  free(stack);
  return RIA_SUCCESS;
}

/* Cells [x0, x1) x [y0, y1). */
typedef struct {
  ria_global x0, x1, y0, y1;
} box;

static ria_global area(const box *b) {
  return (b->x1 - b->x0) * (b->y1 - b->y0);
}

/* Find the largest box that ends with row y. `high` is the number of consecutive inside cells in
 * each column. `from` is a stack of columns with growing heights; a lower column ends their boxes.
 */
static void largest_of_row(ria_global nx, ria_global y, const ria_global *high, ria_global *from,
                           ria_global *height, box *best) {
  ria_global waiting = 0;
  for (ria_global x = 0; x <= nx; x++) {
    const ria_global h = x < nx ? high[x] : 0;
    ria_global start = x;
    while (waiting && height[waiting - 1] >= h) {
      waiting--;
      start = from[waiting];
      const box b = {start, x, y + 1 - height[waiting], y + 1};
      if (area(&b) > area(best))
        *best = b;
    }
    from[waiting] = start;
    height[waiting++] = h;
  }
}

static ria_status find_box(const ria_raster *r, const unsigned char *outside, box *best) {
  ria_global *high = calloc(3 * (size_t)r->nx + 2, sizeof *high);
  if (!high)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to crop %lld columns", (long long)r->nx);
  *best = (box){0};
  for (ria_global y = 0; y < r->ny; y++) {
    for (ria_global x = 0; x < r->nx; x++)
      high[x] = outside[y * r->nx + x] ? 0 : high[x] + 1;
    largest_of_row(r->nx, y, high, high + r->nx, high + 2 * r->nx + 1, best);
  }
  free(high);
  return RIA_SUCCESS;
}

static void keep(ria_raster *r, const box *b) {
  const ria_global nx = b->x1 - b->x0;
  for (ria_global y = b->y0; y < b->y1; y++)
    memmove(r->values + (y - b->y0) * nx, r->values + y * r->nx + b->x0,
            (size_t)nx * sizeof *r->values);
  r->x0 += (double)b->x0 * r->dx;
  r->y0 += (double)b->y0 * r->dy;
  r->nx = nx;
  r->ny = b->y1 - b->y0;
}

ria_status ria_raster_crop(ria_raster *raster, const char *path, ria_global *cut) {
  const ria_global cells = raster->nx * raster->ny;
  unsigned char *outside = calloc((size_t)cells, 1);
  box best = {0};
  if (!outside)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to crop %s", path);
  ria_status status = find_outside(raster, outside);
  if (status == RIA_SUCCESS)
    status = find_box(raster, outside, &best);
  free(outside);
  RIA_TRY(status);
  if (!area(&best))
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s has only cells without data, so there is no area to crop to", path);
  keep(raster, &best);
  if (cut)
    *cut = cells - area(&best);
  return RIA_SUCCESS;
}
