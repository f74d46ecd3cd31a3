/* Beds given by formulas. Each function takes its parameters in the order of its table entry. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include "ria/exact_math.h"
#include "ria/shape.h"

static double square(double a) {
  return a * a;
}

static double flat(const double *p, double x, double y) {
  (void)x, (void)y;
  return p[0];
}

static double slope(const double *p, double x, double y) {
  return p[0] + p[1] * x + p[2] * y;
}

static double bump(const double *p, double x, double y) {
  (void)y;
  double r = (x - p[1]) / p[2];
  return p[3] + p[0] * fmax(1 - r * r, 0);
}

static double island(const double *p, double x, double y) {
  double r2 = square(x - p[0]) + square(y - p[1]);
  return p[4] + p[3] * ria_exp(-r2 / square(p[2]));
}

static double cone(const double *p, double x, double y) {
  double r = ria_hypot(x - p[0], y - p[1]);
  double rise = p[3] * fmax(1 - r / p[2], 0);
  return p[4] + (p[5] > 0 ? fmin(rise, p[5]) : rise);
}

/* SWASHES 4.2.1; Thacker (1981). */
static double bowl_1d(const double *p, double x, double y) {
  (void)y;
  return p[1] * (square((x - p[2]) / p[0]) - 1);
}

/* SWASHES 4.2.2; Thacker (1981). */
static double bowl(const double *p, double x, double y) {
  return p[1] * ((square(x - p[2]) + square(y - p[3])) / square(p[0]) - 1);
}

static double tidal_flat(const double *p, double x, double y) {
  double part = fmin(fmax((x - p[2]) / p[3], 0), 1);
  double creek = p[4] * ria_exp(-square((y - p[6]) / p[5]));
  return p[0] + (p[1] - p[0]) * part - creek;
}

/* MacDonald's channel (SWASHES 3.2.1, 3.2.2): the depth h(x) is chosen, and the bed is computed so
 * that this depth is steady. */
typedef struct {
  double length, discharge, manning, amplitude, sharpness, gravity;
  double middle; /* the depth without the bulge */
} macdonald_channel;

static double macdonald_depth(const macdonald_channel *c, double x) {
  double bulge = ria_exp(-c->sharpness * square(x / c->length - 0.5));
  return c->middle * (1 + c->amplitude * bulge);
}

static double macdonald_head(const macdonald_channel *c, double x) {
  double h = macdonald_depth(c, x);
  return h + square(c->discharge / h) / (2 * c->gravity);
}

static double macdonald_friction(const macdonald_channel *c, double x) {
  double h = macdonald_depth(c, x);
  return square(c->manning * c->discharge) / (h * h * h * ria_cbrt(h));
}

/* dz/dx = (q^2/(g h^3) - 1) h' - n^2 q^2 / h^(10/3) with z(length) = 0. The first term is the slope
 * of the specific head, so only friction needs integration (Simpson; with 512 intervals its error
 * is below rounding). */
static double macdonald(const double *p, double x, double y) {
  (void)y;
  macdonald_channel c = {p[0], p[1], p[2], p[3], p[4], p[5], ria_cbrt(4 / p[5])};
  enum { INTERVALS = 512 };
  double step = (c.length - x) / INTERVALS, sum = 0;
  for (int i = 0; i <= INTERVALS; i++) {
    double weight = i == 0 || i == INTERVALS ? 1 : i % 2 ? 4 : 2;
    sum += weight * macdonald_friction(&c, x + i * step);
  }
  return macdonald_head(&c, c.length) - macdonald_head(&c, x) + sum * step / 3;
}

