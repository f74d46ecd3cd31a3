/** \file
 * Runup on a slope against exact solutions: the position of the water's edge.
 *
 * - The planar surface in a parabolic bowl (Thacker 1981, in one dimension; SWASHES 4.2.1).
 * - A non-breaking solitary wave on a plane beach (Synolakis, J. Fluid Mech. 185, 1987): height
 *   0.019 depths, slope 1:19.85. Carrier and Greenspan's transformation gives the edge. */
#ifndef RIA_VALIDATION_RUNUP_H
#define RIA_VALIDATION_RUNUP_H

#include "basin.h"
#include "tests.h"
#include <math.h>
#include <stdlib.h>

/** The scheme. Zeros: order 1 in double precision with CFL number 0.9 and the case's `dry`. */
typedef struct {
  int order;
  bool minmod, full_viscosity, single;
  double cfl;
  double dry;     /**< m */
  double periods; /**< bowl: number of periods; 0: one */
  int cells;      /**< bowl: cells, 0: 200; beach: cells for each depth, 0: 10 */
  /** Called with every sample of an edge: time, exact and computed position, m. NULL: no call. */
  void (*trace)(double t, double exact, double computed);
} runup_options;

/** Statistics of the water's edge over all samples. */
typedef struct {
  double worst, rms;      /**< error of the position over the range of the exact ones */
  double highest, lowest; /**< edge, m above the still water */
  double exact_highest, exact_lowest;
  double mass; /**< relative change of the volume */
} runup_result;

/* Position (in cells) where the depth first falls to `film`, going in direction `step` = 1 or -1
 * from cell `from`; cell i has its centre at i + 0.5. Linear between centres. */
static inline double runup_edge(const double *h, int n, int from, int step, double film) {
  int i = from;
  while (i + 2 * step >= 0 && i + 2 * step < n && h[i + step] > film)
    i += step;
  return i + 0.5 + step * (h[i] - film) / (h[i] - h[i + step]);
}

typedef struct {
  double square, range; /* m2; m: range of the exact edge */
  int count;
} runup_sums;

static inline void runup_sample(const runup_options *o, runup_result *r, runup_sums *s, double t,
                                double exact, double computed) {
  const double error = fabs(computed - exact);
  r->worst = fmax(r->worst, error);
  s->square += error * error;
  s->count++;
  if (o->trace)
    o->trace(t, exact, computed);
}

/* Divide the errors by the range. */
static inline void runup_finish(runup_result *r, const runup_sums *s) {
  r->rms = sqrt(s->square / s->count) / s->range;
  r->worst /= s->range;
}

static inline void runup_heights(runup_result *r, double exact, double computed) {
  r->exact_highest = fmax(r->exact_highest, exact);
  r->exact_lowest = fmin(r->exact_lowest, exact);
  r->highest = fmax(r->highest, computed);
  r->lowest = fmin(r->lowest, computed);
}

static inline double runup_volume(const double *h, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += h[i];
  return sum;
}

/* One cell across, so wide that it does not bound the time step. */
static inline basin *runup_basin(const runup_options *o, int cells, double dx, double dry,
                                 basin_setup setup) {
  setup.nx = cells;
  setup.ny = 1;
  setup.dx = dx;
  setup.dy = 1e6 * dx;
  setup.order = o->order;
  setup.minmod = o->minmod;
  setup.full_viscosity = o->full_viscosity;
  setup.single = o->single;
  setup.cfl = o->cfl > 0 ? o->cfl : 0.9;
  setup.dry = o->dry > 0 ? o->dry : dry;
  return basin_create(&setup);
}

/* ---- the bowl: depth 0.5 m, half as wide as 1 m at rest, in 4 m ---- */

static const double runup_bowl_depth = 0.5, runup_bowl_swing = 0.5, runup_bowl_middle = 2;
static const double runup_bowl_film = 0.01; /* m: the edge is where the water is so deep */

static inline double runup_bowl_speed(void) {
  return sqrt(2 * BASIN_GRAVITY * runup_bowl_depth);
}

