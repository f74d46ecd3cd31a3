/** \file
 * An independent model of tides to compare currents with: linear shallow water on a C-grid, with
 * Coriolis force, Manning friction and upwind depths, but without advection. It shares no code and
 * no scheme with the solvers. */
#ifndef RIA_TESTS_CGRID_H
#define RIA_TESTS_CGRID_H

#include <stdbool.h>

typedef struct {
  int nx, ny;
  double dx;         /**< cell size along both axes, m */
  const double *bed; /**< [ny][nx], elevation, m, positive up; borrowed */
  double gravity;    /**< m/s2 */
  double manning;    /**< s/m1/3 */
  double coriolis;   /**< 1/s */
  /** Whether the level is imposed in a cell; the outermost faces of the grid are closed. */
  bool (*imposed)(int x, int y);
  double (*level)(double t); /**< m above the reference; 0 at the start, when the water rests */
} cgrid_setup;

/** Fields at cell centres, [ny][nx]; owned. */
typedef struct {
  double *depth; /**< m */
  double *u, *v; /**< m/s */
} cgrid_fields;

/** Advances from rest and stores the fields at times `at` [count], ascending, s. Fails the test
 * without memory. */
void cgrid_run(const cgrid_setup *setup, int count, const double *at, cgrid_fields *fields);
void cgrid_destroy(int count, cgrid_fields *fields);

#endif
