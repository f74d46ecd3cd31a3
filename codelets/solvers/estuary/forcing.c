/* All values that change with time: wind, rain, boundaries, inflows of rivers and releases. */
#include "estuary.h"
#include "ria/exact_math.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Stress over water density, from the wind's speed and the direction from which it blows. */
static void wind_stress(const estuary_case *own, double t, double *x, double *y) {
  double speed = ria_series_value(&own->wind.speed, t);
  double from = ria_series_value(&own->wind.direction, t) * M_PI / 180;
  double stress = ESTUARY_AIR / ESTUARY_WATER * own->wind.drag * speed * speed;
  *x = -stress * ria_sin(from);
  *y = -stress * ria_cos(from);
}

void estuary_wind(const estuary_case *own, double t, double wind[2]) {
  const double speed = ria_series_value(&own->wind.speed, t);
  const double from = ria_series_value(&own->wind.direction, t) * M_PI / 180;
  wind[0] = -speed * ria_sin(from);
  wind[1] = -speed * ria_cos(from);
}

static bool is_same_tide(const ria_case_boundary *a, const ria_case_boundary *b) {
  if (a->kind != RIA_BOUNDARY_TIDE || b->kind != RIA_BOUNDARY_TIDE ||
      a->constituents != b->constituents)
    return false;
  for (int i = 0; i < a->constituents; i++)
    if (strcmp(a->constituent[i].name, b->constituent[i].name) ||
        a->constituent[i].amplitude != b->constituent[i].amplitude ||
        a->constituent[i].phase != b->constituent[i].phase)
      return false;
  return true;
}

static int first_of_same_tide(const estuary *e, int boundary) {
  const ria_case_boundary *b = e->the_case->boundary;
  for (int i = 0; i < boundary; i++)
    if (is_same_tide(&b[i], &b[boundary]))
      return i;
  return boundary;
}

/* Each station has a tide of its own. */
static ria_status station_tides(estuary *e) {
  const ria_terrain *t = e->terrain;
  e->station_tide = calloc((size_t)t->stations + 1, sizeof *e->station_tide);
  if (!e->station_tide)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the tides");
  for (int i = 0; i < t->stations; i++) {
    const ria_terrain_station *s = &t->station[i];
    if (s->level)
      continue;
    e->station_tide[i] = ria_tide_create(s->constituents, s->constituent);
    if (!e->station_tide[i])
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the tides");
  }
  return RIA_SUCCESS;
}

ria_status estuary_tides(estuary *e) {
  const ria_case *c = e->the_case;
  e->tide = calloc((size_t)c->boundaries + 1, sizeof *e->tide);
  if (!e->tide)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the tides");
  for (int i = 0; i < c->boundaries; i++) {
    const ria_case_boundary *b = &c->boundary[i];
    const int first = first_of_same_tide(e, i);
    if (b->kind != RIA_BOUNDARY_TIDE)
      continue;
    e->tide[i] = first < i ? e->tide[first] : ria_tide_create(b->constituents, b->constituent);
    if (!e->tide[i])
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the tides");
  }
  return station_tides(e);
}

void estuary_tides_destroy(estuary *e) {
  for (int i = 0; e->tide && i < e->the_case->boundaries; i++)
    if (first_of_same_tide(e, i) == i)
      ria_tide_destroy(e->tide[i]);
  free(e->tide);
  for (int i = 0; e->station_tide && i < e->terrain->stations; i++)
    ria_tide_destroy(e->station_tide[i]);
  free(e->station_tide);
}

/* The harmonic level of a boundary's tide, or 0. It is a large part of the cost of forcing, so
 * `values` is reused if an earlier boundary has the same tide. */
static double tide_level(const estuary *e, int boundary, double t, const double *values) {
  ria_tide *tide = e->tide[boundary];
  for (int i = 0; tide && i < boundary; i++)
    if (e->tide[i] == tide)
      return values[estuary_boundary_slot(i)];
  return tide ? ria_tide_level(tide, e->the_case->time.start + t) : 0;
}

/* The factor of a boundary's forcing at a time: rises smoothly from 0 to 1 along its ramp. */
static double ramped(const ria_case_boundary *b, double t) {
  const double share = b->ramp > 0 ? t / b->ramp : 1;
  return share < 1 ? share * share * (3 - 2 * share) : 1;
}

/* Divided evenly over the cells, wet or dry: each face takes its share. */
static double inflow_of(const estuary *e, const ria_case_boundary *b, double t) {
  if (!b->inflow.count)
    return 0;
  const double width = estuary_boundary_width(e, b);
  return ramped(b, t) * (ria_series_value(&b->inflow, t) / width);
}

static bool has_conveyance(const ria_case_boundary *b) {
  return b->kind == RIA_BOUNDARY_DISCHARGE && b->spread == RIA_SPREAD_CONVEYANCE;
}

static double level_of(const estuary *e, const ria_case_boundary *b, double t, double tide) {
  const double level = ria_series_value(&b->level, t) + tide +
                       estuary_barometer(e, (int)(b - e->the_case->boundary), t);
  const double share = ramped(b, t);
  const double start = e->the_case->initial.level;
  return share < 1 ? start + share * (level - start) : level;
}

