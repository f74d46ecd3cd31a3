/* The keys of the solver rows, as read. */
#ifndef ROWS_KEYS_H
#define ROWS_KEYS_H

#include "ria/schema.h"
#include "ria/solver_keys.h"

typedef struct {
  char *name;
  int blades;   /* number of blades on the whole circumference; 0: from the grid */
  double speed; /* rad/s */
  ria_case_place place;
} rows_row;

typedef enum { ROWS_MIXING, ROWS_SLIDING } rows_plane_kind;

typedef struct {
  char *name;
  rows_plane_kind kind;
  char **between; /* patches: upstream, downstream */
  int between_count;
  double relax;
  ria_case_place place;
} rows_plane;

/* HELD: the nodes keep their initial state. */
typedef enum { ROWS_WALL, ROWS_SLIP, ROWS_INFLOW, ROWS_OUTFLOW, ROWS_HELD } rows_boundary_kind;
typedef enum { ROWS_EVERYWHERE, ROWS_AT_HUB } rows_pressure_at;

typedef struct {
  char *name; /* names of patches; "default": those that are not named */
  rows_boundary_kind kind;
  double stagnation_pressure, stagnation_temperature; /* Pa, K */
  double yaw, pitch; /* degrees: angle from the axis towards theta, towards r */
  double pressure;   /* Pa; inflow: 0: from inside */
  rows_pressure_at at;
  double temperature; /* wall temperature, K; 0: adiabatic */
  double speed;       /* angular speed of a wall, rad/s */
  double along;       /* velocity of a wall along the axis, m/s */
  double relax;
  bool has_speed;
  ria_case_place place;
} rows_boundary;

typedef enum { ROWS_SCREE, ROWS_RK4 } rows_march;
typedef enum { ROWS_FLUXES_AUTO, ROWS_STORED, ROWS_RECOMPUTED } rows_fluxes;
typedef enum { ROWS_LAMINAR, ROWS_MIXING_LENGTH } rows_turbulence;
typedef enum { ROWS_NO_SLIP, ROWS_WALL_FUNCTIONS } rows_walls;
typedef enum {
  ROWS_START_INFLOW,
  ROWS_START_UNIFORM,
  ROWS_START_VORTEX,
  ROWS_START_SWIRL
} rows_start_kind;

typedef struct {
  int rows;
  rows_row *row;
  int planes;
  rows_plane *plane;
  struct {
    double cp, gamma, viscosity, prandtl;
  } gas;
  int boundaries;
  rows_boundary *boundary;
  ria_case_place boundaries_place;
  ria_case_place passing_place; /* of time.steps_per_passing */
  struct {
    rows_march march;
    rows_fluxes fluxes;
    double second, fourth, feedback;
    rows_turbulence turbulence;
    rows_walls walls;
    double mixing_length; /* longest mixing length, m; 0: a fraction of the pitch */
    ria_case_place turbulence_place;
    int levels; /* coarser grids of multigrid; 0: none */
    double factor;
    ria_case_place levels_place;
  } scheme;
  struct {
    rows_start_kind kind;
    double pressure, temperature; /* Pa, K; 0: from the boundaries */
    double vx, vr, vt;            /* m/s */
    double radius, mach;          /* radius of the vortex at which the Mach number is given */
    bool has_velocity;
    ria_case_place place;
  } start;
} rows_case;

extern const ria_key rows_keys[];

/* ria_solver_keys.finish: check.c */
void rows_check_case(ria_reader *reader, ria_case *the_case, void *own);

#endif
