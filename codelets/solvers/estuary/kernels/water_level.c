/* A side with a prescribed water level (tide, gauge): the discharge follows from the inside. Water
 * that comes in carries the concentration `outside`.
 *
 * The level holds at the side itself, half a cell from the edge cell's centre: the ghost cell has
 * the level mirrored there, and the face's Riemann problem, with the same discharge on both sides,
 * takes the mean. Water that comes in brings no velocity along the side. With `head_loss` it is drawn
 * from a sea at rest and spends v2/2g of the level on its speed; without, only what is above a tenth
 * of the critical v2, which bounds an inward jet. With second order the level leans in the edge cell as
 * friction makes it (muscl_step.h), so the mirror is the level at the edge cell's face.
 */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_level, "side with a prescribed level; the discharge follows from inside",
                "Vinas et al. (2012), section 6 (south and west of the ria)")

#define ROUGHNESS
#include "side_level.h"
#include "side_levels.h"
#include "friction_manning.h"
