/* What can only be checked of a case once its grid is known. */
#ifndef RIA_TERRAIN_CHECK_H
#define RIA_TERRAIN_CHECK_H

#include "ria/terrain.h"

/* Errors: RIA_ERROR_CASE if a boundary segment, a gauge, a river or a release lies outside the
 * grid, or if an initial patch of tracer in still water has no water to lie in. All are added to
 * `errors`; the detail is the first. */
ria_status ria_terrain_check(const ria_case *the_case, const ria_terrain *terrain,
                             ria_case_errors *errors);

/* Whether the centre of cell (x, y) lies within `radius` of a point, or the cell holds the point.
 */
bool ria_cell_near(const ria_grid *grid, ria_global x, ria_global y, double px, double py,
                   double radius);

#endif
