/* The ghost cells of water_level.c (see its comment) and of its variants. */
#include "water_lean.h"

/* The level at the side, above the reference level: from side_levels.h or side_levels_along.h. */
static real level_here(void);

SCALAR(head_loss, "1", "1: water that comes in spends v2/2g of the level on its speed; 0: it does not")

GHOST {
  bool wet = edge.h > dry;
  real v = wet ? outward * edge.qn / edge.h : 0.0;
  real critical = gravity * edge.h; /* v * v beyond which no wave comes in */
  real free = (0.1 * (1.0 - head_loss)) * critical;
  real spent = v < 0.0 ? max(min(v * v, critical) - free, 0.0) * (0.5 / gravity) : 0.0;
  real brought = max(v, -sqrt(0.1 * critical)); /* faster inflow would sustain itself */
  real wanted = max(edge.depth + (level_here() - spent), 0.0);

  /* How much lower the level is at the side than at the centre of the edge cell. */
  real falls = wet ? fall(edge.h, v, edge.qt / edge.h) : 0.0;
  real mirrored = max(wanted + (wanted - edge.h) + 2.0 * falls, 0.0);
  bool shooting = v > 0.0 && v * v > critical;
  real h = shooting ? edge.h : mirrored;
  real deep = mirrored_depth(h); /* with the velocity of the first layer */
  real deeper = h > dry ? deep / h : 1.0;
  ghost.h = deep;
  ghost.qn = (outward * brought * min(edge.h, 2.0 * h)) * deeper;
  ghost.qt = 0.0;
  ghost.hc = deep * outside;
}
