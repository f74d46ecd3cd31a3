/* The outward force on a cell between nodes, over the radial area of its sides. */

/* Pressure and centrifugal force of a node. */
static real push(real rho, real swirl, real p, real r) {
  real vt = swirl / r;
  return rho * (vt * vt) + p;
}

static real mean_push(void) {
  real push0 = push(cell.rho, cell.swirl, cell.p, cell.r);
  real push1 = push(at(rho, 1, 0, 0), at(swirl, 1, 0, 0), at(p, 1, 0, 0), at(r, 1, 0, 0));
  real push2 = push(at(rho, 0, 1, 0), at(swirl, 0, 1, 0), at(p, 0, 1, 0), at(r, 0, 1, 0));
  real push3 = push(at(rho, 0, 0, 1), at(swirl, 0, 0, 1), at(p, 0, 0, 1), at(r, 0, 0, 1));
  real push4 = push(at(rho, 1, 1, 0), at(swirl, 1, 1, 0), at(p, 1, 1, 0), at(r, 1, 1, 0));
  real push5 = push(at(rho, 1, 0, 1), at(swirl, 1, 0, 1), at(p, 1, 0, 1), at(r, 1, 0, 1));
  real push6 = push(at(rho, 0, 1, 1), at(swirl, 0, 1, 1), at(p, 0, 1, 1), at(r, 0, 1, 1));
  real push7 = push(at(rho, 1, 1, 1), at(swirl, 1, 1, 1), at(p, 1, 1, 1), at(r, 1, 1, 1));
  return 0.125 * sum4(push0 + push7, push1 + push6, push2 + push5, push3 + push4);
}
