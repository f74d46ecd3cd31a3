#include "terrain_check.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include "ria/case_errors.h"
#include "ria/exact_math.h"

static const double same_edge = 1e-6; /* part of a cell; coordinates come from decimal text */

bool ria_cell_near(const ria_grid *grid, ria_global x, ria_global y, double px, double py,
                   double radius) {
  if (x == (ria_global)floor((px - grid->x0) / grid->dx) &&
      y == (ria_global)floor((py - grid->y0) / grid->dy))
    return true;
  double cx = grid->x0 + ((double)x + 0.5) * grid->dx, cy = grid->y0 + ((double)y + 0.5) * grid->dy;
  return ria_hypot(cx - px, cy - py) < radius;
}

/* What is looked at, and where findings go. */
typedef struct {
  const ria_case *the_case;
  const ria_terrain *terrain;
  ria_case_errors *errors;
} check;

static void find(const check *c, const ria_case_place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void find(const check *c, const ria_case_place *place, const char *format, ...) {
  char sentence[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  ria_yaml_source file = {.name = c->the_case->path};
  ria_case_complain_at(c->errors, file.name && place->line ? &file : NULL, place->line,
                       place->column, "%s", sentence);
}

static void check_point(const check *c, const ria_case_place *place, const char *what,
                        const char *name, double x, double y) {
  const ria_grid *grid = &c->terrain->grid;
  double x1 = grid->x0 + (double)grid->nx * grid->dx, y1 = grid->y0 + (double)grid->ny * grid->dy;
  if (x >= grid->x0 && x < x1 && y >= grid->y0 && y < y1)
    return;
  find(c, place,
       "%s '%s' at (%.10g, %.10g) lies outside the grid, which reaches from (%.10g, %.10g) to "
       "(%.10g, %.10g): move it or enlarge grid.extent",
       what, name ? name : "", x, y, grid->x0, grid->y0, x1, y1);
}

static void check_points(const check *c) {
  for (int i = 0; i < c->the_case->gauges; i++) {
    const ria_case_gauge *gauge = &c->the_case->gauge[i];
    check_point(c, &gauge->place, "gauge", gauge->name, gauge->x, gauge->y);
  }
  for (int i = 0; i < c->the_case->rivers; i++) {
    const ria_case_river *river = &c->the_case->river[i];
    check_point(c, &river->place, "river", river->name, river->x, river->y);
  }
  for (int i = 0; i < c->the_case->releases; i++) {
    const ria_case_release *release = &c->the_case->release[i];
    check_point(c, &release->place, "release", release->name, release->x, release->y);
  }
}

static void check_segment(const check *c, const ria_case_boundary *boundary) {
  static const char *const names[RIA_SIDES] = {"west", "east", "south", "north"};
  const ria_grid *grid = &c->terrain->grid;
  bool along_y = boundary->side == RIA_WEST || boundary->side == RIA_EAST;
  double low = along_y ? grid->y0 : grid->x0, size = along_y ? grid->dy : grid->dx;
  double high = low + size * (double)(along_y ? grid->ny : grid->nx), slack = same_edge * size;
  double from = boundary->from == -INFINITY ? low : boundary->from; /* not given: the side's end */
  double to = boundary->to == INFINITY ? high : boundary->to;
  if (boundary->whole || (from >= low - slack && from < to && to <= high + slack))
    return;
  find(c, &boundary->place,
       "a boundary on the %s side from %.10g to %.10g is out of range: that side goes from %.10g "
       "to %.10g along %s, and from must be less than to",
       names[boundary->side], from, to, low, high, along_y ? "y" : "x");
}

/* A patch on dry land would vanish without a word. Only still water can be judged here. */
static void check_patch(const check *c, const ria_case_release *release) {
  const ria_grid *grid = &c->terrain->grid;
  ria_global reach_x = (ria_global)ceil(release->radius / grid->dx) + 1;
  ria_global reach_y = (ria_global)ceil(release->radius / grid->dy) + 1;
  ria_global cx = (ria_global)floor((release->x - grid->x0) / grid->dx);
  ria_global cy = (ria_global)floor((release->y - grid->y0) / grid->dy);
  if (cx < 0 || cy < 0 || cx >= grid->nx || cy >= grid->ny)
    return; /* that has been said */
  for (ria_global y = cy - reach_y; y <= cy + reach_y; y++) {
    for (ria_global x = cx - reach_x; x <= cx + reach_x; x++) {
      if (x < 0 || x >= grid->nx || y < 0 || y >= grid->ny ||
          !ria_cell_near(grid, x, y, release->x, release->y, release->radius))
        continue;
      if (c->the_case->initial.level + c->terrain->depth[y * grid->nx + x] > c->the_case->dry)
        return;
    }
  }
  find(c, &release->place,
       "release '%s' at (%.10g, %.10g) lies on dry land (bed %.3g m, water level %.3g m): move it "
       "into the water",
       release->name ? release->name : "", release->x, release->y,
       -c->terrain->depth[cy * grid->nx + cx], c->the_case->initial.level);
}

ria_status ria_terrain_check(const ria_case *the_case, const ria_terrain *terrain,
                             ria_case_errors *errors) {
  check c = {the_case, terrain, errors};
  int before = errors->count;
  check_points(&c);
  for (int i = 0; i < the_case->boundaries; i++)
    check_segment(&c, &the_case->boundary[i]);
  bool still = !the_case->initial.file && !the_case->initial.shape.kind[0];
  for (int i = 0; still && i < the_case->releases; i++)
    if (the_case->release[i].concentration > 0)
      check_patch(&c, &the_case->release[i]);
  if (errors->count == before)
    return RIA_SUCCESS;
  ria_case_errors_sort(errors);
  return ria_fail(RIA_ERROR_CASE, "%s", errors->error[before].text);
}
