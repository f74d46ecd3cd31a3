/** \file
 * Private: what a snapshot is of. */
#ifndef CHECKPOINT_SNAPSHOT_H
#define CHECKPOINT_SNAPSHOT_H

#include "ria/simulation.h"

/** The simulation that a snapshot is of. */
const ria_simulation *snapshot_simulation(const ria_snapshot *snapshot);

/** What the model's moments kept when it was taken: [kept]. Borrowed. */
const double *snapshot_kept(const ria_snapshot *snapshot);

#endif
