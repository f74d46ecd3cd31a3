/** \file
 * A model of water over a bumpy bed with walls around and a source of a few cells, for tests of the
 * runtime: with the fields of its kernels, or with more fields in another order. */
#ifndef RIA_TESTS_WATER_MODEL_H
#define RIA_TESTS_WATER_MODEL_H

#include <math.h>
#include <ria/registry.h>
#include <ria/simulation.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 41, NY = 23, FED = 3, SIDES = 4 };

#define WATER                                                                                      \
  { "h", "m", "water depth" }
#define EAST                                                                                       \
  { "qx", "m2/s", "discharge along x" }
#define NORTH                                                                                      \
  { "qy", "m2/s", "discharge along y" }
#define TRACER                                                                                     \
  { "hc", "m", "tracer content" }
#define DEPTH                                                                                      \
  { "depth", "m", "still-water depth" }
static const ria_quantity kernel_state[] = {WATER, EAST, NORTH, TRACER}, kernel_static[] = {DEPTH};
static const ria_quantity other_state[] = {TRACER, {"seen", "1", "carried"}, NORTH, WATER, EAST};
static const ria_quantity other_static[] = {{"roughness", "1", "of the ground"}, DEPTH};

typedef struct {
  ria_stage stage;
  ria_segment segment[SIDES];
  ria_source source;
  ria_global x[FED], y[FED];
  double weight[FED];
  ria_model model;
} setting;

static inline void bind(const ria_kernel *kernel, ria_binding *scalars, const char *name,
                        double value) {
  const int i = ria_kernel_scalar(kernel, name);
  if (i < 0)
    abort();
  scalars[i] =
      (ria_binding){.from = strcmp(name, "dt") ? RIA_BIND_VALUE : RIA_BIND_DT, .value = value};
}

static inline void bind_step(ria_stage *stage) {
  static const struct {
    const char *name;
    double value;
  } scalar[] = {{"dt", 0},     {"inverse_dx", 0.1}, {"inverse_dy", 0.125}, {"gravity", 9.81},
                {"cfl", 0.9},  {"dry", 1e-3},       {"manning", 0.03},     {"coriolis", 1e-4},
                {"wind_x", 0}, {"wind_y", 1e-5},    {"decayed", 1e-3},     {"low_froude", 0}};
  for (size_t i = 0; i < sizeof scalar / sizeof *scalar; i++)
    bind(stage->kernel, stage->scalars, scalar[i].name, scalar[i].value);
}

static inline void prepare(setting *s, bool other, int tiles_x, int tiles_y) {
  *s = (setting){.stage = {.kernel = ria_kernel_find("roe_transport")},
                 .source = {.kernel = ria_kernel_find("water_source"), .count = FED},
                 .x = {0, 20, 40},
                 .y = {0, 11, 22},
                 .weight = {1, 0.5, 0.25}};
  bind_step(&s->stage);
  for (int side = 0; side < SIDES; side++)
    s->segment[side] = (ria_segment){.side = (ria_side)side,
                                     .part = ria_side_part((ria_side)side, 0, side < 2 ? NY : NX),
                                     .kernel = ria_kernel_find("water_wall")};
  bind(s->source.kernel, s->source.scalars, "dt", 0);
  bind(s->source.kernel, s->source.scalars, "water", 0.01);
  bind(s->source.kernel, s->source.scalars, "tracer", 0.02);
  s->source.at[0] = s->x;
  s->source.at[1] = s->y;
  s->source.weight = s->weight;
  s->model =
      (ria_model){.grid = {.cells = {NX, NY}, .spacing = {10, 8, 1}, .tiles = {tiles_x, tiles_y}},
                  .precision = RIA_SINGLE,
                  .nstate = other ? 5 : 4,
                  .state = other ? other_state : kernel_state,
                  .nstatic = other ? 2 : 1,
                  .statics = other ? other_static : kernel_static,
                  .stages = 1,
                  .stage = &s->stage,
                  .segments = SIDES,
                  .segment = s->segment,
                  .sources = 1,
                  .source = &s->source,
                  .step = RIA_STEP_WINDOW,
                  .guard = 0.9,
                  .window = 3,
                  .target = "cpu"};
}

/* Values by name, so that both models begin alike. */
static inline double start_of(const char *name, double x, double y) {
  if (!strcmp(name, "h"))
    return 2 + 0.5 * sin(0.3 * x + 0.2 * y);
  if (!strcmp(name, "qx"))
    return 0.3 * cos(0.1 * x);
  if (!strcmp(name, "qy"))
    return 0.2 * sin(0.15 * y);
  if (!strcmp(name, "hc"))
    return 0.1 + 0.01 * sin(x);
  return !strcmp(name, "depth") ? 2 + 0.1 * sin(0.2 * x * y) : x - 2 * y;
}

static inline ria_status fill(const ria_quantity *field, const ria_range *cells, double *values) {
  for (ria_global y = cells->lo[1]; y < cells->hi[1]; y++)
    for (ria_global x = cells->lo[0]; x < cells->hi[0]; x++)
      *values++ = start_of(field->name, (double)x, (double)y);
  return RIA_SUCCESS;
}

static inline ria_status fill_state(void *context, int field, int block, const ria_range *cells,
                                    double *values) {
  (void)block;
  return fill(&((const ria_model *)context)->state[field], cells, values);
}

static inline ria_status fill_static(void *context, int field, int block, const ria_range *cells,
                                     double *values) {
  (void)block;
  return fill(&((const ria_model *)context)->statics[field], cells, values);
}

#endif
