#include "cgrid.h"
#include "tests.h"

#include <math.h>
#include <stdlib.h>

/* Depth below which a face is closed, m. */
static const double shut = 0.05;

/* Steps between two updates of the drag's coefficient, which depends on the depth alone. */
enum { DRAG_STEPS = 16 };

/* A component of the velocity, at the faces across its axis: of u the western faces of all cells,
 * [ny][nx + 1], of v the southern ones, [ny + 1][nx]. The outermost faces stay closed. */
typedef struct {
  double *velocity, *next; /* m/s */
  double *depth;           /* m; 0: closed */
  double *drag;            /* g n2 / depth^(4/3), 1/m */
} component;

typedef struct {
  const cgrid_setup *setup;
  double dt;
  double *level; /* [ny][nx] */
  component u, v;
} cgrid;

static double *zeros(int count) {
  double *values = calloc((size_t)count, sizeof *values);
  assert_non_null(values);
  return values;
}

static component component_new(int faces) {
  return (component){zeros(faces), zeros(faces), zeros(faces), zeros(faces)};
}

static void component_free(component *c) {
  free(c->velocity);
  free(c->next);
  free(c->depth);
  free(c->drag);
}

static double larger(double a, double b) {
  return a > b ? a : b;
}

static double deepest(const cgrid_setup *s) {
  double depth = 1;
  for (int i = 0; i < s->nx * s->ny; i++)
    depth = larger(depth, -s->bed[i]);
  return depth;
}

static cgrid start(const cgrid_setup *s) {
  const double highest = 2; /* m, of the tide */
  cgrid g = {.setup = s,
             .dt = 0.9 * s->dx / sqrt(2 * s->gravity * (deepest(s) + highest)),
             .level = zeros(s->nx * s->ny),
             .u = component_new((s->nx + 1) * s->ny),
             .v = component_new(s->nx * (s->ny + 1))};
  for (int i = 0; i < s->nx * s->ny; i++)
    g.level[i] = larger(s->bed[i], 0);
  return g;
}

static void stop(cgrid *g) {
  free(g->level);
  component_free(&g->u);
  component_free(&g->v);
}

/* Depth of the face between two cells: of the higher level above the higher bed. */
static double depth_between(const cgrid *g, int a, int b) {
  const double *bed = g->setup->bed;
  const double depth = larger(g->level[a], g->level[b]) - larger(bed[a], bed[b]);
  return depth > shut ? depth : 0;
}

static void measure_depths(cgrid *g) {
  const int nx = g->setup->nx, ny = g->setup->ny;
  for (int y = 0; y < ny; y++)
    for (int x = 1; x < nx; x++)
      g->u.depth[y * (nx + 1) + x] = depth_between(g, y * nx + x - 1, y * nx + x);
  for (int y = 1; y < ny; y++)
    for (int x = 0; x < nx; x++)
      g->v.depth[y * nx + x] = depth_between(g, (y - 1) * nx + x, y * nx + x);
}

static void measure_drag(const cgrid *g, component *c, int faces) {
  const double n = g->setup->manning;
  for (int i = 0; i < faces; i++) {
    const double depth = larger(c->depth[i], shut);
    c->drag[i] = g->setup->gravity * n * n / (depth * cbrt(depth));
  }
}

/* The velocity across a face a step later. `slope`: of the level; `along`: the velocity along the
 * face; `turn`: the Coriolis parameter, with the sign that it has for this component. */
static double accelerated(const cgrid *g, const component *c, int face, double slope, double along,
                          double turn) {
  const double across = c->velocity[face];
  const double force = turn * along - g->setup->gravity * slope;
  const double drag = c->drag[face] * sqrt(across * across + along * along);
  const double moved = (across + g->dt * force) / (1 + g->dt * drag);
  return c->depth[face] > 0 ? moved : 0;
}

static void move_u(cgrid *g) {
  const int nx = g->setup->nx;
  const double *v = g->v.velocity;
  for (int y = 0; y < g->setup->ny; y++)
    for (int x = 1; x < nx; x++) {
      const int b = y * nx + x, a = b - 1, face = y * (nx + 1) + x;
      const double slope = (g->level[b] - g->level[a]) / g->setup->dx;
      const double along = 0.25 * (v[a] + v[b] + v[a + nx] + v[b + nx]);
      g->u.next[face] = accelerated(g, &g->u, face, slope, along, g->setup->coriolis);
    }
}

static void move_v(cgrid *g) {
  const int nx = g->setup->nx;
  const double *u = g->u.velocity;
  for (int y = 1; y < g->setup->ny; y++)
    for (int x = 0; x < nx; x++) {
      const int b = y * nx + x, a = b - nx;
      const int above = y * (nx + 1) + x, below = above - nx - 1;
      const double slope = (g->level[b] - g->level[a]) / g->setup->dx;
      const double along = 0.25 * (u[below] + u[below + 1] + u[above] + u[above + 1]);
      g->v.next[b] = accelerated(g, &g->v, b, slope, along, -g->setup->coriolis);
    }
}

static void renew(component *c) {
  double *old = c->velocity;
  c->velocity = c->next;
  c->next = old;
}

static void fill_and_drain(cgrid *g, double time) {
  const cgrid_setup *s = g->setup;
  const component *u = &g->u, *v = &g->v;
  const double share = g->dt / s->dx, outside = s->level(time);
  for (int y = 0; y < s->ny; y++)
    for (int x = 0; x < s->nx; x++) {
      const int cell = y * s->nx + x, south = cell, north = cell + s->nx;
      const int west = y * (s->nx + 1) + x, east = west + 1;
      const double gone = u->velocity[east] * u->depth[east] - u->velocity[west] * u->depth[west] +
                          v->velocity[north] * v->depth[north] -
                          v->velocity[south] * v->depth[south];
      g->level[cell] = larger(g->level[cell] - share * gone, s->bed[cell]);
      if (s->imposed(x, y))
        g->level[cell] = outside;
    }
}

static void advance(cgrid *g, int step, double time) {
  const int nx = g->setup->nx, ny = g->setup->ny;
  measure_depths(g);
  if (step % DRAG_STEPS == 0) {
    measure_drag(g, &g->u, (nx + 1) * ny);
    measure_drag(g, &g->v, nx * (ny + 1));
  }
  move_u(g);
  move_v(g);
  renew(&g->u);
  renew(&g->v);
  fill_and_drain(g, time);
}

static cgrid_fields fields_of(const cgrid *g) {
  const int nx = g->setup->nx, ny = g->setup->ny;
  const double *u = g->u.velocity, *v = g->v.velocity;
  cgrid_fields f = {zeros(nx * ny), zeros(nx * ny), zeros(nx * ny)};
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      const int cell = y * nx + x, west = y * (nx + 1) + x;
      f.depth[cell] = g->level[cell] - g->setup->bed[cell];
      f.u[cell] = 0.5 * (u[west] + u[west + 1]);
      f.v[cell] = 0.5 * (v[cell] + v[cell + nx]);
    }
  return f;
}

void cgrid_run(const cgrid_setup *setup, int count, const double *at, cgrid_fields *fields) {
  cgrid g = start(setup);
  double time = 0;
  int step = 0;
  for (int i = 0; i < count; i++) {
    while (time < at[i])
      advance(&g, step++, time += g.dt);
    fields[i] = fields_of(&g);
  }
  stop(&g);
}

void cgrid_destroy(int count, cgrid_fields *fields) {
  for (int i = 0; i < count; i++) {
    free(fields[i].depth);
    free(fields[i].u);
    free(fields[i].v);
  }
}
