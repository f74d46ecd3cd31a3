/* The sides of the domain, in cells. */
#include "estuary.h"
#include "ria/number.h"
#include "ria/registry.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static ria_global cells_along(const ria_grid *grid, ria_side side) {
  return side == RIA_SOUTH || side == RIA_NORTH ? grid->cells[0] : grid->cells[1];
}

/* Cells with centres in [from, to); an end that is not given is that of the side. */
void estuary_boundary_cells(const ria_grid *grid, const ria_case_boundary *b, ria_global *from,
                            ria_global *to) {
  bool x = b->side == RIA_SOUTH || b->side == RIA_NORTH;
  double start = x ? grid->origin[0] : grid->origin[1],
         size = x ? grid->spacing[0] : grid->spacing[1];
  ria_global cells = cells_along(grid, b->side);
  *from = 0;
  *to = cells;
  if (b->whole)
    return;
  double first = ceil((b->from - start) / size - 0.5), last = ceil((b->to - start) / size - 0.5);
  *from = first > 0 ? (ria_global)fmin(first, (double)cells) : 0;
  *to = last > 0 ? (ria_global)fmin(last, (double)cells) : 0;
}

double estuary_boundary_width(const estuary *e, const ria_case_boundary *b) {
  const ria_grid *grid = &e->terrain->grid;
  ria_global from, to;
  if (b->on_line)
    return estuary_line_width(e->terrain, (int)(b - e->the_case->boundary));
  estuary_boundary_cells(grid, b, &from, &to);
  bool x = b->side == RIA_SOUTH || b->side == RIA_NORTH;
  return (double)(to - from) * (x ? grid->spacing[0] : grid->spacing[1]);
}

static const char *kernel_of(const ria_case_boundary *b) {
  switch (b ? b->kind : RIA_BOUNDARY_WALL) {
  case RIA_BOUNDARY_OPEN:
    return "water_free";
  case RIA_BOUNDARY_TIDE:
  case RIA_BOUNDARY_LEVEL:
    if (b->along.on)
      return b->absorbing ? "water_absorbing_along" : "water_level_along";
    return b->absorbing ? "water_absorbing" : "water_level";
  case RIA_BOUNDARY_DISCHARGE:
    return b->spread == RIA_SPREAD_CONVEYANCE ? "water_conveyance" : "water_discharge";
  case RIA_BOUNDARY_RATING:
    return "water_rating";
  default:
    return "water_wall";
  }
}

/* A cell's size across a side, times `share` if the scheme has that order; else 0. */
static double across(const estuary *e, const ria_case_boundary *b, double share,
                     estuary_order order) {
  const bool x = b->side == RIA_SOUTH || b->side == RIA_NORTH;
  return e->own->numerics.order == order ? share * e->terrain->grid.spacing[x ? 1 : 0] : 0;
}

double estuary_outside(const estuary *e, const ria_case_boundary *b, int tracer) {
  return ria_case_concentration_of(e->the_case, tracer, b->outside, b->concentrations,
                                   b->concentration);
}

/* The slots of the levels that a segment interpolates: of its two stations, or twice the same. */
typedef struct {
  int level, next;
} level_slots;

static void bind(const estuary *e, const ria_case_boundary *b, int number, level_slots levels,
                 ria_segment *segment) {
  const ria_kernel *k = segment->kernel;
  const int slot = estuary_boundary_slot(number);
  const struct {
    const char *name;
    ria_binding binding;
  } scalar[] = {{"level", recipe_forcing(levels.level)},
                {"next_level", recipe_forcing(levels.next)},
                {"inflow", recipe_forcing(b->absorbing ? slot + 1 : slot)},
                {"still", b->incoming ? recipe_value(b->still) : recipe_forcing(slot)},
                {"incoming", recipe_value(b->incoming ? 1 : 0)},
                {"stage", recipe_forcing(slot)},
                {"factor", recipe_forcing(slot + 1)},
                {"height", recipe_value(b->height)},
                {"head_loss", recipe_value(b->head_loss ? 1 : 0)},
                {"outside", recipe_value(estuary_outside(e, b, e->the_case->tracer.number))},
                {"dry", recipe_value(e->the_case->dry)},
                {"gravity", recipe_value(e->the_case->gravity)},
                {"half_cell", recipe_value(across(e, b, 0.5, RIA_ORDER_2))},
                {"quarter_cell", recipe_value(across(e, b, 0.25, RIA_ORDER_1))},
                {"whole_cell", recipe_value(across(e, b, 1, e->own->numerics.order))}};
  for (size_t i = 0; i < sizeof scalar / sizeof *scalar; i++)
    if (ria_kernel_scalar(k, scalar[i].name) >= 0)
      recipe_bind(k, segment->scalars, scalar[i].name, scalar[i].binding);
  estuary_bind_friction(e, k, segment->scalars);
  if (b->kind == RIA_BOUNDARY_RATING)
    estuary_bind_rating(e, number, k, segment->scalars);
}

