/* water_discharge.c with an outflow that follows from the level, by a rating curve. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_rating, "side with a rating curve: outflow by the level", "")

#define ROUGHNESS
#include "side_discharge.h"
#include "conveyance.h"
#include "side_rating.h"
#include "friction_manning.h"

static real conveyance(real h) { return by_manning(h); }
