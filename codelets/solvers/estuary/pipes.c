/* Culverts and pumps: they carry water between two places, which may be far apart.
 *
 * Each moment computes the discharge until the next one from the levels at both ends. The cells at
 * an end give the requested water, as far as they have it; it stays stored there (the fields
 * `piped`) until the next moment, and leaves at the other end in the interval after that. So both
 * ends exchange the same amount, on any ranks, and no step needs data of a far cell.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "estuary.h"
#include "ria/exact_math.h"
#include "ria/registry.h"

enum { FROM, TO, ENDS };
enum { INTAKE, LEAVES, COMES, LISTS };

/* State of a structure between moments: the discharge from its first end to the other, m3/s;
 * whether a pump runs; and for each end, m/s of depth over its cells: the requested intake, and the
 * outflow of water and of each tracer that went in before. If `flows` requests structures, then
 * after the ends also the time of the last moment, and the outflow until then, m over a cell. */
enum { DISCHARGE, RUNS, OF_ENDS };
enum { ASKED, WATER, TRACERS };
enum { WHEN, PASSED };

typedef struct {
  int first, count; /* its cells, as indices into all cells */
} end_cells;

typedef struct {
  const estuary_structure *of;
  end_cells end[ENDS];
  double sill, length; /* of a culvert */
} duct;

struct estuary_pipes {
  int count, cells;
  duct *duct;
  ria_global *x, *y; /* [cells] */
  double *weight;    /* [cells] */
  /* Numbers of the model's sources: water, the first tracer and the others; -1: none. The first
   * tracer enters with the water. */
  int list[LISTS][2 + ESTUARY_RIDERS];
};

bool estuary_is_pipe(const estuary_structure *s) {
  return s->kind == RIA_STRUCTURE_CULVERT || s->kind == RIA_STRUCTURE_PUMP;
}

static int count_pipes(const estuary_case *own) {
  int count = 0;
  for (int i = 0; i < own->structures; i++)
    count += estuary_is_pipe(&own->structure[i]);
  return count;
}

bool estuary_has_pipes(const estuary_case *own) {
  return count_pipes(own) > 0;
}

/* Tracers that pass: the first, which a case may lack, and the others. */
static int tracers(const estuary *e) {
  return 1 + e->riders;
}

static int kept_of_end(const estuary *e) {
  return TRACERS + tracers(e);
}

static int kept_of_pipe(const estuary *e) {
  return OF_ENDS + ENDS * kept_of_end(e) + (e->own->flows.structures ? PASSED + 1 + tracers(e) : 0);
}

int estuary_pipes_kept(const estuary *e) {
  return kept_of_pipe(e) * count_pipes(e->own);
}

static double *kept_of(const estuary *e, int number) {
  return e->keep + estuary_gates_kept(e->own) + kept_of_pipe(e) * number;
}

static double *end_of(const estuary *e, int number, int end) {
  return kept_of(e, number) + OF_ENDS + end * kept_of_end(e);
}

/* ---- where the ends are ---- */

static ria_global cell_at(const ria_grid *g, int axis, double at) {
  return (ria_global)floor((at - g->origin[axis]) / g->spacing[axis]);
}

static bool is_near(const ria_grid *g, ria_global x, ria_global y, const double at[2],
                    double radius) {
  const double dx = g->origin[0] + ((double)x + 0.5) * g->spacing[0] - at[0],
               dy = g->origin[1] + ((double)y + 0.5) * g->spacing[1] - at[1];
  return dx * dx + dy * dy <= radius * radius;
}

/* The cells with centres within `radius`, and the cell that contains the place itself. Returns
 * their number; `xs`, `ys`: room for them, or NULL. */
static int find_end(const ria_grid *g, const double at[2], double radius, ria_global *xs,
                    ria_global *ys) {
  const ria_global own[2] = {cell_at(g, 0, at[0]), cell_at(g, 1, at[1])};
  int count = 0;
  for (ria_global y = cell_at(g, 1, at[1] - radius); y <= cell_at(g, 1, at[1] + radius); y++)
    for (ria_global x = cell_at(g, 0, at[0] - radius); x <= cell_at(g, 0, at[0] + radius); x++) {
      if (x < 0 || y < 0 || x >= g->cells[0] || y >= g->cells[1])
        continue;
      if (!(x == own[0] && y == own[1]) && !is_near(g, x, y, at, radius))
        continue;
      if (xs) {
        xs[count] = x;
        ys[count] = y;
      }
      count++;
    }
  return count;
}

