/* Metrics. A cell, and so its volume, belongs to one block; a face on a joint to the block of its
 * lower cell, and a node to the first of its copies. All blocks read the same numbers, so copies of
 * a node stay equal to the bit. Cells beyond a sliding plane continue the numbering of the block in
 * front of it; their nodes have the positions of the other side's nodes, at this side's angles.
 */
#include "metrics_inside.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Coordinates of the nodes of a range: x, r or y, theta or z. */
typedef struct {
  ria_range range;
  double *at[RIA_AXES];
} nodes;

/* `side` [4][cells of `own`]: sides of the block's own cells. */
typedef struct {
  const rows_metrics *m;
  int block;
  nodes own;
  double *side;
} task;

/* ---- coordinates ---- */

static ria_status read_nodes(const ria_block_grid *grid, int block, ria_range range, double *memory,
                             nodes *n) {
  n->range = range;
  for (int a = 0; a < RIA_AXES; a++)
    n->at[a] = memory + a * ria_range_nodes(&range);
  return ria_block_grid_nodes(grid, block, range, n->at[0], n->at[1], n->at[2]);
}

static bool has(const nodes *n, const ria_global lo[RIA_AXES], const ria_global hi[RIA_AXES]) {
  bool inside = true;
  for (int a = 0; a < RIA_AXES; a++)
    inside &= lo[a] >= n->range.lo[a] && hi[a] < n->range.hi[a];
  return inside;
}

static void coordinates(const nodes *n, const ria_global node[RIA_AXES], double point[RIA_AXES]) {
  const ria_range *r = &n->range;
  const int64_t at =
      ((node[2] - r->lo[2]) * (r->hi[1] - r->lo[1]) + node[1] - r->lo[1]) * (r->hi[0] - r->lo[0]) +
      node[0] - r->lo[0];
  for (int a = 0; a < RIA_AXES; a++)
    point[a] = n->at[a][at];
}

/* A node of a block, or one beyond a sliding plane. */
static ria_status point_of(const rows_metrics *m, int block, const ria_global node[RIA_AXES],
                           double point[RIA_AXES]) {
  ria_range one;
  bool outside = false;
  for (int a = 0; a < RIA_AXES; a++) {
    outside |= rows_past_end(m, block, a, node[a], true) != 0;
    one.lo[a] = node[a];
    one.hi[a] = node[a] + 1;
  }
  return outside ? rows_slide_point(m->slides, block, node, point)
                 : ria_block_grid_nodes(m->grid, block, one, &point[0], &point[1], &point[2]);
}

/* The 8 nodes of a cell of any block: corner e has bit a set if it is on the high side of axis
 * a. */
static ria_status corners_of(const task *t, int block, const ria_global cell[RIA_AXES],
                             double corner[8][RIA_AXES]) {
  const ria_global high[RIA_AXES] = {cell[0] + 1, cell[1] + 1, cell[2] + 1};
  double memory[24];
  nodes few;
  const nodes *n = &t->own;
  if (block != t->block || !has(n, cell, high)) {
    ria_range range;
    bool outside = false;
    for (int a = 0; a < RIA_AXES; a++) {
      range.lo[a] = cell[a];
      range.hi[a] = cell[a] + 2;
      outside |= rows_past_end(t->m, block, a, cell[a], false) != 0;
    }
    for (int e = 0; e < 8 && outside; e++)
      RIA_TRY(point_of(
          t->m, block,
          (ria_global[RIA_AXES]){cell[0] + (e & 1), cell[1] + (e >> 1 & 1), cell[2] + (e >> 2)},
          corner[e]));
    if (outside)
      return RIA_SUCCESS;
    RIA_TRY(read_nodes(t->m->grid, block, range, memory, &few));
    n = &few;
  }
  for (int e = 0; e < 8; e++) {
    const ria_global node[RIA_AXES] = {cell[0] + (e & 1), cell[1] + (e >> 1 & 1),
                                       cell[2] + (e >> 2)};
    coordinates(n, node, corner[e]);
  }
  return RIA_SUCCESS;
}

/* ---- sums ---- */

static int by_size(const void *one, const void *other) {
  const double a = *(const double *)one, b = *(const double *)other;
  const int sizes = (fabs(a) > fabs(b)) - (fabs(a) < fabs(b));
  return sizes ? sizes : (a > b) - (a < b);
}

/* The sum of terms from the smallest to the largest magnitude, so that no bit depends on the
 * numbering of nodes, faces and cells. Sorts them. */
