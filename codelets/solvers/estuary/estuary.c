/* Shallow water with a tracer in an estuary: a stage of the water, optional mixing, sides with
 * tides and rivers, releases. */
#include "estuary.h"
#include "../water.h"
#include "ria/registry.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const ria_quantity state[] = {{"h", "m", "water depth"},
                                     {"qx", "m2/s", "eastward discharge per unit width"},
                                     {"qy", "m2/s", "northward discharge per unit width"},
                                     {"hc", "m", "tracer content: depth times concentration"}};
enum { DEPTH, SIDE, ROUGHNESS, DAMS, MIXING = DAMS + ESTUARY_DAMS, REACH = MIXING + ESTUARY_MIXES };
static const ria_quantity statics[] = {
    [DEPTH] = {"depth", "m", "still-water depth"},
    [SIDE] = {"side", "1", "1 beside a side that gives the water outside, -1 or less beyond it"},
    [ROUGHNESS] = {ESTUARY_ROUGHNESS, "1", "roughness of the bed, by the law of its friction"},
    [DAMS] = {"crestx", "m", "crest of the structure on the low face along x"},
    {"cresty", "m", "the same along y"},
    {"forthx", "1", "its weir coefficient for water that passes to the high side, along x"},
    {"forthy", "1", "the same along y"},
    {"backx", "1", "its weir coefficient for water that passes to the low side, along x"},
    {"backy", "1", "the same along y"},
    {"gapx", "m", "height of its opening above the crest, along x"},
    {"gapy", "m", "the same along y"},
    [MIXING] = {"viscosity_map", "m2/s", "eddy viscosity"},
    {"diffusivity_map", "m2/s", "eddy diffusivity"},
    [REACH] = {"reachx", "m", "of a cell beyond an open line: its way across the line, x"},
    {"reachy", "m", "the same, y"}};

/* Half of the factor that a limiter applies to the smaller difference. */
static const double sharpness[] = {
    [RIA_SLOPES_GENERALIZED] = 0.65, [RIA_SLOPES_MINMOD] = 0.5, [RIA_SLOPES_MC] = 1};

static ria_status add_step(estuary *e) {
  const ria_case *c = e->the_case;
  const estuary_case *own = e->own;
  ria_stage *stage = &e->stage[e->stages++];
  const bool second = own->numerics.order == RIA_ORDER_2;
  const char *name = second ? "muscl_transport" : "roe_transport";
  const ria_kernel *k = estuary_kernel(e, name);
  if (!k)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build", name);
  const struct {
    const char *name;
    ria_binding binding;
  } scalar[] = {{"dt", {.from = RIA_BIND_DT}},
                {"inverse_dx", recipe_value(1 / e->terrain->grid.spacing[0])},
                {"inverse_dy", recipe_value(1 / e->terrain->grid.spacing[1])},
                {"gravity", recipe_value(c->gravity)},
                {"cfl", recipe_value(c->time.cfl)},
                {"dry", recipe_value(c->dry)},
                {"coriolis", recipe_value(own->coriolis.on ? own->coriolis.parameter : 0)},
                {"wind_x", recipe_forcing(ESTUARY_WIND_X)},
                {"wind_y", recipe_forcing(ESTUARY_WIND_Y)},
                {"decayed", {.from = RIA_BIND_DECAYED, .value = c->tracer.decay}},
                {"low_froude", recipe_value(own->numerics.low_froude ? 1 : 0)}};
  for (size_t i = 0; i < sizeof scalar / sizeof *scalar; i++)
    recipe_bind(k, stage->scalars, scalar[i].name, scalar[i].binding);
  if (second)
    recipe_bind_value(k, stage->scalars, "sharpness", sharpness[own->numerics.limiter]);
  estuary_bind_friction(e, k, stage->scalars);
  stage->kernel = k;
  if (!estuary_is_rough(e) && own->friction.manning > 0)
    stage->switches |= 1u << ria_kernel_switch(k, "friction");
  if (own->coriolis.on || own->wind.on || c->tracer.decay > 0)
    stage->switches |= 1u << ria_kernel_switch(k, "forcing");
  return RIA_SUCCESS;
}

