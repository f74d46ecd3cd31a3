/* Horizontal mixing of momentum and of the tracer: eddy viscosity and eddy diffusivity, each a
 * constant plus Smagorinsky's share of the strain. A separate stage after the water's step: the
 * depth keeps its bits.
 *
 *   (hv)_t = div(h nu (grad v + grad v^T)),   (hC)_t = div(h D grad C)
 *
 * There is no mixing across a face with a dry cell, or with a bed step larger than the shallower
 * depth (a front). Across other faces the depth is the smaller of both, so that no cell mixes more
 * water than it has.
 */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

SLOPE_KERNEL(water_mixing, "horizontal mixing: eddy viscosity, and diffusion of the tracer",
             "Smagorinsky (1963), Mon. Weather Rev. 91")
AXES_XY

#define MIXING
#include "mixing_stage.h"

SCALAR(viscosity, "m2/s", "eddy viscosity, its constant part")
SCALAR(diffusivity, "m2/s", "eddy diffusivity, its constant part")

static real viscosity_here(void) { return viscosity; }
static real diffusivity_here(void) { return diffusivity; }
