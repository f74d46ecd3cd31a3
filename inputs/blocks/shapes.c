/* Shapes of one block: formulas from the numbers of nodes to coordinates. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "blocks/source.h"
#include "ria/exact_math.h"
#include "ria/text.h"

static const double degree = M_PI / 180;

struct block_formula {
  ria_block_shape shape;
  block_point_of *point;
  ria_global first[RIA_AXES]; /* node of the whole shape that is the block's node 0 */
  double slope, ramp;         /* wedge: tan of the ramp's angle, and ramp length over height */
};

double block_spread(ria_global i, ria_global n, double ratio) {
  if (i <= 0 || i >= n)
    return i > 0;
  if (ratio <= 0 || ratio == 1 || n < 2)
    return (double)i / (double)n;
  const double q = ria_pow(ratio, 1 / (double)(n - 1));
  return (ria_pow(q, (double)i) - 1) / (ria_pow(q, (double)n) - 1);
}

/* ---- formulas: u is where a node lies along i, j, k, each from 0 to 1 ---- */

static void box_point(const block_formula *f, const double u[RIA_AXES], double point[RIA_AXES]) {
  const ria_block_shape *s = &f->shape;
  const double *end[RIA_AXES] = {s->x, s->y, s->z};
  for (int a = 0; a < RIA_AXES; a++)
    point[a] = block_between(end[a], u[a]);
  if (s->wavy == 0)
    return;
  for (int a = 0; a < RIA_AXES; a++)
    if (u[a] <= 0 || u[a] >= 1)
      return;
  for (int a = 0; a < RIA_AXES; a++) {
    double wave = s->wavy * (end[a][1] - end[a][0]) / (double)s->cells[a];
    for (int b = 0; b < RIA_AXES; b++)
      wave *= ria_sin((b == a ? 1 : 2) * M_PI * u[b]);
    point[a] += wave;
  }
}

static void sector_point(const block_formula *f, const double u[RIA_AXES], double point[RIA_AXES]) {
  point[0] = block_between(f->shape.x, u[0]);
  point[1] = block_between(f->shape.r, u[1]);
  point[2] = block_between(f->shape.theta, u[2]) * degree;
}

static void radial_point(const block_formula *f, const double u[RIA_AXES], double point[RIA_AXES]) {
  point[0] = block_between(f->shape.x, u[2]);
  point[1] = block_between(f->shape.r, u[0]);
  point[2] = block_between(f->shape.theta, u[1]) * degree;
}

/* The angle decreases along i, so that (i, j, k) is right-handed. */
static void ring_point(const block_formula *f, const double u[RIA_AXES], double point[RIA_AXES]) {
  const double back[2] = {f->shape.theta[1], f->shape.theta[0]};
  const double angle = block_between(back, u[0]) * degree, radius = block_between(f->shape.r, u[1]);
  point[0] = radius * ria_cos(angle);
  point[1] = radius * ria_sin(angle);
  point[2] = block_between(f->shape.z, u[2]);
}

static void bump_point(const block_formula *f, const double u[RIA_AXES], double point[RIA_AXES]) {
  point[0] = block_between(f->shape.x, u[0]);
  const double wall[2] = {f->shape.bump * ria_exp(-25 * point[0] * point[0]), f->shape.height};
  point[1] = block_between(wall, u[1]);
  point[2] = block_between(f->shape.z, u[2]);
}

/* ---- the wedge ---- */

/* tan of the flow's turning angle behind a shock with tan(angle) = t, at Mach number squared m2. */
static double turning(double m2, double t) {
  static const double gamma = 1.4;
  const double sine2 = t * t / (1 + t * t);
  return 2 * (m2 * sine2 - 1) / (t * (m2 * (gamma + 1 - 2 * sine2) + 2));
}

/* Length of the ramp over the height of the passage. A shock of 45 degrees in a flow of Mach 1.6
 * turns it by the ramp's angle (tan = `slope`), meets the opposite wall one height downstream, and
 * is reflected as a shock that turns the flow back. The ramp ends where that shock meets it. */
static double ramp_length(double slope) {
  static const double gamma = 1.4, m2 = 1.6 * 1.6;
  const double normal2 = m2 / 2; /* sin^2 of 45 degrees */
  const double after2 = (1 + (gamma - 1) / 2 * normal2) / (gamma * normal2 - (gamma - 1) / 2);
  const double t = (1 - slope) / (1 + slope); /* tan of 45 degrees less the turning */
  const double m2_after = after2 * (1 + t * t) / (t * t);
  double low = 1 / sqrt(m2_after - 1), high = 2; /* the weak shock lies between */
  for (int i = 0; i < 60; i++) {
    const double middle = (low + high) / 2;
    if (turning(m2_after, middle) < slope)
      low = middle;
    else
      high = middle;
  }
  const double down = (low - slope) / (1 + low * slope); /* the shock's angle to the x axis */
  return (1 + down) / (slope + down);
}

