/** \file
 * How the vectors of a state are turned on their way across a joint of blocks. */
#ifndef HALO_TURN_H
#define HALO_TURN_H

#include "../mesh/layout.h"
#include "ria/mesh.h"
#include "ria/simulation.h"

/** What each state field of a model is made of when the strip's tile takes it.
 * \param turned out: [nstate], to be freed by free(); NULL: all fields travel as they are
 * Errors: RIA_ERROR_MEMORY; RIA_ERROR_UNSUPPORTED, if a vector would get a component along an axis
 * that it does not have. */
ria_status turned_fields(const ria_model *model, const ria_mesh_strip *strip,
                         turned_field **turned);

#endif
