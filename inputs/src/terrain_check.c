#include "terrain_check.h"
#include <math.h>

static const double same_edge = 1e-6; /* part of a cell; coordinates come from decimal text */

bool ria_cell_near(const ria_grid *grid, ria_global x, ria_global y, double px, double py,
                   double radius) {
  if (x == (ria_global)floor((px - grid->x0) / grid->dx) &&
      y == (ria_global)floor((py - grid->y0) / grid->dy))
    return true;
  double cx = grid->x0 + ((double)x + 0.5) * grid->dx, cy = grid->y0 + ((double)y + 0.5) * grid->dy;
  return hypot(cx - px, cy - py) < radius;
}

static ria_status check_point(const ria_grid *grid, const char *what, const char *name, double x,
                              double y) {
  double x1 = grid->x0 + (double)grid->nx * grid->dx, y1 = grid->y0 + (double)grid->ny * grid->dy;
  if (x >= grid->x0 && x < x1 && y >= grid->y0 && y < y1)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_CASE,
                  "%s '%s' at (%.10g, %.10g) lies outside the grid, which reaches from (%.10g, "
                  "%.10g) to (%.10g, %.10g): move it or enlarge grid.extent",
                  what, name ? name : "", x, y, grid->x0, grid->y0, x1, y1);
}

static ria_status check_points(const ria_case *the_case, const ria_grid *grid) {
  for (int i = 0; i < the_case->gauges; i++) {
    const ria_case_gauge *gauge = &the_case->gauge[i];
    RIA_TRY(check_point(grid, "gauge", gauge->name, gauge->x, gauge->y));
  }
  for (int i = 0; i < the_case->rivers; i++) {
    const ria_case_river *river = &the_case->river[i];
    RIA_TRY(check_point(grid, "river", river->name, river->x, river->y));
  }
  for (int i = 0; i < the_case->releases; i++) {
    const ria_case_release *release = &the_case->release[i];
    RIA_TRY(check_point(grid, "release", release->name, release->x, release->y));
  }
  return RIA_SUCCESS;
}

static ria_status check_segment(const ria_grid *grid, const ria_case_boundary *boundary) {
  static const char *const names[RIA_SIDES] = {"west", "east", "south", "north"};
  bool along_y = boundary->side == RIA_WEST || boundary->side == RIA_EAST;
  double low = along_y ? grid->y0 : grid->x0, size = along_y ? grid->dy : grid->dx;
  double high = low + size * (double)(along_y ? grid->ny : grid->nx), slack = same_edge * size;
  double from = boundary->from == -INFINITY ? low : boundary->from; /* not given: the side's end */
  double to = boundary->to == INFINITY ? high : boundary->to;
  if (boundary->whole || (from >= low - slack && from < to && to <= high + slack))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_CASE,
                  "a boundary on the %s side from %.10g to %.10g is out of range: that side goes "
                  "from %.10g to %.10g along %s, and from must be less than to",
                  names[boundary->side], from, to, low, high, along_y ? "y" : "x");
}

/* A patch on dry land would vanish without a word. Only still water can be judged here. */
static ria_status check_patch(const ria_case *the_case, const ria_terrain *terrain,
                              const ria_case_release *release) {
  const ria_grid *grid = &terrain->grid;
  ria_global reach_x = (ria_global)ceil(release->radius / grid->dx) + 1;
  ria_global reach_y = (ria_global)ceil(release->radius / grid->dy) + 1;
  ria_global cx = (ria_global)floor((release->x - grid->x0) / grid->dx);
  ria_global cy = (ria_global)floor((release->y - grid->y0) / grid->dy);
  for (ria_global y = cy - reach_y; y <= cy + reach_y; y++) {
    for (ria_global x = cx - reach_x; x <= cx + reach_x; x++) {
      if (x < 0 || x >= grid->nx || y < 0 || y >= grid->ny ||
          !ria_cell_near(grid, x, y, release->x, release->y, release->radius))
        continue;
      if (the_case->initial.level + terrain->depth[y * grid->nx + x] > the_case->dry)
        return RIA_SUCCESS;
    }
  }
  return ria_fail(
      RIA_ERROR_CASE,
      "release '%s' at (%.10g, %.10g) lies on dry land (bed %.3g m, water level %.3g m): "
      "move it into the water",
      release->name ? release->name : "", release->x, release->y,
      -terrain->depth[cy * grid->nx + cx], the_case->initial.level);
}

ria_status ria_terrain_check(const ria_case *the_case, const ria_terrain *terrain) {
  RIA_TRY(check_points(the_case, &terrain->grid));
  for (int i = 0; i < the_case->boundaries; i++)
    RIA_TRY(check_segment(&terrain->grid, &the_case->boundary[i]));
  bool still = !the_case->initial.file && !the_case->initial.shape.kind[0];
  for (int i = 0; still && i < the_case->releases; i++)
    if (the_case->release[i].concentration > 0)
      RIA_TRY(check_patch(the_case, terrain, &the_case->release[i]));
  return RIA_SUCCESS;
}
