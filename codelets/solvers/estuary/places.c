/* Finds places on dry land, sides that halve a wave, and grids without water. */
#include <math.h>
#include "../water.h"
#include "estuary.h"
#include "ria/exact_math.h"
#include "ria/number.h"
#include "ria/shape.h"

typedef struct {
  const ria_case *the_case;
  ria_terrain *terrain;
  ria_case_errors *errors;
} findings;

/* The nodal cycle enlarges the large constituents by at most some 20 %. */
static const double nodal = 1.2;

static double bed_of(const findings *c, ria_global x, ria_global y) {
  return -c->terrain->depth[y * c->terrain->grid.cells[0] + x];
}

/* The water's level at the start, also where it is below the bed. */
static double start_level(const findings *c, ria_global x, ria_global y) {
  const double *level = c->terrain->start.level;
  return level ? level[y * c->terrain->grid.cells[0] + x] : c->the_case->initial.level;
}

/* Not for cases that start from a file. */
static bool is_wet(const findings *c, ria_global x, ria_global y) {
  return water_start_at(c->the_case, c->terrain, x, y).depth > c->the_case->dry;
}

typedef struct {
  double x, y, radius;
} spot;

static ria_global column_of(const ria_grid *g, const spot *s) {
  return (ria_global)floor((s->x - g->origin[0]) / g->spacing[0]);
}
static ria_global row_of(const ria_grid *g, const spot *s) {
  return (ria_global)floor((s->y - g->origin[1]) / g->spacing[1]);
}

static bool has_water(const findings *c, const spot *s) {
  const ria_grid *g = &c->terrain->grid;
  const ria_global reach_x = (ria_global)ceil(s->radius / g->spacing[0]) + 1;
  const ria_global reach_y = (ria_global)ceil(s->radius / g->spacing[1]) + 1;
  const ria_global cx = column_of(g, s), cy = row_of(g, s);
  for (ria_global y = cy - reach_y; y <= cy + reach_y; y++)
    for (ria_global x = cx - reach_x; x <= cx + reach_x; x++)
      if (x >= 0 && x < g->cells[0] && y >= 0 && y < g->cells[1] &&
          water_is_near(g, x, y, s->x, s->y, s->radius) && is_wet(c, x, y))
        return true;
  return false;
}

/* The wet cell nearest to a place; false if there is none. */
static bool find_water(const findings *c, const spot *s, double *wx, double *wy) {
  const ria_grid *g = &c->terrain->grid;
  double nearest = INFINITY;
  for (ria_global y = 0; y < g->cells[1]; y++)
    for (ria_global x = 0; x < g->cells[0]; x++) {
      const double px = g->origin[0] + ((double)x + 0.5) * g->spacing[0],
                   py = g->origin[1] + ((double)y + 0.5) * g->spacing[1];
      const double distance = ria_hypot(px - s->x, py - s->y);
      if (distance >= nearest || !is_wet(c, x, y))
        continue;
      nearest = distance;
      *wx = px;
      *wy = py;
    }
  return isfinite(nearest);
}

static double least(const ria_series *series) {
  double least = INFINITY;
  for (int i = 0; i < series->count; i++)
    least = fmin(least, series->value[i]);
  return least;
}

static double largest(const ria_series *series) {
  double most = -INFINITY;
  for (int i = 0; i < series->count; i++)
    most = fmax(most, series->value[i]);
  return most;
}

/* Its water flows down the slope, or collects until other water arrives. */
static void warn_of_dry_spot(const findings *c, const char *what, const char *name, const spot *s,
                             const ria_case_place *place) {
  const ria_grid *g = &c->terrain->grid;
  const ria_global x = column_of(g, s), y = row_of(g, s);
  double wx = s->x, wy = s->y;
  if (!find_water(c, s, &wx, &wy))
    return; /* reported on its own */
  ria_terrain_warn(c->the_case, c->terrain, place,
                   "%s '%s' at (%.10g, %.10g) lies on dry land (bed %.3g m, water at the start up "
                   "to %.3g m); the nearest water is at (%.10g, %.10g), %.3g m away",
                   what, name ? name : "", s->x, s->y, bed_of(c, x, y), start_level(c, x, y), wx,
                   wy, ria_hypot(wx - s->x, wy - s->y));
}

