/* The Euler equations of a gas along a tube, second order, with a limiter of pressure ratios.
 *
 * Magee and Niemeyer, "Accelerating solutions of one-dimensional unsteady PDEs with GPU-based swept
 * time-space decomposition", appendix D, with these corrections: the pressure (13) is that of the
 * density times the energy; the limited ratio is the outer rise of pressure over the one at the
 * face, the reciprocal of (15) as printed, which overshoots; and fluxes leave a cell on its high
 * side, where (21) has the opposite sign. docs/line-solvers.md has the errors of both. Uses one
 * division per cell and two per face: one for both rises, which share a denominator, and one for
 * Roe's mean and the velocities.
 */
#include "../../../kernels/ria_kernel.h"

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
cell, low_cell, high_cell, next;

WAVE {
  FIELD(rise, "Pa", "what the prepared pressure rises from the low to the high side")
}
wave, before, here, after;

FACE {
  FIELD(mass, "kg/m2/s", "twice the flux of mass")
  FIELD(push, "Pa", "twice the flux of momentum")
  FIELD(heat, "W/m2", "twice the flux of energy")
  FIELD(speed, "m/s", "spectral radius")
}
face, low, high;

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
  wave.rise = high_cell.p - low_cell.p;
}

/* Half of minmod of the ratio: 0 where a cell is an extremum of pressure. */
static real half_of(real ratio) {
  return 0.5 * max(min(1.0, ratio), 0.0);
}

FLUX {
  /* The state on either side, from the jump between the cells: equal to the cell's where the
   * pressure has no rise, as at a wall. */
  real inverse_rise = here.rise == 0.0 ? 0.0 : 1.0 / here.rise;
  real of_low = half_of(before.rise * inverse_rise);
  real of_high = half_of(after.rise * inverse_rise);
  real jump_rho = high_cell.rho - low_cell.rho;
  real jump_m = high_cell.m - low_cell.m;
  real jump_E = high_cell.E - low_cell.E;
  real low_rho = fma(of_low, jump_rho, low_cell.rho);
  real low_m = fma(of_low, jump_m, low_cell.m);
  real low_E = fma(of_low, jump_E, low_cell.E);
  real high_rho = fma(-of_high, jump_rho, high_cell.rho);
  real high_m = fma(-of_high, jump_m, high_cell.m);
  real high_E = fma(-of_high, jump_E, high_cell.E);

  /* Roe's mean, (19), with weights that are the roots of densities times the root of the low density. */
  real product = low_rho * high_rho;
  real root = sqrt(product);
  real weights = low_rho + root;
  real inverse = 1.0 / (product * weights);
  real both = weights * inverse; /* 1 / (low_rho high_rho) */
  real mean = product * inverse; /* 1 / weights */
  real low_u = low_m * (high_rho * both);
  real high_u = high_m * (low_rho * both);
  real u = fma(root, high_u, low_m) * mean;
  real high_e = high_E * (low_rho * both);
  real e = fma(root, high_e, low_E) * mean;
  real squared = (heat_ratio * (heat_ratio - 1.0)) * fma(-0.5 * u, u, e); /* of the speed of sound */
  real speed = sqrt(squared) + fabs(u);

  real low_p = (heat_ratio - 1.0) * fma(-0.5 * low_m, low_u, low_E);
  real high_p = (heat_ratio - 1.0) * fma(-0.5 * high_m, high_u, high_E);
  face.mass = fma(speed, low_rho - high_rho, low_m + high_m);
  face.push = fma(speed, low_m - high_m,
                  fma(low_m, low_u, low_p) + fma(high_m, high_u, high_p));
  face.heat = fma(speed, low_E - high_E,
                  fma(low_u, low_E + low_p, high_u * (high_E + high_p)));
  face.speed = speed;
}

UPDATE {
  real step = (0.5 * dt) * inverse_dx; /* of fluxes, which faces keep doubled */
  next.rho = fma(step, low.mass - high.mass, cell.rho);
  next.m = fma(step, low.push - high.push, cell.m);
  next.E = fma(step, low.heat - high.heat, cell.E);
}

RATE {
  rate = (inverse_dx / cfl) * max(low.speed, high.speed);
}

CHECK {
  /* Density and pressure are positive; false for NaN too. */
  valid = next.rho > 0.0 && next.m * next.m < 2.0 * (next.rho * next.E) && next.E < 1e30;
}
