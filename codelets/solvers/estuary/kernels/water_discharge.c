/* A side with a prescribed inflow (a river): the level follows from the inside, but is at least the inflow's
 * critical depth; a supercritical inflow has its own depth.
 *
 * The ghost cell has the edge's depth. Its discharge is the one for which the flux at the face equals the inflow.
 * The secant method finds it; its first slope is (c + v) / 2c, which is exact where both depths are equal.
 */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_discharge, "side with a prescribed inflow per unit width", "")

#define ROUGHNESS
#include "side_discharge.h"
#include "side_inflow.h"
#include "friction_manning.h"
