/* The volume of a cell between nodes over its time step, from the wave speeds through its faces,
 * or from the same time step for all cells. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_time_step, "rows: volume of a cell over its time step", "")
AXES_XYZ

CELL {
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(vx, "m/s", "axial velocity")
        FIELD(vr, "m/s", "radial velocity")
        FIELD(swirl, "m2/s", "radius times tangential velocity")
        FIELD(p, "Pa", "pressure")
        FIELD(r, "m", "radius")
        AREAS
        FIELD(volume, "m3", "volume")
        MASK(exists, "1", "1 where there is a cell, else 0")
        FIELD(eddy, "Pa s", "eddy viscosity, if turbulent"))
  OUTPUT(FIELD(pace, "m3/s", "volume over time step"))
}
cell, next;

SCALAR(cfl, "1", "Courant number")
SCALAR(gamma, "1", "ratio of specific heats")
SCALAR(omega, "1/s", "speed of the row's rotation")
SCALAR(fixed, "s", "time step of all cells; 0: each has its own")
SCALAR(viscous, "m2/s", "4 gamma / prandtl times viscosity")
SCALAR(stirred, "1", "4 gamma over the turbulent Prandtl number")
SWITCH(turbulent, "with an eddy viscosity")

#include "rows_means.h"
#include "rows_waves.h"

UPDATE {
  /* One of them is 0: see rows_feedback. */
  real given = fixed > 0.0 ? 1.0 / fixed : 0.0;
  real free = fixed > 0.0 ? 0.0 : 1.0 / cfl;
  real pace = cell.volume * given + crossed_volume() * free;
  next.pace = cell.exists > 0.5 ? pace : 0.0;
}
