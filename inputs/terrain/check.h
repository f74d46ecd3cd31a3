/* Whether the things that a case names lie in sensible places. */
#ifndef RIA_TERRAIN_CHECK_H
#define RIA_TERRAIN_CHECK_H

#include "ria/terrain.h"

/* Check that gauges, rivers and releases lie inside the grid, segments on their side, patches and
 * tides in water, and that there is water. Probable mistakes go to terrain->warnings. Error:
 * RIA_ERROR_CASE; every finding is added to `errors`. */
ria_status ria_terrain_check(const ria_case *the_case, ria_terrain *terrain,
                             ria_case_errors *errors);

/* The same of a box, or of blocks, where only gauges have places. */
ria_status ria_terrain_check_places(const ria_case *the_case, const ria_terrain *terrain,
                                    ria_case_errors *errors);

/* A case and its terrain to check, and the list that errors are added to. */
typedef struct {
  const ria_case *the_case;
  ria_terrain *terrain;
  ria_case_errors *errors;
} ria_terrain_findings;

/* The checks that concern water: rivers, releases, tides and levels on dry land; a domain without
 * water. */
void ria_terrain_check_water(const ria_terrain_findings *c);

/* Add an error at a place of the case. */
void ria_terrain_reject(ria_case_errors *errors, const ria_case *the_case,
                        const ria_case_place *place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Whether a release or river at (px, py) with `radius` covers cell (x, y): the cell that holds the
 * point, and cells whose centre is inside. */
bool ria_cell_near(const ria_grid *grid, ria_global x, ria_global y, double px, double py,
                   double radius);

#endif
