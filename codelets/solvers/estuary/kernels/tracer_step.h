/* Code that the steps of a tracer of first and of second order share: tracer_upwind.c, tracer_slopes.c. */
#include "water_concentration.h"

SCALAR(dt, "s", "time step")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(decayed, "1", "share of the tracer that decays in a step: 1 - exp(-lambda dt)")
SCALAR(ages, "1", "1: the tracer is the age of the water, in s; 0: it is not")

/* The water that crosses a face, towards its high side and (negative) towards its low side, as output by the step of the
 * water for the cells on both sides. Beyond the edge of the domain it is 0; elsewhere both cells have the same value. */
static real passes_high(void) { return fmax(fmax(low_cell.leavesn, high_cell.entersn), 0.0); }
static real passes_low(void) { return fmin(fmin(low_cell.leavesn, high_cell.entersn), 0.0); }

/* The outflow of the cell per second, as a depth: summed in the same order as in roe_step.h and muscl_step.h. */
static real out_of_cell(void) {
  return fma(inverse_dx, fmax(cell.leavesx, 0.0) - fmin(cell.entersx, 0.0),
             inverse_dy * (fmax(cell.leavesy, 0.0) - fmin(cell.entersy, 0.0)));
}

/* The tracer that enters the cell per second, and the tracer that leaves it, summed as the water
 * is. Concentrations are not negative, so a flux has the sign of the water's. */
static real tracer_in(void) {
  return fma(inverse_dx, fmax(low_x.tracer, 0.0) - fmin(high_x.tracer, 0.0),
             inverse_dy * (fmax(low_y.tracer, 0.0) - fmin(high_y.tracer, 0.0)));
}
static real tracer_out(void) {
  return fma(inverse_dx, fmax(high_x.tracer, 0.0) - fmin(low_x.tracer, 0.0),
             inverse_dy * (fmax(high_y.tracer, 0.0) - fmin(low_y.tracer, 0.0)));
}

/* The end of UPDATE: the change of the content without transport. The age of the water grows by dt in a step. */
static void finish(real content) {
  next.content = fma(ages * dt, cell.h, content - decayed * content);
}

THROUGH {
  through.content = face.tracer;
}
