/* Usual values of the estuary's keys, checks between several of them, and values derived from
 * them. */
#include <math.h>
#include <string.h>
#include "keys.h"
#include "ria/exact_math.h"

#define ANY    -INFINITY, INFINITY
#define MIXING 1e-6, 1000, ANY
#define LEVELS                                                                                     \
  -450, 6000, -12000, 9000, "it is a level above the reference, not a height above the bed"
#define OF_MIXING  "0.1 to 100 m2/s are usual"
#define OF_MANNING "Manning's n is 0.02 on sand and 0.1 among reeds; Strickler's coefficient is 1/n"
#define OF_CHEZY   "Chezy's coefficient is 30 to 70 m1/2/s in rivers and estuaries"

#define MM_AN_HOUR(n) ((n) / 3.6e6)
#define YEARS(n)      ((n)*31557600.)
#define RAIN                                                                                       \
  "the heaviest rain of an hour on record is 305 mm; a rate needs its unit, such as '20 mm/h'"
#define GROUND  "sand takes 120 mm/h, clay less than 1; a rate needs its unit, such as '10 mm/h'"
#define SUCTION "it is 0.05 m in sand and 0.3 m in clay; check the unit"

/* path, dimension, usual range, possible range, hint */
const ria_plausible estuary_plausible[] = {
    {"friction.manning", RIA_MANNING, 0.008, 0.2, 0, 2, OF_MANNING},
    {"friction.map.*", RIA_MANNING, 0.008, 0.2, 0, 2, OF_MANNING},
    {"friction.map.*.value", RIA_MANNING, 0.008, 0.2, 0, 2, OF_MANNING},
    {"friction.chezy.*", RIA_CHEZY, 10, 150, 0.1, 1e4, OF_CHEZY},
    {"friction.chezy.*.value", RIA_CHEZY, 10, 150, 0.1, 1e4, OF_CHEZY},
    {"friction.linear.*", RIA_RATE, 1e-7, 0.1, 0, 100, "1e-5 to 1e-3 1/s are usual"},
    {"friction.linear.*.value", RIA_RATE, 1e-7, 0.1, 0, 100, "1e-5 to 1e-3 1/s are usual"},
    {"structures.crest", RIA_LENGTH, LEVELS},
    {"structures.height", RIA_LENGTH, 0.2, 200, ANY, "a storey has some 3 m"},
    {"structures.opening", RIA_LENGTH, 0, 30, 0, 100, "it is a height above the crest"},
    {"structures.closes_above", RIA_LENGTH, LEVELS},
    {"structures.opens_below", RIA_LENGTH, LEVELS},
    {"structures.closes_below", RIA_LENGTH, LEVELS},
    {"structures.opens_above", RIA_LENGTH, LEVELS},
    {"structures.starts_above", RIA_LENGTH, LEVELS},
    {"structures.stops_below", RIA_LENGTH, LEVELS},
    {"structures.sill", RIA_LENGTH, LEVELS},
    {"structures.travel", RIA_TIME, 0, 86400, ANY, "check the unit"},
    {"structures.radius", RIA_LENGTH, 0, 5e3, ANY, "check the unit"},
    {"structures.discharge", RIA_DISCHARGE, 0, 500, 0, 1e4, "check the unit"},
    {"structures.width", RIA_LENGTH, 0.1, 50, ANY, "give the width of one barrel"},
    {"structures.diameter", RIA_LENGTH, 0.1, 10, ANY, "check the unit"},
    {"structures.length", RIA_LENGTH, 0.5, 5e3, ANY, "check the unit"},
    {"structures.losses", RIA_NUMBER, 0, 5, ANY, "0.2 to 1 are usual"},
    {"structures.manning", RIA_MANNING, 0.008, 0.05, 0, 2, "0.012 to 0.025 s/m1/3 are usual"},
    {"structures.coefficient", RIA_NUMBER, 0.3, 1.3, ANY, "0.8 to 1.1 are usual"},
    {"maxima.above", RIA_LENGTH, 0, 1, 0, 100, "it is a depth of water"},
    {"maxima.arrival", RIA_LENGTH, 0, 5, 0, 1000, "it is a depth of water"},
    {"maxima.duration", RIA_LENGTH, 0, 5, 0, 1000, "it is a depth of water"},
    {"viscosity.constant", RIA_DIFFUSIVITY, MIXING, OF_MIXING},
    {"viscosity.map.*", RIA_DIFFUSIVITY, MIXING, OF_MIXING},
    {"viscosity.map.*.value", RIA_DIFFUSIVITY, MIXING, OF_MIXING},
    {"diffusivity.constant", RIA_DIFFUSIVITY, MIXING, OF_MIXING},
    {"diffusivity.map.*", RIA_DIFFUSIVITY, MIXING, OF_MIXING},
    {"diffusivity.map.*.value", RIA_DIFFUSIVITY, MIXING, OF_MIXING},
    {"viscosity.smagorinsky", RIA_NUMBER, 0.01, 1, ANY, "0.1 to 0.3 are usual"},
    {"diffusivity.smagorinsky", RIA_NUMBER, 0.01, 1, ANY, "0.1 to 0.3 are usual"},
    {"coriolis.latitude", RIA_ANGLE, -90, 90, ANY, "it is 90 deg at the north pole"},
    {"coriolis.parameter", RIA_RATE, -1.46e-4, 1.46e-4, ANY,
     "on Earth f is at most 1.46e-4 1/s; 'latitude' computes it"},
    {"wind.speed", RIA_SPEED, 0, 75, 0, 150,
     "the strongest hurricanes blow at 75 m/s over the sea; check the unit"},
    {"wind.direction", RIA_ANGLE, -360, 720, ANY, "north is 0, east is 90 deg"},
    {"wind.drag", RIA_NUMBER, 3e-4, 0.006, ANY, "0.001 to 0.003 are usual"},
    {"weather.coefficient", RIA_NUMBER, 3e-4, 0.006, ANY, "0.001 to 0.003 are usual"},
    {"weather.cap", RIA_NUMBER, 0.001, 0.006, ANY, "0.002 to 0.0035 are usual"},
    {"weather.ambient", RIA_PRESSURE, 95000, 105000, 1000, 110000,
     "it is near 1013 hPa; check the unit"},
    {"weather.inflow", RIA_ANGLE, 0, 40, ANY, "10 to 30 deg are usual"},
    {"weather.surface_wind", RIA_NUMBER, 0.6, 1, ANY, "0.7 to 0.95 are usual"},
    {"particles.time", RIA_TIME, 0, YEARS(10), ANY, "check the unit, such as '2 h'"},
    {"particles.until", RIA_TIME, 1e-3, YEARS(10), ANY, "check the unit, such as '6 h'"},
    {"particles.every", RIA_TIME, 1e-3, YEARS(1), ANY, "check the unit, such as '10 min'"},
    {"particles.mass", RIA_MASS, 1e-6, 1e9, ANY, "check the unit, such as '20 t'"},
    {"particles.decay", RIA_RATE, 1e-10, 0.1, ANY, "check the unit: it is a share of a second"},
    {"particles.half_life", RIA_TIME, 1, YEARS(10), ANY, "check the unit, such as '12 h'"},
    {"particles.radius", RIA_LENGTH, 1e-3, 5e4, ANY, "check the unit"},
    {"particles.draft", RIA_LENGTH, 1e-3, 20, ANY, "check the unit"},
    {"particles.diffusivity", RIA_DIFFUSIVITY, MIXING, OF_MIXING},
    {"particles.wind_drift", RIA_NUMBER, 1e-3, 0.1, ANY, "oil drifts with some 3 % of the wind"},
    {"rain.rate", RIA_SPEED, 0, MM_AN_HOUR(300), 0, MM_AN_HOUR(20000), RAIN},
    {"rain.factor.*", RIA_NUMBER, 0, 10, ANY, "1 is the rate as it is given"},
    {"rain.factor.values.value", RIA_NUMBER, 0, 10, ANY, "1 is the rate as it is given"},
    {"losses.initial.*", RIA_LENGTH, 0, 0.3, ANY, "5 to 50 mm are usual; check the unit"},
    {"losses.initial.values.value", RIA_LENGTH, 0, 0.3, ANY,
     "5 to 50 mm are usual; check the unit"},
    {"losses.continuing.*", RIA_SPEED, 0, MM_AN_HOUR(500), ANY, GROUND},
    {"losses.continuing.values.value", RIA_SPEED, 0, MM_AN_HOUR(500), ANY, GROUND},
    {"losses.green_ampt.suction.*", RIA_LENGTH, 0, 2, ANY, SUCTION},
    {"losses.green_ampt.suction.values.value", RIA_LENGTH, 0, 2, ANY, SUCTION},
    {"losses.green_ampt.conductivity.*", RIA_SPEED, 0, MM_AN_HOUR(2000), ANY, GROUND},
    {"losses.green_ampt.conductivity.values.value", RIA_SPEED, 0, MM_AN_HOUR(2000), ANY, GROUND},
    {"losses.horton.decay.*", RIA_RATE, 0, 0.1, ANY, "2 to 7 1/h are usual; check the unit"},
    {"losses.horton.decay.values.value", RIA_RATE, 0, 0.1, ANY,
     "2 to 7 1/h are usual; check the unit"},
    {"losses.horton.*.*", RIA_SPEED, 0, MM_AN_HOUR(2000), ANY, GROUND},
    {"losses.horton.*.values.value", RIA_SPEED, 0, MM_AN_HOUR(2000), ANY, GROUND},
    {"losses.curve_number.*", RIA_NUMBER, 30, 100, ANY, "30 to 98 are usual"},
    {"losses.curve_number.values.value", RIA_NUMBER, 30, 100, ANY, "30 to 98 are usual"},
    {"losses.above", RIA_LENGTH, -450, 6000, -12000, 9000,
     "levels count from the reference level, which is where the bed's elevation is 0"},
    {0}};

