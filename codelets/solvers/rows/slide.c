/* The rings of sliding planes: see slide.h. Positions around the circumference are whole numbers,
 * so that a plane never drifts: program.h and sparse.h of the runtime. */
#include "slide.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rows.h"
#include "ria/exact_math.h"
#include "ria/number.h"

static const double near = 1e-3; /* fraction of a cell: nodes closer than this coincide */

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for a sliding plane");
}

static bool is_sliding(const rows *s, int side) {
  return s->own->plane[side / 2].kind == ROWS_SLIDING;
}

bool rows_is_sliding(const rows *s, int patch) {
  const int side = rows_plane_side_of(s, patch);
  return side >= 0 && is_sliding(s, side);
}

/* ---- nodes of a side ---- */

typedef struct {
  int block, patch;
  ria_side side;
  ria_global at[RIA_AXES];
  double point[SLIDE_LAYERS][RIA_AXES]; /* of the node, and of those behind it */
  int32_t *number;
} plane_node;

static ria_status refuse_at(const rows *s, int side, const plane_node *node, const char *what) {
  const rows_plane *of = &s->own->plane[side / 2];
  return rows_reject(s->the_case, &of->place,
                     "planes: '%s' of the sliding plane '%s': at node (%lld, %lld, %lld) of block "
                     "'%s' %s",
                     of->between[side % 2], of->name, (long long)node->at[0],
                     (long long)node->at[1], (long long)node->at[2],
                     s->grid->block[node->block].name, what);
}

/* The nodes of a patch, and those of the layers behind it. */
static ria_status read_patch(const rows *s, slide_patch *patch, plane_node *node) {
  const int axis = ria_side_axis(patch->side);
  const int64_t count = ria_range_nodes(&patch->nodes);
  double *at = malloc((size_t)(RIA_AXES * count) * sizeof *at);
  if (!at)
    return no_memory();
  ria_status status = RIA_SUCCESS;
  for (int m = 0; m < SLIDE_LAYERS && status == RIA_SUCCESS; m++) {
    ria_range layer = patch->nodes;
    layer.lo[axis] += ria_side_is_high(patch->side) ? -m : m;
    layer.hi[axis] = layer.lo[axis] + 1;
    status = ria_block_grid_nodes(s->grid, patch->block, layer, at, at + count, at + 2 * count);
    for (int64_t n = 0; n < count && status == RIA_SUCCESS; n++)
      for (int a = 0; a < RIA_AXES; a++)
        node[n].point[m][a] = at[a * count + n];
  }
  free(at);
  ria_global place[RIA_AXES];
  const ria_range *r = &patch->nodes;
  int64_t n = 0;
  for (place[2] = r->lo[2]; place[2] < r->hi[2]; place[2]++)
    for (place[1] = r->lo[1]; place[1] < r->hi[1]; place[1]++)
      for (place[0] = r->lo[0]; place[0] < r->hi[0]; place[0]++, n++) {
        node[n].block = patch->block;
        node[n].side = patch->side;
        memcpy(node[n].at, place, sizeof place);
        node[n].number = &patch->number[n];
      }
  return status;
}

static ria_status add_patch(const rows *s, int number, slide_side *side, plane_node **node,
                            int64_t *nodes) {
  const ria_node_patch *from = &s->grid->patch[number];
  const int64_t count = ria_range_nodes(&from->nodes);
  slide_patch *patches = realloc(side->patch, (size_t)(side->patches + 1) * sizeof *patches);
  if (!patches)
    return no_memory();
  side->patch = patches;
  slide_patch *patch = &patches[side->patches];
  *patch = (slide_patch){.block = from->block, .side = from->side, .nodes = from->nodes};
  patch->number = calloc((size_t)count, sizeof *patch->number);
  if (!patch->number)
    return no_memory();
  side->patches++;
  plane_node *grown = realloc(*node, (size_t)(*nodes + count) * sizeof *grown);
  if (!grown)
    return no_memory();
  *node = grown;
  *nodes += count;
  if (s->grid->block[from->block].cells[ria_side_axis(from->side)] >= SLIDE_LAYERS - 1)
    return read_patch(s, patch, grown + *nodes - count);
  return rows_reject(s->the_case, rows_block_place(s, from->block),
                     "grid: block '%s' has fewer than %d cells behind a sliding plane; use more",
                     s->grid->block[from->block].name, SLIDE_LAYERS - 1);
}

/* ---- rings ---- */

