/* A free side. The ghost cell has the discharge of the edge. Where water flows out over a falling bed,
 * its level falls with the bed, so that a river leaves at its normal depth; over any other bed it falls
 * by the friction slope. Without friction, or at rest, the ghost cell has the level of the edge cell.
 */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_free, "free side: waves leave, a river runs on", "Vinas et al. (2012), section 6 (north and east of the ria)")

#define ROUGHNESS
#include "side_free.h"
#include "friction_manning.h"
