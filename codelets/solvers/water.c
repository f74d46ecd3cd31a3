#include "water.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "ria/exact_math.h"
#include "ria/number.h"

enum { H, QX, QY, HC }; /* the state */
enum { DEPTH };         /* the statics */
enum { DRY };           /* the parameters */

static bool is_wet(const double *state, const double *parameter) {
  return state[H] > parameter[DRY];
}

static double level(const double *state, const double *statics, const double *parameter) {
  return is_wet(state, parameter) ? state[H] - statics[DEPTH] : NAN;
}

static double velocity_x(const double *state, const double *statics, const double *parameter) {
  (void)statics;
  return is_wet(state, parameter) ? state[QX] / state[H] : NAN;
}

static double velocity_y(const double *state, const double *statics, const double *parameter) {
  (void)statics;
  return is_wet(state, parameter) ? state[QY] / state[H] : NAN;
}

static double speed(const double *state, const double *statics, const double *parameter) {
  return ria_hypot(velocity_x(state, statics, parameter), velocity_y(state, statics, parameter));
}

/* Direction in degrees clockwise from the y axis; undefined where the water is at rest. */
static double direction(const double *state, const double *statics, const double *parameter) {
  if (!(speed(state, statics, parameter) > 0))
    return NAN;
  const double degrees =
      ria_atan2(velocity_x(state, statics, parameter), velocity_y(state, statics, parameter)) *
      (180 / M_PI);
  return degrees < 0 ? degrees + 360 : degrees;
}

static double concentration(const double *state, const double *statics, const double *parameter) {
  (void)statics;
  return is_wet(state, parameter) ? state[HC] / state[H] : NAN;
}

void water_name_content(const char *concentration, char unit[RIA_SHOWN_TEXT]) {
  const size_t length = strlen(concentration);
  if (!strcmp(concentration, "1"))
    snprintf(unit, RIA_SHOWN_TEXT, "m3");
  else if (length > 3 && !strcmp(concentration + length - 3, "/m3"))
    snprintf(unit, RIA_SHOWN_TEXT, "%.*s", (int)length - 3, concentration);
  else
    snprintf(unit, RIA_SHOWN_TEXT, "%s m3", concentration);
}

static const char *const of_water[] = {"river", NULL}, *const of_tracer[] = {"river", "release",
                                                                             NULL};

void water_show(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  enum { HISTORY = RIA_SHOWN_IN_HISTORY, GAUGES = RIA_SHOWN_IN_GAUGES };
  const char *unit = c->tracer.unit ? c->tracer.unit : "1";
  *shown = (ria_shown){
      .model = "shallow water with a tracer",
      .fields = c->tracer.on ? WATER_FIELDS : HC,
      .statics = 1,
      .fixed = {{.name = "depth",
                 .unit = "m",
                 .what = "still-water depth below the reference level, negative on land",
                 .standard_name = "sea_floor_depth_below_geopotential_datum",
                 .ground = true,
                 .value = terrain ? terrain->depth : NULL}},
      .parameters = 1,
      .parameter = {{"dry", c->dry}},
      .arrival = "concentration",
      .substance = c->tracer.name ? c->tracer.name : "tracer",
      .threshold = c->tracer.threshold,
      .conserved = {{.key = "mass",
                     .kind = "water",
                     .name = "water",
                     .unit = "m3",
                     .sources = of_water,
                     .field = H},
                    {.key = "tracer",
                     .kind = "tracer",
                     .name = c->tracer.name ? c->tracer.name : "tracer",
                     .list = "tracers",
                     .sources = of_tracer,
                     .field = c->tracer.on ? HC : -1}},
      .open_walls = "let these boundaries end on dry land or at corners, or use numerics.order 1"};
  for (int a = 2; a < RIA_AMOUNTS; a++)
    shown->conserved[a].field = -1;
  water_name_content(unit, shown->conserved[1].unit);
  snprintf(shown->text, sizeof shown->text, strcmp(unit, "1") ? "m %s" : "m", unit);
  const ria_variable all[] = {
      {.name = "h", .unit = "m", .what = "thickness of the water column", .where = HISTORY},
      {.name = "qx",
       .unit = "m2 s-1",
       .what = "discharge per metre of width along x",
       .where = HISTORY,
       .field = QX},
      {.name = "qy",
       .unit = "m2 s-1",
       .what = "discharge per metre of width along y",
       .where = HISTORY,
       .field = QY},
      {.name = "hc",
       .unit = shown->text,
       .what = "tracer per square metre: concentration times h",
       .where = HISTORY,
       .field = HC},
      {.name = "level",
       .unit = "m",
       .what = "water level above the reference level",
       .standard_name = "sea_surface_height_above_geopotential_datum",
       .step = 1e-4,
       .where = HISTORY | GAUGES,
       .picture = {.title = "Water level", .label = "Water level", .scale = RIA_SCALE_SIGNED},
       .value = level},
      {.name = "u",
       .unit = "m/s",
       .what = "velocity of the water along x",
       .standard_name = "x_sea_water_velocity",
       .where = HISTORY,
       .picture = {.title = "Current",
                   .name = "speed",
                   .label = "Speed",
                   .scale = RIA_SCALE_MAGNITUDE,
                   .component = {"u", "v"}},
       .value = velocity_x},
      {.name = "v",
       .unit = "m/s",
       .what = "velocity of the water along y",
       .standard_name = "y_sea_water_velocity",
       .where = HISTORY,
       .value = velocity_y},
      {.name = "speed",
       .unit = "m/s",
       .what = "speed of the current",
       .where = GAUGES,
       .value = speed},
      {.name = "direction",
       .unit = "degrees",
       .what = "direction of the current, clockwise from the y axis",
       .step = 0.1,
       .where = GAUGES,
       .value = direction},
      {.name = "concentration",
       .unit = unit,
       .what = "concentration of the tracer",
       .where = HISTORY | GAUGES,
       .picture = {.title = "Concentration", .label = "Concentration", .scale = RIA_SCALE_TRACE},
       .value = concentration},
  };
  for (size_t v = 0; v < sizeof all / sizeof *all; v++)
    if (c->tracer.on || (all[v].field != HC && all[v].value != concentration))
      shown->variable[shown->variables++] = all[v];
}
