#include "check.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include "case/plausible.h"
#include "ria/number.h"
#include "ria/raster.h"
#include "ria/solver_keys.h"

static const double same_edge = 1e-6; /* in cells: coordinates come from decimal text */

static void put(ria_case_errors *errors, const ria_case *the_case, const ria_case_place *place,
                const char *format, va_list arguments) {
  char sentence[1024];
  ria_vsnprintf(sentence, sizeof sentence, format, arguments);
  ria_yaml_source file = {.name = the_case->path};
  ria_case_complain_at(errors, file.name && place->line ? &file : NULL, place->line, place->column,
                       "%s", sentence);
}

void ria_terrain_reject(ria_case_errors *errors, const ria_case *the_case,
                        const ria_case_place *place, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  put(errors, the_case, place, format, arguments);
  va_end(arguments);
}

void ria_terrain_warn(const ria_case *the_case, ria_terrain *terrain, const ria_case_place *place,
                      const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  put(&terrain->warnings, the_case, place, format, arguments);
  va_end(arguments);
}

void ria_terrain_note(const ria_case *the_case, ria_terrain *terrain, const ria_case_place *place,
                      const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  put(&terrain->notes, the_case, place, format, arguments);
  va_end(arguments);
}

typedef struct {
  const ria_case *the_case;
  ria_terrain *terrain;
  ria_case_errors *errors;
} findings;

static void check_point(const findings *c, const ria_case_place *place, const char *what,
                        const char *name, double x, double y) {
  const ria_grid *grid = &c->terrain->grid;
  double x1 = grid->origin[0] + (double)grid->cells[0] * grid->spacing[0],
         y1 = grid->origin[1] + (double)grid->cells[1] * grid->spacing[1];
  if (x >= grid->origin[0] && x < x1 && y >= grid->origin[1] && y < y1)
    return;
  const bool degrees =
      fabs(x) <= 360 && fabs(y) <= 90 && (grid->origin[0] > 360 || grid->origin[1] > 90);
  ria_terrain_reject(c->errors, c->the_case, place,
                     "%s '%s' at (%.10g, %.10g) lies outside the grid, which reaches from (%.10g, "
                     "%.10g) to (%.10g, %.10g): %s",
                     what, name ? name : "", x, y, grid->origin[0], grid->origin[1], x1, y1,
                     degrees ? "places are metres in the grid's system, not degrees"
                     : c->the_case->bathymetry.crop == RIA_CROP_AUTO
                         ? "move it, or give grid.extent instead of bathymetry.crop"
                         : "move it or enlarge grid.extent");
}

static void check_points(const findings *c) {
  for (int i = 0; i < c->the_case->gauges; i++) {
    const ria_case_gauge *gauge = &c->the_case->gauge[i];
    check_point(c, &gauge->place, "gauge", gauge->name, gauge->x, gauge->y);
  }
  for (int i = 0; i < c->the_case->rivers; i++) {
    const ria_case_river *river = &c->the_case->river[i];
    check_point(c, &river->place, "river", river->name, river->x, river->y);
  }
  for (int t = 0; t < c->the_case->tracers; t++)
    for (int i = 0; i < c->the_case->each_tracer[t].releases; i++) {
      const ria_case_release *release = &c->the_case->each_tracer[t].release[i];
      if (!release->area)
        check_point(c, &release->place, "release", release->name, release->x, release->y);
    }
}

static void check_segment(const findings *c, const ria_case_boundary *boundary) {
  const ria_grid *grid = &c->terrain->grid;
  bool along_y = boundary->side == RIA_WEST || boundary->side == RIA_EAST;
  double low = along_y ? grid->origin[1] : grid->origin[0],
         size = along_y ? grid->spacing[1] : grid->spacing[0];
  double high = low + size * (double)(along_y ? grid->cells[1] : grid->cells[0]),
         slack = same_edge * size;
  double from = boundary->from == -INFINITY ? low : boundary->from; /* not given: the side's end */
  double to = boundary->to == INFINITY ? high : boundary->to;
  if (boundary->whole || (from >= low - slack && from < to && to <= high + slack))
    return;
  ria_terrain_reject(
      c->errors, c->the_case, &boundary->place,
      "a boundary on the %s side from %.10g to %.10g is out of range: that side goes from %.10g "
      "to %.10g along %s, and from must be less than to",
      ria_case_sides[boundary->side], from, to, low, high, along_y ? "y" : "x");
}

