#include "basin.h"
#include "tests.h"

#include <ria/registry.h>
#include <ria/runtime.h>
#include <ria/simulation.h>
#include <math.h>
#include <stdlib.h>

/* One session for each process, like MPI. */
static ria_runtime *runtime;

/* The default order of basins. */
static int usual_order = 1;

int basin_usual_order(void) {
  return usual_order;
}

int basin_take_order_1(void **test) {
  (void)test;
  usual_order = 1;
  return 0;
}

int basin_take_order_2(void **test) {
  (void)test;
  usual_order = 2;
  return 0;
}

/* Values that change with time: a level for each side. */
enum { LEVELS = 4 };

struct basin {
  basin_setup setup;
  int stages;
  ria_stage stage[2]; /* the water's; mixing */
  ria_segment segment[4];
  ria_simulation *simulation;
};

static const ria_quantity state[] = {{"h", "m", "water depth"},
                                     {"qx", "m2/s", "discharge per unit width, x"},
                                     {"qy", "m2/s", "discharge per unit width, y"},
                                     {"hc", "m", "tracer content"}};
static const ria_quantity statics[] = {{"depth", "m", "still-water depth"},
                                       {"side", "1", "as of muscl_transport"}};

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

int basin_session_open(void **test) {
  (void)test;
  must(ria_runtime_create(&(ria_runtime_options){.workers = 1}, &runtime));
  return 0;
}

int basin_session_close(void **test) {
  (void)test;
  ria_runtime_destroy(runtime);
  runtime = NULL;
  return 0;
}

ria_runtime *basin_runtime(void) {
  return runtime;
}

static void bind(const ria_kernel *kernel, ria_binding *scalars, const char *name, ria_binding to) {
  int i = ria_kernel_scalar(kernel, name);
  if (i >= 0)
    scalars[i] = to;
}

static ria_binding value(double v) {
  return (ria_binding){.from = RIA_BIND_VALUE, .value = v};
}

static int order(const basin_setup *s) {
  return s->order ? s->order : usual_order;
}

static void add_step(basin *b) {
  const basin_setup *s = &b->setup;
  ria_stage *stage = &b->stage[b->stages++];
  const ria_kernel *k = stage->kernel =
      ria_kernel_find(order(s) == 2 ? "muscl_transport" : "roe_transport");
  assert_non_null(k);
  bind(k, stage->scalars, "dt", (ria_binding){.from = RIA_BIND_DT});
  bind(k, stage->scalars, "inverse_dx", value(1.0 / s->dx));
  bind(k, stage->scalars, "inverse_dy", value(1.0 / s->dy));
  bind(k, stage->scalars, "gravity", value(BASIN_GRAVITY));
  bind(k, stage->scalars, "cfl", value(s->cfl));
  bind(k, stage->scalars, "dry", value(s->dry));
  bind(k, stage->scalars, "manning", value(s->manning));
  bind(k, stage->scalars, "coriolis", value(s->coriolis));
  bind(k, stage->scalars, "wind_x", value(s->wind_x));
  bind(k, stage->scalars, "wind_y", value(s->wind_y));
  bind(k, stage->scalars, "sharpness", value(s->minmod ? 0.5 : 0.65));
  bind(k, stage->scalars, "low_froude", value(s->full_viscosity ? 0 : 1));
  bind(k, stage->scalars, "decayed", (ria_binding){.from = RIA_BIND_DECAYED, .value = s->decay});
  if (s->coriolis != 0 || s->wind_x != 0 || s->wind_y != 0 || s->decay > 0)
    stage->switches |= 1u << ria_kernel_switch(k, "forcing");
  if (s->manning > 0)
    stage->switches |= 1u << ria_kernel_switch(k, "friction");
}

