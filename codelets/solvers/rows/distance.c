/* Faces of walls in a tree of boxes: a box is searched unless it is farther away than the nearest
 * face so far. The result is the least of the distances of all faces, so no bit depends on the
 * tree. A face is four triangles around the mean of its nodes, and the middle of a cell is the mean
 * of the cell's nodes: so in a thin cell on a curved wall the distance is half of its thickness. */
#include "distance.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/exact_math.h"

enum { LEAF = 4 /* faces of a leaf, at most */, MOST_SHIFTS = 3, DEPTH = 64 };

/* Corners around the face, then their mean: x, y, z. */
typedef struct {
  double point[5][RIA_AXES];
} wall_face;

/* Faces [first, first + count). The low half of an inner box is the next box; `high` is the index
 * of the other half, 0: a leaf. */
typedef struct {
  double low[RIA_AXES], high_end[RIA_AXES];
  int64_t first, count, high;
} box;

/* The walls of a row, and the period of the row: along x, y, z and around the x axis. */
typedef struct {
  int64_t faces, boxes;
  wall_face *face;
  box *box;
  int shifts;
  double shift[MOST_SHIFTS][4];
} walls;

struct rows_distance {
  const ria_block_grid *grid;
  const ria_block_walk *walk;
  walls *of_row; /* [rows + 1]: first those of blocks without a row */
};

/* ---- points ---- */

static void to_space(const ria_block_grid *grid, double point[RIA_AXES]) {
  const double r = point[1], theta = point[2];
  if (grid->system != RIA_NODES_CYLINDRICAL)
    return;
  point[1] = r * ria_cos(theta);
  point[2] = r * ria_sin(theta);
}

/* The nodes of a range in x, y, z: [nodes][3]. */
static ria_status read_points(const ria_block_grid *grid, int block, ria_range range,
                              double **points) {
  const int64_t count = ria_range_nodes(&range);
  double *at = malloc((size_t)(count + 1) * 2 * RIA_AXES * sizeof *at);
  if (!at)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the distance to walls");
  double *own = at + RIA_AXES * count;
  const ria_status status =
      ria_block_grid_nodes(grid, block, range, own, own + count, own + 2 * count);
  for (int64_t n = 0; n < count && status == RIA_SUCCESS; n++) {
    for (int a = 0; a < RIA_AXES; a++)
      at[RIA_AXES * n + a] = own[a * count + n];
    to_space(grid, at + RIA_AXES * n);
  }
  *points = at;
  return status;
}

/* ---- the distance to a face ---- */

static double dot(const double a[RIA_AXES], const double b[RIA_AXES]) {
  return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

static double square_between(const double p[RIA_AXES], const double a[RIA_AXES],
                             const double along[RIA_AXES], double part,
                             const double other[RIA_AXES], double rest) {
  double d[RIA_AXES];
  for (int i = 0; i < RIA_AXES; i++)
    d[i] = p[i] - (a[i] + (part * along[i] + rest * other[i]));
  return dot(d, d);
}

static double ratio(double part, double rest) {
  return part + rest > 0 ? part / (part + rest) : 0;
}

/* The square of the distance to a triangle: Ericson, Real-Time Collision Detection (2005), 5.1.5.
 */
static double square_to_triangle(const double p[RIA_AXES], const double a[RIA_AXES],
                                 const double b[RIA_AXES], const double c[RIA_AXES]) {
  double ab[RIA_AXES], ac[RIA_AXES], bc[RIA_AXES], ap[RIA_AXES], bp[RIA_AXES], cp[RIA_AXES];
  for (int i = 0; i < RIA_AXES; i++) {
    ab[i] = b[i] - a[i];
    ac[i] = c[i] - a[i];
    bc[i] = c[i] - b[i];
    ap[i] = p[i] - a[i];
    bp[i] = p[i] - b[i];
    cp[i] = p[i] - c[i];
  }
  const double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp),
               d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d1 <= 0 && d2 <= 0)
    return dot(ap, ap);
  if (d3 >= 0 && d4 <= d3)
    return dot(bp, bp);
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0)
    return square_between(p, a, ab, ratio(d1, -d3), ac, 0);
  if (d6 >= 0 && d5 <= d6)
    return dot(cp, cp);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0)
    return square_between(p, a, ab, 0, ac, ratio(d2, -d6));
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    return square_between(p, b, bc, ratio(d4 - d3, d5 - d6), ab, 0);
  return square_between(p, a, ab, vb / (va + vb + vc), ac, vc / (va + vb + vc));
}

