/* Shallow water with a tracer: first-order path-conservative Roe.
 *
 * The scheme of Vinas et al., "A multi-GPU shallow water simulation with transport of
 * contaminants", eq. (5)-(16): W' = W - dt/|V| sum |E| F-, F- = P- (A (Wj - Wi) - S (Hj - Hi)).
 * Where the bed emerges (Castro et al. 2005) the bed step is treated hydrostatically (Audusse et
 * al. 2004). Advected values (tracer and tangential momentum) are upwinded by the mass flux, so
 * that they stay within the range of their neighbourhood. docs/model.md has the formulae.
 */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

FACE_KERNEL(roe_transport, "first-order path-conservative Roe step of shallow water with a tracer",
            "Vinas et al. (2012), eq. (5)-(16)")
AXES_XY

#define FLUXES
#define ROUGHNESS
#define DAMS
#include "roe_step.h"
#include "no_fluxes.h"
#include "no_dams.h"
#include "friction_manning.h"

SWITCH(friction, "Manning friction, semi-implicit")

static bool has_friction(void) { return friction; }
