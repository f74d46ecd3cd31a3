/* Rivers and releases, which feed cells, and intakes: rivers that remove water. */
#include "estuary.h"
#include "ria/exact_math.h"
#include "ria/registry.h"
#include <math.h>
#include <stdlib.h>

static double cell_x(const ria_grid *g, ria_global x) {
  return g->origin[0] + ((double)x + 0.5) * g->spacing[0];
}
static double cell_y(const ria_grid *g, ria_global y) {
  return g->origin[1] + ((double)y + 0.5) * g->spacing[1];
}

/* Cells with centres within `radius` of a place, at least the cell that contains it. Only cells
 * below the reference level, so that a radius across the shore feeds no hills. */
static int find_cells(const ria_terrain *t, double x, double y, double radius, ria_global *xs,
                      ria_global *ys) {
  const ria_grid *g = &t->grid;
  int count = 0;
  ria_global x0 = (ria_global)floor((x - radius - g->origin[0]) / g->spacing[0]);
  ria_global x1 = (ria_global)floor((x + radius - g->origin[0]) / g->spacing[0]);
  ria_global y0 = (ria_global)floor((y - radius - g->origin[1]) / g->spacing[1]);
  ria_global y1 = (ria_global)floor((y + radius - g->origin[1]) / g->spacing[1]);
  for (ria_global j = y0; j <= y1; j++)
    for (ria_global i = x0; i <= x1; i++) {
      if (i < 0 || j < 0 || i >= g->cells[0] || j >= g->cells[1] ||
          t->depth[j * g->cells[0] + i] <= 0)
        continue;
      if (ria_hypot(cell_x(g, i) - x, cell_y(g, j) - y) > radius)
        continue;
      if (xs) {
        xs[count] = i;
        ys[count] = j;
      }
      count++;
    }
  if (count)
    return count;
  if (xs) {
    xs[0] = (ria_global)floor((x - g->origin[0]) / g->spacing[0]);
    ys[0] = (ria_global)floor((y - g->origin[1]) / g->spacing[1]);
  }
  return 1;
}

/* Make room for the next place, with this number of cells. */
static ria_status open_place(estuary *e, int count, ria_global **xs, ria_global **ys) {
  const ria_grid *g = &e->terrain->grid;
  const int number = e->places++;
  double *weight = malloc((size_t)count * sizeof *weight);
  e->cells[2 * number] = *xs = malloc((size_t)count * sizeof **xs);
  e->cells[2 * number + 1] = *ys = malloc((size_t)count * sizeof **ys);
  e->weights[number] = weight;
  e->place_count[number] = count;
  if (!*xs || !*ys || !weight)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a source");
  for (int i = 0; i < count; i++)
    weight[i] = 1;
  e->source_area[number] = count * g->spacing[0] * g->spacing[1];
  return RIA_SUCCESS;
}

/* The cells that a river or a release feeds: a place. */
static ria_status add_place(estuary *e, const char *what, const char *name, double x, double y,
                            double radius) {
  const ria_grid *g = &e->terrain->grid;
  ria_global *xs, *ys;
  double x1 = g->origin[0] + (double)g->cells[0] * g->spacing[0],
         y1 = g->origin[1] + (double)g->cells[1] * g->spacing[1];
  if (x < g->origin[0] || x >= x1 || y < g->origin[1] || y >= y1)
    return ria_fail(
        RIA_ERROR_CASE,
        "%s: the %s '%s' at (%.10g, %.10g) lies outside the grid, which is (%.10g, %.10g) "
        "to (%.10g, %.10g)",
        e->the_case->path, what, name, x, y, g->origin[0], g->origin[1], x1, y1);
  RIA_TRY(open_place(e, find_cells(e->terrain, x, y, radius, NULL, NULL), &xs, &ys));
  find_cells(e->terrain, x, y, radius, xs, ys);
  return RIA_SUCCESS;
}

/* The cells of an area; returns their number. As for a radius, only cells below the reference
 * level, if there are any. */
