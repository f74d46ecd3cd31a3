/* Resampling is separable: each target column (row) is a weighted sum of a few neighbouring source
 * columns (rows), and the weights of the two axes multiply. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include "ria/raster.h"

/* Positions closer than this fraction of a cell count as equal, so that matching grids keep their
 * values exactly. */
static const double same_place = 1e-6;

typedef struct {
  ria_global first;     /* source index of weight[0] */
  int count;            /* 1 .. span */
  const double *weight; /* [count], sum 1 */
} mix;

typedef struct {
  ria_global cells;
  mix *of;
  double *weights;
} axis;

/* One axis of a frame: n cells of `size` from `origin`. */
typedef struct {
  ria_global n;
  double origin, size;
} line;

static void destroy_axis(axis *a) {
  free(a->of);
  free(a->weights);
}

static double snap(double position) {
  double whole = round(position);
  return fabs(position - whole) < same_place ? whole : position;
}

/* Weights from the overlap of target cell i with the source cells. */
static mix average(const line *source, const line *target, ria_global i, double *weight) {
  double from = snap((target->origin + (double)i * target->size - source->origin) / source->size);
  double to =
      snap((target->origin + (double)(i + 1) * target->size - source->origin) / source->size);
  from = fmax(from, 0);
  to = fmin(to, (double)source->n);
  mix m = {.first = (ria_global)floor(from), .weight = weight};
  if (m.first > source->n - 1)
    m.first = source->n - 1;
  for (ria_global s = m.first; s == m.first || (double)s < to; s++) {
    double overlap = fmin(to, (double)(s + 1)) - fmax(from, (double)s);
    weight[m.count++] = overlap / (to - from);
  }
  return m;
}

/* Linear between the two source centres around the centre of target cell i; constant beyond the
 * outermost centres. */
static mix interpolate(const line *source, const line *target, ria_global i, double *weight) {
  double centre = target->origin + ((double)i + 0.5) * target->size;
  double position = snap((centre - source->origin) / source->size - 0.5);
  position = fmin(fmax(position, 0), (double)(source->n - 1));
  mix m = {.first = (ria_global)floor(position), .count = 1, .weight = weight};
  double part = position - (double)m.first;
  weight[0] = 1 - part;
  if (part > 0)
    weight[m.count++] = part;
  return m;
}

/* The source cell at the centre of target cell i. */
static mix nearest(const line *source, const line *target, ria_global i, double *weight) {
  const double centre = target->origin + ((double)i + 0.5) * target->size;
  const double position = floor(snap((centre - source->origin) / source->size));
  weight[0] = 1;
  return (mix){.first = (ria_global)fmin(fmax(position, 0), (double)(source->n - 1)),
               .count = 1,
               .weight = weight};
}

typedef mix fine_mix(const line *source, const line *target, ria_global i, double *weight);

/* `fine`: the weights for a target that is not coarser. */
static ria_status create_axis(const line *source, const line *target, fine_mix *fine, axis *a) {
  double ratio = target->size / source->size;
  int span = ratio > 1 + same_place ? (int)ceil(ratio) + 2 : 2;
  *a = (axis){.cells = target->n};
  a->of = malloc((size_t)target->n * sizeof *a->of);
  a->weights = malloc((size_t)target->n * (size_t)span * sizeof *a->weights);
  if (!a->of || !a->weights) {
    destroy_axis(a);
    return ria_fail(RIA_ERROR_MEMORY, "no memory to resample to %lld cells", (long long)target->n);
  }
  for (ria_global i = 0; i < target->n; i++) {
    double *weight = a->weights + i * span;
    a->of[i] = (span > 2 ? average : fine)(source, target, i, weight);
  }
  return RIA_SUCCESS;
}

/* Holes are ignored. A cell is NaN if holes have more than 1 - `least` of the weight. With `least`
 * 0, holes occur only outside the checked area. */
static double mixed(const ria_raster *raster, const mix *along_x, const mix *along_y,
                    double least) {
  double sum = 0, present = 0;
  bool holes = false;
  for (int j = 0; j < along_y->count; j++) {
    const double *row = raster->values + (along_y->first + j) * raster->nx + along_x->first;
    for (int i = 0; i < along_x->count; i++) {
      double weight = along_y->weight[j] * along_x->weight[i];
      if (isnan(row[i])) {
        holes = true;
        continue;
      }
      sum += weight * row[i];
      present += weight;
    }
  }
  if (holes && present < least)
    return NAN;
  return holes ? sum / present : sum;
}

static ria_status resample(const ria_raster *raster, const ria_grid *grid, fine_mix *fine,
                           double least, double *values) {
  line source_x = {raster->nx, raster->x0, raster->dx},
       target_x = {grid->cells[0], grid->origin[0], grid->spacing[0]};
  line source_y = {raster->ny, raster->y0, raster->dy},
       target_y = {grid->cells[1], grid->origin[1], grid->spacing[1]};
  axis columns, rows;
  RIA_TRY(create_axis(&source_x, &target_x, fine, &columns));
  ria_status status = create_axis(&source_y, &target_y, fine, &rows);
  if (status == RIA_SUCCESS) {
    for (ria_global y = 0; y < grid->cells[1]; y++)
      for (ria_global x = 0; x < grid->cells[0]; x++)
        values[y * grid->cells[0] + x] = mixed(raster, &columns.of[x], &rows.of[y], least);
    destroy_axis(&rows);
  }
  destroy_axis(&columns);
  return status;
}

ria_status ria_raster_resample(const ria_raster *raster, const ria_grid *grid, double *values) {
  return resample(raster, grid, interpolate, 0, values);
}

static ria_status resample_known(const ria_raster *raster, const ria_grid *grid, fine_mix *fine,
                                 double *values, ria_global *holes) {
  *holes = 0;
  RIA_TRY(resample(raster, grid, fine, 0.5, values));
  for (ria_global i = 0; i < grid->cells[0] * grid->cells[1]; i++)
    *holes += isnan(values[i]);
  return RIA_SUCCESS;
}

ria_status ria_raster_resample_known(const ria_raster *raster, const ria_grid *grid, double *values,
                                     ria_global *holes) {
  return resample_known(raster, grid, interpolate, values, holes);
}

ria_status ria_raster_resample_classes(const ria_raster *raster, const ria_grid *grid,
                                       double *values, ria_global *holes) {
  return resample_known(raster, grid, nearest, values, holes);
}

double ria_land_level(ria_global cells, const double *elevation) {
  double level = 10;
  for (ria_global i = 0; i < cells; i++)
    level = fmax(level, elevation[i]); /* fmax skips NaN */
  return level;
}
