/* Creates and destroys a simulation. fill.c fills it, advance.c advances it. */
#include "simulation.h"
#include <stdlib.h>
#include <string.h>
#include "clock_task.h"
#include "executors/executor.h"
#include "kernel/choose.h"
#include "tile/tile.h"
#include "trace/step_times.h"
#include "trace/trace.h"
#include "work/track.h"

static void *duplicate(const void *from, size_t bytes) {
  void *copy = malloc(bytes ? bytes : 1);
  if (copy && bytes)
    memcpy(copy, from, bytes);
  return copy;
}

/* The kernels that a program applies become the stages that the rest of the runtime sees; those
 * with the largest reach come first. */
static ria_status stages_of_program(ria_model *to) {
  const ria_program *p = to->program;
  ria_stage *stage = calloc((size_t)p->ops, sizeof *stage);
  to->stage = stage;
  to->stages = 0;
  if (!stage)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a model");
  for (int radius = RIA_PROGRAM_OPS; radius >= 0; radius--)
    for (int i = 0; i < p->ops; i++)
      if (p->op[i].kind == RIA_OP_APPLY && p->op[i].kernel->radius == radius) {
        stage[to->stages].kernel = p->op[i].kernel;
        memcpy(stage[to->stages++].scalars, p->op[i].scalars, sizeof stage->scalars);
      }
  return to->stages ? RIA_SUCCESS
                    : ria_fail(RIA_ERROR_ARGUMENT, "a program applies at least one kernel");
}

static ria_status copy_model(ria_model *to, const ria_model *from) {
  *to = *from;
  to->state = duplicate(from->state, (size_t)from->nstate * sizeof *from->state);
  to->statics = duplicate(from->statics, (size_t)from->nstatic * sizeof *from->statics);
  if (from->stored)
    to->stored = duplicate(from->stored, (size_t)from->nstatic * sizeof *from->stored);
  if (!from->program)
    to->stage = duplicate(from->stage, (size_t)from->stages * sizeof *from->stage);
  to->segment = duplicate(from->segment, (size_t)from->segments * sizeof *from->segment);
  to->source = duplicate(from->source, (size_t)from->sources * sizeof *from->source);
  to->rider = duplicate(from->rider, (size_t)from->riders * sizeof *from->rider);
  to->section = duplicate(from->section, (size_t)from->sections * sizeof *from->section);
  to->tracked = duplicate(from->tracked, (size_t)from->ntracked * sizeof *from->tracked);
  to->tracker = duplicate(from->tracker, (size_t)from->trackers * sizeof *from->tracker);
  if (!to->rider || !to->section || !to->tracked || !to->tracker || !to->state || !to->statics ||
      (from->stored && !to->stored) || (!to->stage && !to->program) || !to->segment || !to->source)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a model");
  if (to->program)
    RIA_TRY(stages_of_program(to));
  if (to->step == RIA_STEP_EXACT)
    to->window = 1;
  if (to->scheme != RIA_TILING_EXPANSION && to->scheme != RIA_TILING_SWEPT)
    to->depth = 1;
  return RIA_SUCCESS;
}

bool ria_model_repeats(const ria_model *model) {
  return model->stages > 1 || ria_kernel_sees_corners(model->stage[0].kernel);
}

static int strip_fields(const ria_model *m) {
  int most = m->program ? 1 : m->nstate;
  for (int i = 0; m->program && i < m->program->ops; i++)
    if (m->program->op[i].kind == RIA_OP_EXCHANGE && m->program->op[i].fields > most)
      most = m->program->op[i].fields;
  return most;
}

static int largest_radius(const ria_simulation *s) {
  int largest = 0;
  for (int axis = 0; axis < RIA_AXES; axis++)
    largest = s->radius[axis] > largest ? s->radius[axis] : largest;
  return largest;
}

static void need_scratch(ria_simulation *s, const ria_implementation *of, int width) {
  const size_t bytes = of->scratch_bytes ? of->scratch_bytes(width, s->model.precision) : 0;
  if (bytes > s->scratch_bytes)
    s->scratch_bytes = bytes;
}

static ria_status create_scratch(ria_simulation *s) {
  int width = 0;
  for (int b = 0; b < s->mesh.blocks; b++) {
    const ria_block *block = &s->mesh.block[b];
    const int cells = (int)(block->cells[0] / block->tiles[0]) + 1;
    width = cells > width ? cells : width;
  }
  width += 2 * (s->ghost[0] + largest_radius(s));
  for (int i = 0; i < s->model.stages; i++)
    need_scratch(s, s->stage_implementation[i], width);
  for (int i = 0; i < s->model.trackers; i++)
    need_scratch(s, s->tracker_implementation[i], width);
  for (int i = 0; i < s->model.riders; i++)
    need_scratch(s, s->rider_implementation[i], width);
  s->scratch = calloc(STARPU_NMAXWORKERS, sizeof *s->scratch);
  if (!s->scratch)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for scratch");
  for (unsigned w = 0; w < starpu_worker_get_count(); w++) {
    s->scratch[w] = pages_alloc(s->scratch_bytes);
    if (!s->scratch[w])
      return ria_fail(RIA_ERROR_MEMORY, "no memory for %zu bytes of scratch", s->scratch_bytes);
  }
  return RIA_SUCCESS;
}