static double square_to_face(const double p[RIA_AXES], const wall_face *f) {
  double least = INFINITY;
  for (int e = 0; e < 4; e++)
    least = fmin(least, square_to_triangle(p, f->point[4], f->point[e], f->point[(e + 1) % 4]));
  return least;
}

/* ---- the tree ---- */

static int shorter_half(const wall_face *f, int axis, double middle) {
  return f->point[4][axis] < middle;
}

static void swap(wall_face *a, wall_face *b) {
  const wall_face keep = *a;
  *a = *b;
  *b = keep;
}

/* Partition faces by their middles along an axis: those before `nth` are not beyond it, those
 * after it not before it. */
static void select_nth(wall_face *f, int64_t count, int64_t nth, int axis) {
  int64_t lo = 0, hi = count - 1;
  while (lo < hi) {
    const double pivot = f[lo + (hi - lo) / 2].point[4][axis];
    int64_t i = lo, j = hi;
    while (i <= j) {
      while (shorter_half(&f[i], axis, pivot))
        i++;
      while (f[j].point[4][axis] > pivot)
        j--;
      if (i <= j)
        swap(&f[i++], &f[j--]);
    }
    if (nth <= j)
      hi = j;
    else if (nth >= i)
      lo = i;
    else
      return;
  }
}

static void enclose(const walls *w, box *b) {
  for (int a = 0; a < RIA_AXES; a++) {
    b->low[a] = INFINITY;
    b->high_end[a] = -INFINITY;
  }
  for (int64_t f = b->first; f < b->first + b->count; f++)
    for (int c = 0; c < 4; c++)
      for (int a = 0; a < RIA_AXES; a++) {
        b->low[a] = fmin(b->low[a], w->face[f].point[c][a]);
        b->high_end[a] = fmax(b->high_end[a], w->face[f].point[c][a]);
      }
}

static void build(walls *w, int64_t first, int64_t count) {
  box *b = &w->box[w->boxes++];
  *b = (box){.first = first, .count = count};
  enclose(w, b);
  if (count <= LEAF)
    return;
  int longest = 0;
  for (int a = 1; a < RIA_AXES; a++)
    longest = b->high_end[a] - b->low[a] > b->high_end[longest] - b->low[longest] ? a : longest;
  select_nth(w->face + first, count, count / 2, longest);
  build(w, first, count / 2);
  b->high = w->boxes;
  build(w, first + count / 2, count - count / 2);
}

static double square_to_box(const double p[RIA_AXES], const box *b) {
  double sum = 0;
  for (int a = 0; a < RIA_AXES; a++) {
    const double d = fmax(fmax(b->low[a] - p[a], p[a] - b->high_end[a]), 0);
    sum += d * d;
  }
  return sum;
}

/* Boxes are skipped only if they are farther away by more than rounding errors. */
static bool is_far(double square, double least) {
  return square > least * (1 + 1e-9);
}

/* The square of the distance to the nearest face, at most `least`; *nearest: that face. */
static double search(const walls *w, const double p[RIA_AXES], double least, int64_t *nearest) {
  int64_t stack[DEPTH];
  int depth = 0;
  stack[depth++] = 0;
  while (depth) {
    const int64_t number = stack[--depth];
    const box *b = &w->box[number];
    if (is_far(square_to_box(p, b), least))
      continue;
    if (b->high) {
      const int64_t low = number + 1, high = b->high;
      const bool low_first = square_to_box(p, &w->box[low]) <= square_to_box(p, &w->box[high]);
      stack[depth++] = low_first ? high : low;
      stack[depth++] = low_first ? low : high;
      continue;
    }
    for (int64_t f = b->first; f < b->first + b->count; f++) {
      const double square = square_to_face(p, &w->face[f]);
      *nearest = square < least ? f : *nearest;
      least = fmin(square, least);
    }
  }
  return least;
}

/* ---- walls of the grid ---- */

