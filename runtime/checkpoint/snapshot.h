/** \file
 * Private: the origin of a snapshot.
 */
#ifndef CHECKPOINT_SNAPSHOT_H
#define CHECKPOINT_SNAPSHOT_H

#include "ria/simulation.h"

/** The simulation of a snapshot. */
const ria_simulation *snapshot_simulation(const ria_snapshot *snapshot);

/** The numbers that the model's moments had kept when the snapshot was taken: [kept]. Borrowed. */
const double *snapshot_kept(const ria_snapshot *snapshot);

#endif
