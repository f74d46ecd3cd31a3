/* Convective fluxes of a cell between nodes: mass, axial and radial momentum, moment of momentum, energy, through its low
 * face across an axis (side 0) or the high one (side 1). Both cells of a face compute the same bits. */

static void flux_i(real flux[5], int side) {
  real r = mean4(at(r, side, 0, 0), at(r, side, 1, 0), at(r, side, 0, 1), at(r, side, 1, 1));
  real p = mean4(at(p, side, 0, 0), at(p, side, 1, 0), at(p, side, 0, 1), at(p, side, 1, 1));
  real relative = mean4(at(mt, side, 0, 0), at(mt, side, 1, 0), at(mt, side, 0, 1), at(mt, side, 1, 1)) / r
      - (omega * r) * mean4(at(rho, side, 0, 0), at(rho, side, 1, 0), at(rho, side, 0, 1), at(rho, side, 1, 1));
  real mass = at(open_i, side, 0, 0)
      * ((mean4(at(mx, side, 0, 0), at(mx, side, 1, 0), at(mx, side, 0, 1), at(mx, side, 1, 1)) * at(aix, side, 0, 0)
          + mean4(at(mr, side, 0, 0), at(mr, side, 1, 0), at(mr, side, 0, 1), at(mr, side, 1, 1)) * at(air, side, 0, 0))
          + relative * at(ait, side, 0, 0));
  real turning = (r * p) * at(ait, side, 0, 0);
  flux[0] = mass;
  flux[1] = mass * mean4(at(vx, side, 0, 0), at(vx, side, 1, 0), at(vx, side, 0, 1), at(vx, side, 1, 1)) + p * at(aix, side, 0, 0);
  flux[2] = mass * mean4(at(vr, side, 0, 0), at(vr, side, 1, 0), at(vr, side, 0, 1), at(vr, side, 1, 1)) + p * at(air, side, 0, 0);
  flux[3] = mass * mean4(at(swirl, side, 0, 0), at(swirl, side, 1, 0), at(swirl, side, 0, 1), at(swirl, side, 1, 1)) + turning;
  flux[4] = mass * mean4(at(h, side, 0, 0), at(h, side, 1, 0), at(h, side, 0, 1), at(h, side, 1, 1)) + omega * turning;
}

static void flux_j(real flux[5], int side) {
  real r = mean4(at(r, 0, side, 0), at(r, 0, side, 1), at(r, 1, side, 0), at(r, 1, side, 1));
  real p = mean4(at(p, 0, side, 0), at(p, 0, side, 1), at(p, 1, side, 0), at(p, 1, side, 1));
  real relative = mean4(at(mt, 0, side, 0), at(mt, 0, side, 1), at(mt, 1, side, 0), at(mt, 1, side, 1)) / r
      - (omega * r) * mean4(at(rho, 0, side, 0), at(rho, 0, side, 1), at(rho, 1, side, 0), at(rho, 1, side, 1));
  real mass = at(open_j, 0, side, 0)
      * ((mean4(at(mx, 0, side, 0), at(mx, 0, side, 1), at(mx, 1, side, 0), at(mx, 1, side, 1)) * at(ajx, 0, side, 0)
          + mean4(at(mr, 0, side, 0), at(mr, 0, side, 1), at(mr, 1, side, 0), at(mr, 1, side, 1)) * at(ajr, 0, side, 0))
          + relative * at(ajt, 0, side, 0));
  real turning = (r * p) * at(ajt, 0, side, 0);
  flux[0] = mass;
  flux[1] = mass * mean4(at(vx, 0, side, 0), at(vx, 0, side, 1), at(vx, 1, side, 0), at(vx, 1, side, 1)) + p * at(ajx, 0, side, 0);
  flux[2] = mass * mean4(at(vr, 0, side, 0), at(vr, 0, side, 1), at(vr, 1, side, 0), at(vr, 1, side, 1)) + p * at(ajr, 0, side, 0);
  flux[3] = mass * mean4(at(swirl, 0, side, 0), at(swirl, 0, side, 1), at(swirl, 1, side, 0), at(swirl, 1, side, 1)) + turning;
  flux[4] = mass * mean4(at(h, 0, side, 0), at(h, 0, side, 1), at(h, 1, side, 0), at(h, 1, side, 1)) + omega * turning;
}

static void flux_k(real flux[5], int side) {
  real r = mean4(at(r, 0, 0, side), at(r, 1, 0, side), at(r, 0, 1, side), at(r, 1, 1, side));
  real p = mean4(at(p, 0, 0, side), at(p, 1, 0, side), at(p, 0, 1, side), at(p, 1, 1, side));
  real relative = mean4(at(mt, 0, 0, side), at(mt, 1, 0, side), at(mt, 0, 1, side), at(mt, 1, 1, side)) / r
      - (omega * r) * mean4(at(rho, 0, 0, side), at(rho, 1, 0, side), at(rho, 0, 1, side), at(rho, 1, 1, side));
  real mass = at(open_k, 0, 0, side)
      * ((mean4(at(mx, 0, 0, side), at(mx, 1, 0, side), at(mx, 0, 1, side), at(mx, 1, 1, side)) * at(akx, 0, 0, side)
          + mean4(at(mr, 0, 0, side), at(mr, 1, 0, side), at(mr, 0, 1, side), at(mr, 1, 1, side)) * at(akr, 0, 0, side))
          + relative * at(akt, 0, 0, side));
  real turning = (r * p) * at(akt, 0, 0, side);
  flux[0] = mass;
  flux[1] = mass * mean4(at(vx, 0, 0, side), at(vx, 1, 0, side), at(vx, 0, 1, side), at(vx, 1, 1, side)) + p * at(akx, 0, 0, side);
  flux[2] = mass * mean4(at(vr, 0, 0, side), at(vr, 1, 0, side), at(vr, 0, 1, side), at(vr, 1, 1, side)) + p * at(akr, 0, 0, side);
  flux[3] = mass * mean4(at(swirl, 0, 0, side), at(swirl, 1, 0, side), at(swirl, 0, 1, side), at(swirl, 1, 1, side)) + turning;
  flux[4] = mass * mean4(at(h, 0, 0, side), at(h, 1, 0, side), at(h, 0, 1, side), at(h, 1, 1, side)) + omega * turning;
}
