/* The volume of a cell between nodes over its time step: by the wave speeds through its faces, or the
 * same step for all cells. */
#include "ria_kernel.h"

POINT_KERNEL(rows_time_step, "rows: volume of a cell over its time step", "")
AXES_XYZ

CELL {
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(vx, "m/s", "axial velocity")
        FIELD(vr, "m/s", "radial velocity")
        FIELD(swirl, "m2/s", "radius times tangential velocity")
        FIELD(p, "Pa", "pressure")
        FIELD(r, "m", "radius")
        FIELD(aix, "m2", "area of face i, axial")
        FIELD(air, "m2", "area of face i, radial")
        FIELD(ait, "m2", "area of face i, tangential")
        FIELD(ajx, "m2", "area of face j, axial")
        FIELD(ajr, "m2", "area of face j, radial")
        FIELD(ajt, "m2", "area of face j, tangential")
        FIELD(akx, "m2", "area of face k, axial")
        FIELD(akr, "m2", "area of face k, radial")
        FIELD(akt, "m2", "area of face k, tangential")
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

static real mean(real a, real b, real c, real d, real e, real f, real g, real h) {
  return 0.125 * sum4(a + h, b + g, c + f, d + e);
}

/* The speed at which waves cross a face, times its area. */
static real speed(real vx, real vr, real vt, real sound, real ax, real ar, real at_) {
  return fabs((vx * ax + vr * ar) + vt * at_) + sound * sqrt((ax * ax + ar * ar) + at_ * at_);
}

UPDATE {
  real rho = mean(cell.rho, at(rho, 1, 0, 0), at(rho, 0, 1, 0), at(rho, 0, 0, 1), at(rho, 1, 1, 0),
      at(rho, 1, 0, 1), at(rho, 0, 1, 1), at(rho, 1, 1, 1));
  real r = mean(cell.r, at(r, 1, 0, 0), at(r, 0, 1, 0), at(r, 0, 0, 1), at(r, 1, 1, 0), at(r, 1, 0, 1),
      at(r, 0, 1, 1), at(r, 1, 1, 1));
  real sound = sqrt(gamma * mean(cell.p, at(p, 1, 0, 0), at(p, 0, 1, 0), at(p, 0, 0, 1), at(p, 1, 1, 0),
      at(p, 1, 0, 1), at(p, 0, 1, 1), at(p, 1, 1, 1)) / rho);
  real vx = mean(cell.vx, at(vx, 1, 0, 0), at(vx, 0, 1, 0), at(vx, 0, 0, 1), at(vx, 1, 1, 0), at(vx, 1, 0, 1),
      at(vx, 0, 1, 1), at(vx, 1, 1, 1));
  real vr = mean(cell.vr, at(vr, 1, 0, 0), at(vr, 0, 1, 0), at(vr, 0, 0, 1), at(vr, 1, 1, 0), at(vr, 1, 0, 1),
      at(vr, 0, 1, 1), at(vr, 1, 1, 1));
  real vt = mean(cell.swirl, at(swirl, 1, 0, 0), at(swirl, 0, 1, 0), at(swirl, 0, 0, 1), at(swirl, 1, 1, 0),
      at(swirl, 1, 0, 1), at(swirl, 0, 1, 1), at(swirl, 1, 1, 1)) / r - omega * r;
  real ix = 0.5 * (cell.aix + at(aix, 1, 0, 0));
  real ir = 0.5 * (cell.air + at(air, 1, 0, 0));
  real it = 0.5 * (cell.ait + at(ait, 1, 0, 0));
  real jx = 0.5 * (cell.ajx + at(ajx, 0, 1, 0));
  real jr = 0.5 * (cell.ajr + at(ajr, 0, 1, 0));
  real jt = 0.5 * (cell.ajt + at(ajt, 0, 1, 0));
  real kx = 0.5 * (cell.akx + at(akx, 0, 0, 1));
  real kr = 0.5 * (cell.akr + at(akr, 0, 0, 1));
  real kt = 0.5 * (cell.akt + at(akt, 0, 0, 1));
  real waves = sum3(speed(vx, vr, vt, sound, ix, ir, it), speed(vx, vr, vt, sound, jx, jr, jt), speed(vx, vr, vt,
      sound, kx, kr, kt));
  real areas = sum3((ix * ix + ir * ir) + it * it, (jx * jx + jr * jr) + jt * jt, (kx * kx + kr * kr) + kt * kt);
  real spread = turbulent ? viscous + stirred * cell.eddy : viscous;
  real friction = (spread * areas) / (rho * cell.volume);
  /* One of them is 0: see rows_feedback. */
  real given = fixed > 0.0 ? 1.0 / fixed : 0.0;
  real free = fixed > 0.0 ? 0.0 : 1.0 / cfl;
  real pace = cell.volume * given + (waves + friction) * free;
  next.pace = cell.exists > 0.5 ? pace : 0.0;
}
