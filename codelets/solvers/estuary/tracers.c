/* Tracers after the first, called riders; the kernel of the water carries the first. The step of
 * the water outputs its mass fluxes, and a stage after it advects each rider with them. */
#include "estuary.h"
#include "ria/exact_math.h"
#include "ria/registry.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int estuary_list_riders(const ria_case *c, int tracer[ESTUARY_RIDERS]) {
  int count = 0;
  for (int age = 0; age < 2; age++)
    for (int t = 0; t < c->tracers && count < ESTUARY_RIDERS; t++)
      if (c->each_tracer[t].age == (age == 1) && !(c->tracer.on && t == c->tracer.number))
        tracer[count++] = t;
  return count;
}

static ria_status find(const char *name, const ria_kernel **kernel) {
  *kernel = ria_kernel_find(name);
  return *kernel ? RIA_SUCCESS
                 : ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build", name);
}

/* A side's kernel for a rider follows that of the water. */
static ria_status add_side(const estuary *e, const ria_segment *segment, int tracer,
                           ria_rider_side *side) {
  const int boundary = segment->opening - 1;
  const bool wall = boundary < 0 || boundary >= e->the_case->boundaries,
             gives = ria_kernel_scalar(segment->kernel, "outside") >= 0;
  RIA_TRY(find(gives ? "tracer_outside" : wall ? "tracer_wall" : "tracer_open", &side->kernel));
  if (gives)
    recipe_bind_value(side->kernel, side->scalars, "outside",
                      estuary_outside(e, &e->the_case->boundary[boundary], tracer));
  return RIA_SUCCESS;
}

static ria_status add_rider(estuary *e, int number) {
  const ria_case *c = e->the_case;
  const ria_case_tracer *tracer = &c->each_tracer[e->rider_tracer[number]];
  const ria_grid *grid = &e->terrain->grid;
  const bool second = e->own->numerics.order == RIA_ORDER_2;
  ria_rider *rider = &e->rider[number];
  ria_rider_side *side = e->rider_side + number * e->segments;
  *rider = (ria_rider){.field = {tracer->content}, .side = side};
  RIA_TRY(find(second ? "tracer_slopes" : "tracer_upwind", &rider->kernel));
  const ria_kernel *k = rider->kernel;
  recipe_bind_dt(k, rider->scalars);
  recipe_bind_value(k, rider->scalars, "inverse_dx", 1 / grid->spacing[0]);
  recipe_bind_value(k, rider->scalars, "inverse_dy", 1 / grid->spacing[1]);
  recipe_bind(k, rider->scalars, "decayed",
              (ria_binding){.from = RIA_BIND_DECAYED, .value = tracer->decay});
  recipe_bind_value(k, rider->scalars, "ages", tracer->age ? 1 : 0);
  if (second)
    recipe_bind_value(k, rider->scalars, "dry", c->dry);
  for (int i = 0; i < e->segments; i++)
    RIA_TRY(add_side(e, &e->segment[i], e->rider_tracer[number], &side[i]));
  return RIA_SUCCESS;
}

static ria_status check_target(const estuary *e) {
  const ria_case *c = e->the_case;
  if (strcmp(c->target, "cell") != 0)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_CASE,
                  "%s: tracers: the target 'cell' carries one tracer and no age of the water; use "
                  "'target: cpu' or 'target: cuda'",
                  c->path);
}

ria_status estuary_ride(estuary *e) {
  if (!e->riders)
    return RIA_SUCCESS;
  RIA_TRY(check_target(e));
  e->rider_side = calloc((size_t)(2 * e->riders * e->segments) + 1, sizeof *e->rider_side);
  if (!e->rider_side)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the tracers");
  for (int i = 0; i < e->riders; i++)
    RIA_TRY(add_rider(e, i));
  return RIA_SUCCESS;
}

/* ---- changes of a tracer without transport ---- */

bool estuary_settles(const ria_case *c) {
  bool some = false;
  for (int i = 0; i < c->tracers; i++)
    some |= c->each_tracer[i].settling.on;
  return some;
}

bool estuary_exchanges(const ria_case *c) {
  bool some = estuary_settles(c);
  for (int i = 0; i < c->tracers; i++)
    some |= c->each_tracer[i].light.on;
  return some;
}

double estuary_light(const ria_case *c, int tracer, double t) {
  static const double day = 86400;
  const ria_case_light *light = &c->each_tracer[tracer].light;
  if (!light->on)
    return 0;
  if (!light->has_peak)
    return light->coefficient * ria_series_value(&light->surface, t);
  const double instant = (c->time.has_start ? c->time.start : 0) + t;
  const double clock = instant - day * floor(instant / day);
  const double share = (clock - light->sunrise) / (light->sunset - light->sunrise);
  return share > 0 && share < 1 ? light->coefficient * light->peak * ria_sin(M_PI * share) : 0;
}