/* Warn if the cell size was adjusted to the domain, because this matters when grids are compared.
 */
static void check_cells(const findings *c) {
  static const double noticeable = 0.01;
  const ria_case *the_case = c->the_case;
  const ria_grid *g = &c->terrain->grid;
  const double asked = the_case->grid.resolution;
  if (asked > 0 && (fabs(g->spacing[0] - asked) > noticeable * asked ||
                    (g->cells[1] > 1 && fabs(g->spacing[1] - asked) > noticeable * asked)))
    ria_terrain_warn(the_case, c->terrain, &the_case->grid.place,
                     "grid.resolution asks for cells of %g m, but the domain of %.10g m x %.10g m "
                     "is no multiple of that: cells are %.6g m x %.6g m",
                     asked, (double)g->cells[0] * g->spacing[0],
                     (double)g->cells[1] * g->spacing[1], g->spacing[0], g->spacing[1]);
  ria_text text = {0};
  if (!(asked > 0)) /* otherwise the case's reader has checked it */
    switch (case_plausible_judge(case_plausible_find(case_plausible_rows, "grid.resolution"),
                                 g->spacing[0], &text)) {
    case CASE_USUAL:
      break;
    case CASE_UNUSUAL:
      ria_terrain_warn(the_case, c->terrain, &the_case->bathymetry.field.place, "a cell of %s",
                       text.failed ? "this size is unusual" : text.data);
      break;
    case CASE_IMPOSSIBLE:
      ria_terrain_reject(c->errors, the_case, &the_case->bathymetry.field.place, "a cell of %s",
                         text.failed ? "this size is not possible" : text.data);
    }
  ria_text_destroy(&text);
}

static void check_depths(const findings *c) {
  static const double deepest = 11000, highest = 9000; /* m: on Earth */
  const ria_terrain *t = c->terrain;
  double low = INFINITY, high = -INFINITY;
  for (ria_global i = 0; i < t->grid.cells[0] * t->grid.cells[1]; i++) {
    low = fmin(low, -t->depth[i]);
    high = fmax(high, -t->depth[i]);
  }
  if (low >= -deepest && high <= highest)
    return;
  ria_terrain_warn(c->the_case, c->terrain, &c->the_case->bathymetry.field.place,
                   "the bed lies from %.6g m to %.6g m, but on Earth it does from -11000 m to 9000 "
                   "m: check its unit, and cells without data",
                   low, high);
}

ria_status terrain_check_places(const ria_case *the_case, const ria_terrain *terrain,
                                ria_case_errors *errors) {
  const int before = errors->count;
  for (int i = 0; i < the_case->gauges; i++) {
    const ria_case_gauge *g = &the_case->gauge[i];
    int block;
    ria_global cell[RIA_AXES];
    if (!ria_terrain_find(terrain, (double[]){g->x, g->y, g->z}, &block, cell))
      ria_terrain_reject(errors, the_case, &g->place,
                         "the gauge '%s' at (%.10g, %.10g, %.10g) lies outside the grid: move it",
                         g->name ? g->name : "", g->x, g->y, g->z);
  }
  if (errors->count == before)
    return RIA_SUCCESS;
  ria_case_errors_sort(errors);
  return ria_fail(RIA_ERROR_CASE, "%s", errors->error[before].text);
}

ria_status terrain_check(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors) {
  const findings c = {the_case, terrain, errors};
  int before = errors->count;
  check_points(&c);
  for (int i = 0; i < the_case->boundaries; i++)
    if (!the_case->boundary[i].on_line)
      check_segment(&c, &the_case->boundary[i]);
  if (the_case->natural) {
    check_cells(&c);
    check_depths(&c);
  }
  if (the_case->initial.file)
    ria_state_check(the_case, terrain, errors);
  if (errors->count == before && the_case->declared && the_case->declared->examine)
    the_case->declared->examine(the_case, terrain, errors);
  ria_case_errors_sort(&terrain->warnings);
  if (errors->count == before)
    return RIA_SUCCESS;
  ria_case_errors_sort(errors);
  return ria_fail(RIA_ERROR_CASE, "%s", errors->error[before].text);
}
