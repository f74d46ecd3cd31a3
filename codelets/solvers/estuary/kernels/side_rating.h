/* An outflow determined by the level at the side: the conveyance there times a factor that is linear in the level
 * between knots and constant beyond them. If the level is uniform along the segment, the sum equals the rating curve. */
SCALAR(knot_0, "m", "level 1, above the reference level")
SCALAR(knot_1, "m", "level 2, above the reference level")
SCALAR(knot_2, "m", "level 3, above the reference level")
SCALAR(knot_3, "m", "level 4, above the reference level")
SCALAR(knot_4, "m", "level 5, above the reference level")
SCALAR(knot_5, "m", "level 6, above the reference level")
SCALAR(knot_6, "m", "level 7, above the reference level")
SCALAR(knot_7, "m", "level 8, above the reference level")
SCALAR(knot_8, "m", "level 9, above the reference level")
SCALAR(knot_9, "m", "level 10, above the reference level")
SCALAR(factor, "1", "discharge for a conveyance of 1, at the first level")
SCALAR(growth_0, "1/m", "what it grows by a metre from level 1 to the next")
SCALAR(growth_1, "1/m", "what it grows by a metre from level 2 to the next")
SCALAR(growth_2, "1/m", "what it grows by a metre from level 3 to the next")
SCALAR(growth_3, "1/m", "what it grows by a metre from level 4 to the next")
SCALAR(growth_4, "1/m", "what it grows by a metre from level 5 to the next")
SCALAR(growth_5, "1/m", "what it grows by a metre from level 6 to the next")
SCALAR(growth_6, "1/m", "what it grows by a metre from level 7 to the next")
SCALAR(growth_7, "1/m", "what it grows by a metre from level 8 to the next")
SCALAR(growth_8, "1/m", "what it grows by a metre from level 9 to the next")

/* Height of a level above the lower one of two levels, at most their difference. */
static real above(real at, real low, real high) { return max(min(at, high) - low, 0.0); }

static real asked(void) {
  bool wet = edge.h > dry;
  real out = outward * edge.qn;
  real falls = wet ? fall(edge.h, out / edge.h, edge.qt / edge.h) : 0.0;
  real at = edge.h - edge.depth - falls;
  real here = factor;
  here = fma(growth_0, above(at, knot_0, knot_1), here);
  here = fma(growth_1, above(at, knot_1, knot_2), here);
  here = fma(growth_2, above(at, knot_2, knot_3), here);
  here = fma(growth_3, above(at, knot_3, knot_4), here);
  here = fma(growth_4, above(at, knot_4, knot_5), here);
  here = fma(growth_5, above(at, knot_5, knot_6), here);
  here = fma(growth_6, above(at, knot_6, knot_7), here);
  here = fma(growth_7, above(at, knot_7, knot_8), here);
  here = fma(growth_8, above(at, knot_8, knot_9), here);
  real deep = max(edge.h - falls, 0.0);
  real most = 0.95 * deep * sqrt(gravity * deep); /* depth of water that a side can still hold back */
  return wet ? -min(here * conveyance(deep), most) : 0.0;
}
