/* Rivers that cross a side: a discharge distributed as in normal flow, and rating curves. The
 * discharge per metre of a cell of depth h is a factor, the same for all cells of the boundary,
 * times its conveyance: h^(5/3)/n with Manning's law, C h^(3/2) with Chezy's, h/r with a linear
 * friction. The kernels are side_conveyance.h and side_rating.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "estuary.h"
#include "ria/exact_math.h"

/* KNOTS: number of levels in its kernel's rating curve. */
enum { LEVELS = 512, KNOTS = 10 };

static bool is_river(const ria_case_boundary *b) {
  return b->kind == RIA_BOUNDARY_RATING ||
         (b->kind == RIA_BOUNDARY_DISCHARGE && b->spread == RIA_SPREAD_CONVEYANCE);
}

/* ---- the section ---- */

/* A cell of a boundary, or the one `inwards` of it: its number in the grid. */
static ria_global cell_of(const ria_grid *g, ria_side side, ria_global along, ria_global inwards) {
  const int axis = ria_side_axis(side);
  const ria_global across = ria_side_is_high(side) ? g->cells[axis] - 1 - inwards : inwards;
  return axis == 0 ? along * g->cells[0] + across : across * g->cells[0] + along;
}

/* The conveyance of a cell, without its depth; 0: it has no friction. `rough`: the kernels have a
 * roughness of each cell; otherwise the uniform n is part of the factor. */
static double smoothness(const ria_case *c, const ria_terrain *terrain, bool rough,
                         ria_global cell) {
  const estuary_case *own = c->own;
  const double *map = ria_terrain_field_of(terrain, ESTUARY_ROUGHNESS);
  const double value = map ? map[cell] : own->friction.manning;
  if (!(value > 0))
    return 0;
  return !rough ? 1 : own->friction.has_chezy ? value : 1 / value;
}

/* The conveyance of a depth, as in conveyance.h. */
static double by_depth(const estuary_case *own, double h) {
  if (!(h > 0))
    return 0;
  if (own->friction.has_linear)
    return h;
  return own->friction.has_chezy ? h * sqrt(h) : h * h / ria_cbrt(fmax(h, 8e-7));
}

static double conveyance_at(const estuary_river *river, const estuary_case *own, double level) {
  double sum = 0;
  for (int i = 0; i < river->cells; i++)
    sum += river->weight[i] * by_depth(own, level - river->bed[i]);
  return sum;
}

static double lowest(const estuary_river *river) {
  double low = INFINITY;
  for (int i = 0; i < river->cells; i++)
    low = fmin(low, river->bed[i]);
  return low;
}

static void destroy_river(estuary_river *river) {
  free(river->bed);
  free(river->weight);
  free(river->stage);
  free(river->flow);
}

static ria_status take_section(const ria_case *c, const ria_terrain *terrain, bool rough,
                               const ria_case_boundary *b, estuary_river *river) {
  const ria_grid *g = &terrain->grid;
  ria_global from, to;
  estuary_boundary_cells(g, b, &from, &to);
  river->cells = to > from ? (int)(to - from) : 0;
  river->bed = malloc(((size_t)river->cells + 1) * sizeof *river->bed);
  river->weight = malloc(((size_t)river->cells + 1) * sizeof *river->weight);
  if (!river->bed || !river->weight)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the section of a river");
  for (int i = 0; i < river->cells; i++) {
    const ria_global cell = cell_of(g, b->side, from + i, 0);
    river->bed[i] = -terrain->depth[cell];
    river->weight[i] = smoothness(c, terrain, rough, cell) * g->spacing[1 - ria_side_axis(b->side)];
  }
  return RIA_SUCCESS;
}

/* ---- normal flow ---- */

/* The slope of a river: given, or the fall of the mean bed from the side to the next cells. */
static double slope_of(const ria_terrain *terrain, const ria_case_boundary *b) {
  const ria_grid *g = &terrain->grid;
  const int axis = ria_side_axis(b->side);
  ria_global from, to;
  double falls = 0;
  if (b->has_slope)
    return b->slope;
  estuary_boundary_cells(g, b, &from, &to);
  for (ria_global i = from; i < to && g->cells[axis] > 1; i++)
    falls += terrain->depth[cell_of(g, b->side, i, 1)] - terrain->depth[cell_of(g, b->side, i, 0)];
  return falls / ((double)(to - from) * g->spacing[axis]);
}

static double most_discharge(const ria_case_boundary *b) {
  double most = 0;
  for (int i = 0; i < b->inflow.count; i++)
    most = fmax(most, fabs(b->inflow.value[i]));
  return most;
}

/* Levels from the lowest bed to that of the largest discharge, more closely spaced near the
 * bed. */