static bool is_wall(const ria_case_boundary *b) {
  return !b || b->kind == RIA_BOUNDARY_WALL;
}

static bool is_all_wall(const ria_case *c, ria_side side) {
  for (int i = 0; i < c->boundaries; i++)
    if (c->boundary[i].side == side && !is_wall(&c->boundary[i]))
      return false;
  return true;
}

/* The opening of the ledger that counts the flow through a piece of a side. */
static int opening_of(const estuary *e, ria_side side, int boundary) {
  const ria_case *c = e->the_case;
  if (boundary >= 0 && !is_wall(&c->boundary[boundary]))
    return 1 + boundary;
  /* At order 2, near the end of another boundary, slopes along the side differ between a wall's
   * ghost cell and the cell that it mirrors, so some water passes. */
  const bool leaks = e->own->numerics.order == RIA_ORDER_2 && !is_all_wall(c, side);
  return leaks ? 1 + ria_opening_of_walls(c) : 0;
}

void estuary_name_boundary(const ria_case_boundary *b, char name[ESTUARY_NAME]) {
  if (b->on_line)
    snprintf(name, ESTUARY_NAME, "%s", b->name ? b->name : "");
  else if (b->whole)
    snprintf(name, ESTUARY_NAME, "%s", ria_case_sides[b->side]);
  else if (!isfinite(b->from))
    ria_snprintf(name, ESTUARY_NAME, "%s to %.10g m", ria_case_sides[b->side], b->to);
  else if (!isfinite(b->to))
    ria_snprintf(name, ESTUARY_NAME, "%s from %.10g m", ria_case_sides[b->side], b->from);
  else
    ria_snprintf(name, ESTUARY_NAME, "%s %.10g to %.10g m", ria_case_sides[b->side], b->from,
                 b->to);
}

static ria_status add(estuary *e, ria_side side, ria_global from, ria_global to, int boundary,
                      level_slots levels) {
  const ria_case_boundary *b = boundary < 0 ? NULL : &e->the_case->boundary[boundary];
  ria_segment *segment = &e->segment[e->segments++];
  *segment = (ria_segment){.side = side, .part = ria_side_part(side, from, to)};
  segment->kernel = estuary_kernel(e, kernel_of(b));
  /* For mixing, a side that is not a wall has no gradient: the ghost cell holds the water at the
   * edge. */
  if (is_wall(b))
    segment->later = segment->kernel;
  else
    segment->later = ria_kernel_find("water_open");
  if (!segment->kernel || !segment->later)
    return ria_fail(RIA_ERROR_INTERNAL, "a boundary kernel is not in this build");
  if (b)
    bind(e, b, boundary, levels, segment);
  segment->opening = opening_of(e, side, boundary);
  const bool wall = segment->opening == 1 + ria_opening_of_walls(e->the_case);
  if (segment->opening) {
    segment->kind = wall ? "wall" : "boundary";
    segment->name = wall ? "walls" : e->opening[boundary];
  }
  return RIA_SUCCESS;
}

