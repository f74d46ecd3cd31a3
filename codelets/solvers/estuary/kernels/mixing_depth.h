/* The depth through which two cells mix; 0 where they do not. */
static real shared(real h, real beside, real depth, real depth_beside) {
  real shallower = min(h, beside);
  return shallower > dry && shallower >= fabs(depth_beside - depth) ? shallower : 0.0;
}