static void add_mixing(basin *b) {
  const basin_setup *s = &b->setup;
  const double vs = s->viscosity_smagorinsky, ds = s->diffusivity_smagorinsky;
  if (s->viscosity == 0 && s->diffusivity == 0 && vs == 0 && ds == 0)
    return;
  ria_stage *stage = &b->stage[b->stages++];
  const ria_kernel *k = stage->kernel = ria_kernel_find("water_mixing");
  assert_non_null(k);
  bind(k, stage->scalars, "dt", (ria_binding){.from = RIA_BIND_DT});
  bind(k, stage->scalars, "inverse_dx", value(1.0 / s->dx));
  bind(k, stage->scalars, "inverse_dy", value(1.0 / s->dy));
  bind(k, stage->scalars, "cfl", value(s->cfl));
  bind(k, stage->scalars, "dry", value(s->dry));
  bind(k, stage->scalars, "viscosity", value(s->viscosity));
  bind(k, stage->scalars, "diffusivity", value(s->diffusivity));
  bind(k, stage->scalars, "viscosity_area", value(vs * vs * s->dx * s->dy));
  bind(k, stage->scalars, "diffusivity_area", value(ds * ds * s->dx * s->dy));
  if (vs > 0 || ds > 0)
    stage->switches |= 1u << ria_kernel_switch(k, "smagorinsky");
}

static void fill_segment(basin *b, int number) {
  static const char *const name[] = {"water_wall", "water_free", "water_level", "water_discharge",
                                     "water_absorbing"};
  static const ria_side at[] = {RIA_WEST, RIA_EAST, RIA_SOUTH, RIA_NORTH};
  const basin_side *side = &b->setup.side[number];
  const ria_kernel *k = ria_kernel_find(name[side->kind]);
  assert_non_null(k);
  ria_segment *segment = &b->segment[number];
  *segment =
      (ria_segment){.side = at[number], .part = {.hi = {b->setup.nx, b->setup.ny, 1}}, .kernel = k};
  segment->later = ria_kernel_find(side->kind == BASIN_WALL ? "water_wall" : "water_open");
  bind(k, segment->scalars, "level", (ria_binding){.from = RIA_BIND_FORCING, .forcing = number});
  bind(k, segment->scalars, "still",
       side->incoming ? value(side->still)
                      : (ria_binding){.from = RIA_BIND_FORCING, .forcing = number});
  bind(k, segment->scalars, "inflow",
       value(side->kind == BASIN_ABSORBING ? side->inflow : side->value));
  bind(k, segment->scalars, "head_loss", value(side->head_loss ? 1 : 0));
  bind(k, segment->scalars, "height", value(side->height));
  bind(k, segment->scalars, "outside", value(side->outside));
  bind(k, segment->scalars, "gravity", value(BASIN_GRAVITY));
  bind(k, segment->scalars, "dry", value(b->setup.dry));
  const double size = number < BASIN_SOUTH ? b->setup.dx : b->setup.dy;
  bind(k, segment->scalars, "manning", value(b->setup.manning));
  bind(k, segment->scalars, "half_cell", value(order(&b->setup) == 2 ? 0.5 * size : 0));
  bind(k, segment->scalars, "quarter_cell", value(order(&b->setup) == 1 ? 0.25 * size : 0));
  bind(k, segment->scalars, "whole_cell", value(size));
}

static void forcing(void *context, double t, double *values) {
  const basin *b = context;
  for (int i = 0; i < LEVELS; i++)
    values[i] = b->setup.side[i].at ? b->setup.side[i].at(t) : b->setup.side[i].value;
}

/* The bed in the basin's precision. */
static double bed_at(const basin *b, double x, double y) {
  double bed = b->setup.bed(b->setup.context, x, y);
  return b->setup.single ? (double)(float)bed : bed;
}

static ria_status fill_state(void *context, int field, int block, const ria_range *cells,
                             double *values) {
  const ria_global x0 = cells->lo[0], x1 = cells->hi[0], y0 = cells->lo[1], y1 = cells->hi[1];
  (void)block;
  const basin *b = context;
  for (ria_global j = y0; j < y1; j++)
    for (ria_global i = x0; i < x1; i++) {
      double x = ((double)i + 0.5) * b->setup.dx, y = ((double)j + 0.5) * b->setup.dy, w[4];
      b->setup.start(b->setup.context, x, y, bed_at(b, x, y), w);
      *values++ = w[field];
    }
  return RIA_SUCCESS;
}

/* Whether the case gives the water outside a side. */
static bool gives_outside(const basin *b, int side) {
  return !b->setup.periodic && ria_kernel_scalar(b->segment[side].kernel, "outside") >= 0;
}

