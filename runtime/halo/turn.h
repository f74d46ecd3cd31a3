/** \file
 * Rotation of a state's vectors when they are sent across a joint of blocks.
 */
#ifndef HALO_TURN_H
#define HALO_TURN_H

#include "../mesh/layout.h"
#include "ria/mesh.h"
#include "ria/simulation.h"

/** How each state field of a strip is computed for the receiving tile.
 * \param turned out: [nstate], to be freed by free(); NULL: all fields are copied unchanged
 *
 * Errors: RIA_ERROR_MEMORY; RIA_ERROR_UNSUPPORTED, if a vector would get a component along an axis
 * for which it has no field. */
ria_status turned_fields(const ria_model *model, const ria_mesh_strip *strip,
                         turned_field **turned);

#endif
