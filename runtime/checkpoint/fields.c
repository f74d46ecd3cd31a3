/* Whole fields of the state, copied repeatedly. */
#include "ria/fields.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "work/read.h"

typedef struct {
  const tile_data *tile;
  size_t bytes; /* of a field */
  void *memory; /* [count][own cells], in the model's precision; registered as the handle */
  starpu_data_handle_t handle;
} part;

struct ria_fields {
  ria_simulation *simulation;
  int count, parts;
  part *part;
};

/* The number of fields is passed as the `field` of the read task. */
static void fields_cpu(void *buffers[], void *argument) {
  const tile_read *a = argument;
  const tile_layout *l = &a->tile->layout;
  layout_pack(l, tile_read_state(buffers, a), a->field, layout_own(l), layout_straight, NULL,
              work_buffer(buffers[READ_OUT]));
}

static void fields_on_device(void *buffers[], void *argument) {
  const tile_read *a = argument;
  const tile_layout *l = &a->tile->layout;
  const device_strip whole = {.box = layout_own(l), .dense = work_buffer(buffers[READ_OUT])};
  const int code = device_copy_strips(device_stream(), l, (void *)tile_read_state(buffers, a),
                                      a->field, &whole, 1, true);
  if (code)
    simulation_device_failed(a->simulation, code);
}

static struct starpu_codelet fields_codelet = READ_CODELET(fields);

static ria_status create_part(ria_fields *f, const tile_data *tile) {
  const ria_simulation *s = f->simulation;
  part *p = &f->part[f->parts];
  p->tile = tile;
  p->bytes = ria_box_cells(layout_own(&tile->layout)) * tile->layout.size;
  const size_t bytes = (size_t)f->count * p->bytes;
  p->memory = snapshot_memory_take(s->snapshot_memory, bytes,
                                   place_on_device(&tile->place) && !tile->place.workers);
  if (!p->memory)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %zu bytes of fields", bytes);
  starpu_vector_data_register(&p->handle, STARPU_MAIN_RAM, (uintptr_t)p->memory,
                              (uint32_t)(bytes / tile->layout.size), tile->layout.size);
  f->parts++;
  return RIA_SUCCESS;
}

ria_status ria_fields_create(ria_simulation *s, int count, ria_fields **fields) {
  const ria_block *block = s->mesh.block;
  ria_fields *f = *fields = calloc(1, sizeof *f);
  if (!f)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for fields");
  *f = (ria_fields){.simulation = s, .count = count};
  if (s->mesh.blocks != 1 || block->cells[0] * block->cells[1] * block->cells[2] > INT_MAX)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "whole fields of several blocks, or of 2^31 cells");
  f->part = calloc((size_t)s->tiles + 1, sizeof *f->part);
  if (!f->part)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for fields");
  for (int i = 0; i < s->tiles; i++)
    RIA_TRY(create_part(f, &s->tile[i]));
  return RIA_SUCCESS;
}

ria_status ria_fields_ask(ria_fields *f) {
  for (int i = 0; i < f->parts; i++)
    RIA_TRY(tile_read_submit(
        &(tile_read){.simulation = f->simulation, .tile = f->part[i].tile, .field = f->count},
        &fields_codelet, f->part[i].handle));
  return RIA_SUCCESS;
}

static void copy_row(const void *from, size_t first, int cells, bool single, double *to) {
  const float *floats = (const float *)from + first;
  const double *doubles = (const double *)from + first;
  for (int i = 0; i < cells; i++)
    to[i] = single ? (double)floats[i] : doubles[i];
}

static void copy_part(const ria_fields *f, const part *p, double *const *values) {
  const ria_global *all = f->simulation->mesh.block->cells, *lo = p->tile->at.cells.lo;
  const tile_layout *l = &p->tile->layout;
  for (int field = 0; field < f->count; field++)
    for (int z = 0; z < l->n[2]; z++)
      for (int y = 0; y < l->n[1]; y++)
        copy_row((const char *)p->memory + (size_t)field * p->bytes,
                 (size_t)(z * l->n[1] + y) * (size_t)l->n[0], l->n[0], l->size == sizeof(float),
                 &values[field][((lo[2] + z) * all[1] + lo[1] + y) * all[0] + lo[0]]);
}

/* All bits of a value are 0 on all ranks but one, so the sum is exact. */
static ria_status share(const ria_fields *f, double *const *values) {
  const ria_runtime *runtime = f->simulation->runtime;
  const ria_global *n = f->simulation->mesh.block->cells;
  for (int field = 0; field < f->count && runtime->ranks > 1; field++)
    if (MPI_Allreduce(MPI_IN_PLACE, values[field], (int)(n[0] * n[1] * n[2]), MPI_INT64_T, MPI_BOR,
                      runtime->comm))
      return ria_fail(RIA_ERROR_MPI, "MPI cannot gather fields");
  return RIA_SUCCESS;
}

ria_status ria_fields_answer(ria_fields *f, double *const *values) {
  const ria_simulation *s = f->simulation;
  const ria_global *n = s->mesh.block->cells;
  for (int field = 0; field < f->count && s->runtime->ranks > 1; field++)
    memset(values[field], 0, (size_t)(n[0] * n[1] * n[2]) * sizeof *values[field]);
  for (int i = 0; i < f->parts; i++) {
    if (starpu_data_acquire(f->part[i].handle, STARPU_R))
      return ria_fail(RIA_ERROR_STARPU, "StarPU cannot wait for fields");
    copy_part(f, &f->part[i], values);
    starpu_data_release(f->part[i].handle);
  }
  simulation_take_mpi(s);
  RIA_TRY(share(f, values));
  return simulation_check_device(s);
}

void ria_fields_destroy(ria_fields *f) {
  if (!f)
    return;
  for (int i = 0; i < f->parts; i++) {
    starpu_data_unregister(f->part[i].handle); /* waits for the copy */
    snapshot_memory_give(f->simulation->snapshot_memory, f->part[i].memory);
  }
  free(f->part);
  free(f);
}
