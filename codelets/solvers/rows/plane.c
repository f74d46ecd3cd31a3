/* Planes between rows, and outflows with their pressure prescribed at the hub. Around the
 * circumference a side of a plane has stations: nodes with one radius (one y in a plane grid), each
 * with its share of the area. Averages of a station are sums over it; those of the other side are
 * interpolated between the two stations nearest to the radius of a node. */
#include "rows.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/exact_math.h"

static const double degree = M_PI / 180, same_pitch = 1e-3;

typedef struct {
  int block;
  ria_global at[RIA_AXES];
  double radius, area, normal[2]; /* area times the normal, axial and radial */
} side_node;

typedef struct {
  int first, count;
  double radius, area, normal[2]; /* of length 1, downstream */
} station;

struct rows_side {
  side_node *node;
  station *station;
  int nodes, stations;
  double angle; /* around the axis, rad (a width in m in a plane grid), and */
  int row;      /* number of blades: of this row of the grid; -1: none */
  double depth; /* largest depth of cells at the plane: volume over face, m */
};

void rows_free_planes(rows *s) {
  for (int i = 0; s->side && i < 2 * s->own->planes; i++) {
    free(s->side[i].node);
    free(s->side[i].station);
  }
  free(s->side);
  for (int b = 0; s->outlet && b < s->own->boundaries; b++) {
    free(s->outlet[b].node);
    free(s->outlet[b].station);
  }
  free(s->outlet);
}

/* ---- nodes and stations of a side ---- */

static ria_status measure_depth(const rows *s, const ria_node_patch *patch, ria_range cell,
                                const double area[RIA_AXES], double *depth) {
  const int axis = ria_side_axis(patch->side);
  double values[ROWS_STATICS];
  if (ria_side_is_high(patch->side)) {
    cell.lo[axis]--;
    cell.hi[axis]--;
  }
  RIA_TRY(rows_metrics_fill(s->metrics, patch->block, &cell, values));
  const double face = ria_hypot(ria_hypot(area[0], area[1]), area[2]);
  *depth = fmax(*depth, face > 0 ? values[VOLUME] / face : 0);
  return RIA_SUCCESS;
}

/* Each face of a patch gives a quarter to each of its four nodes. */
static ria_status add_faces(const rows *s, const ria_node_patch *patch, bool downstream,
                            side_node *node, double *depth) {
  const int axis = ria_side_axis(patch->side), b = (axis + 1) % RIA_AXES, c = (axis + 2) % RIA_AXES;
  const ria_global across = patch->nodes.hi[b] - patch->nodes.lo[b],
                   span = patch->nodes.hi[c] - patch->nodes.lo[c];
  const double sign = ria_side_is_high(patch->side) == downstream ? 1 : -1;
  for (ria_global f = 0; f < (across - 1) * (span - 1); f++) {
    const ria_global at_b = f % (across - 1), at_c = f / (across - 1);
    ria_range face;
    double values[ROWS_STATICS];
    face.lo[axis] = patch->nodes.lo[axis];
    face.lo[b] = patch->nodes.lo[b] + at_b;
    face.lo[c] = patch->nodes.lo[c] + at_c;
    for (int a = 0; a < RIA_AXES; a++)
      face.hi[a] = face.lo[a] + 1;
    RIA_TRY(rows_metrics_fill(s->metrics, patch->block, &face, values));
    const double *area = &values[AREA + RIA_AXES * axis];
    RIA_TRY(measure_depth(s, patch, face, area, depth));
    for (int e = 0; e < 4; e++) {
      side_node *n = &node[(at_c + (e >> 1)) * across + at_b + (e & 1)];
      n->area += 0.25 * ria_hypot(area[0], area[1]);
      for (int m = 0; m < 2; m++)
        n->normal[m] += 0.25 * sign * area[m];
    }
  }
  return RIA_SUCCESS;
}

