/* The Euler equations of a gas in a plane: euler.c along both axes, with the tangential momentum. Sums
 * are ordered so that a mirrored gas, or one with x and y exchanged, gives the mirrored or exchanged
 * result to the bit: where pressure is uniform, the limiter amplifies differences in the last bit. */
#include "../../../kernels/ria_kernel.h"

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
cell, low_cell, high_cell, next;

WAVE {
  FIELD(rise, "Pa", "what the prepared pressure rises from the low to the high side")
}
wave, before, here, after;

FACE {
  FIELD(mass, "kg/m2/s", "twice the flux of mass")
  FIELD(push, "Pa", "twice the flux of normal momentum")
  FIELD(carry, "Pa", "twice the flux of tangential momentum")
  FIELD(heat, "W/m2", "twice the flux of energy")
  FIELD(speed, "m/s", "spectral radius")
}
face, low_x, high_x, low_y, high_y;

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
  wave.rise = high_cell.p - low_cell.p;
}

/* Half of minmod of the ratio: 0 where a cell is an extremum of pressure. */
static real half_of(real ratio) {
  return 0.5 * max(min(1.0, ratio), 0.0);
}

FLUX {
  real inverse_rise = here.rise == 0.0 ? 0.0 : 1.0 / here.rise;
  real of_low = half_of(before.rise * inverse_rise);
  real of_high = half_of(after.rise * inverse_rise);
  real jump_rho = high_cell.rho - low_cell.rho;
  real jump_n = high_cell.mn - low_cell.mn;
  real jump_t = high_cell.mt - low_cell.mt;
  real jump_E = high_cell.E - low_cell.E;
  real low_rho = fma(of_low, jump_rho, low_cell.rho);
  real low_n = fma(of_low, jump_n, low_cell.mn);
  real low_t = fma(of_low, jump_t, low_cell.mt);
  real low_E = fma(of_low, jump_E, low_cell.E);
  real high_rho = fma(-of_high, jump_rho, high_cell.rho);
  real high_n = fma(-of_high, jump_n, high_cell.mn);
  real high_t = fma(-of_high, jump_t, high_cell.mt);
  real high_E = fma(-of_high, jump_E, high_cell.E);

  /* Roe's mean, (19). */
  real low_root = sqrt(low_rho);
  real high_root = sqrt(high_rho);
  real product = low_rho * high_rho;
  real weights = low_root + high_root;
  real inverse = 1.0 / (product * weights);
  real both = weights * inverse; /* 1 / (low_rho high_rho) */
  real mean = product * inverse; /* 1 / weights */
  real by_low = high_rho * both;
  real by_high = low_rho * both;
  real low_u = low_n * by_low;
  real low_v = low_t * by_low;
  real high_u = high_n * by_high;
  real high_v = high_t * by_high;
  real u = (low_root * low_u + high_root * high_u) * mean;
  real v = (low_root * low_v + high_root * high_v) * mean;
  real e = (low_root * (low_E * by_low) + high_root * (high_E * by_high)) * mean;
  real inner = fma(-0.5 * v, v, fma(-0.5 * u, u, e));
  real speed = sqrt((heat_ratio * (heat_ratio - 1.0)) * inner) + fabs(u);

  real low_p = (heat_ratio - 1.0) * fma(-0.5 * low_t, low_v, fma(-0.5 * low_n, low_u, low_E));
  real high_p =
      (heat_ratio - 1.0) * fma(-0.5 * high_t, high_v, fma(-0.5 * high_n, high_u, high_E));
  face.mass = fma(speed, low_rho - high_rho, low_n + high_n);
  face.push = fma(speed, low_n - high_n,
                  fma(low_n, low_u, low_p) + fma(high_n, high_u, high_p));
  face.carry = fma(speed, low_t - high_t, low_t * low_u + high_t * high_u);
  face.heat = fma(speed, low_E - high_E,
                  low_u * (low_E + low_p) + high_u * (high_E + high_p));
  face.speed = speed;
}

UPDATE {
  /* Halved, because faces keep doubled fluxes. */
  real along_x = (0.5 * dt) * inverse_dx;
  real along_y = (0.5 * dt) * inverse_dy;
  next.rho = cell.rho + (along_x * (low_x.mass - high_x.mass) + along_y * (low_y.mass - high_y.mass));
  next.mx = cell.mx + (along_x * (low_x.push - high_x.push) + along_y * (low_y.carry - high_y.carry));
  next.my = cell.my + (along_x * (low_x.carry - high_x.carry) + along_y * (low_y.push - high_y.push));
  next.E = cell.E + (along_x * (low_x.heat - high_x.heat) + along_y * (low_y.heat - high_y.heat));
}

RATE {
  rate = (inverse_dx / cfl) * max(low_x.speed, high_x.speed) +
         (inverse_dy / cfl) * max(low_y.speed, high_y.speed);
}

CHECK {
  /* Density and pressure are positive; false for NaN too. */
  real squared = next.mx * next.mx + next.my * next.my;
  valid = next.rho > 0.0 && squared < 2.0 * (next.rho * next.E) && next.E < 1e30;
}