static void wedge_point(const block_formula *f, const double u[RIA_AXES], double point[RIA_AXES]) {
  const double height = f->shape.height, length = height * f->ramp;
  const double along = 2 * u[0] - 0.5; /* in lengths of the ramp */
  const double wall[2] = {length * f->slope * fmin(fmax(along, 0), 1), height};
  point[0] = along * length;
  point[1] = block_between(wall, u[1]);
  point[2] = block_between(f->shape.z, u[2]);
}

/* ---- the table ---- */

const ria_block_shape_info ria_block_shapes[] = {
    {"box", "a box; i along x, j along y, k along z", RIA_NODES_CARTESIAN, "x y z stretch wavy"},
    {"sector", "a sector of an annulus; i along x, j along r, k along theta", RIA_NODES_CYLINDRICAL,
     "x r theta stretch"},
    {"radial-sector", "the same for radial flow; i along r, j along theta, k along x",
     RIA_NODES_CYLINDRICAL, "x r theta stretch"},
    {"ring",
     "a sector of a ring in the plane; i along the angle, from its high end, j along the "
     "radius, k along z",
     RIA_NODES_CARTESIAN, "r theta z stretch"},
    {"bump", "a channel with a bump on its lower wall; i along x, j along y, k along z",
     RIA_NODES_CARTESIAN, "x height bump z stretch"},
    {"wedge", "Denton's passage with a ramp and a reflected shock, at Mach 1.6",
     RIA_NODES_CARTESIAN, "height z"},
    {"blade-passage", "six blocks around a blade", RIA_NODES_CYLINDRICAL,
     "x r blades copies straight chord stagger camber thickness"},
    {NULL, NULL, RIA_NODES_CARTESIAN, NULL}};

const ria_block_shape_info *ria_block_shape_find(const char *kind) {
  for (const ria_block_shape_info *info = ria_block_shapes; info->name; info++)
    if (!strcmp(info->name, kind))
      return info;
  return NULL;
}

static const struct {
  const char *name;
  block_point_of *point;
  const char *side[RIA_SIDES];
} formulas[] = {
    {"box", box_point, {0}},
    {"sector", sector_point, {"inlet", "exit", "hub", "casing"}},
    {"radial-sector", radial_point, {"inlet", "exit", NULL, NULL, "hub", "casing"}},
    {"ring", ring_point, {"inlet", "exit", "inner", "outer"}},
    {"bump", bump_point, {"inlet", "exit", "lower", "upper"}},
    {"wedge", wedge_point, {"inlet", "exit", "lower", "upper"}},
};

/* ---- checks of parameters ---- */

ria_status block_shape_ends(const ria_block_shape *shape, const char *name, const double end[2],
                            double least) {
  if (isfinite(end[0]) && isfinite(end[1]) && end[0] < end[1] && end[0] >= least)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_CASE,
                  "%s of '%s' runs from %g to %g; expected two numbers, the smaller one "
                  "first%s",
                  name, shape->name, end[0], end[1],
                  least > -INFINITY ? ", and no radius below 0" : "");
}

static bool uses(const ria_block_shape_info *info, const char *parameter) {
  const size_t length = strlen(parameter);
  for (const char *p = info->parameters; (p = strstr(p, parameter)); p++)
    if ((p == info->parameters || p[-1] == ' ') && (p[length] == ' ' || !p[length]))
      return true;
  return false;
}

static ria_status check_shape(const ria_block_shape_info *info, const ria_block_shape *s) {
  if (uses(info, "x"))
    RIA_TRY(block_shape_ends(s, "x", s->x, -INFINITY));
  if (uses(info, "y"))
    RIA_TRY(block_shape_ends(s, "y", s->y, -INFINITY));
  if (uses(info, "z"))
    RIA_TRY(block_shape_ends(s, "z", s->z, -INFINITY));
  if (uses(info, "r"))
    RIA_TRY(block_shape_ends(s, "r", s->r, 0));
  if (uses(info, "theta"))
    RIA_TRY(block_shape_ends(s, "theta", s->theta, -INFINITY));
  if (uses(info, "theta") && s->theta[1] - s->theta[0] > 360 * (1 + 1e-12))
    return ria_fail(RIA_ERROR_CASE, "theta of '%s' spans %g deg; expected at most 360 deg", s->name,
                    s->theta[1] - s->theta[0]);
  if (uses(info, "height") && !(s->height > fmax(s->bump, 0)))
    return ria_fail(RIA_ERROR_CASE, "'%s' has the height %g m; expected one above %g m", s->name,
                    s->height, fmax(s->bump, 0));
  if (!strcmp(s->kind, "wedge") && s->cells[0] % 4)
    return ria_fail(
        RIA_ERROR_CASE,
        "the wedge '%s' has %lld cells along i; expected a multiple of 4, so that nodes "
        "lie on the corners of its ramp",
        s->name, (long long)s->cells[0]);
  for (int a = 0; a < RIA_AXES; a++) {
    const int cut = s->cut[a] ? s->cut[a] : 1;
    if (s->cells[a] < 1 || cut < 1 || cut > s->cells[a])
      return ria_fail(RIA_ERROR_CASE,
                      "'%s' has %lld cells along %c in %d blocks; expected at least a cell a block",
                      s->name, (long long)s->cells[a], "ijk"[a], cut);
    if (uses(info, "stretch") && s->stretch[a] < 0)
      return ria_fail(RIA_ERROR_CASE, "the stretch of '%s' is %g; expected a ratio above 0",
                      s->name, s->stretch[a]);
  }
  return RIA_SUCCESS;
}

