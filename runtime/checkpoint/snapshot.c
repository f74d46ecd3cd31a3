/* Snapshots and sums: read the state while the computation goes on. */
#include "snapshot.h"
#include <stdlib.h>
#include <string.h>
#include "ria/sum.h"
#include "trace/trace.h"
#include "work/read.h"

struct ria_snapshot {
  ria_simulation *simulation;
  ria_progress progress;
  ria_ledger ledger;
  double *kept; /* numbers kept by moments */
  int tiles;
  ria_snapshot_tile *tile;
  void **memory;
  starpu_data_handle_t *handle;
  bool acquired;
};

int ria_model_lasting(const ria_model *model) {
  int interim = model->program ? model->program->work : model->handed;
  for (int i = 0; i < model->stages; i++)
    if (model->stage[i].kernel->interim > interim)
      interim = model->stage[i].kernel->interim;
  return model->nstate - interim;
}

int ria_model_kept(const ria_model *model) {
  return ria_model_lasting(model) + model->ntracked;
}

const ria_quantity *ria_model_kept_field(const ria_model *model, int number) {
  const int lasting = ria_model_lasting(model);
  return number < lasting ? &model->state[number] : &model->tracked[number - lasting].quantity;
}

static size_t field_bytes(const tile_data *tile) {
  return ria_box_cells(layout_own(&tile->layout)) * tile->layout.size;
}

static void snapshot_cpu(void *buffers[], void *argument) {
  const tile_read *a = argument;
  const tile_layout *l = &a->tile->layout;
  const step_clock *clock = work_buffer(buffers[READ_CLOCK]);
  const double began = ria_seconds();
  const ria_model *m = &a->simulation->model;
  char *out = work_buffer(buffers[READ_OUT]);
  layout_pack(l, tile_read_state(buffers, a), ria_model_lasting(m), layout_own(l), layout_straight,
              NULL, out);
  if (m->ntracked)
    layout_pack(l, tile_read_tracked(buffers, a), m->ntracked, layout_own(l), layout_straight, NULL,
                out + (size_t)ria_model_lasting(m) * field_bytes(a->tile));
  trace_note(a->simulation->trace, TRACE_SNAPSHOT, clock->now.steps, began);
}

static void snapshot_on_device(void *buffers[], void *argument) {
  const tile_read *a = argument;
  const tile_layout *l = &a->tile->layout;
  const ria_model *m = &a->simulation->model;
  char *out = work_buffer(buffers[READ_OUT]);
  device_strip whole = {.box = layout_own(l), .dense = out};
  int code = device_copy_strips(device_stream(), l, (void *)tile_read_state(buffers, a),
                                ria_model_lasting(m), &whole, 1, true);
  whole.dense = out + (size_t)ria_model_lasting(m) * field_bytes(a->tile);
  if (!code && m->ntracked)
    code = device_copy_strips(device_stream(), l, (void *)tile_read_tracked(buffers, a),
                              m->ntracked, &whole, 1, true);
  if (code)
    simulation_device_failed(a->simulation, code);
}

static void sum_cpu(void *buffers[], void *argument) {
  const tile_read *a = argument;
  const tile_layout *l = &a->tile->layout;
  const char *origin = layout_origin(l, tile_read_state(buffers, a), a->field);
  ria_sum *sum = work_buffer(buffers[READ_OUT]);
  memset(sum, 0, sizeof *sum);
  for (int z = 0; z < l->n[2]; z++)
    for (int y = 0; y < l->n[1]; y++)
      for (int x = 0; x < l->n[0]; x++) {
        const ptrdiff_t at = layout_at(l, x, y, z);
        ria_sum_add(sum, l->size == sizeof(float) ? (double)((const float *)origin)[at]
                                                  : ((const double *)origin)[at]);
      }
}

static void sum_on_device(void *buffers[], void *argument) {
  const tile_read *a = argument;
  const tile_layout *l = &a->tile->layout;
  const void *origin = layout_origin(l, tile_read_state(buffers, a), a->field);
  int code = device_sum(device_stream(), l, origin, work_buffer(buffers[READ_OUT]));
  if (code)
    simulation_device_failed(a->simulation, code);
}

