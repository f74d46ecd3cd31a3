/* water_level.c with a level that varies along the side, over a bed with a roughness that varies in space. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_level_along_rough, "side with levels that differ along it; the discharge follows from inside, over a bed whose roughness differs from cell to cell",
                "Vinas et al. (2012), section 6 (south and west of the ria)")

#define ROUGHNESS ROUGHNESS_MAP ALONG_MAP
#include "side_level.h"
#include "side_levels_along.h"
#include "friction_map.h"

static real roughness_here(void) { return edge.roughness; }