static const double *place_of(const estuary_structure *s, int end) {
  return end == FROM ? s->from : s->to;
}

static double bed_at(const ria_terrain *terrain, const double at[2]) {
  const ria_grid *g = &terrain->grid;
  const ria_global x = cell_at(g, 0, at[0]), y = cell_at(g, 1, at[1]);
  return -terrain->depth[y * g->cells[0] + x];
}

static double distance(const estuary_structure *s) {
  return ria_hypot(s->to[0] - s->from[0], s->to[1] - s->from[1]);
}

static double sill_of(const ria_terrain *terrain, const estuary_structure *s) {
  return s->culvert.has_sill ? s->culvert.sill
                             : fmax(bed_at(terrain, s->from), bed_at(terrain, s->to));
}

/* ---- checks ---- */

static bool is_inside(const ria_grid *g, const double at[2]) {
  const ria_global x = cell_at(g, 0, at[0]), y = cell_at(g, 1, at[1]);
  return x >= 0 && y >= 0 && x < g->cells[0] && y < g->cells[1];
}

static bool check_inside(const ria_case *c, const ria_terrain *terrain, const estuary_structure *s,
                         ria_case_errors *errors) {
  const ria_grid *g = &terrain->grid;
  for (int end = FROM; end < ENDS; end++) {
    const double *at = place_of(s, end);
    if (is_inside(g, at))
      continue;
    ria_terrain_reject(errors, c, &s->place,
                       "the structure '%s' goes '%s' (%.10g, %.10g), which lies outside the grid: "
                       "(%.10g, %.10g) to (%.10g, %.10g)",
                       s->name, end == FROM ? "from" : "to", at[0], at[1], g->origin[0],
                       g->origin[1], g->origin[0] + (double)g->cells[0] * g->spacing[0],
                       g->origin[1] + (double)g->cells[1] * g->spacing[1]);
    return false;
  }
  return true;
}

/* No two ends share cells: water stored at a cell must belong to one structure. */
static void check_apart(const ria_case *c, const ria_terrain *terrain, const estuary_structure *s,
                        const estuary_structure *other, ria_case_errors *errors) {
  for (int mine = FROM; mine < ENDS; mine++)
    for (int its = FROM; its < ENDS; its++) {
      const double *a = place_of(s, mine), *b = place_of(other, its);
      const double reach = s->radius + other->radius;
      const bool same = cell_at(&terrain->grid, 0, a[0]) == cell_at(&terrain->grid, 0, b[0]) &&
                        cell_at(&terrain->grid, 1, a[1]) == cell_at(&terrain->grid, 1, b[1]);
      const bool itself = s == other;
      if ((itself && mine >= its) || (!same && ria_hypot(a[0] - b[0], a[1] - b[1]) > reach))
        continue;
      ria_terrain_reject(errors, c, &s->place,
                         "an end of the structure '%s' and %s '%s' share cells, near (%.10g, "
                         "%.10g); expected cells of its own for each end: move one of them by a "
                         "cell, or make 'radius' smaller",
                         s->name, itself ? "the other end of" : "an end of", other->name, a[0],
                         a[1]);
      return;
    }
}

static void tell(const ria_case *c, ria_terrain *terrain, const estuary_structure *s) {
  const double from = bed_at(terrain, s->from), to = bed_at(terrain, s->to);
  if (s->kind == RIA_STRUCTURE_PUMP)
    ria_terrain_note(c, terrain, &s->place,
                     "the pump '%s' takes water in where the bed is at %.4g m, and lets it out "
                     "where it is at %.4g m, %.4g m away",
                     s->name, from, to, distance(s));
  else
    ria_terrain_note(
        c, terrain, &s->place,
        "the culvert '%s' goes from a bed at %.4g m to one at %.4g m, %.4g m away; its "
        "sill is at %.4g m",
        s->name, from, to, distance(s), sill_of(terrain, s));
  if (s->kind == RIA_STRUCTURE_CULVERT && s->culvert.has_sill && s->culvert.sill < fmin(from, to))
    ria_terrain_warn(c, terrain, &s->place,
                     "the sill of the culvert '%s', at %.4g m, lies below the beds at its ends, at "
                     "%.4g and %.4g m; it is a level above the reference",
                     s->name, s->culvert.sill, from, to);
}

