/* The particles of a rank: their memory, and their columns in files. */
#include "particles.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/exact_math.h"

const char *const ria_particle_state_names[RIA_PARTICLE_STATES] = {
    [RIA_PARTICLE_WAITING] = "waiting",
    [RIA_PARTICLE_AFLOAT] = "afloat",
    [RIA_PARTICLE_BEACHED] = "beached",
    [RIA_PARTICLE_LEFT] = "left",
    [RIA_PARTICLE_DEAD] = "dead"};

const char *const ria_particle_column_names[RIA_PARTICLE_COLUMNS] = {[RIA_PARTICLE_X] = "x",
                                                                     [RIA_PARTICLE_Y] = "y",
                                                                     [RIA_PARTICLE_BORN] = "born",
                                                                     [RIA_PARTICLE_HELD] = "held",
                                                                     [RIA_PARTICLE_STATE] =
                                                                         "state"};

/* ---- life ---- */

double ria_particles_bytes(double count) {
  /* The rank's own particles, and on rank 0 the columns of a pending record and checkpoint. */
  const double own = 3 * sizeof(double) + sizeof(int32_t) + sizeof(uint8_t);
  return count * (own + 3.0 * RIA_PARTICLE_COLUMNS * sizeof(double));
}

/* Mark the open sides in the cells around the grid. */
static void mark_sides(ria_particles *p, const ria_particles_description *of) {
  const int nx = (int)p->grid.cells[0], ny = (int)p->grid.cells[1];
  for (int side = RIA_WEST; side <= RIA_NORTH; side++) {
    const int along = side == RIA_SOUTH || side == RIA_NORTH ? nx : ny;
    for (int i = 0; i < along && of->open[side]; i++) {
      const int x = side == RIA_WEST ? -1 : side == RIA_EAST ? nx : i;
      const int y = side == RIA_SOUTH ? -1 : side == RIA_NORTH ? ny : i;
      p->beyond[particles_at(p, x, y)] = of->open[side][i] ? CELL_OPEN : 0;
    }
  }
}

static ria_status take_memory(ria_particles *p, const ria_particles_description *of) {
  const size_t cells = (size_t)(of->grid.cells[0] * of->grid.cells[1]),
               around = (size_t)p->wide * (size_t)p->high, own = (size_t)p->own + 1;
  p->x = calloc(own, sizeof *p->x);
  p->y = calloc(own, sizeof *p->y);
  p->born = malloc(own * sizeof *p->born);
  p->held = malloc(own * sizeof *p->held);
  p->state = calloc(own, sizeof *p->state);
  p->face = calloc(around, sizeof *p->face);
  p->u = calloc(around, sizeof *p->u);
  p->v = calloc(around, sizeof *p->v);
  p->cell = calloc(around, sizeof *p->cell);
  p->depth = calloc(around, sizeof *p->depth);
  p->beyond = calloc(around, sizeof *p->beyond);
  p->wind = calloc(p->winds ? cells : 1, sizeof *p->wind);
  if (!p->x || !p->y || !p->born || !p->held || !p->state || !p->face || !p->u || !p->v ||
      !p->cell || !p->depth || !p->beyond || !p->wind)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %lld particles", (long long)p->own);
  for (int64_t n = 0; n < p->own; n++) {
    p->born[n] = -1;
    p->held[n] = -1;
  }
  return RIA_SUCCESS;
}

enum { MANY = 8192 /* particles, or cells, for which one more thread is started */ };

static ria_status create(ria_particles *p, const ria_particles_description *of) {
  p->grid = of->grid;
  p->groups = of->groups;
  p->group = of->group;
  p->wide = (int)of->grid.cells[0] + 3;
  p->high = (int)of->grid.cells[1] + 3;
  p->winds = of->winds;
  p->time[0] = p->time[1] = -INFINITY;
  p->start = calloc((size_t)of->groups + 1, sizeof *p->start);
  if (!p->start)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for particles");
  for (int g = 0; g < of->groups; g++) {
    if (of->group[g].count < 1 || of->group[g].count > INT32_MAX)
      return ria_fail(RIA_ERROR_ARGUMENT, "a group of %lld particles; expected 1 to 2147483647",
                      (long long)of->group[g].count);
    p->start[g + 1] = p->start[g] + of->group[g].count;
    p->windy |= of->group[g].wind > 0;
  }
  const int64_t all = p->start[of->groups];
  p->first = all / of->ranks * of->rank + (of->rank < all % of->ranks ? of->rank : all % of->ranks);
  p->own = all / of->ranks + (of->rank < all % of->ranks);
  RIA_TRY(take_memory(p, of));
  mark_sides(p, of);
  const int64_t useful = (p->own + of->grid.cells[0] * of->grid.cells[1]) / MANY + 1;
  if (of->threads > 0)
    p->crew = particles_crew_create(p, of->threads < useful ? of->threads : (int)useful);
  return RIA_SUCCESS;
}

