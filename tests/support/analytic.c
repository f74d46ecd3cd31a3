#include "analytic.h"

#include <math.h>
#include <stddef.h>

static const double g = BASIN_GRAVITY;

static void still_water(double level, double bed, double w[4]) {
  w[0] = fmax(level - bed, 0.0);
  w[1] = w[2] = 0.0;
  w[3] = w[0];
}

static double flat(double x, double y) {
  (void)x, (void)y;
  return 0.0;
}

/* ---- a lake at rest over a bump (SWASHES 3.1) ---- */

static double bump(double x, double y) {
  (void)y;
  return x > 8.0 && x < 12.0 ? 0.2 - 0.05 * (x - 10.0) * (x - 10.0) : 0.0;
}

static void lake_emerged(double x, double y, double t, double w[4]) {
  (void)t;
  still_water(0.1, bump(x, y), w);
}

static void lake_emerged_start(double x, double y, double bed, double w[4]) {
  (void)x, (void)y;
  still_water(0.1, bed, w);
}

static void lake_immersed(double x, double y, double t, double w[4]) {
  (void)t;
  still_water(0.5, bump(x, y), w);
}

static void lake_immersed_start(double x, double y, double bed, double w[4]) {
  (void)x, (void)y;
  still_water(0.5, bed, w);
}

const analytic_case analytic_lake_emerged = {.name = "lake at rest, emerged bump",
                                             .length = 25,
                                             .end = 100,
                                             .bed = bump,
                                             .exact = lake_emerged,
                                             .start = lake_emerged_start};
const analytic_case analytic_lake_immersed = {.name = "lake at rest, immersed bump",
                                              .length = 25,
                                              .end = 100,
                                              .bed = bump,
                                              .exact = lake_immersed,
                                              .start = lake_immersed_start};

/* ---- dam breaks (SWASHES 4.1) ---- */

/* The rarefaction into water of depth hl, at s = (x - x0) / t. */
static void fan(double hl, double s, double w[4]) {
  double cl = sqrt(g * hl), h = 4.0 / (9.0 * g) * (cl - s / 2) * (cl - s / 2);
  w[0] = h;
  w[1] = h * 2.0 / 3.0 * (s + cl);
}

/* The celerity between rarefaction and shock: the root of Stoker's equation between the celerities
 * of both sides. */
static double stoker_celerity(double hl, double hr) {
  double cl = sqrt(g * hl), low = sqrt(g * hr), high = cl;
  for (int i = 0; i < 200; i++) {
    double c = 0.5 * (low + high), d = c * c - g * hr;
    double f = -8.0 * g * hr * c * c * (cl - c) * (cl - c) + d * d * (c * c + g * hr);
    *(f > 0 ? &high : &low) = c;
  }
  return 0.5 * (low + high);
}

static void dam_on_wet(double hl, double hr, double x, double x0, double t, double w[4]) {
  double cl = sqrt(g * hl), cm = stoker_celerity(hl, hr);
  double hm = cm * cm / g, um = 2.0 * (cl - cm), s = t > 0 ? (x - x0) / t : (x < x0 ? -1e9 : 1e9);
  double shock = 2.0 * cm * cm * (cl - cm) / (cm * cm - g * hr);
  w[1] = w[2] = 0.0;
  if (s <= -cl) {
    w[0] = hl;
  } else if (s <= 2.0 * cl - 3.0 * cm) {
    fan(hl, s, w);
  } else if (s <= shock) {
    w[0] = hm;
    w[1] = hm * um;
  } else {
    w[0] = hr;
  }
  w[3] = s < um ? w[0] : 0.0;
}

static void stoker(double x, double y, double t, double w[4]) {
  (void)y;
  dam_on_wet(0.005, 0.001, x, 5.0, t, w);
}

static void stoker_transonic(double x, double y, double t, double w[4]) {
  (void)y;
  dam_on_wet(1.0, 0.01, x, 5.0, t, w);
}

const analytic_case analytic_stoker = {
    .name = "Stoker", .length = 10, .end = 6, .bed = flat, .exact = stoker};
const analytic_case analytic_stoker_transonic = {
    .name = "Stoker, transonic", .length = 10, .end = 0.7, .bed = flat, .exact = stoker_transonic};