static ria_status add_patch(const rows *s, const ria_node_patch *patch, bool downstream,
                            struct rows_side *side) {
  const int axis = ria_side_axis(patch->side), b = (axis + 1) % RIA_AXES, c = (axis + 2) % RIA_AXES;
  const int count = (int)ria_range_nodes(&patch->nodes);
  const ria_global across = patch->nodes.hi[b] - patch->nodes.lo[b];
  side_node *grown = realloc(side->node, (size_t)(side->nodes + count) * sizeof *grown);
  if (!grown)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a plane between rows");
  side->node = grown;
  side_node *node = grown + side->nodes;
  memset(node, 0, (size_t)count * sizeof *node);
  side->nodes += count;
  for (int n = 0; n < count; n++) {
    double point[RIA_AXES];
    node[n].block = patch->block;
    node[n].at[axis] = patch->nodes.lo[axis];
    node[n].at[b] = patch->nodes.lo[b] + n % across;
    node[n].at[c] = patch->nodes.lo[c] + n / across;
    RIA_TRY(rows_point(s, patch->block, node[n].at, point));
    node[n].radius = point[1];
  }
  return add_faces(s, patch, downstream, node, &side->depth);
}

static int by_radius(const void *one, const void *other) {
  const side_node *a = one, *b = other;
  return (a->radius > b->radius) - (a->radius < b->radius);
}

static int by_place(const void *one, const void *other) {
  const side_node *a = one, *b = other;
  if (a->block != b->block)
    return a->block - b->block;
  for (int i = RIA_AXES - 1; i >= 0; i--)
    if (a->at[i] != b->at[i])
      return a->at[i] < b->at[i] ? -1 : 1;
  return 0;
}

/* Area of a patch in a plane of radius and angle: its angle times its span. */
static ria_status measure_patch(const rows *s, const ria_node_patch *patch, double *area) {
  const int axis = ria_side_axis(patch->side), b = (axis + 1) % RIA_AXES, c = (axis + 2) % RIA_AXES;
  for (ria_global m = patch->nodes.lo[b]; m + 1 < patch->nodes.hi[b]; m++)
    for (ria_global n = patch->nodes.lo[c]; n + 1 < patch->nodes.hi[c]; n++) {
      ria_range cell;
      cell.lo[axis] = patch->nodes.lo[axis];
      cell.lo[b] = m;
      cell.lo[c] = n;
      for (int a = 0; a < RIA_AXES; a++)
        cell.hi[a] = cell.lo[a] + (a == axis ? 1 : 2);
      double r[4], theta[4];
      RIA_TRY(ria_block_grid_nodes(s->grid, patch->block, cell, NULL, r, theta));
      *area +=
          0.5 * fabs((r[3] - r[0]) * (theta[2] - theta[1]) - (r[2] - r[1]) * (theta[3] - theta[0]));
    }
  return RIA_SUCCESS;
}

static double span_of(const struct rows_side *side) {
  double low = side->node[0].radius, high = low;
  for (int n = 1; n < side->nodes; n++) {
    low = fmin(low, side->node[n].radius);
    high = fmax(high, side->node[n].radius);
  }
  return high - low;
}

/* Stations are radii, so there must be several. */
static ria_status check_span(const rows *s, const ria_case_place *place, const char *section,
                             const char *name, const struct rows_side *side) {
  const double radius = side->node[0].radius;
  if (span_of(side) > 1e-6 * fabs(radius))
    return RIA_SUCCESS;
  return rows_reject(s->the_case, place,
                     "%s: all nodes of '%s' lie at one %s, %.6g m, but averages are taken at "
                     "several; expected a patch across the radius%s",
                     section, name, s->grid->system == RIA_NODES_CYLINDRICAL ? "radius" : "y",
                     radius, *section == 'b' ? ", or no 'at: hub'" : "");
}

/* Nodes with radii that differ by less than a thousandth of the span over the square root of
 * their number belong to one station. */
static ria_status find_stations(struct rows_side *side) {
  qsort(side->node, (size_t)side->nodes, sizeof *side->node, by_radius);
  const double span = side->node[side->nodes - 1].radius - side->node[0].radius;
  const double near = 1e-3 * span / sqrt(side->nodes);
  side->station = calloc((size_t)side->nodes, sizeof *side->station);
  if (!side->station)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a plane between rows");
  for (int n = 0; n < side->nodes; n++) {
    if (!n || side->node[n].radius - side->node[n - 1].radius > near)
      side->station[side->stations++] = (station){.first = n, .radius = side->node[n].radius};
    side->station[side->stations - 1].count++;
  }
  for (int i = 0; i < side->stations; i++) {
    station *of = &side->station[i];
    side_node *node = side->node + of->first;
    qsort(node, (size_t)of->count, sizeof *node, by_place);
    for (int n = 0; n < of->count; n++) {
      of->area += node[n].area;
      for (int m = 0; m < 2; m++)
        of->normal[m] += node[n].normal[m];
    }
    const double size = ria_hypot(of->normal[0], of->normal[1]);
    for (int m = 0; m < 2; m++)
      of->normal[m] /= size > 0 ? size : 1;
  }
  return RIA_SUCCESS;
}

