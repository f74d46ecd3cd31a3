/** \file
 * Private: the particles of a rank, and the currents around them.
 */
#ifndef PARTICLES_PARTICLES_H
#define PARTICLES_PARTICLES_H

#include "crew.h"
#include "ria/particles.h"

/** Currents through the low faces of a cell, cells a second, at the last two times. */
typedef struct {
  double u[2], v[2];
} particles_face;

/** Bits of a cell, or of the area beyond a side of the grid. */
enum {
  CELL_WET = RIA_CURRENT_WET,
  CELL_SHUT_X = RIA_CURRENT_SHUT_X,
  CELL_SHUT_Y = RIA_CURRENT_SHUT_Y,
  CELL_OPEN = 8 /**< beyond an open side */
};

struct ria_particles {
  ria_grid grid;
  int groups;
  const ria_particle_group *group;
  int64_t *start; /**< [groups + 1]: number of the first particle of each group; the last entry:
                     number of all particles */
  int64_t first, own;
  double *x, *y, *born; /**< [own], as in the columns */
  int32_t *held;
  uint8_t *state;
  /* Currents. The grid has a margin of one cell below and two above: cell (x, y) is at (y + 1) *
   * wide + x + 1. */
  int wide, high;
  particles_face *face;
  double *u, *v;        /**< of cells, m/s, while the faces are computed */
  uint8_t *cell;        /**< bits, at the later time */
  double *depth;        /**< m of water, 0 if a cell is dry */
  uint8_t *beyond;      /**< bits of the cells around the grid */
  bool windy;           /**< at least one group drifts with the wind */
  particles_face *wind; /**< for each cell of the grid; [1] if it is the same everywhere */
  bool winds;           /**< the wind varies from cell to cell */
  double time[2];
  particles_crew *crew; /**< NULL: there are few particles, or the caller allows no threads */
  uint64_t steps;       /**< counter of intervals between currents */
};

/** Index of a cell in `face` and `cell`. */
static inline size_t particles_at(const ria_particles *p, int x, int y) {
  return (size_t)(y + 1) * (size_t)p->wide + (size_t)(x + 1);
}

/** The cell of the grid that a cell of the margin repeats, if the grid is periodic; otherwise the
 * cell itself. */
static inline int particles_within(const ria_particles *p, int axis, int at) {
  const int cells = (int)p->grid.cells[axis];
  return p->grid.periodic[axis] ? (at + cells) % cells : at;
}

/** The cell that holds a coordinate of at least -2. */
static inline int particles_cell(double at) {
  return (int)(at + 2) - 2;
}

/** Whether a cell has enough water for a particle of a group. */
static inline bool particles_has_water(const ria_particles *p, const ria_particle_group *group,
                                       int x, int y) {
  return p->depth[particles_at(p, x, y)] > group->draft;
}

/** Make the later currents the earlier ones, and read new currents. */
void particles_take_currents(ria_particles *particles, const ria_currents *currents);
/** The same in parts: the cells of each of the `high` rows from -1 on; then the faces of each row;
 * then the rest. Threads may process rows of the same part concurrently. */
void particles_take_row(ria_particles *particles, const ria_currents *currents, int y);
void particles_make_row(ria_particles *particles, int y);
void particles_end_currents(ria_particles *particles, const ria_currents *currents);

/** Release a particle that is due, if there is water at its place: `now` is the time at which it
 * enters the water, and `attempts` counts intervals. */
bool particles_release(ria_particles *particles, int group, int64_t own, double now,
                       uint64_t attempts);
/** Release the particles that are due by then. */
void particles_release_due(ria_particles *particles, double now);
/** Move some of this rank's particles, [from, to), from the time of the earlier currents to that of
 * the later ones. Threads may move others concurrently. */
void particles_move(ria_particles *particles, int64_t from, int64_t to);
/** Wait until all have moved to the time of the later currents. */
void particles_settle(const ria_particles *particles);

/** When a particle is due, s: by its number in its group; nondecreasing in that number. */
double particles_due(const ria_particle_group *group, int64_t number);

#endif
