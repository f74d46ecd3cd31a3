/* Fields, scalars and bodies that the steps of first and of second order share. */
#include "water_cell.h"

static real rate;
static bool shut;

SCALAR(dt, "s", "time step")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(gravity, "m/s2", "acceleration of gravity")
SCALAR(cfl, "1", "CFL number gamma of roe_transport's eq. (16)")
SCALAR(dry, "m", "depth at and below which water does not move")
SCALAR(coriolis, "1/s", "Coriolis parameter f")
SCALAR(wind_x, "m2/s2", "wind stress over water density, x")
SCALAR(wind_y, "m2/s2", "wind stress over water density, y")
SCALAR(decayed, "1", "share of the tracer that decays in a step: 1 - exp(-lambda dt)")
SCALAR(low_froude, "1", "1: upwinding of momentum shrinks with the Froude number; 0: it does not")
SWITCH(forcing, "Coriolis force, wind stress and decay")

/* Avoids division by a product of zero; far below any depth that matters. */
static real no_product(void) { return 1e-36; }

/* The bed's friction; the definition includes friction_manning.h or friction_map.h. */
static bool has_friction(void);
static real bed_drag(real speed, real h);
static real film_drag(void);

/* The bed's stress over density and velocity. A film has no speed. In the step in which water reaches it,
 * the drag is that of 1 m/s in 0.1 m of water: without drag a thin sheet would run far ahead of its front. */
static real drag_of(real vx, real vy, real h) {
  real moving = bed_drag(sqrt(vx * vx + vy * vy), h);
  real film = film_drag();
  return h > dry ? moving : film;
}

/* The fraction of the discharge that friction leaves: the bed's stress is drag * q / h, with the
 * old depth and speed in drag, the new ones elsewhere. */
static real kept_by_friction(real h, real drag) {
  real wet_h = max(h, no_depth());
  return wet_h * (1.0 / fma(dt, drag, wet_h));
}

/* The depth of a front's lower side at the face, for a depth `above` of the higher side above the step.
 * A sheet that runs down a slope keeps its depth, if the lower side is as deep. A film does not run: 0. */
static real sheet(real above, real own) {
  return above > dry ? min(above, own) : 0.0;
}

/* The Coriolis force turns the discharge without changing its magnitude (Cayley's form). */
static void turn(real turned[2], real qx, real qy) {
  real a = 0.5 * dt * coriolis;
  real scale = 1.0 / (1.0 + a * a);
  turned[0] = ((1.0 - a * a) * qx + 2.0 * a * qy) * scale;
  turned[1] = ((1.0 - a * a) * qy - 2.0 * a * qx) * scale;
}

/* The fluxes that the definition outputs for kernels of tracers: fluxes.h, no_fluxes.h. */
static void hand_on(void);

/* The end of UPDATE: momentum from the faces, forcing, and the new state with depth h and tracer content hc. */
static void finish(real h, real hc) {
  real content = hc;
  real loss_x = fma(inverse_dx, low_x.normal_high + high_x.normal_low,
                    inverse_dy * (high_y.across - low_y.across));
  real loss_y = fma(inverse_dx, high_x.across - low_x.across,
                    inverse_dy * (low_y.normal_high + high_y.normal_low));
  real qx = fma(-dt, loss_x, cell.qx);
  real qy = fma(-dt, loss_y, cell.qy);

  if (forcing) {
    real turned[2];
    turn(turned, qx, qy);
    qx = turned[0] + dt * wind_x;
    qy = turned[1] + dt * wind_y;
    content = hc - decayed * hc;
  }
  if (has_friction()) {
    real keep = kept_by_friction(h, cell.drag);
    qx = qx * keep;
    qy = qy * keep;
  }

  bool wet = h > dry;
  next.h = h;
  next.qx = wet ? qx : 0.0;
  next.qy = wet ? qy : 0.0;
  next.hc = content;
  hand_on();
}

#include "water_dam.h"

THROUGH {
  /* One of the two is always 0. */
  through.h = face.mass_high + face.mass_low;
  through.hc = face.tracer_high + face.tracer_low;
}

SHUT {
  /* A front with no water above its step, on either side. */
  real shallow = min(low_cell.depth, high_cell.depth);
  real over_low = (low_cell.h - low_cell.depth) + shallow;
  real over_high = (high_cell.h - high_cell.depth) + shallow;
  shut = fmin(low_cell.h, high_cell.h) < fabs(high_cell.depth - low_cell.depth) && over_low <= 0.0 && over_high <= 0.0;
}
