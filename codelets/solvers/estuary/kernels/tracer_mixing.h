/* The mixing of a tracer after the first, shared by tracer_mixing.c and tracer_mixing_map.c: as in water_mixing.c. */
#include "water_concentration.h"

CELL {
  STATE(FIELD(content, "m", "tracer content: depth times concentration"))
  STATICS(FIELD(h, "m", "water depth")
          VECTOR(q, "m2/s", "discharge per unit width before mixing")
          FIELD(depth, "m", "still-water depth H, positive below the reference level"))
  MIXING
  PREPARED(VECTOR(v, "m/s", "velocity")
           FIELD(c, "1", "tracer concentration"))
  SLOPED(FIELD(spread, "m2/s", "eddy diffusivity"))
}
cell, low_x_cell, high_x_cell, low_y_cell, high_y_cell, low_cell, high_cell, next;

FACE {
  FIELD(tracer, "m3/s", "tracer that the low cell gains, times the cell size")
}
face, low_x, high_x, low_y, high_y;

SCALAR(dt, "s", "time step")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(dry, "m", "depth at and below which water does not move")
SCALAR(diffusivity_area, "m2", "square of Smagorinsky's coefficient times a cell's area")
SWITCH(smagorinsky, "diffusivity that grows with the strain")

#include "mixing_depth.h"

/* The constant part of the diffusivity in the cell. */
static real diffusivity_here(void);

PREPARE {
  real h = max(cell.h, no_depth());
  real inverse = 1.0 / h;
  cell.vx = cell.qx * inverse;
  cell.vy = cell.qy * inverse;
  cell.c = concentration(cell.content, h, inverse);
}

SLOPES {
  real spread = diffusivity_here();
  if (smagorinsky) {
    real low_x = shared(cell.h, low_x_cell.h, cell.depth, low_x_cell.depth);
    real high_x = shared(cell.h, high_x_cell.h, cell.depth, high_x_cell.depth);
    real low_y = shared(cell.h, low_y_cell.h, cell.depth, low_y_cell.depth);
    real high_y = shared(cell.h, high_y_cell.h, cell.depth, high_y_cell.depth);
    real across_x = change(low_x_cell.vy, cell.vy, high_x_cell.vy, low_x, high_x);
    real across_y = change(low_y_cell.vx, cell.vx, high_y_cell.vx, low_y, high_y);
    real along_x = change(low_x_cell.vx, cell.vx, high_x_cell.vx, low_x, high_x);
    real along_y = change(low_y_cell.vy, cell.vy, high_y_cell.vy, low_y, high_y);
    spread = fma(diffusivity_area, strain(along_x, along_y, across_x, across_y), spread);
  }
  cell.spread = spread;
}

FLUX {
  real h = shared(low_cell.h, high_cell.h, low_cell.depth, high_cell.depth);
  real spread = 0.5 * (low_cell.spread + high_cell.spread);
  real tracer = (h * spread) * (high_cell.c - low_cell.c);
  face.tracer = h > 0.0 ? tracer : 0.0;
}

UPDATE {
  real xx = inverse_dx * inverse_dx;
  real yy = inverse_dy * inverse_dy;
  real gain = xx * (high_x.tracer - low_x.tracer) + yy * (high_y.tracer - low_y.tracer);
  next.content = fma(dt, gain, cell.content);
}