/* Tracer behind x1; the fan reaches the particle there at t1 and carries it along. */
static void ritter(double x, double y, double t, double w[4]) {
  const double hl = 0.005, x0 = 5.0, x1 = 4.5;
  double cl = sqrt(g * hl), s = t > 0 ? (x - x0) / t : (x < x0 ? -1e9 : 1e9);
  double t1 = (x0 - x1) / cl;
  double edge = t <= t1 ? x1 : x0 + t * (2.0 * cl - 3.0 * cl * cbrt(t1 / t));
  (void)y;
  w[0] = w[1] = w[2] = 0.0;
  if (s <= -cl)
    w[0] = hl;
  else if (s < 2.0 * cl)
    fan(hl, s, w);
  w[3] = x < edge ? w[0] : 0.0;
}

const analytic_case analytic_ritter = {
    .name = "Ritter", .length = 10, .end = 6, .bed = flat, .exact = ritter};

/* ---- oscillations in a parabola (Thacker; SWASHES 4.2) ---- */

static double bowl(double x, double y) {
  (void)y;
  return 0.5 * ((x - 2.0) * (x - 2.0) - 1.0);
}

static void thacker(double x, double y, double t, double w[4]) {
  double h0 = 0.5, speed = sqrt(2.0 * g * h0), s = x - 2.0 + 0.5 * cos(speed * t);
  (void)y;
  w[0] = fmax(-h0 * (s * s - 1.0), 0.0);
  w[1] = w[0] * 0.5 * speed * sin(speed * t);
  w[2] = 0.0;
  w[3] = w[0];
}

static double dish(double x, double y) {
  return -0.1 * (1.0 - (x - 2.0) * (x - 2.0) - (y - 2.0) * (y - 2.0));
}

static void thacker_radial(double x, double y, double t, double w[4]) {
  double h0 = 0.1, r0 = 0.8, a = (1 - r0 * r0) / (1 + r0 * r0), speed = sqrt(8.0 * g * h0);
  double r2 = (x - 2.0) * (x - 2.0) + (y - 2.0) * (y - 2.0), k = 1 - a * cos(speed * t);
  double level = h0 * (sqrt(1 - a * a) / k - 1 - r2 * ((1 - a * a) / (k * k) - 1));
  double rate = speed * a * sin(speed * t) / (2.0 * k);
  w[0] = fmax(level - dish(x, y), 0.0);
  w[1] = w[0] * rate * (x - 2.0);
  w[2] = w[0] * rate * (y - 2.0);
  w[3] = w[0];
}

static void thacker_planar(double x, double y, double t, double w[4]) {
  double h0 = 0.1, e = 0.5, speed = sqrt(2.0 * g * h0), co = cos(speed * t), si = sin(speed * t);
  double level = e * h0 * (2.0 * (x - 2.0) * co + 2.0 * (y - 2.0) * si - e);
  w[0] = fmax(level - dish(x, y), 0.0);
  w[1] = -w[0] * e * speed * si;
  w[2] = w[0] * e * speed * co;
  w[3] = w[0];
}

const analytic_case analytic_thacker = {
    .name = "Thacker", .length = 4, .end = 2.006066680710647, .bed = bowl, .exact = thacker};
const analytic_case analytic_thacker_radial = {.name = "Thacker, radial",
                                               .length = 4,
                                               .width = 4,
                                               .end = 6.7287,
                                               .bed = dish,
                                               .exact = thacker_radial};
const analytic_case analytic_thacker_planar = {.name = "Thacker, planar",
                                               .length = 4,
                                               .width = 4,
                                               .end = 13.4571,
                                               .bed = dish,
                                               .exact = thacker_planar};

/* ---- steady flow over the bump (SWASHES 3.1.3 to 3.1.5) ---- */

/* Depth for discharge q and head `head` above the bed: the subcritical or the supercritical root.
 */
static double depth_of_head(double head, double q, bool shooting) {
  double critical = cbrt(q * q / g), low = shooting ? 1e-6 * critical : critical;
  double high = shooting ? critical : head;
  for (int i = 0; i < 200; i++) {
    double h = 0.5 * (low + high), f = h + q * q / (2.0 * g * h * h) - head;
    *((f > 0) == shooting ? &low : &high) = h;
  }
  return 0.5 * (low + high);
}

