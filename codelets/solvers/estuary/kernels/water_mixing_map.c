/* water_mixing.c with a viscosity and a diffusivity that vary in space. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

SLOPE_KERNEL(water_mixing_map, "horizontal mixing: eddy viscosity, and diffusion of the tracer, that differ from cell to cell",
             "Smagorinsky (1963), Mon. Weather Rev. 91")
AXES_XY
HINT(cpu, fastest)
HINT(cuda, fastest)

#define MIXING MIXING_MAP
#include "mixing_stage.h"

static real viscosity_here(void) { return cell.viscosity_map; }
static real diffusivity_here(void) { return cell.diffusivity_map; }
