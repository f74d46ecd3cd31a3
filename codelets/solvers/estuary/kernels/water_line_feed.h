/* Shared by water_line_source.c and water_line_intake.c, which include it after CELL and `dry`. */
SCALAR(dt, "s", "time step")
SCALAR(water, "m/s", "depth of water added a second where weight is 1; below 0: taken out")
SCALAR(tracer, "m/s", "tracer content added a second where weight is 1")
SCALAR(gravity, "m/s2", "acceleration of gravity")

/* A factor: times `reach` it gives the discharge of a cell of depth h that receives `added` m/s. */
static real feed(real h, real added) {
  real size = sqrt(cell.reachx * cell.reachx + cell.reachy * cell.reachy);
  real most = sqrt(gravity * max(h, 0.0)) * h / size;
  real share = max(-most, min(most, -added));
  return h > dry ? share : 0.0;
}