static ria_status add_patch(const ria_block_grid *grid, const ria_node_patch *patch, walls *w) {
  const int axis = ria_side_axis(patch->side), one = axis == 0 ? 1 : 0, two = axis == 2 ? 1 : 2;
  const int64_t wide = patch->nodes.hi[one] - patch->nodes.lo[one],
                high = patch->nodes.hi[two] - patch->nodes.lo[two];
  wall_face *grown =
      realloc(w->face, (size_t)(w->faces + (wide - 1) * (high - 1) + 1) * sizeof *grown);
  if (!grown)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the faces of walls");
  w->face = grown;
  double *points = NULL;
  const ria_status status = read_points(grid, patch->block, patch->nodes, &points);
  for (int64_t m = 0; m + 1 < high && status == RIA_SUCCESS; m++)
    for (int64_t n = 0; n + 1 < wide; n++) {
      wall_face *f = &w->face[w->faces++];
      const int64_t corner[4] = {m * wide + n, m * wide + n + 1, (m + 1) * wide + n + 1,
                                 (m + 1) * wide + n};
      for (int c = 0; c < 4; c++)
        memcpy(f->point[c], points + RIA_AXES * corner[c], sizeof f->point[c]);
      for (int a = 0; a < RIA_AXES; a++)
        f->point[4][a] =
            0.25 * ((f->point[0][a] + f->point[2][a]) + (f->point[1][a] + f->point[3][a]));
    }
  free(points);
  return status;
}

static bool same_shift(const double a[4], const double b[4], double sign) {
  double most = 0, size = 0;
  for (int i = 0; i < 4; i++) {
    most = fmax(most, fabs(a[i] - sign * b[i]));
    size = fmax(size, fabs(a[i]));
  }
  return most <= 1e-6 * size;
}

/* A joint with faces at different places means that the row is periodic. */
static void add_shift(const ria_block_grid *grid, const ria_node_joint *joint, walls *w) {
  const bool turns = grid->system == RIA_NODES_CYLINDRICAL;
  const double shift[4] = {joint->offset[0], turns ? 0 : joint->offset[1],
                           turns ? 0 : joint->offset[2], turns ? joint->offset[2] : 0};
  bool known = !(fabs(shift[0]) + fabs(shift[1]) + fabs(shift[2]) > 0) &&
               fabs(ria_sin(shift[3] / 2)) < 1e-9; /* no offset, or whole turns */
  for (int i = 0; i < w->shifts; i++)
    known |= same_shift(shift, w->shift[i], 1) || same_shift(shift, w->shift[i], -1);
  if (!known && w->shifts < MOST_SHIFTS)
    memcpy(w->shift[w->shifts++], shift, sizeof shift);
}

static walls *walls_of(const rows_distance *d, int row) {
  return &d->of_row[row < 0 ? 0 : row + 1];
}

ria_status rows_distance_create(const ria_block_grid *grid, const ria_block_walk *walk,
                                const bool *is_sticky, rows_distance **distance) {
  rows_distance *d = *distance = calloc(1, sizeof *d);
  if (!d)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the distance to walls");
  d->grid = grid;
  d->walk = walk;
  d->of_row = calloc((size_t)grid->rows + 1, sizeof *d->of_row);
  if (!d->of_row)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the distance to walls");
  for (int p = 0; p < grid->patches; p++)
    if (is_sticky[p])
      RIA_TRY(add_patch(grid, &grid->patch[p], walls_of(d, grid->block[grid->patch[p].block].row)));
  for (int j = 0; j < grid->joints; j++)
    add_shift(grid, &grid->joint[j], walls_of(d, grid->block[grid->joint[j].block[0]].row));
  for (int r = -1; r < grid->rows; r++) {
    walls *w = walls_of(d, r);
    w->box = malloc((size_t)(w->faces + 1) * 2 * sizeof *w->box);
    if (!w->box)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the distance to walls");
    if (w->faces)
      build(w, 0, w->faces);
  }
  return RIA_SUCCESS;
}

void rows_distance_destroy(rows_distance *d) {
  if (!d)
    return;
  for (int r = 0; d->of_row && r <= d->grid->rows; r++) {
    free(d->of_row[r].face);
    free(d->of_row[r].box);
  }
  free(d->of_row);
  free(d);
}

bool rows_distance_has_wall(const rows_distance *d, int row) {
  return walls_of(d, row)->faces > 0;
}

/* ---- cells ---- */

/* Where a row is periodic, a wall shifted one way is as far from a point as the wall from the
 * point shifted the other way. `part` of each shift: -1, 0, 1. */
