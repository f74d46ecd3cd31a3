/* Cuts windows of steps into swept layers, and computes the cells that a piece of a layer covers.
 */
#include "swept.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}

static ria_status check_steps(const ria_model *m) {
  if (m->step == RIA_STEP_EXACT)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "swept time tiling needs its time steps in advance, but an exact step depends "
                    "on all cells at its start: use time.step window or fixed, or "
                    "another time tiling");
  if (m->depth < 2)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "swept time tiling over %d steps; expected at least 2: the first half builds "
                    "triangles, the second half fills the gaps",
                    m->depth);
  if (m->depth > m->window)
    return ria_fail(
        RIA_ERROR_ARGUMENT,
        "swept time tiling over %d steps does not fit windows of %d steps, because all cells must "
        "have the same time at the end of a window: use time.window %d or more, or %d steps",
        m->depth, m->window, m->depth, m->window > 2 ? m->window : 2);
  return RIA_SUCCESS;
}

/* Nodes around two sides of a tile must not meet. */
static ria_status check_width(const ria_simulation *s, int axis, int half, int tiers) {
  const ria_block *g = s->mesh.block;
  const ria_global cells = g->cells[axis];
  const int tiles = g->tiles[axis], slope = half / tiers;
  const char name = "xyz"[axis];
  const ria_global width = cells / tiles, stages = s->model.stages;
  if (width >= 2 * (ria_global)half)
    return RIA_SUCCESS;
  const ria_global steps = 2 * (width / (2 * slope * stages));
  const ria_global most = cells / (2 * half);
  char fits[96] = "more cells";
  if (steps >= 2)
    snprintf(fits, sizeof fits, "%lld steps", (long long)steps);
  if (most >= 1 && (most > 1 || !ria_mesh_periodic(&s->mesh, 0, axis)))
    snprintf(fits + strlen(fits), sizeof fits - strlen(fits), ", or %lld tile%s in %c",
             (long long)most, most > 1 ? "s" : "", name);
  return ria_fail(
      RIA_ERROR_ARGUMENT,
      "tiles of %lld cells in %c are too narrow for swept time tiling over %d steps, "
      "whose triangles narrow by %d cell%s a tier on either side and need a base of %d: "
      "use %s there",
      (long long)width, name, s->model.depth, slope, slope > 1 ? "s" : "", 2 * half, fits);
}

/* Whether tiles have neighbours along an axis: other tiles, or themselves across periodic sides. */
static bool is_cut(const ria_simulation *s, int axis) {
  return s->mesh.block->tiles[axis] > 1 || ria_mesh_periodic(&s->mesh, 0, axis);
}

static ria_status check_mesh(const ria_simulation *s) {
  const ria_block *g = s->mesh.block;
  if (s->mesh.blocks > 1)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "swept time tiling is for one block, and this mesh has %d blocks: use "
                    "time_tiling.scheme expansion",
                    s->mesh.blocks);
  for (int axis = 0; axis < 2 && s->mesh.ndim == 3; axis++) {
    if (g->tiles[axis] > 1)
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "swept time tiling of three dimensions needs tiles along z only, but these "
                      "are %dx%dx%d: use tiles 1x1xN, or time_tiling.scheme expansion",
                      g->tiles[0], g->tiles[1], g->tiles[2]);
    if (ria_mesh_periodic(&s->mesh, 0, axis))
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "swept time tiling of three dimensions allows periodic sides only across z, "
                      "but those across %c are periodic: use time_tiling.scheme expansion",
                      "xyz"[axis]);
  }
  return RIA_SUCCESS;
}