const ria_shape_info ria_bed_shapes[] = {
    {"flat", "a level bed", {{"elevation", "m", "bed elevation", 0}}},
    {"slope",
     "a plane",
     {{"elevation", "m", "bed elevation at x = 0, y = 0", 0},
      {"slope_x", "1", "rise a metre eastwards", NAN},
      {"slope_y", "1", "rise a metre northwards", 0}}},
    {"bump",
     "a parabolic sill across x on a level bed (SWASHES 3.1)",
     {{"height", "m", "height of the crest above the base", 0.2},
      {"centre", "m", "x of the crest", 10},
      {"half_width", "m", "from the crest to the foot", 2},
      {"base", "m", "elevation of the level bed", 0}}},
    {"island",
     "a Gaussian hill on a level bed",
     {{"x", "m", "centre", NAN},
      {"y", "m", "centre", NAN},
      {"radius", "m", "where the hill is 1/e of its height", NAN},
      {"height", "m", "height above the base", NAN},
      {"base", "m", "elevation of the level bed", NAN}}},
    {"cone",
     "a conical hill on a level bed, flat on top if cut",
     {{"x", "m", "centre", NAN},
      {"y", "m", "centre", NAN},
      {"radius", "m", "of the foot", NAN},
      {"height", "m", "height of the uncut cone above the base", NAN},
      {"base", "m", "elevation of the level bed", NAN},
      {"cut", "m", "height above the base at which the top is cut off; 0: nowhere", 0}}},
    {"bowl_1d",
     "a parabola along x (SWASHES 4.2.1)",
     {{"radius", "m", "half width at the still water line", 1},
      {"depth", "m", "depth at the centre", 0.5},
      {"x", "m", "centre", 2}}},
    {"bowl",
     "a paraboloid of revolution (SWASHES 4.2.2)",
     {{"radius", "m", "radius of the still water line", 1},
      {"depth", "m", "depth at the centre", 0.1},
      {"x", "m", "centre", 2},
      {"y", "m", "centre", 2}}},
    {"tidal_flat",
     "a bed that rises evenly along x, cut by a creek along x",
     {{"low", "m", "elevation at the seaward end and beyond", NAN},
      {"high", "m", "elevation at the landward end and beyond", NAN},
      {"x", "m", "seaward end of the slope", 0},
      {"length", "m", "length of the slope", NAN},
      {"creek_depth", "m", "depth of the creek below the slope", 0},
      {"creek_width", "m", "from its axis to 1/e of its depth", 1},
      {"creek_y", "m", "its axis", 0}}},
    {"macdonald",
     "MacDonald's channel: the bed over which a chosen depth is steady with friction (SWASHES 3.2)",
     {{"length", "m", "of the channel; the bed is 0 at x = length", 1000},
      {"discharge", "m2/s", "steady discharge per unit width", 2},
      {"manning", "s/m1/3", "Manning's n", 0.033},
      {"amplitude", "1", "of the bulge in the depth: 0.5 subcritical, -0.2 supercritical", 0.5},
      {"sharpness", "1", "of the bulge: 16 subcritical, 36 supercritical", 16},
      {"gravity", "m/s2", "of the case", 9.81}}},
    {NULL, NULL, {{NULL, NULL, NULL, 0}}},
};

typedef double (*bed_function)(const double *p, double x, double y);

/* In the order of the table. */
static const bed_function functions[] = {flat,    slope, bump,       island,   cone,
                                         bowl_1d, bowl,  tidal_flat, macdonald};

_Static_assert(sizeof functions / sizeof *functions + 1 ==
                   sizeof ria_bed_shapes / sizeof *ria_bed_shapes,
               "each bed shape has its function");

static bed_function function_of(const ria_case_shape *shape) {
  for (size_t i = 0; ria_bed_shapes[i].name; i++)
    if (!strcmp(ria_bed_shapes[i].name, shape->kind))
      return functions[i];
  return NULL;
}

double ria_bed_elevation(const ria_case_shape *shape, double x, double y) {
  bed_function bed = function_of(shape);
  return bed ? bed(shape->p, x, y) : NAN;
}

bool ria_bed_is_profile(const ria_case_shape *shape) {
  bed_function bed = function_of(shape);
  return bed == flat || bed == bump || bed == bowl_1d || bed == macdonald;
}

void ria_bed_lay(const ria_case_shape *shape, const ria_grid *grid, double *elevation) {
  const ria_global nx = grid->cells[0];
  const bool profile = ria_bed_is_profile(shape);
  for (ria_global y = 0; y < grid->cells[1]; y++) {
    double *row = elevation + y * nx;
    const double north = grid->origin[1] + ((double)y + 0.5) * grid->spacing[1];
    if (y > 0 && profile)
      memcpy(row, elevation, (size_t)nx * sizeof *row);
    for (ria_global x = 0; x < nx && !(y > 0 && profile); x++)
      row[x] =
          ria_bed_elevation(shape, grid->origin[0] + ((double)x + 0.5) * grid->spacing[0], north);
  }
}
