/* The initial state of water: a formula, still water, fields of the case, or a file; then the
 * patches of tracer. */
#include "water.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/exact_math.h"
#include "ria/shape.h"

enum { DEPTH, DISCHARGE_X, DISCHARGE_Y, CONTENT, FIELDS };

static const char *const names[FIELDS] = {"h", "qx", "qy", "hc"};

/* The requested part of the grid. */
typedef struct {
  ria_global x0, x1, y0, y1;
} box;

ria_start water_start_at(const ria_case *the_case, const ria_terrain *terrain, ria_global x,
                         ria_global y) {
  const ria_grid *grid = &terrain->grid;
  const ria_terrain_start *fields = &terrain->start;
  const ria_global cell = y * grid->cells[0] + x;
  ria_start start =
      ria_start_at(&the_case->initial.shape, the_case->initial.level, the_case->gravity,
                   grid->origin[0] + ((double)x + 0.5) * grid->spacing[0],
                   grid->origin[1] + ((double)y + 0.5) * grid->spacing[1], -terrain->depth[cell]);
  if (fields->level)
    start.depth = fmax(fields->level[cell] + terrain->depth[cell], 0);
  if (fields->u) {
    start.u = fields->u[cell];
    start.v = fields->v[cell];
  }
  return start;
}

static void fill_from_case(const ria_case *the_case, const ria_terrain *terrain, const box *b,
                           double *const values[FIELDS]) {
  const double first =
      ria_case_concentration_of(the_case, the_case->tracer.number, the_case->initial.concentration,
                                the_case->initial.concentrations, the_case->initial.each);
  size_t i = 0;
  for (ria_global y = b->y0; y < b->y1; y++) {
    for (ria_global x = b->x0; x < b->x1; x++, i++) {
      const ria_start start = water_start_at(the_case, terrain, x, y);
      values[DEPTH][i] = start.depth;
      values[DISCHARGE_X][i] = start.depth * start.u;
      values[DISCHARGE_Y][i] = start.depth * start.v;
      values[CONTENT][i] = start.depth * (first + start.concentration);
    }
  }
}

bool water_is_near(const ria_grid *grid, ria_global x, ria_global y, double px, double py,
                   double radius) {
  if (x == (ria_global)floor((px - grid->origin[0]) / grid->spacing[0]) &&
      y == (ria_global)floor((py - grid->origin[1]) / grid->spacing[1]))
    return true;
  double cx = grid->origin[0] + ((double)x + 0.5) * grid->spacing[0],
         cy = grid->origin[1] + ((double)y + 0.5) * grid->spacing[1];
  return ria_hypot(cx - px, cy - py) < radius;
}

bool water_is_released(const ria_case_release *release, const ria_terrain *terrain, ria_global x,
                       ria_global y) {
  const double *inside = release->area ? ria_terrain_field_of(terrain, release->mark) : NULL;
  if (release->area)
    return inside && inside[y * terrain->grid.cells[0] + x] > 0;
  return water_is_near(&terrain->grid, x, y, release->x, release->y, release->radius);
}

/* A patch replaces the water's concentration. */
static void add_patch(const ria_terrain *terrain, const ria_case_release *release, const box *b,
                      double *const values[FIELDS]) {
  size_t i = 0;
  for (ria_global y = b->y0; y < b->y1; y++)
    for (ria_global x = b->x0; x < b->x1; x++, i++)
      if (water_is_released(release, terrain, x, y))
        values[CONTENT][i] = values[DEPTH][i] * release->concentration;
}

static void make_sound(const ria_case *the_case, size_t cells, double *const values[FIELDS]) {
  for (size_t i = 0; i < cells; i++) {
    if (!(values[DEPTH][i] > the_case->dry))
      values[DISCHARGE_X][i] = values[DISCHARGE_Y][i] = 0;
    if (!the_case->tracer.on)
      values[CONTENT][i] = 0;
  }
}

static ria_status check_values(const ria_terrain *terrain, const box *b,
                               double *const values[FIELDS]) {
  size_t i = 0;
  for (ria_global y = b->y0; y < b->y1; y++) {
    for (ria_global x = b->x0; x < b->x1; x++, i++) {
      for (int f = 0; f < FIELDS; f++) {
        double value = values[f][i];
        if (isfinite(value) && (f != DEPTH || value >= 0))
          continue;
        return ria_fail(RIA_ERROR_CASE,
                        "the start has %s = %g in cell (%lld, %lld), at x = %.10g, y = %.10g; %s",
                        names[f], value, (long long)x, (long long)y,
                        terrain->grid.origin[0] + ((double)x + 0.5) * terrain->grid.spacing[0],
                        terrain->grid.origin[1] + ((double)y + 0.5) * terrain->grid.spacing[1],
                        f == DEPTH && value < 0 ? "depth of water cannot be negative"
                                                : "check initial.shape or initial.file");
      }
    }
  }
  return RIA_SUCCESS;
}

ria_status water_start(const ria_case *the_case, const ria_terrain *terrain, ria_global x0,
                       ria_global x1, ria_global y0, ria_global y1, double *const values[FIELDS]) {
  static const ria_start_fields fields = {FIELDS, CONTENT, names};
  box b = {x0, x1, y0, y1};
  if (x0 < 0 || x1 > terrain->grid.cells[0] || x0 > x1 || y0 < 0 || y1 > terrain->grid.cells[1] ||
      y0 > y1)
    return ria_fail(RIA_ERROR_ARGUMENT, "cells [%lld, %lld) x [%lld, %lld) are not of the grid",
                    (long long)x0, (long long)x1, (long long)y0, (long long)y1);
  if (the_case->initial.file)
    RIA_TRY(ria_start_file_read(the_case->initial.file, the_case->initial.time, &terrain->grid,
                                &fields, x0, x1, y0, y1, values));
  else
    fill_from_case(the_case, terrain, &b, values);
  for (int i = 0; i < the_case->releases; i++)
    if (the_case->release[i].concentration > 0)
      add_patch(terrain, &the_case->release[i], &b, values);
  RIA_TRY(check_values(terrain, &b, values));
  make_sound(the_case, (size_t)(x1 - x0) * (size_t)(y1 - y0), values);
  return RIA_SUCCESS;
}
