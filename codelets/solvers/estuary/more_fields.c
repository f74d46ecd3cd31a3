/* Fields that only some cases have, behind those of every case: sums that close the balance in the
 * state, maps of rain and ground in the statics. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../water.h"
#include "estuary.h"
#include "ria/case_field.h"

/* ---- the state ---- */

static bool loses(const ria_case *c) {
  const estuary_case *own = c->own; /* NULL: independent of a case */
  return own && own->losses.method != ESTUARY_LOSES_NOTHING;
}

static bool loses_by_horton(const ria_case *c) {
  return loses(c) && ((const estuary_case *)c->own)->losses.method == ESTUARY_HORTON;
}

bool estuary_takes(const ria_series *discharge) {
  bool some = false;
  for (int i = 0; i < discharge->count; i++)
    some |= discharge->value[i] < 0;
  return some;
}

/* Whether a boundary is a line that removes water. */
static bool line_takes(const ria_case_boundary *b) {
  return b->on_line && b->kind == RIA_BOUNDARY_DISCHARGE && estuary_takes(&b->inflow);
}

static bool has_intakes(const ria_case *c) {
  bool some = false;
  for (int i = 0; i < c->rivers; i++)
    some |= estuary_takes(&c->river[i].discharge);
  for (int i = 0; i < c->boundaries; i++)
    some |= line_takes(&c->boundary[i]);
  return some;
}

static bool has_pipes(const ria_case *c) {
  return c->own && estuary_has_pipes(c->own);
}

static const struct {
  ria_quantity quantity;
  bool (*needed)(const ria_case *c);
} more_state[] = {
    {{"infiltrated", "m", "water that has infiltrated"}, loses},
    {{"infiltrated_tracer", "m", "tracer in infiltrated water, depth times concentration"}, loses},
    {{"exhausted", "1", "share that is gone of what Horton's capacity may fall by"},
     loses_by_horton},
    {{"shortfall", "m", "water that intakes were to take out and that was not there"}, has_intakes},
    {{"taken_tracer", "m", "tracer that intakes took out, depth times concentration"}, has_intakes},
    {{"piped", "m", "water in culverts and pumps that went in here"}, has_pipes},
    {{"piped_tracer", "m", "tracer in it, depth times concentration"}, has_pipes},
    {{"line_before", "m", "depth beyond an open line before the step"}, estuary_holds_lines},
    {{"line_water", "m", "water that an open line gave"}, estuary_holds_lines},
    {{"line_tracer", "m", "tracer in it, depth times concentration"}, estuary_holds_lines}};

static void append(ria_quantity *list, int *count, const char *name, const char *unit,
                   const char *what) {
  if (list)
    list[*count] = (ria_quantity){name, unit, what};
  ++*count;
}

/* Riders first, so that variables find them; output fluxes last. */
int estuary_more_state(const ria_case *c, ria_quantity list[ESTUARY_MORE_STATE]) {
  int count = 0, rider[ESTUARY_RIDERS];
  const int riders = estuary_list_riders(c, rider);
  for (int i = 0; i < riders; i++)
    append(list, &count, c->each_tracer[rider[i]].content,
           c->each_tracer[rider[i]].age ? "m s" : "m", "tracer content: depth times concentration");
  for (size_t i = 0; i < sizeof more_state / sizeof *more_state; i++)
    if (more_state[i].needed(c))
      append(list, &count, more_state[i].quantity.name, more_state[i].quantity.unit,
             more_state[i].quantity.what);
  for (int i = 0; i < riders && loses(c); i++)
    append(list, &count, c->each_tracer[rider[i]].infiltrated, "m", "tracer that infiltrated");
  for (int i = 0; i < riders && has_intakes(c); i++)
    append(list, &count, c->each_tracer[rider[i]].taken, "m", "tracer that intakes took out");
  for (int i = 0; i < riders && has_pipes(c); i++)
    append(list, &count, c->each_tracer[rider[i]].piped, "m", "tracer in culverts and pumps");
  for (int i = 0; i < riders && estuary_holds_lines(c); i++)
    append(list, &count, c->each_tracer[rider[i]].lined, "m", "tracer that open lines gave");
  for (int i = 0; i < c->tracers; i++) {
    const ria_case_tracer *tracer = &c->each_tracer[i];
    if (tracer->light.on)
      append(list, &count, tracer->died, "m", "tracer that decayed by light");
    if (tracer->settling.on)
      append(list, &count, tracer->settled, "m", "tracer in the bed");
  }
  static const char *const handed[ESTUARY_HANDED] = {"entersx", "entersy", "leavesx", "leavesy"};
  for (int i = 0; i < ESTUARY_HANDED && riders; i++)
    append(list, &count, handed[i], "m2/s", "discharge through a face of the cell");
  return count;
}