static struct starpu_codelet snapshot_codelet = READ_CODELET(snapshot);
static struct starpu_codelet sum_codelet = READ_CODELET(sum);
/* For tiles with more cells than the digits of a sum on a GPU can hold. */
static struct starpu_codelet sum_on_cpu_codelet = {.cpu_funcs = {sum_cpu},
                                                   .cpu_funcs_name = {"sum_cpu"},
                                                   .nbuffers = 3,
                                                   .modes = {STARPU_R, STARPU_R, STARPU_W},
                                                   .name = "sum"};

static ria_status copy_kept(const ria_moments *moments, double **kept) {
  *kept = malloc(((size_t)moments->kept + 1) * sizeof **kept);
  if (!*kept)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a snapshot");
  if (moments->kept)
    memcpy(*kept, moments->keep, (size_t)moments->kept * sizeof **kept);
  return RIA_SUCCESS;
}

/* The tiles of a snapshot are ordered by number. */
static const tile_data *tile_seen(const ria_simulation *s, int i) {
  return &s->tile[s->by_number[i]];
}

static ria_status take_memory(const ria_simulation *s, int i, void **memory) {
  const tile_data *tile = tile_seen(s, i);
  const size_t bytes = field_bytes(tile) * (size_t)ria_model_kept(&s->model);
  *memory = snapshot_memory_take(s->snapshot_memory, bytes,
                                 place_on_device(&tile->place) && !tile->place.workers);
  return *memory ? RIA_SUCCESS
                 : ria_fail(RIA_ERROR_MEMORY, "no memory for a snapshot of %zu bytes", bytes);
}

static ria_status snapshot_tile(ria_snapshot *snapshot, int i) {
  const ria_simulation *s = snapshot->simulation;
  const tile_data *tile = tile_seen(s, i);
  const tile_layout *l = &tile->layout;
  const size_t field = field_bytes(tile);
  const int kept = ria_model_kept(&s->model);
  RIA_TRY(take_memory(s, i, &snapshot->memory[i]));
  snapshot->tile[i].block = tile->at.block;
  memcpy(snapshot->tile[i].lo, tile->at.cells.lo, sizeof snapshot->tile[i].lo);
  memcpy(snapshot->tile[i].n, l->n, sizeof snapshot->tile[i].n);
  for (int f = 0; f < kept; f++)
    snapshot->tile[i].values[f] = (char *)snapshot->memory[i] + (size_t)f * field;
  starpu_vector_data_register(&snapshot->handle[i], STARPU_MAIN_RAM, (uintptr_t)snapshot->memory[i],
                              (uint32_t)(field * (size_t)kept / l->size), l->size);
  snapshot->tiles++;
  return tile_read_submit(&(tile_read){.simulation = s, .tile = tile}, &snapshot_codelet,
                          snapshot->handle[i]);
}

ria_status ria_simulation_snapshot(ria_simulation *s, ria_snapshot **snapshot) {
  size_t n = (size_t)(s->tiles ? s->tiles : 1);
  ria_snapshot *new = calloc(1, sizeof *new);
  *snapshot = new;
  if (!new)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a snapshot");
  new->simulation = s;
  new->progress = ria_simulation_progress(s);
  new->tile = calloc(n, sizeof *new->tile);
  new->memory = calloc(n, sizeof *new->memory);
  new->handle = calloc(n, sizeof *new->handle);
  ria_status status = new->tile &&new->memory &&new->handle
                          ? ria_simulation_ledger(s, &new->ledger)
                          : ria_fail(RIA_ERROR_MEMORY, "no memory for a snapshot");
  if (status == RIA_SUCCESS)
    status = copy_kept(&s->model.moments, &new->kept);
  for (int i = 0; i < s->tiles && status == RIA_SUCCESS; i++)
    status = snapshot_tile(new, i);
  if (status != RIA_SUCCESS) {
    ria_snapshot_destroy(new);
    *snapshot = NULL;
  }
  return status;
}

