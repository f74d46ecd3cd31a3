/* Gates: structures on faces with an opening that changes during a run. */
#include <math.h>
#include <stdlib.h>
#include "estuary.h"

/* State that moments keep for each structure, also for those that are not gates. `open` is the
 * opening on the grid: the grid's fields are updated only when the gate has moved by a fraction of
 * its way.
 */
typedef struct {
  double position, open, closed;
} kept;
enum { KEPT = sizeof(kept) / sizeof(double), PARTS_OF_WAY = 128, WORKS_SAMPLES = 8 };

bool estuary_has_gates(const estuary_case *own) {
  bool some = false;
  for (int i = 0; i < own->structures; i++)
    some |= own->structure[i].kind == RIA_STRUCTURE_GATE;
  return some;
}

int estuary_gates_kept(const estuary_case *own) {
  return estuary_has_gates(own) ? KEPT * own->structures : 0;
}

static kept *kept_of(const estuary *e, int structure) {
  return (kept *)(void *)(e->keep + KEPT * structure);
}

double estuary_gate_opening(const estuary *e, int structure) {
  return kept_of(e, structure)->open;
}

double estuary_works_interval(const estuary *e) {
  return WORKS_SAMPLES * e->forcing_interval;
}

double estuary_next_works(const estuary *e, double t) {
  const double every = estuary_works_interval(e);
  return t < 0 ? 0 : every * (floor(t / every) + 1);
}

/* ---- levels ---- */

static ria_global cell_along(const ria_grid *grid, int axis, double at) {
  const double cell = floor((at - grid->origin[axis]) / grid->spacing[axis]);
  return (ria_global)fmin(fmax(cell, 0), (double)(grid->cells[axis] - 1));
}

/* The water levels at the places that gates watch; on dry ground the level of the ground.
 */
static ria_status find_levels(const estuary *e, ria_simulation *simulation, double *level) {
  const ria_grid *g = &e->terrain->grid;
  const int all = e->own->structures, fields = e->nstate;
  ria_global *x = calloc(2 * (size_t)all, sizeof *x), *y = x ? x + all : NULL;
  double *values = calloc((size_t)all * (size_t)fields, sizeof *values);
  ria_status status =
      x && values ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the levels at gates");
  for (int i = 0; i < all && status == RIA_SUCCESS; i++) {
    x[i] = cell_along(g, 0, e->own->structure[i].gate.at[0]);
    y[i] = cell_along(g, 1, e->own->structure[i].gate.at[1]);
  }
  if (status == RIA_SUCCESS)
    status =
        ria_simulation_probe(simulation, &(ria_probe_cells){.count = all, .at = {x, y}}, values);
  for (int i = 0; i < all && status == RIA_SUCCESS; i++)
    level[i] = values[i * fields] - e->terrain->depth[y[i] * g->cells[0] + x[i]];
  free(x);
  free(values);
  return status;
}

/* ---- moving ---- */

static bool is_closed(const estuary_structure *s, double level, bool was) {
  const estuary_switch *above = &s->gate.closes_above, *opens_below = &s->gate.opens_below,
                       *below = &s->gate.closes_below, *opens_above = &s->gate.opens_above;
  if (above->on && level > above->level)
    return true;
  if (below->on && level < below->level)
    return true;
  return was && ((opens_below->on && level >= opens_below->level) ||
                 (opens_above->on && level <= opens_above->level));
}

static double widest(const ria_series *opening) {
  double most = 0;
  for (int i = 0; i < opening->count; i++)
    most = fmax(most, opening->value[i]);
  return most;
}

/* Whether the opening on the grid must be updated. At the start a gate is at its target
 * position. */
static bool move(const estuary *e, int structure, double level, double t) {
  const estuary_structure *s = &e->own->structure[structure];
  kept *k = kept_of(e, structure);
  const double full = widest(&s->gate.opening);
  const double way =
      s->gate.travel > 0 && t > 0 ? full * estuary_works_interval(e) / s->gate.travel : INFINITY;
  k->closed = is_closed(s, level, k->closed > 0);
  const double wanted = k->closed > 0 ? 0 : ria_series_value(&s->gate.opening, t);
  k->position = fmin(fmax(wanted, k->position - way), k->position + way);
  const bool at_end = k->position == 0 || k->position == full;
  if (k->position == k->open || (!at_end && fabs(k->position - k->open) < full / PARTS_OF_WAY))
    return false;
  k->open = k->position;
  return true;
}

static ria_status fill_gaps(void *context, int field, int block, const ria_range *cells,
                            double *values) {
  const estuary *e = context;
  const int axis = field - ria_quantity_find(e->statics, e->nstatic, "gapx");
  (void)block;
  for (ria_global y = cells->lo[1]; y < cells->hi[1]; y++)
    for (ria_global x = cells->lo[0]; x < cells->hi[0]; x++)
      *values++ = estuary_dam_at(e, ESTUARY_DAMS - 2 + axis, (ria_global[2]){x, y});
  return RIA_SUCCESS;
}

ria_status estuary_begin_gates(estuary *e, ria_simulation *simulation, double t) {
  (void)t;
  return estuary_has_gates(e->own)
             ? ria_simulation_fill_statics(
                   simulation, ria_quantity_find(e->statics, e->nstatic, "gapx"), 2, fill_gaps, e)
             : RIA_SUCCESS;
}

ria_status estuary_move_gates(estuary *e, ria_simulation *simulation, double t) {
  bool moved = false;
  double *level = calloc((size_t)e->own->structures, sizeof *level);
  ria_status status = level ? find_levels(e, simulation, level)
                            : ria_fail(RIA_ERROR_MEMORY, "no memory for the levels at gates");
  for (int i = 0; i < e->own->structures && status == RIA_SUCCESS; i++)
    if (e->own->structure[i].kind == RIA_STRUCTURE_GATE)
      moved |= move(e, i, level[i], t);
  free(level);
  return status == RIA_SUCCESS && moved ? estuary_begin_gates(e, simulation, t) : status;
}
