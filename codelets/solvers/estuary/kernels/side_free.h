/* The ghost cells of water_free.c, whose comment says what they are, and of water_free_rough.c. */
CELL {
  WATER
  ROUGHNESS
}
inner, edge, ghost;

SCALAR(dry, "m", "depth at and below which water does not move")
SCALAR(gravity, "m/s2", "acceleration of gravity")
SCALAR(whole_cell, "m", "a cell across the side")

/* The bed's friction, which the definition chooses: friction_manning.h, friction_map.h. */
static real bed_drag(real speed, real h);

GHOST {
  /* The level falls by at most half of the depth. */
  real wet_h = max(edge.h, dry);
  real v = max(outward * edge.qn / wet_h, 0.0);
  real t = edge.qt / wet_h;
  real falls = whole_cell * bed_drag(sqrt(fma(v, v, t * t)), wet_h) * v / (gravity * wet_h);
  real h = edge.h > dry ? max(edge.h - falls, 0.5 * edge.h) : edge.h;

  /* A second layer has the level, velocity and concentration of the first, over its own bed: the mirror of the bed inside. */
  real deep = max(h + (inner.depth - edge.depth), 0.0);
  real deeper = h > 1e-30 ? deep / h : 1.0;
  ghost.h = deep;
  ghost.qn = edge.qn * deeper;
  ghost.qt = edge.qt * deeper;
  ghost.hc = edge.h > 1e-30 ? edge.hc * (deep / edge.h) : edge.hc;
}