static void destroy(void *instance) {
  estuary *e = instance;
  if (!e)
    return;
  for (int i = 0; i < e->places; i++) {
    free(e->cells[2 * i]);
    free(e->cells[2 * i + 1]);
    free(e->weights[i]);
  }
  free(e->cells);
  free(e->weights);
  free(e->place_count);
  free(e->source_area);
  free(e->source);
  free(e->rider_side);
  free(e->taken_cells[0]);
  free(e->taken_cells[1]);
  free(e->taken_weight);
  for (int i = 0; i < e->maps; i++)
    free(e->map[i]);
  free(e->segment);
  free(e->opening);
  estuary_tides_destroy(e);
  estuary_destroy_pipes(e);
  estuary_destroy_lines(e);
  estuary_destroy_sections(e);
  free(e->passage);
  free(e->keep);
  estuary_rivers_destroy(e);
  estuary_close_weather(e);
  estuary_destroy_drift(e);
  free(e);
}

static void fill_model(const estuary *e, ria_model *model) {
  const ria_case *c = e->the_case;
  *model = ria_model_of_case(c, e->terrain);
  model->nstate = e->nstate;
  model->nstatic = e->nstatic;
  model->statics_beyond = true;
  model->state = e->state;
  model->statics = e->statics;
  model->stages = e->stages;
  model->stage = e->stage;
  model->segments = e->segments;
  model->segment = e->segment;
  model->sources = e->sources;
  model->source = e->source;
  model->riders = e->riders + e->mixers;
  model->rider = e->rider;
  model->handed = e->riders ? ESTUARY_HANDED : 0;
  model->sections = e->sections;
  model->section = e->section;
  estuary_fill_tracked(e, model);
  model->forcings = estuary_light_slot(e, c->tracers);
  model->forcing = estuary_forcing_values;
  model->context = (void *)e;
  model->amounts = 2 + e->riders;
  model->amount[0] = (ria_amount){.field = 0};
  model->amount[1] = (ria_amount){.field = 3, .decay = c->tracer.decay};
  for (int i = 0; i < e->riders; i++)
    model->amount[2 + i] =
        (ria_amount){.field = WATER_FIELDS + i, .decay = c->each_tracer[e->rider_tracer[i]].decay};
  model->forcing_interval = estuary_weather_interval(e, e->forcing_interval);
  estuary_moments(e, model);
}

/* Read by slopes, and by sides with a level that varies along them. */
static bool has_side(const estuary *e) {
  return e->own->numerics.order == RIA_ORDER_2 || estuary_has_stations(e->the_case);
}

/* The fields: those of every case, then those that this case needs, in the order of
 * fill_cell(). */
static ria_status list_fields(estuary *e) {
  for (e->nstate = 0; e->nstate < WATER_FIELDS; e->nstate++)
    e->state[e->nstate] = state[e->nstate];
  e->nstate += estuary_more_state(e->the_case, e->state + e->nstate);
  e->statics[e->nstatic++] = statics[DEPTH];
  if (estuary_is_rough(e))
    e->statics[e->nstatic++] = statics[ROUGHNESS];
  for (int i = 0; e->has_dams && i < ESTUARY_DAMS; i++)
    e->statics[e->nstatic++] = statics[DAMS + i];
  if (has_side(e))
    e->statics[e->nstatic++] = statics[SIDE];
  for (int i = 0; estuary_mixes_by_map(e->the_case) && i < ESTUARY_MIXES; i++)
    e->statics[e->nstatic++] = statics[MIXING + i];
  for (int i = 0; estuary_has_lines(e->the_case) && i < 2; i++)
    e->statics[e->nstatic++] = statics[REACH + i];
  RIA_TRY(estuary_lay_statics(e));
  estuary_weather_statics(e);
  return RIA_SUCCESS;
}

