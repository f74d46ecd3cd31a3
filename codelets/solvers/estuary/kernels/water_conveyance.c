/* water_discharge.c with an inflow distributed by conveyance. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_conveyance, "side with a prescribed inflow, spread by conveyance", "")

#define ROUGHNESS
#include "side_discharge.h"
#include "conveyance.h"
#include "side_conveyance.h"
#include "friction_manning.h"

static real conveyance(real h) { return by_manning(h); }