/* Order 1 keeps the default of all solvers. */
void estuary_fill_in(ria_reader *reader) {
  const ria_yaml *order = ria_reader_given(reader, "numerics", "order");
  const bool second =
      !order || (order->kind == RIA_YAML_SCALAR && !order->pending && !strcmp(order->text, "2"));
  if (second)
    ria_reader_fill_in(reader, "time", "cfl", "0.9");
}

const char *estuary_stable(const void *own) {
  const estuary_case *c = own;
  return c->numerics.order == RIA_ORDER_2
             ? "the stable range of 'numerics.order: 2' (0.9 by default)"
             : "the stable range of 'numerics.order: 1' (0.45 by default)";
}

static const double earth_rotation = 7.2921e-5; /* rad/s */

/* Below this Manning's n, s/m1/3, jets have grown in runs with a tide at the boundary. */
static const double rough = 0.015;

static ria_yaml *at(const ria_reader *reader, const char *section, const char *key) {
  return ria_yaml_get(ria_yaml_get(ria_reader_root(reader), section), key);
}

static void finish_coriolis(const ria_reader *reader, estuary_case *own) {
  own->coriolis.place = ria_reader_place(at(reader, "coriolis", "latitude"));
  if (own->coriolis.on && own->coriolis.latitude != 0)
    own->coriolis.parameter = 2 * earth_rotation * ria_sin(own->coriolis.latitude * M_PI / 180);
}

