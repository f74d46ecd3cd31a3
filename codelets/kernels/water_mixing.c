/* Horizontal mixing of momentum and of the tracer: eddy viscosity and eddy diffusivity, each a constant
 * plus Smagorinsky's share of the strain. A stage of its own after the water's step: the depth stays as
 * it is, to the bit.
 *
 *   (hv)_t = div(h nu (grad v + grad v^T)),   (hC)_t = div(h D grad C)
 *
 * Nothing mixes across a face where a cell is dry, or whose bed step is more than the shallower water
 * covers (a front). Across other faces the depth is the smaller of both, so that no cell takes part with
 * more water than it has.
 */
#include "ria_kernel.h"

SLOPE_KERNEL(water_mixing, "horizontal mixing: eddy viscosity, and diffusion of the tracer",
             "Smagorinsky (1963), Mon. Weather Rev. 91")
AXES_XY

CELL {
  STATE(FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width")
        FIELD(hc, "m", "tracer content: depth times concentration"))
  STATICS(FIELD(depth, "m", "still-water depth H, positive below the reference level"))
  PREPARED(VECTOR(v, "m/s", "velocity")
           FIELD(c, "1", "tracer concentration"))
  SLOPED(FIELD(eddies, "m2/s", "eddy viscosity")
         FIELD(spread, "m2/s", "eddy diffusivity")
         VECTOR(turn, "m3/s2", "stress by the change of the velocity along an axis across that axis, and "
                               "the ratio of the cell's sides"))
}
cell, west_cell, east_cell, south_cell, north_cell, left, right, next;

FACE {
  FIELD(normal, "m4/s2", "what the left cell's normal discharge gains, times the cell size")
  FIELD(tangential, "m4/s2", "what its tangential discharge gains, times the cell size")
  FIELD(tracer, "m3/s", "tracer that it gains, times the cell size")
  FIELD(mixing, "m2/s", "the larger of viscosity and diffusivity")
}
face, west, east, south, north;

static real rate;
static bool valid, rest;

SCALAR(dt, "s", "time step")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(cfl, "1", "share of the stable time step that is taken")
SCALAR(dry, "m", "depth at and below which water does not move")
SCALAR(viscosity, "m2/s", "eddy viscosity, its constant part")
SCALAR(diffusivity, "m2/s", "eddy diffusivity, its constant part")
SCALAR(viscosity_area, "m2", "square of Smagorinsky's coefficient times a cell's area, of the viscosity")
SCALAR(diffusivity_area, "m2", "the same of the diffusivity")
SWITCH(smagorinsky, "viscosity or diffusivity that grows with the strain")

/* Keeps divisions by the depth of nothing finite; far below what moves. */
static real no_depth(void) { return 1e-30; }

/* The depth through which two cells mix; 0 where they do not. */
static real shared(real h, real beside, real depth, real depth_beside) {
  real shallower = min(h, beside);
  return shallower > dry && shallower >= fabs(depth_beside - depth) ? shallower : 0.0;
}

PREPARE {
  real h = max(cell.h, no_depth());
  real inverse = 1.0 / h;
  cell.vx = cell.qx * inverse;
  cell.vy = cell.qy * inverse;

  /* The quotient hc / h, correctly rounded: exactly 1 where hc == h, never above where hc < h. */
  real c = cell.hc * inverse;
  cell.c = fma(fma(-c, h, cell.hc), inverse, c);
}

