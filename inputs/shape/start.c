/* Initial states given by formulas, for the analytic cases of docs/model.md. Each function takes
 * its parameters in the order of its table entry. */
#include <math.h>
#include <stddef.h>
#include <string.h>
#include "ria/exact_math.h"
#include "ria/shape.h"

/* The arguments of a start shape. */
typedef struct {
  const double *p;
  double level, gravity, x, y, bed;
} place;

static double square(double a) {
  return a * a;
}

static double depth_under(const place *at, double level) {
  return fmax(level - at->bed, 0);
}

static ria_start rest(const place *at) {
  return (ria_start){.depth = depth_under(at, at->level)};
}

static ria_start dam(const place *at) {
  const double *p = at->p;
  double along = p[0] == 0 ? at->x : at->y;
  return (ria_start){.depth = depth_under(at, along < p[1] ? p[2] : p[3]),
                     .concentration = along < p[1] + p[6] ? p[4] : p[5]};
}

static ria_start column(const place *at) {
  const double *p = at->p;
  bool inside = ria_hypot(at->x - p[0], at->y - p[1]) < p[2];
  return (ria_start){.depth = depth_under(at, inside ? p[3] : p[4]),
                     .concentration = inside ? p[5] : 0};
}

static ria_start hump(const place *at) {
  const double *p = at->p;
  double r2 = square(at->x - p[0]) + square(at->y - p[1]);
  return (ria_start){.depth = depth_under(at, at->level + p[3] * ria_exp(-r2 / square(p[2])))};
}

/* SWASHES 4.2.1: the parabola sloshes with a straight surface. */
static ria_start bowl_planar_1d(const place *at) {
  const double *p = at->p;
  double radius = p[0], depth = p[1], shift = p[3], time = p[4];
  double w = sqrt(2 * at->gravity * depth) / radius;
  double r = (at->x - p[2]) / radius + shift * ria_cos(w * time);
  double h = fmax(depth * (1 - r * r), 0);
  return (ria_start){.depth = h, .u = h > 0 ? shift * radius * w * ria_sin(w * time) : 0};
}

/* SWASHES 4.2.2, a planar surface that rotates. */
static ria_start bowl_planar(const place *at) {
  const double *p = at->p;
  double radius = p[0], depth = p[1], dx = at->x - p[2], dy = at->y - p[3], eta = p[4], time = p[5];
  double w = sqrt(2 * at->gravity * depth) / radius;
  double lean = 2 * dx * ria_cos(w * time) + 2 * dy * ria_sin(w * time) - eta;
  double bed = depth * ((dx * dx + dy * dy) / square(radius) - 1);
  double h = fmax(eta * depth / square(radius) * lean - bed, 0);
  if (!(h > 0))
    return (ria_start){0};
  return (ria_start){
      .depth = h, .u = -eta * w * ria_sin(w * time), .v = eta * w * ria_cos(w * time)};
}

/* SWASHES 4.2.2, radially symmetric. */
static ria_start bowl_radial(const place *at) {
  const double *p = at->p;
  double radius = p[0], depth = p[1], dx = at->x - p[2], dy = at->y - p[3], r0 = p[4], time = p[5];
  double a = (square(radius) - square(r0)) / (square(radius) + square(r0));
  double w = sqrt(8 * at->gravity * depth) / radius;
  double spread = 1 - a * ria_cos(w * time), r2 = (dx * dx + dy * dy) / square(radius);
  double level = depth * (sqrt(1 - a * a) / spread - 1 - r2 * ((1 - a * a) / square(spread) - 1));
  double h = fmax(level - depth * (r2 - 1), 0);
  if (!(h > 0))
    return (ria_start){0};
  double pace = w * a * ria_sin(w * time) / (2 * spread);
  return (ria_start){.depth = h, .u = pace * dx, .v = pace * dy};
}

static ria_start tilt(const place *at) {
  const double *p = at->p;
  return (ria_start){.depth = depth_under(at, at->level + p[2] * (at->x / p[0] + at->y / p[1]))};
}

static ria_start uniform(const place *at) {
  const double *p = at->p;
  double x = p[5] > 0 ? (at->x - p[3]) / p[5] : 0, y = p[6] > 0 ? (at->y - p[4]) / p[6] : 0;
  return (ria_start){.depth = fmax(p[0], 0),
                     .u = p[1],
                     .v = p[2],
                     .concentration = p[7] * ria_exp(-(x * x + y * y) / 2)};
}

/* Linear standing tide in a closed channel, forced at x; flood runs towards x + length. */
static ria_start standing_tide(const place *at) {
  const double *p = at->p;
  double depth = p[2], w = 2 * M_PI / p[3], k = w / sqrt(at->gravity * depth);
  double phase = k * (p[4] + p[1] - at->x), time = p[5];
  double level = p[0] * ria_cos(phase) / ria_cos(k * p[1]) * ria_cos(w * time);
  double u =
      -p[0] * sqrt(at->gravity / depth) * ria_sin(phase) / ria_cos(k * p[1]) * ria_sin(w * time);
  double h = depth_under(at, at->level + level);
  return (ria_start){.depth = h, .u = h > 0 ? u : 0};
}