/* From 350 to 10 degrees the wind turns through north, so values continue beyond a full circle. */
static void finish_wind(ria_reader *reader, estuary_case *own) {
  const ria_yaml *wind = ria_yaml_get(ria_reader_root(reader), "wind");
  ria_series *direction = &own->wind.direction;
  for (int i = 1; i < direction->count; i++)
    direction->value[i] -= 360 * round((direction->value[i] - direction->value[i - 1]) / 360);
  const size_t mark = ria_reader_enter(reader, "wind");
  ria_reader_check_times(reader, "speed", wind, &own->wind.speed);
  ria_reader_check_times(reader, "direction", wind, direction);
  ria_reader_leave(reader, mark);
}

/* `manning` and `map`, and `chezy` and `linear`, exclude each other already. */
static void check_law(ria_reader *reader, const estuary_case *own) {
  const bool other = own->friction.has_chezy || own->friction.has_linear;
  if (!other || (!own->friction.has_map && !(own->friction.manning > 0)))
    return;
  const char *key = own->friction.has_chezy ? "chezy" : "linear";
  const size_t mark = ria_reader_enter(reader, "friction");
  ria_reader_reject(reader, at(reader, "friction", key),
                    "the bed has one law of friction, and this case has Manning's, too; expected "
                    "'manning', 'chezy' or 'linear' alone");
  ria_reader_leave(reader, mark);
}

