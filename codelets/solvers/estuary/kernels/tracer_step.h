/* What the steps of a tracer of first and of second order share: tracer_upwind.c, tracer_slopes.c. */
#include "water_concentration.h"

SCALAR(dt, "s", "time step")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(decayed, "1", "share of the tracer that decays in a step: 1 - exp(-lambda dt)")
SCALAR(ages, "1", "1: the tracer is the age of the water, in s; 0: it is not")

/* The water that crosses a face, towards its high side and, as a number below 0, towards its low side: what the step of
 * the water has handed on to the cells beside the face. Beyond the edge of the domain that is 0, elsewhere both agree. */
static real passes_high(void) { return fmax(fmax(low_cell.leavesn, high_cell.entersn), 0.0); }
static real passes_low(void) { return fmin(fmin(low_cell.leavesn, high_cell.entersn), 0.0); }

/* What leaves the cell a second, as a depth: roe_step.h and muscl_step.h add it up in this order. */
static real out_of_cell(void) {
  return fma(inverse_dx, fmax(cell.leavesx, 0.0) - fmin(cell.entersx, 0.0),
             inverse_dy * (fmax(cell.leavesy, 0.0) - fmin(cell.entersy, 0.0)));
}

/* The tracer that comes into the cell a second, and what leaves it, added up as the water is. A concentration is not below 0,
 * so a flux has the sign of the water's. */
static real tracer_in(void) {
  return fma(inverse_dx, fmax(low_x.tracer, 0.0) - fmin(high_x.tracer, 0.0),
             inverse_dy * (fmax(low_y.tracer, 0.0) - fmin(high_y.tracer, 0.0)));
}
static real tracer_out(void) {
  return fma(inverse_dx, fmax(high_x.tracer, 0.0) - fmin(low_x.tracer, 0.0),
             inverse_dy * (fmax(high_y.tracer, 0.0) - fmin(low_y.tracer, 0.0)));
}

/* The end of UPDATE: what becomes of the content by itself. The age of the water grows by dt a step. */
static void finish(real content) {
  next.content = fma(ages * dt, cell.h, content - decayed * content);
}

THROUGH {
  through.content = face.tracer;
}
