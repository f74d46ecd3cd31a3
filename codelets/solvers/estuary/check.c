/* Usual values of the estuary's keys, checks that concern several of them, and values that follow
 * from them. */
#include <math.h>
#include <string.h>
#include "keys.h"
#include "ria/exact_math.h"
#include "ria/raster.h"

#define ANY        -INFINITY, INFINITY
#define MIXING     1e-6, 1000, ANY
#define OF_MANNING "Manning's n is 0.02 on sand and 0.1 among reeds; Strickler's coefficient is 1/n"
#define OF_CHEZY   "Chezy's coefficient is 30 to 70 m1/2/s in rivers and estuaries"

/* path, dimension, usual range, possible range, hint */
const ria_plausible estuary_plausible[] = {
    {"friction.manning", RIA_MANNING, 0.008, 0.2, 0, 2, OF_MANNING},
    {"friction.map.*", RIA_MANNING, 0.008, 0.2, 0, 2, OF_MANNING},
    {"friction.map.*.value", RIA_MANNING, 0.008, 0.2, 0, 2, OF_MANNING},
    {"friction.chezy.*", RIA_CHEZY, 10, 150, 0.1, 1e4, OF_CHEZY},
    {"friction.chezy.*.value", RIA_CHEZY, 10, 150, 0.1, 1e4, OF_CHEZY},
    {"friction.linear.*", RIA_RATE, 1e-7, 0.1, 0, 100, "1e-5 to 1e-3 1/s are usual"},
    {"friction.linear.*.value", RIA_RATE, 1e-7, 0.1, 0, 100, "1e-5 to 1e-3 1/s are usual"},
    {"structures.crest", RIA_LENGTH, -450, 6000, -12000, 9000,
     "it is a level above the reference, not a height above the bed"},
    {"structures.coefficient", RIA_NUMBER, 0.3, 1.3, ANY, "0.8 to 1.1 are usual"},
    {"viscosity.constant", RIA_DIFFUSIVITY, MIXING, "0.1 to 100 m2/s are usual"},
    {"diffusivity.constant", RIA_DIFFUSIVITY, MIXING, "0.1 to 100 m2/s are usual"},
    {"viscosity.smagorinsky", RIA_NUMBER, 0.01, 1, ANY, "0.1 to 0.3 are usual"},
    {"diffusivity.smagorinsky", RIA_NUMBER, 0.01, 1, ANY, "0.1 to 0.3 are usual"},
    {"coriolis.latitude", RIA_ANGLE, -90, 90, ANY, "it is 90 deg at the north pole"},
    {"coriolis.parameter", RIA_RATE, -1.46e-4, 1.46e-4, ANY,
     "on Earth f is at most 1.46e-4 1/s; 'latitude' computes it"},
    {"wind.speed", RIA_SPEED, 0, 75, 0, 150,
     "the strongest hurricanes blow at 75 m/s over the sea; check the unit"},
    {"wind.direction", RIA_ANGLE, -360, 720, ANY, "north is 0, east is 90 deg"},
    {"wind.drag", RIA_NUMBER, 3e-4, 0.006, ANY, "0.001 to 0.003 are usual"},
    {0}};

/* Order 1 keeps the default that all solvers have. */
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

/* Below this Manning's n, s/m1/3, jets have grown where a tide comes in. */
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

/* One of the two keys may be absent. */
static void check_mixing(ria_reader *reader, const char *section, const estuary_mixture *mixture) {
  if (!mixture->on || at(reader, section, "constant") || at(reader, section, "smagorinsky"))
    return;
  const size_t mark = ria_reader_enter(reader, section);
  ria_reader_reject(reader, ria_yaml_get(ria_reader_root(reader), section),
                    "expected a number such as '1 m2/s', or '{smagorinsky: 0.2}', got nothing");
  ria_reader_leave(reader, mark);
}