static void finish_rain(ria_reader *reader, estuary_case *own) {
  const ria_yaml *rain = ria_yaml_get(ria_reader_root(reader), "rain");
  if (!own->rain.on)
    return;
  own->rain.place = ria_reader_place(rain);
  const size_t mark = ria_reader_enter(reader, "rain");
  if (own->rain.rate.count)
    ria_reader_check_times(reader, "rate", rain, &own->rain.rate);
  if (own->rain.file && !own->rain.variable)
    ria_reader_reject(reader, at(reader, "rain", "file"),
                      "expected 'variable' beside it: the name of the rate in the file");
  if (!own->rain.file && (own->rain.variable || own->rain.crs))
    ria_reader_reject(reader, at(reader, "rain", own->rain.variable ? "variable" : "crs"),
                      "this belongs to a 'file', but the rain has a 'rate'");
  ria_reader_leave(reader, mark);
}

/* A key that is valid only with a file, or only with a track. */
static void expect_none(ria_reader *reader, const char *key, const char *other) {
  if (at(reader, "weather", key))
    ria_reader_reject(reader, at(reader, "weather", key), "this is valid only with a '%s'", other);
}

static void check_file_keys(ria_reader *reader, const estuary_weather_keys *w, bool wind) {
  if (!w->wind && !w->pressure)
    ria_reader_reject(reader, at(reader, "weather", "file"),
                      "expected 'wind' or 'pressure' beside it: names of variables in the file, "
                      "such as '[u10, v10]' and 'msl'");
  if (w->wind && w->winds != 2)
    ria_reader_reject(reader, at(reader, "weather", "wind"),
                      "expected two variables, such as '[u10, v10]', got %d", w->winds);
  if (w->wind && wind)
    ria_reader_reject(
        reader, at(reader, "weather", "wind"),
        "the case has a 'wind' that is the same everywhere, too; keep one of the two");
}

/* One source of wind, and the keys that belong to it. */
static void finish_weather(ria_reader *reader, estuary_case *own) {
  estuary_weather_keys *w = &own->weather;
  const ria_yaml *place = ria_yaml_get(ria_reader_root(reader), "weather");
  if (!w->on)
    return;
  w->place = ria_reader_place(place);
  const size_t mark = ria_reader_enter(reader, "weather");
  if (w->track) {
    expect_none(reader, "wind", "file");
    expect_none(reader, "pressure", "file");
    expect_none(reader, "crs", "file");
    if (own->wind.on)
      ria_reader_reject(reader, at(reader, "weather", "track"),
                        "the case has a 'wind' that is the same everywhere, too; keep one of the "
                        "two");
  } else {
    check_file_keys(reader, w, own->wind.on);
  }
  ria_reader_leave(reader, mark);
}

