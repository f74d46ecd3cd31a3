/* The stage of water_mixing.c (see its comment) and of water_mixing_map.c. */
CELL {
  WATER
  MIXING
  PREPARED(VECTOR(v, "m/s", "velocity")
           FIELD(c, "1", "tracer concentration"))
  SLOPED(FIELD(eddies, "m2/s", "eddy viscosity")
         FIELD(spread, "m2/s", "eddy diffusivity")
         VECTOR(turn, "m3/s2", "stress by the change of the velocity along an axis across that axis, and "
                               "the ratio of the cell's sides"))
}
cell, low_x_cell, high_x_cell, low_y_cell, high_y_cell, low_cell, high_cell, next;

FACE {
  FIELD(normal, "m4/s2", "what the low cell's normal discharge gains, times the cell size")
  FIELD(tangential, "m4/s2", "what its tangential discharge gains, times the cell size")
  FIELD(tracer, "m3/s", "tracer that it gains, times the cell size")
  FIELD(mixing, "m2/s", "the larger of viscosity and diffusivity")
}
face, low_x, high_x, low_y, high_y;

#include "water_cell.h"
#include "no_fluxes.h"

static real rate;

SCALAR(dt, "s", "time step")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(cfl, "1", "share of the stable time step that is taken")
SCALAR(dry, "m", "depth at and below which water does not move")
SCALAR(viscosity_area, "m2", "square of Smagorinsky's coefficient times a cell's area, of the viscosity")
SCALAR(diffusivity_area, "m2", "the same of the diffusivity")
SWITCH(smagorinsky, "viscosity or diffusivity that grows with the strain")

#include "mixing_depth.h"

/* The constant part of the viscosity and of the diffusivity in the cell. */
static real viscosity_here(void);
static real diffusivity_here(void);

PREPARE {
  real h = max(cell.h, no_depth());
  real inverse = 1.0 / h;
  cell.vx = cell.qx * inverse;
  cell.vy = cell.qy * inverse;

  cell.c = concentration(cell.hc, h, inverse);
}

SLOPES {
  real low_x = shared(cell.h, low_x_cell.h, cell.depth, low_x_cell.depth);
  real high_x = shared(cell.h, high_x_cell.h, cell.depth, high_x_cell.depth);
  real low_y = shared(cell.h, low_y_cell.h, cell.depth, low_y_cell.depth);
  real high_y = shared(cell.h, high_y_cell.h, cell.depth, high_y_cell.depth);
  real across_x = change(low_x_cell.vy, cell.vy, high_x_cell.vy, low_x, high_x);
  real across_y = change(low_y_cell.vx, cell.vx, high_y_cell.vx, low_y, high_y);

  real eddies = viscosity_here();
  real spread = diffusivity_here();
  if (smagorinsky) {
    real along_x = change(low_x_cell.vx, cell.vx, high_x_cell.vx, low_x, high_x);
    real along_y = change(low_y_cell.vy, cell.vy, high_y_cell.vy, low_y, high_y);
    real rate_of_strain = strain(along_x, along_y, across_x, across_y);
    eddies = fma(viscosity_area, rate_of_strain, eddies);
    spread = fma(diffusivity_area, rate_of_strain, spread);
  }
  cell.eddies = eddies;
  cell.spread = spread;

  /* The stress nu h v_y on faces along x, and across. With the smallest depth through which the
   * cell mixes, this part adds no more energy than the rest removes, also where depths differ. */
  real least = min(min(low_x > 0.0 ? low_x : cell.h, high_x > 0.0 ? high_x : cell.h),
                   min(low_y > 0.0 ? low_y : cell.h, high_y > 0.0 ? high_y : cell.h));
  real stress = (0.5 * eddies) * least;
  cell.turnx = (stress * (inverse_dy / inverse_dx)) * across_y;
  cell.turny = (stress * (inverse_dx / inverse_dy)) * across_x;
}

FLUX {
  real h = shared(low_cell.h, high_cell.h, low_cell.depth, high_cell.depth);
  bool open = h > 0.0;
  real eddies = 0.5 * (low_cell.eddies + high_cell.eddies);
  real spread = 0.5 * (low_cell.spread + high_cell.spread);
  real stress = h * eddies;
  real normal = (2.0 * stress) * (high_cell.vn - low_cell.vn);
  real tangential = stress * (high_cell.vt - low_cell.vt) + 0.5 * (low_cell.turnn + high_cell.turnn);
  real tracer = (h * spread) * (high_cell.c - low_cell.c);
  face.normal = open ? normal : 0.0;
  face.tangential = open ? tangential : 0.0;
  face.tracer = open ? tracer : 0.0;
  face.mixing = open ? max(eddies, spread) : 0.0;
}

UPDATE {
  real xx = inverse_dx * inverse_dx;
  real yy = inverse_dy * inverse_dy;
  real gain_x = xx * (high_x.normal - low_x.normal) + yy * (high_y.tangential - low_y.tangential);
  real gain_y = xx * (high_x.tangential - low_x.tangential) + yy * (high_y.normal - low_y.normal);
  real gain_c = xx * (high_x.tracer - low_x.tracer) + yy * (high_y.tracer - low_y.tracer);
  next.h = cell.h;
  next.qx = fma(dt, gain_x, cell.qx);
  next.qy = fma(dt, gain_y, cell.qy);
  next.hc = fma(dt, gain_c, cell.hc);
}

RATE {
  /* 4 nu (1/dx2 + 1/dy2): then no wave grows, and no cell loses more than half of its tracer. */
  real weight = 2.0 / cfl;
  rate = weight * ((inverse_dx * inverse_dx) * (low_x.mixing + high_x.mixing) +
                   (inverse_dy * inverse_dy) * (low_y.mixing + high_y.mixing));
}

