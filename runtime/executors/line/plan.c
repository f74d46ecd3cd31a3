#include "plan.h"
#include <stdio.h>
#include <stdlib.h>
#include "ria/line_model.h"

static bool has_rate(const ria_model *m) {
  for (int i = 0; i < m->stages; i++)
    if (m->stage[i].kernel->has_rate)
      return true;
  return false;
}

static ria_status check_scheme(const ria_model *m, ria_line_variant variant) {
  const bool swept = m->scheme == RIA_TILING_SWEPT;
  if (variant >= RIA_LINE_VARIANTS || (!swept && m->scheme != RIA_TILING_CLASSIC) ||
      (!swept && !m->line.variant) || swept != ria_line_is_swept(variant))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "time_tiling.variant %s does not belong to this scheme: shared, register, "
                    "hybrid and packed "
                    "are swept; launch, graph and persistent are classic",
                    ria_line_variant_name(variant));
  return RIA_SUCCESS;
}

static ria_status check_domain(const ria_simulation *s) {
  const ria_block *g = s->mesh.block;
  if (g->cells[1] != 1)
    return ria_fail(
        RIA_ERROR_UNSUPPORTED,
        "time_tiling.variant and time_tiling.node are for a line, a grid of one row, but this grid "
        "has %lld rows: leave them out; swept then cuts the tiles into pyramids",
        (long long)g->cells[1]);
  if (ria_mesh_periodic(&s->mesh, 0, 1))
    return ria_fail(RIA_ERROR_UNSUPPORTED, "on a GPU this time tiling is for a line, which may be "
                                           "periodic only along x: use grid.periodic x");
  if (s->runtime->ranks > 1 || g->tiles[0] > 1 || g->tiles[1] > 1)
    return ria_fail(
        RIA_ERROR_UNSUPPORTED,
        "a line with time_tiling.variant or time_tiling.node must be one tile of one rank, but "
        "this one is cut into %d x %d tiles for %d rank%s: use --tiles 1x1 and one "
        "rank, or leave them out",
        g->tiles[0], g->tiles[1], s->runtime->ranks, s->runtime->ranks > 1 ? "s" : "");
  if (s->hybrid)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "a line on a GPU is one tile and leaves none for CPU workers: use "
                    "gpu.workers 0");
  return RIA_SUCCESS;
}

static ria_status check_steps(const ria_model *m) {
  if (m->step == RIA_STEP_EXACT)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "a line on a GPU needs its time steps in advance, but an exact step depends on "
                    "all cells at its start: use time.step fixed, or another "
                    "time tiling");
  if (m->scheme == RIA_TILING_SWEPT && (m->depth < 2 || m->depth > m->window))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "swept time tiling over %d steps in windows of %d: use time_tiling.steps 2 to "
                    "%d, or a longer time.window",
                    m->depth, m->window, m->window > 2 ? m->window : 2);
  return RIA_SUCCESS;
}

/* Swept tiles of a GPU need no line; but a line without neighbours is advanced as a line. */
static bool is_swept_line(const ria_simulation *s) {
  const ria_model *m = &s->model;
  return m->scheme == RIA_TILING_SWEPT && s->mesh.block->cells[1] == 1 &&
         s->mesh.block->tiles[0] == 1 && s->runtime->ranks == 1;
}

ria_status line_plan_ask(ria_simulation *s, bool *asked) {
  ria_model *m = &s->model;
  const bool gpu = s->target->kind == RIA_TARGET_DEVICE;
  if (!m->line.variant && !m->line.node && !m->line.points && !(gpu && is_swept_line(s)))
    return RIA_SUCCESS;
  if (!gpu)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "time_tiling.variant, time_tiling.node and time_tiling.points are for a line "
                    "on a GPU: use --target cuda, or leave them out");
  const ria_line_variant variant = ria_line_variant_of(m);
  RIA_TRY(check_scheme(m, variant));
  RIA_TRY(check_domain(s));
  RIA_TRY(check_steps(m));
  line_plan *line = s->executor_data = calloc(1, sizeof *line);
  if (!line)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a line");
  *asked = true;
  m->scheme = RIA_TILING_CLASSIC;
  m->depth = 1;
  return RIA_SUCCESS;
}

static ria_status ask_room(const ria_simulation *s, ria_line_room *room) {
  const ria_model *m = &s->model;
  ria_line_scalars scalars;
  ria_device_line_args args;
  ria_line_args_of(m, m->max_dt > 0 ? m->max_dt : 1, m->window, scalars, &args);
  ria_device_report any; /* ignored, but windows will pass one */
  args.report = &any;
  const int before = device_use(starpu_worker_get_devid(s->tile[0].place.worker));
  const int code = line_plan_of(s)->device->line_room(&args, room);
  device_use(before);
  return code ? ria_fail(RIA_ERROR_DEVICE, "the GPU cannot be queried about a line: %s",
                         device_error_text(code))
              : RIA_SUCCESS;
}

ria_status line_plan_choose(ria_simulation *s) {
  const ria_model *m = &s->model;
  line_plan *line = line_plan_of(s);
  if (!s->straight)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "the kernels of a line on a GPU must have the model's fields in its order; use "
                    "time_tiling.scheme classic without a variant");
  RIA_TRY(ria_line_functions(m, &line->device));
  ria_line_room room = {0};
  RIA_TRY(ask_room(s, &room));
  if (!room.wrong && room.tiers != m->stages)
    room.wrong = "its stages are not those of the solver; use time_tiling.scheme classic without "
                 "a variant";
  if (room.wrong) {
    char node[32] = "", points[32] = "";
    if (m->line.node)
      snprintf(node, sizeof node, " in nodes of %d", m->line.node);
    if (m->line.points)
      snprintf(points, sizeof points, " with %d a thread", m->line.points);
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "%lld points cannot be advanced by time_tiling.variant %s%s%s: %s",
                    (long long)s->mesh.block->cells[0],
                    ria_line_variant_name(ria_line_variant_of(m)), node, points, room.wrong);
  }
  line->judges = room.judges;
  if (has_rate(m) && !line->judges)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "the time step of this solver depends on the largest rate of all steps of a "
                    "window, which its line on a GPU does not report: use time_tiling.scheme "
                    "classic without a variant");
  line->scratch_bytes = room.scratch_bytes;
  return RIA_SUCCESS;
}