static bool gives_level(const ria_case *c) {
  bool some = false;
  for (int i = 0; i < c->boundaries; i++)
    some |= c->boundary[i].kind == RIA_BOUNDARY_TIDE || c->boundary[i].kind == RIA_BOUNDARY_LEVEL;
  return some;
}

/* Exactly one method; the curve number also needs rain. */
static void check_losses(ria_reader *reader, const ria_case *c, estuary_case *own) {
  estuary_losses *l = &own->losses;
  ria_yaml *place = ria_yaml_get(ria_reader_root(reader), "losses");
  const struct {
    bool given;
    const char *name;
    estuary_loss_method method;
  } one[] = {{l->has_initial || l->has_continuing, l->has_initial ? "initial" : "continuing",
              ESTUARY_INITIAL_LOSS},
             {l->has_green_ampt, "green_ampt", ESTUARY_GREEN_AMPT},
             {l->has_horton, "horton", ESTUARY_HORTON},
             {l->has_curve_number, "curve_number", ESTUARY_CURVE_NUMBER}};
  const char *first = NULL;
  for (size_t i = 0; i < sizeof one / sizeof *one; i++) {
    if (!one[i].given)
      continue;
    if (first) {
      ria_reader_reject(reader, ria_yaml_get(place, one[i].name),
                        "'%s' and '%s' are two methods; expected one of 'initial' with "
                        "'continuing', 'green_ampt', 'horton' and 'curve_number'",
                        first, one[i].name);
      return;
    }
    first = one[i].name;
    l->method = one[i].method;
  }
  if (!first)
    ria_reader_reject(reader, place,
                      "expected a method: 'initial' with 'continuing', 'green_ampt', 'horton' or "
                      "'curve_number', got none");
  else if (l->has_above && isnan(l->above) && !gives_level(c))
    ria_reader_reject(reader, ria_yaml_get(place, "above"),
                      "no side has a level; expected a level such as '2 m' instead of 'tide'");
  else if (l->method == ESTUARY_CURVE_NUMBER && !own->rain.on)
    ria_reader_warn(reader, place,
                    "a curve number is a loss from rain, and the case has no 'rain', so this does "
                    "nothing");
}

static void finish_losses(ria_reader *reader, const ria_case *c, estuary_case *own) {
  if (!own->losses.on)
    return;
  own->losses.place = ria_reader_place(ria_yaml_get(ria_reader_root(reader), "losses"));
  const size_t mark = ria_reader_enter(reader, "losses");
  check_losses(reader, c, own);
  ria_reader_leave(reader, mark);
}

/* `constant` and `smagorinsky` exclude each other already; neither goes with `map`. */
static void check_mixing(ria_reader *reader, const char *section, const estuary_mixture *mixture) {
  const char *other = at(reader, section, "constant") ? "constant" : "smagorinsky";
  ria_yaml *given = at(reader, section, other);
  const size_t mark = ria_reader_enter(reader, section);
  if (given)
    ria_reader_enter(reader, other);
  if (mixture->on && !given && !mixture->has_map)
    ria_reader_reject(reader, ria_yaml_get(ria_reader_root(reader), section),
                      "expected a number such as '1 m2/s', or '{smagorinsky: 0.2}', got nothing");
  else if (given && mixture->has_map)
    ria_reader_reject(reader, given, "this and 'map' exclude each other; keep one of the two");
  ria_reader_leave(reader, mark);
}

/* A pair of levels between which the switch keeps its state. `low_first`: the first is below the
 * second. */
static void check_switches(ria_reader *reader, ria_yaml *map, const char *name,
                           const estuary_switch *first, const char *other,
                           const estuary_switch *second, bool low_first) {
  const size_t mark = ria_reader_enter(reader, other);
  if (second->on && !first->on)
    ria_reader_reject(reader, ria_yaml_get(map, other), "this has a meaning only with '%s'", name);
  else if (second->on && (low_first ? second->level < first->level : second->level > first->level))
    ria_reader_reject(reader, ria_yaml_get(map, other), "expected a level %s that of '%s', %g m",
                      low_first ? "above" : "below", name, first->level);
  ria_reader_leave(reader, mark);
}

