/** \file
 * Groups: tiles that share tasks and memory.
 */
#ifndef TILE_GROUP_H
#define TILE_GROUP_H

#include "access/simulation.h"

/** Put the tiles, which have been placed, into groups: consecutive tiles of one worker. */
ria_status groups_plan(ria_simulation *simulation);
/** Allocate the groups' memory, zeroed, and set the addresses of their tiles in it. */
ria_status groups_create(ria_simulation *simulation);
void groups_destroy(ria_simulation *simulation);

#endif
