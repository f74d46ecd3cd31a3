/* water_level.c with a level that varies along the side. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_level_along, "side with levels that differ along it; the discharge follows from inside",
                "Vinas et al. (2012), section 6 (south and west of the ria)")

#define ROUGHNESS ALONG_MAP
#include "side_level.h"
#include "side_levels_along.h"
#include "friction_manning.h"