/* The cut of the model's windows; `layers` is 0 if there is nothing to cut. */
static ria_status plan(const ria_simulation *s, swept_plan *swept) {
  const ria_model *m = &s->model;
  RIA_TRY(check_steps(m));
  RIA_TRY(check_mesh(s));
  if (s->target->kind == RIA_TARGET_CELL)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "swept time tiling is for the targets cpu and cuda, and a Cell has blocks of "
                    "its own: use --target cpu, or time_tiling.scheme expansion");
  if (m->trackers)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "'%s' is updated after every step, but the cells of swept tiles reach the same "
                    "time only at the end of a window: use time_tiling.scheme expansion",
                    m->tracked[0].quantity.name);
  if (s->hybrid)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "swept tiles stay with their GPUs, and CPU workers cannot take any: use "
                    "gpu.workers 0, or time_tiling.scheme expansion");
  const int layers = 2 * ceil_div(m->window, m->depth);
  const int tiers = m->stages * ceil_div(m->window, layers);
  swept->axis[1] = s->mesh.ndim == 3 ? 2 : 1;
  for (int i = 0; i < 2; i++) {
    const int axis = swept->axis[i];
    for (int k = 0; k < m->stages; k++) {
      const int reach = ria_kernel_reach(m->stage[k].kernel, axis);
      swept->slope[i] = reach > swept->slope[i] ? reach : swept->slope[i];
    }
    swept->along[i] = is_cut(s, axis) && swept->slope[i];
    if (!swept->along[i])
      continue;
    swept->half[i] = tiers * swept->slope[i];
    RIA_TRY(check_width(s, axis, swept->half[i], tiers));
    swept->layers = layers;
  }
  return RIA_SUCCESS;
}

static ria_status fits(ria_simulation *s, bool *fits) {
  swept_plan cut = {0};
  if (s->model.scheme != RIA_TILING_SWEPT)
    return RIA_SUCCESS;
  RIA_TRY(plan(s, &cut));
  if (!cut.layers)
    return RIA_SUCCESS;
  for (int i = 0; i < s->model.stages; i++)
    if (s->on_device && s->stage_fields[i].carried)
      return ria_fail(
          RIA_ERROR_UNSUPPORTED,
          "the kernel %s does not write '%s', which swept time tiling on a GPU requires; "
          "use another time_tiling.scheme",
          s->model.stage[i].kernel->name, s->model.state[s->stage_fields[i].carry[0]].name);
  for (int i = 0; i < 2; i++) {
    const int needed = cut.along[i] ? cut.half[i] + cut.slope[i] : 0;
    int *ghost = &s->ghost[cut.axis[i]];
    *ghost = needed > *ghost ? needed : *ghost;
  }
  swept_plan *swept = s->executor_data = malloc(sizeof *swept);
  if (!swept)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a simulation");
  *swept = cut;
  *fits = true;
  return RIA_SUCCESS;
}

static ria_status create(ria_simulation *s) {
  for (int i = 0; i < s->tiles; i++)
    RIA_TRY(swept_strips_create(s, &s->tile[i]));
  return RIA_SUCCESS;
}

static void wait_for_strips(const ria_simulation *s) {
  for (int i = 0; i < s->tiles && s->tile; i++)
    swept_strips_wait(&s->tile[i]);
}

const tile_executor swept_executor = {.traits = {.host = true, .rests = true},
                                      .fits = fits,
                                      .create = create,
                                      .destroy_tile = swept_strips_destroy,
                                      .submit = swept_submit,
                                      .wait = wait_for_strips};

int swept_cut(const swept_plan *swept, int active, int layer) {
  return (int)(((int64_t)active * layer + swept->layers - 1) / swept->layers);
}

static bool has_neighbour(const ria_simulation *s, const tile_data *tile, int axis, bool high) {
  const swept_plan *swept = swept_of(s);
  return swept->along[axis] && tile->has_neighbour[ria_side_of(swept->axis[axis], high)];
}

void swept_range(const ria_simulation *s, const tile_data *tile, int axis, swept_flank flank,
                 int tier, int *from, int *to) {
  const int n = tile->layout.n[swept_of(s)->axis[axis]];
  const int half = swept_of(s)->half[axis], moved = swept_of(s)->slope[axis] * tier;
  const bool low = has_neighbour(s, tile, axis, false), high = has_neighbour(s, tile, axis, true);
  int across = 0; /* distance from the sides of the tile, or on either side of the low side */
  switch (flank) {
  case SWEPT_UP:
  case SWEPT_OUT:
    across = moved;
    break;
  case SWEPT_DOWN:
  case SWEPT_IN:
    across = half - moved;
    break;
  }
  if (flank == SWEPT_UP || flank == SWEPT_DOWN) {
    *from = low ? across : 0;
    *to = high ? n - across : n;
  } else {
    *from = low ? -across : 0;
    *to = low ? across : 0;
  }
}