static ria_status create(const ria_case *the_case, const ria_terrain *terrain, void **instance,
                         ria_model *model) {
  estuary *e = *instance = calloc(1, sizeof *e);
  if (!e)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the solver");
  e->the_case = the_case;
  e->own = the_case->own;
  e->terrain = terrain;
  e->forcing_interval = estuary_forcing_interval(terrain, the_case->gravity);
  e->roughness = ria_terrain_field_of(terrain, ESTUARY_ROUGHNESS);
  estuary_find_dams(e);
  estuary_find_mixing(e);
  estuary_find_lines(e);
  e->riders = estuary_list_riders(the_case, e->rider_tracer);
  const size_t kept = (size_t)(estuary_gates_kept(e->own) + estuary_pipes_kept(e));
  e->keep = calloc(kept + 1, sizeof *e->keep);
  if (!e->keep)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the solver");
  RIA_TRY(estuary_open_weather(e));
  RIA_TRY(list_fields(e));
  RIA_TRY(add_step(e));
  RIA_TRY(estuary_mixing(e));
  RIA_TRY(estuary_tides(e));
  RIA_TRY(estuary_rivers(e));
  RIA_TRY(estuary_segments(e));
  RIA_TRY(estuary_weather_levels(e));
  RIA_TRY(estuary_ride(e));
  RIA_TRY(estuary_mix_riders(e));
  RIA_TRY(estuary_sources(e));
  RIA_TRY(estuary_rain(e));
  RIA_TRY(estuary_exchange(e));
  RIA_TRY(estuary_create_pipes(e));
  RIA_TRY(estuary_weather_source(e));
  RIA_TRY(estuary_see_lines(e));
  RIA_TRY(estuary_sections(e));
  RIA_TRY(estuary_list_passages(e));
  RIA_TRY(estuary_track(e));
  fill_model(e, model);
  const double longest = estuary_longest_pour(e);
  if (isfinite(longest) && !(model->max_dt > 0 && model->max_dt < longest))
    model->max_dt = longest;
  return RIA_SUCCESS;
}

static ria_status fill_state(void *context, int field, int block, const ria_range *cells,
                             double *values) {
  const ria_global x0 = cells->lo[0], x1 = cells->hi[0], y0 = cells->lo[1], y1 = cells->hi[1];
  (void)block;
  const estuary *e = context;
  const size_t n = (size_t)((x1 - x0) * (y1 - y0));
  if (field >= WATER_FIELDS && field < WATER_FIELDS + e->riders)
    return estuary_fill_rider(e, field - WATER_FIELDS, cells, values);
  const bool before = field == estuary_state_field(e->the_case, "line_before");
  if (field >= WATER_FIELDS && !before) { /* sums over later steps, and fluxes: 0 */
    memset(values, 0, n * sizeof *values);
    return RIA_SUCCESS;
  }
  double *others = malloc(4 * n * sizeof *others); /* all fields are filled together from the
                                                      initial state */
  if (!others)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the start");
  double *all[4] = {others, others + n, others + 2 * n, others + 3 * n};
  all[before ? 0 : field] = values;
  ria_status status = water_start(e->the_case, e->terrain, x0, x1, y0, y1, all);
  free(others);
  return status;
}