static int by_radius(const void *one, const void *other) {
  const plane_node *a = one, *b = other;
  return (a->point[0][1] > b->point[0][1]) - (a->point[0][1] < b->point[0][1]);
}

static int by_angle(const void *one, const void *other) {
  const plane_node *a = one, *b = other;
  if (a->point[0][2] != b->point[0][2])
    return a->point[0][2] < b->point[0][2] ? -1 : 1;
  return a->block - b->block;
}

/* The nodes [node, node + count) of a station, sorted by angle; copies are at the same place. */
static ria_status make_ring(const rows *s, int number, slide_side *side, int station,
                            plane_node *node, int64_t count) {
  qsort(node, (size_t)count, sizeof *node, by_angle);
  const plane_node *first = node, *last = node + count - 1;
  const double around = last->point[0][2] - first->point[0][2];
  int cells = 0;
  for (int64_t n = 1; n < count; n++)
    cells += node[n].point[0][2] - node[n - 1].point[0][2] > 0.25 * around / (double)count;
  if (!station) {
    side->cells = cells;
    side->around = around;
    side->ring = calloc((size_t)side->stations * (size_t)cells + 1, sizeof *side->ring);
    if (!side->ring)
      return no_memory();
  }
  if (cells != side->cells || cells < RIA_RING_CELLS)
    return refuse_at(s, number, first,
                     cells < RIA_RING_CELLS
                         ? "a ring around the axis begins that has fewer than 4 cells; use more"
                         : "a ring around the axis begins that has another number of cells than "
                           "the first one; expected lines of the grid at constant radius");
  const double cell = around / cells;
  for (int64_t n = 0; n < count; n++) {
    const int place = (int)lround((node[n].point[0][2] - first->point[0][2]) / cell);
    *node[n].number = station * cells + place % cells;
    for (int m = 0; m < SLIDE_LAYERS; m++) {
      const double *at = node[n].point[m], *zero = first->point[m];
      const double depth = ria_hypot(at[0] - node[n].point[0][0], at[1] - node[n].point[0][1]);
      if (fabs(at[2] - zero[2] - place * cell) > near * cell)
        return refuse_at(
            s, number, &node[n],
            m ? "the nodes of a layer beside the plane are not equally spaced around "
                "the axis; expected 'straight: 2' of a blade passage, or a block of the "
                "shape 'sector'"
              : "the nodes of the plane are not equally spaced around the axis; "
                "expected a block of the shape 'sector' there");
      if (ria_hypot(at[0] - zero[0], at[1] - zero[1]) > near * (m ? depth : cell * at[1]))
        return refuse_at(s, number, &node[n],
                         "the nodes of a layer beside the plane have other x or radii than those "
                         "around the axis; expected 'straight: 2' of a blade passage, or a block "
                         "of the shape 'sector'");
    }
    ria_node_place *to =
        place < cells ? &side->ring[station * cells + place] : &side->last[station];
    to->block = node[n].block;
    memcpy(to->at, node[n].at, sizeof to->at);
  }
  for (int m = 0; m < SLIDE_LAYERS; m++) {
    side->x[m * side->stations + station] = first->point[m][0];
    side->r[m * side->stations + station] = first->point[m][1];
    side->angle[m * side->stations + station] = first->point[m][2];
  }
  return RIA_SUCCESS;
}

static ria_status make_rings(const rows *s, int number, slide_side *side, plane_node *node,
                             int64_t nodes) {
  qsort(node, (size_t)nodes, sizeof *node, by_radius);
  const double span = node[nodes - 1].point[0][1] - node[0].point[0][1];
  const double apart = near * span / sqrt((double)nodes);
  int64_t *first = calloc((size_t)nodes + 1, sizeof *first);
  if (!first)
    return no_memory();
  if (!(span > 1e-6 * node[0].point[0][1])) {
    free(first);
    return refuse_at(s, number, node,
                     "the plane has the radius of all others; expected a plane "
                     "across the radius");
  }
  for (int64_t n = 0; n < nodes; n++)
    if (!n || node[n].point[0][1] - node[n - 1].point[0][1] > apart)
      first[side->stations++] = n;
  first[side->stations] = nodes;
  const size_t room = (size_t)side->stations * SLIDE_LAYERS;
  side->x = calloc(room, sizeof *side->x);
  side->r = calloc(room, sizeof *side->r);
  side->angle = calloc(room, sizeof *side->angle);
  side->last = calloc((size_t)side->stations, sizeof *side->last);
  ria_status status = side->x && side->r && side->angle && side->last ? RIA_SUCCESS : no_memory();
  for (int i = 0; i < side->stations && status == RIA_SUCCESS; i++)
    status = make_ring(s, number, side, i, node + first[i], first[i + 1] - first[i]);
  free(first);
  return status;
}