/* The cells of ends, for the history: the number of the structure in the case, from 1. */
static const char ends_field[] = "pipe_end";

static void mark_ends(const ria_case *c, ria_terrain *terrain, int number, double *field,
                      ria_case_errors *errors) {
  const ria_grid *g = &terrain->grid;
  const estuary_structure *s = &((const estuary_case *)c->own)->structure[number];
  for (int end = FROM; end < ENDS; end++) {
    const int count = find_end(g, place_of(s, end), s->radius, NULL, NULL);
    ria_global *x = calloc(2 * (size_t)count + 1, sizeof *x), *y = x ? x + count : NULL;
    if (!x || !field) {
      ria_terrain_reject(errors, c, &s->place, "no memory for the ends of '%s'", s->name);
      free(x);
      return;
    }
    find_end(g, place_of(s, end), s->radius, x, y);
    for (int i = 0; i < count; i++)
      field[y[i] * g->cells[0] + x[i]] = 1 + number;
    free(x);
  }
}

void estuary_show_pipes(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  if (c->own && estuary_has_pipes(c->own))
    shown->fixed[shown->statics++] =
        (ria_shown_static){.name = ends_field,
                           .unit = "1",
                           .what = "number of the culvert or pump that has an end in the cell",
                           .faces = true,
                           .value = terrain ? ria_terrain_field_of(terrain, ends_field) : NULL};
}

void estuary_check_pipes(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  const estuary_case *own = c->own;
  const int before = errors->count;
  double *ends =
      own && estuary_has_pipes(own) ? ria_terrain_add_field(terrain, ends_field, NAN) : NULL;
  for (int i = 0; own && i < own->structures; i++) {
    const estuary_structure *s = &own->structure[i];
    if (estuary_is_pipe(s) && check_inside(c, terrain, s, errors))
      for (int k = 0; k <= i; k++)
        if (estuary_is_pipe(&own->structure[k]))
          check_apart(c, terrain, s, &own->structure[k], errors);
    if (!estuary_is_pipe(s) || errors->count > before)
      continue;
    tell(c, terrain, s);
    mark_ends(c, terrain, i, ends, errors);
    const ria_terrain_way shown = {.from = {s->from[0], s->from[1]}, .to = {s->to[0], s->to[1]}};
    if (ria_terrain_add_way(terrain, &shown) != RIA_SUCCESS)
      ria_terrain_reject(errors, c, &s->place, "%s", ria_status_detail());
  }
}

/* ---- sources ---- */

static ria_status lay_cells(estuary *e, estuary_pipes *p) {
  const ria_grid *g = &e->terrain->grid;
  int most = 0;
  for (int i = 0; i < e->own->structures; i++) {
    const estuary_structure *s = &e->own->structure[i];
    for (int end = FROM; estuary_is_pipe(s) && end < ENDS; end++)
      most += find_end(g, place_of(s, end), s->radius, NULL, NULL);
  }
  p->x = calloc((size_t)most + 1, sizeof *p->x);
  p->y = calloc((size_t)most + 1, sizeof *p->y);
  p->weight = calloc((size_t)most + 1, sizeof *p->weight);
  if (!p->x || !p->y || !p->weight)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for culverts and pumps");
  for (int i = 0; i < e->own->structures; i++) {
    const estuary_structure *s = &e->own->structure[i];
    if (!estuary_is_pipe(s))
      continue;
    duct *new = &p->duct[p->count++];
    *new = (duct){.of = s, .sill = sill_of(e->terrain, s)};
    new->length = s->culvert.has_length ? s->culvert.length : distance(s);
    for (int end = FROM; end < ENDS; end++) {
      const int n = find_end(g, place_of(s, end), s->radius, p->x + p->cells, p->y + p->cells);
      new->end[end] = (end_cells){p->cells, n};
      p->cells += n;
    }
  }
  return RIA_SUCCESS;
}

