/* Probes: the state of single cells, copied repeatedly. */
#include "work/read.h"
#include <stdlib.h>
#include <string.h>

/* The probed cells in one tile. */
typedef struct {
  const tile_data *tile;
  int cells;
  probed_cell *cell;
  void *values;                /* [cells][nstate], in the model's precision; registered as the
                                  handle */
  starpu_data_handle_t handle; /* NULL: no probed cell lies in this tile */
} part;

struct ria_probe {
  ria_simulation *simulation;
  int count; /* cells of all ranks */
  int parts;
  part *part;
  bool asked;
};

static void probe_cpu(void *buffers[], void *argument) {
  const tile_read *a = argument;
  char *out = work_buffer(buffers[READ_OUT]);
  const tile_layout *l = &a->tile->layout;
  for (int c = 0; c < a->cells; c++)
    for (int f = 0; f < a->simulation->model.nstate; f++, out += l->size) {
      const char *origin = layout_origin(l, (void *)tile_read_state(buffers, a), f);
      const int *at = a->cell[c].at;
      memcpy(out, origin + layout_at(l, at[0], at[1], at[2]) * (ptrdiff_t)l->size, l->size);
    }
}

static void probe_on_device(void *buffers[], void *argument) {
  const tile_read *a = argument;
  char *out = work_buffer(buffers[READ_OUT]);
  const tile_layout *l = &a->tile->layout;
  const int nstate = a->simulation->model.nstate;
  for (int first = 0; first < a->cells; first += DEVICE_STRIPS) {
    device_strip strip[DEVICE_STRIPS];
    int count = 0;
    for (int c = first; c < a->cells && count < DEVICE_STRIPS; c++, count++) {
      const int *at = a->cell[c].at;
      strip[count] =
          (device_strip){.box = {{at[0], at[1], at[2]}, {at[0] + 1, at[1] + 1, at[2] + 1}},
                         .dense = out + (size_t)(c * nstate) * l->size};
    }
    int code = device_copy_strips(device_stream(), l, (void *)tile_read_state(buffers, a), nstate,
                                  strip, count, true);
    if (code)
      simulation_device_failed(a->simulation, code);
  }
}

static struct starpu_codelet probe_codelet = READ_CODELET(probe);

static int cells_of_tile(const tile_data *tile, const ria_probe_cells *cells, probed_cell *cell) {
  int inside = 0;
  for (int c = 0; c < cells->count; c++) {
    bool is = (cells->block ? cells->block[c] : 0) == tile->at.block;
    for (int a = 0; a < RIA_AXES; a++) {
      const ria_global at = cells->at[a] ? cells->at[a][c] : 0;
      is &= at >= tile->at.cells.lo[a] && at < tile->at.cells.hi[a];
      cell[inside].at[a] = (int)(at - tile->at.cells.lo[a]);
    }
    cell[inside].number = c;
    inside += is;
  }
  return inside;
}

static ria_status create_part(ria_probe *probe, const tile_data *tile,
                              const ria_probe_cells *cells) {
  part *p = &probe->part[probe->parts];
  p->tile = tile;
  p->cell = calloc((size_t)probe->count + 1, sizeof *p->cell);
  if (!p->cell)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %d probes", probe->count);
  probe->parts++;
  p->cells = cells_of_tile(tile, cells, p->cell);
  const size_t n = (size_t)p->cells * (size_t)probe->simulation->model.nstate,
               size = tile->layout.size;
  p->values = calloc(n + 1, size);
  if (!p->values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %d probes", probe->count);
  if (p->cells)
    starpu_vector_data_register(&p->handle, STARPU_MAIN_RAM, (uintptr_t)p->values, (uint32_t)n,
                                size);
  return RIA_SUCCESS;
}

ria_status ria_probe_create(ria_simulation *s, const ria_probe_cells *cells, ria_probe **probe) {
  const int count = cells->count;
  ria_probe *new = *probe = calloc(1, sizeof *new);
  if (!new)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %d probes", count);
  new->simulation = s;
  new->count = count;
  new->part = calloc((size_t)s->tiles + 1, sizeof *new->part);
  if (!new->part)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %d probes", count);
  for (int i = 0; i < s->tiles; i++)
    RIA_TRY(create_part(new, &s->tile[i], cells));
  return RIA_SUCCESS;
}

ria_status ria_probe_ask(ria_probe *probe) {
  for (int i = 0; i < probe->parts; i++) {
    const part *p = &probe->part[i];
    const tile_read what = {
        .simulation = probe->simulation, .tile = p->tile, .cells = p->cells, .cell = p->cell};
    if (p->handle)
      RIA_TRY(tile_read_submit(&what, &probe_codelet, p->handle));
  }
  probe->asked = true;
  return RIA_SUCCESS;
}

static void copy_values(const ria_probe *probe, const part *p, double *values) {
  const int nstate = probe->simulation->model.nstate;
  const bool single = p->tile->layout.size == sizeof(float);
  for (int c = 0; c < p->cells; c++)
    for (int f = 0; f < nstate; f++) {
      const size_t at = (size_t)c * (size_t)nstate + (size_t)f;
      values[p->cell[c].number * nstate + f] =
          single ? (double)((const float *)p->values)[at] : ((const double *)p->values)[at];
    }
}

ria_status ria_probe_answer(ria_probe *probe, double *values) {
  const ria_simulation *s = probe->simulation;
  const int n = probe->count * s->model.nstate;
  memset(values, 0, (size_t)n * sizeof *values);
  probe->asked = false;
  for (int i = 0; i < probe->parts; i++) {
    const part *p = &probe->part[i];
    if (!p->handle)
      continue;
    if (starpu_data_acquire(p->handle, STARPU_R))
      return ria_fail(RIA_ERROR_STARPU, "StarPU cannot wait for a probe");
    copy_values(probe, p, values);
    starpu_data_release(p->handle);
  }
  simulation_take_mpi(s);
  /* Every value is 0 on all ranks but one, so the sum is that one, to the bit. */
  if (s->runtime->ranks > 1 &&
      MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_SUM, s->runtime->comm))
    return ria_fail(RIA_ERROR_MPI, "MPI cannot gather the probes");
  return simulation_check_device(s);
}

bool ria_probe_asked(const ria_probe *probe) {
  return probe->asked;
}

bool ria_probe_ready(const ria_probe *probe) {
  for (int i = 0; i < probe->parts; i++) {
    const starpu_data_handle_t handle = probe->part[i].handle;
    if (handle && starpu_data_acquire_try(handle, STARPU_R))
      return false;
    if (handle)
      starpu_data_release(handle);
  }
  return probe->simulation->runtime->ranks == 1;
}

void ria_probe_destroy(ria_probe *probe) {
  if (!probe)
    return;
  for (int i = 0; i < probe->parts; i++) {
    if (probe->part[i].handle)
      starpu_data_unregister(probe->part[i].handle); /* waits for the copy */
    free(probe->part[i].cell);
    free(probe->part[i].values);
  }
  free(probe->part);
  free(probe);
}

ria_status ria_simulation_probe(ria_simulation *s, const ria_probe_cells *cells, double *values) {
  ria_probe *probe;
  ria_status status = ria_probe_create(s, cells, &probe);
  if (status == RIA_SUCCESS)
    status = ria_probe_ask(probe);
  if (status == RIA_SUCCESS)
    status = ria_probe_answer(probe, values);
  ria_probe_destroy(probe);
  return status;
}