static void free_scratch(ria_simulation *s) {
  for (unsigned w = 0; s->scratch && w < starpu_worker_get_count(); w++)
    free(s->scratch[w]);
  free(s->scratch);
  s->scratch = NULL;
}

ria_status simulation_to_host(ria_simulation *s) {
  implementations_free(s);
  free_scratch(s);
  hybrid_destroy(s->hybrid);
  s->hybrid = NULL;
  if (!s->traits.host)
    executor_leave(s);
  s->target = model_host(&s->model);
  s->model.target = s->target->name;
  s->model.strategy = NULL;
  s->on_device = s->tracks_besides = false;
  for (int i = 0; i < s->tiles; i++)
    s->tile[i].place = place_of_host(s->runtime);
  RIA_TRY(implementations_find(s));
  return create_scratch(s);
}

/* Choose the functions that measure the inflow, and add up the cells of each source. */
static ria_status prepare_ledger(ria_simulation *s) {
  const ria_model *m = &s->model;
  const ria_kernel *kernel = m->stage[0].kernel;
  s->openings = model_openings(m);
  s->source_weight = calloc((size_t)m->sources + 1, sizeof *s->source_weight);
  s->rider_through = calloc((size_t)m->riders + 1, sizeof *s->rider_through);
  if (!s->source_weight || !s->rider_through)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a simulation");
  for (int i = 0; i < m->sources; i++)
    for (int c = 0; c < m->source[i].count; c++)
      s->source_weight[i] += m->source[i].weight[c];
  const ria_implementation *fastest = ria_kernel_implementation(kernel, m->target, NULL);
  s->through = m->amounts ? ria_kernel_on(kernel, RIA_TARGET_HOST)->through[m->precision] : NULL;
  s->device_through = ria_device_functions_of(fastest, m->precision)->through;
  for (int i = 0; i < m->riders; i++) {
    fastest = ria_kernel_implementation(m->rider[i].kernel, m->target, NULL);
    s->rider_through[i] = ria_device_functions_of(fastest, m->precision)->through;
  }
  return RIA_SUCCESS;
}

/* Copy a mesh into one piece of memory: blocks, links, and names. */
static ria_status copy_mesh(ria_simulation *s, const ria_mesh *from) {
  const size_t blocks = (size_t)from->blocks, links = (size_t)from->links;
  size_t names = 0;
  for (int b = 0; b < from->blocks; b++)
    names += from->block[b].name ? strlen(from->block[b].name) + 1 : 0;
  const size_t before = blocks * sizeof *from->block + links * sizeof *from->link;
  char *memory = s->mesh_memory = malloc(before + names + 1);
  if (!memory)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a mesh");
  ria_block *block = (ria_block *)(void *)memory;
  ria_link *link = (ria_link *)(void *)(memory + blocks * sizeof *block);
  char *name = memory + before;
  memcpy(block, from->block, blocks * sizeof *block);
  if (links)
    memcpy(link, from->link, links * sizeof *link);
  for (size_t b = 0; b < blocks; b++)
    if (block[b].name) {
      strcpy(name, block[b].name);
      block[b].name = name;
      name += strlen(name) + 1;
    }
  s->mesh = *from;
  s->mesh.block = block;
  s->mesh.link = link;
  return RIA_SUCCESS;
}

/* A step made of sweeps, one along each axis, runs them in the same order in every block. If a
 * joint turns one axis into another, the blocks on either side would compute different fluxes for
 * its faces. */
static ria_status check_sweeps(const ria_simulation *s, const ria_model *m) {
  const int all = (1 << s->mesh.ndim) - 1;
  for (int l = 0; l < s->mesh.links; l++)
    for (int i = 0; i < m->stages; i++) {
      const ria_link *link = &s->mesh.link[l];
      const ria_kernel *kernel = m->stage[i].kernel;
      bool turns = false;
      for (int a = 0; a < RIA_AXES; a++)
        turns |= abs(link->map[a]) != a + 1;
      if (!turns || !kernel->radius || (kernel->axes & all) == all)
        continue;
      const char *one = s->mesh.block[link->block[0]].name;
      const char *other = s->mesh.block[link->block[1]].name;
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "the kernel %s works along one axis, but the joint of the blocks %s and %s "
                      "turns the axes; use blocks whose axes run in the same directions",
                      kernel->name, one ? one : "0", other ? other : "0");
    }
  return RIA_SUCCESS;
}

