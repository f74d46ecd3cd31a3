/* Settling of a tracer, and its exchange with the bed, after a step. Deposition, where the bed's
 * stress is below a critical one: w C (1 - stress / settles) per second with settling velocity w (Krone
 * 1962), by an implicit step, so that no value falls below 0. Erosion, where the stress is above another
 * threshold and the bed has tracer: erosion (stress / erodes - 1) per second (Partheniades 1965). */
#include "../../../kernels/ria_kernel.h"
#include "water.h"
#include "water_concentration.h"

CELLS_KERNEL(tracer_bed, "settling of a tracer, and erosion", "Krone (1962); Partheniades (1965), J. Hydraul. Div. 91")

CELL {
  STATE(FIELD(content, "m", "tracer content: depth times concentration")
        FIELD(settled, "m", "tracer in the bed: depth times concentration")
        FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width"))
  ROUGHNESS_MAP
}
cell, next;

SCALAR(dt, "s", "time step")
SCALAR(dry, "m", "depth at and below which water does not move")
SCALAR(gravity, "m/s2", "acceleration of gravity")
SCALAR(density, "kg/m3", "of the water")
SCALAR(decayed, "1", "share of the tracer that decays in a step: 1 - exp(-lambda dt)")
SCALAR(settling, "m/s", "settling velocity")
SCALAR(inverse_settles, "1/Pa", "reciprocal of the stress from which on nothing stays on the bed; 0: all that settles stays")
SCALAR(inverse_erodes, "1/Pa", "reciprocal of the stress from which on the bed erodes")
SCALAR(erosion, "m/s", "concentration times m/s that it gives at twice that stress; 0: nothing")

#include "friction_map.h"

static real roughness_here(void) { return cell.roughness; }

APPLY {
  real h = max(cell.h, no_depth());
  real inverse = 1.0 / h;
  real vx = cell.qx * inverse;
  real vy = cell.qy * inverse;
  real speed = sqrt(vx * vx + vy * vy);
  bool wet = cell.h > dry;
  real stress = wet ? (density * bed_drag(speed, h)) * speed : 0.0;
  real down = wet ? (weight * (dt * settling)) * (max(1.0 - stress * inverse_settles, 0.0) * inverse) : 0.0;
  real settles = cell.content * (down / (1.0 + down));
  real kept = cell.settled - decayed * cell.settled;
  real rises = min(kept, (weight * (dt * erosion)) * max(stress * inverse_erodes - 1.0, 0.0));
  real up = wet ? rises : 0.0;
  next.content = (cell.content - settles) + up;
  next.settled = (kept + settles) - up;
  next.h = cell.h;
  next.qx = cell.qx;
  next.qy = cell.qy;
}