/* The name of the field of a tracer's content. */
static const char *content_of(const ria_case *c, int tracer) {
  return c->tracer.on && tracer == c->tracer.number ? "hc" : c->each_tracer[tracer].content;
}

static ria_status add_exchange(estuary *e, int number, const char *kernel, const char *count,
                               ria_source **source) {
  const ria_case_tracer *tracer = &e->the_case->each_tracer[number];
  RIA_TRY(estuary_add_source(e, kernel, source));
  (*source)->weights = ESTUARY_ALL;
  (*source)->field[0] = content_of(e->the_case, number);
  (*source)->field[1] = count;
  recipe_bind((*source)->kernel, (*source)->scalars, "decayed",
              (ria_binding){.from = RIA_BIND_DECAYED, .value = tracer->decay});
  return RIA_SUCCESS;
}

static ria_status add_light(estuary *e, int number) {
  const ria_case_tracer *tracer = &e->the_case->each_tracer[number];
  ria_source *source;
  RIA_TRY(add_exchange(e, number, "tracer_light", tracer->died, &source));
  recipe_bind(source->kernel, source->scalars, "light",
              recipe_forcing(estuary_light_slot(e, number)));
  recipe_bind_value(source->kernel, source->scalars, "extinction", tracer->light.extinction);
  return RIA_SUCCESS;
}

static ria_status add_bed(estuary *e, int number) {
  static const double density = 1025; /* kg/m3 */
  const ria_case_tracer *tracer = &e->the_case->each_tracer[number];
  const ria_case_settling *s = &tracer->settling;
  ria_source *source;
  RIA_TRY(add_exchange(e, number, "tracer_bed", tracer->settled, &source));
  const struct {
    const char *name;
    double value;
  } scalar[] = {{"dry", e->the_case->dry},
                {"gravity", e->the_case->gravity},
                {"density", density},
                {"settling", s->velocity},
                {"inverse_settles", s->has_deposits_below ? 1 / s->deposits_below : 0},
                {"inverse_erodes", s->has_erodes_above ? 1 / s->erodes_above : 0},
                {"erosion", s->erosion}};
  for (size_t i = 0; i < sizeof scalar / sizeof *scalar; i++)
    recipe_bind_value(source->kernel, source->scalars, scalar[i].name, scalar[i].value);
  estuary_bind_friction(e, source->kernel, source->scalars);
  return RIA_SUCCESS;
}

ria_status estuary_exchange(estuary *e) {
  const ria_case *c = e->the_case;
  for (int i = 0; i < c->tracers; i++) {
    if (c->each_tracer[i].light.on)
      RIA_TRY(add_light(e, i));
    if (c->each_tracer[i].settling.on)
      RIA_TRY(add_bed(e, i));
  }
  return RIA_SUCCESS;
}

/* ---- the start ---- */

/* The concentration of a cell, patches included. */
static double start_at(const estuary *e, int number, ria_global x, ria_global y) {
  const ria_case *c = e->the_case;
  const ria_case_tracer *tracer = &c->each_tracer[number];
  double value = ria_case_concentration_of(c, number, c->initial.concentration,
                                           c->initial.concentrations, c->initial.each);
  for (int i = 0; i < tracer->releases; i++) {
    const ria_case_release *r = &tracer->release[i];
    if (r->concentration > 0 && water_is_released(r, e->terrain, x, y))
      value = r->concentration;
  }
  return value;
}

/* From the file that the case starts from: 0 if the file lacks the tracer. */
static ria_status read_content(const estuary *e, int number, const ria_range *cells,
                               double *values) {
  const ria_case *c = e->the_case;
  const char *const name[] = {c->each_tracer[number].content};
  const ria_start_fields fields = {1, 0, name};
  return ria_start_file_read(c->initial.file, c->initial.time, &e->terrain->grid, &fields,
                             cells->lo[0], cells->hi[0], cells->lo[1], cells->hi[1], &values);
}

ria_status estuary_fill_rider(const estuary *e, int rider, const ria_range *cells, double *values) {
  const ria_case *c = e->the_case;
  const int number = e->rider_tracer[rider];
  const ria_global x0 = cells->lo[0], x1 = cells->hi[0], y0 = cells->lo[1], y1 = cells->hi[1];
  const size_t n = (size_t)((x1 - x0) * (y1 - y0));
  double *water = malloc(WATER_FIELDS * n * sizeof *water);
  if (!water)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the start");
  double *all[WATER_FIELDS] = {water, water + n, water + 2 * n, water + 3 * n};
  ria_status status = water_start(c, e->terrain, x0, x1, y0, y1, all);
  if (status == RIA_SUCCESS && c->initial.file)
    status = read_content(e, number, cells, values);
  size_t i = 0;
  for (ria_global y = y0; y < y1 && status == RIA_SUCCESS; y++)
    for (ria_global x = x0; x < x1; x++, i++) {
      const double start = start_at(e, number, x, y);
      if (!c->initial.file || start > 0)
        values[i] = water[i] * start;
    }
  free(water);
  return status;
}