/* A kernel that acts on the cells of all ends, with its own weights. `what`: 0 water, 1 the first
 * tracer, then the others. */
static ria_status add_list(estuary *e, int list, int what, const char *kernel,
                           ria_source **source) {
  estuary_pipes *p = e->pipes;
  p->list[list][what] = e->sources;
  RIA_TRY(estuary_add_source(e, kernel, source));
  (*source)->count = p->cells;
  (*source)->at[0] = p->x;
  (*source)->at[1] = p->y;
  (*source)->weight = p->weight;
  return RIA_SUCCESS;
}

static const ria_case_tracer *rider_of(const estuary *e, int rider) {
  return &e->the_case->each_tracer[e->rider_tracer[rider]];
}

static const char *piped_field(const estuary *e, int what) {
  return what == 0 ? "piped" : what == 1 ? "piped_tracer" : rider_of(e, what - 2)->piped;
}

static ria_status add_intake(estuary *e, int what, double decay) {
  ria_source *source;
  RIA_TRY(add_list(e, INTAKE, what, what ? "tracer_pipe_intake" : "water_pipe_intake", &source));
  recipe_bind_value(source->kernel, source->scalars, "dry", e->the_case->dry);
  recipe_bind(source->kernel, source->scalars, "decayed",
              (ria_binding){.from = RIA_BIND_DECAYED, .value = decay});
  if (what) {
    source->field[0] = rider_of(e, what - 2)->content;
    source->field[1] = piped_field(e, what);
  }
  return RIA_SUCCESS;
}

static ria_status add_outlet(estuary *e, int what) {
  ria_source *source;
  RIA_TRY(add_list(e, LEAVES, what, "pipe_end", &source));
  source->field[0] = piped_field(e, what);
  RIA_TRY(add_list(e, COMES, what, what > 1 ? "tracer_source" : "water_source", &source));
  if (what > 1)
    source->field[0] = rider_of(e, what - 2)->content;
  else
    recipe_bind_value(source->kernel, source->scalars, "water", what == 0);
  recipe_bind_value(source->kernel, source->scalars, "tracer", what > 0);
  return RIA_SUCCESS;
}

/* Tracers after the first enter before the water that carries them. */
static ria_status add_lists(estuary *e) {
  for (int what = 0; what < 2 + ESTUARY_RIDERS; what++)
    for (int list = 0; list < LISTS; list++)
      e->pipes->list[list][what] = -1;
  for (int i = 0; i < e->riders; i++)
    RIA_TRY(add_intake(e, 2 + i, rider_of(e, i)->decay));
  RIA_TRY(add_intake(e, 0, e->the_case->tracer.decay));
  for (int what = 0; what <= tracers(e); what++)
    RIA_TRY(add_outlet(e, what));
  return RIA_SUCCESS;
}

ria_status estuary_create_pipes(estuary *e) {
  if (!estuary_has_pipes(e->own))
    return RIA_SUCCESS;
  estuary_pipes *p = e->pipes = calloc(1, sizeof *p);
  if (!p || !(p->duct = calloc((size_t)count_pipes(e->own), sizeof *p->duct)))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for culverts and pumps");
  RIA_TRY(lay_cells(e, p));
  return add_lists(e);
}

void estuary_destroy_pipes(estuary *e) {
  estuary_pipes *p = e->pipes;
  if (!p)
    return;
  free(p->duct);
  free(p->x);
  free(p->y);
  free(p->weight);
  free(p);
}

/* ---- discharge of a culvert ---- */

/* The wetted part of a barrel's section at a depth. */
typedef struct {
  double area, width, radius; /* area, m2; surface width (0: full), m; hydraulic radius, m */
} section;

static double inner_height(const estuary_structure *s) {
  return s->culvert.diameter > 0 ? s->culvert.diameter : s->height;
}