static int find_area(const ria_terrain *t, const double *inside, bool wet, ria_global *xs,
                     ria_global *ys) {
  const ria_global *cells = t->grid.cells;
  int count = 0;
  for (ria_global i = 0; i < cells[0] * cells[1]; i++) {
    if (!(inside[i] > 0) || (wet && t->depth[i] <= 0))
      continue;
    if (xs) {
      xs[count] = i % cells[0];
      ys[count] = i / cells[0];
    }
    count++;
  }
  return count;
}

static ria_status add_area(estuary *e, const ria_case_release *release) {
  const double *inside = ria_terrain_field_of(e->terrain, release->mark);
  ria_global *xs, *ys;
  if (!inside)
    return ria_fail(RIA_ERROR_CASE, "%s: the area of the release '%s' is not on the grid",
                    e->the_case->path, release->name);
  const bool wet = find_area(e->terrain, inside, true, NULL, NULL) > 0;
  RIA_TRY(open_place(e, find_area(e->terrain, inside, wet, NULL, NULL), &xs, &ys));
  find_area(e->terrain, inside, wet, xs, ys);
  return RIA_SUCCESS;
}

ria_status estuary_add_source(estuary *e, const char *kernel, ria_source **source) {
  const ria_kernel *k = ria_kernel_find(kernel);
  if (!k)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build", kernel);
  *source = &e->source[e->sources++];
  (*source)->kernel = k;
  if (ria_kernel_scalar(k, "dt") >= 0)
    recipe_bind_dt(k, (*source)->scalars);
  return RIA_SUCCESS;
}

/* A kernel that acts on the cells of a place. */
static ria_status add_at(estuary *e, int place, const char *kernel, ria_source **source) {
  RIA_TRY(estuary_add_source(e, kernel, source));
  (*source)->count = e->place_count[place];
  (*source)->at[0] = e->cells[2 * place];
  (*source)->at[1] = e->cells[2 * place + 1];
  (*source)->weight = e->weights[place];
  return RIA_SUCCESS;
}

/* The inflow of all tracers by a river or a release, in the ledger. */
static void bind_amounts(const estuary *e, int place, ria_source *source) {
  source->amount[0] = recipe_forcing(estuary_source_slot(e, place));
  source->amount[1] = recipe_forcing(estuary_source_slot(e, place) + 1);
  for (int i = 0; i < e->riders; i++)
    source->amount[2 + i] = recipe_forcing(estuary_rider_slot(e, place, i));
}

/* Water, and the first tracer. */
static ria_status add_water(estuary *e, int place, const char *kernel, const char *kind,
                            const char *name) {
  const int slot = estuary_source_slot(e, place);
  ria_source *source;
  RIA_TRY(add_at(e, place, kernel, &source));
  source->kind = kind;
  source->name = name;
  recipe_bind(source->kernel, source->scalars, "water", recipe_forcing(slot));
  recipe_bind(source->kernel, source->scalars, "tracer", recipe_forcing(slot + 1));
  if (ria_kernel_scalar(source->kernel, "dry") >= 0)
    recipe_bind_value(source->kernel, source->scalars, "dry", e->the_case->dry);
  if (ria_kernel_scalar(source->kernel, "gravity") >= 0)
    recipe_bind_value(source->kernel, source->scalars, "gravity", e->the_case->gravity);
  bind_amounts(e, place, source);
  return RIA_SUCCESS;
}

/* Another tracer. `kind`: NULL if the balance derives it from the water of the same place. */
static ria_status add_tracer(estuary *e, int place, int rider, const char *kind, const char *name) {
  ria_source *source;
  RIA_TRY(add_at(e, place, "tracer_source", &source));
  source->kind = kind;
  source->name = name;
  source->field[0] = e->the_case->each_tracer[e->rider_tracer[rider]].content;
  recipe_bind(source->kernel, source->scalars, "tracer",
              recipe_forcing(estuary_rider_slot(e, place, rider)));
  if (kind)
    source->amount[2 + rider] = recipe_forcing(estuary_rider_slot(e, place, rider));
  return RIA_SUCCESS;
}

