/* water_free.c over a bed with a roughness that varies in space. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_free_rough, "free side: waves leave, a river runs on, over a bed whose roughness differs from cell to cell", "Vinas et al. (2012), section 6 (north and east of the ria)")

#define ROUGHNESS ROUGHNESS_MAP
#include "side_free.h"
#include "friction_map.h"

static real roughness_here(void) { return edge.roughness; }
