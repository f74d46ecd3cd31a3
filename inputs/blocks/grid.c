/* A grid: its arrays, and the coordinates from its blocks' sources. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "blocks/faces.h"
#include "blocks/source.h"
#include "ria/exact_math.h"

void *block_grid_grow(void *array, int count, size_t bytes) {
  if (count & (count - 1))
    return array;
  return realloc(array, (size_t)(count ? 2 * count : 1) * bytes);
}

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of a grid");
}

static void destroy_block(ria_node_block *block) {
  free(block->name);
  free(block->item);
  for (int s = 0; s < RIA_SIDES; s++)
    free(block->side[s]);
  if (block->source && block->source->destroy)
    block->source->destroy(block->source->context);
  free(block->source);
}

void ria_block_grid_destroy(ria_block_grid *grid) {
  for (int b = 0; b < grid->blocks; b++)
    destroy_block(&grid->block[b]);
  for (int r = 0; r < grid->rows; r++)
    free(grid->row[r].name);
  for (int p = 0; p < grid->patches; p++) {
    free(grid->patch[p].name);
    free(grid->patch[p].other);
  }
  free(grid->block);
  free(grid->row);
  free(grid->joint);
  free(grid->patch);
  *grid = (ria_block_grid){0};
}

/* ---- blocks and rows ---- */

int ria_block_grid_find_block(const ria_block_grid *grid, const char *name) {
  for (int b = 0; b < grid->blocks; b++)
    if (!strcmp(grid->block[b].name, name))
      return b;
  return -1;
}

int ria_block_grid_find_row(const ria_block_grid *grid, const char *name) {
  for (int r = 0; r < grid->rows; r++)
    if (!strcmp(grid->row[r].name, name))
      return r;
  return -1;
}

ria_status ria_block_grid_add_row(ria_block_grid *grid, const char *name, int blades, int passages,
                                  int *row) {
  *row = ria_block_grid_find_row(grid, name);
  if (*row >= 0) {
    const ria_node_row *old = &grid->row[*row];
    if (old->blades == blades && old->passages == passages)
      return RIA_SUCCESS;
    return ria_fail(RIA_ERROR_CASE,
                    "the blade row '%s' has %d blades and %d passages in one place, and %d and %d "
                    "in another; expected the same, or rows with other names",
                    name, old->blades, old->passages, blades, passages);
  }
  ria_node_row *grown = block_grid_grow(grid->row, grid->rows, sizeof *grown);
  char *copy = strdup(name);
  if (grown)
    grid->row = grown;
  if (!grown || !copy) {
    free(copy);
    return no_memory();
  }
  *row = grid->rows++;
  grid->row[*row] =
      (ria_node_row){.name = copy, .blades = blades, .passages = passages, .speed = NAN};
  return RIA_SUCCESS;
}

static ria_status check_new_block(const ria_block_grid *grid, const char *name,
                                  const ria_global cells[RIA_AXES]) {
  if (ria_block_grid_find_block(grid, name) >= 0)
    return ria_fail(RIA_ERROR_CASE, "two blocks are called '%s'; expected names that differ", name);
  for (int a = 0; a < RIA_AXES; a++)
    if (cells[a] < 1)
      return ria_fail(RIA_ERROR_CASE,
                      "block '%s' has %lld cells along %c; expected at least 1, that is 2 nodes",
                      name, (long long)cells[a], "ijk"[a]);
  return RIA_SUCCESS;
}

ria_status ria_block_grid_add_block(ria_block_grid *grid, const char *name, const char *item,
                                    int row, const ria_global cells[RIA_AXES],
                                    ria_block_nodes *nodes, void (*destroy)(void *context),
                                    void *context) {
  ria_node_block block = {.row = row, .source = calloc(1, sizeof *block.source)};
  ria_status status = check_new_block(grid, name, cells);
  if (!block.source) {
    if (destroy)
      destroy(context);
    return no_memory();
  }
  *block.source = (ria_block_source){nodes, destroy, context};
  memcpy(block.cells, cells, sizeof block.cells);
  if (status == RIA_SUCCESS) {
    ria_node_block *grown = block_grid_grow(grid->block, grid->blocks, sizeof *grown);
    if (grown)
      grid->block = grown;
    block.name = strdup(name);
    block.item = strdup(item);
    if (!grown || !block.name || !block.item)
      status = no_memory();
  }
  if (status == RIA_SUCCESS)
    grid->block[grid->blocks++] = block;
  else
    destroy_block(&block);
  return status;
}

/* ---- ranges ---- */

ria_range ria_block_grid_all_nodes(const ria_block_grid *grid, int block) {
  ria_range all = {{0}, {0}};
  for (int a = 0; a < RIA_AXES; a++)
    all.hi[a] = grid->block[block].cells[a] + 1;
  return all;
}

