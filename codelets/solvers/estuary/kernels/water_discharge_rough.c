/* water_discharge.c over a bed with a roughness that varies in space. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_discharge_rough, "side with a prescribed inflow per unit width, over a bed whose roughness differs from cell to cell", "")

#define ROUGHNESS ROUGHNESS_MAP
#include "side_discharge.h"
#include "side_inflow.h"
#include "friction_map.h"

static real roughness_here(void) { return edge.roughness; }
