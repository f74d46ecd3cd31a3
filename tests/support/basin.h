/** \file
 * A rectangle of water for the validation tests: the estuary's solver without a case file. */
#ifndef RIA_TESTS_BASIN_H
#define RIA_TESTS_BASIN_H

#include <stdbool.h>
#include <stdint.h>

#define BASIN_GRAVITY 9.81

typedef enum { BASIN_WALL, BASIN_OPEN, BASIN_LEVEL, BASIN_DISCHARGE, BASIN_ABSORBING } basin_kind;
enum { BASIN_WEST, BASIN_EAST, BASIN_SOUTH, BASIN_NORTH };

typedef struct {
  basin_kind kind;
  double value;           /**< level above the reference (m), or inflow per unit width (m2/s) */
  double (*at)(double t); /**< a level that changes with time; NULL: `value` */
  double height;          /**< depth of a supercritical inflow; 0: from inside */
  double outside;         /**< concentration of incoming water */
  double inflow;          /**< absorbing: inflow per unit width of the water outside, m2/s */
  bool incoming;          /**< absorbing: the level is that of an incoming wave over still water */
  double still;           /**< level of the still water, m */
  bool head_loss;         /**< level: incoming water loses v2/2g of its level to its speed */
} basin_side;

typedef struct {
  int nx, ny;
  int tiles_x, tiles_y; /**< 0: one */
  double dx, dy;        /**< cell size, m; cell (0, 0) has its corner at the origin */
  bool single;          /**< precision */
  int order;            /**< of the scheme, 1 or 2; 0: 1, or as BASIN_BOTH_ORDERS says */
  bool minmod;          /**< limiter of order 2, instead of the monotonized central one */
  bool full_viscosity;  /**< Roe's, at low Froude numbers too: `low_froude: false` */
  double cfl, dry, manning;
  double coriolis, wind_x, wind_y; /**< 1/s; m2/s2 */
  double decay;                    /**< of the tracer, 1/s */
  double viscosity, diffusivity;   /**< m2/s; the model has the mixing stage if one of these four is
                                        not 0 */
  double viscosity_smagorinsky, diffusivity_smagorinsky; /**< coefficients */
  basin_side side[4];
  bool periodic;                                          /**< along both axes: sides are ignored */
  double (*bed)(const void *context, double x, double y); /**< elevation, m, positive up */
  /** State h, qx, qy, hc at a cell's centre; `bed` is the basin's bed there, after rounding. */
  void (*start)(const void *context, double x, double y, double bed, double w[4]);
  const void *context; /**< borrowed for basin_create */
} basin_setup;

typedef struct basin basin;

/** Opens the session for basins, once in a process, with one worker, so that tests can run side by
 * side. As a group's setup: `test` is ignored, and it returns 0. */
int basin_session_open(void **test);
int basin_session_close(void **test);
/** The session's runtime, for other simulations. */
struct ria_runtime *basin_runtime(void);

/** Runs a test twice: basins without an order get order 1, then order 2. */
#define BASIN_BOTH_ORDERS(f)                                                                       \
  cmocka_unit_test(f), {                                                                           \
#f "_order_2", f, basin_take_order_2, basin_take_order_1, NULL                                 \
  }
int basin_usual_order(void);
int basin_take_order_1(void **test);
int basin_take_order_2(void **test);

/** A basin at t = 0. Fails the test on any error, as all functions here do. */
basin *basin_create(const basin_setup *setup);
void basin_destroy(basin *b);

/** Advance by at most `steps` steps (negative: any number) or to `until` exactly, with the CFL
 * step. */
void basin_advance(basin *b, double until, int64_t steps);

double basin_time(const basin *b);
int64_t basin_steps(const basin *b);
/** State field 0 to 3 (h, qx, qy, hc), [ny][nx], into memory of the caller, at the last step asked
 * for. */
void basin_field(basin *b, int field, double *values);

#endif