ria_range ria_block_grid_side_nodes(const ria_block_grid *grid, int block, ria_side side) {
  ria_range range = ria_block_grid_all_nodes(grid, block);
  const int axis = ria_side_axis(side);
  range.lo[axis] = ria_side_is_high(side) ? grid->block[block].cells[axis] : 0;
  range.hi[axis] = range.lo[axis] + 1;
  return range;
}

int64_t ria_range_nodes(const ria_range *range) {
  int64_t nodes = 1;
  for (int a = 0; a < RIA_AXES; a++)
    nodes *= range->hi[a] > range->lo[a] ? range->hi[a] - range->lo[a] : 0;
  return nodes;
}

double ria_block_grid_size(const ria_block_grid *grid) {
  double size = 0;
  for (int b = 0; b < grid->blocks; b++) {
    const ria_range all = ria_block_grid_all_nodes(grid, b);
    size += (double)ria_range_nodes(&all);
  }
  return size;
}

/* ---- nodes ---- */

static ria_status check_range(const ria_block_grid *grid, int block, const ria_range *range,
                              ria_global more) {
  for (int a = 0; a < RIA_AXES; a++) {
    const ria_global most = grid->block[block].cells[a] + more;
    if (range->lo[a] < 0 || range->hi[a] > most || range->lo[a] > range->hi[a])
      return ria_fail(
          RIA_ERROR_ARGUMENT,
          "block '%s' has no range %lld to %lld along %c; expected one within 0 to %lld",
          grid->block[block].name, (long long)range->lo[a], (long long)range->hi[a], "ijk"[a],
          (long long)most);
  }
  return RIA_SUCCESS;
}

ria_status ria_block_grid_nodes(const ria_block_grid *grid, int block, ria_range range, double *a,
                                double *b, double *c) {
  RIA_TRY(check_range(grid, block, &range, 1));
  const ria_block_source *source = grid->block[block].source;
  const int64_t nodes = ria_range_nodes(&range);
  if (!nodes)
    return RIA_SUCCESS;
  if (a && b && c)
    return source->nodes(source->context, &range, a, b, c);
  double *spare = malloc(3 * (size_t)nodes * sizeof *spare);
  if (!spare)
    return no_memory();
  const ria_status status = source->nodes(source->context, &range, a ? a : spare,
                                          b ? b : spare + nodes, c ? c : spare + 2 * nodes);
  free(spare);
  return status;
}

/* ---- volumes ---- */

static double triple(const double a[3], const double b[3], const double c[3]) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
         a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/* Volume of the trilinear cell of eight corners, x fastest: J. Grandy, Efficient computation of
 * volume of hexahedral cells, UCRL-ID-128886 (1997), eq. (17). */
static double hexahedron(double x[8][3]) {
  double d71[3], d60[3], d72[3], d30[3], d50[3], d74[3], p[3], q[3], r[3];
  for (int a = 0; a < 3; a++) {
    d71[a] = x[7][a] - x[1][a];
    d60[a] = x[6][a] - x[0][a];
    d72[a] = x[7][a] - x[2][a];
    d30[a] = x[3][a] - x[0][a];
    d50[a] = x[5][a] - x[0][a];
    d74[a] = x[7][a] - x[4][a];
    p[a] = d71[a] + d60[a];
    q[a] = d72[a] + d50[a];
    r[a] = d74[a] + d30[a];
  }
  return (triple(p, d72, d30) + triple(d60, q, d74) + triple(d71, d50, r)) / 12;
}

ria_status ria_block_grid_volumes(const ria_block_grid *grid, int block, ria_range range,
                                  double *volume) {
  RIA_TRY(check_range(grid, block, &range, 0));
  ria_range nodes = range;
  for (int a = 0; a < RIA_AXES; a++)
    nodes.hi[a] += range.hi[a] > range.lo[a];
  const int64_t count = ria_range_nodes(&range), all = ria_range_nodes(&nodes);
  if (!count)
    return RIA_SUCCESS;
  double *x = malloc(3 * (size_t)all * sizeof *x);
  if (!x)
    return no_memory();
  const ria_status status = ria_block_grid_nodes(grid, block, nodes, x, x + all, x + 2 * all);
  if (status != RIA_SUCCESS) {
    free(x);
    return status;
  }
  for (int64_t n = 0; grid->system == RIA_NODES_CYLINDRICAL && n < all; n++)
    x[all + n] *= 0.5 * x[all + n];
  const ria_global ni = nodes.hi[0] - nodes.lo[0], nj = nodes.hi[1] - nodes.lo[1];
  int64_t cell = 0;
  for (ria_global k = 0; k < range.hi[2] - range.lo[2]; k++)
    for (ria_global j = 0; j < nj - 1; j++)
      for (ria_global i = 0; i < ni - 1; i++) {
        double corner[8][3];
        for (int n = 0; n < 8; n++)
          for (int a = 0; a < 3; a++)
            corner[n][a] = x[a * all + ((k + (n >> 2)) * nj + j + (n >> 1 & 1)) * ni + i + (n & 1)];
        volume[cell++] = hexahedron(corner);
      }
  free(x);
  return RIA_SUCCESS;
}