SLOPES {
  real west = shared(cell.h, west_cell.h, cell.depth, west_cell.depth);
  real east = shared(cell.h, east_cell.h, cell.depth, east_cell.depth);
  real south = shared(cell.h, south_cell.h, cell.depth, south_cell.depth);
  real north = shared(cell.h, north_cell.h, cell.depth, north_cell.depth);

  /* Twice the changes of the velocity over a cell. A face through which nothing mixes counts as one
   * without a change: water slips along it. */
  real across_x = (west > 0.0 ? cell.vy - west_cell.vy : 0.0) + (east > 0.0 ? east_cell.vy - cell.vy : 0.0);
  real across_y = (south > 0.0 ? cell.vx - south_cell.vx : 0.0) + (north > 0.0 ? north_cell.vx - cell.vx : 0.0);

  real eddies = viscosity;
  real spread = diffusivity;
  if (smagorinsky) {
    real along_x = (west > 0.0 ? cell.vx - west_cell.vx : 0.0) + (east > 0.0 ? east_cell.vx - cell.vx : 0.0);
    real along_y = (south > 0.0 ? cell.vy - south_cell.vy : 0.0) + (north > 0.0 ? north_cell.vy - cell.vy : 0.0);
    real stretch_x = inverse_dx * along_x;
    real stretch_y = inverse_dy * along_y;
    real shear = inverse_dy * across_y + inverse_dx * across_x;
    real strain = 0.5 * sqrt(2.0 * (stretch_x * stretch_x + stretch_y * stretch_y) + shear * shear);
    eddies = fma(viscosity_area, strain, viscosity);
    spread = fma(diffusivity_area, strain, diffusivity);
  }
  cell.eddies = eddies;
  cell.spread = spread;

  /* The stress nu h v_y on faces along x, and across. With the smallest of the depths through which the
   * cell mixes this part takes no more energy in than the rest takes out, wherever depths differ. */
  real least = min(min(west > 0.0 ? west : cell.h, east > 0.0 ? east : cell.h),
                   min(south > 0.0 ? south : cell.h, north > 0.0 ? north : cell.h));
  real stress = (0.5 * eddies) * least;
  cell.turnx = (stress * (inverse_dy / inverse_dx)) * across_y;
  cell.turny = (stress * (inverse_dx / inverse_dy)) * across_x;
}

FLUX {
  real h = shared(left.h, right.h, left.depth, right.depth);
  bool open = h > 0.0;
  real eddies = 0.5 * (left.eddies + right.eddies);
  real spread = 0.5 * (left.spread + right.spread);
  real stress = h * eddies;
  real normal = (2.0 * stress) * (right.vn - left.vn);
  real tangential = stress * (right.vt - left.vt) + 0.5 * (left.turnn + right.turnn);
  real tracer = (h * spread) * (right.c - left.c);
  face.normal = open ? normal : 0.0;
  face.tangential = open ? tangential : 0.0;
  face.tracer = open ? tracer : 0.0;
  face.mixing = open ? max(eddies, spread) : 0.0;
}

UPDATE {
  real xx = inverse_dx * inverse_dx;
  real yy = inverse_dy * inverse_dy;
  real gain_x = xx * (east.normal - west.normal) + yy * (north.tangential - south.tangential);
  real gain_y = xx * (east.tangential - west.tangential) + yy * (north.normal - south.normal);
  real gain_c = xx * (east.tracer - west.tracer) + yy * (north.tracer - south.tracer);
  next.h = cell.h;
  next.qx = fma(dt, gain_x, cell.qx);
  next.qy = fma(dt, gain_y, cell.qy);
  next.hc = fma(dt, gain_c, cell.hc);
}

RATE {
  /* 4 nu (1/dx2 + 1/dy2): neither grows a wave, nor does a cell give away more than half of its tracer. */
  real weight = 2.0 / cfl;
  rate = weight * ((inverse_dx * inverse_dx) * (west.mixing + east.mixing) +
                   (inverse_dy * inverse_dy) * (south.mixing + north.mixing));
}

CHECK {
  /* False for NaN too. */
  valid = next.h >= 0.0 && fabs(next.qx) < 1e30 && fabs(next.qy) < 1e30 && fabs(next.hc) < 1e30;
}

REST {
  rest = cell.h == 0.0 && cell.hc == 0.0 && cell.qx == 0.0 && cell.qy == 0.0;
}