const ria_shape_info ria_start_shapes[] = {
    {"rest", "still water at initial.level", {{NULL, NULL, NULL, 0}}},
    {"dam",
     "still water at two levels, parted by a dam that is gone (Stoker, Ritter)",
     {{"axis", "1", "0: the dam stands across x; 1: across y", 0},
      {"position", "m", "x (or y) of the dam", NAN},
      {"left", "m", "water level at smaller x (or y)", NAN},
      {"right", "m", "water level at larger x (or y); at or below the bed: dry", NAN},
      {"tracer_left", "1", "concentration added on the left", 0},
      {"tracer_right", "1", "concentration added on the right", 0},
      {"tracer_offset", "m", "the concentration's edge lies this far beyond the dam", 0}}},
    {"column",
     "a round column of water that stands in still water (the contaminants paper, 6.4)",
     {{"x", "m", "centre", NAN},
      {"y", "m", "centre", NAN},
      {"radius", "m", "of the column", NAN},
      {"inside", "m", "water level of the column", NAN},
      {"outside", "m", "water level around it", NAN},
      {"tracer", "1", "concentration added in the column", 0}}},
    {"hump",
     "a Gaussian hump on still water at initial.level",
     {{"x", "m", "centre", NAN},
      {"y", "m", "centre", NAN},
      {"radius", "m", "where the hump is 1/e of its height", NAN},
      {"height", "m", "above initial.level", NAN}}},
    {"bowl_planar_1d",
     "Thacker's planar surface in a parabola along x (SWASHES 4.2.1)",
     {{"radius", "m", "of the bowl_1d", 1},
      {"depth", "m", "of the bowl_1d", 0.5},
      {"x", "m", "centre of the bowl_1d", 2},
      {"shift", "1", "swing of the water's middle over the radius", 0.5},
      {"time", "s", "phase: time of the exact solution", 0}}},
    {"bowl_planar",
     "Thacker's planar surface in a paraboloid (SWASHES 4.2.2)",
     {{"radius", "m", "of the bowl", 1},
      {"depth", "m", "of the bowl", 0.1},
      {"x", "m", "centre of the bowl", 2},
      {"y", "m", "centre of the bowl", 2},
      {"eta", "m", "radius on which the water's middle goes round", 0.5},
      {"time", "s", "phase: time of the exact solution", 0}}},
    {"bowl_radial",
     "Thacker's radially symmetric oscillation in a paraboloid (SWASHES 4.2.2)",
     {{"radius", "m", "of the bowl", 1},
      {"depth", "m", "of the bowl", 0.1},
      {"x", "m", "centre of the bowl", 2},
      {"y", "m", "centre of the bowl", 2},
      {"r0", "m", "radius of the water line at its least", 0.8},
      {"time", "s", "phase: time of the exact solution", 0}}},
    {"tilt",
     "still water whose surface is an inclined plane through initial.level at (0, 0)",
     {{"length", "m", "along x, on which the surface rises by `rise`", NAN},
      {"width", "m", "along y, on which it rises as much", NAN},
      {"rise", "m", "how much", 0.25}}},
    {"uniform",
     "one depth and velocity everywhere, with a Gaussian cloud of tracer",
     {{"depth", "m", "water depth", NAN},
      {"u", "m/s", "eastward velocity", 0},
      {"v", "m/s", "northward velocity", 0},
      {"x", "m", "centre of the cloud", 0},
      {"y", "m", "centre of the cloud", 0},
      {"sigma_x", "m", "standard deviation of the cloud along x; 0: endless", 0},
      {"sigma_y", "m", "standard deviation of the cloud along y; 0: endless", 0},
      {"peak", "1", "concentration added in the middle of the cloud", 0}}},
    {"standing_tide",
     "the linear standing tide in a closed channel",
     {{"amplitude", "m", "at the open end", 0.1},
      {"length", "m", "of the channel", 28000},
      {"depth", "m", "still-water depth", 20},
      {"period", "s", "of the tide", 44714.16},
      {"x", "m", "of the open end", 0},
      {"time", "s", "phase: time of the exact solution", 0}}},
    {NULL, NULL, {{NULL, NULL, NULL, 0}}},
};

typedef ria_start (*start_function)(const place *at);

/* In the order of the table. */
static const start_function functions[] = {rest,           dam,          column,      hump,
                                           bowl_planar_1d, bowl_planar,  bowl_radial, tilt,
                                           uniform,        standing_tide};

_Static_assert(sizeof functions / sizeof *functions + 1 ==
                   sizeof ria_start_shapes / sizeof *ria_start_shapes,
               "each start shape has its function");

ria_start ria_start_at(const ria_case_shape *shape, double level, double gravity, double x,
                       double y, double bed) {
  place at = {shape->p, level, gravity, x, y, bed};
  if (!shape->kind[0])
    return rest(&at);
  for (size_t i = 0; ria_start_shapes[i].name; i++)
    if (!strcmp(ria_start_shapes[i].name, shape->kind))
      return functions[i](&at);
  return (ria_start){.depth = NAN};
}

double ria_start_concentration(const ria_case_shape *shape) {
  const double *p = shape->p;
  if (!strcmp(shape->kind, "dam"))
    return fmax(p[4], p[5]);
  if (!strcmp(shape->kind, "column"))
    return p[5];
  return strcmp(shape->kind, "uniform") ? 0 : p[7];
}
