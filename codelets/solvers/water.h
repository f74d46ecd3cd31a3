/* Code that all solvers of shallow water share: their initial state, and the variables that they
 * show. */
#ifndef RIA_WATER_H
#define RIA_WATER_H

#include "ria/shape.h"
#include "ria/solver.h"

enum { WATER_FIELDS = 4 }; /* h, qx, qy, hc */

/* Returns the initial water of a cell. Not for cases that start from a file. */
ria_start water_start_at(const ria_case *the_case, const ria_terrain *terrain, ria_global x,
                         ria_global y);
/* The initial state of the global cells [x0,x1) x [y0,y1). `values[field]` is [y1-y0][x1-x0], in
 * the order h, qx, qy, hc. Depth is never negative; cells at or below `dry` have no discharge. */
ria_status water_start(const ria_case *the_case, const ria_terrain *terrain, ria_global x0,
                       ria_global x1, ria_global y0, ria_global y1, double *const values[4]);
/* Whether a release or river at (px, py) with `radius` covers cell (x, y): the cell that contains
 * the point, and cells with their centre inside the radius. */
bool water_is_near(const ria_grid *grid, ria_global x, ria_global y, double px, double py,
                   double radius);

/* Whether a release covers a cell, by its radius or its area. */
bool water_is_released(const ria_case_release *release, const ria_terrain *terrain, ria_global x,
                       ria_global y);

/* The unit of a content: that of a concentration times m3. */
void water_name_content(const char *concentration, char unit[RIA_SHOWN_TEXT]);

/* ria_solver.show, of a state h, qx, qy and perhaps hc, and the static field depth. */
void water_show(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);

#endif
