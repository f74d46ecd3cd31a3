/* muscl_transport.c with structures such as weirs on faces between cells, over a bed with a roughness that varies in space. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

SLOPE_KERNEL(muscl_transport_dams, "second-order MUSCL-Hancock step of shallow water with a tracer, with structures on faces",
             "van Leer (1984), SIAM J. Sci. Stat. Comput. 5; Chen and Noelle (2022)")
AXES_XY
HINT(cpu, fastest)
HINT(cuda, fastest)

#define FLUXES
#define ROUGHNESS ROUGHNESS_MAP
#define DAMS DAMS_MAP
#include "muscl_step.h"
#include "no_fluxes.h"
#include "dams.h"
#include "friction_map.h"

static bool has_friction(void) { return true; }
static real roughness_here(void) { return cell.roughness; }