static ria_status take_mesh(ria_simulation *s, const ria_model *m) {
  if (m->mesh)
    RIA_TRY(copy_mesh(s, m->mesh));
  else
    s->mesh = ria_grid_mesh(&m->grid, &s->block, s->link);
  s->model.mesh = &s->mesh;
  for (int i = 0; i < m->segments; i++)
    if (s->mesh.blocks == 1 && ria_mesh_periodic(&s->mesh, 0, ria_side_axis(m->segment[i].side)))
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "segment %d lies on a periodic side, which has no edge to fill", i);
  for (int i = 0; i < m->stages && s->mesh.ndim == 3; i++)
    if (m->stage[i].kernel->kind == RIA_KERNEL_FACE)
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "the kernel %s works in a plane, and the mesh has 3 dimensions",
                      m->stage[i].kernel->name);
  return check_sweeps(s, m);
}

/* Values that depend on a block's cell size, computed once. A model of one block stores them in its
 * stages. */
static ria_status bind_blocks(ria_simulation *s) {
  const size_t stages = (size_t)s->model.stages;
  s->block_stage = calloc((size_t)s->mesh.blocks * stages, sizeof *s->block_stage);
  if (!s->block_stage)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a model");
  for (int b = 0; b < s->mesh.blocks; b++)
    for (size_t i = 0; i < stages; i++) {
      ria_stage *stage = &s->block_stage[(size_t)b * stages + i];
      *stage = s->model.stage[i];
      for (int k = 0; k < stage->kernel->nscalar; k++)
        if (stage->scalars[k].from == RIA_BIND_INVERSE_SPACING)
          stage->scalars[k] =
              (ria_binding){.from = RIA_BIND_VALUE,
                            .value = 1 / s->mesh.block[b].spacing[stage->scalars[k].forcing]};
    }
  memcpy((void *)s->model.stage, s->block_stage, stages * sizeof *s->block_stage);
  return RIA_SUCCESS;
}

/* A rider has the same number of ghost rows as its stage, because it reads the same buffer. */
static ria_status check_riders(const ria_simulation *s) {
  for (int i = 0; i < s->model.riders; i++) {
    const ria_kernel *rider = s->model.rider[i].kernel,
                     *stage = s->model.stage[s->model.rider[i].stage].kernel;
    for (int axis = 0; axis < s->mesh.ndim; axis++)
      if (ria_kernel_reach(rider, axis) > ria_kernel_reach(stage, axis))
        return ria_fail(
            RIA_ERROR_ARGUMENT,
            "the kernel %s reads more ghost cells than the kernel %s that it rides with",
            rider->name, stage->name);
  }
  if (s->model.riders && !s->traits.carries_riders)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "'%s' is transported within the step, which this target or time tiling does "
                    "not support; use "
                    "the target cpu or cuda, and time_tiling.scheme classic or expansion",
                    s->model.rider[0].field[0] ? s->model.rider[0].field[0]
                                               : s->model.rider[0].kernel->state[0].name);
  return RIA_SUCCESS;
}

static ria_status build(ria_simulation *s, const ria_model *model) {
  RIA_TRY(model_check(model));
  RIA_TRY(copy_model(&s->model, model));
  s->target = model_target(&s->model);
  RIA_TRY(take_mesh(s, model));
  RIA_TRY(hybrid_create(s->runtime, s->target, &s->model, &s->hybrid));
  RIA_TRY(executor_ask(s));
  RIA_TRY(fields_find(s));
  RIA_TRY(implementations_find(s));
  RIA_TRY(prepare_ledger(s));
  s->on_device = ria_implementation_on_device(s->stage_implementation[0]);
  s->tracks_besides = track_besides(s);
  RIA_TRY(bind_blocks(s));
  s->solo = !s->hybrid && s->runtime->ranks == 1 && ria_mesh_tiles(&s->mesh) == 1 && !s->mesh.links;
  for (int i = 0; i < s->model.stages; i++)
    for (int axis = 0; axis < s->mesh.ndim; axis++) {
      const int reach = ria_kernel_reach(s->model.stage[i].kernel, axis);
      if (!s->model.program)
        s->radius[axis] += reach;
      else if (reach > s->radius[axis])
        s->radius[axis] = reach;
      s->radius[axis] += rider_reach(s, i, axis);
    }
  for (int i = 0; i < s->model.stages; i++)
    if (s->model.stage[i].kernel->radius > s->most_radius)
      s->most_radius = s->model.stage[i].kernel->radius;
  /* Without neighbours, no data has to last from one exchange to the next. */
  const bool deep = !s->solo && s->model.scheme == RIA_TILING_EXPANSION;
  if (deep && s->model.depth > 1) {
    RIA_TRY(ria_mesh_check(&s->mesh, (const int[RIA_AXES]){0}));
    RIA_TRY(ria_mesh_check_flush(&s->mesh));
  }
  for (int axis = 0; axis < s->mesh.ndim; axis++) {
    const int all = deep ? s->radius[axis] * s->model.depth : 0, one = largest_radius(s);
    s->ghost[axis] = s->exchanged[axis] = all > one ? all : one;
  }
  s->applications = s->model.stages;
  s->strip_fields = strip_fields(&s->model);
  RIA_TRY(executor_choose(s));
  RIA_TRY(check_riders(s));
  RIA_TRY(ria_mesh_check(&s->mesh, s->ghost));
  RIA_TRY(create_scratch(s));
  s->device_error = calloc(1, sizeof *s->device_error);
  s->missing_memory = calloc(1, sizeof *s->missing_memory);
  s->snapshot_memory = snapshot_memory_create();
  if (!s->device_error || !s->missing_memory || !s->snapshot_memory)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a simulation");
  RIA_TRY(step_times_create(s));
  RIA_TRY(clock_create(s));
  RIA_TRY(tiles_plan(s));
  if (s->executor->memory)
    RIA_TRY(s->executor->memory(s));
  work_nodes_create();
  RIA_TRY(tiles_create(s));
  if (s->executor->create)
    RIA_TRY(s->executor->create(s));
  return shapes_create(s);
}

