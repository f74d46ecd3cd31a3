/* Moves a particle from the time of one set of currents to that of the next. */
#include <math.h>
#include "particles.h"
#include "random.h"
#include "ria/exact_math.h"

enum { MOST_STEPS = 1 << 20 /* from some currents to the next ones */ };

/* ---- the velocity at a point ---- */

typedef struct {
  double u, v; /* cells a second */
} velocity;

enum {
  NEXT = sizeof(particles_face) / sizeof(double)
}; /* distance from one face to the next along
      x */

/* A component between four faces: `low` and `high` point to the faces at the lower x, at the
 * earlier time; the values at the later time follow. `a` and `b` are fractions of the way along x
 * and y. */
static inline double between(const double *low, const double *high, double a, double b,
                             double share) {
  const double then = (1 - b) * ((1 - a) * low[0] + a * low[NEXT]) +
                      b * ((1 - a) * high[0] + a * high[NEXT]),
               next = (1 - b) * ((1 - a) * low[1] + a * low[NEXT + 1]) +
                      b * ((1 - a) * high[1] + a * high[NEXT + 1]);
  return then + share * (next - then);
}

static inline int inside(ria_global cells, int at) {
  return at < 0 ? 0 : at < cells ? at : (int)cells - 1;
}

static inline velocity velocity_at(const ria_particles *p, double drift, double x, double y,
                                   double share) {
  const int i = particles_cell(x), j = particles_cell(y), before = particles_cell(x - 0.5),
            below = particles_cell(y - 0.5);
  const particles_face *u = &p->face[particles_at(p, i, below)],
                       *v = &p->face[particles_at(p, before, j)];
  velocity found = {between(u->u, u[p->wide].u, x - i, y - 0.5 - below, share),
                    between(v->v, v[p->wide].v, x - 0.5 - before, y - j, share)};
  if (drift > 0) {
    const ria_global *n = p->grid.cells;
    const particles_face *wind = &p->wind[p->winds ? inside(n[1], j) * n[0] + inside(n[0], i) : 0];
    found.u += drift * (wind->u[0] + share * (wind->u[1] - wind->u[0]));
    found.v += drift * (wind->v[0] + share * (wind->v[1] - wind->v[0]));
  }
  return found;
}

/* ---- shores and sides ---- */

typedef enum { PASSES, STOPS, LEAVES, HITS_SHORE } crossing;

/* The obstacle between a cell and its neighbour. */
static crossing cross(const ria_particles *p, const ria_particle_group *g, const int from[2],
                      const int to[2]) {
  const unsigned wanted = p->cell[particles_at(p, to[0], to[1])];
  const int x = to[0] > from[0] ? to[0] : from[0], y = to[1] > from[1] ? to[1] : from[1];
  const unsigned shut = to[0] != from[0] ? CELL_SHUT_X : CELL_SHUT_Y;
  if (p->cell[particles_at(p, x, y)] & shut) /* the low face of `to` lies between them */
    return STOPS;
  if (wanted & CELL_OPEN)
    return LEAVES;
  if (particles_has_water(p, g, to[0], to[1]))
    return PASSES;
  bool within = true;
  for (int axis = 0; axis < 2; axis++)
    within &= p->grid.periodic[axis] || (to[axis] >= 0 && to[axis] < p->grid.cells[axis]);
  return within ? HITS_SHORE : STOPS;
}

/* Wrap a coordinate into the grid along a periodic axis. */
static double wrapped(const ria_particles *p, int axis, double at) {
  const double cells = (double)p->grid.cells[axis];
  if (!p->grid.periodic[axis])
    return at;
  at = at < 0 ? at + cells : at >= cells ? at - cells : at;
  return particles_cell(at) < cells ? at : 0;
}

/* Stop a particle at a dry cell, until the cell has water. */
static void strand(ria_particles *p, int64_t n, const int cell[2]) {
  const int x = particles_within(p, 0, cell[0]), y = particles_within(p, 1, cell[1]);
  p->state[n] = RIA_PARTICLE_BEACHED;
  p->held[n] = (int32_t)(y * p->grid.cells[0] + x);
}

/* Move by less than a cell: first along x, then along y, so that the path does not cut a corner of
 * a shore. */
