/* A mixing plane. The fluxes of each side, averaged around the circumference, are mixed out at
 * constant area. Incoming waves of a side are uniform around it, and driven by the difference
 * between the two mixed-out flows until it vanishes: then both sides have the same fluxes. Upstream
 * the outgoing wave comes from inside. Downstream the density comes from inside, so that nodes keep
 * the mass that flows into them. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_mix, "rows: mixing plane", "Saxer and Giles (1993): fluxes mixed out")

CELL {
  STATE(CONSERVED)
  INPUT(FIELD(a0, "kg/m2s", "averaged on this side: flux of mass")
        FIELD(a1, "Pa", "averaged on this side: flux of momentum along the normal")
        FIELD(a2, "Pa", "averaged on this side: flux of momentum along the span")
        FIELD(a3, "N/m", "averaged on this side: flux of moment of momentum")
        FIELD(a4, "W/m2", "averaged on this side: flux of energy")
        FIELD(b0, "kg/m2s", "averaged on the other side: flux of mass")
        FIELD(b1, "Pa", "averaged on the other side: flux of momentum along the normal")
        FIELD(b2, "Pa", "averaged on the other side: flux of momentum along the span")
        FIELD(b3, "N/m", "averaged on the other side: flux of moment of momentum")
        FIELD(b4, "W/m2", "averaged on the other side: flux of energy")
        FIELD(w0, "kg/m3", "averaged on this side: density")
        FIELD(w1, "m/s", "averaged on this side: velocity along the normal")
        FIELD(w2, "m/s", "averaged on this side: velocity along the span")
        FIELD(w3, "m2/s", "averaged on this side: radius times tangential velocity")
        FIELD(w4, "Pa", "averaged on this side: pressure")
        FIELD(r, "m", "radius")
        FIELD(nx, "1", "normal downstream: axial")
        FIELD(nr, "1", "normal downstream: radial"))
}
cell, next;

SCALAR(gamma, "1", "ratio of specific heats")
SCALAR(relax, "1", "share of the difference that is taken over; plus")
SCALAR(pace, "s/m", "the share for each m/s of the fastest waves along the normal")
SCALAR(upstream, "1", "1 on the side upstream, 0 on the other")

/* The subsonic velocity along the normal of a flow with these fluxes. */
static real mixed_speed(real mass, real force, real heat, real gamma) {
  real a = (gamma + 1.0) / (2.0 * (gamma - 1.0));
  real b = (gamma / (gamma - 1.0)) * (force / mass);
  real root = sqrt(max(b * b - (4.0 * a) * heat, 0.0));
  return (b - root) / (2.0 * a);
}

static real square(real x) {
  return x * x;
}

UPDATE {
  bool flows = cell.a0 > 0.0 && cell.b0 > 0.0;
  real a_mass = flows ? cell.a0 : 1.0;
  real b_mass = flows ? cell.b0 : 1.0;
  real a_up = cell.a2 / a_mass;
  real b_up = cell.b2 / b_mass;
  real a_swirl = cell.a3 / a_mass;
  real b_swirl = cell.b3 / b_mass;
  real a_heat = cell.a4 / a_mass - 0.5 * (square(a_up) + square(a_swirl / cell.r));
  real b_heat = cell.b4 / b_mass - 0.5 * (square(b_up) + square(b_swirl / cell.r));
  real a_along = mixed_speed(a_mass, cell.a1, a_heat, gamma);
  real b_along = mixed_speed(b_mass, cell.b1, b_heat, gamma);
  real a_p = cell.a1 - a_mass * a_along;
  real b_p = cell.b1 - b_mass * b_along;
  real a_rho = a_mass / a_along;
  real b_rho = b_mass / b_along;
  real sound2 = (gamma * a_p) / a_rho;
  real sound = sqrt(sound2);
  real impedance = a_rho * sound;
  real share = min(relax + pace * (a_along + sound), 1.0);

  /* upstream: the pressure is prescribed, as at an outflow */
  real vx = cell.mx / cell.rho;
  real vr = cell.mr / cell.rho;
  real swirl = cell.mt / cell.rho;
  real kinetic = 0.5 * (cell.rho * ((square(vx) + square(vr)) + square(swirl / cell.r)));
  real back = (b_p - a_p) - impedance * (b_along - a_along);
  real behind = cell.w4 + share * (0.5 * back);
  real e_upstream = behind / (gamma - 1.0) + kinetic;

  /* downstream: entropy, directions and the downstream wave are prescribed, the density comes
   * from inside. It follows its share of their change, so that they send no waves of their own. */
  real more_entropy = share * ((b_rho - a_rho) - (b_p - a_p) / sound2);
  real more_down = share * ((b_p - a_p) + impedance * (b_along - a_along));
  real rho = cell.rho + (more_entropy + (0.5 * more_down) / sound2);
  real entropy = (cell.w0 - cell.w4 / sound2) + more_entropy;
  real span = cell.w2 + share * (b_up - a_up);
  real turning = cell.w3 + share * (b_swirl - a_swirl);
  real down = (cell.w4 + impedance * cell.w1) + more_down;
  real p = sound2 * (rho - entropy);
  real along = (down - p) / impedance;
  real axial = along * cell.nx - span * cell.nr;
  real radial = along * cell.nr + span * cell.nx;
  real moving = 0.5 * (rho * ((square(axial) + square(radial)) + square(turning / cell.r)));

  bool down_side = flows && upstream < 0.5;
  next.rho = down_side ? rho : cell.rho;
  next.mx = down_side ? rho * axial : cell.mx;
  next.mr = down_side ? rho * radial : cell.mr;
  next.mt = down_side ? rho * turning : cell.mt;
  next.e = down_side ? p / (gamma - 1.0) + moving : (flows ? e_upstream : cell.e);
}
