/* Rain, and losses: infiltration of water. Both act on all cells, after the rivers. */
#include "estuary.h"
#include <math.h>

static const char *const loss_kernels[] = {[ESTUARY_INITIAL_LOSS] = "water_initial_loss",
                                           [ESTUARY_GREEN_AMPT] = "water_green_ampt",
                                           [ESTUARY_HORTON] = "water_horton",
                                           [ESTUARY_CURVE_NUMBER] = "water_curve_number"};

static ria_status add_rain(estuary *e) {
  ria_source *source;
  RIA_TRY(estuary_add_source(e, "water_rain", &source));
  source->kind = "rain";
  source->weights = ESTUARY_RAIN_MAP;
  recipe_bind(source->kernel, source->scalars, "rain", recipe_forcing(ESTUARY_RAIN));
  source->amount[0] = recipe_forcing(ESTUARY_RAIN);
  return RIA_SUCCESS;
}

/* A tracer after the first infiltrates with the water that the kernels between remove. */
static ria_status add_losses_of_riders(estuary *e, const char *name) {
  for (int i = 0; i < e->riders; i++) {
    const ria_case_tracer *tracer = &e->the_case->each_tracer[e->rider_tracer[i]];
    ria_source *source;
    RIA_TRY(estuary_add_source(e, name, &source));
    source->weights = ESTUARY_LOSING;
    source->field[0] = tracer->content;
    source->field[1] = tracer->infiltrated;
    if (ria_kernel_scalar(source->kernel, "decayed") >= 0)
      recipe_bind(source->kernel, source->scalars, "decayed",
                  (ria_binding){.from = RIA_BIND_DECAYED, .value = tracer->decay});
  }
  return RIA_SUCCESS;
}

/* They add no water: fields of the state count the losses. */
static ria_status add_losses(estuary *e) {
  const estuary_losses *losses = &e->own->losses;
  const ria_binding decayed = {.from = RIA_BIND_DECAYED, .value = e->the_case->tracer.decay};
  ria_source *source;
  RIA_TRY(add_losses_of_riders(e, "tracer_lost_before"));
  RIA_TRY(estuary_add_source(e, loss_kernels[losses->method], &source));
  source->weights = ESTUARY_LOSING;
  recipe_bind(source->kernel, source->scalars, "decayed", decayed);
  recipe_bind_value(source->kernel, source->scalars, "dry", e->the_case->dry);
  if (losses->method == ESTUARY_CURVE_NUMBER)
    recipe_bind(source->kernel, source->scalars, "rain_rate", recipe_forcing(ESTUARY_RAIN));
  return add_losses_of_riders(e, "tracer_lost_after");
}

ria_status estuary_rain(estuary *e) {
  if (e->own->rain.on)
    RIA_TRY(add_rain(e));
  return e->own->losses.method == ESTUARY_LOSES_NOTHING ? RIA_SUCCESS : add_losses(e);
}

/* The cell with the largest factor of the map. */
double estuary_most_rain(const estuary *e) {
  const ria_series *rate = &e->own->rain.rate;
  const ria_grid *g = &e->terrain->grid;
  double most = estuary_most_radar(e), share = 0;
  for (int i = 0; e->own->rain.on && i < rate->count; i++)
    most = fmax(most, rate->value[i]);
  if (!(most > 0))
    return 0;
  for (ria_global i = 0; i < g->cells[0] * g->cells[1]; i++)
    share = fmax(share, e->map[0][i]); /* the rain's map is the first */
  return most * share;
}
