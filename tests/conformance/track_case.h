/* Fields that follow the state (ria_device_tracking), in the launches of steps and by the serial
 * reference: largest values, and times of arrival. */
#ifndef RIA_TRACK_CASE_H
#define RIA_TRACK_CASE_H

#include <ria/registry.h>
#include "kernel_tile.h"
#include "tests.h"

enum { TRACK_GENERATIONS = 2 };

typedef struct {
  const ria_kernel *kernel;
  int own; /* fields, which it writes; the others are the state's */
  double scalars[RIA_MAX_SCALARS];
  kernel_tile tile[TRACK_GENERATIONS];
} tracked_tile;

/* As wide as a tile of steps. */
static tracked_tile tracked_new(const char *kernel, const kernel_tile *like) {
  static const struct {
    const char *name;
    double value;
  } given[] = {{"dry", 1e-3}, {"threshold", 0.3}, {"least", 0.1}, {"arrives", 0.4}, {"lasts", 0.5}};
  tracked_tile t = {0};
  t.kernel = ria_kernel_find(kernel);
  assert_non_null(t.kernel);
  while (t.own < t.kernel->nstate && ria_kernel_writes(t.kernel, t.own))
    t.own++;
  for (size_t i = 0; i < sizeof given / sizeof *given; i++)
    if (ria_kernel_scalar(t.kernel, given[i].name) >= 0)
      t.scalars[ria_kernel_scalar(t.kernel, given[i].name)] = given[i].value;
  for (int g = 0; g < TRACK_GENERATIONS; g++) {
    t.tile[g] = tile_new(t.kernel, like->precision, like->nx, like->ny, like->ghosts);
    assert_true(t.tile[g].pitch == like->pitch);
    for (int y = 0; y < like->ny; y++)
      for (int x = 0; x < like->nx; x++)
        for (int f = 0; f < t.own; f++)
          tile_set(&t.tile[g], f, x, y, g ? -77 : f ? 9 * x - 40 : 0.2);
  }
  return t;
}

static void tracked_free(tracked_tile *t) {
  for (int g = 0; g < TRACK_GENERATIONS; g++)
    tile_free(&t->tile[g]);
}

/* Where a field of the tracker's kernel lies: among its own, or in the steps' state. */
static void *tracked_field(const tracked_tile *t, int generation, const ria_kernel *steps,
                           const kernel_tile *state, int f) {
  for (int n = 0; n < steps->nstate; n++)
    if (!strcmp(steps->state[n].name, t->kernel->state[f].name))
      return tile_origin(state, n);
  return tile_origin(&t->tile[generation], f);
}

/* The reference's update from one generation to another. */
static void track_by_cpu(tracked_tile *t, const ria_kernel *steps, const kernel_tile *state,
                         double time, int from, int to) {
  double scalars[RIA_MAX_SCALARS];
  const ria_box all = ria_box_plane(0, state->nx, 0, state->ny);
  memcpy(scalars, t->scalars, sizeof scalars);
  scalars[ria_kernel_scalar(t->kernel, "time")] = time;
  ria_step_args args = {.pitch = state->pitch, .update = all, .owned = all, .scalars = scalars};
  for (int f = 0; f < t->kernel->nstate; f++) {
    args.src[f] = tracked_field(t, from, steps, state, f);
    args.dst[f] = tracked_field(t, to, steps, state, f);
  }
  t->kernel->implementation[0].step[state->precision](&args);
}

/* The same for a launch. */
static ria_device_tracker tracker_of(const tracked_tile *t, int from, int to) {
  ria_device_tracker one = {.kernel = t->kernel,
                            .scalars = t->scalars,
                            .timed = 1u << ria_kernel_scalar(t->kernel, "time")};
  for (int f = 0; f < t->own; f++) {
    one.from[f] = tile_origin(&t->tile[from], f);
    one.to[f] = tile_origin(&t->tile[to], f);
  }
  return one;
}

/* NaN is equal to NaN. */
static void compare_tracked(int own, const kernel_tile *wanted, const kernel_tile *got) {
  const size_t size = ria_precision_size(wanted->precision);
  for (int f = 0; f < own; f++)
    for (int y = 0; y < wanted->ny; y++)
      for (int x = 0; x < wanted->nx; x++) {
        const double a = tile_get(wanted, f, x, y, 0), b = tile_get(got, f, x, y, 0);
        if (!(isnan(a) && isnan(b)) &&
            memcmp(tile_at(wanted, f, x, y), tile_at(got, f, x, y), size))
          fail_msg("tracked field %d at (%d, %d) is %g instead of %g", f, x, y, b, a);
      }
}

#endif