static double sum_of(double *terms, size_t count) {
  double sum = 0;
  qsort(terms, count, sizeof *terms, by_size);
  for (size_t i = 0; i < count; i++)
    sum += terms[i];
  return sum;
}

double rows_sum_of_four(double a, double b, double c, double d) {
  return sum_of((double[]){a, b, c, d}, 4);
}

/* ---- areas and volumes ---- */

static bool is_cylindrical(const task *t) {
  return t->m->grid->system == RIA_NODES_CYLINDRICAL;
}

/* A point in the coordinates for areas: x, r^2/2 and theta; or x, y, z. */
static void flatten(const task *t, const double point[RIA_AXES], double flat[RIA_AXES]) {
  memcpy(flat, point, RIA_AXES * sizeof *flat);
  if (is_cylindrical(t))
    flat[1] = 0.5 * point[1] * point[1];
}

/* The mean radius of four nodes; 1 in a plane. */
static double mean_radius(const task *t, const double *const point[4]) {
  return is_cylindrical(t) ? 0.25 * ((point[0][1] + point[3][1]) + (point[1][1] + point[2][1])) : 1;
}

/* The area vector of the face across axis a of a cell, on its low or high side, along +a. */
static void face_area(const task *t, double corner[8][RIA_AXES], int a, int high,
                      double area[RIA_AXES]) {
  const int b = (a + 1) % RIA_AXES, c = (a + 2) % RIA_AXES, at = high << a;
  const double *const point[4] = {corner[at], corner[at | 1 << b], corner[at | 1 << c],
                                  corner[at | 1 << b | 1 << c]};
  double flat[4][RIA_AXES], one[RIA_AXES], other[RIA_AXES];
  for (int i = 0; i < 4; i++)
    flatten(t, point[i], flat[i]);
  for (int m = 0; m < RIA_AXES; m++) { /* the diagonals */
    one[m] = flat[3][m] - flat[0][m];
    other[m] = flat[2][m] - flat[1][m];
  }
  const double radius = mean_radius(t, point);
  area[0] = 0.5 * (one[1] * other[2] - one[2] * other[1]);
  area[1] = 0.5 * (one[2] * other[0] - one[0] * other[2]) * radius;
  area[2] = 0.5 * (one[0] * other[1] - one[1] * other[0]) / radius;
}

/* The volume by Gauss: a third of the sum of (middle of the face - middle of the cell) . area. */
static double volume_of(const task *t, double corner[8][RIA_AXES]) {
  double middle[RIA_AXES], flat[8][RIA_AXES], part[2 * RIA_AXES];
  for (int e = 0; e < 8; e++)
    flatten(t, corner[e], flat[e]);
  for (int m = 0; m < RIA_AXES; m++) {
    double each[8];
    for (int e = 0; e < 8; e++)
      each[e] = flat[e][m];
    middle[m] = 0.125 * sum_of(each, 8);
  }
  for (int a = 0; a < RIA_AXES; a++)
    for (int high = 0; high < 2; high++) {
      const int b = (a + 1) % RIA_AXES, c = (a + 2) % RIA_AXES, at = high << a;
      const int e[4] = {at, at | 1 << b, at | 1 << c, at | 1 << b | 1 << c};
      const double *const point[4] = {corner[e[0]], corner[e[1]], corner[e[2]], corner[e[3]]};
      const double radius = mean_radius(t, point);
      double area[RIA_AXES], sum = 0;
      face_area(t, corner, a, high, area);
      const double flat_area[RIA_AXES] = {area[0], area[1] / radius, area[2] * radius};
      for (int m = 0; m < RIA_AXES; m++) {
        const double four =
            rows_sum_of_four(flat[e[0]][m], flat[e[1]][m], flat[e[2]][m], flat[e[3]][m]);
        sum += (0.25 * four - middle[m]) * flat_area[m];
      }
      part[2 * a + high] = high ? sum : -sum;
    }
  return sum_of(part, 2 * RIA_AXES) / 3;
}

/* The sides of a cell, each the mean of two opposite faces: the sums of their components along x, r
 * and theta, and of their areas. */
