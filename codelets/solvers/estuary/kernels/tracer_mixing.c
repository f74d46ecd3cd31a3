/* Horizontal mixing of a tracer after the first, following that of the water and the first tracer in water_mixing.c. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

SLOPE_KERNEL(tracer_mixing, "horizontal mixing of a tracer", "Smagorinsky (1963), Mon. Weather Rev. 91")
AXES_XY
HINT(cpu, fastest)
HINT(cuda, fastest)

#define MIXING
#include "tracer_mixing.h"

SCALAR(diffusivity, "m2/s", "eddy diffusivity, its constant part")

static real diffusivity_here(void) { return diffusivity; }
