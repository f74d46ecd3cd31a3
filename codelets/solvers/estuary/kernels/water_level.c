/* A side with a prescribed water level (tide, gauge): the discharge follows from the inside.
 * Water that comes in carries the concentration `outside`.
 *
 * The level holds at the side itself, half a cell from the edge cell's centre: the ghost cell has
 * the level mirrored there, and the face's Riemann problem, with the same discharge on both sides,
 * gives the mean. Inflow has no velocity along the side. With `head_loss` it comes from a sea at
 * rest, and its level is lower by v2/2g; without, only by the part above a tenth of the critical
 * v2, which limits an inward jet. At second order the level in the edge cell has a slope from
 * friction (muscl_step.h), so the level is mirrored at the edge cell's face.
 */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_level, "side with a prescribed level; the discharge follows from inside",
                "Vinas et al. (2012), section 6 (south and west of the ria)")

#define ROUGHNESS
#include "side_level.h"
#include "side_levels.h"
#include "friction_manning.h"