static void sides_of_corners(const task *t, double corner[8][RIA_AXES], double side[4]) {
  double each[4][RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++) {
    double low[RIA_AXES], high[RIA_AXES], size = 0;
    face_area(t, corner, a, 0, low);
    face_area(t, corner, a, 1, high);
    for (int m = 0; m < RIA_AXES; m++) {
      const double mean = 0.5 * (low[m] + high[m]);
      each[m][a] = fabs(mean);
      size += mean * mean;
    }
    each[3][a] = sqrt(size);
  }
  for (int m = 0; m < 4; m++)
    side[m] = sum_of(each[m], RIA_AXES);
}

/* The index of a cell among those between the nodes that were read; -1: not among them. */
static int64_t place_in(const nodes *n, const ria_global cell[RIA_AXES]) {
  const ria_range *r = &n->range;
  int64_t place = 0;
  for (int a = RIA_AXES - 1; a >= 0; a--) {
    if (cell[a] < r->lo[a] || cell[a] + 1 >= r->hi[a])
      return -1;
    place = place * (r->hi[a] - r->lo[a] - 1) + cell[a] - r->lo[a];
  }
  return place;
}

static ria_status sides_of_cell(const task *t, int block, const ria_global cell[RIA_AXES],
                                double side[4]) {
  double corner[8][RIA_AXES];
  const int64_t place = block == t->block ? place_in(&t->own, cell) : -1;
  if (place >= 0) {
    memcpy(side, t->side + 4 * place, 4 * sizeof *side);
    return RIA_SUCCESS;
  }
  RIA_TRY(corners_of(t, block, cell, corner));
  sides_of_corners(t, corner, side);
  return RIA_SUCCESS;
}

/* ---- identity of cells ---- */

static bool is_inside(const task *t, const ria_global cell[RIA_AXES]) {
  const ria_global *cells = t->m->grid->block[t->block].cells;
  bool inside = true;
  for (int a = 0; a < RIA_AXES; a++)
    inside &= cell[a] >= 0 && cell[a] < cells[a];
  return inside;
}

static bool find_cell(const task *t, const ria_global cell[RIA_AXES], ria_node_place *place) {
  *place = (ria_node_place){.block = t->block, .map = {1, 2, 3}};
  memcpy(place->at, cell, sizeof place->at);
  return is_inside(t, cell) || rows_find_cell(t->m, t->block, cell, place);
}

/* A face in the numbering of a cell next to it. */
typedef struct {
  int block, axis, high;
  ria_global cell[RIA_AXES];
  bool turned; /* for that cell its area has the opposite sign */
} face;

static face face_of(const ria_node_place *place, int axis, int high) {
  const int along = place->map[axis];
  face f = {.block = place->block,
            .axis = abs(along) - 1,
            .high = along > 0 ? high : !high,
            .turned = along < 0};
  memcpy(f.cell, place->at, sizeof f.cell);
  return f;
}

/* Face `axis` of a place, from the lowest of the cells next to it. False: no such face. */
static bool find_face(const task *t, const ria_global at[RIA_AXES], int axis, face *f) {
  ria_node_place above, below;
  ria_global cell[RIA_AXES];
  memcpy(cell, at, sizeof cell);
  const bool here = find_cell(t, cell, &above);
  cell[axis]--;
  const bool there = find_cell(t, cell, &below);
  if (here && (!there || rows_node_order(&above, &below) < 0))
    *f = face_of(&above, axis, 0);
  else if (there)
    *f = face_of(&below, axis, 1);
  return here || there;
}

/* -1: the face is on no patch. Beyond a sliding plane walls are those of the cells in front of
 * it. */
static int patch_of(const task *t, const face *of) {
  const ria_block_grid *grid = t->m->grid;
  face back = *of;
  const face *f = &back;
  for (int a = 0; a < RIA_AXES; a++)
    back.cell[a] -= rows_past_end(t->m, of->block, a, of->cell[a], false);
  const ria_side side = ria_side_of(f->axis, f->high);
  const ria_global end = f->high ? grid->block[f->block].cells[f->axis] - 1 : 0;
  for (int p = 0; p < grid->patches && f->cell[f->axis] == end; p++) {
    const ria_node_patch *patch = &grid->patch[p];
    bool inside = patch->block == f->block && patch->side == side;
    for (int a = 0; a < RIA_AXES && inside; a++)
      inside =
          a == f->axis || (f->cell[a] >= patch->nodes.lo[a] && f->cell[a] + 1 < patch->nodes.hi[a]);
    if (inside)
      return p;
  }
  return -1;
}

