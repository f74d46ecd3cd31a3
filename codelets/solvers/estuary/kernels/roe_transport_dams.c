/* roe_transport.c with structures such as weirs on faces between cells, over a bed with a roughness that varies in space. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

FACE_KERNEL(roe_transport_dams, "first-order path-conservative Roe step of shallow water with a tracer, with structures on faces",
            "Vinas et al. (2012), eq. (5)-(16)")
AXES_XY
HINT(cpu, fastest)
HINT(cuda, fastest)

#define FLUXES
#define ROUGHNESS ROUGHNESS_MAP
#define DAMS DAMS_MAP
#include "roe_step.h"
#include "no_fluxes.h"
#include "dams.h"
#include "friction_map.h"

static bool has_friction(void) { return true; }
static real roughness_here(void) { return cell.roughness; }