static ria_status find_side(rows *s, int plane, int end) {
  const rows_plane *of = &s->own->plane[plane];
  struct rows_side *side = &s->side[2 * plane + end];
  double area = 0;
  side->row = -1;
  for (int p = 0; p < s->grid->patches; p++)
    if (ria_block_grid_is_patch(s->grid, p, of->between[end])) {
      RIA_TRY(add_patch(s, &s->grid->patch[p], end == 0, side));
      RIA_TRY(measure_patch(s, &s->grid->patch[p], &area));
      side->row = s->grid->block[s->grid->patch[p].block].row;
    }
  RIA_TRY(check_span(s, &of->place, "planes", of->between[end], side));
  side->angle = area / span_of(side);
  return find_stations(side);
}

/* The two sides must have the same range of radii. */
static ria_status compare_sides(const rows *s, int plane) {
  const rows_plane *of = &s->own->plane[plane];
  const struct rows_side *side = &s->side[2 * plane];
  double low[2], high[2];
  for (int end = 0; end < 2; end++) {
    low[end] = side[end].station[0].radius;
    high[end] = side[end].station[side[end].stations - 1].radius;
  }
  const double span = high[0] - low[0];
  if (fabs(low[1] - low[0]) > 1e-3 * span || fabs(high[1] - high[0]) > 1e-3 * span)
    return rows_reject(s->the_case, &of->place,
                       "planes: '%s' goes from %.10g m to %.10g m, but '%s' from %.10g m to %.10g "
                       "m; the two sides of the plane '%s' must have the same radii",
                       of->between[0], low[0], high[0], of->between[1], low[1], high[1], of->name);
  return RIA_SUCCESS;
}

/* The passages of a row with blades must fill the whole circumference. */
static ria_status check_pitch(const rows *s, int plane, int end) {
  const rows_plane *of = &s->own->plane[plane];
  const struct rows_side *side = &s->side[2 * plane + end];
  const ria_node_row *row = &s->grid->row[side->row];
  const int blades = rows_blades(s, side->row);
  const double passages = blades * side->angle / (2 * M_PI);
  const double wanted = row->blades ? row->passages : fmax(round(passages), 1);
  if (fabs(passages - wanted) <= same_pitch * wanted)
    return RIA_SUCCESS;
  return rows_reject(s->the_case, &of->place,
                     "planes: '%s' of the plane '%s' is a sector of %.6g deg, but the row '%s' has "
                     "%d blades, so that %g of its passages are %.6g deg; expected this angle, or "
                     "another number of blades",
                     of->between[end], of->name, side->angle / degree, row->name, blades, wanted,
                     360 * wanted / blades);
}

/* The two sides must cover the same part of the circumference. A row with blades covers all of
 * it, and so do periodic blocks. */
static ria_status compare_pitches(const rows *s, int plane) {
  const rows_plane *of = &s->own->plane[plane];
  const struct rows_side *side = &s->side[2 * plane];
  bool whole[2];
  int bladed = 0;
  double angle[2];
  if (s->grid->system != RIA_NODES_CYLINDRICAL)
    return RIA_SUCCESS;
  for (int end = 0; end < 2; end++) {
    const bool blades = rows_blades(s, side[end].row) > 0;
    if (blades)
      RIA_TRY(check_pitch(s, plane, end));
    whole[end] = blades || rows_repeats(s, side[end].row);
    bladed += blades;
  }
  for (int end = 0; end < 2; end++)
    angle[end] = whole[end] && (bladed || !whole[1 - end]) ? 2 * M_PI : side[end].angle;
  if (fabs(angle[1] - angle[0]) <= same_pitch * angle[0])
    return RIA_SUCCESS;
  return rows_reject(
      s->the_case, &of->place,
      "planes: '%s' covers %.6g deg of the circumference, but '%s' %.6g deg; expected the same, or "
      "'blades' of both in the grid or in 'rows'",
      of->between[0], angle[0] / degree, of->between[1], angle[1] / degree);
}

