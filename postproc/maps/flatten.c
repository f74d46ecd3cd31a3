/* Flattened surfaces of a grid of nodes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "surface.h"
#include "ria/exact_math.h"
#include "ria/number.h"

/* The angle, turned by whole turns to be near another one. */
static double near(double angle, double other) {
  return angle - 2 * M_PI * round((angle - other) / (2 * M_PI));
}

/* Angles of all nodes: without jumps within a block, and blocks near the first one. */
static void find_angles(const ria_history_view *view, double *theta) {
  double first = NAN;
  for (int b = 0; b < view->blocks; b++) {
    const ria_history_block *block = &view->block[b];
    for (ria_global n = 0; n < block->layers * block->size[0] * block->size[1]; n++) {
      const ria_global at = block->first + n;
      const double angle = ria_atan2(view->at[2][at], view->at[1][at]);
      const ria_global before = n % block->size[0] ? at - 1 : n ? at - block->size[0] : -1;
      theta[at] = before >= 0    ? near(angle, theta[before])
                  : isnan(first) ? angle
                                 : near(angle, first);
      if (isnan(first))
        first = angle;
    }
  }
}

/* Area of the surface's cells in a picture. */
static double area_of(const ria_history_view *view, const double *x, const double *y) {
  double area = 0;
  for (int b = 0; b < view->blocks; b++) {
    const ria_history_block *block = &view->block[b];
    const ria_global nx = block->size[0], ny = block->size[1];
    for (ria_global j = 0; j + 1 < block->layers * ny; j++)
      for (ria_global i = 0; i + 1 < nx && (j + 1) % ny; i++) {
        const ria_global n = block->first + j * nx + i, m = n + nx;
        area += fabs((x[m + 1] - x[n]) * (y[m] - y[n + 1]) - (x[m] - x[n + 1]) * (y[m + 1] - y[n]));
      }
  }
  return area;
}

typedef struct {
  const double *x, *y;
  const char *x_label, *y_label;
} projection;

/* The projection with the largest area of the surface; among equal ones the first. */
static const projection *find_largest(const ria_history_view *view, int count,
                                      const projection *list) {
  int largest = 0;
  for (int p = 1; p < count; p++)
    if (area_of(view, list[p].x, list[p].y) >
        1.001 * area_of(view, list[largest].x, list[largest].y))
      largest = p;
  return &list[largest];
}

ria_status maps_surface_flatten(const ria_history_view *view, ria_surface_kind kind, double *x,
                                double *y, char x_label[96], char y_label[96]) {
  double *const *at = view->at;
  const size_t count = (size_t)view->nx;
  double *radius = malloc(count * sizeof *radius), *around = malloc(count * sizeof *around);
  char around_label[96];
  double mean = 0;
  const projection straight[] = {
      {at[0], at[1], "x", "y"}, {at[0], at[2], "x", "z"}, {at[2], at[1], "z", "y"}};
  const projection round[] = {
      {at[0], around, "x", around_label}, {at[0], radius, "x", "r"}, {at[2], at[1], "z", "y"}};
  if (radius && around && view->cylindrical) {
    for (size_t n = 0; n < count; n++) {
      radius[n] = ria_hypot(at[1][n], at[2][n]);
      mean += radius[n] / (double)count;
    }
    find_angles(view, around);
    for (size_t n = 0; n < count; n++)
      around[n] *= mean;
    ria_snprintf(around_label, sizeof around_label, "r\316\270 at r = %.4g m", mean);
  }
  if (radius && around) {
    const projection *p = !view->cylindrical               ? find_largest(view, 3, straight)
                          : kind == RIA_SURFACE_BLADES     ? &round[0]
                          : kind == RIA_SURFACE_MERIDIONAL ? &round[1]
                                                           : find_largest(view, 3, round);
    memcpy(x, p->x, count * sizeof *x);
    memcpy(y, p->y, count * sizeof *y);
    snprintf(x_label, 96, "%s", p->x_label);
    snprintf(y_label, 96, "%s", p->y_label);
  }
  const bool good = radius && around;
  free(radius);
  free(around);
  return good ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for maps", view->path);
}