static ria_status find_side(rows *s, int number) {
  slide_side *side = &s->slides.side[number];
  plane_node *node = NULL;
  int64_t nodes = 0;
  ria_status status = RIA_SUCCESS;
  for (int p = 0; p < s->grid->patches && status == RIA_SUCCESS; p++)
    if (rows_plane_side_of(s, p) == number)
      status = add_patch(s, p, side, &node, &nodes);
  for (int p = 0; p < side->patches && status == RIA_SUCCESS; p++)
    if (s->grid->block[side->patch[p].block].row != rows_side_row(s, number))
      status = rows_reject(s->the_case, &s->own->plane[number / 2].place,
                           "planes: '%s' of the sliding plane '%s' has blocks of two rows; "
                           "expected one",
                           s->own->plane[number / 2].between[number % 2],
                           s->own->plane[number / 2].name);
  if (status == RIA_SUCCESS)
    status = make_rings(s, number, side, node, nodes);
  free(node);
  return status;
}

/* ---- both sides ---- */

ria_status rows_refuse_plane(const rows *s, int plane, const char *format, ...) {
  const rows_plane *of = &s->own->plane[plane];
  char both[320];
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(both, sizeof both, format, arguments);
  va_end(arguments);
  return rows_reject(s->the_case, &of->place, "planes: '%s' and '%s' of the sliding plane '%s' %s",
                     of->between[0], of->between[1], of->name, both);
}

static ria_status compare_sides(const rows *s, int plane) {
  const slide_side *a = &s->slides.side[2 * plane], *b = a + 1;
  const double turn = fabs(b->around - a->around);
  if (turn > near * fmin(a->around / a->cells, b->around / b->cells))
    return rows_refuse_plane(
        s, plane,
        "cover %.8g deg and %.8g deg; expected the same angle: as many passages of "
        "both rows as fit, with 'copies' or wider sectors",
        a->around * 180 / M_PI, b->around * 180 / M_PI);
  if (a->stations != b->stations)
    return rows_refuse_plane(s, plane,
                             "have %d and %d nodes along the span; expected the same number",
                             a->stations, b->stations);
  for (int i = 0; i < a->stations; i++) {
    const int beside = i ? i - 1 : 1;
    const double step = fabs(a->r[i] - a->r[beside]),
                 depth =
                     ria_hypot(a->x[a->stations + i] - a->x[i], a->r[a->stations + i] - a->r[i]);
    if (fabs(a->r[i] - b->r[i]) > near * step)
      return rows_refuse_plane(
          s, plane, "have nodes at the radii %.10g m and %.10g m; expected the same radii", a->r[i],
          b->r[i]);
    if (fabs(a->x[i] - b->x[i]) > near * depth)
      return rows_refuse_plane(s, plane, "lie at x %.10g m and %.10g m; expected the same x",
                               a->x[i], b->x[i]);
  }
  return RIA_SUCCESS;
}

ria_status rows_find_slides(rows *s) {
  s->slides.grid = s->grid;
  s->slides.sides = 2 * s->own->planes;
  s->slides.side = calloc((size_t)s->slides.sides + 1, sizeof *s->slides.side);
  s->ring = calloc((size_t)s->slides.sides + 1, sizeof *s->ring);
  s->grain = calloc((size_t)s->slides.sides + 1, sizeof *s->grain);
  if (!s->slides.side || !s->ring || !s->grain)
    return no_memory();
  for (int i = 0; i < s->slides.sides; i++) {
    if (!is_sliding(s, i))
      continue;
    if (s->grid->system != RIA_NODES_CYLINDRICAL)
      return rows_reject(s->the_case, &s->own->plane[i / 2].place,
                         "planes: the plane '%s' slides, but the grid is in x, y, z; expected a "
                         "grid in x, r, theta",
                         s->own->plane[i / 2].name);
    RIA_TRY(find_side(s, i));
  }
  for (int p = 0; p < s->own->planes; p++)
    if (is_sliding(s, 2 * p))
      RIA_TRY(compare_sides(s, p));
  return RIA_SUCCESS;
}