static void move(ria_particles *p, const ria_particle_group *g, int64_t n, double dx, double dy) {
  const double at[2] = {p->x[n], p->y[n]};
  double to[2] = {at[0] + dx, at[1] + dy};
  int cell[2] = {particles_cell(at[0]), particles_cell(at[1])};
  for (int axis = 0; axis < 2; axis++) {
    int next[2] = {cell[0], cell[1]};
    next[axis] = particles_cell(to[axis]);
    if (next[axis] == cell[axis])
      continue;
    const crossing met = cross(p, g, cell, next);
    if (met == HITS_SHORE && g->shore != RIA_SHORE_SLIDE) {
      strand(p, n, next);
      return; /* position before this step */
    }
    if (met == LEAVES) {
      p->state[n] = RIA_PARTICLE_LEFT;
      p->x[n] = to[0];
      p->y[n] = to[1];
      return;
    }
    if (met == PASSES)
      cell[axis] = next[axis];
    else
      to[axis] = at[axis];
  }
  p->x[n] = wrapped(p, 0, to[0]);
  p->y[n] = wrapped(p, 1, to[1]);
}

static bool lies_in_water(const ria_particles *p, const ria_particle_group *g, int64_t n) {
  return particles_has_water(p, g, particles_cell(p->x[n]), particles_cell(p->y[n]));
}

/* Update after cells have fallen dry or become wet. */
static void meet_tide(ria_particles *p, const ria_particle_group *g, int64_t n) {
  const int nx = (int)p->grid.cells[0];
  if (p->state[n] == RIA_PARTICLE_AFLOAT && g->shore != RIA_SHORE_SLIDE && !lies_in_water(p, g, n))
    strand(p, n, (int[2]){particles_cell(p->x[n]), particles_cell(p->y[n])});
  else if (p->state[n] == RIA_PARTICLE_BEACHED && g->shore == RIA_SHORE_REFLOAT &&
           particles_has_water(p, g, p->held[n] % nx, p->held[n] / nx) && lies_in_water(p, g, n)) {
    p->state[n] = RIA_PARTICLE_AFLOAT;
    p->held[n] = -1;
  }
}

/* ---- steps ---- */

/* A walk with `mixes` satisfies detailed balance (Metropolis et al., 1953): moves are rejected so
 * often that moves in both directions are equally frequent if the density of particles is
 * proportional to the depth. This implies the drift due to a varying diffusivity (Visser, 1997) and
 * that due to a varying depth, without gradients, which are unbounded at shores. */

static double diffusivity_at(const ria_particles *p, const ria_particle_group *g,
                             const int cell[2]) {
  return g->diffusivities ? g->diffusivities[cell[1] * p->grid.cells[0] + cell[0]] : g->diffusivity;
}

/* How many particles would return for each that moves, or more than 1. */
static double share_back(const ria_particles *p, const ria_particle_group *g, const int from[2],
                         const int to[2]) {
  const double here = p->depth[particles_at(p, from[0], from[1])],
               there = p->depth[particles_at(p, to[0], to[1])];
  const double deeper = isinf(here) && isinf(there) ? 1 : there / here;
  return deeper * diffusivity_at(p, g, from) / diffusivity_at(p, g, to);
}

/* The last cell of a move along an axis by at most one cell; reports the obstacle. */
static crossing go_along(const ria_particles *p, const ria_particle_group *g, int axis, int to,
                         int cell[2]) {
  int next[2] = {cell[0], cell[1]};
  next[axis] = to;
  const crossing met = to == cell[axis] ? PASSES : cross(p, g, cell, next);
  cell[axis] = to;
  return met;
}

/* Around a corner both paths must be open, as both are on the way back. */
static crossing go(const ria_particles *p, const ria_particle_group *g, const int from[2],
                   const int to[2]) {
  for (int first = 0; first < 2; first++) {
    int cell[2] = {from[0], from[1]};
    for (int i = 0; i < 2; i++) {
      const int axis = i ? 1 - first : first;
      const crossing met = go_along(p, g, axis, to[axis], cell);
      if (met != PASSES)
        return met;
    }
  }
  return PASSES;
}

