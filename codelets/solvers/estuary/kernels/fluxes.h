/* The step outputs the mass fluxes of a cell's faces, with which other kernels advect further tracers. */
static void hand_on(void) {
  next.entersx = low_x.mass_high + low_x.mass_low; /* one of the two is always 0 */
  next.leavesx = high_x.mass_high + high_x.mass_low;
  next.entersy = low_y.mass_high + low_y.mass_low;
  next.leavesy = high_y.mass_high + high_y.mass_low;
}

static bool hands_nothing(void) {
  return cell.entersx == 0.0 && cell.leavesx == 0.0 && cell.entersy == 0.0 && cell.leavesy == 0.0;
}