static section section_at(const estuary_structure *s, double depth) {
  const double d = s->culvert.diameter, full = inner_height(s), w = s->culvert.width;
  const double y = fmin(depth, full);
  if (d > 0) {
    const double angle = 2 * ria_acos(fmin(fmax(1 - 2 * y / d, -1), 1));
    const double area = 0.125 * d * d * (angle - ria_sin(angle));
    return (section){area, 2 * sqrt(fmax(y * (d - y), 0)), angle > 0 ? 2 * area / (d * angle) : 0};
  }
  const double around = y < full ? w + 2 * y : 2 * (w + y);
  return (section){w * y, y < full ? w : 0, w * y / around};
}

/* The critical depth for a head above the floor: there y + A / (2 T) equals the head. */
static double critical_depth(const estuary_structure *s, double head) {
  double low = 0, high = fmin(head, inner_height(s));
  if (s->culvert.diameter == 0)
    return fmin(2 * head / 3, inner_height(s));
  for (int turn = 0; turn < 50; turn++) {
    const double y = 0.5 * (low + high);
    const section at = section_at(s, y);
    if (y * 2 * at.width + at.area > head * 2 * at.width)
      high = y;
    else
      low = y;
  }
  return low;
}

/* The discharge after a time step, from the upper end to the lower one. `up`, `down`: water above
 * the floor, up > down; `before`: the discharge now. The depth in the culvert is the downstream
 * depth, but at least critical and at most the culvert's height. The remaining head after losses at
 * entrance, friction and exit accelerates the water in the culvert: L/(g A) dQ/dt = head - (1 +
 * losses + 2 g n2 L / R^(4/3)) Q |Q| / (2 g A2). */
static double flow_after(const duct *p, double gravity, double up, double down, double before,
                         double step) {
  const estuary_structure *s = p->of;
  const double barrels = s->culvert.barrels, n = s->culvert.manning;
  if (!(up > 0))
    return 0;
  const double y = fmin(fmax(down, critical_depth(s, up)), inner_height(s));
  const section in = section_at(s, y);
  const double head = up - fmax(down, y), area = barrels * in.area;
  if (!(area > 0))
    return 0;
  const double friction = 2 * gravity * n * n * p->length / (in.radius * ria_cbrt(in.radius));
  const double lost = (1 + s->culvert.losses + friction) / (2 * gravity * area * area);
  const double inertia = p->length / (gravity * area * step);
  const double drive = head + inertia * before;
  const double size = (sqrt(inertia * inertia + 4 * lost * fabs(drive)) - inertia) / (2 * lost);
  return drive < 0 ? -size : size;
}

static double culvert(const estuary *e, const duct *p, const double level[ENDS], double before) {
  const double from = level[FROM] - p->sill, to = level[TO] - p->sill;
  const double gravity = e->the_case->gravity, step = estuary_works_interval(e);
  const double flow = from >= to ? flow_after(p, gravity, from, to, before, step)
                                 : -flow_after(p, gravity, to, from, -before, step);
  return p->of->culvert.one_way ? fmax(flow, 0) : flow;
}

static double pump(const estuary *e, const duct *p, double level, double *runs, double t) {
  const estuary_structure *s = p->of;
  const estuary_switch *starts = &s->pump.starts_above, *stops = &s->pump.stops_below;
  *runs = !starts->on || level > starts->level || (*runs > 0 && stops->on && level >= stops->level);
  return *runs > 0 ? ria_series_value(&s->pump.discharge, t + 0.5 * estuary_works_interval(e)) : 0;
}

/* ---- moments ---- */

/* The mean level of an end's cells; on dry ground its own. */
static double level_at(const estuary *e, const end_cells *cells, const double *values) {
  const ria_grid *g = &e->terrain->grid;
  double sum = 0;
  for (int i = cells->first; i < cells->first + cells->count; i++)
    sum += values[(size_t)i * (size_t)e->nstate] -
           e->terrain->depth[e->pipes->y[i] * g->cells[0] + e->pipes->x[i]];
  return sum / cells->count;
}

/* The sum of a field over an end's cells. */
static double sum_at(const estuary *e, const end_cells *cells, const char *field,
                     const double *values) {
  const int number = ria_quantity_find(e->state, e->nstate, field);
  double sum = 0;
  for (int i = cells->first; i < cells->first + cells->count; i++)
    sum += values[(size_t)i * (size_t)e->nstate + (size_t)number];
  return sum;
}