void rows_free_slides(rows *s) {
  for (int i = 0; s->slides.side && i < s->slides.sides; i++) {
    slide_side *side = &s->slides.side[i];
    for (int p = 0; p < side->patches; p++)
      free(side->patch[p].number);
    free(side->patch);
    free(side->ring);
    free(side->last);
    free(side->x);
    free(side->r);
    free(side->angle);
  }
  free(s->slides.side);
  free(s->open_side);
  free(s->ring);
  free(s->grain);
}

/* ---- nodes beyond a side ---- */

static bool lies_on(const slide_patch *patch, const ria_global at[RIA_AXES], int cell) {
  const int axis = ria_side_axis(patch->side);
  bool inside = true;
  for (int a = 0; a < RIA_AXES; a++)
    if (a != axis)
      inside &= at[a] >= patch->nodes.lo[a] && at[a] + cell < patch->nodes.hi[a];
  return inside;
}

static const slide_patch *find_patch(const rows_slides *slides, int block,
                                     const ria_global at[RIA_AXES], int axis, bool high, int cell,
                                     int *side) {
  for (int i = 0; i < slides->sides; i++)
    for (int p = 0; p < slides->side[i].patches; p++) {
      const slide_patch *patch = &slides->side[i].patch[p];
      if (patch->block != block || patch->side != ria_side_of(axis, high) ||
          !lies_on(patch, at, cell))
        continue;
      *side = i;
      return patch;
    }
  return NULL;
}

const slide_patch *rows_slide_at_node(const rows_slides *slides, int block,
                                      const ria_global node[RIA_AXES], int axis, bool high,
                                      int *side) {
  return find_patch(slides, block, node, axis, high, 0, side);
}

const slide_patch *rows_slide_at_cell(const rows_slides *slides, int block,
                                      const ria_global cell[RIA_AXES], int axis, bool high) {
  int side;
  return find_patch(slides, block, cell, axis, high, 1, &side);
}

/* The patch beyond which a node of a block lies, and the number of layers. */
static const slide_patch *find_beyond(const rows_slides *slides, int block,
                                      const ria_global node[RIA_AXES], int *side, int *layer) {
  const ria_global *cells = slides->grid->block[block].cells;
  for (int a = 0; a < RIA_AXES; a++) {
    const bool high = node[a] > cells[a];
    const slide_patch *patch;
    if (node[a] >= 0 && !high)
      continue;
    *layer = (int)(high ? node[a] - cells[a] : -node[a]);
    patch = *layer < SLIDE_LAYERS ? rows_slide_at_node(slides, block, node, a, high, side) : NULL;
    if (patch)
      return patch;
  }
  return NULL;
}

int rows_slide_number(const slide_patch *patch, const ria_global node[RIA_AXES]) {
  const int axis = ria_side_axis(patch->side);
  int64_t place = 0;
  for (int a = RIA_AXES - 1; a >= 0; a--)
    if (a != axis)
      place = place * (patch->nodes.hi[a] - patch->nodes.lo[a]) + node[a] - patch->nodes.lo[a];
  return patch->number[place];
}

bool rows_slide_find(const rows_slides *slides, int block, const ria_global node[RIA_AXES]) {
  int side, layer;
  return find_beyond(slides, block, node, &side, &layer) != NULL;
}

/* The other side's layer, at the angle of this side's node of the plane. */
ria_status rows_slide_point(const rows_slides *slides, int block, const ria_global node[RIA_AXES],
                            double point[RIA_AXES]) {
  int side, layer;
  const slide_patch *patch = find_beyond(slides, block, node, &side, &layer);
  if (!patch)
    return ria_fail(RIA_ERROR_INTERNAL, "a requested node is not beyond a sliding plane");
  const int axis = ria_side_axis(patch->side);
  const slide_side *other = &slides->side[side ^ 1];
  const int station = rows_slide_number(patch, node) / slides->side[side].cells;
  ria_range foot;
  for (int a = 0; a < RIA_AXES; a++) {
    foot.lo[a] = a == axis ? patch->nodes.lo[a] : node[a];
    foot.hi[a] = foot.lo[a] + 1;
  }
  RIA_TRY(ria_block_grid_nodes(slides->grid, block, foot, NULL, NULL, &point[2]));
  const int at = layer * other->stations + station;
  point[0] = other->x[at];
  point[1] = other->r[at];
  point[2] += other->angle[at] - other->angle[station];
  return RIA_SUCCESS;
}
