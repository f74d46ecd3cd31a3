/* How particles move from the time of some currents to that of the next ones. */
#include <math.h>
#include "particles.h"
#include "random.h"
#include "ria/exact_math.h"

/* ---- the velocity at a place ---- */

typedef struct {
  double u, v; /* cells a second */
} velocity;

enum { NEXT = sizeof(particles_face) / sizeof(double) }; /* from one face to the next along x */

/* A component between four faces: `low` and `high` point to those at the lower x, at the earlier
 * time; the later one lies behind. `a` and `b` are shares of the way along x and y. */
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

/* What happens on the way from a cell to one beside it. */
static crossing cross(const ria_particles *p, const ria_particle_group *g, const int from[2],
                      const int to[2]) {
  const unsigned wanted = p->cell[particles_at(p, to[0], to[1])];
  const int x = to[0] > from[0] ? to[0] : from[0], y = to[1] > from[1] ? to[1] : from[1];
  const unsigned shut = to[0] != from[0] ? CELL_SHUT_X : CELL_SHUT_Y;
  if (p->cell[particles_at(p, x, y)] & shut) /* they have that one's low face between them */
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

/* A coordinate inside the grid, along a periodic axis. */
static double wrapped(const ria_particles *p, int axis, double at) {
  const double cells = (double)p->grid.cells[axis];
  if (!p->grid.periodic[axis])
    return at;
  at = at < 0 ? at + cells : at >= cells ? at - cells : at;
  return particles_cell(at) < cells ? at : 0;
}

/* Stop a particle at a cell that is dry, until that has water. */
static void strand(ria_particles *p, int64_t n, const int cell[2]) {
  const int x = particles_within(p, 0, cell[0]), y = particles_within(p, 1, cell[1]);
  p->state[n] = RIA_PARTICLE_BEACHED;
  p->held[n] = (int32_t)(y * p->grid.cells[0] + x);
}

/* Move by less than a cell: first along x, then along y, so that no corner of a shore is cut. */
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
      return; /* where it was before this step */
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

/* Cells have fallen dry, or water has come. */
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

/* A walk that mixes is balanced in detail (Metropolis et al., 1953): a way is refused as often as
 * makes the ways there and back equally frequent where particles are as dense as water is deep. The
 * drift that a changing diffusivity needs (Visser, 1997), and that of a changing depth, come of
 * this, without gradients, which have no bound at shores. */

static double diffusivity_at(const ria_particles *p, const ria_particle_group *g,
                             const int cell[2]) {
  return g->diffusivities ? g->diffusivities[cell[1] * p->grid.cells[0] + cell[0]] : g->diffusivity;
}

/* How many particles would come back for each that goes, or more than 1. */
static double share_back(const ria_particles *p, const ria_particle_group *g, const int from[2],
                         const int to[2]) {
  const double here = p->depth[particles_at(p, from[0], from[1])],
               there = p->depth[particles_at(p, to[0], to[1])];
  const double deeper = isinf(here) && isinf(there) ? 1 : there / here;
  return deeper * diffusivity_at(p, g, from) / diffusivity_at(p, g, to);
}

/* The last cell of a way along an axis by at most one cell; what it meets. */
static crossing go_along(const ria_particles *p, const ria_particle_group *g, int axis, int to,
                         int cell[2]) {
  int next[2] = {cell[0], cell[1]};
  next[axis] = to;
  const crossing met = to == cell[axis] ? PASSES : cross(p, g, cell, next);
  cell[axis] = to;
  return met;
}

/* Around a corner both ways must be open, as both are on the way back. */
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

/* A share between 0 and 1 of the bits that random_share() leaves. */
static double spare_share(const random_words *r) {
  const uint32_t bits = (r->word[1] & 0xfff) << 12 | (r->word[3] & 0xfff);
  return ((double)bits + 0.5) * 0x1p-24;
}

/* Of a group, from one time to another. */
typedef struct {
  const ria_particle_group *group;
  int number;
  double from, to;
  double share, per_second; /* of the way between currents, at `from`; what a second adds */
  uint64_t step;
  double walk[2]; /* cells: the farthest that the random walk goes in the whole step */
} particle_step;

/* Evenly distributed with the variance of diffusion, 2 K dt: so no step is longer than
 * sqrt(6 K dt). */
static double farthest(const ria_particles *p, int axis, double diffusivity, double seconds) {
  return sqrt(6 * diffusivity * seconds) / p->grid.spacing[axis];
}

/* A way of at most `most` cells along each axis where the diffusivity is the largest. */
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

static void make_step(ria_particles *p, const particle_step *s, int64_t n) {
  const ria_particle_group *g = s->group;
  const bool late = p->born[n] > s->from;
  const double from = late ? p->born[n] : s->from, dt = s->to - from;
  const double share = s->share + (from - s->from) * s->per_second;
  const double x = p->x[n], y = p->y[n];
  const velocity first = velocity_at(p, g->wind, x, y, share);
  const velocity middle = velocity_at(p, g->wind, x + 0.5 * dt * first.u, y + 0.5 * dt * first.v,
                                      share + 0.5 * dt * s->per_second);
  double dx = dt * middle.u, dy = dt * middle.v;
  random_words r = {{0}};
  const double walk[2] = {late ? farthest(p, 0, g->diffusivity, dt) : s->walk[0],
                          late ? farthest(p, 1, g->diffusivity, dt) : s->walk[1]};
  if (g->diffusivity > 0)
    r = random_of(g->seed, (uint32_t)s->number, (uint32_t)(p->first + n - p->start[s->number]),
                  RANDOM_WALK, s->step);
  if (g->diffusivity > 0 && !g->mixes) {
    dx += walk[0] * (2 * random_share(&r, 0) - 1);
    dy += walk[1] * (2 * random_share(&r, 1) - 1);
  }
  move(p, g, n, dx, dy);
  if (g->mixes && g->diffusivity > 0 && p->state[n] == RIA_PARTICLE_AFLOAT &&
      lies_in_water(p, g, n))
    mix(p, g, n, walk, &r);
}

/* This rank's particles of a group. */
static int64_t first_of(const ria_particles *p, int group) {
  const int64_t at = p->start[group] - p->first;
  return at < 0 ? 0 : at > p->own ? p->own : at;
}

static void step_group(ria_particles *p, const particle_step *s) {
  const int64_t last = first_of(p, s->number + 1);
  for (int64_t n = first_of(p, s->number); n < last; n++) {
    if (p->state[n] == RIA_PARTICLE_WAITING) {
      const double due = particles_due(s->group, p->first + n - p->start[s->number]);
      if (due > s->to)
        break; /* so are all behind it */
      particles_release(p, s->number, n, fmax(due, s->from), s->step);
    }
    /* Others than those that slide are afloat in water alone. */
    if (p->state[n] == RIA_PARTICLE_AFLOAT &&
        (s->group->shore != RIA_SHORE_SLIDE || lies_in_water(p, s->group, n)))
      make_step(p, s, n);
  }
}

/* In an interval of currents particles die at a rate, wherever they are. */
static void take_dead(ria_particles *p, int group) {
  const ria_particle_group *g = &p->group[group];
  const double whole = ria_exp(-g->decay * (p->time[1] - p->time[0]));
  const int64_t last = first_of(p, group + 1);
  for (int64_t n = first_of(p, group); n < last; n++) {
    if (p->state[n] != RIA_PARTICLE_AFLOAT && p->state[n] != RIA_PARTICLE_BEACHED)
      continue;
    const random_words r =
        random_of(g->seed, (uint32_t)group, (uint32_t)(p->first + n - p->start[group]),
                  RANDOM_DEATH, p->steps);
    const bool late = p->born[n] > p->time[0];
    const double lives = late ? ria_exp(-g->decay * (p->time[1] - p->born[n])) : whole;
    if (random_share(&r, 0) > lives)
      p->state[n] = RIA_PARTICLE_DEAD;
  }
}

/* Steps of the interval: in each, currents and wind move a particle by at most half a cell, and so
 * does the random walk. */
static uint64_t count_steps(const ria_particles *p) {
  const double span = p->time[1] - p->time[0];
  double parts = 1;
  for (int g = 0; g < p->groups; g++) {
    const ria_particle_group *group = &p->group[g];
    const double speed =
        fmax(p->most[0], p->most[1]) + group->wind * fmax(p->most_wind[0], p->most_wind[1]);
    const double x = farthest(p, 0, group->diffusivity, span),
                 y = farthest(p, 1, group->diffusivity, span), walk = fmax(x, y);
    parts = fmax(parts, fmax(2 * speed * span, 4 * walk * walk));
  }
  return (uint64_t)ceil(parts);
}

static void make_steps(ria_particles *p, uint64_t count) {
  const double span = p->time[1] - p->time[0];
  for (uint64_t i = 0; i < count; i++) {
    const double low = (double)i / (double)count, high = (double)(i + 1) / (double)count;
    particle_step s = {.from = p->time[0] + low * span,
                       .to = i + 1 < count ? p->time[0] + high * span : p->time[1],
                       .share = low,
                       .per_second = 1 / span,
                       .step = p->steps + i};
    for (s.number = 0; s.number < p->groups; s.number++) {
      s.group = &p->group[s.number];
      for (int axis = 0; axis < 2; axis++)
        s.walk[axis] = farthest(p, axis, s.group->diffusivity, s.to - s.from);
      step_group(p, &s);
    }
  }
}

void ria_particles_advance(ria_particles *p, const ria_currents *currents) {
  particles_take_currents(p, currents);
  for (int g = 0; g < p->groups; g++)
    for (int64_t n = first_of(p, g), last = first_of(p, g + 1); n < last; n++)
      meet_tide(p, &p->group[g], n);
  const uint64_t count = count_steps(p);
  make_steps(p, count);
  for (int g = 0; g < p->groups; g++)
    if (p->group[g].dies && p->group[g].decay > 0)
      take_dead(p, g);
  p->steps += count;
}

void ria_particles_begin(ria_particles *p, const ria_currents *currents) {
  particles_take_currents(p, currents);
  for (int g = 0; g < p->groups; g++)
    for (int64_t n = first_of(p, g), last = first_of(p, g + 1); n < last; n++)
      if (particles_due(&p->group[g], p->first + n - p->start[g]) <= currents->time)
        particles_release(p, g, n, currents->time, p->steps);
  p->steps++;
}
