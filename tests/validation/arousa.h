/** \file
 * The M2 tide in the Ría de Arousa, from rest, by ria and by the independent model of cgrid.h: with
 * the currents at 0.875 and 1 period. */
#ifndef RIA_VALIDATION_AROUSA_H
#define RIA_VALIDATION_AROUSA_H

#include "test_run.h"
#include "currents.h"
#include "report.h"
#include <stdio.h>
#include <string.h>

enum { AROUSA_TIMES = 2 };
static const double arousa_period = 44714.16; /* s */
static const double arousa_times[AROUSA_TIMES] = {0.875 * 44714.16, 44714.16};
static const double arousa_margin = 5000; /* m from the open sides, left out */

/* The core grid's corner, and the ends of its open sides, m. */
static const double arousa_x0 = 497600, arousa_y0 = 4698000;
static const double arousa_open_x = 510000, arousa_open_y = 4707400;

static inline double arousa_level(double t) {
  return 1.10 * sin(2 * M_PI * t / arousa_period) * fmin(1, t / 20000);
}

/** The case, of order 1, with the tide as a series of values a minute apart; to be freed. */
static inline char *arousa_case(void) {
  const int knots = 760;
  const size_t size = 4096 + (size_t)knots * 40;
  char *text = malloc(size), *series = malloc(size);
  assert_non_null(text);
  assert_non_null(series);
  char *end = series;
  for (int i = 0; i < knots; i++)
    end += sprintf(end, "%s[%d s, %.9g m]", i ? ", " : "", 60 * i, arousa_level(60.0 * i));
  snprintf(text, size,
           "time: {end: %.17g s, cfl: 0.9}\n"
           "numerics: {order: 1}\n"
           "grid: {resolution: 200 m, crs: EPSG:32629}\n"
           "bathymetry: %s/inputs/cases/arousa/arousa_core_50m.tif\n"
           "boundaries:\n"
           "  - {side: west, to: %.17g m, kind: level, level: &tide [%s], head_loss: false}\n"
           "  - {side: south, to: %.17g m, kind: level, level: *tide, head_loss: false}\n"
           "friction: 0.025\n"
           "coriolis: {latitude: 42.55 deg}\n"
           "dry: 0.0001 m\n",
           arousa_period, getenv("RIA_SOURCE_DIR"), arousa_open_y, series, arousa_open_x);
  free(series);
  return text;
}

/** A run on cells of `resolution` metres; [ny][nx] velocities at the two times, owned. */
typedef struct {
  int nx, ny;
  double *depth; /**< still-water depth, m */
  double *h[AROUSA_TIMES], *u[AROUSA_TIMES], *v[AROUSA_TIMES];
} arousa_run;

static inline void arousa_free(arousa_run *r) {
  free(r->depth);
  for (int i = 0; i < AROUSA_TIMES; i++) {
    free(r->h[i]);
    free(r->u[i]);
    free(r->v[i]);
  }
}

static inline double *arousa_velocity(const test_run *run, const double *h, int field) {
  const int cells = run->nx * run->ny;
  double *values = malloc((size_t)cells * sizeof *values);
  assert_non_null(values);
  test_run_field(run, field, values);
  for (int i = 0; i < cells; i++)
    values[i] = h[i] > 0 ? values[i] / h[i] : 0;
  return values;
}

/* The case on cells of `resolution` metres, with further settings, at its start. */
static inline test_run *arousa_new(ria_runtime *runtime, int resolution, int sets,
                                   const char *const *set) {
  char *text = arousa_case(), size[48];
  const char *all[16] = {size};
  snprintf(size, sizeof size, "grid.resolution=%d m", resolution);
  for (int i = 0; i < sets; i++)
    all[i + 1] = set[i];
  test_run *run = test_run_new(runtime, text, sets + 1, all);
  free(text);
  return run;
}

/* A run with size and depths, but without currents. */
static inline arousa_run arousa_bed_of(const test_run *run) {
  arousa_run r = {.nx = run->nx, .ny = run->ny};
  const size_t cells = (size_t)(r.nx * r.ny);
  r.depth = malloc(cells * sizeof *r.depth);
  assert_non_null(r.depth);
  memcpy(r.depth, run->terrain.depth, cells * sizeof *r.depth);
  return r;
}

/** A run with only its bed, for arousa_by_cgrid(). */
static inline arousa_run arousa_at_rest(ria_runtime *runtime, int resolution) {
  test_run *run = arousa_new(runtime, resolution, 0, NULL);
  const arousa_run r = arousa_bed_of(run);
  test_run_free(run);
  return r;
}