ria_status ria_simulation_create(ria_runtime *runtime, const ria_model *model,
                                 ria_simulation **simulation) {
  *simulation = NULL;
  ria_simulation *s = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a simulation");
  s->runtime = runtime;
  ria_status status = build(s, model);
  if (status != RIA_SUCCESS) {
    ria_simulation_destroy(s);
    return status;
  }
  *simulation = s;
  return RIA_SUCCESS;
}

static void wait_strip(const strip_buffers *strip) {
  handle_wait(strip->handle[0]);
  handle_wait(strip->handle[1]);
}

void ria_simulation_drain(const ria_simulation *s) {
  starpu_task_wait_for_all();
  if (s->runtime->ranks == 1)
    return;
  for (int i = 0; i < s->tiles && s->tile; i++) {
    const tile_data *tile = &s->tile[i];
    for (int k = 0; k < tile->outs; k++)
      wait_strip(&tile->out[k].own);
    for (int k = 0; k < tile->ins; k++)
      wait_strip(&tile->in[k].own);
  }
  if (s->executor && s->executor->wait)
    s->executor->wait(s);
  handle_wait(s->clock_handle);
  int reports = s->runtime->rank ? 1 : s->runtime->ranks;
  for (int r = 0; r < reports && s->rank_report_handle; r++)
    handle_wait(s->rank_report_handle[r]);
}

void ria_simulation_destroy(ria_simulation *s) {
  if (!s)
    return;
  patch_release(s);
  ria_simulation_drain(s);
  if (s->executor)
    executor_leave(s);
  tiles_destroy(s);
  clock_destroy(s);
  free_scratch(s);
  step_times_destroy(s);
  trace_destroy(s->trace);
  snapshot_memory_destroy(s->snapshot_memory);
  free(s->device_error);
  free(s->missing_memory);
  implementations_free(s);
  fields_free(s);
  free(s->source_weight);
  free(s->rider_through);
  free(s->block_stage);
  free(s->mesh_memory);
  free(s->stage_shape);
  hybrid_destroy(s->hybrid);
  free((void *)s->model.state);
  free((void *)s->model.statics);
  free((void *)s->model.stored);
  free((void *)s->model.stage);
  free((void *)s->model.segment);
  free((void *)s->model.source);
  free((void *)s->model.rider);
  free((void *)s->model.section);
  free((void *)s->model.tracked);
  free((void *)s->model.tracker);
  free(s);
}

void simulation_invalidate(ria_simulation *s) {
  s->primed = false;
  s->pending = false;
  s->phase = 0;
  for (int i = 0; i < s->tiles; i++) {
    for (int buffer = 0; buffer < RIA_BUFFERS; buffer++)
      tile_invalidate(&s->tile[i], buffer);
    executor_invalidate(s, &s->tile[i]);
  }
}

void ria_simulation_record(ria_simulation *s, ria_record_function record, void *context) {
  handle_wait(s->clock_handle);
  s->record = record;
  s->record_context = context;
}

int ria_simulation_passes(const ria_simulation *s) {
  return s->applications;
}

void ria_simulation_let(ria_simulation *s, ria_tile_workers who) {
  ria_simulation_drain(s);
  hybrid_let(s->hybrid, who);
}
