/* Products of sparse matrices in the task of a group: pack the values that other groups need, and
 * multiply with the received values. */
#include "program.h"
#include <stdlib.h>
#include <string.h>

static ria_ell_memory memory_of(const ria_op *op, const tile_group *group, void *state,
                                size_t size) {
  ria_ell_memory memory = {
      .state = state, .field = group->field, .size = size, .fields = op->fields, .add = op->add};
  for (int f = 0; f < op->fields; f++) {
    memory.from[f] = op->field[f];
    memory.to[f] = op->field[op->fields + f];
  }
  return memory;
}

static int upload_places(program_sparse_message *out) {
  const size_t bytes = out->cells * sizeof *out->place;
  out->place_on_device = device_alloc(bytes);
  return device_upload(out->place_on_device, out->place, bytes);
}

void program_gather(const tile_work *w, int number, int group, void *state, void **message) {
  const ria_simulation *s = w->s;
  const ria_op *op = &s->model.program->op[number];
  const program_memory *m = program_of(s);
  program_sparse_group *mine = &m->matrix[m->matrix_of[number]].group[group];
  const ria_ell_memory memory = memory_of(op, &s->group[group], state, w->tile->layout.size);
  for (int i = 0; i < mine->outs; i++) {
    program_sparse_message *out = &mine->out[i];
    void *dense = work_buffer(message[i]);
    if (!w->device) {
      ria_ell_gather(out->place, out->cells, &memory, dense);
      continue;
    }
    if (!out->place_on_device)
      work_set_error(w, upload_places(out));
    if (!w->device->error)
      work_set_error(w, ria_device_gather(w->device->stream, out->place_on_device, out->cells,
                                          &memory, dense));
  }
}

/* Gather the values from other groups, field by field. False: there is no memory. */
static bool collect_extras(const tile_work *w, const ria_op *op, program_sparse_group *mine,
                           void **message, size_t size) {
  if (!mine->extras)
    return true;
  const size_t bytes = mine->extras * (size_t)mine->fields * size;
  if (!mine->extra) {
    mine->extra_on_device = w->device != NULL;
    mine->extra = w->device ? device_alloc(bytes) : calloc(1, bytes);
  }
  for (int i = 0; i < mine->ins && mine->extra; i++)
    for (int f = 0; f < op->fields; f++) {
      const program_sparse_message *in = &mine->in[i];
      char *to = (char *)mine->extra + ((size_t)f * mine->extras + in->before) * size;
      const char *from = (const char *)work_buffer(message[i]) + (size_t)f * in->cells * size;
      if (w->device)
        work_set_error(w, device_copy(w->device->stream, to, from, in->cells * size));
      else
        memcpy(to, from, in->cells * size);
    }
  return mine->extra != NULL;
}

static void multiply_rings(const tile_work *w, const ria_op *op, program_sparse_group *mine,
                           const ria_ell_memory *memory) {
  const int64_t ticks = w->clock->now.steps * RIA_STEP_TICKS + op->tick;
  if (!w->device) {
    ring_multiply(&mine->rings, memory, ticks);
    return;
  }
  if (mine->rings.rows && !mine->rings_on_device.row)
    work_set_error(w, ring_upload(&mine->rings, &mine->rings_on_device));
  if (mine->rings.rows && !w->device->error)
    work_set_error(w,
                   device_ring_multiply(w->device->stream, &mine->rings_on_device, memory, ticks));
}

void program_multiply(const tile_work *w, int number, int group, void *state, void **message) {
  const ria_simulation *s = w->s;
  const ria_op *op = &s->model.program->op[number];
  program_memory *m = program_of(s);
  program_matrix *matrix = &m->matrix[m->matrix_of[number]];
  program_sparse_group *mine = &matrix->group[group];
  const size_t size = w->tile->layout.size;
  ria_ell_memory memory = memory_of(op, &s->group[group], state, size);
  mine->fields = matrix->fields;
  if (!collect_extras(w, op, mine, message, size)) {
    if (w->device)
      work_set_error(w, DEVICE_NO_MEMORY);
    return;
  }
  memory.extra = mine->extra;
  memory.extras = mine->extras;
  if (op->matrix->rings) {
    multiply_rings(w, op, mine, &memory);
    return;
  }
  if (!w->device) {
    ria_ell_multiply(&mine->matrix, &memory);
    return;
  }
  if (mine->matrix.rows && !mine->on_device.row)
    work_set_error(w, ria_ell_upload(&mine->matrix, size, &mine->on_device));
  if (mine->matrix.rows && !w->device->error)
    work_set_error(w, ria_device_multiply(w->device->stream, &mine->on_device, &memory));
}