int rows_metrics_patch_of(const rows_metrics *m, int block, const ria_global at[RIA_AXES],
                          int axis) {
  const task t = {.m = m, .block = block};
  face f;
  return find_face(&t, at, axis, &f) ? patch_of(&t, &f) : -1;
}

/* ---- values of a place ---- */

static ria_status fill_faces(const task *t, const ria_global at[RIA_AXES],
                             double value[ROWS_STATICS]) {
  for (int a = 0; a < RIA_AXES; a++) {
    double corner[8][RIA_AXES];
    face f;
    if (!find_face(t, at, a, &f))
      continue;
    RIA_TRY(corners_of(t, f.block, f.cell, corner));
    face_area(t, corner, f.axis, f.high, &value[AREA + RIA_AXES * a]);
    for (int m = 0; m < RIA_AXES && f.turned; m++)
      value[AREA + RIA_AXES * a + m] = -value[AREA + RIA_AXES * a + m];
    const int patch = patch_of(t, &f);
    value[OPEN + a] = patch >= 0 && t->m->is_wall[patch] ? 0 : 1;
  }
  return RIA_SUCCESS;
}

static ria_status fill_cell(const task *t, const ria_global at[RIA_AXES],
                            double value[ROWS_STATICS]) {
  ria_node_place place;
  double corner[8][RIA_AXES];
  value[VOLUME] = 1; /* avoids a division by 0 where there is no cell */
  if (!find_cell(t, at, &place))
    return RIA_SUCCESS;
  RIA_TRY(corners_of(t, place.block, place.at, corner));
  value[CELL] = 1;
  value[VOLUME] = volume_of(t, corner);
  if (!is_cylindrical(t))
    return RIA_SUCCESS;
  double source[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++) {
    double low[RIA_AXES], high[RIA_AXES];
    face_area(t, corner, a, 0, low);
    face_area(t, corner, a, 1, high);
    source[a] = high[1] - low[1];
  }
  value[SOURCE] = sum_of(source, RIA_AXES);
  return RIA_SUCCESS;
}

/* The node of the block nearest to one outside, and the number of axes along which that one is
 * outside. */
static int foot_of(const task *t, const ria_global at[RIA_AXES], ria_global foot[RIA_AXES]) {
  const ria_global *cells = t->m->grid->block[t->block].cells;
  int outside = 0;
  for (int a = 0; a < RIA_AXES; a++) {
    foot[a] = at[a] < 0 ? 0 : at[a] > cells[a] ? cells[a] : at[a];
    outside += foot[a] != at[a];
  }
  return outside;
}

static bool on_surface(const task *t, const ria_global at[RIA_AXES]) {
  const ria_global *cells = t->m->grid->block[t->block].cells;
  bool surface = false;
  for (int a = 0; a < RIA_AXES; a++)
    surface |= at[a] <= 0 || at[a] >= cells[a];
  return surface;
}

/* An eighth of the sides of the cells around a node. */
static ria_status fill_sides(const task *t, const ria_node_place *node,
                             double value[ROWS_STATICS]) {
  ria_node_place cell[ROWS_COPIES];
  double side[4][ROWS_COPIES];
  int cells;
  RIA_TRY(rows_metrics_cells_around(t->m, node->block, node->at, ROWS_COPIES, cell, &cells));
  for (int c = 0; c < cells; c++) {
    double each[4];
    RIA_TRY(sides_of_cell(t, cell[c].block, cell[c].at, each));
    for (int m = 0; m < 4; m++)
      side[m][c] = each[m];
  }
  for (int m = 0; m < 4; m++)
    value[SIDES + m] = 0.125 * sum_of(side[m], (size_t)cells);
  return RIA_SUCCESS;
}

/* A node beyond a sliding plane. */
static ria_status fill_beyond(const task *t, const ria_node_place *place,
                              double value[ROWS_STATICS]) {
  double point[RIA_AXES];
  value[NODE] = 1;
  RIA_TRY(fill_sides(t, place, value));
  RIA_TRY(point_of(t->m, place->block, place->at, point));
  value[RADIUS] = point[1];
  return RIA_SUCCESS;
}