/* A patch on dry land would disappear without a message. */
static void check_patch(const findings *c, const ria_case_release *release, const spot *s) {
  const ria_grid *g = &c->terrain->grid;
  ria_terrain_reject(
      c->errors, c->the_case, &release->place,
      "release '%s' at (%.10g, %.10g) lies on dry land (bed %.3g m, water level %.3g "
      "m): move it into the water",
      release->name ? release->name : "", release->x, release->y,
      bed_of(c, column_of(g, s), row_of(g, s)), start_level(c, column_of(g, s), row_of(g, s)));
}

/* Whether the case is dry on purpose: a depth of 0 everywhere. */
static bool is_to_start_dry(const ria_case *the_case) {
  const ria_case_field *depth = &the_case->initial.depth;
  return the_case->initial.has_depth && depth->has_value && depth->value == 0;
}

/* A tide or a flood may reach it, so this is no error; rain certainly does. */
static void check_gauges(const findings *c) {
  const ria_grid *g = &c->terrain->grid;
  const estuary_case *own = c->the_case->own;
  if ((own && own->rain.on) || is_to_start_dry(c->the_case))
    return;
  for (int i = 0; c->the_case->natural && i < c->the_case->gauges; i++) {
    const ria_case_gauge *gauge = &c->the_case->gauge[i];
    const spot s = {gauge->x, gauge->y, 0};
    const ria_global x = column_of(g, &s), y = row_of(g, &s);
    if (!is_wet(c, x, y))
      ria_terrain_warn(c->the_case, c->terrain, &gauge->place,
                       "the gauge '%s' at (%.10g, %.10g) is on dry land at the start (bed %.3g m, "
                       "water level %.3g m): its values are empty while it is dry; check its "
                       "coordinates",
                       gauge->name, gauge->x, gauge->y, bed_of(c, x, y), start_level(c, x, y));
  }
}

static void check_release(const findings *c, const ria_case_release *r) {
  const spot s = {r->x, r->y, r->radius};
  if (r->area || has_water(c, &s))
    return;
  if (r->concentration > 0)
    check_patch(c, r, &s);
  else if (c->the_case->natural && largest(&r->rate) > 0)
    warn_of_dry_spot(c, "release", r->name, &s, &r->place);
}

static void check_spots(const findings *c) {
  for (int t = 0; t < c->the_case->tracers; t++)
    for (int i = 0; i < c->the_case->each_tracer[t].releases; i++)
      check_release(c, &c->the_case->each_tracer[t].release[i]);
  for (int i = 0; c->the_case->natural && i < c->the_case->rivers; i++) {
    const ria_case_river *r = &c->the_case->river[i];
    const spot s = {r->x, r->y, r->radius};
    if ((largest(&r->discharge) > 0 || least(&r->discharge) < 0) && !has_water(c, &s))
      warn_of_dry_spot(c, "river", r->name, &s, &r->place);
  }
}

/* ---- sides ---- */

/* The lowest bed of the cells just beyond an open line; INFINITY: none. */
static double lowest_along_line(const findings *c, const ria_case_boundary *b) {
  const ria_grid *g = &c->terrain->grid;
  double low = INFINITY;
  for (ria_global i = 0; i < g->cells[0] * g->cells[1]; i++)
    if (estuary_line_cell(c->terrain, (int)(b - c->the_case->boundary), i))
      low = fmin(low, bed_of(c, i % g->cells[0], i / g->cells[0]));
  return low;
}

