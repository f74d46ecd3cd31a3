/* The variables of histories and pictures. */
#include <math.h>
#include "bwaves.h"

enum { GAMMA }; /* the parameter */

static double square_of_velocity(const double *state) {
  return (state[1] * state[1] + state[2] * state[2] + state[3] * state[3]) / (state[0] * state[0]);
}

static double pressure(const double *state, const double *statics, const double *parameter) {
  (void)statics;
  return (parameter[GAMMA] - 1) * (state[4] - 0.5 * state[0] * square_of_velocity(state));
}

/* NAN where the speed of sound is undefined, because the density or the pressure is not
 * positive. */
static double mach(const double *state, const double *statics, const double *parameter) {
  const double sound2 = parameter[GAMMA] * pressure(state, statics, parameter) / state[0];
  return sound2 > 0 ? sqrt(square_of_velocity(state) / sound2) : NAN;
}

#define VELOCITY(name, component)                                                                  \
  static double name(const double *state, const double *statics, const double *parameter) {        \
    (void)statics, (void)parameter;                                                                \
    return state[component] / state[0];                                                            \
  }
VELOCITY(along_x, 1)
VELOCITY(along_y, 2)
VELOCITY(along_z, 3)

static const ria_variable variables[] = {
    {.name = "rho",
     .unit = "kg/m3",
     .what = "density",
     .picture = {.title = "Density", .label = "Density"},
     .field = 0},
    {.name = "p",
     .unit = "Pa",
     .what = "pressure",
     .picture = {.title = "Pressure", .label = "Pressure"},
     .value = pressure},
    {.name = "u", .unit = "m/s", .what = "velocity along x", .value = along_x},
    {.name = "v", .unit = "m/s", .what = "velocity along y", .value = along_y},
    {.name = "w", .unit = "m/s", .what = "velocity along z", .value = along_z},
    {.name = "mach",
     .unit = "1",
     .what = "Mach number",
     .picture = {.title = "Mach number", .label = "Mach number"},
     .value = mach}};

void bwaves_show(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  const bwaves_case *own = c->own;
  (void)terrain;
  *shown = (ria_shown){.model = "compressible flow of a viscous gas",
                       .fields = COMPONENTS,
                       .parameters = 1,
                       .parameter = {{"gamma", own ? own->gamma : 0}}};
  for (int a = 0; a < RIA_AMOUNTS; a++)
    shown->conserved[a].field = -1;
  for (size_t v = 0; v < sizeof variables / sizeof *variables; v++) {
    ria_variable *to = &shown->variable[shown->variables++];
    *to = variables[v];
    to->where = RIA_SHOWN_IN_HISTORY;
  }
}
