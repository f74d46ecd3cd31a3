/* muscl_transport.c over a bed with a roughness that varies in space, or with another friction law than Manning's. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

SLOPE_KERNEL(muscl_transport_rough, "second-order MUSCL-Hancock step of shallow water with a tracer, over a bed whose roughness differs from cell to cell",
             "van Leer (1984), SIAM J. Sci. Stat. Comput. 5; Chen and Noelle (2022)")
AXES_XY
HINT(cpu, fastest)
HINT(cuda, fastest)

#define FLUXES
#define ROUGHNESS ROUGHNESS_MAP
#define DAMS
#include "muscl_step.h"
#include "no_fluxes.h"
#include "no_dams.h"
#include "friction_map.h"

static bool has_friction(void) { return true; }
static real roughness_here(void) { return cell.roughness; }
