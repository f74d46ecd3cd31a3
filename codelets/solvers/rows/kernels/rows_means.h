/* Means that do not depend on the numbering of nodes or cells: by the diagonals of a face or of a cube. */

static real mean4(real a, real b, real c, real d) {
  return 0.25 * ((a + d) + (b + c));
}

static real mean8(real a, real b, real c, real d, real e, real f, real g, real h) {
  return 0.125 * sum4(a + h, b + g, c + f, d + e);
}
