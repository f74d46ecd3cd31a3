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
  double *pushed, *latest; /* acceleration by advection and viscosity, now and a step ago, m/s2 */
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
  return (component){zeros(faces), zeros(faces), zeros(faces),
                     zeros(faces), zeros(faces), zeros(faces)};
}

static void component_free(component *c) {
  free(c->velocity);
  free(c->next);
  free(c->depth);
  free(c->drag);
  free(c->pushed);
  free(c->latest);
}

static double larger(double a, double b) {
  return a > b ? a : b;
}

static double smaller(double a, double b) {
  return a < b ? a : b;
}

static double deepest(const cgrid_setup *s) {
  double depth = 1;
  for (int i = 0; i < s->nx * s->ny; i++)
    depth = larger(depth, -s->bed[i]);
  return depth;
}

/* Sets level and velocities to the fields of `from`; velocities at faces are the means of both
 * cells. */
static void start_from(cgrid *g, const cgrid_fields *from) {
  const int nx = g->setup->nx, ny = g->setup->ny;
  for (int i = 0; i < nx * ny; i++)
    g->level[i] = g->setup->bed[i] + from->depth[i];
  for (int y = 0; y < ny; y++)
    for (int x = 1; x < nx; x++)
      g->u.velocity[y * (nx + 1) + x] = 0.5 * (from->u[y * nx + x - 1] + from->u[y * nx + x]);
  for (int i = nx; i < nx * ny; i++)
    g->v.velocity[i] = 0.5 * (from->v[i - nx] + from->v[i]);
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
  if (s->start)
    start_from(&g, s->start);
  return g;
}

static void stop(cgrid *g) {
  free(g->level);
  component_free(&g->u);
  component_free(&g->v);
}

/* Depth of the face between two cells: of the level above the higher bed. Without advection, the
 * higher of both levels counts, because water without inertia comes from there. Water with inertia
 * also flows uphill, where the higher level is downstream and would make ripples grow; so with
 * advection the level of the upstream cell counts. */
static double depth_between(const cgrid *g, int a, int b, double velocity) {
  const double *bed = g->setup->bed;
  double level = larger(g->level[a], g->level[b]);
  if (g->setup->advection && velocity != 0)
    level = g->level[velocity > 0 ? a : b];
  const double depth = level - larger(bed[a], bed[b]);
  return depth > shut ? depth : 0;
}

static void measure_depths(cgrid *g) {
  const int nx = g->setup->nx, ny = g->setup->ny;
  for (int y = 0; y < ny; y++)
    for (int x = 1; x < nx; x++) {
      const int b = y * nx + x, face = y * (nx + 1) + x;
      g->u.depth[face] = depth_between(g, b - 1, b, g->u.velocity[face]);
    }
  for (int y = 1; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      const int b = y * nx + x;
      g->v.depth[b] = depth_between(g, b - nx, b, g->v.velocity[b]);
    }
}

static void measure_drag(const cgrid *g, component *c, int faces) {
  const double n = g->setup->manning;
  for (int i = 0; i < faces; i++) {
    const double depth = larger(c->depth[i], shut);
    c->drag[i] = g->setup->gravity * n * n / (depth * cbrt(depth));
  }
}

/* ---- advection and viscosity ---- */

/* Twice the change of the velocity from a face to the point half a cell downstream, from the
 * changes before and after the face. Third order for smooth changes; limited to twice either
 * change, so that no new extremes arise (Koren 1993). */
static double limited(double to, double away) {
  const double size = smaller(2 * smaller(fabs(to), fabs(away)), fabs(to + 2 * away) * (1.0 / 3));
  return to * away > 0 ? copysign(size, to) : 0;
}

/* The difference between the velocity carried across a side of a face's control volume and the
 * face's own. `step`: from the face to its neighbour beyond the side; `out`: the discharge out
 * across it. Closed faces have no difference: water next to a wall keeps its velocity. */
static inline double difference_carried(const component *c, int face, int step, double out) {
  const double *u = c->velocity + face, *depth = c->depth + face;
  const bool leaves = out > 0, open = depth[step] > 0;
  const double before = leaves ? u[0] - u[-step] : u[step] - u[2 * step];
  const double after = leaves ? u[step] - u[0] : u[0] - u[step];
  const double depth_before = leaves ? depth[-step] : depth[2 * step];
  const double upstream = leaves ? 0 : u[step] - u[0];
  const double curved = depth_before > 0 ? 0.5 * limited(before, after) : 0;
  return open ? upstream + curved : 0;
}

static inline double difference_beyond(const component *c, int face, int step) {
  return c->depth[face + step] > 0 ? c->velocity[face + step] - c->velocity[face] : 0;
}

static inline double flow(const component *c, int face) {
  return c->velocity[face] * c->depth[face];
}

/* The faces around one of a component: `on` and `beside` are the steps to the next one across it
 * and along it, `lower` and `upper` the faces of the other component at its two ends. */
typedef struct {
  int face, on, beside, lower[2], upper[2];
} neighbours;

/* The acceleration of a face's water by the water that enters and leaves its control volume, the
 * adjacent halves of its two cells with `depth`, times dx. */
static inline double advected(const component *c, const component *other, neighbours n,
                              double depth) {
  const double here = flow(c, n.face);
  const double behind = -0.5 * (flow(c, n.face - n.on) + here);
  const double ahead = 0.5 * (flow(c, n.face + n.on) + here);
  const double below = -0.5 * (flow(other, n.lower[0]) + flow(other, n.lower[1]));
  const double above = 0.5 * (flow(other, n.upper[0]) + flow(other, n.upper[1]));
  return -(behind * difference_carried(c, n.face, -n.on, behind) +
           ahead * difference_carried(c, n.face, n.on, ahead) +
           below * difference_carried(c, n.face, -n.beside, below) +
           above * difference_carried(c, n.face, n.beside, above)) /
         depth;
}

