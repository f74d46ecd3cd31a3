/* The tracked fields of an estuary: the largest concentration and the arrival of the tracer. What
 * the files of a run show. */
#include "../water.h"
#include "estuary.h"
#include <math.h>
#include "ria/registry.h"

enum { LARGEST, ARRIVAL };

static const ria_tracked tracked[ESTUARY_TRACKED] = {
    [LARGEST] = {{"concentration_max", "1", "largest concentration so far"}, -(double)INFINITY},
    [ARRIVAL] = {{"arrival", "s", "when the concentration first reached the threshold"},
                 (double)INFINITY}};

/* Only the history shows them. Swept tiles cannot track: their cells reach the same time only at
 * the end of a window. */
static bool tracks(const ria_case *c) {
  return c->tracer.on && c->output.history && c->scheme != RIA_TILING_SWEPT;
}

ria_status estuary_track(estuary *e) {
  const ria_case *c = e->the_case;
  const ria_kernel *k = ria_kernel_find("water_arrival");
  if (!tracks(c))
    return RIA_SUCCESS;
  if (!k)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel water_arrival is not in this build");
  e->tracker = (ria_tracker){.kernel = k};
  recipe_bind(k, e->tracker.scalars, "time", (ria_binding){.from = RIA_BIND_TIME});
  recipe_bind_value(k, e->tracker.scalars, "dry", c->dry);
  recipe_bind_value(k, e->tracker.scalars, "threshold",
                    c->tracer.threshold > 0 ? c->tracer.threshold : (double)INFINITY);
  e->trackers = 1;
  return RIA_SUCCESS;
}

void estuary_fill_tracked(const estuary *e, ria_model *model) {
  model->trackers = e->trackers;
  model->tracker = &e->tracker;
  model->ntracked = e->trackers ? ESTUARY_TRACKED : 0;
  model->tracked = tracked;
}

enum { MORE_FIELDS = 1 }; /* a parameter, behind those of all water */

/* Variables read the tracked fields behind those of the state. */
static double of_tracked(const double *state, const double *parameter, int field) {
  return state[WATER_FIELDS + (int)parameter[MORE_FIELDS] + field];
}

static double largest(const double *state, const double *statics, const double *parameter) {
  const double found = of_tracked(state, parameter, LARGEST);
  (void)statics;
  return isfinite(found) ? found : NAN; /* never wet */
}

static double arrival(const double *state, const double *statics, const double *parameter) {
  const double found = of_tracked(state, parameter, ARRIVAL);
  (void)statics;
  return isfinite(found) ? found : NAN; /* never came */
}

static double unknown(const double *state, const double *statics, const double *parameter) {
  (void)state, (void)statics, (void)parameter;
  return NAN;
}

/* The sum of a field of the state over the domain: water or tracer that left, or did not. */
static void count(const ria_case *c, ria_conserved *of, const char *field, ria_counted counted) {
  counted.field = estuary_state_field(c, field);
  if (counted.field >= 0 && of->field >= 0)
    of->counted[of->counts++] = counted;
}

static void count_lines(const ria_case *c, ria_conserved *of, const char *field) {
  estuary_count_lines(c, estuary_state_field(c, field), of);
}

static const char *const rare_water[] = {"rain", "intake", NULL}, *const rare_tracer[] = {"intake",
                                                                                          NULL};

/* Fields that only some cases have. */
static void show_more(const ria_case *c, ria_shown *shown) {
  const int more = estuary_lasting_state(c), infiltrated = estuary_state_field(c, "infiltrated");
  shown->conserved[0].rare = rare_water;
  shown->conserved[1].rare = rare_tracer;
  count(c, &shown->conserved[0], "infiltrated",
        (ria_counted){.key = "infiltrated", .row = "infiltrated", .sign = -1});
  count(c, &shown->conserved[0], "shortfall",
        (ria_counted){.key = "shortfall",
                      .row = "shortfall of intakes",
                      .sign = 1,
                      .kind = "intake",
                      .net = "taken_out"});
  count(c, &shown->conserved[1], "infiltrated_tracer",
        (ria_counted){.key = "infiltrated", .row = "infiltrated", .sign = -1});
  count(c, &shown->conserved[1], "taken_tracer",
        (ria_counted){.key = "taken_out", .row = "tracer taken out", .sign = -1});
  count(c, &shown->conserved[0], "piped",
        (ria_counted){.key = "piped", .row = "in culverts and pumps", .sign = -1});
  count(c, &shown->conserved[1], "piped_tracer",
        (ria_counted){.key = "piped", .row = "in culverts and pumps", .sign = -1});
  count_lines(c, &shown->conserved[0], "line_water");
  count_lines(c, &shown->conserved[1], "line_tracer");
  if (more) {
    shown->fields = WATER_FIELDS + more;
    shown->parameters = MORE_FIELDS + 1;
    shown->parameter[MORE_FIELDS].name = "more_fields";
    shown->parameter[MORE_FIELDS].value = more;
  }
  const estuary_case *own = c->own;
  if (own && own->rain.on) /* who asks for a flood by rain looks at depths; of levels it has all */
    shown->variable[0].picture =
        (ria_picture){.title = "Water depth", .label = "Depth", .scale = RIA_SCALE_DEPTH};
  if (infiltrated >= 0)
    shown->variable[shown->variables++] =
        (ria_variable){.name = "infiltrated",
                       .unit = "m",
                       .what = "water that has infiltrated since the start",
                       .where = RIA_SHOWN_IN_HISTORY,
                       .picture = {.title = "Infiltrated water", .label = "Infiltrated"},
                       .field = infiltrated};
}

/* A history has the variables with any time tiling, so that a run may go on with another one. */
void estuary_show(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  water_show(c, terrain, shown);
  estuary_show_roughness(c, terrain, shown);
  estuary_show_mixing(c, terrain, shown);
  estuary_show_dams(c, terrain, shown);
  estuary_show_pipes(c, terrain, shown);
  estuary_show_lines(c, terrain, shown);
  estuary_show_fields(c, terrain, shown);
  show_more(c, shown);
  estuary_show_riders(c, shown);
  if (!c->tracer.on)
    return;
  shown->tracked = tracks(c) ? ESTUARY_TRACKED : 0;
  shown->peak = tracked[LARGEST].quantity.name;
  shown->variable[shown->variables++] =
      (ria_variable){.name = shown->peak,
                     .unit = c->tracer.unit ? c->tracer.unit : "1",
                     .what = "largest concentration of the tracer since the start",
                     .where = RIA_SHOWN_IN_HISTORY,
                     .value = tracks(c) ? largest : unknown};
  if (!(c->tracer.threshold > 0))
    return;
  shown->arrived = tracked[ARRIVAL].quantity.name;
  shown->variable[shown->variables++] =
      (ria_variable){.name = shown->arrived,
                     .unit = "s",
                     .what = "time from the start until the tracer reached the threshold",
                     .where = RIA_SHOWN_IN_HISTORY,
                     .value = tracks(c) ? arrival : unknown};
}
