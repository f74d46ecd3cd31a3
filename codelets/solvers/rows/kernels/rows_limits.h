/* Negative feedback: the fraction of a node's change that is kept. */

SCALAR(limit0, "kg/m3", "size at which a change is halved: density; 0: none")
SCALAR(limit1, "kg/m2s", "size at which a change is halved: momentum; 0: none")
SCALAR(limit2, "J/m3", "size at which a change is halved: energy; 0: none")

/* One over a limit. A condition on scalars alone is separated from those on the node, because
 * compilers do not vectorise a choice that is the same for all nodes. */
static real inverse(real limit) {
  return limit > 0.0 ? 1.0 / limit : 0.0;
}

static real share_left(void) {
  real all0 = cell.d0 + cell.s0;
  real all1 = cell.d1 + cell.s1;
  real all2 = cell.d2 + cell.s2;
  real all3 = (cell.d3 + cell.s3) / cell.r;
  real all4 = cell.d4 + cell.s4;
  real momentum = sqrt((all1 * all1 + all2 * all2) + all3 * all3);
  real largest = max(max(fabs(all0) * inverse(limit0), momentum * inverse(limit1)), fabs(all4) * inverse(limit2));
  return 1.0 / (1.0 + largest);
}
