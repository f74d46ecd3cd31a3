/* Losses: water that infiltrates. Fields of the state count what each cell has lost. */
#include "water_take.h"

#define LOSSES                                                    \
  STATE(FIELD(infiltrated, "m", "water that has infiltrated")     \
        FIELD(infiltrated_tracer, "m", "tracer that came with it: depth times concentration, less what has decayed"))

SCALAR(dt, "s", "time step")
SCALAR(decayed, "1", "share of the tracer that decays in a step: 1 - exp(-lambda dt)")