/* `tide`: its harmonic level, or 0. */
static void boundary_values(const estuary *e, int boundary, double t, double tide, double *values) {
  const ria_case_boundary *b = &e->the_case->boundary[boundary];
  const bool level = b->kind == RIA_BOUNDARY_TIDE || b->kind == RIA_BOUNDARY_LEVEL;
  const double inflow = inflow_of(e, b, t);
  const int slot = estuary_boundary_slot(boundary);
  if (has_conveyance(b)) {
    const double discharge = ramped(b, t) * ria_series_value(&b->inflow, t);
    estuary_normal_flow(e, boundary, discharge, &values[slot], &values[slot + 1]);
    return;
  }
  values[slot] = level ? level_of(e, b, t, tide) : inflow;
  values[slot + 1] = inflow;
}

/* With rain from a file, the rate is in the rain's map. */
static double rain_rate(const estuary_case *own, double t) {
  return own->rain.file ? 1 : ria_series_value(&own->rain.rate, t);
}

static void station_values(const estuary *e, double t, double *values) {
  for (int i = 0; i < e->terrain->stations; i++) {
    const ria_terrain_station *s = &e->terrain->station[i];
    const double level = s->level ? ria_series_value(s->level, t)
                                  : ria_tide_level(e->station_tide[i], e->the_case->time.start + t);
    values[estuary_station_slot(e, i)] = level_of(e, &e->the_case->boundary[s->boundary], t, level);
  }
}

/* Write the rates of a tracer's releases into the slots of their places. `rider`: the tracer, -1
 * for the first one; `place`: of the next release, advanced past the last. */
static void release_values(const estuary *e, int count, const ria_case_release *release, int rider,
                           double t, double *values, int *place) {
  for (int i = 0; i < count; i++) {
    if (!release[i].rate.count)
      continue;
    const int slot = estuary_source_slot(e, *place);
    const double rate = ria_series_value(&release[i].rate, t) / e->source_area[*place];
    values[slot] = values[slot + 1] = 0;
    for (int r = 0; r < e->riders; r++)
      values[estuary_rider_slot(e, *place, r)] = 0;
    values[rider < 0 ? slot + 1 : estuary_rider_slot(e, *place, rider)] = rate;
    ++*place;
  }
}

/* Write the discharges of lines into the slots of their places. */
static void line_values(const estuary *e, double t, double *values) {
  const ria_case *c = e->the_case;
  int place = e->first_line;
  for (int i = 0; i < c->boundaries; i++) {
    const ria_case_boundary *b = &c->boundary[i];
    if (!b->on_line || b->kind != RIA_BOUNDARY_DISCHARGE)
      continue;
    const double depth = ramped(b, t) * ria_series_value(&b->inflow, t) / e->source_area[place];
    values[estuary_source_slot(e, place)] = depth;
    values[estuary_source_slot(e, place) + 1] =
        fmax(depth, 0) * estuary_outside(e, b, c->tracer.number);
    for (int r = 0; r < e->riders; r++)
      values[estuary_rider_slot(e, place, r)] =
          fmax(depth, 0) * estuary_outside(e, b, e->rider_tracer[r]);
    place++;
  }
}

void estuary_forcing_values(void *context, double t, double *values) {
  const estuary *e = context;
  const ria_case *c = e->the_case;
  values[ESTUARY_WIND_X] = values[ESTUARY_WIND_Y] = 0;
  if (e->own->wind.on)
    wind_stress(e->own, t, &values[ESTUARY_WIND_X], &values[ESTUARY_WIND_Y]);
  values[ESTUARY_RAIN] = e->own->rain.on ? rain_rate(e->own, t) : 0;
  values[ESTUARY_ODD] = e->weather ? estuary_odd(e, t) : 0;
  for (int i = 0; i < c->boundaries; i++)
    values[estuary_boundary_slot(i)] = tide_level(e, i, t, values);
  for (int i = 0; i < c->boundaries; i++)
    boundary_values(e, i, t, values[estuary_boundary_slot(i)], values);
  station_values(e, t, values);
  int place = 0;
  for (int i = 0; i < c->rivers; i++, place++) {
    double depth = ria_series_value(&c->river[i].discharge, t) / e->source_area[place];
    const double first = ria_case_concentration_of(c, c->tracer.number, c->river[i].concentration,
                                                   c->river[i].concentrations, c->river[i].each);
    values[estuary_source_slot(e, place)] = depth;
    values[estuary_source_slot(e, place) + 1] = fmax(depth, 0) * first;
    for (int r = 0; r < e->riders; r++)
      values[estuary_rider_slot(e, place, r)] = fmax(depth, 0) * estuary_river_brings(e, i, r);
  }
  release_values(e, c->releases, c->release, -1, t, values, &place);
  for (int r = 0; r < e->riders; r++) {
    const ria_case_tracer *tracer = &c->each_tracer[e->rider_tracer[r]];
    release_values(e, tracer->releases, tracer->release, r, t, values, &place);
  }
  line_values(e, t, values);
  for (int i = 0; i < c->tracers; i++)
    values[estuary_light_slot(e, i)] = estuary_light(c, i, t);
}

double estuary_forcing_interval(const ria_terrain *terrain, double gravity) {
  const ria_grid *g = &terrain->grid;
  double deepest = 1; /* m: on all-dry ground, waves are slower than at this depth */
  for (ria_global i = 0; i < g->cells[0] * g->cells[1]; i++)
    deepest = fmax(deepest, terrain->depth[i]);
  int exponent;
  frexp(fmin(g->spacing[0], g->spacing[1]) / sqrt(gravity * deepest), &exponent);
  return ldexp(1, exponent - 1);
}