bool rows_is_at_hub(const rows *s, int boundary) {
  const rows_boundary *b = &s->own->boundary[boundary];
  return b->kind == ROWS_OUTFLOW && b->at == ROWS_AT_HUB && s->patches[boundary] > 0;
}

static ria_status find_outlet(rows *s, int boundary) {
  const rows_boundary *of = &s->own->boundary[boundary];
  if (!rows_is_at_hub(s, boundary))
    return RIA_SUCCESS;
  if (s->grid->system != RIA_NODES_CYLINDRICAL)
    return rows_reject(s->the_case, &of->place,
                       "boundaries: '%s' has its pressure at the hub, but the grid is in x, y, z "
                       "and has no hub; leave 'at' out",
                       of->name);
  for (int p = 0; p < s->grid->patches; p++)
    if (s->boundary_of[p] == boundary)
      RIA_TRY(add_patch(s, &s->grid->patch[p], true, &s->outlet[boundary]));
  RIA_TRY(check_span(s, &of->place, "boundaries", of->name, &s->outlet[boundary]));
  return find_stations(&s->outlet[boundary]);
}

ria_status rows_find_planes(rows *s) {
  s->side = calloc((size_t)(2 * s->own->planes + 1), sizeof *s->side);
  s->outlet = calloc((size_t)s->own->boundaries + 1, sizeof *s->outlet);
  if (!s->side || !s->outlet)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for planes between rows");
  for (int b = 0; b < s->own->boundaries; b++)
    RIA_TRY(find_outlet(s, b));
  for (int p = 0; p < s->own->planes; p++) {
    if (s->own->plane[p].kind != ROWS_MIXING)
      continue;
    for (int end = 0; end < 2; end++)
      RIA_TRY(find_side(s, p, end));
    RIA_TRY(compare_sides(s, p));
    RIA_TRY(compare_pitches(s, p));
  }
  return RIA_SUCCESS;
}

int rows_side_row(const rows *s, int side) {
  return s->plane_patches[side] ? s->grid->block[s->plane_patch[side][0].block].row : -1;
}

double rows_side_speed(const rows *s, int side) {
  return s->plane_patches[side] ? s->omega[s->plane_patch[side][0].block] : 0;
}

double rows_side_depth(const rows *s, int side) {
  return s->side[side].depth;
}

/* ---- data at a node of a plane ---- */

/* The station of a block's node; NULL: no station of this side. */
static const station *station_of(const struct rows_side *side, int block,
                                 const ria_global at[RIA_AXES]) {
  for (int i = 0; i < side->stations; i++)
    for (int n = 0; n < side->station[i].count; n++) {
      const side_node *node = &side->node[side->station[i].first + n];
      if (node->block == block && !memcmp(node->at, at, sizeof node->at))
        return &side->station[i];
    }
  return NULL;
}

bool rows_plane_normal(const rows *s, int block, const ria_global at[RIA_AXES], double normal[2]) {
  for (int i = 0; i < 2 * s->own->planes; i++) {
    const station *of = station_of(&s->side[i], block, at);
    if (!of)
      continue;
    memcpy(normal, of->normal, sizeof of->normal);
    return true;
  }
  return false;
}

/* ---- averages ---- */

/* Appends `share` of a station's average. */
static int add_station(const struct rows_side *side, int number, double share, ria_entry *entry) {
  const station *of = &side->station[number];
  for (int n = 0; n < of->count; n++) {
    const side_node *node = &side->node[of->first + n];
    entry[n].block = node->block;
    memcpy(entry[n].cell, node->at, sizeof node->at);
    entry[n].weight = share * node->area / of->area;
  }
  return of->count;
}

