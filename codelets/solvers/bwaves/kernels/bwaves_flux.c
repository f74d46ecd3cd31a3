/* Fluxes through the three low faces of a cell: Rusanov's, from the states of both sides, minus
 * viscous stresses and heat conduction. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(bwaves_flux, "bwaves: fluxes through the low faces of a cell", "Rusanov (1961), eq. (6)")
AXES_XYZ
HINT(cuda, room_for_two, single)

CELL {
  INPUT(COMPONENTS(q, 5, "1", "density, momenta, energy:")
        COMPONENTS(w, 6, "1", "velocities, energy a mass, speed of sound, specific volume:"))
  OUTPUT(COMPONENTS(fx, 5, "1", "flux through the face along x:")
         COMPONENTS(fy, 5, "1", "flux through the face along y:")
         COMPONENTS(fz, 5, "1", "flux through the face along z:"))
}
cell, next;

SCALAR(gamma, "1", "ratio of specific heats")
SCALAR(viscosity, "Pa s", "viscosity")
SCALAR(conductivity, "Pa s", "gamma times viscosity over the Prandtl number")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(inverse_dz, "1/m", "reciprocal of the cell size in z")
SWITCH(first, "the state of a cell at its faces: order 1")
SWITCH(central, "slopes by the monotonized central limiter")
SWITCH(harmonic, "slopes by van Leer's limiter; with both: not limited")

/* Prepared number m of the cell at offset d along axis n and e along axis t. */
static real prepared(int m, int n, int d, int t, int e) {
  return at(w[m], (n == 0 ? d : 0) + (t == 0 ? e : 0), (n == 1 ? d : 0) + (t == 1 ? e : 0),
      (n == 2 ? d : 0) + (t == 2 ? e : 0));
}

static real half_square(const real u[3]) {
  return 0.5 * ((u[0] * u[0] + u[1] * u[1]) + u[2] * u[2]);
}

/* Density, velocities and pressure of the cell at offset d along axis n. */
static void primitive(real state[5], int n, int d) {
  real u[3];
  for (int i = 0; i < 3; i++) {
    u[i] = prepared(i, n, d, n, 0);
    state[i + 1] = u[i];
  }
  real rho = at(q[0], n == 0 ? d : 0, n == 1 ? d : 0, n == 2 ? d : 0);
  state[0] = rho;
  state[4] = (gamma - 1.0) * (at(q[4], n == 0 ? d : 0, n == 1 ? d : 0, n == 2 ? d : 0) - rho * half_square(u));
}

/* The limited slope of a cell: twice the change from its centre to a face. a, b: the differences to both neighbours. */
static real slope(real a, real b) {
  bool rises = a > 0.0 && b > 0.0;
  bool falls = a < 0.0 && b < 0.0;
  real least = rises ? min(a, b) : (falls ? max(a, b) : 0.0);
  real middle = 0.5 * (a + b);
  real bounded = rises ? min(middle, 2.0 * least) : (falls ? max(middle, 2.0 * least) : 0.0);
  real mean = rises || falls ? 2.0 * (a * b) / (a + b) : 0.0;
  return central && harmonic ? middle : (central ? bounded : (harmonic ? mean : least));
}

static real speed_of_sound(const real state[5]) {
  return sqrt(gamma * state[4] / state[0]);
}

/* Density, momenta and energy of a state. */
static void conserved(real q[5], const real state[5]) {
  real u[3];
  for (int i = 0; i < 3; i++) {
    u[i] = state[i + 1];
    q[i + 1] = state[0] * u[i];
  }
  q[0] = state[0];
  q[4] = state[4] / (gamma - 1.0) + state[0] * half_square(u);
}

/* The derivative of component l of the velocity along axis t at the face: the mean of both cells' central differences. */
static real aside(int l, int n, int t, real inverse) {
  real here = prepared(l, n, 0, t, 1) - prepared(l, n, 0, t, -1);
  real before = prepared(l, n, -1, t, 1) - prepared(l, n, -1, t, -1);
  return (0.25 * inverse) * (here + before);
}

/* The flux along axis n through the low face. */
static void flux(real f[5], int n, real along, real beside, real further) {
  real s0[5], s1[5], s2[5], s3[5], left[5], right[5];
  primitive(s1, n, -1);
  primitive(s2, n, 0);
  for (int i = 0; i < 5; i++) {
    left[i] = s1[i];
    right[i] = s2[i];
  }
  if (!first) {
    primitive(s0, n, -2);
    primitive(s3, n, 1);
    for (int i = 0; i < 5; i++) {
      left[i] = s1[i] + 0.5 * slope(s1[i] - s0[i], s2[i] - s1[i]);
      right[i] = s2[i] - 0.5 * slope(s2[i] - s1[i], s3[i] - s2[i]);
    }
    bool gas = left[0] > 0.0 && left[4] > 0.0 && (right[0] > 0.0 && right[4] > 0.0);
    for (int i = 0; i < 5; i++) {
      left[i] = gas ? left[i] : s1[i];
      right[i] = gas ? right[i] : s2[i];
    }
  }
  real below[5], above[5];
  conserved(below, left);
  conserved(above, right);
  real wave = max(fabs(left[n + 1]) + speed_of_sound(left), fabs(right[n + 1]) + speed_of_sound(right));
  for (int i = 0; i < 5; i++) {
    real both = below[i] * left[n + 1] + above[i] * right[n + 1];
    if (i == n + 1) {
      both = both + (left[4] + right[4]);
    }
    if (i == 4) {
      both = both + (left[4] * left[n + 1] + right[4] * right[n + 1]);
    }
    f[i] = 0.5 * (both - wave * (above[i] - below[i]));
  }

  /* Stresses on the face, and their power. */
  int t = n == 2 ? 0 : n + 1;
  int o = n == 0 ? 2 : n - 1;
  real work = 0.0;
  for (int i = 0; i < 3; i++) {
    real normal = along * (s2[i + 1] - s1[i + 1]);
    real stress = 0.0;
    if (i == n) {
      stress = viscosity * ((4.0 / 3.0) * normal
          - (2.0 / 3.0) * (aside(t, n, t, beside) + aside(o, n, o, further)));
    } else {
      stress = viscosity * (aside(n, n, i, i == t ? beside : further) + normal);
    }
    f[i + 1] = f[i + 1] - stress;
    work = work + (0.5 * (s1[i + 1] + s2[i + 1])) * stress;
  }
  real u1[3], u2[3];
  for (int i = 0; i < 3; i++) {
    u1[i] = s1[i + 1];
    u2[i] = s2[i + 1];
  }
  real heat = (prepared(3, n, 0, n, 0) - half_square(u2)) - (prepared(3, n, -1, n, 0) - half_square(u1));
  f[4] = f[4] - (work + conductivity * (along * heat));
}

UPDATE {
  real x[5], y[5], z[5];
  flux(x, 0, inverse_dx, inverse_dy, inverse_dz);
  flux(y, 1, inverse_dy, inverse_dz, inverse_dx);
  flux(z, 2, inverse_dz, inverse_dx, inverse_dy);
  for (int i = 0; i < 5; i++) {
    next.fx[i] = x[i];
    next.fy[i] = y[i];
    next.fz[i] = z[i];
  }
}