/* What a structure's keys cannot say by themselves. */
static void finish_structures(ria_reader *reader, estuary_case *own) {
  const ria_yaml *list = ria_yaml_get(ria_reader_root(reader), "structures");
  for (int i = 0; list && i < own->structures && i < list->count; i++) {
    estuary_structure *s = &own->structure[i];
    const size_t mark = ria_reader_enter(reader, "structures");
    ria_reader_enter_item(reader, i);
    s->place = ria_reader_place(list->value[i]);
    if (s->kind == RIA_STRUCTURE_WEIR && !s->has_crest)
      ria_reader_reject(reader, list->value[i], "a weir needs a 'crest': a level such as '1.8 m'");
    if (!s->file && s->point && s->points < 2)
      ria_reader_reject(reader, list->value[i],
                        "a line needs two points at least, [[x, y], [x, y]]");
    ria_reader_leave(reader, mark);
  }
}

static void warn_without_tracer(ria_reader *reader, const ria_case *c, const estuary_case *own) {
  if (!own->diffusivity.on || c->tracer.on)
    return;
  const size_t mark = ria_reader_enter(reader, "diffusivity");
  ria_reader_warn(reader, ria_yaml_get(ria_reader_root(reader), "diffusivity"),
                  "the case has no tracer, so this does nothing");
  ria_reader_leave(reader, mark);
}

static bool has_other_friction(const estuary_case *own) {
  return own->friction.has_map || own->friction.has_chezy || own->friction.has_linear;
}

/* A tide that holds its level whatever comes in feeds jets, unless friction damps them. */
static void warn_of_jets(ria_reader *reader, const ria_yaml *place, const ria_case_boundary *b,
                         const estuary_case *own) {
  if (!b->absorbing && !b->head_loss && !has_other_friction(own) && own->friction.manning < rough)
    ria_reader_warn(
        reader, place,
        "with little friction (n = %g) jets may grow where this tide comes in; expected "
        "'head_loss: true' or 'absorbing: true' here, or n of at least %g",
        own->friction.manning, rough);
}

/* Constituents are those of the whole tide, and so have what the estuary reflects. */
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
  check_mixing(reader, "viscosity", &own->viscosity);
  check_mixing(reader, "diffusivity", &own->diffusivity);
  warn_without_tracer(reader, c, own);
  warn_of_tides(reader, c, own);
}

/* The wrong hemisphere would turn currents the wrong way. */
static void check_latitude(const ria_case *c, ria_terrain *terrain) {
  static const double far = 5; /* degrees */
  const estuary_case *own = c->own;
  const ria_grid *g = &terrain->grid;
  const double given = own->coriolis.latitude;
  double latitude;
  if (!own->coriolis.on || given == 0 || !terrain->crs ||
      !ria_crs_latitude(terrain->crs, g->origin[0] + (double)g->cells[0] * g->spacing[0] / 2,
                        g->origin[1] + (double)g->cells[1] * g->spacing[1] / 2, &latitude) ||
      fabs(latitude - given) <= far)
    return;
  ria_terrain_warn(c, terrain, &own->coriolis.place,
                   "coriolis.latitude is %g deg, but the middle of the grid lies at %.1f deg",
                   given, latitude);
}

/* Levels count from the reference. Far from it, single precision leaves few digits for waves. */
static void check_digits(const ria_case *c, ria_terrain *terrain) {
  static const double far = 500; /* m: levels are rounded to 0.03 mm */
  const double *level = terrain->start.level;
  const ria_global cells = terrain->grid.cells[0] * terrain->grid.cells[1];
  double most = level ? 0 : fabs(c->initial.level);
  for (ria_global i = 0; level && i < cells; i++)
    if (level[i] + terrain->depth[i] > c->dry)
      most = fmax(most, fabs(level[i]));
  if (c->precision == RIA_SINGLE && most > far)
    ria_terrain_warn(c, terrain, &c->bathymetry.field.place,
                     "water stands up to %.0f m from the reference level, where single precision "
                     "rounds levels to %.2g mm, and shores can be off by millimetres; expected "
                     "'precision: double', or a bed and levels near 0 (bathymetry.offset)",
                     most, 1e3 * ldexp(1, ilogb(most) - 23));
}

void estuary_examine(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  if (c->natural)
    check_latitude(c, terrain);
  check_digits(c, terrain);
  estuary_lay_roughness(c, terrain, errors);
  estuary_lay_structures(c, terrain, errors);
  estuary_check_places(c, terrain, errors);
}
