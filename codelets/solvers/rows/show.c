/* The variables of the flow that files and pictures show. */
#include <math.h>
#include "ria/exact_math.h"
#include "rows.h"

enum { CP, GAMMA }; /* the parameters */

/* The functions of a node have its radius as argument, which is 1 in a grid in x, y, z. */
static double square_of_velocity(const double *state, double radius) {
  const double x = state[MX] / state[RHO], r = state[MR] / state[RHO],
               t = state[MT] / (state[RHO] * radius);
  return x * x + r * r + t * t;
}

static double pressure(const double *state, double radius, const double *parameter) {
  return (parameter[GAMMA] - 1) *
         (state[ENERGY] - 0.5 * state[RHO] * square_of_velocity(state, radius));
}

static double temperature(const double *state, double radius, const double *parameter) {
  const double gas = parameter[CP] * (parameter[GAMMA] - 1) / parameter[GAMMA];
  return pressure(state, radius, parameter) / (state[RHO] * gas);
}

/* NAN where the speed of sound is undefined, because the density or the pressure is not
 * positive. */
static double mach(const double *state, double radius, const double *parameter) {
  const double sound2 = parameter[GAMMA] * pressure(state, radius, parameter) / state[RHO];
  return sound2 > 0 ? sqrt(square_of_velocity(state, radius) / sound2) : NAN;
}

static double stagnation_pressure(const double *state, double radius, const double *parameter) {
  const double number = mach(state, radius, parameter), gamma = parameter[GAMMA];
  if (isnan(number))
    return NAN;
  return pressure(state, radius, parameter) *
         ria_pow(1 + 0.5 * (gamma - 1) * number * number, gamma / (gamma - 1));
}

static double first_velocity(const double *state, double radius, const double *parameter) {
  (void)radius, (void)parameter;
  return state[MX] / state[RHO];
}

static double second_velocity(const double *state, double radius, const double *parameter) {
  (void)radius, (void)parameter;
  return state[MR] / state[RHO];
}

static double third_velocity(const double *state, double radius, const double *parameter) {
  (void)parameter;
  return state[MT] / (state[RHO] * radius);
}

/* The statics are a node's coordinates: x, r, theta, or x, y, z. */
#define IN_BOTH_SYSTEMS(name)                                                                      \
  static double name##_around(const double *state, const double *statics,                          \
                              const double *parameter) {                                           \
    return name(state, statics[1], parameter);                                                     \
  }                                                                                                \
  static double name##_straight(const double *state, const double *statics,                        \
                                const double *parameter) {                                         \
    (void)statics;                                                                                 \
    return name(state, 1, parameter);                                                              \
  }

IN_BOTH_SYSTEMS(pressure)
IN_BOTH_SYSTEMS(temperature)
IN_BOTH_SYSTEMS(mach)
IN_BOTH_SYSTEMS(stagnation_pressure)
IN_BOTH_SYSTEMS(first_velocity)
IN_BOTH_SYSTEMS(second_velocity)
IN_BOTH_SYSTEMS(third_velocity)

enum { AROUND = 1, STRAIGHT = 2, BOTH = AROUND | STRAIGHT };

static const struct {
  int systems;
  ria_variable v;
  double (*straight)(const double *state, const double *statics, const double *parameter);
} variables[] = {
    {BOTH,
     {.name = "rho",
      .unit = "kg/m3",
      .what = "density",
      .cgns_name = "Density",
      .picture = {.title = "Density", .label = "Density"},
      .field = RHO},
     NULL},
    {BOTH,
     {.name = "p",
      .unit = "Pa",
      .what = "pressure",
      .cgns_name = "Pressure",
      .picture = {.title = "Pressure", .label = "Pressure"},
      .value = pressure_around},
     pressure_straight},
    {BOTH,
     {.name = "T",
      .unit = "K",
      .what = "temperature",
      .cgns_name = "Temperature",
      .picture = {.title = "Temperature", .label = "Temperature"},
      .value = temperature_around},
     temperature_straight},
    {BOTH,
     {.name = "vx",
      .unit = "m/s",
      .what = "velocity along x",
      .cgns_name = "VelocityX",
      .picture = {.title = "Velocity along x", .label = "Velocity along x"},
      .value = first_velocity_around},
     first_velocity_straight},
    {AROUND,
     {.name = "vr",
      .unit = "m/s",
      .what = "radial velocity",
      .cgns_name = "VelocityR",
      .picture = {.title = "Radial velocity", .label = "Radial velocity"},
      .value = second_velocity_around},
     NULL},
    {AROUND,
     {.name = "vt",
      .unit = "m/s",
      .what = "tangential velocity, in the absolute frame",
      .cgns_name = "VelocityTheta",
      .picture = {.title = "Tangential velocity", .label = "Tangential velocity"},
      .value = third_velocity_around},
     NULL},
    {STRAIGHT,
     {.name = "vy",
      .unit = "m/s",
      .what = "velocity along y",
      .cgns_name = "VelocityY",
      .picture = {.title = "Velocity along y", .label = "Velocity along y"}},
     second_velocity_straight},
    {STRAIGHT,
     {.name = "vz",
      .unit = "m/s",
      .what = "velocity along z",
      .cgns_name = "VelocityZ",
      .picture = {.title = "Velocity along z", .label = "Velocity along z"}},
     third_velocity_straight},
    {BOTH,
     {.name = "mach",
      .unit = "1",
      .what = "Mach number, in the absolute frame",
      .cgns_name = "Mach",
      .picture = {.title = "Mach number", .label = "Mach number"},
      .value = mach_around},
     mach_straight},
    {BOTH,
     {.name = "p0",
      .unit = "Pa",
      .what = "stagnation pressure, in the absolute frame",
      .cgns_name = "PressureStagnation",
      .picture = {.title = "Stagnation pressure", .label = "Stagnation pressure"},
      .value = stagnation_pressure_around},
     stagnation_pressure_straight},
};

void rows_show(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  const rows_case *own = c->own;
  const int systems = !terrain || !terrain->nodes                       ? BOTH
                      : terrain->nodes->system == RIA_NODES_CYLINDRICAL ? AROUND
                                                                        : STRAIGHT;
  *shown = (ria_shown){
      .model = "compressible flow of an ideal gas",
      .fields = ENERGY + 1,
      .steps = c->time.steps_per_passing == 0,
      .points = true,
      .parameters = 2,
      .parameter = {{"cp", own ? own->gas.cp : 0}, {"gamma", own ? own->gas.gamma : 0}}};
  for (int a = 0; a < RIA_AMOUNTS; a++)
    shown->conserved[a].field = -1;
  for (size_t v = 0; v < sizeof variables / sizeof *variables; v++) {
    if (!(variables[v].systems & systems))
      continue;
    ria_variable *to = &shown->variable[shown->variables++];
    *to = variables[v].v;
    to->where = RIA_SHOWN_IN_HISTORY;
    if (systems == STRAIGHT && variables[v].straight)
      to->value = variables[v].straight;
  }
}
