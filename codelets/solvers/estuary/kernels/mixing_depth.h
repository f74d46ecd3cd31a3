/* The depth through which two cells mix; 0 if they do not mix. */
static real shared(real h, real beside, real depth, real depth_beside) {
  real shallower = min(h, beside);
  return shallower > dry && shallower >= fabs(depth_beside - depth) ? shallower : 0.0;
}

/* Twice the change of a value over a cell, from the values of the cell before, this one and the next, and from
 * the depths through which they mix. A face without mixing counts as one without a change: water slips along it. */
static real change(real before, real here, real after, real low, real high) {
  return (low > 0.0 ? here - before : 0.0) + (high > 0.0 ? after - here : 0.0);
}

/* The rate of strain, from twice the changes of the velocity along its own axis and across it (Smagorinsky 1963). */
static real strain(real along_x, real along_y, real across_x, real across_y) {
  real stretch_x = inverse_dx * along_x;
  real stretch_y = inverse_dy * along_y;
  real shear = inverse_dy * across_y + inverse_dx * across_x;
  return 0.5 * sqrt(2.0 * (stretch_x * stretch_x + stretch_y * stretch_y) + shear * shear);
}