/* A fraction between 0 and 1 from the bits that random_share() does not use. */
static double spare_share(const random_words *r) {
  const uint32_t bits = (r->word[1] & 0xfff) << 12 | (r->word[3] & 0xfff);
  return ((double)bits + 0.5) * 0x1p-24;
}

/* Interval between the times of the earlier and the later currents. */
typedef struct {
  const ria_particle_group *group;
  int number;
  double from, to;
  double per_second; /* 1/s: progress of the time interpolation in a second */
  double whole;      /* share of particles that survive it */
} interval;

static interval interval_of(const ria_particles *p, int number) {
  const ria_particle_group *g = &p->group[number];
  const double span = p->time[1] - p->time[0];
  return (interval){.group = g,
                    .number = number,
                    .from = p->time[0],
                    .to = p->time[1],
                    .per_second = 1 / span,
                    .whole = ria_exp(-g->decay * span)};
}

/* A step of the walk: uniformly distributed with the variance of diffusion, 2 K dt, so never longer
 * than sqrt(6 K dt). In cells. */
static double farthest(const ria_particles *p, int axis, double diffusivity, double seconds) {
  return sqrt(6 * diffusivity * seconds) / p->grid.spacing[axis];
}

static inline double larger(double a, double b) {
  return a > b ? a : b;
}

/* Number of equal steps in which current and wind move the particle by at most half a cell each,
 * and the random walk likewise. */
static double count_steps(const ria_particles *p, const ria_particle_group *g, double seconds,
                          velocity v) {
  const double speed = larger(fabs(v.u), fabs(v.v));
  double parts = larger(1, 2 * speed * seconds);
  if (g->diffusivity > 0) {
    const double walk =
        larger(farthest(p, 0, g->diffusivity, seconds), farthest(p, 1, g->diffusivity, seconds));
    parts = larger(parts, 4 * walk * walk);
  }
  return ceil(parts);
}

/* Longest time in which the walk moves at most `most` cells along each axis at the largest
 * diffusivity. */
static void mix(ria_particles *p, const ria_particle_group *g, int64_t n, const double most[2],
                const random_words *r) {
  const int from[2] = {particles_cell(p->x[n]), particles_cell(p->y[n])};
  const double here = sqrt(diffusivity_at(p, g, from) / g->diffusivity);
  const double way[2] = {here * most[0] * (2 * random_share(r, 0) - 1),
                         here * most[1] * (2 * random_share(r, 1) - 1)};
  const double at[2] = {p->x[n] + way[0], p->y[n] + way[1]};
  const int to[2] = {particles_cell(at[0]), particles_cell(at[1])};
  const crossing met = go(p, g, from, to);
  if (met == LEAVES || (met == HITS_SHORE && g->shore != RIA_SHORE_SLIDE)) {
    move(p, g, n, way[0], way[1]);
    return;
  }
  if (met != PASSES)
    return;
  const int cell[2] = {particles_within(p, 0, to[0]), particles_within(p, 1, to[1])};
  const double there = sqrt(diffusivity_at(p, g, cell) / g->diffusivity);
  if (fabs(way[0]) <= there * most[0] && fabs(way[1]) <= there * most[1] &&
      spare_share(r) < share_back(p, g, from, cell)) {
    p->x[n] = wrapped(p, 0, at[0]);
    p->y[n] = wrapped(p, 1, at[1]);
  }
}

/* The random numbers of a step's walk. */
static random_words words_of_walk(const ria_particles *p, const interval *s, int64_t n,
                                  uint64_t step) {
  return random_of(s->group->seed, (uint32_t)s->number,
                   (uint32_t)(p->first + n - p->start[s->number]), RANDOM_WALK,
                   p->steps * MOST_STEPS + step);
}

/* The displacement of a step by the current, then by the walk. Walks with `mixes` are a separate
 * move; others are added to the current. */
static void carry(ria_particles *p, const interval *s, int64_t n, uint64_t step, double dt,
                  velocity current) {
  const ria_particle_group *g = s->group;
  const double by[2] = {dt * current.u, dt * current.v};
  if (!(g->diffusivity > 0)) {
    move(p, g, n, by[0], by[1]);
    return;
  }
  const random_words r = words_of_walk(p, s, n, step);
  const double most[2] = {farthest(p, 0, g->diffusivity, dt), farthest(p, 1, g->diffusivity, dt)};
  if (!g->mixes) {
    move(p, g, n, by[0] + most[0] * (2 * random_share(&r, 0) - 1),
         by[1] + most[1] * (2 * random_share(&r, 1) - 1));
    return;
  }
  move(p, g, n, by[0], by[1]);
  if (p->state[n] == RIA_PARTICLE_AFLOAT && lies_in_water(p, g, n))
    mix(p, g, n, most, &r);
}

