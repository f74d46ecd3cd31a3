/* Rivers and releases as cells that are fed, and intakes: rivers that take water out. */
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

/* Cells whose centres are within `radius` of a place, at least the one that holds it. Only cells
 * under the reference level: a radius that reaches over the shore does not feed the hills. */
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

static ria_status add(estuary *e, const char *what, const char *name, double x, double y,
                      double radius, bool takes) {
  const ria_grid *g = &e->terrain->grid;
  double x1 = g->origin[0] + (double)g->cells[0] * g->spacing[0],
         y1 = g->origin[1] + (double)g->cells[1] * g->spacing[1];
  if (x < g->origin[0] || x >= x1 || y < g->origin[1] || y >= y1)
    return ria_fail(
        RIA_ERROR_CASE,
        "%s: the %s '%s' at (%.10g, %.10g) lies outside the grid, which is (%.10g, %.10g) "
        "to (%.10g, %.10g)",
        e->the_case->path, what, name, x, y, g->origin[0], g->origin[1], x1, y1);
  int number = e->sources, count = find_cells(e->terrain, x, y, radius, NULL, NULL);
  ria_global *xs = malloc((size_t)count * sizeof *xs), *ys = malloc((size_t)count * sizeof *ys);
  double *weight = malloc((size_t)count * sizeof *weight);
  e->cells[2 * number] = xs;
  e->cells[2 * number + 1] = ys;
  e->weights[number] = weight;
  e->sources++;
  if (!xs || !ys || !weight)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a source");
  find_cells(e->terrain, x, y, radius, xs, ys);
  for (int i = 0; i < count; i++)
    weight[i] = 1;
  e->source_area[number] = count * g->spacing[0] * g->spacing[1];
  ria_source *source = &e->source[number];
  const char *kernel = takes ? "water_intake" : "water_source";
  *source = (ria_source){.kernel = ria_kernel_find(kernel),
                         .kind = takes ? "intake" : what,
                         .name = name,
                         .count = count,
                         .at = {xs, ys},
                         .weight = weight};
  if (!source->kernel)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build", kernel);
  int slot = estuary_source_slot(e, number);
  recipe_bind_dt(source->kernel, source->scalars);
  recipe_bind(source->kernel, source->scalars, "water", recipe_forcing(slot));
  recipe_bind(source->kernel, source->scalars, "tracer", recipe_forcing(slot + 1));
  if (takes)
    recipe_bind_value(source->kernel, source->scalars, "dry", e->the_case->dry);
  source->amount[0] = recipe_forcing(slot);
  source->amount[1] = recipe_forcing(slot + 1);
  return RIA_SUCCESS;
}

/* A dry cell that receives `rate` m/s has the depth rate dt after a step. Stability of the next
 * step needs dt sqrt(g rate dt) (1/dx + 1/dy) <= cfl / 2. */
double estuary_longest_pour(const estuary *e) {
  const ria_case *c = e->the_case;
  const ria_grid *g = &e->terrain->grid;
  double most = 0;
  for (int i = 0; i < c->rivers; i++)
    for (int n = 0; n < c->river[i].discharge.count; n++)
      most = fmax(most, c->river[i].discharge.value[n] / e->source_area[i]);
  most += estuary_most_rain(e);
  const double way = 0.5 * c->time.cfl / (1 / g->spacing[0] + 1 / g->spacing[1]);
  return most > 0 ? ria_cbrt(way * way / (c->gravity * most)) : (double)INFINITY;
}

static int by_place(const void *a, const void *b) {
  const ria_global one = *(const ria_global *)a, other = *(const ria_global *)b;
  return (one > other) - (one < other);
}

/* The cells of all intakes, each once; how many they are. -1 without memory. */
static int collect_taken(estuary *e) {
  const ria_global nx = e->terrain->grid.cells[0];
  int all = 0, count = 0;
  for (int i = 0; i < e->the_case->rivers; i++)
    all += estuary_takes(&e->the_case->river[i]) ? e->source[i].count : 0;
  ria_global *place = malloc((size_t)(all + 1) * sizeof *place);
  ria_global *xs = e->taken_cells[0] = malloc((size_t)(all + 1) * sizeof *xs);
  ria_global *ys = e->taken_cells[1] = malloc((size_t)(all + 1) * sizeof *ys);
  e->taken_weight = malloc((size_t)(all + 1) * sizeof *e->taken_weight);
  if (!place || !xs || !ys || !e->taken_weight) {
    free(place);
    return -1;
  }
  for (int i = 0, n = 0; i < e->the_case->rivers; i++)
    for (int k = 0; estuary_takes(&e->the_case->river[i]) && k < e->source[i].count; k++)
      place[n++] = e->source[i].at[1][k] * nx + e->source[i].at[0][k];
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

/* What was taken out decays as the rest does, before the intakes take more: once in each cell,
 * which several intakes may share. */
static ria_status decay_taken(estuary *e) {
  const double decay = e->the_case->tracer.decay;
  bool takes = false;
  for (int i = 0; i < e->the_case->rivers; i++)
    takes |= estuary_takes(&e->the_case->river[i]);
  if (!takes || !(decay > 0))
    return RIA_SUCCESS;
  ria_source *source = &e->source[-1];
  const int count = collect_taken(e);
  if (count < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the intakes");
  *source = (ria_source){.kernel = ria_kernel_find("water_taken"),
                         .count = count,
                         .at = {e->taken_cells[0], e->taken_cells[1]},
                         .weight = e->taken_weight};
  if (!source->kernel)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel water_taken is not in this build");
  recipe_bind(source->kernel, source->scalars, "decayed",
              (ria_binding){.from = RIA_BIND_DECAYED, .value = decay});
  e->before = 1;
  return RIA_SUCCESS;
}

ria_status estuary_sources(estuary *e) {
  const ria_case *c = e->the_case;
  enum { OTHERS = 9 }; /* the decay of what was taken out, rain, losses, weather, five of pipes */
  size_t most = (size_t)(c->rivers + c->releases) + 1;
  e->all = calloc(most + OTHERS, sizeof *e->all);
  e->source_area = calloc(most, sizeof *e->source_area);
  e->cells = calloc(2 * most, sizeof *e->cells);
  e->weights = calloc(most, sizeof *e->weights);
  if (!e->all || !e->source_area || !e->cells || !e->weights)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the sources");
  e->source = e->all + 1;
  for (int i = 0; i < c->rivers; i++)
    RIA_TRY(add(e, "river", c->river[i].name, c->river[i].x, c->river[i].y, c->river[i].radius,
                estuary_takes(&c->river[i])));
  for (int i = 0; i < c->releases; i++)
    if (c->release[i].rate.count)
      RIA_TRY(add(e, "release", c->release[i].name, c->release[i].x, c->release[i].y,
                  c->release[i].radius, false));
  return decay_taken(e);
}
