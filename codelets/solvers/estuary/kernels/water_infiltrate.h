/* The end of APPLY of losses: a depth infiltrates, with its momentum and its tracer, and the fields of water_loss.h count it. */
static void infiltrate(real out) {
  real left[4];
  take(left, cell.h, cell.qx, cell.qy, cell.hc, out);
  next.h = left[0];
  next.qx = left[1];
  next.qy = left[2];
  next.hc = left[3];
  next.infiltrated = cell.infiltrated + (cell.h - left[0]);
  next.infiltrated_tracer = (cell.infiltrated_tracer - decayed * cell.infiltrated_tracer) + (cell.hc - left[3]);
}