static void finish_gate(ria_reader *reader, ria_yaml *map, estuary_structure *s) {
  const bool by_level = s->gate.closes_above.on || s->gate.closes_below.on;
  check_switches(reader, map, "closes_above", &s->gate.closes_above, "opens_below",
                 &s->gate.opens_below, false);
  check_switches(reader, map, "closes_below", &s->gate.closes_below, "opens_above",
                 &s->gate.opens_above, true);
  if (s->gate.closes_above.on && s->gate.closes_below.on)
    ria_reader_reject(reader, map, "'closes_above' and 'closes_below' exclude each other");
  if (by_level && !s->gate.watches)
    ria_reader_reject(reader, map,
                      "a gate that a level closes needs 'watches', the place of that level");
  else if (s->gate.watches && !by_level)
    ria_reader_reject(reader, map,
                      "'watches' has a meaning only with 'closes_above' or 'closes_below'");
}

/* Defaults that depend on the kind, and warnings about gates, culverts and pumps. */
static void finish_regulated(ria_reader *reader, ria_yaml *map, estuary_structure *s) {
  if (s->kind == RIA_STRUCTURE_BUILDINGS && !(s->height > 0))
    s->height = 10;
  if (s->kind == RIA_STRUCTURE_CULVERT && !(s->height > 0))
    s->height = s->culvert.width;
  if (s->kind == RIA_STRUCTURE_GATE) {
    finish_gate(reader, map, s);
    ria_reader_check_times(reader, "opening", map, &s->gate.opening);
  }
  if (s->kind != RIA_STRUCTURE_PUMP)
    return;
  ria_reader_check_times(reader, "discharge", map, &s->pump.discharge);
  check_switches(reader, map, "starts_above", &s->pump.starts_above, "stops_below",
                 &s->pump.stops_below, false);
}

/* Check the keys of structures against each other. */
static void finish_structures(ria_reader *reader, estuary_case *own) {
  own->domain_place = ria_reader_place(ria_yaml_get(ria_reader_root(reader), "domain"));
  const ria_yaml *list = ria_yaml_get(ria_reader_root(reader), "structures");
  for (int i = 0; list && i < own->structures && i < list->count; i++) {
    estuary_structure *s = &own->structure[i];
    const size_t mark = ria_reader_enter(reader, "structures");
    ria_reader_enter_item(reader, i);
    s->place = ria_reader_place(list->value[i]);
    if (s->kind == RIA_STRUCTURE_BUILDINGS && !s->file)
      ria_reader_reject(reader, list->value[i], "buildings need a 'file' of polygons");
    if ((s->kind == RIA_STRUCTURE_WEIR || s->kind == RIA_STRUCTURE_GATE) && !s->has_crest)
      ria_reader_reject(reader, list->value[i], "a %s needs a 'crest': a level such as '1.8 m'",
                        s->kind == RIA_STRUCTURE_WEIR ? "weir" : "gate");
    finish_regulated(reader, list->value[i], s);
    if (s->kind == RIA_STRUCTURE_WALL && !s->has_crest && s->passes != RIA_PASSES_BOTH)
      ria_reader_warn(reader, list->value[i],
                      "nothing passes a wall without a 'crest', so 'passes' does nothing");
    if (!s->file && s->point && s->points < 2)
      ria_reader_reject(reader, list->value[i],
                        "a line needs two points at least, [[x, y], [x, y]]");
    ria_reader_leave(reader, mark);
  }
}

static const char *const peaks[] = {
    [ESTUARY_PEAK_LEVEL] = "level",   [ESTUARY_PEAK_DEPTH] = "depth",
    [ESTUARY_PEAK_SPEED] = "speed",   [ESTUARY_PEAK_FLUX] = "flux",
    [ESTUARY_PEAK_HAZARD] = "hazard", [ESTUARY_PEAK_CONCENTRATION] = "concentration"};