int estuary_lasting_state(const ria_case *c) {
  int rider[ESTUARY_RIDERS];
  return estuary_more_state(c, NULL) - (estuary_list_riders(c, rider) ? ESTUARY_HANDED : 0);
}

int estuary_state_field(const ria_case *c, const char *name) {
  ria_quantity list[ESTUARY_MORE_STATE];
  const int found = ria_quantity_find(list, estuary_more_state(c, list), name);
  return found < 0 ? -1 : WATER_FIELDS + found;
}

/* ---- the case's maps ---- */

typedef enum {
  FACTOR,
  INITIAL,
  CONTINUING,
  CONDUCTIVITY,
  SUCTION,
  DEFICIT,
  FIRST_RATE,
  FINAL_RATE,
  DECAY,
  CURVE_NUMBER,
  GIVEN
} given;

#define USE(path, noun, plural, unit_, high)                                                       \
  {                                                                                                \
    .subject = {.key = path, .one = noun, .values = plural, .unit = unit_}, .least = 0,            \
    .most = high                                                                                   \
  }
static const ria_case_field_use uses[GIVEN] = {
    [FACTOR] = USE("rain.factor", "the factor", "factors", "1", INFINITY),
    [INITIAL] = USE("losses.initial", "the depth", "depths", "m", INFINITY),
    [CONTINUING] = USE("losses.continuing", "the rate", "rates", "m/s", INFINITY),
    [CONDUCTIVITY] = USE("losses.green_ampt.conductivity", "the conductivity", "conductivities",
                         "m/s", INFINITY),
    [SUCTION] = USE("losses.green_ampt.suction", "the suction", "suctions", "m", INFINITY),
    [DEFICIT] = USE("losses.green_ampt.deficit", "the deficit", "deficits", "1", 1),
    [FIRST_RATE] = USE("losses.horton.initial", "the rate", "rates", "m/s", INFINITY),
    [FINAL_RATE] = USE("losses.horton.final", "the rate", "rates", "m/s", INFINITY),
    [DECAY] = USE("losses.horton.decay", "the decay", "decays", "1/s", INFINITY),
    [CURVE_NUMBER] = USE("losses.curve_number", "the curve number", "curve numbers", "1", 100)};

/* The fields that a case gives; NULL: not given. */
static void find_given(const estuary_case *own, const ria_case_field *field[GIVEN]) {
  const estuary_losses *l = &own->losses;
  memset(field, 0, GIVEN * sizeof *field);
  if (own->rain.on && own->rain.has_factor)
    field[FACTOR] = &own->rain.factor;
  if (l->method == ESTUARY_INITIAL_LOSS) {
    field[INITIAL] = l->has_initial ? &l->initial : NULL;
    field[CONTINUING] = l->has_continuing ? &l->continuing : NULL;
  } else if (l->method == ESTUARY_GREEN_AMPT) {
    field[CONDUCTIVITY] = &l->green_ampt.conductivity;
    field[SUCTION] = &l->green_ampt.suction;
    field[DEFICIT] = &l->green_ampt.deficit;
  } else if (l->method == ESTUARY_HORTON) {
    field[FIRST_RATE] = &l->horton.initial;
    field[FINAL_RATE] = &l->horton.final;
    field[DECAY] = &l->horton.decay;
  } else if (l->method == ESTUARY_CURVE_NUMBER) {
    field[CURVE_NUMBER] = &l->curve_number;
  }
}

/* The fields on the grid, as placed by estuary_check_fields(); NULL if not given. */
static void find_laid(const ria_terrain *terrain, const double *laid[GIVEN]) {
  for (int i = 0; i < GIVEN; i++)
    laid[i] = ria_terrain_field_of(terrain, uses[i].subject.key);
}

static size_t cells_of(const ria_terrain *terrain) {
  return (size_t)(terrain->grid.cells[0] * terrain->grid.cells[1]);
}

/* ---- the statics ---- */

static bool has_rain_map(const ria_case *c) {
  const estuary_case *own = c->own;
  return own->rain.on || own->losses.method == ESTUARY_CURVE_NUMBER;
}
static bool loses_initially(const ria_case *c) {
  return ((const estuary_case *)c->own)->losses.method == ESTUARY_INITIAL_LOSS;
}
static bool loses_by_green_ampt(const ria_case *c) {
  return ((const estuary_case *)c->own)->losses.method == ESTUARY_GREEN_AMPT;
}
static bool loses_by_curve_number(const ria_case *c) {
  return ((const estuary_case *)c->own)->losses.method == ESTUARY_CURVE_NUMBER;
}

