/* The discharge per unit width at a depth in normal flow, without a factor that all cells share. */
static real conveyance(real h);

/* x to the power -1/3, to rounding. */
static real fine_inverse_cube_root(real x) {
  real third = 0.33333333333333333 * x;
  return nearer(third, nearer(third, inverse_cube_root(x)));
}

/* h to the power 5/3. */
static real by_manning(real h) { return h * h * fine_inverse_cube_root(max(h, 8e-7)); }
