/* Functions of one cell of water: the concentration of a wet cell, whether a new state is valid, whether a cell is at rest. */
#ifndef RIA_WATER_CELL_H
#define RIA_WATER_CELL_H

/* Keeps divisions by the depth of nothing finite; far below what moves. */
static real no_depth(void) { return 1e-30; }

/* The quotient hc / h, correctly rounded: exactly 1 where hc == h, never above where hc < h. */
static real concentration(real hc, real h, real inverse) {
  real c = hc * inverse;
  return fma(fma(-c, h, hc), inverse, c);
}

static bool valid, rest;

CHECK {
  /* False for NaN too. */
  valid = next.h >= 0.0 && fabs(next.qx) < 1e30 && fabs(next.qy) < 1e30 && fabs(next.hc) < 1e30;
}

REST {
  /* A dry cell may start with a discharge: UPDATE takes it away, so it is not at rest yet. */
  rest = cell.h == 0.0 && cell.hc == 0.0 && cell.qx == 0.0 && cell.qy == 0.0;
}

#endif
