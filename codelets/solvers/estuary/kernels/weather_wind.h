/* The wind's stress, with a drag coefficient that is linear in wind speed between two bounds. The
 * water's own velocity is neglected: it is small compared with the wind's. */
SCALAR(drag, "1", "drag coefficient of no wind, times air density over water density")
SCALAR(drag_slope, "s/m", "how the same grows with the speed of the wind")
SCALAR(least, "m/s", "speed below which the drag coefficient does not fall any more")
SCALAR(most, "m/s", "speed above which the drag coefficient does not grow any more")

/* The discharge that a step adds, for a wind of 1 m/s. A sheet of less than 5 cm is accelerated
 * like one of 5 cm: the stress in it is smaller, because otherwise it would outrun any wave. */
static real wind_push(real ux, real uy, real h) {
  real speed = sqrt(ux * ux + uy * uy);
  real coefficient = fma(drag_slope, min(max(speed, least), most), drag);
  return (dt * min(20.0 * h, 1.0)) * (coefficient * speed);
}
