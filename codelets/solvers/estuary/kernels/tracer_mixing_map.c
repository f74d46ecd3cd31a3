/* Horizontal mixing of a tracer behind that of the water and the first tracer, with a diffusivity that differs from cell to cell: it rides with the stage of water_mixing_map.c. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

SLOPE_KERNEL(tracer_mixing_map, "horizontal mixing of a tracer, with a diffusivity that differs from cell to cell", "Smagorinsky (1963), Mon. Weather Rev. 91")
AXES_XY
HINT(cpu, fastest)
HINT(cuda, fastest)

#define MIXING MIXING_OF_TRACER
#include "tracer_mixing.h"

static real diffusivity_here(void) { return cell.diffusivity_map; }
