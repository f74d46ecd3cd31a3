/* A side that waves from inside leave through, while the water outside has a prescribed level and
 * discharge (Flather's condition, for waves of any height): the ghost cell is what lies between the
 * water outside and that at the edge, u + 2c of the one that runs out and of the other that runs in.
 * Where the two have the same level and are at rest it is the edge cell's state to the bit.
 *
 * The level of an incoming wave comes with the velocity of a simple wave over still water, 2 (c - c of the still water)
 * inwards (Stoker 1957): the wave enters with its height. Without a wave `still` is `level`, and that velocity is exactly 0.
 */
#include "../../../kernels/ria_kernel.h"

BOUNDARY_KERNEL(water_absorbing, "side that waves leave through, to water of a prescribed level and discharge",
                "Flather (1976), Mem. Soc. R. Sci. Liege 10")

#define ROUGHNESS
#include "side_absorbing.h"
#include "side_levels.h"

SCALAR(still, "m", "level of the water outside that an incoming wave runs into; `level`: no wave comes in")

static real still_here(void) { return still; }
