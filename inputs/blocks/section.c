/* The section of a blade passage.
 *
 *        +--------------+-------------------------+------------+   pitch / 2 above the blade
 *        |               \        above          /             |
 *        |                P ------------------- P              |
 *        |   inlet      ( ring around the blade   )    exit    |
 *        |                P ------------------- P              |
 *        |               /        below          \             |
 *        +--------------+-------------------------+------------+   pitch / 2 below
 *
 * The ring has a constant width. At its four points P five cells meet: two of the ring, two of the
 * inlet or exit, and one of the block above or below. */
#include "blocks/section.h"
#include <math.h>
#include <stdlib.h>
#include "blocks/source.h"
#include "ria/exact_math.h"

static const double degree = M_PI / 180;
static const double steepest = 30 * M_PI / 180; /* slope of the borders beyond the blade */

enum { FINE = 4000 /* number of points on the curves along which nodes are distributed */ };

typedef struct {
  const ria_block_shape *shape;
  double chord, stagger, camber, thickness;  /* m, rad, rad, in chords */
  double pitch, middle, width;               /* m; width of the ring */
  double front, back;                        /* angles of the camber line at both ends */
  int along, ring, gap, nose, tail, in, out; /* cells: side of the blade, across the ring, from the
                                                ring to the border, around both ends */
} design;

/* ---- the blade ---- */

/* The camber line: an arc of a circle; s from 0 to 1. */
static blocks_plane_point camber_point(const design *d, double s, double *angle) {
  blocks_plane_point p = {(s - 0.5) * d->chord, 0};
  const double turn = d->camber * (0.5 - s);
  if (fabs(d->camber) > 1e-6) {
    const double radius = d->chord / (2 * ria_sin(d->camber / 2));
    p.x = -radius * ria_sin(turn);
    p.y = radius * (ria_cos(turn) - ria_cos(d->camber / 2));
  }
  const double c = ria_cos(d->stagger), n = ria_sin(d->stagger);
  *angle = d->stagger + turn;
  return (blocks_plane_point){d->middle + c * p.x - n * p.y, n * p.x + c * p.y};
}

/* The blade's surface, round at both ends: half the thickness is sin t (1 + cos t / 2), whose
 * largest value is 1.101; t runs from 0 at the nose over the upper side to pi at the tail, and on.
 */
static blocks_plane_point blade_point(const design *d, double t) {
  static const double largest = 1.1009511213;
  double angle;
  const blocks_plane_point c = camber_point(d, (1 - ria_cos(t)) / 2, &angle);
  const double half = d->thickness * d->chord / 2 * ria_sin(t) * (1 + ria_cos(t) / 2) / largest;
  return (blocks_plane_point){c.x - half * ria_sin(angle), c.y + half * ria_cos(angle)};
}

/* The angle of the outward normal at t. */
static double normal_at(const design *d, double t) {
  static const double step = 1e-5;
  const blocks_plane_point a = blade_point(d, t - step), b = blade_point(d, t + step);
  return ria_atan2(b.x - a.x, -(b.y - a.y));
}

static blocks_plane_point ring_point(const design *d, double t, double part) {
  const blocks_plane_point p = blade_point(d, t);
  const double angle = normal_at(d, t), width = part * d->width;
  return (blocks_plane_point){p.x + width * ria_cos(angle), p.y + width * ria_sin(angle)};
}