static void bump_subcritical(double x, double y, double t, double w[4]) {
  const double q = 4.42, out = 2.0;
  (void)t;
  w[0] = depth_of_head(out + q * q / (2.0 * g * out * out) - bump(x, y), q, false);
  w[1] = q;
  w[2] = 0.0;
  w[3] = w[0];
}

static void bump_transcritical(double x, double y, double t, double w[4]) {
  const double q = 1.53;
  double critical = cbrt(q * q / g);
  (void)t;
  w[0] = depth_of_head(0.2 + 1.5 * critical - bump(x, y), q, x > 10.0);
  w[1] = q;
  w[2] = 0.0;
  w[3] = w[0];
}

/* The momentum function (specific force) q2/h + g h2/2, m3/s2. */
static double momentum_function(double h, double q) {
  return q * q / h + 0.5 * g * h * h;
}

/* Transcritical over the crest, then a jump to the level outside. The jump stands where both sides
 * have the same momentum function. */
static void bump_shock(double x, double y, double t, double w[4]) {
  const double q = 0.18, out = 0.33;
  const double crest = 0.2 + 1.5 * cbrt(q * q / g), rest = out + q * q / (2.0 * g * out * out);
  double low = 11.3, high = 12.0;
  (void)t;
  for (int i = 0; i < 60; i++) {
    const double middle = 0.5 * (low + high), bed = bump(middle, y);
    const double before = momentum_function(depth_of_head(crest - bed, q, true), q);
    *(before > momentum_function(depth_of_head(rest - bed, q, false), q) ? &low : &high) = middle;
  }
  w[0] = x < low ? depth_of_head(crest - bump(x, y), q, x > 10.0)
                 : depth_of_head(rest - bump(x, y), q, false);
  w[1] = q;
  w[2] = 0.0;
  w[3] = w[0];
}

static void level_shock(double x, double y, double bed, double w[4]) {
  (void)x, (void)y;
  still_water(0.33, bed, w);
}

static void level_two(double x, double y, double bed, double w[4]) {
  (void)x, (void)y;
  still_water(2.0, bed, w);
}

static void level_low(double x, double y, double bed, double w[4]) {
  (void)x, (void)y;
  still_water(0.66, bed, w);
}

const analytic_case analytic_bump_subcritical = {
    .name = "bump, subcritical",
    .length = 25,
    .end = 300,
    .side = {{.kind = BASIN_DISCHARGE, .value = 4.42, .outside = 1},
             {.kind = BASIN_LEVEL, .value = 2.0, .outside = 1}},
    .bed = bump,
    .exact = bump_subcritical,
    .start = level_two};
const analytic_case analytic_bump_transcritical = {
    .name = "bump, transcritical",
    .length = 25,
    .end = 300,
    .side = {{.kind = BASIN_DISCHARGE, .value = 1.53, .outside = 1},
             {.kind = BASIN_LEVEL, .value = 0.66, .outside = 1}},
    .bed = bump,
    .exact = bump_transcritical,
    .start = level_low};

const analytic_case analytic_bump_shock = {
    .name = "bump, standing shock",
    .length = 25,
    .end = 1000,
    .side = {{.kind = BASIN_DISCHARGE, .value = 0.18, .outside = 1},
             {.kind = BASIN_LEVEL, .value = 0.33, .outside = 1}},
    .bed = bump,
    .exact = bump_shock,
    .start = level_shock};

/* ---- MacDonald's channels: the bed that gives a wanted depth (SWASHES 3.2) ---- */

typedef struct {
  double q, manning, swell, width;
} channel;

static const channel tranquil = {2.0, 0.033, 0.5, 16.0}, shooting = {2.5, 0.04, -0.2, 36.0};

static double channel_depth(const channel *k, double x) {
  double s = x / 1000.0 - 0.5;
  return cbrt(4.0 / g) * (1.0 + k->swell * exp(-k->width * s * s));
}

static double channel_slope(const channel *k, double x) {
  double s = x / 1000.0 - 0.5, h = channel_depth(k, x);
  double dh = cbrt(4.0 / g) * k->swell * -2.0 * k->width * s / 1000.0 * exp(-k->width * s * s);
  return (k->q * k->q / (g * h * h * h) - 1.0) * dh -
         k->manning * k->manning * k->q * k->q / pow(h, 10.0 / 3.0);
}

