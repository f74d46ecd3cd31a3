/* roe_transport_dams.c with its mass fluxes as output, with which other kernels advect further tracers. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

FACE_KERNEL(roe_transport_dams_tracers, "first-order path-conservative Roe step of shallow water with a tracer, with structures on faces, that hands on its mass fluxes",
            "Vinas et al. (2012), eq. (5)-(16)")
AXES_XY
HINT(cpu, fastest)
HINT(cuda, fastest)

#define FLUXES FLUXES_HANDED_ON
#define ROUGHNESS ROUGHNESS_MAP
#define DAMS DAMS_MAP
#include "roe_step.h"
#include "fluxes.h"
#include "dams.h"
#include "friction_map.h"

static bool has_friction(void) { return true; }
static real roughness_here(void) { return cell.roughness; }
