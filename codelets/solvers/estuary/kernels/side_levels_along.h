/* The level outside between two stations: linear along the side. */
SCALAR(level, "m", "water level at the first station, above the reference level")
SCALAR(next_level, "m", "the same at the next one")

static real level_here(void) { return fma(-1.0 - ghost.side, next_level - level, level); }