/* The amount of another tracer that an intake removes, before it removes the water. */
static ria_status add_taking(estuary *e, int place, int rider) {
  const ria_case_tracer *tracer = &e->the_case->each_tracer[e->rider_tracer[rider]];
  ria_source *source;
  RIA_TRY(add_at(e, place, "tracer_intake", &source));
  source->field[0] = tracer->content;
  source->field[1] = tracer->taken;
  recipe_bind(source->kernel, source->scalars, "water",
              recipe_forcing(estuary_source_slot(e, place)));
  recipe_bind(source->kernel, source->scalars, "tracer",
              recipe_forcing(estuary_rider_slot(e, place, rider)));
  recipe_bind_value(source->kernel, source->scalars, "dry", e->the_case->dry);
  return RIA_SUCCESS;
}

/* The boundary of a place, if it is a line. */
static const ria_case_boundary *line_at(const estuary *e, int place) {
  int left = place - e->first_line;
  for (int i = 0; i < e->the_case->boundaries; i++) {
    const ria_case_boundary *b = &e->the_case->boundary[i];
    if (b->on_line && b->kind == RIA_BOUNDARY_DISCHARGE && left-- == 0)
      return b;
  }
  return NULL;
}

/* Whether water is removed at a place: by a river, or by a line. */
static bool takes_at(const estuary *e, int place) {
  if (place < e->the_case->rivers)
    return estuary_takes(&e->the_case->river[place].discharge);
  return place >= e->first_line && estuary_takes(&line_at(e, place)->inflow);
}

/* The largest rate in a cell that a line feeds, m/s. */
static double most_at_line(const estuary *e, int place) {
  const ria_series *discharge = &line_at(e, place)->inflow;
  double most = 0, weight = 0;
  for (int n = 0; n < discharge->count; n++)
    most = fmax(most, discharge->value[n] / e->source_area[place]);
  for (int i = 0; i < e->place_count[place]; i++)
    weight = fmax(weight, e->weights[place][i]);
  return most * weight;
}

/* A dry cell that receives `rate` m/s has the depth rate dt after a step. The next step is stable
 * if dt sqrt(g rate dt) (1/dx + 1/dy) <= cfl / 2. */
double estuary_longest_pour(const estuary *e) {
  const ria_case *c = e->the_case;
  const ria_grid *g = &e->terrain->grid;
  double most = 0;
  for (int i = 0; i < c->rivers; i++)
    for (int n = 0; n < c->river[i].discharge.count; n++)
      most = fmax(most, c->river[i].discharge.value[n] / e->source_area[i]);
  for (int i = e->first_line; i < e->places; i++)
    most = fmax(most, most_at_line(e, i));
  most += estuary_most_rain(e);
  const double way = 0.5 * c->time.cfl / (1 / g->spacing[0] + 1 / g->spacing[1]);
  return most > 0 ? ria_cbrt(way * way / (c->gravity * most)) : (double)INFINITY;
}

static int by_place(const void *a, const void *b) {
  const ria_global one = *(const ria_global *)a, other = *(const ria_global *)b;
  return (one > other) - (one < other);
}