static ria_status fill_node(const task *t, const ria_global at[RIA_AXES],
                            double value[ROWS_STATICS]) {
  ria_global foot[RIA_AXES];
  ria_node_place place = {.block = t->block}, first;
  const int outside = foot_of(t, at, foot);
  value[RADIUS] = 1;
  memcpy(place.at, at, sizeof place.at);
  if (outside && ria_block_walk_node(t->m->walk, t->block, at, &place) != RIA_PLACE_FOUND)
    return rows_find_beyond(t->m, t->block, at, true, &place) ? fill_beyond(t, &place, value)
                                                              : RIA_SUCCESS;
  /* Differences end at edges where blocks meet irregularly: copies of a node would continue
   * differently. */
  value[NODE] = !rows_is_star(t->m, t->block, foot) &&
                !(outside && rows_is_star(t->m, place.block, place.at));
  if (!outside && value[NODE] > 0 && on_surface(t, at) && rows_is_beside_star(t->m, t->block, at))
    value[NODE] = 2;
  RIA_TRY(fill_sides(t, &place, value));
  first = place;
  if (outside || on_surface(t, at))
    ria_block_walk_copies(t->m->walk, place.block, place.at, 1, &first);
  value[OWNED] =
      outside == 0 && first.block == place.block && !memcmp(first.at, place.at, sizeof first.at);
  if (!is_cylindrical(t))
    return RIA_SUCCESS;
  double point[RIA_AXES], memory[RIA_AXES];
  nodes one = t->own;
  if (first.block != t->block || !has(&one, first.at, first.at)) {
    ria_range range;
    for (int a = 0; a < RIA_AXES; a++) {
      range.lo[a] = first.at[a];
      range.hi[a] = first.at[a] + 1;
    }
    RIA_TRY(read_nodes(t->m->grid, first.block, range, memory, &one));
  }
  coordinates(&one, first.at, point);
  value[RADIUS] = point[1];
  return RIA_SUCCESS;
}

static ria_status fill_range(const task *t, const ria_range *range, double *values) {
  const int64_t count = ria_range_nodes(range);
  int64_t n = 0;
  ria_global at[RIA_AXES];
  for (at[2] = range->lo[2]; at[2] < range->hi[2]; at[2]++)
    for (at[1] = range->lo[1]; at[1] < range->hi[1]; at[1]++)
      for (at[0] = range->lo[0]; at[0] < range->hi[0]; at[0]++, n++) {
        double value[ROWS_STATICS] = {0};
        RIA_TRY(fill_node(t, at, value));
        RIA_TRY(fill_cell(t, at, value));
        RIA_TRY(fill_faces(t, at, value));
        for (int s = 0; s < ROWS_STATICS; s++)
          values[s * count + n] = value[s];
      }
  return RIA_SUCCESS;
}

/* The sides of the block's cells between the nodes that were read. */
static ria_status fill_own_sides(task *t) {
  const ria_range *r = &t->own.range;
  double *side = t->side;
  ria_global cell[RIA_AXES];
  for (cell[2] = r->lo[2]; cell[2] + 1 < r->hi[2]; cell[2]++)
    for (cell[1] = r->lo[1]; cell[1] + 1 < r->hi[1]; cell[1]++)
      for (cell[0] = r->lo[0]; cell[0] + 1 < r->hi[0]; cell[0]++, side += 4) {
        double corner[8][RIA_AXES];
        RIA_TRY(corners_of(t, t->block, cell, corner));
        sides_of_corners(t, corner, side);
      }
  return RIA_SUCCESS;
}

ria_status rows_metrics_fill(const rows_metrics *m, int block, const ria_range *range,
                             double *values) {
  /* The block's nodes around the range, read in one call. */
  const ria_global *cells = m->grid->block[block].cells;
  task t = {.m = m, .block = block};
  ria_range around;
  int64_t count = 1;
  for (int a = 0; a < RIA_AXES; a++) {
    around.lo[a] = range->lo[a] - 1 > 0 ? range->lo[a] - 1 : 0;
    around.hi[a] = range->hi[a] + 1 < cells[a] + 1 ? range->hi[a] + 1 : cells[a] + 1;
    around.hi[a] = around.hi[a] > around.lo[a] ? around.hi[a] : around.lo[a];
    count *= around.hi[a] - around.lo[a];
  }
  if (!count)
    return fill_range(&t, range, values);
  double *memory = malloc((RIA_AXES + 4) * (size_t)count * sizeof *memory);
  if (!memory)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the metrics of a block");
  ria_status status = read_nodes(m->grid, block, around, memory, &t.own);
  t.side = memory + RIA_AXES * count;
  if (status == RIA_SUCCESS)
    status = fill_own_sides(&t);
  if (status == RIA_SUCCESS)
    status = fill_range(&t, range, values);
  free(memory);
  return status;
}