/* Flow out of the second end minus flow out of the first, m/s over a cell. */
static double passing(const estuary *e, int number, int what) {
  const duct *p = &e->pipes->duct[number];
  return end_of(e, number, FROM)[WATER + what] * p->end[FROM].count -
         end_of(e, number, TO)[WATER + what] * p->end[TO].count;
}

/* Adds the flow since the last moment. */
static void count_passed(const estuary *e, int number, double t) {
  double *count = end_of(e, number, ENDS);
  for (int what = 0; what <= tracers(e); what++)
    count[PASSED + what] += passing(e, number, what) * (t - count[WHEN]);
  count[WHEN] = t;
}

double estuary_passed(const void *instance, int structure, int amount, double t) {
  const estuary *e = instance;
  int number = 0;
  for (int i = 0; i < structure; i++)
    number += estuary_is_pipe(&e->own->structure[i]);
  const double *count = end_of(e, number, ENDS);
  return count[PASSED + amount] + passing(e, number, amount) * (t - count[WHEN]);
}

static void decide(const estuary *e, int number, const double *values, double t) {
  const duct *p = &e->pipes->duct[number];
  const double area = e->terrain->grid.spacing[0] * e->terrain->grid.spacing[1];
  const double level[ENDS] = {level_at(e, &p->end[FROM], values), level_at(e, &p->end[TO], values)};
  double *k = kept_of(e, number);
  if (e->own->flows.structures)
    count_passed(e, number, t);
  k[DISCHARGE] = p->of->kind == RIA_STRUCTURE_PUMP ? pump(e, p, level[FROM], &k[RUNS], t)
                                                   : culvert(e, p, level, k[DISCHARGE]);
  for (int end = FROM; end < ENDS; end++) {
    const double asked = fmax(end == FROM ? k[DISCHARGE] : -k[DISCHARGE], 0);
    const double share = 1 / (estuary_works_interval(e) * p->end[end].count);
    double *of_end = end_of(e, number, end);
    of_end[ASKED] = asked / (area * p->end[end].count);
    for (int what = 0; what <= tracers(e); what++)
      of_end[WATER + what] = fmax(sum_at(e, &p->end[end], piped_field(e, what), values), 0) * share;
  }
}

static double weight_of(const estuary *e, int number, int end, int list, int what) {
  const duct *p = &e->pipes->duct[number];
  const double cells = (double)p->end[1 - end].count / p->end[end].count;
  if (list == INTAKE)
    return end_of(e, number, end)[ASKED];
  return list == LEAVES ? end_of(e, number, end)[WATER + what]
                        : end_of(e, number, 1 - end)[WATER + what] * cells;
}

static ria_status weigh(const estuary *e, ria_simulation *simulation, int list, int what) {
  const estuary_pipes *p = e->pipes;
  if (p->list[list][what] < 0)
    return RIA_SUCCESS;
  for (int i = 0; i < p->count; i++)
    for (int end = FROM; end < ENDS; end++)
      for (int c = 0; c < p->duct[i].end[end].count; c++)
        p->weight[p->duct[i].end[end].first + c] = weight_of(e, i, end, list, what);
  return ria_simulation_weigh(simulation, p->list[list][what], p->weight);
}

ria_status estuary_begin_pipes(estuary *e, ria_simulation *simulation, double t) {
  (void)t;
  for (int list = 0; list < LISTS; list++)
    for (int what = 0; what < 2 + ESTUARY_RIDERS; what++)
      RIA_TRY(weigh(e, simulation, list, what));
  return RIA_SUCCESS;
}

ria_status estuary_move_pipes(estuary *e, ria_simulation *simulation, double t) {
  const estuary_pipes *p = e->pipes;
  double *values = calloc((size_t)p->cells * (size_t)e->nstate, sizeof *values);
  if (!values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for culverts and pumps");
  const ria_status status = ria_simulation_probe(
      simulation, &(ria_probe_cells){.count = p->cells, .at = {p->x, p->y}}, values);
  for (int i = 0; i < p->count && status == RIA_SUCCESS; i++)
    decide(e, i, values, t);
  free(values);
  return status == RIA_SUCCESS ? estuary_begin_pipes(e, simulation, t) : status;
}