/* The boundary of a side with the first start at or after cell `from`; -1: none. */
static int next_boundary(const estuary *e, ria_side side, ria_global from, ria_global *start,
                         ria_global *end) {
  int found = -1;
  for (int i = 0; i < e->the_case->boundaries; i++) {
    ria_global first, last;
    if (e->the_case->boundary[i].side != side)
      continue;
    estuary_boundary_cells(&e->terrain->grid, &e->the_case->boundary[i], &first, &last);
    if (first < last && first >= from && (found < 0 || first < *start)) {
      found = i;
      *start = first;
      *end = last;
    }
  }
  return found;
}

static ria_status check_boundary(const estuary *e, const ria_case_boundary *b) {
  ria_global from, to;
  estuary_boundary_cells(&e->terrain->grid, b, &from, &to);
  if (from < to)
    return RIA_SUCCESS;
  const ria_grid *g = &e->terrain->grid;
  bool x = b->side == RIA_SOUTH || b->side == RIA_NORTH;
  double low = x ? g->origin[0] : g->origin[1], size = x ? g->spacing[0] : g->spacing[1];
  double high = low + size * (double)cells_along(g, b->side);
  return ria_fail(RIA_ERROR_CASE,
                  "%s: the boundary on the %s side from %.10g m to %.10g m holds the centre of no "
                  "cell; the side goes from %.10g m to %.10g m in cells of %g m",
                  e->the_case->path, ria_case_sides[b->side], fmax(b->from, low), fmin(b->to, high),
                  low, high, size);
}

/* A segment from each station to the next. */
static ria_status add_along(estuary *e, ria_side side, ria_global from, ria_global to,
                            int boundary) {
  int count;
  const ria_terrain_station *all = ria_terrain_stations(e->terrain, boundary, &count);
  const int first = (int)(all - e->terrain->station);
  for (ria_global at = from, end; at < to; at = end) {
    const int low = estuary_station_before(all, count, estuary_middle(e, side, at));
    for (end = at + 1; end < to; end++)
      if (estuary_station_before(all, count, estuary_middle(e, side, end)) != low)
        break;
    const level_slots levels = {estuary_station_slot(e, first + low),
                                estuary_station_slot(e, first + (count > 1 ? low + 1 : low))};
    RIA_TRY(add(e, side, at, end, boundary, levels));
  }
  return RIA_SUCCESS;
}

static ria_status add_boundary(estuary *e, ria_side side, ria_global from, ria_global to,
                               int boundary) {
  const int slot = estuary_boundary_slot(boundary);
  if (e->the_case->boundary[boundary].along.on)
    return add_along(e, side, from, to, boundary);
  return add(e, side, from, to, boundary, (level_slots){slot, slot});
}

int estuary_boundary_at(const estuary *e, ria_side side, ria_global cell) {
  for (int i = 0; i < e->the_case->boundaries; i++) {
    const ria_case_boundary *b = &e->the_case->boundary[i];
    ria_global from, to;
    estuary_boundary_cells(&e->terrain->grid, b, &from, &to);
    if (b->side == side && cell >= from && cell < to)
      return i;
  }
  return -1;
}

static ria_status segments_of_side(estuary *e, ria_side side) {
  ria_global at = 0, cells = cells_along(&e->terrain->grid, side), start = 0, end = 0;
  for (;;) {
    int boundary = next_boundary(e, side, at, &start, &end);
    ria_global wall_end = boundary < 0 ? cells : start;
    if (at < wall_end)
      RIA_TRY(add(e, side, at, wall_end, -1, (level_slots){0, 0}));
    if (boundary < 0)
      return RIA_SUCCESS;
    RIA_TRY(add_boundary(e, side, start, end, boundary));
    at = end;
  }
}

/* The kernel of a side at a cell along it, or NULL where the grid is periodic. */
static const ria_kernel *kernel_at(const estuary *e, ria_side side, ria_global at) {
  const int along = ria_side_axis(side) == 0 ? 1 : 0;
  for (int i = 0; i < e->segments; i++) {
    const ria_segment *s = &e->segment[i];
    if (s->side == side && at >= s->part.lo[along] && at < s->part.hi[along])
      return s->kernel;
  }
  return NULL;
}