/* ---- names of faces ---- */

const char *ria_block_grid_face_text(const ria_block_grid *grid, int block, ria_side side,
                                     char text[RIA_FACE_TEXT]) {
  snprintf(text, RIA_FACE_TEXT, "%.200s.%c%c", grid->block[block].name, "ijk"[ria_side_axis(side)],
           ria_side_is_high(side) ? '+' : '-');
  return text;
}

ria_status ria_block_grid_read_face(const ria_block_grid *grid, const char *text, int *block,
                                    ria_side *side) {
  const char *dot = strrchr(text, '.');
  const char *axis = dot && dot[1] ? strchr("ijk", dot[1]) : NULL;
  *block = -1;
  for (int b = 0; dot && b < grid->blocks; b++)
    if (!strncmp(grid->block[b].name, text, (size_t)(dot - text)) &&
        !grid->block[b].name[dot - text])
      *block = b;
  if (!axis || (dot[2] != '-' && dot[2] != '+') || dot[3] || *block < 0)
    return ria_fail(RIA_ERROR_CASE,
                    "there is no face '%.100s'; expected a block's name, one of its axes, and - or "
                    "+, such as '%.100s.i+'",
                    text, grid->blocks ? grid->block[0].name : "a");
  *side = ria_side_of((int)(axis - "ijk"), dot[2] == '+');
  return RIA_SUCCESS;
}

/* Whether a text is two names joined by a dot. */
static bool is_dotted(const char *text, const char *first, const char *second) {
  const size_t length = strlen(first);
  return !strncmp(text, first, length) && text[length] == '.' && !strcmp(text + length + 1, second);
}

bool ria_block_grid_is_patch(const ria_block_grid *grid, int patch, const char *text) {
  const ria_node_patch *p = &grid->patch[patch];
  const ria_node_block *block = &grid->block[p->block];
  char face[RIA_FACE_TEXT];
  return !strcmp(text, p->name) || is_dotted(text, block->item, p->name) ||
         is_dotted(text, block->name, p->name) ||
         (block->row >= 0 && is_dotted(text, grid->row[block->row].name, p->name)) ||
         !strcmp(text, ria_block_grid_face_text(grid, p->block, p->side, face));
}

/* ---- faces ---- */

blocks_face_point blocks_face_place(ria_node_system system, const double at[RIA_AXES]) {
  blocks_face_point point = {{at[0], at[1], at[2]}};
  if (system == RIA_NODES_CYLINDRICAL) {
    point.at[1] = at[1] * ria_cos(at[2]);
    point.at[2] = at[1] * ria_sin(at[2]);
  }
  return point;
}

void blocks_face_shift(ria_node_system system, blocks_face_point *point, ria_global points,
                       const double offset[RIA_AXES]) {
  if (offset[0] == 0 && offset[1] == 0 && offset[2] == 0)
    return;
  const bool turns = system == RIA_NODES_CYLINDRICAL;
  const double c = turns ? ria_cos(offset[2]) : 1, s = turns ? ria_sin(offset[2]) : 0;
  for (ria_global n = 0; n < points; n++) {
    const double y = point[n].at[1], z = point[n].at[2];
    point[n].at[0] += offset[0];
    point[n].at[1] = turns ? c * y - s * z : y + offset[1];
    point[n].at[2] = turns ? s * y + c * z : z + offset[2];
  }
}

static double smallest_edge(const ria_face *face) {
  double least = INFINITY, largest = 0;
  for (int pass = 0; pass < 2; pass++) { /* skip an edge of zero length */
    const double too_small = 1e-24 * largest;
    for (ria_global q = 0; q < face->size[1]; q++)
      for (ria_global p = 0; p < face->size[0]; p++) {
        const blocks_face_point *at = &face->point[q * face->size[0] + p];
        const double d[2] = {p ? blocks_face_distance2(at, at - 1) : 0,
                             q ? blocks_face_distance2(at, at - face->size[0]) : 0};
        for (int i = 0; i < 2; i++) {
          if (d[i] > largest)
            largest = d[i];
          if (pass && d[i] > too_small && d[i] < least)
            least = d[i];
        }
      }
  }
  return isfinite(least) ? sqrt(least) : 0;
}

