/** \file
 * Particles that currents carry over a plane grid: released at places and times, moved by currents,
 * wind and a random walk, stopped by shores, lost through open sides and by decay.
 *
 * Currents come as fields at certain times. From one time to the next they are linear in time, and
 * each particle makes steps of the second order (midpoint) in which it moves by less than a cell. A
 * particle's track depends on these fields and on its own numbers alone, so it has the same bits
 * on any rank. Random numbers are a function of the seed, the group, the particle and the step
 * (Philox4x32-10 of Salmon et al., 2011); none is drawn from a stream.
 *
 * Nothing here is collective: each rank has the particles of its share. Not thread-safe. Where a
 * rank has many, threads move them while the caller goes on.
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

/** What a particle does. WAITING: it is not released yet, or there is no water where it will be. */
typedef enum {
  RIA_PARTICLE_WAITING,
  RIA_PARTICLE_AFLOAT,
  RIA_PARTICLE_BEACHED,
  RIA_PARTICLE_LEFT, /**< through an open side */
  RIA_PARTICLE_DEAD, /**< of a group whose particles die */
  RIA_PARTICLE_STATES
} ria_particle_state;

/** Names of the states: "waiting", "afloat", ... */
extern const char *const ria_particle_state_names[RIA_PARTICLE_STATES];

/** What happens where a particle would enter a dry cell, or its own cell falls dry. */
typedef enum {
  RIA_SHORE_REFLOAT, /**< it stops there, until that cell has water */
  RIA_SHORE_BEACH,   /**< it stops there for good */
  RIA_SHORE_SLIDE    /**< it stays afloat and moves along the shore; in a dry cell it rests */
} ria_shore;

/** Particles that are released together and have the same nature. Borrowed for the life of the
 * particles. */
typedef struct {
  const char *name;
  ria_global count;       /**< 1 or more */
  double at[2], radius;   /**< m: evenly over a circle; radius 0: all at that point */
  ria_global cells;       /**< instead of the circle, if it is not 0: evenly over these cells */
  const ria_global *cell; /**< [cells]: y * nx + x */
  double from, until;     /**< s: evenly over that time; equal: all at once */
  double every;           /**< s: in equal batches, the first at `from`; 0: one by one */
  double wind;            /**< share of the wind that is added to the current */
  double diffusivity;     /**< of the random walk, m2/s; with `diffusivities` the largest of them */
  /** They walk as what is dissolved mixes: what is evenly spread over the volume of the water stays
   * so, whatever depths and diffusivities are. */
  bool mixes;
  const double *diffusivities; /**< with `mixes`: [ny][nx], of each cell, m2/s; NULL: one */
  double mass;                 /**< kg of a particle at its release; 0: not known, and 1 counts */
  double decay;                /**< 1/s: of the mass of a particle, or the rate at which they die */
  bool dies;                   /**< particles die; false: all live, and their mass decays */
  ria_shore shore;
  double draft; /**< m: to it a cell with no more water than that is dry */
  uint64_t seed;
} ria_particle_group;

typedef struct {
  ria_grid grid; /**< a plane */
  /** [4] (ria_side): whether particles leave across a side, for each cell along it; NULL: the side
   * is a wall, or periodic. Copied. */
  const bool *open[4];
  bool winds; /**< the wind differs from cell to cell (ria_currents.winds) */
  int groups;
  const ria_particle_group *group; /**< [groups] */
  int threads;                     /**< that may move particles beside the caller's; 0: none */
  int rank, ranks;                 /**< whose share: particles are dealt out in equal runs */
} ria_particles_description;

/** Bits of a cell of ria_currents. Without WET it is dry. */
enum {
  RIA_CURRENT_WET = 1,
  RIA_CURRENT_SHUT_X = 2, /**< nothing passes the low face along x: a wall stands there */
  RIA_CURRENT_SHUT_Y = 4
};

/** Currents at a time. Arrays are [ny][nx], of cell centres; borrowed until the next call of a
 * function of these particles returns. */
typedef struct {
  double time;         /**< s since the start of the case */
  const double *u, *v; /**< m/s, eastwards and northwards; or */
  bool discharges;     /**< discharges per unit width, m2/s: the current is that over the depth */
  const uint8_t *cell; /**< bits; NULL: cells are wet that are deeper than */
  double dry;          /**< m */
  const double *depth; /**< m, of the water; NULL: each cell that is wet has enough */
  double wind[2];      /**< m/s, the same everywhere, or */
  const double *winds[2]; /**< m/s in each cell; NULL: the same everywhere */
} ria_currents;

typedef struct ria_particles ria_particles;

/** Bytes of memory that so many particles take on all ranks together. */
double ria_particles_bytes(double count);

/** Make the particles of this rank's share, all WAITING. Errors: RIA_ERROR_MEMORY,
 * RIA_ERROR_ARGUMENT (2^31 particles of a group or more). `*particles` is NULL after an error. */
ria_status ria_particles_create(const ria_particles_description *description,
                                ria_particles **particles);
/** NULL is fine. */
void ria_particles_destroy(ria_particles *particles);

/** Take the first currents, and release what is due by then. */
void ria_particles_begin(ria_particles *particles, const ria_currents *currents);
/** Move to the time of the next currents, which is later than that of the last ones. May return
 * while particles still move; whoever asks for something of them waits until they have. */
void ria_particles_advance(ria_particles *particles, const ria_currents *currents);
/** The time of the last currents, s; -INFINITY before ria_particles_begin(). */
double ria_particles_time(const ria_particles *particles);

/** All particles, of all ranks; those of this rank's share, and the number of its first one.
 * Numbers run through the groups. */
int64_t ria_particles_all(const ria_particles *particles);
int64_t ria_particles_own(const ria_particles *particles, int64_t *first);

/** Columns of numbers, one a particle: what a particle is. */
enum {
  RIA_PARTICLE_X,    /**< cells from the grid's west side */
  RIA_PARTICLE_Y,    /**< cells from its south side */
  RIA_PARTICLE_BORN, /**< s: when it was released; -1: it was not */
  RIA_PARTICLE_HELD, /**< the dry cell that holds it, y * nx + x; -1: none */
  RIA_PARTICLE_STATE,
  RIA_PARTICLE_COLUMNS
};
extern const char *const ria_particle_column_names[RIA_PARTICLE_COLUMNS];
/** A column of this rank's share: values[own]. */
void ria_particles_get(const ria_particles *particles, int column, double *values);
/** Set it, from the values of all ranks: values[all]. */
void ria_particles_set(ria_particles *particles, int column, const double *values);

/** What goes on from the last currents besides the particles: numbers that are the same on every
 * rank. */
size_t ria_particles_kept(const ria_particles *particles);
void ria_particles_keep(const ria_particles *particles, double *values);
void ria_particles_resume(ria_particles *particles, const double *values);

/** The place of a particle in metres, from its columns. */
static inline double ria_particle_place(const ria_grid *grid, int axis, double cells) {
  return grid->origin[axis] + cells * grid->spacing[axis];
}
/** The group of a particle. */
int ria_particles_group(const ria_particles *particles, int64_t number);
/** The mass that is left of a particle of a group at a time: kg, or a share. */
double ria_particle_mass(const ria_particle_group *group, double born, double time);

#ifdef __cplusplus
}
#endif
#endif