/* ---- blocks ---- */

static ria_status formula_nodes(void *context, const ria_range *range, double *a, double *b,
                                double *c) {
  const block_formula *f = context;
  double *spread[RIA_AXES] = {NULL}, *out[RIA_AXES] = {a, b, c};
  bool good = true;
  for (int x = 0; x < RIA_AXES; x++) {
    const ria_global count = range->hi[x] - range->lo[x];
    spread[x] = malloc((size_t)count * sizeof *spread[x]);
    good &= spread[x] != NULL;
    for (ria_global i = 0; spread[x] && i < count; i++)
      spread[x][i] =
          block_spread(f->first[x] + range->lo[x] + i, f->shape.cells[x], f->shape.stretch[x]);
  }
  int64_t n = 0;
  for (ria_global k = 0; good && k < range->hi[2] - range->lo[2]; k++)
    for (ria_global j = 0; j < range->hi[1] - range->lo[1]; j++)
      for (ria_global i = 0; i < range->hi[0] - range->lo[0]; i++, n++) {
        double point[RIA_AXES];
        f->point(f, (double[]){spread[0][i], spread[1][j], spread[2][k]}, point);
        for (int x = 0; x < RIA_AXES; x++)
          out[x][n] = point[x];
      }
  for (int x = 0; x < RIA_AXES; x++)
    free(spread[x]);
  return good ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the nodes of a grid");
}

static ria_status add_formula(ria_block_grid *grid, const ria_block_shape *shape, size_t which,
                              int row, const char *name, const int part[RIA_AXES],
                              const int cut[RIA_AXES]) {
  block_formula *f = calloc(1, sizeof *f);
  if (!f)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of a grid");
  ria_global cells[RIA_AXES];
  *f = (block_formula){.shape = *shape, .point = formulas[which].point};
  f->shape.name = f->shape.row = NULL;
  if (f->point == wedge_point) {
    f->slope = turning(1.6 * 1.6, 1);
    f->ramp = ramp_length(f->slope);
  }
  for (int a = 0; a < RIA_AXES; a++) {
    f->first[a] = ria_mesh_cut(shape->cells[a], cut[a], part[a]);
    cells[a] = ria_mesh_cut(shape->cells[a], cut[a], part[a] + 1) - f->first[a];
  }
  RIA_TRY(ria_block_grid_add_block(grid, name, shape->name, row, cells, formula_nodes, free, f));
  ria_node_block *block = &grid->block[grid->blocks - 1];
  for (int s = 0; s < RIA_SIDES; s++) {
    const char *side = formulas[which].side[s];
    if (side && !(block->side[s] = strdup(side)))
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of a grid");
  }
  return RIA_SUCCESS;
}

static ria_status add_cut(ria_block_grid *grid, const ria_block_shape *shape, size_t which) {
  int cut[RIA_AXES], part[RIA_AXES], row = -1, number = 0;
  for (int a = 0; a < RIA_AXES; a++)
    cut[a] = shape->cut[a] > 0 ? shape->cut[a] : 1;
  if (shape->row || shape->blades)
    RIA_TRY(ria_block_grid_add_row(grid, shape->row ? shape->row : shape->name, shape->blades, 1,
                                   &row));
  for (part[2] = 0; part[2] < cut[2]; part[2]++)
    for (part[1] = 0; part[1] < cut[1]; part[1]++)
      for (part[0] = 0; part[0] < cut[0]; part[0]++) {
        char name[RIA_FACE_TEXT];
        snprintf(name, sizeof name, cut[0] * cut[1] * cut[2] > 1 ? "%.200s.%d" : "%.200s",
                 shape->name, ++number);
        RIA_TRY(add_formula(grid, shape, which, row, name, part, cut));
      }
  return RIA_SUCCESS;
}

ria_status ria_block_grid_add(ria_block_grid *grid, const ria_block_shape *shape) {
  const ria_block_shape_info *info = ria_block_shape_find(shape->kind);
  if (!info)
    return ria_fail(RIA_ERROR_CASE, "there is no shape '%s' of blocks", shape->kind);
  if (grid->blocks && info->system != grid->system)
    return ria_fail(RIA_ERROR_CASE,
                    "'%s' is a %s, whose nodes have the coordinates %s, but those of the blocks "
                    "before it are %s; expected shapes of one kind",
                    shape->name, shape->kind,
                    info->system == RIA_NODES_CARTESIAN ? "x, y, z" : "x, r, theta",
                    info->system == RIA_NODES_CARTESIAN ? "x, r, theta" : "x, y, z");
  RIA_TRY(check_shape(info, shape));
  grid->system = info->system;
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
    if (!strcmp(formulas[i].name, shape->kind))
      return add_cut(grid, shape, i);
  return block_passage_add(grid, shape);
}
