/* Speeds in a cell between nodes: of its waves, and of the diffusion by friction and heat conduction. */

/* The speed at which waves cross a face, times its area. */
static real speed(real vx, real vr, real vt, real sound, real ax, real ar, real at_) {
  return fabs((vx * ax + vr * ar) + vt * at_) + sound * sqrt((ax * ax + ar * ar) + at_ * at_);
}

/* Volume per second: a stable time step is the cell's volume over this, times the Courant number. */
static real crossed_volume(void) {
  real rho = mean8(cell.rho, at(rho, 1, 0, 0), at(rho, 0, 1, 0), at(rho, 0, 0, 1), at(rho, 1, 1, 0),
      at(rho, 1, 0, 1), at(rho, 0, 1, 1), at(rho, 1, 1, 1));
  real r = mean8(cell.r, at(r, 1, 0, 0), at(r, 0, 1, 0), at(r, 0, 0, 1), at(r, 1, 1, 0), at(r, 1, 0, 1),
      at(r, 0, 1, 1), at(r, 1, 1, 1));
  real sound = sqrt(gamma * mean8(cell.p, at(p, 1, 0, 0), at(p, 0, 1, 0), at(p, 0, 0, 1), at(p, 1, 1, 0),
      at(p, 1, 0, 1), at(p, 0, 1, 1), at(p, 1, 1, 1)) / rho);
  real vx = mean8(cell.vx, at(vx, 1, 0, 0), at(vx, 0, 1, 0), at(vx, 0, 0, 1), at(vx, 1, 1, 0), at(vx, 1, 0, 1),
      at(vx, 0, 1, 1), at(vx, 1, 1, 1));
  real vr = mean8(cell.vr, at(vr, 1, 0, 0), at(vr, 0, 1, 0), at(vr, 0, 0, 1), at(vr, 1, 1, 0), at(vr, 1, 0, 1),
      at(vr, 0, 1, 1), at(vr, 1, 1, 1));
  real vt = mean8(cell.swirl, at(swirl, 1, 0, 0), at(swirl, 0, 1, 0), at(swirl, 0, 0, 1), at(swirl, 1, 1, 0),
      at(swirl, 1, 0, 1), at(swirl, 0, 1, 1), at(swirl, 1, 1, 1)) / r - omega * r;
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
  return waves + friction;
}
