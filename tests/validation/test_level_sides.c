/* Sides with a level, against the independent model of cgrid.h with advection and with water at
 * rest outside: two levels on one side, two sides that meet in a corner with different levels, and
 * an even level. Sides must not create jets that the levels do not drive. All settings of the cases
 * are the defaults. */
#include "test_run.h"
#include "currents.h"
#include "report.h"
#include <stdio.h>

/* A box over a bed that shoals to the north and the east; the western side ends on dry land. */
enum {
  WIDTH = 8000, /* m, along x */
  LENGTH = 4000,
  CELL = 100,
  HOURS = 4,
  TIMES = 8, /* times of the largest speed; currents are compared at the last one */
  AROUND = 3 /* rings of cells of the C-grid around the box: its advection leaves out two */
};

/* Outermost cells of the sides with a level whose currents are not compared. ria's level holds at
 * the side, that of the C-grid half a cell outside. Near a step of the level the speed changes from
 * cell to cell, so half a cell matters there. */
enum { RIM = 3 };

static double bed_at(double x, double y) {
  return -10 + 0.0005 * x + 0.003 * y;
}

/* ---- the cases ---- */

/* A part of the western (or southern) side with a level. */
typedef struct {
  bool south;
  double from, to; /* m along the side */
  double (*level)(double t);
} opening;

typedef struct {
  const char *name;
  int openings;
  const opening *opening;
  double manning, accepted[2]; /* error of the velocity with the orders 1 and 2 */
  bool jet;                    /* whether there is a jet without the head loss */
} scene;

/* From 0 to 1 in half an hour. */
static double ramp(double t) {
  const double s = fmin(1, t / 1800);
  return s * s * (3 - 2 * s);
}

static double zero(double t) {
  (void)t;
  return 0;
}

static double five_centimetres(double t) {
  return 0.05 * ramp(t);
}

static double twenty_centimetres(double t) {
  return 0.2 * ramp(t);
}

static double tide(double t) {
  return 0.3 * sin(2 * M_PI * t / 7200) * fmin(1, t / 3600);
}

static report *table;

/* ---- both models ---- */

/* Depths and velocities of the box, [ny][nx], at all times; owned. */
typedef struct {
  int nx, ny;
  double *h[TIMES], *u[TIMES], *v[TIMES];
} flow;

static flow flow_new(double dx) {
  flow f = {.nx = (int)lround(WIDTH / dx), .ny = (int)lround(LENGTH / dx)};
  const size_t bytes = (size_t)(f.nx * f.ny) * sizeof(double);
  for (int i = 0; i < TIMES; i++) {
    f.h[i] = malloc(bytes);
    f.u[i] = malloc(bytes);
    f.v[i] = malloc(bytes);
    assert_true(f.h[i] && f.u[i] && f.v[i]);
  }
  return f;
}

static void flow_free(flow *f) {
  for (int i = 0; i < TIMES; i++) {
    free(f->h[i]);
    free(f->u[i]);
    free(f->v[i]);
  }
}

static double time_of(int i) {
  return 3600.0 * HOURS * (i + 1) / TIMES;
}

/* Read by the callbacks of cgrid, which take no context. */
static struct {
  const scene *scene;
  double dx;
  int nx, ny;
} now;

/* The opening that a cell of the C-grid lies outside of, or NULL. */
static const opening *opening_beside(int x, int y) {
  x -= AROUND;
  y -= AROUND;
  const bool west = x < 0 && y >= 0 && y < now.ny, south = y < 0 && x >= 0 && x < now.nx;
  const double along = ((south ? x : y) + 0.5) * now.dx;
  for (int i = 0; i < now.scene->openings && (west || south); i++) {
    const opening *o = &now.scene->opening[i];
    if (o->south == south && along > o->from && along < o->to)
      return o;
  }
  return NULL;
}

static bool imposed(int x, int y) {
  return opening_beside(x, y);
}

static double imposed_level(int x, int y, double t) {
  return opening_beside(x, y)->level(t);
}

static int within(int i, int count) {
  return i < 0 ? 0 : i < count ? i : count - 1;
}

/* Outside of a side with a level the bed of its edge cells, and land around the rest. */
static double *bed_of_cgrid(void) {
  const int columns = now.nx + 2 * AROUND, rows = now.ny + 2 * AROUND;
  double *bed = malloc((size_t)(columns * rows) * sizeof *bed);
  assert_non_null(bed);
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < columns; x++) {
      const int i = within(x - AROUND, now.nx), j = within(y - AROUND, now.ny);
      const bool inside = i == x - AROUND && j == y - AROUND;
      bed[y * columns + x] =
          inside || imposed(x, y) ? bed_at((i + 0.5) * now.dx, (j + 0.5) * now.dx) : 10;
    }
  return bed;
}