static inline double runup_bowl_bed(const void *context, double x, double y) {
  (void)context, (void)y;
  const double s = x - runup_bowl_middle;
  return runup_bowl_depth * (s * s - 1);
}

static inline double runup_bowl_centre(double t) {
  return runup_bowl_middle - runup_bowl_swing * cos(runup_bowl_speed() * t);
}

static inline void runup_bowl_start(const void *context, double x, double y, double bed,
                                    double w[4]) {
  (void)context, (void)y, (void)bed;
  const double s = x - runup_bowl_centre(0);
  w[0] = fmax(runup_bowl_depth * (1 - s * s), 0);
  w[1] = w[2] = w[3] = 0;
}

/** Runs the oscillations in the bowl.  */
static inline runup_result runup_bowl(const runup_options *o) {
  enum { SAMPLES = 40 };
  const double film = runup_bowl_film, period = 2 * M_PI / runup_bowl_speed();
  const int n = o->cells ? o->cells : 200;
  const double dx = 4.0 / n, periods = o->periods > 0 ? o->periods : 1;
  const double half = sqrt(1 - film / runup_bowl_depth);
  double *h = malloc((size_t)n * sizeof *h);
  runup_result r = {0};
  runup_sums s = {.range = 2 * runup_bowl_swing};
  assert_non_null(h);
  basin *b =
      runup_basin(o, n, dx, 1e-7, (basin_setup){.bed = runup_bowl_bed, .start = runup_bowl_start});
  basin_field(b, 0, h);
  const double before = runup_volume(h, n);
  for (int i = 1; i <= SAMPLES * periods; i++) {
    const double t = i * period / SAMPLES, centre = runup_bowl_centre(t);
    basin_advance(b, t, -1);
    basin_field(b, 0, h);
    for (int step = -1; step <= 1; step += 2) {
      const double x = dx * runup_edge(h, n, (int)(centre / dx), step, film);
      const double exact = centre + step * half;
      runup_sample(o, &r, &s, t, exact, x);
      runup_heights(&r, runup_bowl_bed(NULL, exact, 0), runup_bowl_bed(NULL, x, 0));
    }
  }
  r.mass = runup_volume(h, n) / before - 1;
  basin_destroy(b);
  free(h);
  runup_finish(&r, &s);
  return r;
}

/* ---- the beach: 1 m of water, its edge at rest at x = 0, its toe at x = 19.85 m ---- */

static const double runup_beach_cot = 19.85, runup_wave_height = 0.019;
static const double runup_dry_end = 5, runup_deep_end = 80; /* m of the grid on both sides */

/* The decay rate of the solitary wave away from its crest, 1/m. */
static inline double runup_wave_decay(void) {
  return sqrt(0.75 * runup_wave_height);
}

/* Initial position of its crest, at which the level at the toe is a twentieth of its height. */
static inline double runup_wave_place(void) {
  return runup_beach_cot + acosh(sqrt(20)) / runup_wave_decay();
}

/* The grid begins on dry land: x of the grid is x of the beach + runup_dry_end. */
static inline double runup_beach_bed(const void *context, double x, double y) {
  (void)context, (void)y;
  return fmax(-(x - runup_dry_end) / runup_beach_cot, -1);
}

static inline void runup_beach_start(const void *context, double x, double y, double bed,
                                     double w[4]) {
  const double s = runup_wave_decay() * (x - runup_dry_end - runup_wave_place());
  const double level = runup_wave_height / (cosh(s) * cosh(s));
  (void)context, (void)y;
  w[0] = fmax(level - bed, 0);
  w[1] = bed > 0 ? 0 : -2 * w[0] * (sqrt(BASIN_GRAVITY * (1 + level)) - sqrt(BASIN_GRAVITY));
  w[2] = w[3] = 0;
}

/* Level (0) or its rate of change (1) at the edge after linear theory, Synolakis' eq. (2.7): the
 * wave's spectrum, (2/3) k / sinh(pi k / 2 decay), times what the beach makes of each wave. */