static ria_status tabulate(const estuary_case *own, const ria_case_boundary *b,
                           estuary_river *river) {
  const double low = lowest(river), most = most_discharge(b);
  double depth = 1;
  while (river->drive * conveyance_at(river, own, low + depth) < most && depth < 1e4)
    depth *= 2;
  river->levels = LEVELS;
  river->stage = malloc(LEVELS * sizeof *river->stage);
  river->flow = malloc(LEVELS * sizeof *river->flow);
  if (!river->stage || !river->flow)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the table of a river");
  for (int i = 0; i < LEVELS; i++) {
    const double share = (double)i / (LEVELS - 1);
    river->stage[i] = low + depth * share * share;
    river->flow[i] = river->drive * conveyance_at(river, own, river->stage[i]);
  }
  return RIA_SUCCESS;
}

void estuary_normal_flow(const estuary *e, int boundary, double discharge, double *stage,
                         double *factor) {
  const estuary_river *river = &e->river[boundary];
  const double size = fabs(discharge);
  int low = 0, high = river->levels - 1;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (river->flow[middle] <= size)
      low = middle;
    else
      high = middle;
  }
  const double part = (size - river->flow[low]) / (river->flow[high] - river->flow[low]);
  *stage = river->stage[low] + part * (river->stage[high] - river->stage[low]);
  const double conveyance = conveyance_at(river, e->own, *stage);
  *factor = conveyance > 0 ? discharge / conveyance : 0;
}

/* ---- rating curves ---- */

/* The factor at a row of the curve; NAN: zero conveyance at its level. */
static double factor_of(const estuary_river *river, const estuary_case *own,
                        const ria_case_rating *row) {
  const double conveyance = conveyance_at(river, own, row->level);
  return conveyance > 0 ? row->discharge / conveyance : NAN;
}

/* Rows that become knots of the kernel, and their factors. */
typedef struct {
  int count, row[KNOTS];
  double factor[KNOTS];
} knots;

/* The discharge at a row's level, interpolated between the knots. */
static double discharge_by(const knots *k, const estuary_river *river, const estuary_case *own,
                           const ria_case_boundary *b, int row) {
  int low = 0;
  while (low + 2 < k->count && k->row[low + 1] <= row)
    low++;
  const double from = b->row[k->row[low]].level, to = b->row[k->row[low + 1]].level;
  const double part = (b->row[row].level - from) / (to - from);
  const double factor = k->factor[low] + part * (k->factor[low + 1] - k->factor[low]);
  return factor * conveyance_at(river, own, b->row[row].level);
}

static void insert(knots *k, int row, double factor) {
  int at = k->count++;
  for (; at > 0 && k->row[at - 1] > row; at--) {
    k->row[at] = k->row[at - 1];
    k->factor[at] = k->factor[at - 1];
  }
  k->row[at] = row;
  k->factor[at] = factor;
}

/* Choose knots: the first and the last row, then repeatedly the row farthest from the
 * interpolation. Where the conveyance is zero, the factor is that of the first row above. Returns
 * the largest distance of the other rows from the interpolation, as a fraction of the largest
 * discharge. */
static double choose_knots(const estuary_river *river, const estuary_case *own,
                           const ria_case_boundary *b, knots *k) {
  int first = 0;
  while (first + 1 < b->rows && isnan(factor_of(river, own, &b->row[first])))
    first++;
  *k = (knots){0};
  insert(k, first ? first - 1 : 0, factor_of(river, own, &b->row[first]));
  if (first + 1 < b->rows || !first)
    insert(k, b->rows - 1, factor_of(river, own, &b->row[b->rows - 1]));
  for (;;) {
    int worst = -1;
    double most = 0;
    for (int i = first; i < b->rows && k->count > 1; i++) {
      const double off = fabs(discharge_by(k, river, own, b, i) - b->row[i].discharge);
      if (off > most) {
        most = off;
        worst = i;
      }
    }
    const double share = most / fmax(b->row[b->rows - 1].discharge, 1e-300);
    if (share < 1e-9 || k->count == KNOTS)
      return share;
    insert(k, worst, factor_of(river, own, &b->row[worst]));
  }
}

void estuary_bind_rating(const estuary *e, int boundary, const ria_kernel *kernel,
                         ria_binding *scalars) {
  const ria_case_boundary *b = &e->the_case->boundary[boundary];
  knots k;
  char name[16];
  choose_knots(&e->river[boundary], e->own, b, &k);
  recipe_bind_value(kernel, scalars, "factor", k.factor[0]);
  for (int i = 0; i < KNOTS; i++) {
    const int low = i < k.count ? i : k.count - 1, high = i + 1 < k.count ? i + 1 : k.count - 1;
    const double from = b->row[k.row[low]].level, to = b->row[k.row[high]].level;
    snprintf(name, sizeof name, "knot_%d", i);
    recipe_bind_value(kernel, scalars, name, from);
    snprintf(name, sizeof name, "growth_%d", i);
    if (i + 1 < KNOTS)
      recipe_bind_value(kernel, scalars, name,
                        high > low ? (k.factor[high] - k.factor[low]) / (to - from) : 0);
  }
}

