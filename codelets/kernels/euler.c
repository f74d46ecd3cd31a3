/* The Euler equations of a gas along a tube, second order, with a limiter of pressure ratios.
 *
 * Magee and Niemeyer, "Accelerating solutions of one-dimensional unsteady PDEs with GPU-based swept
 * time-space decomposition", appendix D, with these corrections: the pressure (13) is that of the
 * density times the energy; the limited ratio is that of the outer rise of pressure over the one at
 * the face, the reciprocal of (15) as printed, which overshoots; and fluxes leave a cell to the east,
 * where (21) has the other sign. docs/line-solvers.md says how that was found. Written with one
 * division for a cell and two for a face: of both rises there the denominator is one, and so it is of
 * all that Roe's mean and the velocities divide by.
 */
#include "ria_kernel.h"

WAVE_KERNEL(euler, "gas along a tube: limited by pressure ratios, flux with the spectral radius",
            "Magee and Niemeyer (2018), eq. (10)-(21)")
AXES_X
MIDPOINT

CELL {
  STATE(FIELD(rho, "kg/m3", "density")
        FIELD(m, "kg/m2/s", "momentum")
        FIELD(E, "J/m3", "energy"))
  PREPARED(FIELD(p, "Pa", "pressure over the ratio of heat capacities less 1"))
}
cell, left, right, next;

WAVE {
  FIELD(rise, "Pa", "what the prepared pressure rises from left to right")
}
wave, before, here, after;

FACE {
  FIELD(mass, "kg/m2/s", "twice the flux of mass")
  FIELD(push, "Pa", "twice the flux of momentum")
  FIELD(heat, "W/m2", "twice the flux of energy")
  FIELD(speed, "m/s", "spectral radius")
}
face, west, east;

static real rate;
static bool valid;

SCALAR(dt, "s", "time step")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size")
SCALAR(heat_ratio, "1", "ratio of heat capacities")
SCALAR(cfl, "1", "largest Courant number")

PREPARE {
  cell.p = fma(-0.5 * cell.m, cell.m / cell.rho, cell.E);
}

WAVES {
  wave.rise = right.p - left.p;
}

/* Half of minmod of the ratio: 0 where a cell is an extremum of pressure. */
static real half_of(real ratio) {
  return 0.5 * max(min(1.0, ratio), 0.0);
}

FLUX {
  /* The state on either side, from the jump between the cells: the cells' own where pressure does not
   * rise, as at a wall. */
  real inverse_rise = here.rise == 0.0 ? 0.0 : 1.0 / here.rise;
  real of_left = half_of(before.rise * inverse_rise);
  real of_right = half_of(after.rise * inverse_rise);
  real jump_rho = right.rho - left.rho;
  real jump_m = right.m - left.m;
  real jump_E = right.E - left.E;
  real left_rho = fma(of_left, jump_rho, left.rho);
  real left_m = fma(of_left, jump_m, left.m);
  real left_E = fma(of_left, jump_E, left.E);
  real right_rho = fma(-of_right, jump_rho, right.rho);
  real right_m = fma(-of_right, jump_m, right.m);
  real right_E = fma(-of_right, jump_E, right.E);

  /* Roe's mean, (19), with weights that are the roots of densities times the left one's. */
  real product = left_rho * right_rho;
  real root = sqrt(product);
  real weights = left_rho + root;
  real inverse = 1.0 / (product * weights);
  real both = weights * inverse; /* 1 / (left_rho right_rho) */
  real mean = product * inverse; /* 1 / weights */
  real left_u = left_m * (right_rho * both);
  real right_u = right_m * (left_rho * both);
  real u = fma(root, right_u, left_m) * mean;
  real right_e = right_E * (left_rho * both);
  real e = fma(root, right_e, left_E) * mean;
  real squared = (heat_ratio * (heat_ratio - 1.0)) * fma(-0.5 * u, u, e); /* of the speed of sound */
  real speed = sqrt(squared) + fabs(u);

  real left_p = (heat_ratio - 1.0) * fma(-0.5 * left_m, left_u, left_E);
  real right_p = (heat_ratio - 1.0) * fma(-0.5 * right_m, right_u, right_E);
  face.mass = fma(speed, left_rho - right_rho, left_m + right_m);
  face.push = fma(speed, left_m - right_m,
                  fma(left_m, left_u, left_p) + fma(right_m, right_u, right_p));
  face.heat = fma(speed, left_E - right_E,
                  fma(left_u, left_E + left_p, right_u * (right_E + right_p)));
  face.speed = speed;
}

UPDATE {
  real step = (0.5 * dt) * inverse_dx; /* of fluxes, of which faces have twice as much */
  next.rho = fma(step, west.mass - east.mass, cell.rho);
  next.m = fma(step, west.push - east.push, cell.m);
  next.E = fma(step, west.heat - east.heat, cell.E);
}

RATE {
  rate = (inverse_dx / cfl) * max(west.speed, east.speed);
}

CHECK {
  /* Density and pressure are positive; false for NaN too. */
  valid = next.rho > 0.0 && next.m * next.m < 2.0 * (next.rho * next.E) && next.E < 1e30;
}