static inline double runup_linear_edge(double t, int rate) {
  const double dk = 1e-3, celerity = sqrt(BASIN_GRAVITY), last = 3;
  double sum = 0;
  for (double k = 0.5 * dk; k < last; k += dk) {
    const double spectrum = 2.0 / 3 * k / sinh(0.5 * M_PI * k / runup_wave_decay());
    const double phase = k * (runup_wave_place() - runup_beach_cot - celerity * t);
    const double a = j0(2 * k * runup_beach_cot), b = j1(2 * k * runup_beach_cot);
    const double even = (a * cos(phase) - b * sin(phase)) / (a * a + b * b);
    const double odd = (a * sin(phase) + b * cos(phase)) / (a * a + b * b);
    sum += 4 * dk * spectrum * (rate ? k * celerity * odd : even);
  }
  return sum;
}

enum { RUNUP_TIMES = 400 };

/* The exact solution: at some times, s, how far up the beach the water is `film` deep, m. */
typedef struct {
  double time[RUNUP_TIMES], up[RUNUP_TIMES];
} runup_exact;

/* Carrier and Greenspan: at t = s - v cot / g the edge has the level R(s) - v2 / 2g and the
 * velocity v = cot dR/ds, R being the level of linear theory. There the depth falls by 1 / cot +
 * dv/dt / g a metre. */
static inline void runup_solve(double end, double film, runup_exact *e) {
  const double cot = runup_beach_cot, ds = end / (RUNUP_TIMES - 10);
  double v[RUNUP_TIMES + 2];
  for (int i = 0; i < RUNUP_TIMES + 2; i++)
    v[i] = cot * runup_linear_edge((i - 1) * ds, 1);
  for (int i = 0; i < RUNUP_TIMES; i++) {
    const double s = i * ds, here = v[i + 1], rate = (v[i + 2] - v[i]) / (2 * ds);
    const double level = runup_linear_edge(s, 0) - here * here / (2 * BASIN_GRAVITY);
    const double pace = 1 - rate * cot / BASIN_GRAVITY; /* dt/ds */
    e->time[i] = s - here * cot / BASIN_GRAVITY;
    e->up[i] = level * cot - film / (1 / cot + rate / pace / BASIN_GRAVITY);
  }
}

static inline double runup_at(const runup_exact *e, double t) {
  int i = 0;
  while (i < RUNUP_TIMES - 2 && e->time[i + 1] < t)
    i++;
  return e->up[i] + (e->up[i + 1] - e->up[i]) * (t - e->time[i]) / (e->time[i + 1] - e->time[i]);
}

/** The wave on the beach until it has run down. The edge is where the water is 1 mm deep. */
static inline runup_result runup_beach(const runup_options *o) {
  enum { SAMPLES = 160 };
  const int a_depth = o->cells ? o->cells : 10;
  const int n = (int)((runup_dry_end + runup_deep_end) * a_depth);
  const double dx = 1.0 / a_depth, film = 1e-3, end = 80 / sqrt(BASIN_GRAVITY);
  double *h = malloc((size_t)n * sizeof *h);
  runup_result r = {0};
  runup_sums s = {0};
  runup_exact e;
  assert_non_null(h);
  runup_solve(end, film, &e);
  basin *b = runup_basin(o, n, dx, 1e-5,
                         (basin_setup){.bed = runup_beach_bed, .start = runup_beach_start});
  basin_field(b, 0, h);
  const double before = runup_volume(h, n);
  for (int i = 1; i <= SAMPLES; i++) {
    const double t = i * end / SAMPLES;
    basin_advance(b, t, -1);
    basin_field(b, 0, h);
    const double up = runup_dry_end - dx * runup_edge(h, n, n - 2, -1, film);
    const double exact = runup_at(&e, t);
    runup_sample(o, &r, &s, t, exact, up);
    runup_heights(&r, exact / runup_beach_cot + film, up / runup_beach_cot + film);
  }
  s.range = (r.exact_highest - r.exact_lowest) * runup_beach_cot;
  r.mass = runup_volume(h, n) / before - 1;
  basin_destroy(b);
  free(h);
  runup_finish(&r, &s);
  return r;
}

/** The largest runup on the beach after Synolakis' law, m. */
static inline double runup_law(void) {
  return 2.831 * sqrt(runup_beach_cot) * pow(runup_wave_height, 1.25);
}

#endif