ria_status ria_simulation_expect_snapshots(ria_simulation *s) {
  void **memory = calloc((size_t)s->tiles + 1, sizeof *memory);
  ria_status status = memory ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a snapshot");
  for (int i = 0; i < s->tiles && status == RIA_SUCCESS; i++)
    status = take_memory(s, i, &memory[i]);
  for (int i = 0; i < s->tiles && memory; i++)
    if (memory[i])
      snapshot_memory_give(s->snapshot_memory, memory[i]);
  free(memory);
  return status;
}

ria_status ria_snapshot_tiles(ria_snapshot *snapshot, int *count, const ria_snapshot_tile **tiles,
                              ria_progress *progress) {
  for (int i = 0; i < snapshot->tiles && !snapshot->acquired; i++) {
    if (starpu_data_acquire(snapshot->handle[i], STARPU_R))
      return ria_fail(RIA_ERROR_STARPU, "StarPU cannot wait for a snapshot");
    starpu_data_release(snapshot->handle[i]);
  }
  snapshot->acquired = true;
  *count = snapshot->tiles;
  *tiles = snapshot->tile;
  if (progress)
    *progress = snapshot->progress;
  return RIA_SUCCESS;
}

const ria_ledger *ria_snapshot_ledger(const ria_snapshot *snapshot) {
  return &snapshot->ledger;
}

const double *snapshot_kept(const ria_snapshot *snapshot) {
  return snapshot->kept;
}

const ria_simulation *snapshot_simulation(const ria_snapshot *snapshot) {
  return snapshot->simulation;
}

const ria_model *ria_snapshot_model(const ria_snapshot *snapshot) {
  return &snapshot->simulation->model;
}

void ria_snapshot_destroy(ria_snapshot *snapshot) {
  if (!snapshot)
    return;
  for (int i = 0; i < snapshot->tiles; i++) {
    starpu_data_unregister(snapshot->handle[i]);
    snapshot_memory_give(snapshot->simulation->snapshot_memory, snapshot->memory[i]);
  }
  ria_ledger_destroy(&snapshot->ledger);
  free(snapshot->kept);
  free(snapshot->tile);
  free(snapshot->memory);
  free(snapshot->handle);
  free(snapshot);
}

/* Runs where the tile is: a tile on a GPU need not be copied for its sum. */
static struct starpu_codelet *sum_codelet_of(const tile_data *tile) {
  const size_t most_cells = 1 << 30;
  return ria_box_cells(layout_own(&tile->layout)) < most_cells ? &sum_codelet : &sum_on_cpu_codelet;
}

ria_status ria_simulation_sum(ria_simulation *s, int field, double *sum) {
  ria_sum total = {0}, *part = calloc((size_t)s->tiles + 1, sizeof *part);
  starpu_data_handle_t *handle = calloc((size_t)s->tiles + 1, sizeof *handle);
  ria_status status =
      part && handle ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a sum");
  int tiles = 0;
  for (; tiles < s->tiles && status == RIA_SUCCESS; tiles++) {
    starpu_vector_data_register(&handle[tiles], STARPU_MAIN_RAM, (uintptr_t)&part[tiles],
                                sizeof *part, 1);
    status =
        tile_read_submit(&(tile_read){.simulation = s, .tile = &s->tile[tiles], .field = field},
                         sum_codelet_of(&s->tile[tiles]), handle[tiles]);
  }
  for (int i = 0; i < tiles; i++) {
    starpu_data_unregister(handle[i]);
    ria_sum_merge(&total, &part[i]);
  }
  free(part);
  free(handle);
  RIA_TRY(status);
  simulation_take_mpi(s);
  /* After a merge digits are below 2^33, so the sum of the ranks' digits cannot overflow. */
  if (s->runtime->ranks > 1 &&
      MPI_Allreduce(MPI_IN_PLACE, &total, (int)(sizeof total / sizeof(int64_t)), MPI_INT64_T,
                    MPI_SUM, s->runtime->comm))
    return ria_fail(RIA_ERROR_MPI, "MPI cannot add up over the ranks");
  *sum = ria_sum_value(&total);
  return RIA_SUCCESS;
}
