/* Whether the things that a case names lie in sensible places. */
#ifndef TERRAIN_CHECK_H
#define TERRAIN_CHECK_H

#include "ria/terrain.h"

/* Check that gauges, rivers and releases lie inside the grid and segments on their side, and what
 * the solver checks. Probable mistakes go to terrain->warnings. Error: RIA_ERROR_CASE; every
 * finding is added to `errors`. */
ria_status terrain_check(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);

/* The same of a box, or of blocks, where only gauges have places. */
ria_status terrain_check_places(const ria_case *the_case, const ria_terrain *terrain,
                                ria_case_errors *errors);

#endif