static double side_at(const basin *b, ria_global i, ria_global j) {
  const ria_global at[] = {i, j}, cells[] = {b->setup.nx, b->setup.ny};
  double found = 0;
  for (int side = 0; side < 4; side++) {
    const ria_global inwards = side % 2 ? cells[side / 2] - 1 - at[side / 2] : at[side / 2];
    if (inwards <= 0 && gives_outside(b, side))
      found = inwards < 0 || found < 0 ? -1 : 1;
  }
  return found;
}

static ria_global within(const basin *b, ria_global at, ria_global cells) {
  if (b->setup.periodic)
    return (at + cells) % cells;
  return at < 0 ? -1 - at : at < cells ? at : 2 * cells - 1 - at;
}

static ria_status fill_statics(void *context, int field, int block, const ria_range *cells,
                               double *values) {
  const basin *b = context;
  const ria_global x0 = cells->lo[0], x1 = cells->hi[0], y0 = cells->lo[1], y1 = cells->hi[1];
  double *side = values + (x1 - x0) * (y1 - y0);
  (void)block;
  (void)field;
  for (ria_global j = y0; j < y1; j++)
    for (ria_global i = x0; i < x1; i++) {
      const double x = (double)within(b, i, b->setup.nx), y = (double)within(b, j, b->setup.ny);
      *values++ = -bed_at(b, (x + 0.5) * b->setup.dx, (y + 0.5) * b->setup.dy);
      if (order(&b->setup) == 2)
        *side++ = side_at(b, i, j);
    }
  return RIA_SUCCESS;
}

basin *basin_create(const basin_setup *setup) {
  basin *b = calloc(1, sizeof *b);
  assert_non_null(b);
  b->setup = *setup;
  add_step(b);
  add_mixing(b);
  for (int side = 0; side < 4; side++)
    fill_segment(b, side);
  ria_model model = {.grid = {.cells[0] = setup->nx,
                              .cells[1] = setup->ny,
                              .spacing[0] = setup->dx,
                              .spacing[1] = setup->dy,
                              .periodic = {setup->periodic, setup->periodic},
                              .tiles[0] = setup->tiles_x ? setup->tiles_x : 1,
                              .tiles[1] = setup->tiles_y ? setup->tiles_y : 1},
                     .precision = setup->single ? RIA_SINGLE : RIA_DOUBLE,
                     .nstate = 4,
                     .nstatic = order(setup) == 2 ? 2 : 1,
                     .state = state,
                     .statics = statics,
                     .statics_beyond = true,
                     .stages = b->stages,
                     .stage = b->stage,
                     .segments = setup->periodic ? 0 : 4,
                     .segment = b->segment,
                     .forcings = LEVELS,
                     .forcing = forcing,
                     .context = b,
                     .step = RIA_STEP_EXACT,
                     .scheme = RIA_TILING_CLASSIC,
                     .target = "cpu"};
  must(ria_simulation_create(runtime, &model, &b->simulation));
  must(ria_simulation_fill(b->simulation, fill_state, fill_statics, b));
  return b;
}

void basin_destroy(basin *b) {
  ria_simulation_destroy(b->simulation);
  free(b);
}

void basin_advance(basin *b, double until, int64_t steps) {
  must(ria_simulation_advance(b->simulation, until, false, until, steps, NULL, NULL));
}

double basin_time(const basin *b) {
  return ria_simulation_progress(b->simulation).time;
}

int64_t basin_steps(const basin *b) {
  return ria_simulation_progress(b->simulation).steps;
}

static void copy_tile(const basin *b, const ria_snapshot_tile *tile, int field, double *values) {
  const void *from = tile->values[field];
  for (int y = 0; y < tile->n[1]; y++)
    for (int x = 0; x < tile->n[0]; x++) {
      size_t at = (size_t)y * (size_t)tile->n[0] + (size_t)x;
      double v = b->setup.single ? (double)((const float *)from)[at] : ((const double *)from)[at];
      values[(tile->lo[1] + y) * b->setup.nx + tile->lo[0] + x] = v;
    }
}

void basin_field(basin *b, int field, double *values) {
  ria_snapshot *snapshot;
  const ria_snapshot_tile *tile;
  ria_progress progress;
  int count;
  must(ria_simulation_snapshot(b->simulation, &snapshot));
  must(ria_snapshot_tiles(snapshot, &count, &tile, &progress));
  for (int i = 0; i < count; i++)
    copy_tile(b, &tile[i], field, values);
  ria_snapshot_destroy(snapshot);
}
