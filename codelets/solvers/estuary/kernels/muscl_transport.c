/* Shallow water with a tracer, second order: MUSCL-Hancock over roe_transport.c.
 *
 * Level, velocity and concentration are linear in a cell, with limited slopes, and advanced by half
 * a step. The bed at a face is half way between the cells' beds, so both cells use the same bed, as
 * long as the depth there stays between the cell's own and the mean of both: so it stays positive,
 * and a shore's film as thin as in its cells. Cells fall back to first order only in films of
 * water. docs/model.md has the formulae.
 */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

SLOPE_KERNEL(muscl_transport, "second-order MUSCL-Hancock step of shallow water with a tracer",
             "van Leer (1984), SIAM J. Sci. Stat. Comput. 5; Chen and Noelle (2022)")
AXES_XY

#define FLUXES
#define ROUGHNESS
#define DAMS
#include "muscl_step.h"
#include "no_fluxes.h"
#include "no_dams.h"
#include "friction_manning.h"

SWITCH(friction, "Manning friction, semi-implicit")

static bool has_friction(void) { return friction; }