/* A step from a time, by the midpoint rule. If the current at the midpoint is faster than the one
 * that determined the step, the step is shortened. Returns the time after it. */
static double make_step(ria_particles *p, const interval *s, int64_t n, double at, uint64_t step) {
  const ria_particle_group *g = s->group;
  const double share = (at - s->from) * s->per_second, left = s->to - at;
  const double x = p->x[n], y = p->y[n];
  const velocity first = velocity_at(p, g->wind, x, y, share);
  const double parts = count_steps(p, g, left, first);
  double dt = left / parts;
  bool last = parts < 2;
  velocity middle;
  while (true) {
    middle = velocity_at(p, g->wind, x + 0.5 * dt * first.u, y + 0.5 * dt * first.v,
                         share + 0.5 * dt * s->per_second);
    if (!(larger(fabs(middle.u), fabs(middle.v)) * dt > 0.5))
      break;
    dt *= 0.5;
    last = false;
  }
  carry(p, s, n, step, dt, middle);
  return last ? s->to : at + dt;
}

static void drift(ria_particles *p, const interval *s, int64_t n) {
  double at = larger(s->from, p->born[n]);
  for (uint64_t step = 0; at < s->to && step < MOST_STEPS; step++) {
    /* Particles that do not slide are afloat only in water. */
    if (p->state[n] != RIA_PARTICLE_AFLOAT ||
        (s->group->shore == RIA_SHORE_SLIDE && !lies_in_water(p, s->group, n)))
      return;
    at = make_step(p, s, n, at, step);
  }
}

/* Particles die at a rate, independent of their place. */
static void meet_death(ria_particles *p, const interval *s, int64_t n) {
  const ria_particle_group *g = s->group;
  if (!g->dies || !(g->decay > 0) ||
      (p->state[n] != RIA_PARTICLE_AFLOAT && p->state[n] != RIA_PARTICLE_BEACHED))
    return;
  const random_words r =
      random_of(g->seed, (uint32_t)s->number, (uint32_t)(p->first + n - p->start[s->number]),
                RANDOM_DEATH, p->steps);
  const bool late = p->born[n] > s->from;
  const double lives = late ? ria_exp(-g->decay * (s->to - p->born[n])) : s->whole;
  if (random_share(&r, 0) > lives)
    p->state[n] = RIA_PARTICLE_DEAD;
}

/* This rank's particles of a group: the first one, or the end of the preceding group. */
static int64_t first_of(const ria_particles *p, int group, int64_t low, int64_t high) {
  const int64_t at = p->start[group] - p->first;
  return at < low ? low : at > high ? high : at;
}

static void move_group(ria_particles *p, const interval *s, int64_t from, int64_t to) {
  for (int64_t n = from; n < to; n++) {
    meet_tide(p, s->group, n);
    if (p->state[n] == RIA_PARTICLE_WAITING) {
      const double due = particles_due(s->group, p->first + n - p->start[s->number]);
      if (due > s->to)
        return; /* later particles are not due either */
      particles_release(p, s->number, n, fmax(due, s->from), p->steps);
    }
    drift(p, s, n);
    meet_death(p, s, n);
  }
}

void particles_move(ria_particles *p, int64_t from, int64_t to) {
  for (int g = 0; g < p->groups; g++) {
    const interval s = interval_of(p, g);
    move_group(p, &s, first_of(p, g, from, to), first_of(p, g + 1, from, to));
  }
}

void particles_release_due(ria_particles *p, double now) {
  for (int g = 0; g < p->groups; g++)
    for (int64_t n = first_of(p, g, 0, p->own), last = first_of(p, g + 1, 0, p->own); n < last; n++)
      if (particles_due(&p->group[g], p->first + n - p->start[g]) <= now)
        particles_release(p, g, n, now, p->steps);
}