static flow by_cgrid(const scene *s, double dx) {
  flow f = flow_new(dx);
  now.scene = s;
  now.dx = dx;
  now.nx = f.nx;
  now.ny = f.ny;
  const int columns = f.nx + 2 * AROUND, rows = f.ny + 2 * AROUND;
  double *bed = bed_of_cgrid(), at[TIMES];
  cgrid_fields fields[TIMES];
  for (int i = 0; i < TIMES; i++)
    at[i] = time_of(i);
  cgrid_run(&(cgrid_setup){.nx = columns,
                           .ny = rows,
                           .dx = dx,
                           .bed = bed,
                           .gravity = 9.81,
                           .manning = s->manning,
                           .advection = true,
                           .imposed = imposed,
                           .level = imposed_level,
                           .rests_outside = true},
            TIMES, at, fields);
  for (int i = 0; i < TIMES; i++)
    for (int k = 0; k < f.nx * f.ny; k++) {
      const int from = (k / f.nx + AROUND) * columns + k % f.nx + AROUND;
      f.h[i][k] = fields[i].depth[from];
      f.u[i][k] = fields[i].u[from];
      f.v[i][k] = fields[i].v[from];
    }
  cgrid_destroy(TIMES, fields);
  free(bed);
  return f;
}

/* Appends an opening, its level as a series with a value a minute. */
static char *write_opening(char *to, const opening *o) {
  to += sprintf(to, "  - {side: %s, from: %g m, to: %g m, kind: level, level: [",
                o->south ? "south" : "west", o->from, o->to);
  for (int minute = 0; minute <= 60 * HOURS; minute++)
    to += sprintf(to, "%s[%d min, %.9g m]", minute ? ", " : "", minute, o->level(60.0 * minute));
  return to + sprintf(to, "]}\n");
}

static flow by_ria(const scene *s, int order, bool head_loss) {
  enum { SIZE = 1 << 16 };
  char *text = malloc(SIZE);
  assert_non_null(text);
  char *end = text + sprintf(text,
                             "time: {end: %d h}\n"
                             "numerics: {order: %d}\n"
                             "grid: {extent: [0 m, 0 m, %d m, %d m], resolution: %d m}\n"
                             "bathymetry: {shape: {kind: slope, elevation: -10 m, slope_x: 0.0005, "
                             "slope_y: 0.003}}\n"
                             "initial: 0 m\n"
                             "friction: {manning: %g}\n"
                             "boundaries:\n",
                             HOURS, order, WIDTH, LENGTH, CELL, s->manning);
  for (int i = 0; i < s->openings; i++)
    end = write_opening(end, &s->opening[i]);
  assert_true(end < text + SIZE);
  static const char *const no_loss[] = {"boundaries.0.head_loss=false",
                                        "boundaries.1.head_loss=false"};
  test_run *run = test_run_new(test_runtime, text, head_loss ? 0 : s->openings, no_loss);
  free(text);
  flow f = flow_new(CELL);
  assert_true(run->nx == f.nx && run->ny == f.ny);
  for (int i = 0; i < TIMES; i++) {
    test_run_advance(run, time_of(i));
    test_run_field(run, 0, f.h[i]);
    test_run_field(run, 1, f.u[i]);
    test_run_field(run, 2, f.v[i]);
    for (int k = 0; k < f.nx * f.ny; k++) {
      f.u[i][k] = f.h[i][k] > 0 ? f.u[i][k] / f.h[i][k] : 0;
      f.v[i][k] = f.h[i][k] > 0 ? f.v[i][k] / f.h[i][k] : 0;
    }
  }
  test_run_free(run);
  return f;
}

/* ---- the comparison ---- */

/* The largest speed at any of the times, rim included. Thinner water is left out: the C-grid shuts
 * faces under 5 cm. */
static double fastest(const flow *f) {
  double most = 0;
  for (int i = 0; i < TIMES; i++)
    for (int k = 0; k < f->nx * f->ny; k++)
      if (f->h[i][k] > 0.1)
        most = fmax(most, hypot(f->u[i][k], f->v[i][k]));
  return most;
}

/* The velocity's error at the last time, means over cells of ria, where the still water is deeper
 * than 1 m and `rim` cells away from the sides with a level. */
static double error_of(const scene *s, const flow *f, const flow *reference, int rim) {
  const int nx = WIDTH / CELL, ny = LENGTH / CELL;
  const flow *of[2] = {f, reference};
  double *u[2], *v[2];
  for (int i = 0; i < 2; i++) {
    u[i] = currents_averaged(of[i]->u[TIMES - 1], nx, ny, of[i]->nx / nx);
    v[i] = currents_averaged(of[i]->v[TIMES - 1], nx, ny, of[i]->nx / nx);
  }
  bool *counts = malloc((size_t)(nx * ny) * sizeof *counts);
  assert_non_null(counts);
  const bool south = s->opening[s->openings - 1].south;
  for (int k = 0; k < nx * ny; k++)
    counts[k] = k % nx >= rim && (!south || k / nx >= rim) &&
                bed_at((k % nx + 0.5) * CELL, (k / nx + 0.5) * CELL) < -1;
  const double error =
      currents_compare(&(currents_area){nx, ny, counts}, u[0], v[0], u[1], v[1]).velocity;
  for (int i = 0; i < 2; i++) {
    free(u[i]);
    free(v[i]);
  }
  free(counts);
  return error;
}