static double clamp(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

/* The middle of the passage's borders: the camber line, straight and less steep beyond the blade.
 */
static double centre_line(const design *d, double x) {
  double angle;
  const blocks_plane_point nose = camber_point(d, 0, &angle), tail = camber_point(d, 1, &angle);
  if (x <= nose.x)
    return nose.y + (x - nose.x) * ria_tan(clamp(d->front, -steepest, steepest));
  if (x >= tail.x)
    return tail.y + (x - tail.x) * ria_tan(clamp(d->back, -steepest, steepest));
  double low = 0, high = 1;
  for (int n = 0; n < 50; n++) {
    const double s = (low + high) / 2;
    if (camber_point(d, s, &angle).x < x)
      low = s;
    else
      high = s;
  }
  return camber_point(d, low, &angle).y;
}

/* ---- distributions ---- */

/* From 0 to 1 with given slopes at both ends. */
static double ease(double u, double slope0, double slope1) {
  return u + (slope0 - 1) * u * (1 - u) * (1 - u) - (slope1 - 1) * u * u * (1 - u);
}

static double distance(blocks_plane_point a, blocks_plane_point b) {
  return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* t of the four points P, and the direction of the line from P to the border. The five cells at P
 * would have equal angles if this line ran straight across the passage and the ring's outward
 * normal leaned 18 degrees from it. On staggered blades that point is beyond the nose, so the line
 * leans.
 */
typedef struct {
  double t, way;
} corner;

static corner corner_of(const design *d, bool tail, bool above) {
  static const double lean = M_PI / 10, least = 25 * M_PI / 180, most = 80 * M_PI / 180;
  const double straight = tail ? d->back : M_PI + d->front, /* the normal of nose or tail */
      sign = above == tail ? 1 : -1; /* the normal turns this way from there */
  const double wanted = sign * ((above ? M_PI / 2 : -M_PI / 2) + sign * -lean - straight);
  const double turn = clamp(wanted - 2 * M_PI * round(wanted / (2 * M_PI)), least, most);
  double low = 0, high = 0.22 * M_PI;
  for (int n = 0; n < 50; n++) {
    const double from_end = (low + high) / 2, t = tail ? M_PI - from_end : from_end;
    double turned = normal_at(d, above ? t : -t) - straight;
    turned -= 2 * M_PI * round(turned / (2 * M_PI));
    if (sign * turned < turn)
      low = from_end;
    else
      high = from_end;
  }
  const double t = tail ? M_PI - low : low;
  return (corner){above ? t : 2 * M_PI - t, normal_at(d, above ? t : -t) + sign * lean};
}

/* t at the nodes of a piece of the ring: evenly spaced in the mean of the lengths along blade and
 * ring, except for the slopes at the ends. */
static double piece_length(const design *d, double t0, double t1, double *sum) {
  blocks_plane_point a = blade_point(d, t0), b = ring_point(d, t0, 1);
  sum[0] = 0;
  for (int n = 1; n <= FINE; n++) {
    const double t = t0 + (t1 - t0) * n / FINE;
    const blocks_plane_point p = blade_point(d, t), q = ring_point(d, t, 1);
    sum[n] = sum[n - 1] + (distance(a, p) + distance(b, q)) / 2;
    a = p;
    b = q;
  }
  return sum[FINE];
}

static void lay_piece(double t0, double t1, const double *sum, int cells, double slope0,
                      double slope1, double *t) {
  for (int i = 0, n = 0; i <= cells; i++) {
    const double wanted = sum[FINE] * ease((double)i / cells, slope0, slope1);
    while (n < FINE - 1 && sum[n + 1] < wanted)
      n++;
    const double part = (wanted - sum[n]) / (sum[n + 1] - sum[n]);
    t[i] = t0 + (t1 - t0) * (n + clamp(part, 0, 1)) / FINE;
  }
  t[0] = t0;
  t[cells] = t1;
}

/* The four pieces of the ring, from P below the nose on: nose, above, tail, below. */
static void ring_pieces(const design *d, double ends[4][2]) {
  const double at[4] = {corner_of(d, false, true).t, corner_of(d, true, true).t,
                        corner_of(d, true, false).t, corner_of(d, false, false).t};
  for (int p = 0; p < 4; p++) {
    ends[p][0] = p ? at[p - 1] : at[3] - 2 * M_PI;
    ends[p][1] = at[p];
  }
}

/* Choose the cells around nose and tail so that they are about as long as those along the sides. */
static ria_status count_ends(design *d) {
  double ends[4][2], length[4], *sum = malloc((FINE + 1) * sizeof *sum);
  if (!sum)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a blade passage");
  ring_pieces(d, ends);
  for (int p = 0; p < 4; p++)
    length[p] = piece_length(d, ends[p][0], ends[p][1], sum);
  free(sum);
  const double cell = (length[1] + length[3]) / (2 * d->along);
  d->nose = 2 * (int)clamp(round(0.75 * length[0] / cell), 3, d->along);
  d->tail = 2 * (int)clamp(round(0.75 * length[2] / cell), 3, d->along);
  return RIA_SUCCESS;
}

/* t at the nodes around the ring, from the middle of the nose; the last is the first plus 2 pi. */
static ria_status lay_ring(const design *d, double *t) {
  const int cells[4] = {d->nose, d->along, d->tail, d->along},
            all = d->nose + 2 * d->along + d->tail;
  double ends[4][2], length[4], *sum = malloc(4 * (FINE + 1) * sizeof *sum),
                                *from_corner = malloc(((size_t)all + 1) * sizeof *from_corner);
  if (!sum || !from_corner) {
    free(sum);
    free(from_corner);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a blade passage");
  }
  ring_pieces(d, ends);
  for (int p = 0; p < 4; p++)
    length[p] = piece_length(d, ends[p][0], ends[p][1], sum + p * (FINE + 1));
  for (int p = 0, first = 0; p < 4; first += cells[p++]) {
    double slope[2] = {1, 1}; /* cells at the ends of the sides are as long as those around nose and
                                 tail */
    for (int e = 0; e < 2 && p % 2; e++) {
      const int other = (e ? p + 1 : p + 3) % 4;
      slope[e] = clamp(length[other] / cells[other] / (length[p] / cells[p]), 0.15, 2);
    }
    lay_piece(ends[p][0], ends[p][1], sum + p * (FINE + 1), cells[p], slope[0], slope[1],
              from_corner + first);
  }
  for (int n = 0; n <= all; n++) {
    const int from = n + d->nose / 2;
    t[n] = from <= all ? from_corner[from] : from_corner[from - all] + 2 * M_PI;
  }
  free(sum);
  free(from_corner);
  return RIA_SUCCESS;
}

/* ---- blocks ---- */

static blocks_plane_point *at(blocks_section *s, int block, int i, int j) {
  return &s->block[block].point[j * s->block[block].ni + i];
}

static bool allocate(blocks_section *s, int block, int cells_i, int cells_j) {
  blocks_plane_block *b = &s->block[block];
  b->ni = cells_i + 1;
  b->nj = cells_j + 1;
  b->point = calloc((size_t)b->ni * (size_t)b->nj, sizeof *b->point);
  return b->point != NULL;
}

/* Transfinite interpolation from the four sides; u and v of a node are blends of those on the
 * sides, by length. */
static void fill(blocks_section *s, int block) {
  const int m = s->block[block].ni - 1, n = s->block[block].nj - 1;
  for (int j = 1; j < n; j++)
    for (int i = 1; i < m; i++) {
      const double u = (double)i / m, v = (double)j / n;
      const blocks_plane_point w = *at(s, block, 0, j), e = *at(s, block, m, j),
                               o = *at(s, block, i, 0), t = *at(s, block, i, n),
                               c[4] = {*at(s, block, 0, 0), *at(s, block, m, 0),
                                       *at(s, block, 0, n), *at(s, block, m, n)};
      *at(s, block, i, j) = (blocks_plane_point){
          (1 - u) * w.x + u * e.x + (1 - v) * o.x + v * t.x - (1 - u) * (1 - v) * c[0].x -
              u * (1 - v) * c[1].x - (1 - u) * v * c[2].x - u * v * c[3].x,
          (1 - u) * w.y + u * e.y + (1 - v) * o.y + v * t.y - (1 - u) * (1 - v) * c[0].y -
              u * (1 - v) * c[1].y - (1 - u) * v * c[2].y - u * v * c[3].y};
    }
}

static void fill_ring(const design *d, blocks_section *s, const double *t) {
  const int half = d->nose / 2 + d->along + d->tail / 2;
  for (int j = 0; j <= d->ring; j++)
    for (int i = 0; i <= half; i++) {
      const double part =
          block_spread(j, d->ring, d->shape->stretch[1] > 0 ? d->shape->stretch[1] : 3);
      *at(s, BLOCKS_SECTION_BLADE_ABOVE, i, j) = ring_point(d, t[i], part);
      /* the last node is the first of the upper half, to the bit */
      *at(s, BLOCKS_SECTION_BLADE_BELOW, i, j) =
          ring_point(d, i == half ? t[0] : t[half + i], part);
    }
}

/* A node on the ring, counted from the nose. */
static blocks_plane_point on_ring(const design *d, blocks_section *s, int n) {
  const int half = d->nose / 2 + d->along + d->tail / 2;
  n = (n + 2 * half) % (2 * half);
  return n <= half ? *at(s, BLOCKS_SECTION_BLADE_ABOVE, n, d->ring)
                   : *at(s, BLOCKS_SECTION_BLADE_BELOW, n - half, d->ring);
}

static blocks_plane_point border(const design *d, double x, bool above) {
  return (blocks_plane_point){x, centre_line(d, x) + (above ? 0.5 : -0.5) * d->pitch};
}

/* The point P of nose or tail, above or below. */
static blocks_plane_point corner_point(const design *d, blocks_section *s, bool tail, bool below) {
  const int n = d->nose / 2 + (tail ? d->along : 0);
  return on_ring(d, s, below ? -n : n);
}

/* x of the border points of the lines from P: the mean of the two straight lines. */
static double line_end(const design *d, blocks_section *s, bool tail) {
  double x = 0;
  for (int below = 0; below < 2; below++) {
    const blocks_plane_point p = corner_point(d, s, tail, below);
    const double way = corner_of(d, tail, !below).way, c = ria_cos(way), n = ria_sin(way);
    double length = d->pitch / 2;
    for (int i = 0; i < 8; i++) { /* to where it meets the border */
      const double there = border(d, p.x + length * c, !below).y;
      length = clamp(length + 0.5 * ((there - p.y) / n - length), 0, d->pitch);
    }
    x += (p.x + length * c) / 2;
  }
  return x;
}

/* A line from the ring to a border that leaves P in its direction. */
static void lay_line(const design *d, blocks_section *s, bool tail, bool below, double x) {
  const blocks_plane_point p = corner_point(d, s, tail, below), q = border(d, x, !below);
  const double way = corner_of(d, tail, !below).way, length = distance(p, q),
               last_cell = distance(*at(s, BLOCKS_SECTION_BLADE_ABOVE, d->nose / 2, d->ring),
                                    *at(s, BLOCKS_SECTION_BLADE_ABOVE, d->nose / 2, d->ring - 1)),
               slope = clamp(last_cell / (length / d->gap), 0.3, 1.7);
  const blocks_plane_point go = {length * ria_cos(way) - (q.x - p.x),
                                 length * ria_sin(way) - (q.y - p.y)};
  const int block = below ? BLOCKS_SECTION_BELOW : BLOCKS_SECTION_ABOVE;
  for (int n = 0; n <= d->gap; n++) {
    const double v = ease((double)n / d->gap, slope, 1), bend = v * (1 - v) * (1 - v);
    const blocks_plane_point r = {p.x + v * (q.x - p.x) + bend * go.x,
                                  p.y + v * (q.y - p.y) + bend * go.y};
    *at(s, block, tail ? d->along : 0, below ? d->gap - n : n) = n == d->gap ? q : n == 0 ? p : r;
  }
}

/* The sides of all blocks except the ring. */
static void lay_sides(const design *d, blocks_section *s) {
  const int half = d->nose / 2 + d->along + d->tail / 2, first = d->nose / 2,
            across = 2 * d->gap + d->nose, across_out = 2 * d->gap + d->tail;
  double x[4] = {d->shape->x[0], 0, 0, d->shape->x[1]};
  for (int end = 0; end < 2; end++)
    x[1 + end] = line_end(d, s, end);
  for (int end = 0; end < 2; end++)
    for (int below = 0; below < 2; below++)
      lay_line(d, s, end, below, x[1 + end]);
  /* borders and the ring */
  for (int i = 0; i <= d->along; i++) {
    *at(s, BLOCKS_SECTION_ABOVE, i, 0) = on_ring(d, s, first + i);
    *at(s, BLOCKS_SECTION_BELOW, i, d->gap) = on_ring(d, s, -first - i);
    if (i == 0 || i == d->along)
      continue;
    double part = 0;
    for (int below = 0; below < 2; below++) {
      double whole = 0, so_far = 0;
      for (int n = 0; n < d->along; n++) {
        const int sign = below ? -1 : 1;
        const double step =
            distance(on_ring(d, s, sign * (first + n)), on_ring(d, s, sign * (first + n + 1)));
        whole += step;
        so_far += n < i ? step : 0;
      }
      part += 0.5 * so_far / whole;
    }
    const double along = x[1] + part * (x[2] - x[1]);
    *at(s, BLOCKS_SECTION_ABOVE, i, d->gap) = border(d, along, true);
    *at(s, BLOCKS_SECTION_BELOW, i, 0) = border(d, along, false);
  }
  for (int i = 0; i <= d->in; i++) {
    const double along = i == d->in ? x[1] : x[0] + (x[1] - x[0]) * i / d->in;
    *at(s, BLOCKS_SECTION_INLET, i, 0) = border(d, along, false);
    *at(s, BLOCKS_SECTION_INLET, i, across) = border(d, along, true);
  }
  for (int i = 0; i <= d->out; i++) {
    const double along = i == 0 ? x[2] : i == d->out ? x[3] : x[2] + (x[3] - x[2]) * i / d->out;
    *at(s, BLOCKS_SECTION_EXIT, i, 0) = border(d, along, false);
    *at(s, BLOCKS_SECTION_EXIT, i, across_out) = border(d, along, true);
  }
  for (int out = 0; out < 2; out++) {
    const int block = out ? BLOCKS_SECTION_EXIT : BLOCKS_SECTION_INLET,
              cells = out ? across_out : across, end = out ? d->tail : d->nose,
              far = out ? d->out : 0, near = out ? 0 : d->in, side = out ? d->along : 0;
    for (int j = 0; j <= cells; j++) {
      const blocks_plane_point low = *at(s, block, far, 0), high = *at(s, block, far, cells);
      if (j > 0 && j < cells)
        *at(s, block, far, j) = (blocks_plane_point){low.x, low.y + (high.y - low.y) * j / cells};
      *at(s, block, near, j) = j < d->gap ? *at(s, BLOCKS_SECTION_BELOW, side, j)
                               : j > d->gap + end
                                   ? *at(s, BLOCKS_SECTION_ABOVE, side, j - d->gap - end)
                               : out ? on_ring(d, s, half + end / 2 - (j - d->gap))
                                     : on_ring(d, s, j - d->gap - end / 2);
    }
  }
}

/* ---- checks ---- */

double blocks_section_least_area(const blocks_section *s, int *block, int *i, int *j) {
  double least = INFINITY;
  for (int b = 0; b < BLOCKS_SECTION_BLOCKS; b++) {
    const blocks_plane_block *plane = &s->block[b];
    for (int q = 0; q + 1 < plane->nj; q++)
      for (int p = 0; p + 1 < plane->ni; p++) {
        const blocks_plane_point *x = &plane->point[q * plane->ni + p], *y = x + plane->ni;
        const blocks_plane_point c[4] = {x[0], x[1], y[1], y[0]};
        double area = INFINITY;
        for (int k = 0; k < 4; k++) {
          const blocks_plane_point o = c[k], n = c[(k + 1) % 4], m = c[(k + 3) % 4];
          area = fmin(area, 0.5 * ((n.x - o.x) * (m.y - o.y) - (n.y - o.y) * (m.x - o.x)));
        }
        if (area < least) {
          least = area;
          *block = b;
          *i = p;
          *j = q;
        }
      }
  }
  return least;
}

static ria_status check(const design *d) {
  const ria_block_shape *s = d->shape;
  if (!(s->chord > 0) || !(s->thickness >= 0.01) || !(s->thickness <= 0.4))
    return ria_fail(RIA_ERROR_CASE,
                    "the blade of '%s' has the chord %g m and the thickness %g; expected a chord "
                    "above 0 and a thickness of 0.01 to 0.4 chords",
                    s->name, s->chord, s->thickness);
  if (!(fabs(s->stagger) + fabs(s->camber) / 2 <= 75))
    return ria_fail(RIA_ERROR_CASE,
                    "the blade of '%s' has the stagger %g deg and the camber %g deg, so its angles "
                    "are %g and %g deg; expected angles within 75 deg",
                    s->name, s->stagger, s->camber, s->stagger + s->camber / 2,
                    s->stagger - s->camber / 2);
  if (s->cells[0] < 4 || s->cells[1] < 4 || s->cells[1] % 2 || s->cells[0] > 1 << 14 ||
      s->cells[1] > 1 << 14)
    return ria_fail(RIA_ERROR_CASE,
                    "the passage '%s' has %lld cells along the blade and %lld across; expected at "
                    "least 4 of both, and an even number across",
                    s->name, (long long)s->cells[0], (long long)s->cells[1]);
  const double gap = d->pitch * ria_cos(d->stagger) - s->thickness * s->chord;
  if (!(gap > 0.1 * d->pitch))
    return ria_fail(RIA_ERROR_CASE,
                    "the blades of '%s' are %.3g m apart and leave %.3g m between them; expected a "
                    "shorter chord, less stagger or thickness, or fewer blades",
                    s->name, d->pitch, gap);
  const double reach = s->chord * ria_cos(d->stagger) / 2 + 2 * d->width;
  if (s->x[0] > d->middle - reach || s->x[1] < d->middle + reach)
    return ria_fail(RIA_ERROR_CASE,
                    "the passage '%s' reaches from x = %g to %g m, but its blade with the ring "
                    "around it needs %.4g to %.4g m; expected a longer passage or a shorter chord",
                    s->name, s->x[0], s->x[1], d->middle - reach, d->middle + reach);
  return RIA_SUCCESS;
}

/* ---- the whole section ---- */

static design design_of(const ria_block_shape *s) {
  design d = {.shape = s,
              .chord = s->chord,
              .stagger = -s->stagger * degree, /* y = -r theta */
              .camber = -s->camber * degree,
              .thickness = s->thickness,
              .pitch = M_PI * (s->r[0] + s->r[1]) / (s->blades ? s->blades : 1),
              .middle = (s->x[0] + s->x[1]) / 2,
              .along = (int)s->cells[0]};
  d.front = d.stagger + d.camber / 2;
  d.back = d.stagger - d.camber / 2;
  const double gap = d.pitch * ria_cos(d.stagger) - d.thickness * d.chord;
  d.width = fmin(0.12 * d.chord, 0.2 * gap);
  d.ring = (int)(s->cells[1] + 2) / 4;
  d.gap = (int)s->cells[1] / 2 - d.ring;
  const double step = 1.3 * d.chord / d.along, reach = d.chord * ria_cos(d.stagger) / 2;
  d.in = (int)clamp(
      round((d.middle - reach - s->x[0]) / ria_cos(clamp(d.front, -steepest, steepest)) / step), 3,
      1 << 14);
  d.out = (int)clamp(
      round((s->x[1] - d.middle - reach) / ria_cos(clamp(d.back, -steepest, steepest)) / step), 3,
      1 << 14);
  return d;
}

static ria_status lay(const design *d, blocks_section *s) {
  const int half = d->nose / 2 + d->along + d->tail / 2;
  double *t = malloc((2 * (size_t)half + 1) * sizeof *t);
  const bool good = t && allocate(s, BLOCKS_SECTION_INLET, d->in, 2 * d->gap + d->nose) &&
                    allocate(s, BLOCKS_SECTION_EXIT, d->out, 2 * d->gap + d->tail) &&
                    allocate(s, BLOCKS_SECTION_ABOVE, d->along, d->gap) &&
                    allocate(s, BLOCKS_SECTION_BELOW, d->along, d->gap) &&
                    allocate(s, BLOCKS_SECTION_BLADE_ABOVE, half, d->ring) &&
                    allocate(s, BLOCKS_SECTION_BLADE_BELOW, half, d->ring);
  ria_status status =
      good ? lay_ring(d, t) : ria_fail(RIA_ERROR_MEMORY, "no memory for a blade passage");
  if (status == RIA_SUCCESS) {
    static const int inner[] = {BLOCKS_SECTION_INLET, BLOCKS_SECTION_ABOVE, BLOCKS_SECTION_BELOW,
                                BLOCKS_SECTION_EXIT};
    fill_ring(d, s, t);
    lay_sides(d, s);
    for (int b = 0; b < 4; b++)
      fill(s, inner[b]);
  }
  free(t);
  return status;
}

ria_status blocks_section_create(const ria_block_shape *shape, blocks_section **section) {
  static const char *const names[BLOCKS_SECTION_BLOCKS] = {"inlet",
                                                           "block above the blade",
                                                           "ring above the blade",
                                                           "ring below the blade",
                                                           "block below the blade",
                                                           "exit"};
  static const int sweeps = 60;
  design d = design_of(shape);
  *section = NULL;
  RIA_TRY(check(&d));
  RIA_TRY(count_ends(&d));
  blocks_section *s = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a blade passage");
  s->users = 1;
  s->pitch = d.pitch;
  ria_status status = lay(&d, s);
  if (status == RIA_SUCCESS)
    status = blocks_section_smooth(s, sweeps);
  if (status == RIA_SUCCESS && !blocks_section_straighten(s, shape->straight))
    status = ria_fail(RIA_ERROR_CASE,
                      "the passage '%s' has too few cells between blade and inlet or exit for %d "
                      "straight layers; expected fewer, more cells, or a longer passage",
                      shape->name, shape->straight);
  int block = 0, i = 0, j = 0;
  if (status == RIA_SUCCESS && !(blocks_section_least_area(s, &block, &i, &j) > 0))
    status = ria_fail(RIA_ERROR_CASE,
                      "lines of the passage '%s' cross in the %s, at cell (%d, %d); expected less "
                      "stagger, camber or thickness, or a longer passage",
                      shape->name, names[block], i, j);
  if (status == RIA_SUCCESS)
    *section = s;
  else
    blocks_section_release(s);
  return status;
}

void blocks_section_release(blocks_section *section) {
  if (--section->users > 0)
    return;
  for (int b = 0; b < BLOCKS_SECTION_BLOCKS; b++)
    free(section->block[b].point);
  free(section);
}