/* The statics of a cell of the grid or a ghost cell, with a stride of `apart`. */
static void fill_cell(const estuary *e, const ria_global at[2], ria_global apart, double *value) {
  const ria_grid *grid = &e->terrain->grid;
  const ria_global cell =
      estuary_within(grid, 1, at[1]) * grid->cells[0] + estuary_within(grid, 0, at[0]);
  int n = 0;
  value[n++ * apart] = e->terrain->depth[cell] + estuary_drop_beyond(e, at);
  if (estuary_is_rough(e))
    value[n++ * apart] = estuary_roughness_at(e, cell);
  for (int i = 0; e->has_dams && i < ESTUARY_DAMS; i++)
    value[n++ * apart] = estuary_dam_at(e, i, at);
  if (has_side(e))
    value[n++ * apart] = estuary_side_at(e, at);
  for (int i = 0; estuary_mixes_by_map(e->the_case) && i < ESTUARY_MIXES; i++)
    value[n++ * apart] = estuary_mixing_at(e, i, cell);
  for (int i = 0; estuary_has_lines(e->the_case) && i < 2; i++)
    value[n++ * apart] = e->line_reach[i] ? e->line_reach[i][cell] : 0;
  for (int i = 0; i < e->maps; i++)
    value[n++ * apart] = e->map[i][cell];
  for (int i = 0; i < estuary_weather_fields(e->own); i++)
    value[n++ * apart] = estuary_weather_at_start(i);
}

static ria_status fill_statics(void *context, int field, int block, const ria_range *cells,
                               double *values) {
  const ria_global count = (cells->hi[0] - cells->lo[0]) * (cells->hi[1] - cells->lo[1]);
  (void)field; /* all filled together */
  (void)block;
  for (ria_global y = cells->lo[1]; y < cells->hi[1]; y++)
    for (ria_global x = cells->lo[0]; x < cells->hi[0]; x++)
      fill_cell(context, (ria_global[2]){x, y}, count, values++);
  return RIA_SUCCESS;
}

static const char *remedy(const ria_case *the_case) {
  const estuary_case *own = the_case->own;
  return own->numerics.order == RIA_ORDER_2
             ? "Look at the bed, the sides and the sources there. If they are as they should be, "
               "try a smaller 'time.cfl', 'numerics.limiter: minmod', 'numerics.order: 1', more "
               "'friction.manning', or 'absorbing' or 'head_loss' of the boundary nearby"
             : "Look at the bed, the sides and the sources there. If they are as they should be, "
               "try a smaller 'time.cfl', more 'friction.manning', or 'absorbing' or 'head_loss' "
               "of the boundary nearby";
}

/* ria_solver.tracked */
static int count_tracked(const ria_case *c) {
  ria_tracked field[RIA_MAX_TRACKED];
  return estuary_tracked(c, field);
}

/* ria_solver.more */
static void count_more(const ria_case *c, int *nstate, int *nstatic) {
  *nstate = estuary_more_state(c, NULL);
  *nstatic = estuary_more_statics(c);
}

static const char *const uses[] = {"bathymetry", "initial", "gravity",    "dry",
                                   "tracers",    "rivers",  "boundaries", NULL};

const ria_solver ria_solver_estuary = {.name = "estuary",
                                       .what =
                                           "shallow water with a tracer, tides, rivers and rain",
                                       .nstate = sizeof state / sizeof *state,
                                       .nstatic = ROUGHNESS, /* fields of every case */
                                       .ntracked = 2,
                                       .state = state,
                                       .statics = statics,
                                       .keys = {.keys = estuary_keys,
                                                .bytes = sizeof(estuary_case),
                                                .uses = uses,
                                                .natural = true,
                                                .several_tracers = true,
                                                .plausible = estuary_plausible,
                                                .stable = estuary_stable,
                                                .fill_in = estuary_fill_in,
                                                .finish = estuary_finish,
                                                .examine = estuary_examine},
                                       .more = count_more,
                                       .tracked = count_tracked,
                                       .beside = estuary_particle_bytes,
                                       .particles = estuary_list_particles,
                                       .currents = estuary_make_currents,
                                       .passages = estuary_passages,
                                       .passed = estuary_passed,
                                       .show = estuary_show,
                                       .remedy = remedy,
                                       .create = create,
                                       .destroy = destroy,
                                       .fill_state = fill_state,
                                       .fill_statics = fill_statics,
                                       .later_limit = estuary_later_limit};
