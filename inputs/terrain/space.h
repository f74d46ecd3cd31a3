/* Meshes of cases without a bed (a box, or blocks), and initial fields of cases with one. */
#ifndef TERRAIN_SPACE_H
#define TERRAIN_SPACE_H

#include "ria/terrain.h"

/* Whether the case gives a box, or blocks, and so has no bed. */
bool case_is_space(const ria_case *the_case);

/* The mesh of a case's blocks, with the case's joints or, without any, joined at coinciding faces.
 * Errors: RIA_ERROR_CASE, for the block or joint at *place; RIA_ERROR_MEMORY. */
ria_status terrain_lay_blocks(const ria_case *the_case, ria_terrain *terrain,
                              const ria_case_place **place);

/* The grid of nodes of a case, and its mesh. Errors: RIA_ERROR_CASE, at *place; RIA_ERROR_MEMORY.
 */
ria_status terrain_lay_nodes(const ria_case *the_case, ria_terrain *terrain,
                             const ria_case_place **place);

/* The mesh of the terrain's grid. Errors: RIA_ERROR_MEMORY. */
ria_status terrain_lay_block(ria_terrain *terrain);

/* Puts the initial fields of the case onto the terrain's grid. Errors: those of
 * ria_case_field_lay(); *place is the field's. */
ria_status terrain_lay_start(const ria_case *the_case, ria_terrain *terrain,
                             const ria_case_place **place);

void terrain_free_mesh(ria_terrain *terrain);
void terrain_free_start(ria_terrain_start *start);

#endif
