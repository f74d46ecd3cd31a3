/* A free side. The ghost cell has the discharge of the edge. Where water runs out over a bed that falls, its level falls as the
 * bed does, so that a river leaves at its normal depth; over another bed by the friction slope. Without friction, or at rest,
 * the ghost cell has the level of the edge cell.
 */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_free, "free side: waves leave, a river runs on", "Vinas et al. (2012), section 6 (north and east of the ria)")

#define ROUGHNESS
#include "side_free.h"
#include "friction_manning.h"