/* ---- checks ---- */

static bool check_friction(const ria_case *c, const estuary_river *river,
                           const ria_case_boundary *b, ria_case_errors *errors) {
  int without = 0;
  for (int i = 0; i < river->cells; i++)
    without += !(river->weight[i] > 0);
  if (without)
    ria_terrain_reject(errors, c, &b->place,
                       "%d of the %d cells of this boundary have no friction, so a river has no "
                       "normal flow there; expected 'friction' above 0%s",
                       without, river->cells,
                       b->kind == RIA_BOUNDARY_DISCHARGE ? ", or 'spread: even'" : "");
  return !without;
}

static void check_slope(const ria_case *c, const ria_terrain *terrain, const ria_case_boundary *b,
                        ria_case_errors *errors) {
  static const double least = 1e-6;
  const double slope = slope_of(terrain, b);
  if (slope < least)
    ria_terrain_reject(errors, c, &b->place,
                       "the bed does not fall from the %s side inwards (its slope is %.3g), so the "
                       "level of normal flow is not known; expected the river's 'slope', such as "
                       "'slope: 0.0005'",
                       ria_case_sides[b->side], slope);
}

static void check_rating(const ria_case *c, ria_terrain *terrain, const estuary_river *river,
                         const ria_case_boundary *b, ria_case_errors *errors) {
  const double low = lowest(river);
  knots k;
  if (b->row[b->rows - 1].level <= low) {
    ria_terrain_reject(errors, c, &b->place,
                       "the rating curve ends at %.4g m, but the lowest bed on the %s side is at "
                       "%.4g m: nothing can leave; check the datum of its levels",
                       b->row[b->rows - 1].level, ria_case_sides[b->side], low);
    return;
  }
  for (int i = 0; i < b->rows; i++)
    if (b->row[i].discharge > 0 && b->row[i].level <= low) {
      ria_terrain_reject(
          errors, c, &b->place,
          "the rating curve has %g m3/s at %.4g m, but the lowest bed on the %s side "
          "is at %.4g m; check the datum of its levels",
          b->row[i].discharge, b->row[i].level, ria_case_sides[b->side], low);
      return;
    }
  const double off = choose_knots(river, c->own, b, &k);
  if (off > 1e-3)
    ria_terrain_warn(c, terrain, &b->place,
                     "%d of the %d rows of the rating curve are used, and the others missed by up "
                     "to %.2g %% of its largest discharge; expected a curve of fewer rows",
                     k.count, b->rows, 100 * off);
}

void estuary_check_rivers(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  for (int i = 0; i < c->boundaries; i++) {
    const ria_case_boundary *b = &c->boundary[i];
    estuary_river river = {0};
    if (!c->own || !is_river(b))
      continue;
    if (take_section(c, terrain, true, b, &river) != RIA_SUCCESS)
      ria_terrain_reject(errors, c, &b->place, "%s", ria_status_detail());
    else if (river.cells && check_friction(c, &river, b, errors)) {
      if (b->kind == RIA_BOUNDARY_RATING)
        check_rating(c, terrain, &river, b, errors);
      else
        check_slope(c, terrain, b, errors);
    }
    destroy_river(&river);
  }
}

/* ---- functions of an instance ---- */

static ria_status make_river(estuary *e, int boundary) {
  const ria_case_boundary *b = &e->the_case->boundary[boundary];
  estuary_river *river = &e->river[boundary];
  RIA_TRY(take_section(e->the_case, e->terrain, estuary_is_rough(e), b, river));
  if (b->kind == RIA_BOUNDARY_RATING)
    return RIA_SUCCESS;
  const double slope = slope_of(e->terrain, b);
  river->drive = e->own->friction.has_linear ? e->the_case->gravity * slope : sqrt(slope);
  if (!estuary_is_rough(e))
    river->drive /= e->own->friction.manning;
  return tabulate(e->own, b, river);
}

ria_status estuary_rivers(estuary *e) {
  const int count = e->the_case->boundaries;
  e->river = calloc((size_t)count + 1, sizeof *e->river);
  if (!e->river)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the rivers");
  for (int i = 0; i < count; i++)
    if (is_river(&e->the_case->boundary[i]))
      RIA_TRY(make_river(e, i));
  return RIA_SUCCESS;
}

void estuary_rivers_destroy(estuary *e) {
  for (int i = 0; e->river && i < e->the_case->boundaries; i++)
    destroy_river(&e->river[i]);
  free(e->river);
}