/* The cells of all intakes, each once; returns their number, or -1 if memory ran out. */
static int collect_taken(estuary *e) {
  const ria_global nx = e->terrain->grid.cells[0];
  int all = 0, count = 0;
  for (int i = 0; i < e->places; i++)
    all += takes_at(e, i) ? e->place_count[i] : 0;
  ria_global *place = malloc((size_t)(all + 1) * sizeof *place);
  ria_global *xs = e->taken_cells[0] = malloc((size_t)(all + 1) * sizeof *xs);
  ria_global *ys = e->taken_cells[1] = malloc((size_t)(all + 1) * sizeof *ys);
  e->taken_weight = malloc((size_t)(all + 1) * sizeof *e->taken_weight);
  if (!place || !xs || !ys || !e->taken_weight) {
    free(place);
    return -1;
  }
  for (int i = 0, n = 0; i < e->places; i++)
    for (int k = 0; takes_at(e, i) && k < e->place_count[i]; k++)
      place[n++] = e->cells[2 * i + 1][k] * nx + e->cells[2 * i][k];
  qsort(place, (size_t)all, sizeof *place, by_place);
  for (int n = 0; n < all; n++) {
    if (n && place[n] == place[n - 1])
      continue;
    xs[count] = place[n] % nx;
    ys[count] = place[n] / nx;
    e->taken_weight[count++] = 1;
  }
  free(place);
  return count;
}

static ria_status decay_taken(estuary *e, int count, const char *field, double decay) {
  ria_source *source;
  if (!(decay > 0))
    return RIA_SUCCESS;
  RIA_TRY(estuary_add_source(e, "water_taken", &source));
  source->count = count;
  source->at[0] = e->taken_cells[0];
  source->at[1] = e->taken_cells[1];
  source->weight = e->taken_weight;
  source->field[0] = field;
  recipe_bind(source->kernel, source->scalars, "decayed",
              (ria_binding){.from = RIA_BIND_DECAYED, .value = decay});
  return RIA_SUCCESS;
}

/* Removed tracer decays like the rest, before the intakes remove more: once in each cell, which
 * several intakes may share. */
