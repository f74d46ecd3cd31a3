/* The key `output.window`: means over the time before each record, which trackers sum after every
 * step. */
#include <math.h>
#include <string.h>
#include "estuary.h"
#include "ria/registry.h"

static const double none = (double)INFINITY;

/* Sums with their compensation terms; infinity in cells without a value. */
#define SUM(name, unit, what, rest, lost)                                                          \
  {{name, unit, what}, (double)INFINITY}, {                                                        \
    {rest, lost, "what the sum of " name " has too much by rounding"}, (double)INFINITY            \
  }
static const ria_tracked of_water[] = {
    SUM("depth_mean", "m", "mean depth", "depth_rest", "m s"),
    SUM("u_mean", "m/s", "mean velocity along x", "u_rest", "m2"),
    SUM("v_mean", "m/s", "mean velocity along y", "v_rest", "m2")};
static const ria_tracked of_tracer[] = {
    SUM("concentration_mean", "1", "mean concentration", "concentration_rest", "m s"),
    SUM("water_sum", "m s", "sum of depth times time", "water_rest", "m s")};
enum {
  OF_WATER = sizeof of_water / sizeof *of_water,
  OF_TRACER = sizeof of_tracer / sizeof *of_tracer
};

bool estuary_averages(const ria_case *c) {
  return c->output.window > 0 && c->output.history && estuary_measures(c);
}

int estuary_mean_fields(const ria_case *c, ria_tracked *field) {
  if (!estuary_averages(c))
    return 0;
  memcpy(field, of_water, sizeof of_water);
  if (c->tracer.on)
    memcpy(field + OF_WATER, of_tracer, sizeof of_tracer);
  return c->tracer.on ? OF_WATER + OF_TRACER : OF_WATER;
}

static ria_status add(estuary *e, const char *kernel) {
  const ria_kernel *k = ria_kernel_find(kernel);
  ria_tracker *tracker = &e->tracker[e->trackers++];
  *tracker = (ria_tracker){.kernel = k};
  if (!k)
    return ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build", kernel);
  const struct {
    const char *name;
    ria_binding binding;
  } scalar[] = {{"seconds", {.from = RIA_BIND_WEIGHT}}, {"begins", {.from = RIA_BIND_BEGINS}},
                {"share", {.from = RIA_BIND_SHARE}},    {"dry", recipe_value(e->the_case->dry)},
                {"least", recipe_value(0x1p-100)},      {"none", recipe_value(none)}};
  for (size_t i = 0; i < sizeof scalar / sizeof *scalar; i++)
    recipe_bind(k, tracker->scalars, scalar[i].name, scalar[i].binding);
  return RIA_SUCCESS;
}

ria_status estuary_average(estuary *e) {
  if (!estuary_averages(e->the_case))
    return RIA_SUCCESS;
  RIA_TRY(add(e, "water_mean"));
  return e->the_case->tracer.on ? add(e, "water_mean_tracer") : RIA_SUCCESS;
}

ria_windows estuary_windows(const ria_case *c) {
  return estuary_averages(c) ? (ria_windows){.every = c->output.every,
                                             .length = c->output.window,
                                             .end = c->time.end}
                             : (ria_windows){.length = 0};
}

/* ---- shown fields ---- */

/* There is no mean where the mean depth is at most `dry`. */
void estuary_show_means(const ria_case *c, int first, ria_shown *shown) {
  const ria_variable all[] = {
      {.name = "level_mean",
       .unit = "m",
       .what = "mean water level over the window that ends at this time",
       .follow = estuary_level_of_depth,
       .picture = {.title = "Mean water level", .label = "Mean level", .scale = RIA_SCALE_SIGNED}},
      {.name = "u_mean",
       .unit = "m/s",
       .what = "mean discharge over mean depth along x, over the window that ends at this time",
       .picture = {.title = "Mean current",
                   .name = "speed_mean",
                   .label = "Mean speed",
                   .scale = RIA_SCALE_MAGNITUDE,
                   .component = {"u_mean", "v_mean"}},
       .field = 2},
      {.name = "v_mean",
       .unit = "m/s",
       .what = "mean discharge over mean depth along y, over the window that ends at this time",
       .field = 4},
      {.name = "concentration_mean",
       .unit = c->tracer.unit ? c->tracer.unit : "1",
       .what = "mean content over mean depth, over the window that ends at this time",
       .picture = {.title = "Mean concentration",
                   .label = "Mean concentration",
                   .scale = RIA_SCALE_MAGNITUDE},
       .field = OF_WATER}};
  const int count = !estuary_averages(c) ? 0 : c->tracer.on ? 4 : 3;
  if (count)
    shown->parameter[shown->parameters].name = "window",
    shown->parameter[shown->parameters++].value = c->output.window;
  for (int i = 0; i < count; i++) {
    ria_variable *v = &shown->variable[shown->variables++];
    *v = all[i];
    v->where = RIA_SHOWN_IN_HISTORY;
    v->over_time = "mean";
    v->field += shown->fields + first;
  }
}

/* ---- checks ---- */

void estuary_finish_means(ria_reader *reader, const ria_case *c) {
  ria_yaml *place = ria_yaml_get(ria_yaml_get(ria_reader_root(reader), "output"), "window");
  const double every = c->output.every, window = c->output.window;
  if (!(window > 0))
    return;
  const size_t mark = ria_reader_enter(reader, "output");
  ria_reader_enter(reader, "window");
  if (every > 0 && window > every)
    ria_reader_reject(reader, place,
                      "means over %g s would overlap, because there is a state each %g s; expected "
                      "at most 'output.every'",
                      window, every);
  if (!isfinite(c->time.end) || c->time.steps >= 0)
    ria_reader_reject(
        reader, place,
        "the end of the run is a number of steps, so that the last window has no end; "
        "expected 'time.end'");
  if (!c->output.history)
    ria_reader_warn(reader, place,
                    "the history holds the means, and the case has none: expected "
                    "'output.history: true'");
  else if (!estuary_averages(c))
    ria_reader_warn(reader, place,
                    "swept tiles and the target 'cell' cannot compute means; expected another "
                    "'time_tiling.scheme', and 'target: cpu' or 'target: cuda'");
  ria_reader_leave(reader, mark);
}
