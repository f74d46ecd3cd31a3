/* water_absorbing.c with a level that varies along the side, over a bed with a roughness that varies in space. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_absorbing_along_rough, "side that waves leave through, to water of levels that differ along it, over a bed whose roughness differs from cell to cell",
                "Flather (1976), Mem. Soc. R. Sci. Liege 10")

#define ROUGHNESS ROUGHNESS_MAP ALONG_MAP
#include "side_absorbing.h"
#include "side_levels_along.h"

SCALAR(still, "m", "level of the water outside that an incoming wave runs into")
SCALAR(incoming, "1", "1: a wave comes in; 0: none does, whatever `still` is")

static real still_here(void) { return incoming > 0.0 ? still : level_here(); }