/** By ria, with further settings. */
static inline arousa_run arousa_by_ria(ria_runtime *runtime, int resolution, int sets,
                                       const char *const *set) {
  test_run *run = arousa_new(runtime, resolution, sets, set);
  arousa_run r = arousa_bed_of(run);
  for (int i = 0; i < AROUSA_TIMES; i++) {
    test_run_advance(run, arousa_times[i]);
    r.h[i] = malloc((size_t)(r.nx * r.ny) * sizeof *r.h[i]);
    assert_non_null(r.h[i]);
    test_run_field(run, 0, r.h[i]);
    r.u[i] = arousa_velocity(run, r.h[i], 1);
    r.v[i] = arousa_velocity(run, r.h[i], 2);
  }
  test_run_free(run);
  return r;
}

/* The bed for arousa_imposed(), which cgrid calls for each cell. */
static const double *arousa_bed;
static int arousa_bed_nx;

static inline bool arousa_imposed(int x, int y) {
  return (x == 0 || y == 0) && arousa_bed[y * arousa_bed_nx + x] < -1;
}

static inline double arousa_level_at(int x, int y, double t) {
  (void)x, (void)y;
  return arousa_level(t);
}

/** By the independent model, on the cells and the bed of `like`, with or without advection, with an
 * eddy viscosity in m2/s. */
static inline arousa_run arousa_by_cgrid(const arousa_run *like, int resolution, bool advection,
                                         double viscosity) {
  const int cells = like->nx * like->ny;
  double *bed = malloc((size_t)cells * sizeof *bed);
  cgrid_fields fields[AROUSA_TIMES];
  assert_non_null(bed);
  for (int i = 0; i < cells; i++)
    bed[i] = -like->depth[i];
  arousa_bed = bed;
  arousa_bed_nx = like->nx;
  cgrid_run(&(cgrid_setup){.nx = like->nx,
                           .ny = like->ny,
                           .dx = resolution,
                           .bed = bed,
                           .gravity = 9.81,
                           .manning = 0.025,
                           .coriolis = 2 * 7.2921e-5 * sin(42.55 * M_PI / 180),
                           .viscosity = viscosity,
                           .advection = advection,
                           .imposed = arousa_imposed,
                           .level = arousa_level_at},
            AROUSA_TIMES, arousa_times, fields);
  arousa_run r = {.nx = like->nx, .ny = like->ny};
  for (int i = 0; i < AROUSA_TIMES; i++) {
    r.h[i] = fields[i].depth;
    r.u[i] = fields[i].u;
    r.v[i] = fields[i].v;
  }
  free(bed);
  return r;
}

/** The run's currents against the reference's at one of the times: means over cells of `resolution`
 * metres, of runs `factor` and `ref_factor` times as fine, where there is more than 5 m of water
 * and the open sides are far. */
static inline currents_error arousa_compare(const arousa_run *r, int factor, const arousa_run *ref,
                                            int ref_factor, int resolution, int time) {
  const int nx = r->nx / factor, ny = r->ny / factor;
  const arousa_run *of[2] = {r, ref};
  const int by[2] = {factor, ref_factor};
  double *u[2], *v[2];
  for (int i = 0; i < 2; i++) {
    u[i] = currents_averaged(of[i]->u[time], nx, ny, by[i]);
    v[i] = currents_averaged(of[i]->v[time], nx, ny, by[i]);
  }
  double *depth = currents_averaged(r->h[time], nx, ny, factor);
  bool *counts = malloc((size_t)(nx * ny) * sizeof *counts);
  assert_non_null(counts);
  for (int i = 0; i < nx * ny; i++)
    counts[i] = depth[i] > 5 && (i % nx + 0.5) * resolution > arousa_margin &&
                (i / nx + 0.5) * resolution > arousa_margin;
  const currents_area area = {nx, ny, counts};
  const currents_error e = currents_compare(&area, u[0], v[0], u[1], v[1]);
  for (int i = 0; i < 2; i++) {
    free(u[i]);
    free(v[i]);
  }
  free(depth);
  free(counts);
  return e;
}

/** A scheme, and its largest accepted errors. */
typedef struct {
  const char *name;
  int sets;
  const char *set[4];
  double velocity, direction, banding;
} arousa_scheme;

/** Compares the currents of a run on cells of `resolution` metres with the reference on 100 m, as
 * means over cells of 200 m. Writes a row for each error; returns whether all errors are accepted.
 */
static inline bool arousa_accepted(const arousa_scheme *s, int resolution, const arousa_run *run,
                                   const arousa_run *reference, report *table) {
  bool good = true;
  for (int i = 0; i < AROUSA_TIMES; i++) {
    const currents_error e = arousa_compare(run, 200 / resolution, reference, 2, 200, i);
    char what[96];
    snprintf(what, sizeof what, "M2 tide of the Ría, %d m, %s, at %g of a period", resolution,
             s->name, arousa_times[i] / arousa_period);
    good &= report_row(table, what, "error of the velocity", run->nx, e.velocity, 0, s->velocity);
    good &= report_row(table, what, "median error of the direction, degrees", run->nx, e.direction,
                       0, s->direction);
    good &= report_row(table, what, "banding", run->nx, e.banding, 0, s->banding);
  }
  return good;
}

#endif
