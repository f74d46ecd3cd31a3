/* Checks of the places in a case. */
#ifndef TERRAIN_CHECK_H
#define TERRAIN_CHECK_H

#include "ria/terrain.h"

/* Check that gauges, rivers and releases lie inside the grid and segments on their side, and run
 * the solver's checks. Probable mistakes go to terrain->warnings. Error: RIA_ERROR_CASE; every
 * error is added to `errors`. */
ria_status terrain_check(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);

/* As terrain_check(), for a box or blocks, where only gauges have places. */
ria_status terrain_check_places(const ria_case *the_case, const ria_terrain *terrain,
                                ria_case_errors *errors);

#endif