static ria_status decay_all_taken(estuary *e) {
  const ria_case *c = e->the_case;
  bool takes = false;
  for (int i = 0; i < e->places; i++)
    takes |= takes_at(e, i);
  const int count = takes ? collect_taken(e) : 0;
  if (count < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the intakes");
  if (!takes)
    return RIA_SUCCESS;
  RIA_TRY(decay_taken(e, count, NULL, c->tracer.decay));
  for (int i = 0; i < e->riders; i++) {
    const ria_case_tracer *tracer = &c->each_tracer[e->rider_tracer[i]];
    RIA_TRY(decay_taken(e, count, tracer->taken, tracer->decay));
  }
  return RIA_SUCCESS;
}

static ria_status add_river(estuary *e, int number) {
  const ria_case_river *river = &e->the_case->river[number];
  const bool takes = estuary_takes(&river->discharge);
  for (int i = 0; i < e->riders && takes; i++)
    RIA_TRY(add_taking(e, number, i));
  RIA_TRY(add_water(e, number, takes ? "water_intake" : "water_source", takes ? "intake" : "river",
                    river->name));
  for (int i = 0; i < e->riders && !takes; i++)
    if (estuary_river_brings(e, number, i) > 0)
      RIA_TRY(add_tracer(e, number, i, NULL, NULL));
  return RIA_SUCCESS;
}

/* A line with a discharge feeds the cells just beyond it. */
static ria_status add_line(estuary *e, int place) {
  const ria_case_boundary *b = line_at(e, place);
  const bool takes = takes_at(e, place);
  for (int i = 0; i < e->riders && takes; i++)
    RIA_TRY(add_taking(e, place, i));
  RIA_TRY(add_water(e, place, takes ? "water_line_intake" : "water_line_source",
                    takes ? "intake" : "boundary", b->name));
  for (int i = 0; i < e->riders && !takes; i++)
    if (estuary_outside(e, b, e->rider_tracer[i]) > 0)
      RIA_TRY(add_tracer(e, place, i, NULL, NULL));
  return RIA_SUCCESS;
}

double estuary_river_brings(const estuary *e, int river, int rider) {
  const ria_case_river *r = &e->the_case->river[river];
  return ria_case_concentration_of(e->the_case, e->rider_tracer[rider], r->concentration,
                                   r->concentrations, r->each);
}

static ria_status add_places_of(estuary *e, int count, const ria_case_release *release) {
  for (int i = 0; i < count; i++)
    if (release[i].rate.count && release[i].area)
      RIA_TRY(add_area(e, &release[i]));
    else if (release[i].rate.count)
      RIA_TRY(
          add_place(e, "release", release[i].name, release[i].x, release[i].y, release[i].radius));
  return RIA_SUCCESS;
}

static ria_status add_places_of_lines(estuary *e) {
  e->first_line = e->places;
  for (int i = 0; i < e->the_case->boundaries; i++) {
    const ria_case_boundary *b = &e->the_case->boundary[i];
    ria_global *xs, *ys;
    if (!b->on_line || b->kind != RIA_BOUNDARY_DISCHARGE)
      continue;
    const int count = estuary_line_cells(e, i, NULL, NULL, NULL);
    if (!count)
      return ria_fail(RIA_ERROR_CASE, "%s: the line '%s' has no cell beside it", e->the_case->path,
                      b->name);
    RIA_TRY(open_place(e, count, &xs, &ys));
    estuary_line_cells(e, i, xs, ys, e->weights[e->places - 1]);
  }
  return RIA_SUCCESS;
}

/* In this order: rivers, releases of the first tracer, releases of the others (those with a
 * rate), lines with a discharge. */
static ria_status add_places(estuary *e) {
  const ria_case *c = e->the_case;
  for (int i = 0; i < c->rivers; i++)
    RIA_TRY(
        add_place(e, "river", c->river[i].name, c->river[i].x, c->river[i].y, c->river[i].radius));
  RIA_TRY(add_places_of(e, c->releases, c->release));
  for (int i = 0; i < e->riders; i++) {
    const ria_case_tracer *tracer = &c->each_tracer[e->rider_tracer[i]];
    RIA_TRY(add_places_of(e, tracer->releases, tracer->release));
  }
  return add_places_of_lines(e);
}

static ria_status add_releases(estuary *e) {
  const ria_case *c = e->the_case;
  int place = c->rivers;
  for (int i = 0; i < c->releases; i++)
    if (c->release[i].rate.count)
      RIA_TRY(add_water(e, place++, "water_source", "release", c->release[i].name));
  for (int r = 0; r < e->riders; r++) {
    const ria_case_tracer *tracer = &c->each_tracer[e->rider_tracer[r]];
    for (int i = 0; i < tracer->releases; i++)
      if (tracer->release[i].rate.count)
        RIA_TRY(add_tracer(e, place++, r, "release", tracer->release[i].name));
  }
  return RIA_SUCCESS;
}

/* Allocate all places, and all kernels that act on cells, including those of rain, losses,
 * weather, culverts and pumps. */
static ria_status make_room(estuary *e) {
  const ria_case *c = e->the_case;
  const size_t lines = (size_t)c->boundaries;
  size_t places = (size_t)(c->rivers + c->releases) + lines + 1;
  for (int i = 0; i < e->riders; i++)
    places += (size_t)c->each_tracer[e->rider_tracer[i]].releases;
  const size_t riders = (size_t)e->riders;
  const size_t most = (places + lines + 10) * (1 + riders) + lines + 3;
  e->source = calloc(most, sizeof *e->source);
  e->place_count = calloc(places, sizeof *e->place_count);
  e->source_area = calloc(places, sizeof *e->source_area);
  e->cells = calloc(2 * places, sizeof *e->cells);
  e->weights = calloc(places, sizeof *e->weights);
  return e->source && e->place_count && e->source_area && e->cells && e->weights
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_MEMORY, "no memory for the sources");
}

ria_status estuary_sources(estuary *e) {
  RIA_TRY(make_room(e));
  RIA_TRY(add_places(e));
  RIA_TRY(estuary_hold_lines(e));
  RIA_TRY(decay_all_taken(e));
  for (int i = 0; i < e->the_case->rivers; i++)
    RIA_TRY(add_river(e, i));
  for (int i = e->first_line; i < e->places; i++)
    RIA_TRY(add_line(e, i));
  return add_releases(e);
}