static double factor(const double *v) {
  return v[FACTOR];
}
static double any_loss(const double *v) {
  return v[INITIAL] > 0 || v[CONTINUING] > 0 ? 1 : 0;
}
static double initial(const double *v) {
  return v[INITIAL];
}
static double continuing(const double *v) {
  return v[CONTINUING];
}
static double conductivity(const double *v) {
  return v[CONDUCTIVITY];
}
static double capillary(const double *v) {
  return v[SUCTION] * v[DEFICIT];
}
static double first_rate(const double *v) {
  return v[FIRST_RATE];
}
static double final_rate(const double *v) {
  return v[FINAL_RATE];
}
static double decay(const double *v) {
  return v[DECAY];
}
static double storage(const double *v) {
  return v[CURVE_NUMBER] > 0 ? 0.0254 * (1000 / v[CURVE_NUMBER] - 10) : 0;
}

/* Where the ground has no losses, `losing` is 0: it is the weight of the kernel of losses. */
static double one(const double *v) {
  (void)v;
  return 1;
}

static const struct {
  ria_quantity quantity;
  bool (*needed)(const ria_case *c);
  double (*value)(const double *given);
} more_statics[] = {
    {{ESTUARY_RAIN_MAP, "1", "share of the rain's rate"}, has_rain_map, factor},
    {{ESTUARY_LOSING, "1", "1 where the ground loses water"}, loses_initially, any_loss},
    {{"initial_loss", "m", "initial loss"}, loses_initially, initial},
    {{"continuing_loss", "m/s", "continuing loss"}, loses_initially, continuing},
    {{ESTUARY_LOSING, "m/s", "conductivity, where the ground loses water"},
     loses_by_green_ampt,
     conductivity},
    {{"capillary", "m", "suction head of the wetting front times the deficit of moisture"},
     loses_by_green_ampt,
     capillary},
    {{ESTUARY_LOSING, "m/s", "first rate of infiltration, where the ground loses water"},
     loses_by_horton,
     first_rate},
    {{"final_rate", "m/s", "final rate of infiltration"}, loses_by_horton, final_rate},
    {{"capacity_decay", "1/s", "decay of the capacity"}, loses_by_horton, decay},
    {{ESTUARY_LOSING, "m", "storage of the ground, where it loses water"},
     loses_by_curve_number,
     storage},
    {{ESTUARY_ALL, "1", "1 everywhere"}, estuary_exchanges, one}};
enum { ROWS = sizeof more_statics / sizeof *more_statics };

int estuary_more_statics(const ria_case *c) {
  const estuary_case *own = c->own;
  const bool rough = own->friction.has_map || own->friction.has_chezy || own->friction.has_linear;
  const bool dams = estuary_needs_dams(c);
  int rider[ESTUARY_RIDERS];
  const bool carries = estuary_list_riders(c, rider) > 0 || estuary_settles(c);
  int count = (rough || dams || carries ? 1 : 0) + (dams ? ESTUARY_DAMS : 0) +
              (estuary_mixes_by_map(c) ? ESTUARY_MIXES : 0) + (estuary_has_lines(c) ? 2 : 0) +
              estuary_weather_fields(own);
  for (int i = 0; i < ROWS; i++)
    count += more_statics[i].needed(c);
  return count;
}

/* Ground above this level has losses, in cells without a rule of their own. */
static double dry_level(const ria_case *c, const ria_terrain *terrain) {
  const estuary_losses *l = &((const estuary_case *)c->own)->losses;
  double highest = -(double)INFINITY;
  if (!l->has_above || !isnan(l->above))
    return l->has_above ? l->above : c->initial.level;
  for (int i = 0; i < c->boundaries; i++)
    if (c->boundary[i].kind == RIA_BOUNDARY_TIDE || c->boundary[i].kind == RIA_BOUNDARY_LEVEL)
      highest = fmax(highest, estuary_highest_level(c, terrain, &c->boundary[i]));
  return highest;
}

/* Whether ground may have losses: the sea must not. */
static bool is_ground(const ria_case *c, const ria_terrain *terrain, ria_global x, ria_global y,
                      double level) {
  if (((const estuary_case *)c->own)->losses.has_above || c->initial.file)
    return -terrain->depth[y * terrain->grid.cells[0] + x] > level;
  return !(water_start_at(c, terrain, x, y).depth > c->dry);
}

static void fill_static(const ria_case *c, const ria_terrain *terrain,
                        const double *const laid[GIVEN], int row, double *values) {
  const bool losing = !strcmp(more_statics[row].quantity.name, ESTUARY_LOSING);
  const double level = dry_level(c, terrain);
  const ria_global *cells = terrain->grid.cells;
  for (ria_global i = 0; i < cells[0] * cells[1]; i++) {
    double v[GIVEN] = {[FACTOR] = 1};
    for (int g = 0; g < GIVEN; g++)
      v[g] = laid[g] ? laid[g][i] : v[g];
    const bool none = losing && !is_ground(c, terrain, i % cells[0], i / cells[0], level);
    values[i] = none ? 0 : more_statics[row].value(v);
  }
}

