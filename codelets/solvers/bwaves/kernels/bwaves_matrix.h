/* The blocks of the matrix of bwaves, which several definitions compute: the Jacobian of the first-order flux with
 * frozen wave speeds, and of the part of the viscous flux that is normal to a face. w: the prepared numbers of a cell. */

SCALAR(gamma, "1", "ratio of specific heats")
SCALAR(viscosity, "Pa s", "viscosity")
SCALAR(conduction, "1", "gamma over the Prandtl number")
SCALAR(c0, "1", "weight of the change in this step")
SCALAR(kx, "s/m", "time step over the cell size in x")
SCALAR(ky, "s/m", "time step over the cell size in y")
SCALAR(kz, "s/m", "time step over the cell size in z")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(inverse_dz, "1/m", "reciprocal of the cell size in z")

/* Wave speed along axis n. */
static real speed(int n, const real w[6]) {
  return fabs(w[n]) + w[4];
}

static real square(const real w[6]) {
  return fma(w[2], w[2], fma(w[1], w[1], w[0] * w[0]));
}

/* The time step over the cell size along axis n. */
static real step_by_size(int n) {
  return n == 0 ? kx : n == 1 ? ky : kz;
}

/* The time step over the square of the cell size, times the viscosity. */
static real diffusion(int n) {
  return (n == 0 ? kx * inverse_dx : n == 1 ? ky * inverse_dy : kz * inverse_dz) * viscosity;
}

/* The terms of the viscous Jacobian in the energy's row and column 0 that are the same along each axis. q: the square of the
 * velocity. */
static real heat(const real w[6], real q) {
  return fma(conduction, q - w[3], -q);
}

/* The block of the neighbour beyond a face along axis n, whose cell has w; `half` is 0.5 for the upper one,
 * -0.5 for the lower one. wave: of the face. Terms of scalars alone are computed once, and common terms of
 * several elements once a block, because the product that recomputes the blocks is bound by arithmetic. */
static void beside(real b[5][5], int n, real half, const real w[6], real wave) {
  real less = gamma - 1.0;
  real share = half * step_by_size(n);
  real pressing = share * less;
  real along = share * w[n];
  real viscous = diffusion(n) * w[5];
  real third = (1.0 / 3.0) * viscous;
  real normal = viscous + third;
  real q = square(w);
  real phi = (0.5 * less) * q;
  real enthalpy = fma(gamma, w[3], -phi);
  real work = fma(less, along, (1.0 - conduction) * viscous);
  for (int l = 0; l < 5; l++) {
    for (int m = 0; m < 5; m++) {
      b[l][m] = absent;
    }
  }
  b[0][0] = -wave;
  b[0][n + 1] = share;
  for (int l = 0; l < 3; l++) {
    if (l == n) {
      b[l + 1][0] = fma(share, phi, w[n] * (normal - along));
      b[l + 1][l + 1] = fma(3.0 - gamma, along, -wave) - normal;
      b[4][l + 1] = fma(share, enthalpy, -((work + third) * w[n]));
    } else {
      b[l + 1][0] = w[l] * (viscous - along);
      b[l + 1][l + 1] = (along - wave) - viscous;
      b[l + 1][n + 1] = share * w[l];
      b[n + 1][l + 1] = -(pressing * w[l]);
      b[4][l + 1] = -(work * w[l]);
    }
  }
  b[n + 1][4] = pressing;
  b[4][0] = fma(along, phi - enthalpy, fma(third * w[n], w[n], -(viscous * heat(w, q))));
  b[4][4] = fma(-conduction, viscous, fma(gamma, along, -wave));
}

/* The contribution of the face between two cells along axis n to the diagonal of both cells: half
 * the time step, over the cell size, times the larger of their wave speeds. */
static real wave_between(int n, const real w[6], const real other[6]) {
  return (0.5 * step_by_size(n)) * max(speed(n, w), speed(n, other));
}

/* The contributions of a cell's six faces. */
static void face_waves(real low[3], real high[3]) {
  low[0] = wave_between(0, cell.w, at(w, -1, 0, 0));
  low[1] = wave_between(1, cell.w, at(w, 0, -1, 0));
  low[2] = wave_between(2, cell.w, at(w, 0, 0, -1));
  high[0] = wave_between(0, cell.w, at(w, 1, 0, 0));
  high[1] = wave_between(1, cell.w, at(w, 0, 1, 0));
  high[2] = wave_between(2, cell.w, at(w, 0, 0, 1));
}

/* The block of the cell itself: c0 times the identity, and the terms of all faces. */
static void diagonal(real a[5][5], const real low[3], const real high[3]) {
  real third[3], viscous[3];
  real q = square(cell.w);
  real own = c0 + (((low[0] + high[0]) + (low[1] + high[1])) + (low[2] + high[2]));
  for (int n = 0; n < 3; n++) {
    viscous[n] = (2.0 * diffusion(n)) * cell.w[5];
    third[n] = (1.0 / 3.0) * viscous[n];
  }
  real all = (viscous[0] + viscous[1]) + viscous[2];
  real work = (1.0 - conduction) * all;
  real energy = all * heat(cell.w, q);
  for (int l = 0; l < 5; l++) {
    for (int m = 0; m < 5; m++) {
      a[l][m] = absent;
    }
  }
  a[0][0] = own;
  for (int l = 0; l < 3; l++) {
    real both = all + third[l];
    a[l + 1][0] = -(both * cell.w[l]);
    a[l + 1][l + 1] = own + both;
    a[4][l + 1] = (work + third[l]) * cell.w[l];
    energy = fma(-third[l] * cell.w[l], cell.w[l], energy);
  }
  a[4][0] = energy;
  a[4][4] = fma(conduction, all, own);
}
