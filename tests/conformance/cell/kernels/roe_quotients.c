/* The sweep of codelets/solvers/swsolver/kernels/swsolver.c as LeVeque states it, for the time model alone: what the
 * paper's count of 8 divisions a sweep comes from, as far as it tells. Velocities and Roe's averages
 * are quotients, each wave is a vector limited by a theta of its own, and fluxes are those of the
 * left cell, what runs to the left, and the correction of eq. (6.60). There is no entropy fix. */
#include "ria_kernel.h"

WAVE_KERNEL(roe_quotients, "second-order sweep of shallow water, with the textbook's quotients",
            "LeVeque (2002), eq. (6.59)-(6.61), p. 481")
AXES_EACH

CELL {
  STATE(FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width"))
  PREPARED(VECTOR(v, "m/s", "velocity")
           FIELD(root, "m1/2", "square root of the depth")
           FIELD(push, "m3/s2", "flux of the normal discharge")
           FIELD(carry, "m3/s2", "flux of the tangential discharge"))
}
cell, low_cell, high_cell, next;

/* The middle wave has tangential discharge alone. */
WAVE {
  FIELD(slow, "m/s", "speed of the slower gravity wave, u - c")
  FIELD(middle, "m/s", "speed of the middle wave, u")
  FIELD(fast, "m/s", "speed of the faster gravity wave, u + c")
  FIELD(slow_h, "m", "depth of the slower wave")
  FIELD(slow_n, "m2/s", "its normal discharge")
  FIELD(slow_t, "m2/s", "its tangential discharge")
  FIELD(middle_t, "m2/s", "tangential discharge of the middle wave")
  FIELD(fast_h, "m", "depth of the faster wave")
  FIELD(fast_n, "m2/s", "its normal discharge")
  FIELD(fast_t, "m2/s", "its tangential discharge")
}
wave, before, here, after;

FACE {
  FIELD(mass, "m2/s", "mass flux")
  FIELD(push, "m3/s2", "flux of the normal discharge")
  FIELD(carry, "m3/s2", "flux of the tangential discharge")
  FIELD(speed, "m/s", "largest wave speed")
}
face, low, high;

static real rate;
static bool valid;

SCALAR(dt, "s", "time step")
SCALAR(share, "1", "share of the time step that this sweep takes")
SCALAR(inverse_d, "1/m", "reciprocal of the cell size along the axis")
SCALAR(gravity, "m/s2", "acceleration of gravity")
SCALAR(cfl, "1", "largest Courant number of a sweep")

/* minmod of theta; a wave that is not there has no theta. */
static real limiter(real along, real norm) {
  real theta = norm > 0.0 ? along / norm : 0.0;
  return max(0.0, min(1.0, theta));
}

PREPARE {
  cell.vn = cell.qn / cell.h;
  cell.vt = cell.qt / cell.h;
  cell.root = sqrt(cell.h);
  cell.push = cell.qn * cell.vn + 0.5 * gravity * cell.h * cell.h;
  cell.carry = cell.qn * cell.vt;
}

WAVES {
  real weights = low_cell.root + high_cell.root;
  real u = (low_cell.root * low_cell.vn + high_cell.root * high_cell.vn) / weights;
  real v = (low_cell.root * low_cell.vt + high_cell.root * high_cell.vt) / weights;
  real c = sqrt(0.5 * gravity * (low_cell.h + high_cell.h));
  real half = 1.0 / (2.0 * c);
  real dh = high_cell.h - low_cell.h;
  real dn = high_cell.qn - low_cell.qn;
  wave.slow = u - c;
  wave.middle = u;
  wave.fast = u + c;
  real strength_slow = (wave.fast * dh - dn) * half;
  real strength_fast = (dn - wave.slow * dh) * half;
  wave.slow_h = strength_slow;
  wave.slow_n = strength_slow * wave.slow;
  wave.slow_t = strength_slow * v;
  wave.middle_t = high_cell.qt - low_cell.qt - v * dh;
  wave.fast_h = strength_fast;
  wave.fast_n = strength_fast * wave.fast;
  wave.fast_t = strength_fast * v;
}

FLUX {
  real step = dt * share * inverse_d;
  real slow_h = here.slow > 0.0 ? before.slow_h : after.slow_h;
  real slow_n = here.slow > 0.0 ? before.slow_n : after.slow_n;
  real slow_t = here.slow > 0.0 ? before.slow_t : after.slow_t;
  real middle_t = here.middle > 0.0 ? before.middle_t : after.middle_t;
  real fast_h = here.fast > 0.0 ? before.fast_h : after.fast_h;
  real fast_n = here.fast > 0.0 ? before.fast_n : after.fast_n;
  real fast_t = here.fast > 0.0 ? before.fast_t : after.fast_t;
  real phi_slow =
      limiter(slow_h * here.slow_h + slow_n * here.slow_n + slow_t * here.slow_t,
              here.slow_h * here.slow_h + here.slow_n * here.slow_n + here.slow_t * here.slow_t);
  real phi_middle = limiter(middle_t * here.middle_t, here.middle_t * here.middle_t);
  real phi_fast =
      limiter(fast_h * here.fast_h + fast_n * here.fast_n + fast_t * here.fast_t,
              here.fast_h * here.fast_h + here.fast_n * here.fast_n + here.fast_t * here.fast_t);

  /* s- and |s| (1 - |s| dt/dx) phi / 2 of each wave. */
  real size_slow = fabs(here.slow);
  real size_middle = fabs(here.middle);
  real size_fast = fabs(here.fast);
  real more_slow = 0.5 * size_slow * (1.0 - step * size_slow) * phi_slow;
  real more_middle = 0.5 * size_middle * (1.0 - step * size_middle) * phi_middle;
  real more_fast = 0.5 * size_fast * (1.0 - step * size_fast) * phi_fast;
  real back_slow = min(here.slow, 0.0);
  real back_middle = min(here.middle, 0.0);
  real back_fast = min(here.fast, 0.0);
  face.mass = low_cell.qn + (back_slow * here.slow_h + back_fast * here.fast_h) +
              (more_slow * here.slow_h + more_fast * here.fast_h);
  face.push = low_cell.push + (back_slow * here.slow_n + back_fast * here.fast_n) +
              (more_slow * here.slow_n + more_fast * here.fast_n);
  face.carry =
      low_cell.carry +
      (back_slow * here.slow_t + back_middle * here.middle_t + back_fast * here.fast_t) +
      (more_slow * here.slow_t + more_middle * here.middle_t + more_fast * here.fast_t);
  face.speed = max(size_slow, size_fast);
}

UPDATE {
  real step = dt * share * inverse_d;
  next.h = cell.h - step * (high.mass - low.mass);
  next.qn = cell.qn - step * (high.push - low.push);
  next.qt = cell.qt - step * (high.carry - low.carry);
}

RATE {
  rate = ((share / cfl) * inverse_d) * max(low.speed, high.speed);
}

CHECK {
  /* False for NaN too. */
  valid = next.h > 0.0 && fabs(next.qn) < 1e30 && fabs(next.qt) < 1e30;
}