ria_status ria_particles_create(const ria_particles_description *of, ria_particles **particles) {
  ria_particles *p = *particles = calloc(1, sizeof *p);
  const ria_status status =
      p ? create(p, of) : ria_fail(RIA_ERROR_MEMORY, "no memory for particles");
  if (status != RIA_SUCCESS) {
    ria_particles_destroy(p);
    *particles = NULL;
  }
  return status;
}

void ria_particles_destroy(ria_particles *p) {
  if (!p)
    return;
  particles_settle(p);
  particles_crew_destroy(p->crew);
  free(p->start);
  free(p->x);
  free(p->y);
  free(p->born);
  free(p->held);
  free(p->state);
  free(p->face);
  free(p->u);
  free(p->v);
  free(p->cell);
  free(p->depth);
  free(p->beyond);
  free(p->wind);
  free(p);
}

double ria_particles_time(const ria_particles *p) {
  particles_settle(p);
  return p->time[1];
}

/* ---- moving ---- */

void particles_settle(const ria_particles *p) {
  if (p->crew)
    particles_crew_wait(p->crew);
}

void ria_particles_begin(ria_particles *p, const ria_currents *currents) {
  particles_take_currents(p, currents);
  particles_release_due(p, currents->time);
}

void ria_particles_advance(ria_particles *p, const ria_currents *currents) {
  particles_settle(p);
  p->steps++;
  if (p->crew) {
    particles_crew_begin(p->crew, currents);
    return;
  }
  particles_take_currents(p, currents);
  particles_move(p, 0, p->own);
}

/* ---- columns ---- */

int64_t ria_particles_all(const ria_particles *p) {
  return p->start[p->groups];
}

int64_t ria_particles_own(const ria_particles *p, int64_t *first) {
  *first = p->first;
  return p->own;
}

int ria_particles_group(const ria_particles *p, int64_t number) {
  int group = 0;
  while (group + 1 < p->groups && number >= p->start[group + 1])
    group++;
  return group;
}

void ria_particles_get(const ria_particles *p, int column, double *values) {
  const double *const real[RIA_PARTICLE_COLUMNS] = {
      [RIA_PARTICLE_X] = p->x, [RIA_PARTICLE_Y] = p->y, [RIA_PARTICLE_BORN] = p->born};
  particles_settle(p);
  for (int64_t n = 0; n < p->own; n++)
    values[n] = real[column]                  ? real[column][n]
                : column == RIA_PARTICLE_HELD ? (double)p->held[n]
                                              : (double)p->state[n];
}

void ria_particles_set(ria_particles *p, int column, const double *values) {
  double *const real[RIA_PARTICLE_COLUMNS] = {
      [RIA_PARTICLE_X] = p->x, [RIA_PARTICLE_Y] = p->y, [RIA_PARTICLE_BORN] = p->born};
  particles_settle(p);
  for (int64_t n = 0; n < p->own; n++) {
    const double value = values[p->first + n];
    if (real[column])
      real[column][n] = value;
    else if (column == RIA_PARTICLE_HELD)
      p->held[n] = (int32_t)value;
    else
      p->state[n] = (uint8_t)value;
  }
}

double ria_particle_mass(const ria_particle_group *g, double born, double time) {
  const double mass = g->mass > 0 ? g->mass : 1;
  return g->decay > 0 && !g->dies && born >= 0 ? mass * ria_exp(-g->decay * (time - born)) : mass;
}

/* ---- state carried on from the last currents ---- */

enum { TIME, STEPS, NUMBERS };

static size_t faces_of(const ria_particles *p) {
  return (size_t)p->wide * (size_t)p->high;
}

static size_t winds_of(const ria_particles *p) {
  return p->winds ? (size_t)(p->grid.cells[0] * p->grid.cells[1]) : 1;
}

size_t ria_particles_kept(const ria_particles *p) {
  return NUMBERS + 2 * (faces_of(p) + winds_of(p));
}

static double *keep_faces(const particles_face *face, size_t count, double *to) {
  for (size_t i = 0; i < count; i++) {
    *to++ = face[i].u[1];
    *to++ = face[i].v[1];
  }
  return to;
}

static const double *resume_faces(particles_face *face, size_t count, const double *from) {
  for (size_t i = 0; i < count; i++) {
    face[i].u[1] = *from++;
    face[i].v[1] = *from++;
  }
  return from;
}

void ria_particles_keep(const ria_particles *p, double *values) {
  particles_settle(p);
  values[TIME] = p->time[1];
  values[STEPS] = (double)p->steps;
  keep_faces(p->wind, winds_of(p), keep_faces(p->face, faces_of(p), values + NUMBERS));
}

void ria_particles_resume(ria_particles *p, const double *values) {
  particles_settle(p);
  p->time[1] = values[TIME];
  p->steps = (uint64_t)values[STEPS];
  resume_faces(p->wind, winds_of(p), resume_faces(p->face, faces_of(p), values + NUMBERS));
}