/* ---- shown variables ---- */

static double concentration_of(const double *state, const double *parameter, int rider) {
  return state[0] > parameter[0] ? state[WATER_FIELDS + rider] / state[0] : NAN;
}

/* A variable's function has no number as argument, so each rider has its own function. */
#define RIDERS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9)
#define CONCENTRATION(n)                                                                           \
  static double concentration_##n(const double *state, const double *statics,                      \
                                  const double *parameter) {                                       \
    (void)statics;                                                                                 \
    return concentration_of(state, parameter, n);                                                  \
  }
RIDERS(CONCENTRATION)
#define ENTRY(n) concentration_##n,
static double (*const concentration[ESTUARY_RIDERS])(const double *, const double *,
                                                     const double *) = {RIDERS(ENTRY)};

static const char *const sources[] = {"river", "release", NULL}, *const rare[] = {"intake", NULL};

static void count(const ria_case *c, ria_conserved *of, const char *field, const char *key,
                  const char *row) {
  const int number = estuary_state_field(c, field);
  if (number >= 0)
    of->counted[of->counts++] = (ria_counted){.key = key, .row = row, .field = number, .sign = -1};
}

static void show_balance(const ria_case *c, int rider, const ria_case_tracer *tracer,
                         ria_shown *shown) {
  ria_conserved *of = &shown->conserved[2 + rider];
  *of = (ria_conserved){.key = tracer->variable,
                        .kind = tracer->name,
                        .name = tracer->name,
                        .list = "tracers",
                        .sources = sources,
                        .rare = rare,
                        .field = WATER_FIELDS + rider};
  water_name_content(tracer->unit ? tracer->unit : "1", of->unit);
  count(c, of, tracer->infiltrated, "infiltrated", "infiltrated");
  count(c, of, tracer->taken, "taken_out", "tracer taken out");
  count(c, of, tracer->piped, "piped", "in culverts and pumps");
  estuary_count_lines(c, estuary_state_field(c, tracer->lined), of);
}

/* Amount decayed by light and amount in the bed, for any tracer. */
static void show_exchange(const ria_case *c, int number, ria_conserved *of, ria_shown *shown) {
  const ria_case_tracer *tracer = &c->each_tracer[number];
  count(c, of, tracer->died, "decayed_by_light", "decayed by light");
  count(c, of, tracer->settled, "in_the_bed", "in the bed");
  if (tracer->settling.on)
    shown->variable[shown->variables++] =
        (ria_variable){.name = tracer->settled,
                       .unit = tracer->content_unit,
                       .what = "tracer in the bed: concentration times a depth",
                       .where = RIA_SHOWN_IN_HISTORY,
                       .picture = {.title = "In the bed", .label = "In the bed"},
                       .field = estuary_state_field(c, tracer->settled)};
}

void estuary_show_riders(const ria_case *c, ria_shown *shown) {
  enum { HISTORY = RIA_SHOWN_IN_HISTORY, GAUGES = RIA_SHOWN_IN_GAUGES };
  int number[ESTUARY_RIDERS];
  const int riders = estuary_list_riders(c, number);
  if (c->tracer.on && c->tracers)
    show_exchange(c, c->tracer.number, &shown->conserved[1], shown);
  for (int i = 0; i < riders; i++) {
    const ria_case_tracer *tracer = &c->each_tracer[number[i]];
    const char *unit = tracer->age ? "s" : tracer->unit ? tracer->unit : "1";
    if (!tracer->age) {
      show_balance(c, i, tracer, shown);
      show_exchange(c, number[i], &shown->conserved[2 + i], shown);
    }
    shown->variable[shown->variables++] =
        (ria_variable){.name = tracer->content,
                       .unit = tracer->content_unit,
                       .what = tracer->age ? "age of the water times h" : "concentration times h",
                       .where = HISTORY,
                       .field = WATER_FIELDS + i};
    shown->variable[shown->variables++] =
        (ria_variable){.name = tracer->variable,
                       .unit = unit,
                       .what = tracer->age ? "time since the water came in" : tracer->name,
                       .where = HISTORY | GAUGES,
                       .picture = {.title = tracer->age ? "Age of the water" : tracer->name,
                                   .label = tracer->age ? "Age" : "Concentration",
                                   .scale = RIA_SCALE_MAGNITUDE},
                       .value = concentration[i]};
  }
}