static void move(const walls *w, const double from[RIA_AXES], const int part[MOST_SHIFTS],
                 double to[RIA_AXES]) {
  double angle = 0;
  memcpy(to, from, RIA_AXES * sizeof *to);
  for (int i = 0; i < w->shifts; i++) {
    for (int a = 0; a < RIA_AXES; a++)
      to[a] += part[i] * w->shift[i][a];
    angle += part[i] * w->shift[i][3];
  }
  if (angle == 0)
    return;
  const double c = ria_cos(angle), s = ria_sin(angle), y = to[1], z = to[2];
  to[1] = c * y - s * z;
  to[2] = s * y + c * z;
}

/* *nearest: in: a face that is probably near; out: the nearest face. */
static double distance_of(const walls *w, const double point[RIA_AXES], int64_t *nearest) {
  int images = 1;
  double least = square_to_face(point, &w->face[*nearest]);
  for (int i = 0; i < w->shifts; i++)
    images *= 3;
  for (int n = 0; n < images; n++) {
    int part[MOST_SHIFTS] = {0};
    double image[RIA_AXES];
    for (int i = 0, rest = n; i < w->shifts; i++, rest /= 3)
      part[i] = rest % 3 == 2 ? -1 : rest % 3;
    move(w, point, part, image);
    least = search(w, image, least, nearest);
  }
  return sqrt(least);
}

/* The middle of a cell from its nodes [8][3], with strides `row` and `plane`; summed by
 * diagonals.
 */
static void middle_of(const double *first, int64_t row, int64_t plane, double middle[RIA_AXES]) {
  for (int a = 0; a < RIA_AXES; a++) {
    double node[8];
    for (int e = 0; e < 8; e++)
      node[e] = first[RIA_AXES * ((e & 1) + (e >> 1 & 1) * row + (e >> 2) * plane) + a];
    middle[a] = 0.125 * (((node[0] + node[7]) + (node[1] + node[6])) +
                         ((node[2] + node[5]) + (node[3] + node[4])));
  }
}

/* A cell outside of the current block: in the numbering of the block that contains it. */
static ria_status middle_beyond(const rows_distance *d, const ria_node_place *cell,
                                double middle[RIA_AXES]) {
  ria_range range;
  double *points = NULL;
  for (int a = 0; a < RIA_AXES; a++) {
    range.lo[a] = cell->at[a];
    range.hi[a] = cell->at[a] + 2;
  }
  const ria_status status = read_points(d->grid, cell->block, range, &points);
  if (status == RIA_SUCCESS)
    middle_of(points, 2, 4, middle);
  free(points);
  return status;
}

ria_status rows_distance_fill(const rows_distance *d, int block, const ria_range *range,
                              double *values) {
  const walls *w = walls_of(d, d->grid->block[block].row);
  const ria_global *cells = d->grid->block[block].cells;
  ria_range own;
  ria_global at[RIA_AXES];
  int64_t nearest = 0, size[RIA_AXES];
  double *points = NULL;
  bool empty = false;
  for (int a = 0; a < RIA_AXES; a++) {
    own.lo[a] = range->lo[a] > 0 ? range->lo[a] : 0;
    own.hi[a] = range->hi[a] < cells[a] ? range->hi[a] + 1 : cells[a] + 1;
    size[a] = own.hi[a] - own.lo[a];
    empty |= size[a] < 2;
  }
  ria_status status = empty ? RIA_SUCCESS : read_points(d->grid, block, own, &points);
  for (at[2] = range->lo[2]; at[2] < range->hi[2]; at[2]++)
    for (at[1] = range->lo[1]; at[1] < range->hi[1]; at[1]++)
      for (at[0] = range->lo[0]; at[0] < range->hi[0] && status == RIA_SUCCESS; at[0]++) {
        bool inside = true;
        double middle[RIA_AXES];
        ria_node_place beyond;
        *values = 0;
        for (int a = 0; a < RIA_AXES; a++)
          inside &= at[a] >= 0 && at[a] < cells[a];
        if (inside)
          middle_of(points +
                        RIA_AXES * (((at[2] - own.lo[2]) * size[1] + at[1] - own.lo[1]) * size[0] +
                                    at[0] - own.lo[0]),
                    size[0], size[0] * size[1], middle);
        else if (ria_block_walk_cell(d->walk, block, at, &beyond) == RIA_PLACE_FOUND)
          status = middle_beyond(d, &beyond, middle);
        else {
          values++;
          continue;
        }
        if (status == RIA_SUCCESS)
          *values++ = distance_of(w, middle, &nearest);
      }
  free(points);
  return status;
}