/* Whether a face has an area. */
static bool has_area(const ria_face *face) {
  double area = 0, length = 0;
  const ria_global n0 = face->size[0], n1 = face->size[1];
  for (ria_global q = 0; q + 1 < n1; q++)
    for (ria_global p = 0; p + 1 < n0; p++) {
      const blocks_face_point *x = &face->point[q * n0 + p];
      double u[RIA_AXES], v[RIA_AXES], square = 0;
      for (int i = 0; i < RIA_AXES; i++) {
        u[i] = x[n0 + 1].at[i] - x[0].at[i];
        v[i] = x[n0].at[i] - x[1].at[i];
        length += u[i] * u[i] + v[i] * v[i];
      }
      for (int i = 0; i < RIA_AXES; i++) {
        const int j = (i + 1) % RIA_AXES, k = (i + 2) % RIA_AXES;
        square += (u[j] * v[k] - u[k] * v[j]) * (u[j] * v[k] - u[k] * v[j]);
      }
      area += sqrt(square);
    }
  return area > 1e-9 * length;
}

void blocks_face_box(ria_face *face) {
  face->low = face->high = face->point[0];
  for (ria_global n = 1; n < face->size[0] * face->size[1]; n++)
    for (int a = 0; a < RIA_AXES; a++) {
      const double x = face->point[n].at[a];
      if (x < face->low.at[a])
        face->low.at[a] = x;
      if (x > face->high.at[a])
        face->high.at[a] = x;
    }
}

ria_status blocks_face_read(const ria_block_grid *grid, int block, ria_side side, ria_range range,
                            ria_face *face) {
  const size_t nodes = (size_t)ria_range_nodes(&range);
  *face = (ria_face){.block = block, .side = side, .range = range};
  for (int i = 0; i < 2; i++) {
    const int a = blocks_face_axis(side, i);
    face->size[i] = range.hi[a] - range.lo[a];
  }
  double *x = malloc(3 * nodes * sizeof *x);
  face->point = malloc(nodes * sizeof *face->point);
  if (grid->system == RIA_NODES_CYLINDRICAL)
    face->angle = malloc(nodes * sizeof *face->angle);
  ria_status status = !x || !face->point || (grid->system == RIA_NODES_CYLINDRICAL && !face->angle)
                          ? no_memory()
                          : ria_block_grid_nodes(grid, block, range, x, x + nodes, x + 2 * nodes);
  for (size_t n = 0; status == RIA_SUCCESS && n < nodes; n++) {
    const double at[RIA_AXES] = {x[n], x[nodes + n], x[2 * nodes + n]};
    face->point[n] = blocks_face_place(grid->system, at);
    if (face->angle)
      face->angle[n] = at[2];
  }
  free(x);
  if (status != RIA_SUCCESS) {
    blocks_face_free(face);
    return status;
  }
  face->edge = smallest_edge(face);
  face->has_area = has_area(face);
  blocks_face_box(face);
  return status;
}

void blocks_face_free(ria_face *face) {
  free(face->point);
  free(face->angle);
  *face = (ria_face){0};
}

double blocks_face_tolerance(const ria_block_grid *grid, const ria_face *a, const ria_face *b,
                             double part) {
  static const double digits = 1e-13, few_digits = 5e-7; /* of the largest coordinate */
  double edge = a->edge, most = 0;
  if (edge <= 0 || (b->edge > 0 && b->edge < edge))
    edge = b->edge;
  for (int end = 0; end < 2; end++) {
    const ria_face *face = end ? b : a;
    for (int corner = 0; corner < 4; corner++) {
      const ria_global n = (corner & 1 ? face->size[0] - 1 : 0) +
                           (corner & 2 ? (face->size[1] - 1) * face->size[0] : 0);
      for (int x = 0; x < RIA_AXES; x++)
        most = fmax(most, fabs(face->point[n].at[x]));
    }
  }
  const double least = most * (grid->coarse_digits ? few_digits : digits);
  return fmax((part > 0 ? part : 0.01) * edge, fmin(least, 0.3 * edge));
}

void blocks_face_map(ria_side a, ria_side b, blocks_face_turn turn, int map[RIA_AXES]) {
  const int across = ria_side_axis(b) + 1;
  map[ria_side_axis(a)] = ria_side_is_high(a) == ria_side_is_high(b) ? -across : across;
  for (int i = 0; i < 2; i++) {
    const int axis = blocks_face_axis(b, turn.swap ? 1 - i : i) + 1;
    map[blocks_face_axis(a, i)] = turn.back[i] ? -axis : axis;
  }
}