ria_status estuary_lay_statics(estuary *e) {
  const double *laid[GIVEN];
  find_laid(e->terrain, laid);
  for (int i = 0; i < ROWS; i++) {
    if (!more_statics[i].needed(e->the_case))
      continue;
    double *values = e->map[e->maps] = malloc(cells_of(e->terrain) * sizeof *values);
    if (!values)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the field %s",
                      more_statics[i].quantity.name);
    e->maps++;
    e->statics[e->nstatic++] = more_statics[i].quantity;
    fill_static(e->the_case, e->terrain, laid, i, values);
  }
  return RIA_SUCCESS;
}

/* ---- fields in the history ---- */

static const ria_shown_static maps[GIVEN] = {
    [FACTOR] = {.name = "rain_factor", .unit = "1", .what = "factor of the rain"},
    [INITIAL] = {.name = "initial_loss", .unit = "m", .what = "initial loss"},
    [CONTINUING] = {.name = "continuing_loss", .unit = "m s-1", .what = "continuing loss"},
    [CONDUCTIVITY] = {.name = "conductivity",
                      .unit = "m s-1",
                      .what = "hydraulic conductivity of the ground"},
    [SUCTION] = {.name = "suction", .unit = "m", .what = "suction head of the ground"},
    [DEFICIT] = {.name = "moisture_deficit", .unit = "1", .what = "deficit of moisture"},
    [FIRST_RATE] = {.name = "first_rate", .unit = "m s-1", .what = "first rate of infiltration"},
    [FINAL_RATE] = {.name = "final_rate", .unit = "m s-1", .what = "final rate of infiltration"},
    [DECAY] = {.name = "capacity_decay", .unit = "s-1", .what = "decay of the capacity"},
    [CURVE_NUMBER] = {.name = "curve_number", .unit = "1", .what = "curve number"}};

/* Fields that may vary in space. */
void estuary_show_fields(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  const ria_case_field *field[GIVEN];
  if (!c->own)
    return;
  find_given(c->own, field);
  for (int i = 0; i < GIVEN; i++) {
    if (!field[i] || field[i]->has_value || shown->statics == RIA_SHOWN_STATICS)
      continue;
    ria_shown_static *shows = &shown->fixed[shown->statics++];
    *shows = maps[i];
    shows->value = terrain ? ria_terrain_field_of(terrain, uses[i].subject.key) : NULL;
  }
}

/* ---- checks of maps ---- */

/* Horton's capacity must fall. */
static void check_horton(const ria_case *c, const ria_terrain *terrain,
                         const double *const laid[GIVEN], ria_case_errors *errors) {
  size_t first = 0, count = 0;
  for (size_t i = 0; laid[FIRST_RATE] && i < cells_of(terrain); i++)
    if (laid[FIRST_RATE][i] < laid[FINAL_RATE][i])
      first = count++ ? first : i;
  if (count)
    ria_terrain_reject(errors, c, &((const estuary_case *)c->own)->losses.horton.final.place,
                       "losses.horton: the final rate is larger than the initial one in %zu of "
                       "%zu cells, such as %g and %g m/s; expected 'final' of at most 'initial'",
                       count, cells_of(terrain), laid[FINAL_RATE][first], laid[FIRST_RATE][first]);
}

static void warn_of_no_ground(const ria_case *c, ria_terrain *terrain) {
  const estuary_losses *l = &((const estuary_case *)c->own)->losses;
  const ria_global *cells = terrain->grid.cells;
  const double level = dry_level(c, terrain);
  for (ria_global i = 0; i < cells[0] * cells[1]; i++)
    if (is_ground(c, terrain, i % cells[0], i / cells[0], level))
      return;
  ria_terrain_warn(c, terrain, &l->place,
                   l->has_above
                       ? "no cell loses water: no bed lies above %g m, the level of 'above'"
                       : "no cell loses water: all are wet at the start (%g m); give the "
                         "level above which the bed is ground, such as 'above: -100 m'",
                   level);
}

void estuary_check_fields(const ria_case *c, ria_terrain *terrain, ria_case_errors *errors) {
  const ria_case_field *field[GIVEN];
  const double *laid[GIVEN];
  bool good = true;
  find_given(c->own, field);
  for (int i = 0; i < GIVEN; i++)
    if (field[i])
      good &= ria_terrain_lay(c, terrain, field[i], &uses[i], uses[i].subject.key, errors);
  if (!good)
    return;
  find_laid(terrain, laid);
  check_horton(c, terrain, laid, errors);
  if (loses(c))
    warn_of_no_ground(c, terrain);
}
