/* The gains of a cell between nodes, and its volume over its time step: what rows_flux, rows_time_step,
 * rows_sum and rows_source compute, to the bit, in one pass. A cell computes the fluxes through its six
 * faces, so that none is stored; both cells of a face compute the same bits. */
#include "ria_kernel.h"

POINT_KERNEL(rows_gain, "rows: gains and time step of a cell, from its eight nodes", "Denton (1983)")
AXES_XYZ

CELL {
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(mx, "kg/m2s", "axial momentum")
        FIELD(mr, "kg/m2s", "radial momentum")
        FIELD(mt, "kg/ms", "moment of momentum")
        FIELD(vx, "m/s", "axial velocity")
        FIELD(vr, "m/s", "radial velocity")
        FIELD(swirl, "m2/s", "radius times tangential velocity")
        FIELD(p, "Pa", "pressure")
        FIELD(h, "J/kg", "total enthalpy")
        FIELD(r, "m", "radius")
        FIELD(aix, "m2", "area of face i, axial")
        FIELD(air, "m2", "area of face i, radial")
        FIELD(ait, "m2", "area of face i, tangential")
        FIELD(ajx, "m2", "area of face j, axial")
        FIELD(ajr, "m2", "area of face j, radial")
        FIELD(ajt, "m2", "area of face j, tangential")
        FIELD(akx, "m2", "area of face k, axial")
        FIELD(akr, "m2", "area of face k, radial")
        FIELD(akt, "m2", "area of face k, tangential")
        MASK(open_i, "1", "0 where face i is a wall, else 1")
        MASK(open_j, "1", "0 where face j is a wall, else 1")
        MASK(open_k, "1", "0 where face k is a wall, else 1")
        FIELD(volume, "m3", "volume")
        MASK(exists, "1", "1 where there is a cell, else 0")
        FIELD(source, "m2", "area of the sides, radial")
        FIELD(eddy, "Pa s", "eddy viscosity, if turbulent"))
  OUTPUT(FIELD(c0, "kg/s", "gain: mass")
         FIELD(c1, "N", "gain: axial momentum")
         FIELD(c2, "N", "gain: radial momentum")
         FIELD(c3, "Nm", "gain: moment of momentum")
         FIELD(c4, "W", "gain: energy")
         FIELD(pace, "m3/s", "volume over time step"))
}
cell, next;

SCALAR(omega, "1/s", "speed of the row's rotation")
SCALAR(cfl, "1", "Courant number")
SCALAR(gamma, "1", "ratio of specific heats")
SCALAR(fixed, "s", "time step of all cells, if not local")
SCALAR(viscous, "m2/s", "4 gamma / prandtl times viscosity")
SCALAR(stirred, "1", "4 gamma over the turbulent Prandtl number")
SWITCH(local, "each cell has its own time step")
SWITCH(curved, "around an axis")
SWITCH(turbulent, "with an eddy viscosity")

static real mean(real a, real b, real c, real d) {
  return 0.25 * ((a + d) + (b + c));
}

static real mean8(real a, real b, real c, real d, real e, real f, real g, real h) {
  return 0.125 * sum4(a + h, b + g, c + f, d + e);
}

/* Pressure and centrifugal force of a node. */
static real push(real rho, real swirl, real p, real r) {
  real vt = swirl / r;
  return rho * (vt * vt) + p;
}

/* The speed at which waves cross a face, times its area. */
static real speed(real vx, real vr, real vt, real sound, real ax, real ar, real at_) {
  return fabs((vx * ax + vr * ar) + vt * at_) + sound * sqrt((ax * ax + ar * ar) + at_ * at_);
}