/* The acceleration by viscosity, times dx^2 / viscosity. Water slips along walls. */
static inline double diffused(const component *c, neighbours n) {
  return difference_beyond(c, n.face, -n.on) + difference_beyond(c, n.face, n.on) +
         difference_beyond(c, n.face, -n.beside) + difference_beyond(c, n.face, n.beside);
}

/* The fields and factors that carried() reads. */
typedef struct {
  const double *level, *bed;
  double advection, viscosity; /* factors: 1 / dx, viscosity / dx^2 */
} carrier;

static carrier carrier_of(const cgrid *g) {
  const cgrid_setup *s = g->setup;
  return (carrier){g->level, s->bed, s->advection ? 1 / s->dx : 0, s->viscosity / (s->dx * s->dx)};
}

/* The acceleration of the face between the cells `a` and `b`. */
static inline double carried(carrier m, const component *c, const component *other, neighbours n,
                             int a, int b) {
  const double depth = larger(0.5 * (m.level[a] - m.bed[a] + m.level[b] - m.bed[b]), shut);
  return m.advection * advected(c, other, n, depth) + m.viscosity * diffused(c, n);
}

/* Away from the edges, so that the faces two further on exist. */
static void carry_u(const cgrid *g) {
  const int nx = g->setup->nx, ny = g->setup->ny, row = nx + 1;
  const component u = g->u, v = g->v;
  const carrier m = carrier_of(g);
  double *restrict pushed = u.pushed;
  for (int y = 2; y < ny - 2; y++)
    for (int x = 2; x < nx - 1; x++) {
      const int b = y * nx + x, a = b - 1;
      const neighbours n = {y * row + x, 1, row, {a, b}, {a + nx, b + nx}};
      pushed[n.face] = u.depth[n.face] > 0 ? carried(m, &u, &v, n, a, b) : 0;
    }
}

static void carry_v(const cgrid *g) {
  const int nx = g->setup->nx, ny = g->setup->ny, row = nx + 1;
  const component u = g->u, v = g->v;
  const carrier m = carrier_of(g);
  double *restrict pushed = v.pushed;
  for (int y = 2; y < ny - 1; y++)
    for (int x = 2; x < nx - 2; x++) {
      const int b = y * nx + x, a = b - nx, above = y * row + x, below = above - row;
      const neighbours n = {b, nx, 1, {below, above}, {below + 1, above + 1}};
      pushed[b] = v.depth[b] > 0 ? carried(m, &v, &u, n, a, b) : 0;
    }
}

/* A step by the second scheme of Adams and Bashforth: it is explicit, stable with upwind advection,
 * and of second order also for the exchange with the level, which a forward step is not. */
static void push(const cgrid *g, component *c, int faces) {
  for (int i = 0; i < faces; i++) {
    const double mean = 1.5 * c->pushed[i] - 0.5 * c->latest[i];
    c->velocity[i] += c->depth[i] > 0 ? g->dt * mean : 0;
  }
  double *latest = c->latest;
  c->latest = c->pushed;
  c->pushed = latest;
}

static void carry_momentum(cgrid *g) {
  const int nx = g->setup->nx, ny = g->setup->ny;
  carry_u(g);
  carry_v(g);
  push(g, &g->u, (nx + 1) * ny);
  push(g, &g->v, nx * (ny + 1));
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

/* Stops the currents between imposed cells. */
static void rest_outside(cgrid *g) {
  const cgrid_setup *s = g->setup;
  for (int y = 0; y < s->ny; y++)
    for (int x = 0; x < s->nx; x++) {
      if (!s->imposed(x, y))
        continue;
      if (x > 0 && s->imposed(x - 1, y))
        g->u.velocity[y * (s->nx + 1) + x] = 0;
      if (y > 0 && s->imposed(x, y - 1))
        g->v.velocity[y * s->nx + x] = 0;
    }
}

static void fill_and_drain(cgrid *g, double time) {
  const cgrid_setup *s = g->setup;
  const component *u = &g->u, *v = &g->v;
  const double share = g->dt / s->dx;
  for (int y = 0; y < s->ny; y++)
    for (int x = 0; x < s->nx; x++) {
      const int cell = y * s->nx + x, south = cell, north = cell + s->nx;
      const int west = y * (s->nx + 1) + x, east = west + 1;
      const double gone = u->velocity[east] * u->depth[east] - u->velocity[west] * u->depth[west] +
                          v->velocity[north] * v->depth[north] -
                          v->velocity[south] * v->depth[south];
      g->level[cell] = larger(g->level[cell] - share * gone, s->bed[cell]);
      if (s->imposed(x, y))
        g->level[cell] = s->level(x, y, time);
    }
}

static void advance(cgrid *g, int step, double time) {
  const int nx = g->setup->nx, ny = g->setup->ny;
  measure_depths(g);
  if (step % DRAG_STEPS == 0) {
    measure_drag(g, &g->u, (nx + 1) * ny);
    measure_drag(g, &g->v, nx * (ny + 1));
  }
  if (g->setup->advection || g->setup->viscosity > 0)
    carry_momentum(g);
  move_u(g);
  move_v(g);
  renew(&g->u);
  renew(&g->v);
  if (g->setup->rests_outside)
    rest_outside(g);
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
