/* The Euler equations of a gas in a plane: euler.c along both axes, where a face carries the tangential
 * momentum, too. Sums are written so that a mirror image of the gas gives the mirror image to the bit, and
 * so does x for y: where pressure is even, the limiter makes much of a last bit. */
#include "ria_kernel.h"

WAVE_KERNEL(euler_plane, "gas in a plane: limited by pressure ratios, flux with the spectral radius",
            "Magee and Niemeyer (2018), eq. (10)-(21), along both axes")
AXES_XY
MIDPOINT

CELL {
  STATE(FIELD(rho, "kg/m3", "density")
        VECTOR(m, "kg/m2/s", "momentum")
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
  FIELD(push, "Pa", "twice the flux of normal momentum")
  FIELD(carry, "Pa", "twice the flux of tangential momentum")
  FIELD(heat, "W/m2", "twice the flux of energy")
  FIELD(speed, "m/s", "spectral radius")
}
face, west, east, south, north;

static real rate;
static bool valid;

SCALAR(dt, "s", "time step")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(heat_ratio, "1", "ratio of heat capacities")
SCALAR(cfl, "1", "largest Courant number")

PREPARE {
  real squared = cell.mx * cell.mx + cell.my * cell.my;
  cell.p = cell.E - (0.5 * squared) / cell.rho;
}

WAVES {
  wave.rise = right.p - left.p;
}

/* Half of minmod of the ratio: 0 where a cell is an extremum of pressure. */
static real half_of(real ratio) {
  return 0.5 * max(min(1.0, ratio), 0.0);
}

FLUX {
  real inverse_rise = here.rise == 0.0 ? 0.0 : 1.0 / here.rise;
  real of_left = half_of(before.rise * inverse_rise);
  real of_right = half_of(after.rise * inverse_rise);
  real jump_rho = right.rho - left.rho;
  real jump_n = right.mn - left.mn;
  real jump_t = right.mt - left.mt;
  real jump_E = right.E - left.E;
  real left_rho = fma(of_left, jump_rho, left.rho);
  real left_n = fma(of_left, jump_n, left.mn);
  real left_t = fma(of_left, jump_t, left.mt);
  real left_E = fma(of_left, jump_E, left.E);
  real right_rho = fma(-of_right, jump_rho, right.rho);
  real right_n = fma(-of_right, jump_n, right.mn);
  real right_t = fma(-of_right, jump_t, right.mt);
  real right_E = fma(-of_right, jump_E, right.E);

  /* Roe's mean, (19). */
  real left_root = sqrt(left_rho);
  real right_root = sqrt(right_rho);
  real product = left_rho * right_rho;
  real weights = left_root + right_root;
  real inverse = 1.0 / (product * weights);
  real both = weights * inverse; /* 1 / (left_rho right_rho) */
  real mean = product * inverse; /* 1 / weights */
  real by_left = right_rho * both;
  real by_right = left_rho * both;
  real left_u = left_n * by_left;
  real left_v = left_t * by_left;
  real right_u = right_n * by_right;
  real right_v = right_t * by_right;
  real u = (left_root * left_u + right_root * right_u) * mean;
  real v = (left_root * left_v + right_root * right_v) * mean;
  real e = (left_root * (left_E * by_left) + right_root * (right_E * by_right)) * mean;
  real inner = fma(-0.5 * v, v, fma(-0.5 * u, u, e));
  real speed = sqrt((heat_ratio * (heat_ratio - 1.0)) * inner) + fabs(u);

  real left_p = (heat_ratio - 1.0) * fma(-0.5 * left_t, left_v, fma(-0.5 * left_n, left_u, left_E));
  real right_p =
      (heat_ratio - 1.0) * fma(-0.5 * right_t, right_v, fma(-0.5 * right_n, right_u, right_E));
  face.mass = fma(speed, left_rho - right_rho, left_n + right_n);
  face.push = fma(speed, left_n - right_n,
                  fma(left_n, left_u, left_p) + fma(right_n, right_u, right_p));
  face.carry = fma(speed, left_t - right_t, left_t * left_u + right_t * right_u);
  face.heat = fma(speed, left_E - right_E,
                  left_u * (left_E + left_p) + right_u * (right_E + right_p));
  face.speed = speed;
}

UPDATE {
  /* Of fluxes, of which faces have twice as much. */
  real along_x = (0.5 * dt) * inverse_dx;
  real along_y = (0.5 * dt) * inverse_dy;
  next.rho = cell.rho + (along_x * (west.mass - east.mass) + along_y * (south.mass - north.mass));
  next.mx = cell.mx + (along_x * (west.push - east.push) + along_y * (south.carry - north.carry));
  next.my = cell.my + (along_x * (west.carry - east.carry) + along_y * (south.push - north.push));
  next.E = cell.E + (along_x * (west.heat - east.heat) + along_y * (south.heat - north.heat));
}

RATE {
  rate = (inverse_dx / cfl) * max(west.speed, east.speed) +
         (inverse_dy / cfl) * max(south.speed, north.speed);
}

CHECK {
  /* Density and pressure are positive; false for NaN too. */
  real squared = next.mx * next.mx + next.my * next.my;
  valid = next.rho > 0.0 && squared < 2.0 * (next.rho * next.E) && next.E < 1e30;
}
