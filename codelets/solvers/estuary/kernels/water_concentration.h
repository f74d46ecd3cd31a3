/* The concentration of a cell of water. */
#ifndef RIA_WATER_CONCENTRATION_H
#define RIA_WATER_CONCENTRATION_H

/* Avoids division by zero; far below any depth that matters. */
static real no_depth(void) { return 1e-30; }

/* The quotient hc / h, correctly rounded: exactly 1 where hc == h, never above where hc < h. */
static real concentration(real hc, real h, real inverse) {
  real c = hc * inverse;
  return fma(fma(-c, h, hc), inverse, c);
}

#endif
