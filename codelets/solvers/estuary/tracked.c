/* The tracked fields of an estuary: the largest concentration and the arrival of the tracer. */
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

/* Variables read the tracked fields behind those of the state. */
static double largest(const double *state, const double *statics, const double *parameter) {
  const double found = state[WATER_FIELDS + LARGEST];
  (void)statics, (void)parameter;
  return isfinite(found) ? found : NAN; /* never wet */
}

static double arrival(const double *state, const double *statics, const double *parameter) {
  const double found = state[WATER_FIELDS + ARRIVAL];
  (void)statics, (void)parameter;
  return isfinite(found) ? found : NAN; /* never came */
}

static double unknown(const double *state, const double *statics, const double *parameter) {
  (void)state, (void)statics, (void)parameter;
  return NAN;
}

/* A history has the variables with any time tiling, so that a run may go on with another one. */
void estuary_show(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  water_show(c, terrain, shown);
  estuary_show_roughness(c, terrain, shown);
  estuary_show_dams(c, terrain, shown);
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