static void read_peaks(ria_reader *reader, ria_yaml *map, estuary_case *own) {
  for (int i = 0; i < own->maxima.fields; i++) {
    int peak = 0;
    while (peak < ESTUARY_PEAKS && strcmp(own->maxima.field[i], peaks[peak]) != 0)
      peak++;
    if (peak == ESTUARY_PEAKS)
      ria_reader_reject(
          reader, map,
          "'%s' is not one of its fields; expected some of level, depth, speed, flux, "
          "hazard, concentration",
          own->maxima.field[i]);
    else
      own->maxima.asked |= 1u << peak;
  }
}

static void finish_maxima(ria_reader *reader, const ria_case *c, estuary_case *own) {
  ria_yaml *map = ria_yaml_get(ria_reader_root(reader), "maxima");
  if (!own->maxima.on)
    return;
  const size_t mark = ria_reader_enter(reader, "maxima");
  own->maxima.place = ria_reader_place(map);
  read_peaks(reader, map, own);
  if (!own->maxima.fields && !own->maxima.has_arrival && !own->maxima.has_duration)
    ria_reader_reject(
        reader, map,
        "there is no field to track; expected fields such as '[level, speed]', or 'arrival' "
        "or 'duration'");
  if (own->maxima.asked >> ESTUARY_PEAK_CONCENTRATION & 1 && !c->tracers)
    ria_reader_reject(reader, map, "'concentration': the case has no tracers");
  if (!c->output.history)
    ria_reader_warn(
        reader, map,
        "the history stores maxima, and the case has no history: none are tracked; expected "
        "'output.history: true'");
  if (c->scheme == RIA_TILING_SWEPT)
    ria_reader_warn(
        reader, map,
        "swept tiles reach one time only at the end of a window, so maxima are not tracked "
        "after every step; expected another 'time_tiling.scheme'");
  if (!strcmp(c->target, "cell"))
    ria_reader_warn(
        reader, map,
        "the target 'cell' cannot track maxima after every step; expected 'target: cpu' or "
        "'target: cuda'");
  ria_reader_leave(reader, mark);
}

/* Twice the area of a triangle; above 0: the third point lies to the left. */
static double turn(const double a[2], const double b[2], const double c[2]) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool crosses(const estuary_point *a, const estuary_point *b) {
  const double c = turn(a[0].at, a[1].at, b[0].at), d = turn(a[0].at, a[1].at, b[1].at),
               e = turn(b[0].at, b[1].at, a[0].at), f = turn(b[0].at, b[1].at, a[1].at);
  return ((c > 0) != (d > 0)) && ((e > 0) != (f > 0));
}

/* A line that ends where it begins is a ring. */
static bool crosses_itself(const estuary_section *s) {
  const int parts = s->points - 1;
  const bool ring =
      s->point[0].at[0] == s->point[parts].at[0] && s->point[0].at[1] == s->point[parts].at[1];
  for (int i = 0; i < parts; i++)
    for (int j = i + 2; j < parts; j++)
      if (!(ring && i == 0 && j == parts - 1) && crosses(&s->point[i], &s->point[j]))
        return true;
  return false;
}

static void finish_section(ria_reader *reader, ria_yaml *place, const estuary_case *own,
                           int number) {
  const estuary_section *s = &own->section[number];
  if (!s->point || s->points < 2)
    ria_reader_reject(reader, place, "a line needs two points at least, [[x, y], [x, y]]");
  else if (crosses_itself(s))
    ria_reader_reject(reader, place,
                      "its line crosses itself, so no side of it is the left one; expected several "
                      "sections");
  for (int i = 0; i < number && s->name; i++)
    if (own->section[i].name && !strcmp(own->section[i].name, s->name))
      ria_reader_reject(reader, place, "the name '%s' is used twice", s->name);
}