UPDATE {
  /* the low face across i */
  real r_low_i = mean(cell.r, at(r, 0, 1, 0), at(r, 0, 0, 1), at(r, 0, 1, 1));
  real p_low_i = mean(cell.p, at(p, 0, 1, 0), at(p, 0, 0, 1), at(p, 0, 1, 1));
  real relative_low_i = mean(cell.mt, at(mt, 0, 1, 0), at(mt, 0, 0, 1), at(mt, 0, 1, 1)) / r_low_i - (omega *
      r_low_i) * mean(cell.rho, at(rho, 0, 1, 0), at(rho, 0, 0, 1), at(rho, 0, 1, 1));
  real mass_low_i = cell.open_i * ((mean(cell.mx, at(mx, 0, 1, 0), at(mx, 0, 0, 1), at(mx, 0, 1, 1)) * cell.aix +
      mean(cell.mr, at(mr, 0, 1, 0), at(mr, 0, 0, 1), at(mr, 0, 1, 1)) * cell.air) + relative_low_i * cell.ait);
  real turning_low_i = (r_low_i * p_low_i) * cell.ait;
  real axial_low_i = mass_low_i * mean(cell.vx, at(vx, 0, 1, 0), at(vx, 0, 0, 1), at(vx, 0, 1, 1)) + p_low_i *
      cell.aix;
  real radial_low_i = mass_low_i * mean(cell.vr, at(vr, 0, 1, 0), at(vr, 0, 0, 1), at(vr, 0, 1, 1)) + p_low_i *
      cell.air;
  real moment_low_i = mass_low_i * mean(cell.swirl, at(swirl, 0, 1, 0), at(swirl, 0, 0, 1), at(swirl, 0, 1, 1)) +
      turning_low_i;
  real energy_low_i = mass_low_i * mean(cell.h, at(h, 0, 1, 0), at(h, 0, 0, 1), at(h, 0, 1, 1)) + omega *
      turning_low_i;

  /* the high face across i */
  real r_high_i = mean(at(r, 1, 0, 0), at(r, 1, 1, 0), at(r, 1, 0, 1), at(r, 1, 1, 1));
  real p_high_i = mean(at(p, 1, 0, 0), at(p, 1, 1, 0), at(p, 1, 0, 1), at(p, 1, 1, 1));
  real relative_high_i = mean(at(mt, 1, 0, 0), at(mt, 1, 1, 0), at(mt, 1, 0, 1), at(mt, 1, 1, 1)) / r_high_i -
      (omega * r_high_i) * mean(at(rho, 1, 0, 0), at(rho, 1, 1, 0), at(rho, 1, 0, 1), at(rho, 1, 1, 1));
  real mass_high_i = at(open_i, 1, 0, 0) * ((mean(at(mx, 1, 0, 0), at(mx, 1, 1, 0), at(mx, 1, 0, 1), at(mx, 1, 1,
      1)) * at(aix, 1, 0, 0) + mean(at(mr, 1, 0, 0), at(mr, 1, 1, 0), at(mr, 1, 0, 1), at(mr, 1, 1, 1)) * at(air, 1, 0,
      0)) + relative_high_i * at(ait, 1, 0, 0));
  real turning_high_i = (r_high_i * p_high_i) * at(ait, 1, 0, 0);
  real axial_high_i = mass_high_i * mean(at(vx, 1, 0, 0), at(vx, 1, 1, 0), at(vx, 1, 0, 1), at(vx, 1, 1, 1)) +
      p_high_i * at(aix, 1, 0, 0);
  real radial_high_i = mass_high_i * mean(at(vr, 1, 0, 0), at(vr, 1, 1, 0), at(vr, 1, 0, 1), at(vr, 1, 1, 1)) +
      p_high_i * at(air, 1, 0, 0);
  real moment_high_i = mass_high_i * mean(at(swirl, 1, 0, 0), at(swirl, 1, 1, 0), at(swirl, 1, 0, 1), at(swirl, 1,
      1, 1)) + turning_high_i;
  real energy_high_i = mass_high_i * mean(at(h, 1, 0, 0), at(h, 1, 1, 0), at(h, 1, 0, 1), at(h, 1, 1, 1)) + omega *
      turning_high_i;

  /* the low face across j */
  real r_low_j = mean(cell.r, at(r, 0, 0, 1), at(r, 1, 0, 0), at(r, 1, 0, 1));
  real p_low_j = mean(cell.p, at(p, 0, 0, 1), at(p, 1, 0, 0), at(p, 1, 0, 1));
  real relative_low_j = mean(cell.mt, at(mt, 0, 0, 1), at(mt, 1, 0, 0), at(mt, 1, 0, 1)) / r_low_j - (omega *
      r_low_j) * mean(cell.rho, at(rho, 0, 0, 1), at(rho, 1, 0, 0), at(rho, 1, 0, 1));
  real mass_low_j = cell.open_j * ((mean(cell.mx, at(mx, 0, 0, 1), at(mx, 1, 0, 0), at(mx, 1, 0, 1)) * cell.ajx +
      mean(cell.mr, at(mr, 0, 0, 1), at(mr, 1, 0, 0), at(mr, 1, 0, 1)) * cell.ajr) + relative_low_j * cell.ajt);
  real turning_low_j = (r_low_j * p_low_j) * cell.ajt;
  real axial_low_j = mass_low_j * mean(cell.vx, at(vx, 0, 0, 1), at(vx, 1, 0, 0), at(vx, 1, 0, 1)) + p_low_j *
      cell.ajx;
  real radial_low_j = mass_low_j * mean(cell.vr, at(vr, 0, 0, 1), at(vr, 1, 0, 0), at(vr, 1, 0, 1)) + p_low_j *
      cell.ajr;
  real moment_low_j = mass_low_j * mean(cell.swirl, at(swirl, 0, 0, 1), at(swirl, 1, 0, 0), at(swirl, 1, 0, 1)) +
      turning_low_j;
  real energy_low_j = mass_low_j * mean(cell.h, at(h, 0, 0, 1), at(h, 1, 0, 0), at(h, 1, 0, 1)) + omega *
      turning_low_j;

  /* the high face across j */
  real r_high_j = mean(at(r, 0, 1, 0), at(r, 0, 1, 1), at(r, 1, 1, 0), at(r, 1, 1, 1));
  real p_high_j = mean(at(p, 0, 1, 0), at(p, 0, 1, 1), at(p, 1, 1, 0), at(p, 1, 1, 1));
  real relative_high_j = mean(at(mt, 0, 1, 0), at(mt, 0, 1, 1), at(mt, 1, 1, 0), at(mt, 1, 1, 1)) / r_high_j -
      (omega * r_high_j) * mean(at(rho, 0, 1, 0), at(rho, 0, 1, 1), at(rho, 1, 1, 0), at(rho, 1, 1, 1));
  real mass_high_j = at(open_j, 0, 1, 0) * ((mean(at(mx, 0, 1, 0), at(mx, 0, 1, 1), at(mx, 1, 1, 0), at(mx, 1, 1,
      1)) * at(ajx, 0, 1, 0) + mean(at(mr, 0, 1, 0), at(mr, 0, 1, 1), at(mr, 1, 1, 0), at(mr, 1, 1, 1)) * at(ajr, 0, 1,
      0)) + relative_high_j * at(ajt, 0, 1, 0));
  real turning_high_j = (r_high_j * p_high_j) * at(ajt, 0, 1, 0);
  real axial_high_j = mass_high_j * mean(at(vx, 0, 1, 0), at(vx, 0, 1, 1), at(vx, 1, 1, 0), at(vx, 1, 1, 1)) +
      p_high_j * at(ajx, 0, 1, 0);
  real radial_high_j = mass_high_j * mean(at(vr, 0, 1, 0), at(vr, 0, 1, 1), at(vr, 1, 1, 0), at(vr, 1, 1, 1)) +
      p_high_j * at(ajr, 0, 1, 0);
  real moment_high_j = mass_high_j * mean(at(swirl, 0, 1, 0), at(swirl, 0, 1, 1), at(swirl, 1, 1, 0), at(swirl, 1,
      1, 1)) + turning_high_j;
  real energy_high_j = mass_high_j * mean(at(h, 0, 1, 0), at(h, 0, 1, 1), at(h, 1, 1, 0), at(h, 1, 1, 1)) + omega *
      turning_high_j;

  /* the low face across k */
  real r_low_k = mean(cell.r, at(r, 1, 0, 0), at(r, 0, 1, 0), at(r, 1, 1, 0));
  real p_low_k = mean(cell.p, at(p, 1, 0, 0), at(p, 0, 1, 0), at(p, 1, 1, 0));
  real relative_low_k = mean(cell.mt, at(mt, 1, 0, 0), at(mt, 0, 1, 0), at(mt, 1, 1, 0)) / r_low_k - (omega *
      r_low_k) * mean(cell.rho, at(rho, 1, 0, 0), at(rho, 0, 1, 0), at(rho, 1, 1, 0));
  real mass_low_k = cell.open_k * ((mean(cell.mx, at(mx, 1, 0, 0), at(mx, 0, 1, 0), at(mx, 1, 1, 0)) * cell.akx +
      mean(cell.mr, at(mr, 1, 0, 0), at(mr, 0, 1, 0), at(mr, 1, 1, 0)) * cell.akr) + relative_low_k * cell.akt);
  real turning_low_k = (r_low_k * p_low_k) * cell.akt;
  real axial_low_k = mass_low_k * mean(cell.vx, at(vx, 1, 0, 0), at(vx, 0, 1, 0), at(vx, 1, 1, 0)) + p_low_k *
      cell.akx;
  real radial_low_k = mass_low_k * mean(cell.vr, at(vr, 1, 0, 0), at(vr, 0, 1, 0), at(vr, 1, 1, 0)) + p_low_k *
      cell.akr;
  real moment_low_k = mass_low_k * mean(cell.swirl, at(swirl, 1, 0, 0), at(swirl, 0, 1, 0), at(swirl, 1, 1, 0)) +
      turning_low_k;
  real energy_low_k = mass_low_k * mean(cell.h, at(h, 1, 0, 0), at(h, 0, 1, 0), at(h, 1, 1, 0)) + omega *
      turning_low_k;

  /* the high face across k */
  real r_high_k = mean(at(r, 0, 0, 1), at(r, 1, 0, 1), at(r, 0, 1, 1), at(r, 1, 1, 1));
  real p_high_k = mean(at(p, 0, 0, 1), at(p, 1, 0, 1), at(p, 0, 1, 1), at(p, 1, 1, 1));
  real relative_high_k = mean(at(mt, 0, 0, 1), at(mt, 1, 0, 1), at(mt, 0, 1, 1), at(mt, 1, 1, 1)) / r_high_k -
      (omega * r_high_k) * mean(at(rho, 0, 0, 1), at(rho, 1, 0, 1), at(rho, 0, 1, 1), at(rho, 1, 1, 1));
  real mass_high_k = at(open_k, 0, 0, 1) * ((mean(at(mx, 0, 0, 1), at(mx, 1, 0, 1), at(mx, 0, 1, 1), at(mx, 1, 1,
      1)) * at(akx, 0, 0, 1) + mean(at(mr, 0, 0, 1), at(mr, 1, 0, 1), at(mr, 0, 1, 1), at(mr, 1, 1, 1)) * at(akr, 0, 0,
      1)) + relative_high_k * at(akt, 0, 0, 1));
  real turning_high_k = (r_high_k * p_high_k) * at(akt, 0, 0, 1);
  real axial_high_k = mass_high_k * mean(at(vx, 0, 0, 1), at(vx, 1, 0, 1), at(vx, 0, 1, 1), at(vx, 1, 1, 1)) +
      p_high_k * at(akx, 0, 0, 1);
  real radial_high_k = mass_high_k * mean(at(vr, 0, 0, 1), at(vr, 1, 0, 1), at(vr, 0, 1, 1), at(vr, 1, 1, 1)) +
      p_high_k * at(akr, 0, 0, 1);
  real moment_high_k = mass_high_k * mean(at(swirl, 0, 0, 1), at(swirl, 1, 0, 1), at(swirl, 0, 1, 1), at(swirl, 1,
      1, 1)) + turning_high_k;
  real energy_high_k = mass_high_k * mean(at(h, 0, 0, 1), at(h, 1, 0, 1), at(h, 0, 1, 1), at(h, 1, 1, 1)) + omega *
      turning_high_k;

  /* the time step */
  real rho = mean8(cell.rho, at(rho, 1, 0, 0), at(rho, 0, 1, 0), at(rho, 0, 0, 1), at(rho, 1, 1, 0),
      at(rho, 1, 0, 1), at(rho, 0, 1, 1), at(rho, 1, 1, 1));
  real radius = mean8(cell.r, at(r, 1, 0, 0), at(r, 0, 1, 0), at(r, 0, 0, 1), at(r, 1, 1, 0), at(r, 1, 0, 1),
      at(r, 0, 1, 1), at(r, 1, 1, 1));
  real sound = sqrt(gamma * mean8(cell.p, at(p, 1, 0, 0), at(p, 0, 1, 0), at(p, 0, 0, 1), at(p, 1, 1, 0),
      at(p, 1, 0, 1), at(p, 0, 1, 1), at(p, 1, 1, 1)) / rho);
  real vx = mean8(cell.vx, at(vx, 1, 0, 0), at(vx, 0, 1, 0), at(vx, 0, 0, 1), at(vx, 1, 1, 0), at(vx, 1, 0, 1),
      at(vx, 0, 1, 1), at(vx, 1, 1, 1));
  real vr = mean8(cell.vr, at(vr, 1, 0, 0), at(vr, 0, 1, 0), at(vr, 0, 0, 1), at(vr, 1, 1, 0), at(vr, 1, 0, 1),
      at(vr, 0, 1, 1), at(vr, 1, 1, 1));
  real vt = mean8(cell.swirl, at(swirl, 1, 0, 0), at(swirl, 0, 1, 0), at(swirl, 0, 0, 1), at(swirl, 1, 1, 0),
      at(swirl, 1, 0, 1), at(swirl, 0, 1, 1), at(swirl, 1, 1, 1)) / radius - omega * radius;
  real ix = 0.5 * (cell.aix + at(aix, 1, 0, 0));
  real ir = 0.5 * (cell.air + at(air, 1, 0, 0));
  real it = 0.5 * (cell.ait + at(ait, 1, 0, 0));
  real jx = 0.5 * (cell.ajx + at(ajx, 0, 1, 0));
  real jr = 0.5 * (cell.ajr + at(ajr, 0, 1, 0));
  real jt = 0.5 * (cell.ajt + at(ajt, 0, 1, 0));
  real kx = 0.5 * (cell.akx + at(akx, 0, 0, 1));
  real kr = 0.5 * (cell.akr + at(akr, 0, 0, 1));
  real kt = 0.5 * (cell.akt + at(akt, 0, 0, 1));
  real waves = sum3(speed(vx, vr, vt, sound, ix, ir, it), speed(vx, vr, vt, sound, jx, jr, jt), speed(vx, vr, vt,
      sound, kx, kr, kt));
  real areas = sum3((ix * ix + ir * ir) + it * it, (jx * jx + jr * jr) + jt * jt, (kx * kx + kr * kr) + kt * kt);
  real spread = turbulent ? viscous + stirred * cell.eddy : viscous;
  real friction = (spread * areas) / (rho * cell.volume);
  /* The bits of rows_time_step, where one of the two parts is 0. */
  real given = 1.0 / fixed;
  real free = 1.0 / cfl;
  real pace = local ? (waves + friction) * free : cell.volume * given;
  bool exists = cell.exists > 0.5;
  next.pace = exists ? pace : 0.0;

  /* the gains */
  real push0 = push(cell.rho, cell.swirl, cell.p, cell.r);
  real push1 = push(at(rho, 1, 0, 0), at(swirl, 1, 0, 0), at(p, 1, 0, 0), at(r, 1, 0, 0));
  real push2 = push(at(rho, 0, 1, 0), at(swirl, 0, 1, 0), at(p, 0, 1, 0), at(r, 0, 1, 0));
  real push3 = push(at(rho, 0, 0, 1), at(swirl, 0, 0, 1), at(p, 0, 0, 1), at(r, 0, 0, 1));
  real push4 = push(at(rho, 1, 1, 0), at(swirl, 1, 1, 0), at(p, 1, 1, 0), at(r, 1, 1, 0));
  real push5 = push(at(rho, 1, 0, 1), at(swirl, 1, 0, 1), at(p, 1, 0, 1), at(r, 1, 0, 1));
  real push6 = push(at(rho, 0, 1, 1), at(swirl, 0, 1, 1), at(p, 0, 1, 1), at(r, 0, 1, 1));
  real push7 = push(at(rho, 1, 1, 1), at(swirl, 1, 1, 1), at(p, 1, 1, 1), at(r, 1, 1, 1));
  real pushed = 0.125 * sum4(push0 + push7, push1 + push6, push2 + push5, push3 + push4);
  real gain0 = sum3(mass_low_i - mass_high_i, mass_low_j - mass_high_j, mass_low_k - mass_high_k);
  real gain1 = sum3(axial_low_i - axial_high_i, axial_low_j - axial_high_j, axial_low_k - axial_high_k);
  real gain2 = sum3(radial_low_i - radial_high_i, radial_low_j - radial_high_j, radial_low_k - radial_high_k);
  real gain3 = sum3(moment_low_i - moment_high_i, moment_low_j - moment_high_j, moment_low_k - moment_high_k);
  real gain4 = sum3(energy_low_i - energy_high_i, energy_low_j - energy_high_j, energy_low_k - energy_high_k);
  bool flows = exists && pace > 0.0; /* where there is no cell the fluxes may be anything */
  next.c0 = flows ? gain0 : 0.0;
  next.c1 = flows ? gain1 : 0.0;
  next.c2 = flows ? (curved ? gain2 + pushed * cell.source : gain2) : 0.0;
  next.c3 = flows ? gain3 : 0.0;
  next.c4 = flows ? gain4 : 0.0;
}
