/** \file
 * Particles that currents carry over a plane grid: released at places and times, moved by currents,
 * wind and a random walk, stopped by shores, lost through open sides and by decay.
 *
 * Currents come as fields at certain times. Between these times they are interpolated linearly, and
 * each particle takes second-order steps (midpoint) of less than a cell. A particle's track depends
 * only on these fields and on its own columns, so it has the same bits on any rank. Random numbers
 * are a function of the seed, the group, the particle and the step (Philox4x32-10 of Salmon et al.,
 * 2011), not drawn from a sequence.
 *
 * No function is collective: each rank has its share of the particles. Not thread-safe. If a rank
 * has many particles, threads move them while the caller goes on.
 */
#ifndef RIA_PARTICLES_H
#define RIA_PARTICLES_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/grid.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** State of a particle. WAITING: not released yet, or no water at its release point. */
typedef enum {
  RIA_PARTICLE_WAITING,
  RIA_PARTICLE_AFLOAT,
  RIA_PARTICLE_BEACHED,
  RIA_PARTICLE_LEFT, /**< left through an open side */
  RIA_PARTICLE_DEAD, /**< died, in a group whose particles die */
  RIA_PARTICLE_STATES
} ria_particle_state;

/** Names of the states: "waiting", "afloat", ... */
extern const char *const ria_particle_state_names[RIA_PARTICLE_STATES];

/** Rule for a particle that would enter a dry cell, or whose cell falls dry. */
typedef enum {
  RIA_SHORE_REFLOAT, /**< it stops there, until that cell has water */
  RIA_SHORE_BEACH,   /**< it stops there permanently */
  RIA_SHORE_SLIDE    /**< it stays afloat and moves along the shore; in a dry cell it rests */
} ria_shore;

/** Particles that are released together with the same properties. Borrowed for the life of the
 * particles. */
typedef struct {
  const char *name;
  ria_global count;       /**< 1 or more */
  double at[2], radius;   /**< m: spread evenly over a circle; radius 0: all at that point */
  ria_global cells;       /**< if not 0: evenly over these cells instead of the circle */
  const ria_global *cell; /**< [cells]: y * nx + x */
  double from, until;     /**< s: spread evenly over that time; equal: all at once */
  double every;           /**< s: interval of equal batches, the first at `from`; 0: one by one */
  double wind;            /**< share of the wind that is added to the current */
  double diffusivity; /**< of the random walk, m2/s; with `diffusivities` the largest of these */
  /** The random walk mixes like a dissolved substance: an even spread over the water volume stays
   * even for any depths and diffusivities. */
  bool mixes;
  const double *diffusivities; /**< with `mixes`: [ny][nx], diffusivity of each cell, m2/s; NULL:
                                  the same everywhere */
  double mass;                 /**< kg of a particle at its release; 0: unknown, counted as 1 */
  double decay;                /**< 1/s: decay rate of a particle's mass, or death rate */
  bool dies;                   /**< particles die; false: all live, and their mass decays */
  ria_shore shore;
  double draft; /**< m: for this group, a cell with no more water than this is dry */
  uint64_t seed;
} ria_particle_group;

typedef struct {
  ria_grid grid; /**< a plane */
  /** [4] (ria_side): whether particles leave across a side, for each cell along it; NULL: the side
   * is a wall, or periodic. Copied. */
  const bool *open[4];
  bool winds; /**< the wind varies from cell to cell (ria_currents.winds) */
  int groups;
  const ria_particle_group *group; /**< [groups] */
  int threads;     /**< threads that may move particles in addition to the caller's; 0: none */
  int rank, ranks; /**< rank of the share: particles are distributed in equal runs */
} ria_particles_description;

/** Bits of a cell of ria_currents. Without WET it is dry. */
enum {
  RIA_CURRENT_WET = 1,
  RIA_CURRENT_SHUT_X = 2, /**< a wall: no particle passes the low face along x */
  RIA_CURRENT_SHUT_Y = 4
};

/** Currents at a time. Arrays are [ny][nx], of cell centres; borrowed until the next call of a
 * function of these particles returns. */
typedef struct {
  double time;            /**< s since the start of the case */
  const double *u, *v;    /**< m/s, eastwards and northwards; or, with `discharges`, */
  bool discharges;        /**< discharges per unit width, m2/s; current = discharge / depth */
  const uint8_t *cell;    /**< bits; NULL: a cell is wet if deeper than `dry` */
  double dry;             /**< m */
  const double *depth;    /**< m, of the water; NULL: each wet cell has enough */
  double wind[2];         /**< m/s, the same everywhere */
  const double *winds[2]; /**< m/s in each cell; NULL: `wind` everywhere */
} ria_currents;

typedef struct ria_particles ria_particles;

/** Bytes of memory for so many particles, on all ranks together. */
double ria_particles_bytes(double count);

/** Create the particles of this rank's share, all WAITING. Errors: RIA_ERROR_MEMORY,
 * RIA_ERROR_ARGUMENT (2^31 particles of a group or more). `*particles` is NULL after an error. */
ria_status ria_particles_create(const ria_particles_description *description,
                                ria_particles **particles);
/** NULL is fine. */
void ria_particles_destroy(ria_particles *particles);

/** Start with the first currents, and release the particles that are due by then. */
void ria_particles_begin(ria_particles *particles, const ria_currents *currents);
/** Move the particles to the time of the next currents, which is later than that of the last ones.
 * May return while particles still move; functions that return particle data wait until they have
 * stopped. */
void ria_particles_advance(ria_particles *particles, const ria_currents *currents);
/** The time of the last currents, s; -INFINITY before ria_particles_begin(). */
double ria_particles_time(const ria_particles *particles);

/** Numbers of particles: on all ranks, in this rank's share, and the number of the share's first
 * particle. Particles are numbered group by group. */
int64_t ria_particles_all(const ria_particles *particles);
int64_t ria_particles_own(const ria_particles *particles, int64_t *first);

/** Columns that describe a particle, one value for each particle. */
enum {
  RIA_PARTICLE_X,    /**< cells from the grid's west side */
  RIA_PARTICLE_Y,    /**< cells from its south side */
  RIA_PARTICLE_BORN, /**< s: time of its release; -1: not released yet */
  RIA_PARTICLE_HELD, /**< the dry cell that holds the particle, y * nx + x; -1: none */
  RIA_PARTICLE_STATE,
  RIA_PARTICLE_COLUMNS
};
extern const char *const ria_particle_column_names[RIA_PARTICLE_COLUMNS];
/** Read a column of this rank's share: values[own]. */
void ria_particles_get(const ria_particles *particles, int column, double *values);
/** Set this rank's share of a column, from the values of all ranks: values[all]. */
void ria_particles_set(ria_particles *particles, int column, const double *values);

/** State besides the particles that is carried on from the last currents: numbers that are the same
 * on every rank. */
size_t ria_particles_kept(const ria_particles *particles);
void ria_particles_keep(const ria_particles *particles, double *values);
void ria_particles_resume(ria_particles *particles, const double *values);

/** Position of a particle in metres, from its columns. */
static inline double ria_particle_place(const ria_grid *grid, int axis, double cells) {
  return grid->origin[axis] + cells * grid->spacing[axis];
}
/** The group of a particle. */
int ria_particles_group(const ria_particles *particles, int64_t number);
/** Remaining mass of a particle of a group at a time: kg, or a share. */
double ria_particle_mass(const ria_particle_group *group, double born, double time);

#ifdef __cplusplus
}
#endif
#endif
