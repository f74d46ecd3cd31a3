/* The keys of the solver bwaves, as read. */
#ifndef RIA_BWAVES_KEYS_H
#define RIA_BWAVES_KEYS_H

#include "ria/solver_keys.h"

/* RIA_KEY_CHOICE: in the order of the words in keys.c. */
typedef enum { BWAVES_MINMOD, BWAVES_MC, BWAVES_VANLEER, BWAVES_NO_LIMITER } bwaves_limiter;
typedef enum { BWAVES_CUBE, BWAVES_SLAB } bwaves_shape;
typedef enum { BWAVES_X, BWAVES_Y, BWAVES_Z } bwaves_axis;
typedef enum {
  BWAVES_AUTO,
  BWAVES_STORED,
  BWAVES_PACKED,
  BWAVES_RECOMPUTED,
  BWAVES_SINGLE
} bwaves_matrix;
typedef enum {
  BWAVES_RHS_AUTO,
  BWAVES_RHS_GPU,
  BWAVES_RHS_CPU,
  BWAVES_RHS_CPU_SERIAL
} bwaves_rhs_on;
typedef enum { BWAVES_BICGSTAB, BWAVES_ONE_REDUCTION, BWAVES_PIPELINED } bwaves_method;
typedef enum { BWAVES_GUESS_ZERO } bwaves_guess;
typedef enum { BWAVES_EXACT_SUMS, BWAVES_SERIAL_SUMS, BWAVES_BLOCKED_SUMS } bwaves_sums;

/* A gas: density (kg/m3), pressure (Pa), velocity (m/s). */
typedef struct {
  double density, pressure, velocity[RIA_AXES];
} bwaves_gas;

typedef struct {
  double gamma, viscosity, prandtl;
  int order;
  bwaves_limiter limiter;
  int newton_steps;
  bwaves_rhs_on rhs_on;
  struct {
    bwaves_shape shape;
    bwaves_axis axis;
    double half_width;      /* m */
    double shift[RIA_AXES]; /* cells */
    bwaves_gas inside, outside;
    ria_case_place place; /* of the half width */
  } blast;
  struct {
    bwaves_method method;
    bwaves_matrix matrix;
    double tolerance;
    double limit; /* bound of the sum of the residual's squares; 0: use the tolerance */
    int iterations, replace;
    bwaves_guess guess;
    bwaves_sums sums;
  } linear;
} bwaves_case;

extern const ria_key bwaves_keys[];

/* ria_solver_keys.finish. */
void bwaves_check_case(ria_reader *reader, ria_case *the_case, void *own);

#endif
