/* The matrices of sliding planes: the relative rotation of sides, in whole numbers, and the rows
 * of nodes on a plane and beyond it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "rows.h"

static const double near = 1e-3; /* of a passage */

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for a sliding plane");
}

/* ---- turning ---- */

/* Number of the row's passages that the grid contains; 0: the row has no blades. */
static ria_status count_passages(const rows *s, int side, int64_t *passages) {
  const int blades = rows_blades(s, rows_side_row(s, side));
  const double count = blades * s->slides.side[side].around / (2 * M_PI);
  *passages = llround(count);
  if (!blades || (*passages > 0 && fabs(count - (double)*passages) <= near * (double)*passages))
    return RIA_SUCCESS;
  return rows_refuse_plane(s, side / 2,
                           side % 2 ? "are %.6g passages of the second row; expected a whole number"
                                    : "are %.6g passages of the first row; expected a whole number",
                           count);
}

static int64_t divisor(int64_t a, int64_t b) {
  while (b) {
    const int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

/* The ratio of whole numbers equal to a number; false: no such ratio up to 1000. */
static bool find_ratio(double number, int64_t *top, int64_t *bottom) {
  for (*bottom = 1; *bottom <= 1000; (*bottom)++) {
    *top = llround(number * (double)*bottom);
    if (fabs(number * (double)*bottom - (double)*top) <= 1e-9 * (double)*bottom)
      return true;
  }
  return false;
}

/* Rotation of side `to` relative to side `from`: each tick by turn / period of the circumference
 * in the grid. With `blades` in a circle, `passages` of them in the grid, that is (speed / speed of
 * the passing) blades / (passing blades x steps x ticks x passages). */
static ria_status find_turn(const rows *s, int side, int64_t *turn, int64_t *period) {
  int64_t passages[2], top, bottom;
  const int plane = side / 2;
  const double speed = rows_side_speed(s, side) - rows_side_speed(s, side ^ 1);
  int blades = 0, of = 0;
  for (int end = 1; end >= 0; end--) {
    RIA_TRY(count_passages(s, 2 * plane + end, &passages[end]));
    if (!rows_blades(s, rows_side_row(s, 2 * plane + end)))
      continue;
    blades = rows_blades(s, rows_side_row(s, 2 * plane + end));
    of = end;
  }
  if (!blades)
    return rows_refuse_plane(s, plane,
                             "are of rows without blades; expected 'blades' of one of them");
  if (!find_ratio(speed / s->passing.speed, &top, &bottom))
    return rows_refuse_plane(
        s, plane,
        "pass with %.10g of the speed of other planes; expected speeds in a ratio "
        "of whole numbers below 1000",
        speed / s->passing.speed);
  const int64_t steps = s->the_case->time.steps_per_passing;
  int64_t up = top * blades;
  const double down =
      (double)bottom * s->passing.blades * (double)steps * RIA_STEP_TICKS * (double)passages[of];
  if (down > 0x1p62)
    return rows_refuse_plane(s, plane, "need too many steps for a turn; use fewer");
  *period = bottom * s->passing.blades * steps * RIA_STEP_TICKS * passages[of];
  const int64_t common = divisor(up, *period);
  up /= common;
  *period /= common;
  *turn = up % *period;
  if (*period <= INT32_MAX)
    return RIA_SUCCESS;
  return rows_refuse_plane(s, plane,
                           "need %.0f steps for a turn, which are too many; use a smaller "
                           "'time.steps_per_passing'",
                           (double)*period / RIA_STEP_TICKS);
}

/* The ring of a side, in the form that the other one reads. */
static ria_status find_units(const rows *s, int side, ria_ring *ring, int64_t *grain) {
  const slide_side *to = &s->slides.side[side], *from = &s->slides.side[side ^ 1];
  int64_t turn = 0, period = 1;
  RIA_TRY(find_turn(s, side, &turn, &period));
  const int64_t cells = (int64_t)to->cells / divisor(to->cells, from->cells) * (int64_t)from->cells;
  *ring = (ria_ring){.cells = from->cells, .turn = turn, .period = period};
  for (int finer = 20; finer >= 0; finer--) { /* distinguishable positions between two nodes */
    *grain = cells << finer;
    const int64_t more = period / divisor(*grain, period);
    if (*grain > (int64_t)1 << 40 || (double)*grain * (double)more > 0x1p60)
      continue;
    ring->units = *grain * more;
    return RIA_SUCCESS;
  }
  return rows_refuse_plane(s, side / 2, "have %d and %d cells around the axis, which are too many",
                           to->cells, from->cells);
}

/* ---- rows of the matrices ---- */

/* The ring of a side's layer that this side reads. */
static ria_status add_ring(const rows *s, int side, int layer, int station, ria_rows *out,
                           int *number) {
  const slide_side *from = &s->slides.side[side ^ 1];
  ria_entry *entry = calloc((size_t)from->cells, sizeof *entry);
  if (!entry)
    return no_memory();
  for (int i = 0; i < from->cells; i++) {
    const ria_node_place *node = &from->ring[station * from->cells + i];
    entry[i].block = node->block;
    memcpy(entry[i].cell, node->at, sizeof entry[i].cell);
    for (int p = 0; p < from->patches; p++) /* the layer is behind the patch */
      if (from->patch[p].block == node->block && ria_range_has(&from->patch[p].nodes, node->at)) {
        entry[i].cell[ria_side_axis(from->patch[p].side)] +=
            ria_side_is_high(from->patch[p].side) ? -layer : layer;
        break;
      }
  }
  const ria_status status = ria_rows_add_ring(out, &s->ring[side], entry, number);
  free(entry);
  return status;
}

/* The position of a node of this side on the ring of the other one. */
static int64_t place_of(const rows *s, int side, int number) {
  const slide_side *to = &s->slides.side[side], *from = &s->slides.side[side ^ 1];
  const int station = number / to->cells;
  const double apart = (to->angle[station] - from->angle[station]) / to->around;
  const int64_t units = s->ring[side].units, grain = s->grain[side];
  return llround(apart * (double)grain) % grain * (units / grain) +
         number % to->cells * (units / to->cells);
}

/* Rows of nodes of a side, `layer` beyond it, with rings that are listed once. */
typedef struct {
  const rows *s;
  int side, layer;
  int *ring; /* [stations]: -1: not listed yet */
  ria_rows *out;
} listing;

static ria_status add_place(listing *l, const slide_patch *patch, const ria_global foot[RIA_AXES],
                            const ria_global cell[RIA_AXES]) {
  const int number = rows_slide_number(patch, foot);
  int *ring = &l->ring[number / l->s->slides.side[l->side].cells];
  if (*ring < 0)
    RIA_TRY(add_ring(l->s, l->side, l->layer, (int)(ring - l->ring), l->out, ring));
  return ria_rows_add_place(l->out, cell, *ring, place_of(l->s, l->side, number));
}

/* The node of the plane in front of a ghost node, perhaps in another block. */
static const slide_patch *find_foot(const rows *s, const slide_patch *from,
                                    const ria_global at[RIA_AXES], ria_node_place *foot,
                                    int *side) {
  const int axis = ria_side_axis(from->side);
  bool inside = true;
  *foot = (ria_node_place){.block = from->block, .map = {1, 2, 3}};
  for (int a = 0; a < RIA_AXES; a++) {
    foot->at[a] = a == axis ? from->nodes.lo[a] : at[a];
    inside &= foot->at[a] >= 0 && foot->at[a] <= s->grid->block[from->block].cells[a];
  }
  const ria_node_place start = *foot;
  if (!inside && ria_block_walk_node(rows_metrics_walk(s->metrics), from->block, start.at, foot) !=
                     RIA_PLACE_FOUND)
    return NULL;
  const int along = foot->map[axis];
  return rows_slide_at_node(&s->slides, foot->block, foot->at, abs(along) - 1,
                            (along > 0) == ria_side_is_high(from->side), side);
}

/* Ghost nodes of a tile in one layer beyond a patch. */
static ria_status add_layer(listing *l, const slide_patch *patch, const ria_range *cells) {
  const rows *s = l->s;
  const int axis = ria_side_axis(patch->side), *ghost = ria_rows_ghost(l->out);
  ria_range around = *cells;
  for (int a = 0; a < RIA_AXES; a++) {
    around.lo[a] -= a == axis ? 0 : ghost[a];
    around.hi[a] += a == axis ? 0 : ghost[a];
  }
  around.lo[axis] = patch->nodes.lo[axis] + (ria_side_is_high(patch->side) ? l->layer : -l->layer);
  around.hi[axis] = around.lo[axis] + 1;
  ria_global at[RIA_AXES];
  for (at[2] = around.lo[2]; at[2] < around.hi[2]; at[2]++)
    for (at[1] = around.lo[1]; at[1] < around.hi[1]; at[1]++)
      for (at[0] = around.lo[0]; at[0] < around.hi[0]; at[0]++) {
        ria_node_place foot;
        int side = -1;
        const slide_patch *on = find_foot(s, patch, at, &foot, &side);
        if (on && side == l->side)
          RIA_TRY(add_place(l, on, foot.at, at));
      }
  return RIA_SUCCESS;
}

/* Nodes of a tile on a patch. */
static ria_status add_nodes(listing *l, const slide_patch *patch, const ria_range *cells) {
  ria_global at[RIA_AXES];
  for (at[2] = cells->lo[2]; at[2] < cells->hi[2]; at[2]++)
    for (at[1] = cells->lo[1]; at[1] < cells->hi[1]; at[1]++)
      for (at[0] = cells->lo[0]; at[0] < cells->hi[0]; at[0]++)
        if (ria_range_has(&patch->nodes, at))
          RIA_TRY(add_place(l, patch, at, at));
  return RIA_SUCCESS;
}

static ria_status add_side(listing *l, int block, const ria_range *cells) {
  const slide_side *side = &l->s->slides.side[l->side];
  bool done[RIA_SIDES] = {false}; /* ghost nodes beyond one side of a block are listed together */
  for (int i = 0; i < side->stations; i++)
    l->ring[i] = -1;
  for (int p = 0; p < side->patches; p++) {
    const slide_patch *patch = &side->patch[p];
    const int axis = ria_side_axis(patch->side);
    if (patch->block != block || patch->nodes.lo[axis] < cells->lo[axis] ||
        patch->nodes.lo[axis] >= cells->hi[axis])
      continue;
    if (!l->layer)
      RIA_TRY(add_nodes(l, patch, cells));
    else if (!done[patch->side])
      RIA_TRY(add_layer(l, patch, cells));
    done[patch->side] = true;
  }
  return RIA_SUCCESS;
}

static ria_status add_sides(const rows *s, bool beyond, int block, const ria_range *cells,
                            ria_rows *out) {
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < s->slides.sides && status == RIA_SUCCESS; i++) {
    if (!beyond && i % 2 == 0)
      continue;
    int *ring = calloc((size_t)s->slides.side[i].stations + 1, sizeof *ring);
    if (!ring)
      return no_memory();
    for (int m = beyond; m <= (beyond ? SLIDE_LAYERS - 1 : 0) && status == RIA_SUCCESS; m++)
      status = add_side(&(listing){s, i, m, ring, out}, block, cells);
    free(ring);
  }
  return status;
}

static ria_status beyond_rows(void *context, int block, const ria_range *cells, ria_rows *out) {
  return add_sides(context, true, block, cells, out);
}

static ria_status plane_rows(void *context, int block, const ria_range *cells, ria_rows *out) {
  return add_sides(context, false, block, cells, out);
}

/* Check that rings are closed, and that sums around nodes are not listed: those do not include
 * the other side. */
static ria_status check_nodes(const rows *s, int number) {
  const slide_side *side = &s->slides.side[number];
  int64_t count;
  const rows_listed_node *listed = rows_metrics_listed(s->metrics, &count);
  for (int64_t n = 0; n < count; n++)
    for (int c = 0; c < listed[n].copies; c++)
      for (int p = 0; p < side->patches; p++)
        if (listed[n].copy[c].block == side->patch[p].block &&
            ria_range_has(&side->patch[p].nodes, listed[n].copy[c].at))
          return rows_refuse_plane(
              s, number / 2,
              "touch an edge where other than four cells meet; expected a block of "
              "the shape 'sector' between the blades and the plane");
  ria_node_place copy[ROWS_COPIES];
  const int copies = ria_block_walk_copies(rows_metrics_walk(s->metrics), side->ring[0].block,
                                           side->ring[0].at, ROWS_COPIES, copy);
  for (int c = 0; c < copies && c < ROWS_COPIES; c++)
    if (copy[c].block == side->last[0].block &&
        !memcmp(copy[c].at, side->last[0].at, sizeof copy[c].at))
      return RIA_SUCCESS;
  return rows_refuse_plane(s, number / 2,
                           number % 2
                               ? "do not close around the axis: the second one does not repeat; "
                                 "expected 'blades' of its passages, or a joint with a 'turn'"
                               : "do not close around the axis: the first one does not repeat; "
                                 "expected 'blades' of its passages, or a joint with a 'turn'");
}

ria_status rows_make_slides(rows *s) {
  int sides = 0, room = 1;
  for (int i = 0; i < s->slides.sides; i++)
    room += s->slides.side[i].patches;
  s->open_side = calloc((size_t)room, sizeof *s->open_side);
  if (!s->open_side)
    return no_memory();
  for (int i = 0; i < s->slides.sides; i++) {
    if (!s->slides.side[i].patches)
      continue;
    RIA_TRY(check_nodes(s, i));
    RIA_TRY(find_units(s, i, &s->ring[i], &s->grain[i]));
    for (int p = 0; p < s->slides.side[i].patches; p++)
      s->open_side[sides++] =
          (ria_block_side){s->slides.side[i].patch[p].block, s->slides.side[i].patch[p].side};
  }
  s->beyond = (ria_sparse){.name = "nodes beyond sliding planes",
                           .rows = beyond_rows,
                           .context = s,
                           .rings = true,
                           .sides = sides,
                           .side = s->open_side};
  s->across = (ria_sparse){
      .name = "nodes of sliding planes", .rows = plane_rows, .context = s, .rings = true};
  return RIA_SUCCESS;
}