/* The lowest bed of a segment, over cells whose centres lie in it; INFINITY: none. */
static double lowest_bed(const findings *c, const ria_case_boundary *b) {
  const ria_grid *g = &c->terrain->grid;
  if (b->on_line)
    return lowest_along_line(c, b);
  const bool along_x = b->side == RIA_SOUTH || b->side == RIA_NORTH;
  const ria_global cells = along_x ? g->cells[0] : g->cells[1];
  double low = INFINITY;
  for (ria_global i = 0; i < cells; i++) {
    const double at = along_x ? g->origin[0] + ((double)i + 0.5) * g->spacing[0]
                              : g->origin[1] + ((double)i + 0.5) * g->spacing[1];
    if (!b->whole && (at < b->from || at >= b->to))
      continue;
    const ria_global x = along_x ? i : b->side == RIA_EAST ? g->cells[0] - 1 : 0;
    const ria_global y = !along_x ? i : b->side == RIA_NORTH ? g->cells[1] - 1 : 0;
    low = fmin(low, bed_of(c, x, y));
  }
  return low;
}

static double highest_tide(int count, const ria_constituent *constituent) {
  double level = 0;
  for (int i = 0; i < count; i++)
    level += nodal * constituent[i].amplitude;
  return level;
}

double estuary_highest_level(const ria_case *c, const ria_terrain *terrain,
                             const ria_case_boundary *b) {
  int stations;
  const ria_terrain_station *s = ria_terrain_stations(terrain, (int)(b - c->boundary), &stations);
  double highest = stations ? -(double)INFINITY : highest_tide(b->constituents, b->constituent);
  for (int i = 0; i < stations; i++)
    highest = fmax(highest, s[i].level ? largest(s[i].level)
                                       : highest_tide(s[i].constituents, s[i].constituent));
  return highest + (b->level.count ? largest(&b->level) : 0);
}

static bool has_level(const ria_case_boundary *b) {
  return b->kind == RIA_BOUNDARY_TIDE || b->kind == RIA_BOUNDARY_LEVEL;
}

/* Advice for a bed that may have the wrong sign. */
static const char *turn(const ria_case *the_case) {
  return !the_case->bathymetry.field.file ? ""
         : the_case->bathymetry.positive == RIA_POSITIVE_DOWN
             ? "; 'bathymetry.positive: down' says "
               "that the file holds depths"
             : "; if the file holds depths, "
               "say 'bathymetry.positive: down'";
}

/* A level below the bed is an outfall, which may be intended; a tide that never reaches the bed
 * is a mistake. */
static void check_side(const findings *c, const ria_case_boundary *b) {
  const ria_case *the_case = c->the_case;
  const double low = lowest_bed(c, b);
  if (!has_level(b) || !isfinite(low) ||
      estuary_highest_level(the_case, c->terrain, b) - low > the_case->dry)
    return;
  if (b->kind == RIA_BOUNDARY_TIDE)
    ria_terrain_reject(
        c->errors, the_case, &b->place,
        "the tide on the %s side lies on dry land: the lowest bed there is at %.3g m, "
        "and the tide never rises above %.3g m; move it to where the sea is, or let "
        "water only leave with 'kind: open'%s",
        ria_case_sides[b->side], low, estuary_highest_level(the_case, c->terrain, b),
        turn(the_case));
  else
    ria_terrain_warn(
        the_case, c->terrain, &b->place,
        "the level on the %s side lies on dry land: the lowest bed there is at %.3g m, "
        "and the level never rises above %.3g m, so that water can only leave%s",
        ria_case_sides[b->side], low, estuary_highest_level(the_case, c->terrain, b),
        turn(the_case));
}

/* ---- waves prescribed by a level ---- */

/* The largest change of a series within a minute; for a wave with a period between two of the
 * lags, nearly all of it. */
static double change_in_a_minute(const ria_series *series) {
  double most = 0;
  for (int i = 0; i < series->count; i++)
    for (double lag = 60; lag > 0.5; lag /= 2)
      most = fmax(most, fabs(ria_series_value(series, series->time[i] + lag) - series->value[i]));
  return most;
}

