/* 1 - exp(-x), x >= 0, as ria_decayed() of ria/forcing.h: the series for x/128, doubled seven times. */
static real gone(real x) {
  real y = min(x, 64.0) * 0.0078125;
  real rest = 0.0;
  real term = 13.0;
  for (int n = 0; n < 12; n++) {
    rest = (y * (1.0 / term)) * (1.0 - rest);
    term = term - 1.0;
  }
  real part = y - y * rest;
  for (int n = 0; n < 7; n++)
    part = part * (2.0 - part);
  return part;
}
