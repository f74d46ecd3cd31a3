/* water_discharge.c with an inflow distributed by conveyance, over a bed with a roughness that varies in space. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_conveyance_rough, "side with a prescribed inflow, spread by conveyance, over a bed whose roughness differs from cell to cell", "")

#define ROUGHNESS ROUGHNESS_MAP
#include "side_discharge.h"
#include "conveyance.h"
#include "side_conveyance.h"
#include "friction_map.h"

static real roughness_here(void) { return edge.roughness; }

static real conveyance(real h) {
  real smooth = manning * by_manning(h) + chezy * (h * sqrt(h)) + linear * h;
  return smooth / max(edge.roughness, 1e-9);
}