/* The average of a side at a radius. */
static int add_average(const struct rows_side *side, double radius, ria_entry *entry) {
  int above = 0;
  while (above < side->stations - 1 && side->station[above].radius < radius)
    above++;
  const station *high = &side->station[above];
  const double near = 1e-6 * fabs(high->radius);
  if (above == 0 || fabs(high->radius - radius) <= near || radius > high->radius)
    return add_station(side, above, 1, entry);
  const station *low = high - 1;
  const double part = (radius - low->radius) / (high->radius - low->radius);
  if (fabs(radius - low->radius) <= near)
    return add_station(side, above - 1, 1, entry);
  const int entries = add_station(side, above - 1, 1 - part, entry);
  return entries + add_station(side, above, part, entry + entries);
}

/* Rows of the nodes of all planes: averages over the node's own side, or over the other one. */
static ria_status add_rows(const rows *s, bool other, int block, const ria_range *cells,
                           ria_rows *out) {
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < 2 * s->own->planes && status == RIA_SUCCESS; i++) {
    const struct rows_side *to = &s->side[i], *from = &s->side[other ? i ^ 1 : i];
    ria_entry *entry = calloc((size_t)from->nodes, sizeof *entry);
    if (!entry)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a plane between rows");
    for (int n = 0; n < to->stations && status == RIA_SUCCESS; n++) {
      const station *of = &to->station[n];
      const int entries = add_average(from, of->radius, entry);
      for (int k = 0; k < of->count && status == RIA_SUCCESS; k++) {
        const side_node *node = &to->node[of->first + k];
        if (node->block == block && ria_range_has(cells, node->at))
          status = ria_rows_add(out, node->at, entry, entries);
      }
    }
    free(entry);
  }
  return status;
}

static ria_status this_side(void *context, int block, const ria_range *cells, ria_rows *out) {
  return add_rows(context, false, block, cells, out);
}
static ria_status other_side(void *context, int block, const ria_range *cells, ria_rows *out) {
  return add_rows(context, true, block, cells, out);
}

/* ---- outflows ---- */

/* Integral from the hub to a station: the trapezoidal rule over the first nodes of the
 * stations. */
static int add_rise(const struct rows_side *side, int to, ria_entry *entry) {
  for (int i = 0; i <= to; i++) {
    const station *of = &side->station[i];
    const side_node *node = &side->node[of->first];
    const double low = i ? side->station[i - 1].radius : of->radius;
    const double high = i < to ? side->station[i + 1].radius : of->radius;
    entry[i].block = node->block;
    memcpy(entry[i].cell, node->at, sizeof node->at);
    entry[i].weight = 0.5 * (high - low);
  }
  return to + 1;
}

static ria_status add_outlet_rows(const rows *s, bool rise, int block, const ria_range *cells,
                                  ria_rows *out) {
  ria_status status = RIA_SUCCESS;
  for (int b = 0; b < s->own->boundaries && status == RIA_SUCCESS; b++) {
    const struct rows_side *side = &s->outlet[b];
    ria_entry *entry = calloc((size_t)side->nodes + 1, sizeof *entry);
    if (!entry)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for an outflow");
    for (int n = 0; n < side->stations && status == RIA_SUCCESS; n++) {
      const station *of = &side->station[n];
      const int entries = rise ? add_rise(side, n, entry) : add_station(side, n, 1, entry);
      for (int k = 0; k < of->count && status == RIA_SUCCESS; k++) {
        const side_node *node = &side->node[of->first + k];
        if (node->block == block && ria_range_has(cells, node->at))
          status = ria_rows_add(out, node->at, entry, entries);
      }
    }
    free(entry);
  }
  return status;
}

static ria_status outlet_average(void *context, int block, const ria_range *cells, ria_rows *out) {
  return add_outlet_rows(context, false, block, cells, out);
}
static ria_status outlet_rise(void *context, int block, const ria_range *cells, ria_rows *out) {
  return add_outlet_rows(context, true, block, cells, out);
}

void rows_make_planes(rows *s) {
  s->outlet_average =
      (ria_sparse){.name = "averages of an outflow", .rows = outlet_average, .context = s};
  s->outlet_rise =
      (ria_sparse){.name = "pressure along the radius", .rows = outlet_rise, .context = s};
  s->this_side =
      (ria_sparse){.name = "averages of a plane's sides", .rows = this_side, .context = s};
  s->other_side =
      (ria_sparse){.name = "averages of a plane's other sides", .rows = other_side, .context = s};
}
