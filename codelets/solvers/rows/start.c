/* The initial flow of a case. */
#include "rows.h"
#include <math.h>
#include "ria/exact_math.h"

static const double degree = M_PI / 180;

static const rows_boundary *first_of(const rows *s, rows_boundary_kind kind) {
  for (int b = 0; b < s->own->boundaries; b++)
    if (s->own->boundary[b].kind == kind)
      return &s->own->boundary[b];
  return NULL;
}

void rows_direction(const rows_boundary *in, double direction[RIA_AXES]) {
  const double meridional = ria_cos(in->yaw * degree);
  direction[0] = meridional * ria_cos(in->pitch * degree);
  direction[1] = meridional * ria_sin(in->pitch * degree);
  direction[2] = ria_sin(in->yaw * degree);
}

/* The state of an inflow, expanded to a static pressure: density, velocity, pressure. */
static void expand(const rows *s, const rows_boundary *in, double pressure, double flow[5]) {
  const double gamma = s->own->gas.gamma, cp = s->own->gas.cp;
  const double ratio = fmin(pressure / in->stagnation_pressure, 1);
  const double temperature = in->stagnation_temperature * ria_pow(ratio, (gamma - 1) / gamma);
  const double speed = sqrt(2 * cp * (in->stagnation_temperature - temperature));
  double direction[RIA_AXES];
  rows_direction(in, direction);
  flow[0] = pressure / (s->gas * temperature);
  for (int a = 0; a < RIA_AXES; a++)
    flow[1 + a] = speed * direction[a];
  flow[4] = pressure;
}

static void conserve(const rows *s, const double flow[5], double radius, double conserved[5]) {
  const double square = flow[1] * flow[1] + flow[2] * flow[2] + flow[3] * flow[3];
  conserved[0] = flow[0];
  conserved[1] = flow[0] * flow[1];
  conserved[2] = flow[0] * flow[2];
  conserved[3] = flow[0] * flow[3] * radius;
  conserved[4] = flow[4] / (s->own->gas.gamma - 1) + 0.5 * flow[0] * square;
}

void rows_inflow_state(const rows *s, const rows_boundary *in, double radius, double conserved[5]) {
  double flow[5];
  expand(s, in, in->pressure, flow);
  conserve(s, flow, radius, conserved);
}

ria_status rows_prepare_start(rows *s) {
  const rows_case *own = s->own;
  const rows_boundary *in = first_of(s, ROWS_INFLOW), *out = first_of(s, ROWS_OUTFLOW);
  const double pressure = own->start.pressure > 0    ? own->start.pressure
                          : in && in->pressure > 0   ? in->pressure
                          : out && out->pressure > 0 ? out->pressure
                                                     : 0;
  if (own->start.kind == ROWS_START_INFLOW) {
    if (!in || !(pressure > 0))
      return rows_reject(s->the_case, &own->boundaries_place,
                         "start: there is no %s to take the start from; expected a start such as "
                         "'{kind: uniform, pressure: 100 kPa, temperature: 300 K, vx: 100 m/s}'",
                         in ? "pressure of an outflow" : "inflow");
    expand(s, in, pressure, s->start);
    return RIA_SUCCESS;
  }
  const bool round = s->grid->system == RIA_NODES_CYLINDRICAL;
  if (own->start.kind == (round ? ROWS_START_VORTEX : ROWS_START_SWIRL))
    return rows_reject(s->the_case, &own->start.place,
                       "start: a start of this kind needs a grid in %s; expected 'kind: %s' or "
                       "another one",
                       round ? "x, y, z" : "x, r, theta", round ? "swirl" : "vortex");
  if (!(own->start.pressure > 0) || !(own->start.temperature > 0))
    return rows_reject(s->the_case, &own->start.place,
                       "start: it has no %s; expected 'pressure' and 'temperature'",
                       own->start.pressure > 0 ? "temperature" : "pressure");
  s->start[0] = own->start.pressure / (s->gas * own->start.temperature);
  s->start[1] = own->start.vx;
  s->start[2] = own->start.vr;
  s->start[3] = own->start.vt;
  s->start[4] = own->start.pressure;
  return RIA_SUCCESS;
}

/* An isentropic vortex around the z axis of a Cartesian grid, without a stream: at `radius` it has
 * the given Mach number, pressure and temperature. */
static void vortex_at(const rows *s, const double point[RIA_AXES], double flow[5]) {
  const rows_case *own = s->own;
  const double gamma = own->gas.gamma, radius = ria_hypot(point[0], point[1]);
  const double sound2 = gamma * s->gas * own->start.temperature, ratio = own->start.radius / radius;
  const double square =
      1 + 0.5 * (gamma - 1) * own->start.mach * own->start.mach * (1 - ratio * ratio);
  const double speed = own->start.mach * sqrt(sound2) * ratio;
  flow[0] =
      own->start.pressure / (s->gas * own->start.temperature) * ria_pow(square, 1 / (gamma - 1));
  flow[4] = own->start.pressure * ria_pow(square, gamma / (gamma - 1));
  flow[1] = speed * point[1] / radius;
  flow[2] = -speed * point[0] / radius;
  flow[3] = 0;
}

/* A free vortex around the x axis, with an axial stream: `vt` at `radius`; temperature and pressure
 * are those at rest. */
static void swirl_at(const rows *s, const double point[RIA_AXES], double flow[5]) {
  const rows_case *own = s->own;
  const double gamma = own->gas.gamma, vt = own->start.vt * own->start.radius / point[1];
  const double kinetic = 0.5 * (own->start.vx * own->start.vx + vt * vt);
  const double temperature = own->start.temperature - kinetic / own->gas.cp;
  flow[4] =
      own->start.pressure * ria_pow(temperature / own->start.temperature, gamma / (gamma - 1));
  flow[0] = flow[4] / (s->gas * temperature);
  flow[1] = own->start.vx;
  flow[2] = 0;
  flow[3] = vt;
}

void rows_start_at(const rows *s, const double point[RIA_AXES], double conserved[5]) {
  double flow[5];
  for (int i = 0; i < 5; i++)
    flow[i] = s->start[i];
  if (s->own->start.kind == ROWS_START_VORTEX)
    vortex_at(s, point, flow);
  else if (s->own->start.kind == ROWS_START_SWIRL)
    swirl_at(s, point, flow);
  const double radius = s->grid->system == RIA_NODES_CYLINDRICAL ? point[1] : 1;
  conserve(s, flow, radius, conserved);
}
