/* The ghost cells of water_free.c (see its comment) and of water_free_rough.c. */
CELL {
  WATER
  ROUGHNESS
}
inner, edge, ghost;

SCALAR(dry, "m", "depth at and below which water does not move")
SCALAR(gravity, "m/s2", "acceleration of gravity")
SCALAR(whole_cell, "m", "a cell across the side")

/* The bed's friction; the definition includes friction_manning.h or friction_map.h. */
static real bed_drag(real speed, real h);

GHOST {
  real wet_h = max(edge.h, dry);
  real v = max(outward * edge.qn / wet_h, 0.0);
  real t = edge.qt / wet_h;
  real friction_falls = whole_cell * bed_drag(sqrt(fma(v, v, t * t)), wet_h) * v / (gravity * wet_h);

  /* Beyond the side the bed continues with its slope: lower by `drop` at this layer, by `step` a cell. If the bed falls
   * outwards, the level falls with it as soon as half of the friction balances that: a river leaves at its normal depth,
   * and still water stays at rest. Otherwise the level falls by the friction slope. At most by half of the depth. */
  real drop = ghost.depth - edge.depth;
  real step = max(edge.depth > inner.depth ? edge.depth - inner.depth : drop, 1e-30);
  real falls = drop > 0.0 ? drop * min(1.0, 2.0 * friction_falls / step) : friction_falls;
  real lowest = 0.5 * edge.h - max(drop, 0.0);
  real h = edge.h > dry ? max(edge.h - falls, lowest) : edge.h - max(drop, 0.0);

  /* A river has one discharge; beyond a bed that does not fall outwards the second layer has the velocity of the first. */
  real deep = max(h + drop, 0.0);
  real same = drop < 0.0 && h > 1e-30 ? deep / h : 1.0;
  ghost.h = deep;
  ghost.qn = edge.qn * same;
  ghost.qt = edge.qt * same;
  ghost.hc = edge.h > 1e-30 ? edge.hc * (deep / edge.h) : edge.hc;
}
