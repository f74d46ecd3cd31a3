/* roe_transport.c over a bed with a roughness that varies in space, or with another friction law than Manning's. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

FACE_KERNEL(roe_transport_rough, "first-order path-conservative Roe step of shallow water with a tracer, over a bed whose roughness differs from cell to cell",
            "Vinas et al. (2012), eq. (5)-(16)")
AXES_XY
HINT(cpu, fastest)
HINT(cuda, fastest)

#define FLUXES
#define ROUGHNESS ROUGHNESS_MAP
#define DAMS
#include "roe_step.h"
#include "no_fluxes.h"
#include "no_dams.h"
#include "friction_map.h"

static bool has_friction(void) { return true; }
static real roughness_here(void) { return cell.roughness; }
