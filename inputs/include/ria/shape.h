/** \file
 * Shapes: beds and starts given by formulas, for academic cases (bathymetry.shape, initial.shape).
 */
#ifndef RIA_SHAPE_H
#define RIA_SHAPE_H

#include "ria/case.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_SHAPE_PARAMETERS = 12 };

typedef struct {
  const char *name, *what;
  struct {
    const char *name; /**< NULL ends the list */
    const char *unit; /**< "m", "m2/s", "1", ... */
    const char *what;
    double fallback; /**< NAN: required */
  } parameter[RIA_SHAPE_PARAMETERS + 1];
} ria_shape_info;

/** All shapes; the last entry has the name NULL. ria_case_shape.p follows the order of the
 * parameters. */
extern const ria_shape_info ria_bed_shapes[];
extern const ria_shape_info ria_start_shapes[];

/** Bed elevation in m (up positive) at (x, y); NAN if the kind does not exist. */
double ria_bed_elevation(const ria_case_shape *shape, double x, double y);

/** Whether a bed depends only on x, so that all rows are equal. */
bool ria_bed_is_profile(const ria_case_shape *shape);

/** The elevations at the centres of a grid's cells, [ny][nx]. */
void ria_bed_lay(const ria_case_shape *shape, const ria_grid *grid, double *elevation);

/** Water at a point at the start. */
typedef struct {
  double depth;         /**< m, never negative */
  double u, v;          /**< m/s; 0 where there is no water */
  double concentration; /**< added to the case's concentration */
} ria_start;

/** The start at (x, y) over a bed at elevation `bed`. `level` is the case's still-water level,
 * `gravity` its gravity, m/s2. An empty kind is `rest`; a kind that does not exist gives the depth
 * NAN. */
ria_start ria_start_at(const ria_case_shape *shape, double level, double gravity, double x,
                       double y, double bed);

/** The largest concentration that a start shape adds; 0: none. */
double ria_start_concentration(const ria_case_shape *shape);

#ifdef __cplusplus
}
#endif
#endif