static void finish_sections(ria_reader *reader, const ria_case *c, estuary_case *own) {
  ria_yaml *list = ria_yaml_get(ria_reader_root(reader), "sections");
  const size_t mark = ria_reader_enter(reader, "sections");
  if (own->sections && !estuary_measures(c))
    ria_reader_warn(reader, list,
                    "swept tiles and the target 'cell' cannot measure sections; expected another "
                    "'time_tiling.scheme', and 'target: cpu' or 'target: cuda'");
  for (int i = 0; list && i < own->sections && i < list->count; i++) {
    const size_t item = ria_reader_enter_item(reader, i);
    own->section[i].place = ria_reader_place(list->value[i]);
    finish_section(reader, list->value[i], own, i);
    ria_reader_leave(reader, item);
  }
  ria_reader_leave(reader, mark);
}

static void warn_without_tracer(ria_reader *reader, const ria_case *c, const estuary_case *own) {
  if (!own->diffusivity.on || c->tracers || estuary_particles_mix(own))
    return;
  const size_t mark = ria_reader_enter(reader, "diffusivity");
  ria_reader_warn(reader, ria_yaml_get(ria_reader_root(reader), "diffusivity"),
                  "the case has no tracer, so this does nothing");
  ria_reader_leave(reader, mark);
}

static bool has_other_friction(const estuary_case *own) {
  return own->friction.has_map || own->friction.has_chezy || own->friction.has_linear;
}

/* A tide that holds its level against any outflow feeds jets, unless friction damps them. */
static void warn_of_jets(ria_reader *reader, const ria_yaml *place, const ria_case_boundary *b,
                         const estuary_case *own) {
  if (!b->absorbing && !b->head_loss && !has_other_friction(own) && own->friction.manning < rough)
    ria_reader_warn(
        reader, place,
        "with little friction (n = %g) jets may grow where this tide comes in; expected "
        "'head_loss: true' or 'absorbing: true' here, or n of at least %g",
        own->friction.manning, rough);
}

/* Constituents describe the whole tide, including the waves that the estuary reflects. */
static void warn_of_incoming_tide(ria_reader *reader, const ria_yaml *place,
                                  const ria_case_boundary *b) {
  if (b->incoming)
    ria_reader_warn(reader, place,
                    "'incoming' takes this tide for a wave that runs in, and adds what the estuary "
                    "reflects; a gauge's constituents have both, so the tide inside would be too "
                    "large; expected 'absorbing: true' alone, unless these are constituents of the "
                    "incoming wave");
}

static void warn_of_tides(ria_reader *reader, const ria_case *c, const estuary_case *own) {
  const ria_yaml *list = ria_yaml_get(ria_reader_root(reader), "boundaries");
  for (int i = 0; list && i < c->boundaries && i < list->count; i++) {
    if (c->boundary[i].kind != RIA_BOUNDARY_TIDE)
      continue;
    const size_t mark = ria_reader_enter(reader, "boundaries");
    ria_reader_enter_item(reader, i);
    warn_of_jets(reader, list->value[i], &c->boundary[i], own);
    warn_of_incoming_tide(reader, list->value[i], &c->boundary[i]);
    ria_reader_leave(reader, mark);
  }
}

void estuary_finish(ria_reader *reader, ria_case *c, void *object) {
  estuary_case *own = object;
  finish_coriolis(reader, own);
  finish_wind(reader, own);
  check_law(reader, own);
  finish_structures(reader, own);
  finish_weather(reader, own);
  finish_rain(reader, own);
  finish_losses(reader, c, own);
  estuary_finish_particles(reader, c, own);
  check_mixing(reader, "viscosity", &own->viscosity);
  check_mixing(reader, "diffusivity", &own->diffusivity);
  finish_maxima(reader, c, own);
  finish_sections(reader, c, own);
  estuary_finish_flows(reader, c, own);
  estuary_finish_means(reader, c);
  warn_without_tracer(reader, c, own);
  warn_of_tides(reader, c, own);
}
