/* Artificial diffusion of a node along the edges to its neighbours; see rows_smooth. */

/* The gain of a node along an axis: the flow through the edge above it into the node, minus that through
 * the edge below it out of the node. `rate` is the factor of first differences, `third` of third ones. */
static real along(real two_below, real below, real value, real above, real two_above, real rate_below, real rate_above,
                  real third_below, real third_above) {
  real lower = below - two_below;
  real low = value - below;
  real high = above - value;
  real higher = two_above - above;
  real bend = high - low;
  real from_above = rate_above * high - third_above * ((higher - high) - bend);
  real to_below = rate_below * low - third_below * (bend - (low - lower));
  return from_above - to_below;
}

/* Factors of an axis: of first and of third differences, below and above. */
static void factors(real factor[4], real two_below, real below, real above, real two_above, real waves_below,
                    real waves_above) {
  bool low = below > 0.5;
  bool high = above > 0.5;
  real lower = low ? max(cell.waves, waves_below) : 0.0;
  real upper = high ? max(cell.waves, waves_above) : 0.0;
  factor[0] = second * lower;
  factor[1] = second * upper;
  factor[2] = high && two_below > 0.5 ? fourth * lower : 0.0;
  factor[3] = low && two_above > 0.5 ? fourth * upper : 0.0;
}

/* The diffusion of the five conserved quantities; `weight` is the node's volume over its time step. */
static void diffuse(real diffusion[5], real weight) {
  real i[4], j[4], k[4];
  factors(i, at(node, -2, 0, 0), at(node, -1, 0, 0), at(node, 1, 0, 0), at(node, 2, 0, 0), at(waves, -1, 0, 0),
      at(waves, 1, 0, 0));
  factors(j, at(node, 0, -2, 0), at(node, 0, -1, 0), at(node, 0, 1, 0), at(node, 0, 2, 0), at(waves, 0, -1, 0),
      at(waves, 0, 1, 0));
  factors(k, at(node, 0, 0, -2), at(node, 0, 0, -1), at(node, 0, 0, 1), at(node, 0, 0, 2), at(waves, 0, 0, -1),
      at(waves, 0, 0, 1));
  real share = cell.node > 0.5 ? 0.5 / weight : 0.0;
  diffusion[0] = share * sum3(
      along(at(rho, -2, 0, 0), at(rho, -1, 0, 0), cell.rho, at(rho, 1, 0, 0), at(rho, 2, 0, 0), i[0], i[1], i[2], i[3]),
      along(at(rho, 0, -2, 0), at(rho, 0, -1, 0), cell.rho, at(rho, 0, 1, 0), at(rho, 0, 2, 0), j[0], j[1], j[2], j[3]),
      along(at(rho, 0, 0, -2), at(rho, 0, 0, -1), cell.rho, at(rho, 0, 0, 1), at(rho, 0, 0, 2), k[0], k[1], k[2], k[3]));
  diffusion[1] = share * sum3(
      along(at(mx, -2, 0, 0), at(mx, -1, 0, 0), cell.mx, at(mx, 1, 0, 0), at(mx, 2, 0, 0), i[0], i[1], i[2], i[3]),
      along(at(mx, 0, -2, 0), at(mx, 0, -1, 0), cell.mx, at(mx, 0, 1, 0), at(mx, 0, 2, 0), j[0], j[1], j[2], j[3]),
      along(at(mx, 0, 0, -2), at(mx, 0, 0, -1), cell.mx, at(mx, 0, 0, 1), at(mx, 0, 0, 2), k[0], k[1], k[2], k[3]));
  diffusion[2] = share * sum3(
      along(at(mr, -2, 0, 0), at(mr, -1, 0, 0), cell.mr, at(mr, 1, 0, 0), at(mr, 2, 0, 0), i[0], i[1], i[2], i[3]),
      along(at(mr, 0, -2, 0), at(mr, 0, -1, 0), cell.mr, at(mr, 0, 1, 0), at(mr, 0, 2, 0), j[0], j[1], j[2], j[3]),
      along(at(mr, 0, 0, -2), at(mr, 0, 0, -1), cell.mr, at(mr, 0, 0, 1), at(mr, 0, 0, 2), k[0], k[1], k[2], k[3]));
  diffusion[3] = share * sum3(
      along(at(mt, -2, 0, 0), at(mt, -1, 0, 0), cell.mt, at(mt, 1, 0, 0), at(mt, 2, 0, 0), i[0], i[1], i[2], i[3]),
      along(at(mt, 0, -2, 0), at(mt, 0, -1, 0), cell.mt, at(mt, 0, 1, 0), at(mt, 0, 2, 0), j[0], j[1], j[2], j[3]),
      along(at(mt, 0, 0, -2), at(mt, 0, 0, -1), cell.mt, at(mt, 0, 0, 1), at(mt, 0, 0, 2), k[0], k[1], k[2], k[3]));
  diffusion[4] = share * sum3(
      along(at(e, -2, 0, 0), at(e, -1, 0, 0), cell.e, at(e, 1, 0, 0), at(e, 2, 0, 0), i[0], i[1], i[2], i[3]),
      along(at(e, 0, -2, 0), at(e, 0, -1, 0), cell.e, at(e, 0, 1, 0), at(e, 0, 2, 0), j[0], j[1], j[2], j[3]),
      along(at(e, 0, 0, -2), at(e, 0, 0, -1), cell.e, at(e, 0, 0, 1), at(e, 0, 0, 2), k[0], k[1], k[2], k[3]));
}