/* If the water outside is at rest, prescribing a wave's level sends in only half of the wave. */
static void check_halved_wave(const findings *c, const ria_case_boundary *b) {
  static const double share = 0.05;
  const double depth = c->the_case->initial.level - lowest_bed(c, b);
  if (b->kind != RIA_BOUNDARY_LEVEL || !b->absorbing || b->has_incoming || b->inflow.count ||
      !(depth > c->the_case->dry))
    return;
  const double change = change_in_a_minute(&b->level);
  if (change > share * depth)
    ria_terrain_warn(
        c->the_case, c->terrain, &b->place,
        "the level on the %s side changes by %.3g m within a minute, over a depth of "
        "%.3g m: about half of such a wave enters, because 'absorbing' assumes that the "
        "water outside is at rest; expected 'incoming: true' if this is the level of an "
        "incoming wave, or else 'incoming: false'",
        ria_case_sides[b->side], change, depth);
}

/* A start from a file may be far from the reference; `still` is then that level. */
static void check_still(const findings *c, const ria_case_boundary *b) {
  const double low = lowest_bed(c, b);
  if (b->incoming && isfinite(low) && b->still - low <= c->the_case->dry)
    ria_terrain_warn(c->the_case, c->terrain, &b->place,
                     "the wave on the %s side runs into water of level %.3g m, but the lowest bed "
                     "there is at %.3g m: it comes in over dry land, as fast as its waves; check "
                     "'still'",
                     ria_case_sides[b->side], b->still, low);
}

/* ---- grids without water ---- */

static bool any_water(const findings *c) {
  const ria_grid *g = &c->terrain->grid;
  for (ria_global y = 0; y < g->cells[1]; y++)
    for (ria_global x = 0; x < g->cells[0]; x++)
      if (is_wet(c, x, y))
        return true;
  return false;
}

static bool rains(const ria_case *the_case) {
  const estuary_case *own = the_case->own;
  return own && own->rain.on && largest(&own->rain.rate) > 0;
}

static bool water_may_come(const findings *c) {
  const ria_case *the_case = c->the_case;
  for (int i = 0; i < the_case->rivers; i++)
    if (largest(&the_case->river[i].discharge) > 0)
      return true;
  for (int i = 0; i < the_case->boundaries; i++) {
    const ria_case_boundary *b = &the_case->boundary[i];
    if ((b->kind == RIA_BOUNDARY_DISCHARGE && largest(&b->inflow) > 0) ||
        (has_level(b) &&
         estuary_highest_level(the_case, c->terrain, b) - lowest_bed(c, b) > the_case->dry))
      return true;
  }
  return false;
}

static void check_any_water(const findings *c) {
  const ria_case *the_case = c->the_case;
  const ria_grid *g = &c->terrain->grid;
  double low = INFINITY, high = -INFINITY;
  if (any_water(c) || rains(the_case) || (is_to_start_dry(the_case) && water_may_come(c)))
    return;
  for (ria_global i = 0; i < g->cells[0] * g->cells[1]; i++) {
    low = fmin(low, -c->terrain->depth[i]);
    high = fmax(high, -c->terrain->depth[i]);
  }
  char water[48] = "the water nowhere above it";
  if (!c->terrain->start.level)
    ria_snprintf(water, sizeof water, "the water at %.4g m", the_case->initial.level);
  if (water_may_come(c))
    ria_terrain_warn(the_case, c->terrain, &the_case->bathymetry.field.place,
                     "the case starts without any water: the bed lies from %.4g m to %.4g m, %s%s",
                     low, high, water, turn(the_case));
  else
    ria_terrain_reject(
        c->errors, the_case, &the_case->bathymetry.field.place,
        "there is no water in this case, and none comes: the bed lies from %.4g m to "
        "%.4g m, %s; raise initial.level, or shift the bed with bathymetry.offset%s",
        low, high, water, turn(the_case));
}

void estuary_check_places(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors) {
  const findings c = {the_case, terrain, errors};
  const bool known = !the_case->initial.file;
  if (known)
    check_spots(&c);
  if (known && !the_case->initial.shape.kind[0])
    check_gauges(&c);
  if (!the_case->natural)
    return;
  for (int i = 0; i < the_case->boundaries; i++) {
    if (the_case->boundary[i].on_line) /* lines.c has checked it */
      continue;
    check_side(&c, &the_case->boundary[i]);
    check_halved_wave(&c, &the_case->boundary[i]);
    check_still(&c, &the_case->boundary[i]);
  }
  if (known)
    check_any_water(&c);
}
