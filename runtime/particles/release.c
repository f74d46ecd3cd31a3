/* When and where particles enter the water. */
#include <math.h>
#include "particles.h"
#include "random.h"

double particles_due(const ria_particle_group *g, int64_t number) {
  const double span = g->until - g->from, share = ((double)number + 0.5) / (double)g->count;
  if (!(span > 0))
    return g->from;
  if (!(g->every > 0))
    return g->from + share * span;
  const double batches = floor(span / g->every * (1 + 1e-12)) + 1;
  return g->from + g->every * floor(share * batches);
}

typedef struct {
  double x, y; /* cells */
} place;

/* A random place: uniform over the cells, or the circle. False: this attempt lies outside the
 * circle. */
static bool try_place(const ria_particles *p, const ria_particle_group *g, const random_words *r,
                      place *found) {
  const double a = random_share(r, 0), b = random_share(r, 1);
  if (g->cells) {
    /* The low digits of the random number that chose the cell give the position in it. */
    const double chosen = a * (double)g->cells;
    const ria_global n = g->cell[(ria_global)fmin(chosen, (double)(g->cells - 1))];
    *found = (place){(double)(n % p->grid.cells[0]) + (chosen - floor(chosen)),
                     (double)(n / p->grid.cells[0]) + b};
    return true;
  }
  const double x = g->radius > 0 ? 2 * a - 1 : 0, y = g->radius > 0 ? 2 * b - 1 : 0;
  *found = (place){(g->at[0] + x * g->radius - p->grid.origin[0]) / p->grid.spacing[0],
                   (g->at[1] + y * g->radius - p->grid.origin[1]) / p->grid.spacing[1]};
  return x * x + y * y <= 1;
}

static bool is_wet(const ria_particles *p, const ria_particle_group *g, const place *at) {
  const double nx = (double)p->grid.cells[0], ny = (double)p->grid.cells[1];
  if (!(at->x >= 0 && at->x < nx && at->y >= 0 && at->y < ny))
    return false;
  const int x = particles_cell(at->x), y = particles_cell(at->y);
  return x < nx && y < ny && particles_has_water(p, g, x, y);
}

bool particles_release(ria_particles *p, int group, int64_t own, double now, uint64_t attempts) {
  enum { MOST = 64 };
  const ria_particle_group *g = &p->group[group];
  const uint32_t number = (uint32_t)(p->first + own - p->start[group]);
  place at = {0, 0};
  bool found = false;
  for (uint64_t i = 0; i < MOST && !found; i++) {
    const random_words r =
        random_of(g->seed, (uint32_t)group, number, RANDOM_PLACE, attempts * MOST + i);
    found = try_place(p, g, &r, &at) && is_wet(p, g, &at);
    if (!g->cells && !(g->radius > 0))
      break; /* a group released at a point has only this place */
  }
  if (!found)
    return false;
  p->x[own] = at.x;
  p->y[own] = at.y;
  p->born[own] = now;
  p->state[own] = RIA_PARTICLE_AFLOAT;
  return true;
}