/* Whether a side prescribes the outside water, at a cell along it. */
static bool gives_outside(const estuary *e, ria_side side, ria_global at) {
  const ria_kernel *kernel = kernel_at(e, side, at);
  return kernel && ria_kernel_scalar(kernel, "outside") >= 0;
}

/* Whether the side is free there: water_free has an additional scalar. */
static bool is_free(const estuary *e, ria_side side, ria_global at) {
  const ria_kernel *kernel = kernel_at(e, side, at);
  return kernel && ria_kernel_scalar(kernel, "whole_cell") >= 0;
}

double estuary_drop_beyond(const estuary *e, const ria_global at[2]) {
  const ria_grid *g = &e->terrain->grid;
  double drop = 0;
  for (int axis = 0; axis < 2; axis++) {
    const ria_global last = g->cells[axis] - 1, along = estuary_within(g, 1 - axis, at[1 - axis]);
    const bool high = at[axis] > last;
    const ria_global layer = high ? at[axis] - last : -at[axis]; /* 1: the first */
    if ((!high && at[axis] >= 0) || last < 1 || !is_free(e, ria_side_of(axis, high), along))
      continue;
    ria_global cell[2];
    double depth[3]; /* bed at the edge, of the next cell inwards, and of the mirror image */
    const ria_global row[3] = {high ? last : 0, high ? last - 1 : 1,
                               estuary_within(g, axis, at[axis])};
    for (int i = 0; i < 3; i++) {
      cell[axis] = row[i];
      cell[1 - axis] = along;
      depth[i] = e->terrain->depth[cell[1] * g->cells[0] + cell[0]];
    }
    drop += depth[0] - depth[2] + (double)layer * (depth[0] - depth[1]);
  }
  return drop;
}

ria_global estuary_within(const ria_grid *grid, int axis, ria_global at) {
  const ria_global n = grid->cells[axis];
  if (grid->periodic[axis])
    return (at % n + n) % n;
  const ria_global mirrored = at < 0 ? -1 - at : at < n ? at : 2 * n - 1 - at;
  return mirrored < 0 ? 0 : mirrored < n ? mirrored : n - 1;
}

double estuary_side_at(const estuary *e, const ria_global at[2]) {
  const ria_global *cells = e->terrain->grid.cells;
  double found = 0;
  for (int side = 0; side < RIA_PLANE_SIDES; side++) {
    const int axis = ria_side_axis((ria_side)side), along = 1 - axis;
    const ria_global first = side % 2 ? cells[axis] - 1 : 0;
    const bool beyond = side % 2 ? at[axis] > first : at[axis] < first;
    const ria_global nearest = at[along] < 0               ? 0
                               : at[along] >= cells[along] ? cells[along] - 1
                                                           : at[along];
    if ((at[axis] == first || beyond) && gives_outside(e, (ria_side)side, nearest))
      found = beyond ? -1 - estuary_share_along(e, (ria_side)side, nearest) : found < 0 ? found : 1;
  }
  const ria_global inside[2] = {estuary_within(&e->terrain->grid, 0, at[0]),
                                estuary_within(&e->terrain->grid, 1, at[1])};
  const bool beside = estuary_beside_dam(e, inside) || estuary_beside_line(e, inside);
  return found == 0 && beside ? 1 : found;
}

ria_status estuary_segments(estuary *e) {
  int boundaries = e->the_case->boundaries;
  e->segment = calloc(2 * (size_t)boundaries + RIA_PLANE_SIDES + (size_t)e->terrain->stations,
                      sizeof *e->segment);
  e->opening = calloc((size_t)boundaries + 1, sizeof *e->opening);
  if (!e->segment || !e->opening)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the boundaries");
  for (int i = 0; i < boundaries; i++) {
    estuary_name_boundary(&e->the_case->boundary[i], e->opening[i]);
    if (!e->the_case->boundary[i].on_line)
      RIA_TRY(check_boundary(e, &e->the_case->boundary[i]));
  }
  for (int side = 0; side < RIA_PLANE_SIDES; side++)
    if (!ria_grid_is_periodic(&e->terrain->grid, (ria_side)side))
      RIA_TRY(segments_of_side(e, (ria_side)side));
  return RIA_SUCCESS;
}
