/* x to the power -1/3, to 1.2e-5, by two Newton iterations. */
#ifndef RIA_INVERSE_CUBE_ROOT_H
#define RIA_INVERSE_CUBE_ROOT_H

/* One Newton iteration; y is near x^(-1/3). */
static real nearer(real third, real y) {
  return y * fma(-third, (y * y) * y, 1.3333333333333333);
}

static real inverse_cube_root(real x) {
  real third = 0.33333333333333333 * x;
  return nearer(third, nearer(third, inverse_cbrt_guess(x)));
}

#endif
