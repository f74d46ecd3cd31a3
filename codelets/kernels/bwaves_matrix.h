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

/* Speed of waves along axis n. */
static real speed(int n, const real w[6]) {
  return fabs(w[n]) + w[4];
}

static real square(const real w[6]) {
  return (w[0] * w[0] + w[1] * w[1]) + w[2] * w[2];
}

/* 4/3 for the velocity along the axis, 1 for the others. */
static real normal_share(int l, int n) {
  return l == n ? 4.0 / 3.0 : 1.0;
}

/* Column 0 of the energy's row of the viscous Jacobian, over the kinematic viscosity. */
static real heat_by_density(int n, const real w[6]) {
  return (conduction * (square(w) - w[3]) - square(w)) - (1.0 / 3.0) * (w[n] * w[n]);
}

/* Its column of velocity m. */
static real heat_by_velocity(int m, int n, const real w[6]) {
  real own = (1.0 - conduction) * w[m];
  return m == n ? own + (1.0 / 3.0) * w[m] : own;
}

/* The block of the neighbour beyond a face along axis n, whose cell has w; `half` is 0.5 for the upper one, -0.5 for the
 * lower one. s: the wave speed of the face. */
static void beside(real b[5][5], int n, real half, const real w[6], real s, real k, real inverse) {
  real less = gamma - 1.0;
  real phi = less * (0.5 * square(w));
  real enthalpy = gamma * w[3] - phi;
  real viscous = inverse * (viscosity * w[5]);
  real wave = 0.5 * s;
  for (int l = 0; l < 5; l++) {
    for (int m = 0; m < 5; m++) {
      b[l][m] = absent;
    }
  }
  b[0][0] = -(k * wave);
  b[0][n + 1] = k * half;
  for (int l = 0; l < 3; l++) {
    real density = l == n ? phi - w[l] * w[n] : -(w[l] * w[n]);
    b[l + 1][0] = k * (half * density + viscous * (normal_share(l, n) * w[l]));
    for (int m = 0; m < 3; m++) {
      if (l == n && m == n) {
        b[l + 1][m + 1] = k * ((half * ((w[n] + w[n]) - less * w[n]) - wave) - viscous * normal_share(l, n));
      } else if (l == m) {
        b[l + 1][m + 1] = k * ((half * w[n] - wave) - viscous);
      } else if (l == n) {
        b[l + 1][m + 1] = k * (half * -(less * w[m]));
      } else if (m == n) {
        b[l + 1][m + 1] = k * (half * w[l]);
      }
    }
    b[4][l + 1] = k * (half * ((l == n ? enthalpy : 0.0) - less * (w[n] * w[l])) - viscous * heat_by_velocity(l, n, w));
  }
  b[n + 1][4] = k * (half * less);
  b[4][0] = k * (half * (w[n] * (phi - enthalpy)) - viscous * heat_by_density(n, w));
  b[4][4] = k * ((half * (gamma * w[n]) - wave) - viscous * conduction);
}

/* Adds to the block of the cell itself what both faces along axis n give; s: the wave speeds of both. */
static void within(real a[5][5], int n, const real w[6], real low, real high, real k, real inverse) {
  real viscous = (2.0 * inverse) * (viscosity * w[5]);
  real waves = 0.5 * (low + high);
  a[0][0] = a[0][0] + k * waves;
  for (int l = 0; l < 3; l++) {
    a[l + 1][0] = a[l + 1][0] - k * (viscous * (normal_share(l, n) * w[l]));
    a[l + 1][l + 1] = a[l + 1][l + 1] + k * (waves + viscous * normal_share(l, n));
    a[4][l + 1] = a[4][l + 1] + k * (viscous * heat_by_velocity(l, n, w));
  }
  a[4][0] = a[4][0] + k * (viscous * heat_by_density(n, w));
  a[4][4] = a[4][4] + k * (waves + viscous * conduction);
}

/* The block before `within` adds to it: c0 times the identity. */
static void begin(real a[5][5]) {
  for (int l = 0; l < 5; l++) {
    for (int m = 0; m < 5; m++) {
      a[l][m] = m == 0 || l == 4 ? 0.0 : absent;
    }
    a[l][l] = c0;
  }
}

/* The wave speed of a face between two cells. */
static real of_face(int n, const real w[6], const real other[6]) {
  return max(speed(n, w), speed(n, other));
}

/* The wave speeds of a cell's six faces. */
static void face_speeds(real low[3], real high[3]) {
  low[0] = of_face(0, cell.w, at(w, -1, 0, 0));
  low[1] = of_face(1, cell.w, at(w, 0, -1, 0));
  low[2] = of_face(2, cell.w, at(w, 0, 0, -1));
  high[0] = of_face(0, cell.w, at(w, 1, 0, 0));
  high[1] = of_face(1, cell.w, at(w, 0, 1, 0));
  high[2] = of_face(2, cell.w, at(w, 0, 0, 1));
}

/* The block of the cell itself. */
static void diagonal(real a[5][5], const real low[3], const real high[3]) {
  begin(a);
  within(a, 0, cell.w, low[0], high[0], kx, inverse_dx);
  within(a, 1, cell.w, low[1], high[1], ky, inverse_dy);
  within(a, 2, cell.w, low[2], high[2], kz, inverse_dz);
}