/* Simpson's rule from x to the lower end, where the bed is 0. */
static double channel_bed(const channel *k, double x) {
  const int parts = 2000;
  double step = (1000.0 - x) / parts, sum = channel_slope(k, x) + channel_slope(k, 1000.0);
  for (int i = 1; i < parts; i++)
    sum += (i % 2 ? 4.0 : 2.0) * channel_slope(k, x + i * step);
  return -sum * step / 3.0;
}

static double tranquil_bed(double x, double y) {
  (void)y;
  return channel_bed(&tranquil, x);
}

static double shooting_bed(double x, double y) {
  (void)y;
  return channel_bed(&shooting, x);
}

static void channel_exact(const channel *k, double x, double w[4]) {
  w[0] = channel_depth(k, x);
  w[1] = k->q;
  w[2] = 0.0;
  w[3] = w[0];
}

static void macdonald(double x, double y, double t, double w[4]) {
  (void)y, (void)t;
  channel_exact(&tranquil, x, w);
}

static void macdonald_supercritical(double x, double y, double t, double w[4]) {
  (void)y, (void)t;
  channel_exact(&shooting, x, w);
}

/* Depth of both channels at their ends: cbrt(4/g) (1 + swell exp(-width/4)). */
#define TRANQUIL_END 0.7483235583183894
#define SHOOTING_END 0.7415144329334475

static void tranquil_start(double x, double y, double bed, double w[4]) {
  (void)x, (void)y;
  still_water(channel_depth(&tranquil, 1000.0), bed, w);
}

static void shooting_start(double x, double y, double bed, double w[4]) {
  (void)x, (void)y, (void)bed;
  w[0] = w[1] = w[2] = w[3] = 0.0;
}

const analytic_case analytic_macdonald = {
    .name = "MacDonald",
    .length = 1000,
    .end = 3000,
    .manning = 0.033,
    .side = {{.kind = BASIN_DISCHARGE, .value = 2.0, .outside = 1},
             {.kind = BASIN_LEVEL, .value = TRANQUIL_END, .outside = 1}},
    .bed = tranquil_bed,
    .exact = macdonald,
    .start = tranquil_start};
const analytic_case analytic_macdonald_supercritical = {
    .name = "MacDonald, supercritical",
    .length = 1000,
    .end = 3000,
    .manning = 0.04,
    .side = {{.kind = BASIN_DISCHARGE, .value = 2.5, .height = SHOOTING_END, .outside = 1},
             {.kind = BASIN_OPEN}},
    .bed = shooting_bed,
    .exact = macdonald_supercritical,
    .start = shooting_start};

/* ---- a standing tide in a closed channel ---- */

static const double tide_length = 28000.0, tide_depth = 20.0, tide_rise = 0.1;

double analytic_tide_speed(void) {
  return 2.0 * 3.14159265358979323846 / 44714.16;
}

double analytic_tide_end(void) {
  return tide_rise / cos(analytic_tide_speed() / sqrt(g * tide_depth) * tide_length);
}

static double tide_level(double t) {
  return tide_rise * cos(analytic_tide_speed() * t);
}

static double tide_bed(double x, double y) {
  (void)x, (void)y;
  return -tide_depth;
}

static void tide(double x, double y, double t, double w[4]) {
  double speed = analytic_tide_speed(), k = speed / sqrt(g * tide_depth);
  double level = analytic_tide_end() * cos(k * (tide_length - x)) * cos(speed * t);
  double u =
      -analytic_tide_end() * sqrt(g / tide_depth) * sin(k * (tide_length - x)) * sin(speed * t);
  (void)y;
  w[0] = tide_depth + level;
  w[1] = w[0] * u;
  w[2] = 0.0;
  w[3] = w[0];
}

const analytic_case analytic_tide = {
    .name = "standing tide",
    .length = 28000,
    .end = 2 * 44714.16,
    .side = {{.kind = BASIN_LEVEL, .at = tide_level, .outside = 1}, {.kind = BASIN_WALL}},
    .bed = tide_bed,
    .exact = tide};
