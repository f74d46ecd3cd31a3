/* An absorbing side: waves from inside leave through it, while the water outside has a prescribed level and discharge
 * (Flather's condition, for waves of any height). The ghost cell combines the outgoing invariant u + 2c of the edge cell with
 * the incoming one of the outside water. If both have the same level and are at rest, it equals the edge cell's state to the
 * bit.
 *
 * The level of an incoming wave comes with the velocity of a simple wave over still water, 2 (c - c of the still water) inwards
 * (Stoker 1957): the wave enters with its height. Without a wave `still` equals `level`, and that velocity is exactly 0.
 */
#include "../../../kernels/ria_kernel.h"

BOUNDARY_KERNEL(water_absorbing, "side that waves leave through, to water of a prescribed level and discharge",
                "Flather (1976), Mem. Soc. R. Sci. Liege 10")

#define ROUGHNESS
#include "side_absorbing.h"
#include "side_levels.h"

SCALAR(still, "m", "level of the water outside that an incoming wave runs into; `level`: no wave comes in")

static real still_here(void) { return still; }
