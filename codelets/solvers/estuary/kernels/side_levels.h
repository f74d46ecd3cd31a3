/* The level outside, the same along the side. */
SCALAR(level, "m", "water level outside, above the reference level")

static real level_here(void) { return level; }
