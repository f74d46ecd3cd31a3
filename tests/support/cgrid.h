/** \file
 * An independent model of tides to compare currents with: shallow water on a C-grid, with Coriolis
 * force, Manning friction and upwind depths; advection and eddy viscosity on request. It shares
 * neither code nor scheme with the solvers.
 *
 * The advection conserves momentum (Stelling and Duinmeijer, Int. J. Numer. Meth. Fluids 43, 2003),
 * with Koren's limiter for the velocities that the water carries. Walls have no friction, so a
 * staircase of cells does not slow the flow along it. */
#ifndef RIA_TESTS_CGRID_H
#define RIA_TESTS_CGRID_H

#include <stdbool.h>

/** Fields at cell centres, [ny][nx]; owned. */
typedef struct {
  double *depth; /**< m */
  double *u, *v; /**< m/s */
} cgrid_fields;

typedef struct {
  int nx, ny;
  double dx;         /**< cell size along both axes, m */
  const double *bed; /**< [ny][nx], elevation, m, positive up; borrowed */
  double gravity;    /**< m/s2 */
  double manning;    /**< s/m1/3 */
  double coriolis;   /**< 1/s */
  double viscosity;  /**< horizontal eddy viscosity, m2/s */
  /** Whether currents are advected and face depths depend on the current. Advection and viscosity
   * are off in the two outermost rings of cells. */
  bool advection;
  /** Whether the level is imposed in a cell; the outermost faces of the grid are closed. */
  bool (*imposed)(int x, int y);
  /** Level of an imposed cell, m above the reference. It is 0 at the start, when the water is at
   * rest. */
  double (*level)(int x, int y, double t);
  /** Whether the water of imposed cells rests: faces between two of them have no current. Incoming
   * water then has no momentum and loses v2/2g of the level to its speed. */
  bool rests_outside;
  const cgrid_fields *start; /**< NULL: level 0, at rest; borrowed */
} cgrid_setup;

/** Advances from the start and stores the fields at times `at` [count], ascending, s. Fails the
 * test without memory. */
void cgrid_run(const cgrid_setup *setup, int count, const double *at, cgrid_fields *fields);
void cgrid_destroy(int count, cgrid_fields *fields);

#endif