static bool compare(const scene *s, const char *model, const flow *f, const flow *reference,
                    double accepted) {
  char name[80];
  snprintf(name, sizeof name, "%s, %s", s->name, model);
  const int cells = f->nx * f->ny;
  bool good = report_row(table, name, "error of the velocity", cells,
                         error_of(s, f, reference, RIM), 0, accepted);
  good &= report_row(table, name, "error of the velocity, with the rim", cells,
                     error_of(s, f, reference, 0), 0, accepted);
  return good;
}

static bool compare_order(const scene *s, int order, const flow *reference) {
  flow f = by_ria(s, order, true);
  const char *const model = order == 1 ? "order 1" : "order 2";
  bool good = compare(s, model, &f, reference, s->accepted[order - 1]);
  char name[80];
  snprintf(name, sizeof name, "%s, %s", s->name, model);
  good &= report_row(table, name, "largest speed, m/s", f.nx * f.ny, fastest(&f),
                     fastest(reference), 1.1 * fastest(reference));
  flow_free(&f);
  return good;
}

/* The measure detects a jet: without the head loss the level does not depend on the speed. */
static void check_jet(const scene *s, int order, const flow *reference) {
  flow f = by_ria(s, order, false);
  assert_true(error_of(s, &f, reference, RIM) > s->accepted[order - 1]);
  assert_true(fastest(&f) > 1.1 * fastest(reference));
  flow_free(&f);
}

static void run(void **state) {
  const scene *s = *state;
  flow reference = by_cgrid(s, CELL), finer = by_cgrid(s, 0.5 * CELL);
  /* The reference's own error, against finer cells, must be smaller than the accepted error. */
  bool good = compare(s, "independent, cells of 50 m", &finer, &reference, s->accepted[1]);
  flow_free(&finer);
  for (int order = 1; order <= 2; order++) {
    good &= compare_order(s, order, &reference);
    if (s->jet)
      check_jet(s, order, &reference);
  }
  flow_free(&reference);
  assert_true(good);
}

/* docs/model.md has the measured errors, and why order 1 misses 0.24 at the step in 2.5 m. */
static const opening deep_step[] = {{false, 0, 1500, zero},
                                    {false, 1500, LENGTH, five_centimetres}};
static const opening shallow_step[] = {{false, 0, 2500, zero},
                                       {false, 2500, LENGTH, five_centimetres}};
static const opening corner[] = {{false, 0, LENGTH, zero}, {true, 0, WIDTH, twenty_centimetres}};
static const opening even[] = {{false, 0, LENGTH, tide}};

static const scene scenes[] = {
    {"step in 5.5 m of water, n 0.01", 2, deep_step, 0.01, {0.24, 0.12}, true},
    {"step in 5.5 m of water, n 0.03", 2, deep_step, 0.03, {0.24, 0.12}, false},
    {"step in 2.5 m of water, n 0.01", 2, shallow_step, 0.01, {0.42, 0.12}, true},
    {"corner, n 0.01", 2, corner, 0.01, {0.24, 0.12}, true},
    {"corner, n 0.03", 2, corner, 0.03, {0.24, 0.12}, false},
    {"even tide, n 0.01", 1, even, 0.01, {0.24, 0.12}, false},
    {"even tide, n 0.03", 1, even, 0.03, {0.24, 0.12}, false},
};

static int open_session(void **state) {
  table = report_create(
      "level_sides.md", "Level sides",
      "Sides with a level on cells of 100 m, defaults, after 4 h, against an independent C-grid "
      "model with advection and with water at rest outside, on the same cells.");
  return test_runtime_begin(state);
}

static int close_session(void **state) {
  report_destroy(table);
  return test_runtime_end(state);
}

static struct CMUnitTest test_of(const scene *s) {
  return (struct CMUnitTest){s->name, run, NULL, NULL, (void *)(uintptr_t)s};
}

int main(void) {
  const struct CMUnitTest tests[] = {test_of(&scenes[0]), test_of(&scenes[1]), test_of(&scenes[2]),
                                     test_of(&scenes[3]), test_of(&scenes[4]), test_of(&scenes[5]),
                                     test_of(&scenes[6])};
  return cmocka_run_group_tests(tests, open_session, close_session);
}
