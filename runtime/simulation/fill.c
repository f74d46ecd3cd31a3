/* Fills a simulation: the threads of this rank's cores share the rows of a tile. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clock_task.h"
#include "executors/executor.h"
#include "simulation.h"
#include "work/track.h"

/* Cells that are filled at a time, and the fewest for which a thread is started. */
enum { BAND_CELLS = 1 << 17, FEW_CELLS = 1 << 16, MOST_THREADS = 64 };

/* Cells of one field of one tile, and the source of their values. */
typedef struct {
  const tile_data *tile;
  const ria_model *model;
  void *const *origin; /* [fields]: cell (0, 0, 0) of each field */
  bool is_static;
  ria_fill_function function;
  void *context;
  int field;
  int fields;  /* fields in a call: 1, or all of them */
  ria_box box; /* cells of the tile: */
  int block;   /* they are the block's cells from `from` on, */
  ria_global from[RIA_AXES];
  int map[RIA_AXES]; /* directions of the block's axes along those of the box: as in ria_mesh_strip
                      */
  int rows;          /* rows of a band */
  atomic_int next, status;
  pthread_mutex_t lock; /* of the following members */
  int failed;           /* the lowest band that failed */
  char detail[512];
} filling;

/* Element type of a field that is filled. */
static ria_storage stored_as(const filling *f, int number) {
  return f->is_static ? ria_model_stored(f->model, f->fields > 1 ? number : f->field)
                      : RIA_STORED_REAL;
}

/* -0 + 0 is +0: a cell at rest would keep its bits where it is skipped, and become +0 where it is
 * computed. So store +0. */
static void store(ria_storage storage, size_t size, void *origin, ptrdiff_t at, double value) {
  if (storage == RIA_STORED_MASK)
    ((int8_t *)origin)[at] = (int8_t)value;
  else if (storage == RIA_STORED_INDEX)
    ((int32_t *)origin)[at] = (int32_t)value;
  else if (size == sizeof(float))
    ((float *)origin)[at] = (float)value + 0.0f;
  else
    ((double *)origin)[at] = value + 0.0;
}

/* Whether a field's element type can represent a number exactly. */
static bool fits(ria_storage storage, ria_precision precision, double value) {
  const double most = (double)ria_storage_most(storage, precision);
  const double least = storage == RIA_STORED_MASK ? -most - 1 : -most;
  return value >= least && value <= most && value == (double)(int64_t)value;
}

/* Fail if a number of a band does not fit; reports the first one in the range. */
static ria_status check_band(const filling *f, int number, const ria_range *cells,
                             const double *values) {
  const ria_storage storage = stored_as(f, number);
  const ria_precision precision = f->model->precision;
  ria_global at[RIA_AXES];
  if (storage == RIA_STORED_REAL)
    return RIA_SUCCESS;
  for (at[2] = cells->lo[2]; at[2] < cells->hi[2]; at[2]++)
    for (at[1] = cells->lo[1]; at[1] < cells->hi[1]; at[1]++)
      for (at[0] = cells->lo[0]; at[0] < cells->hi[0]; at[0]++, values++)
        if (!fits(storage, precision, *values)) {
          const int64_t most = ria_storage_most(storage, precision);
          return ria_fail(
              RIA_ERROR_ARGUMENT,
              "the static '%s' is %s%s, but cell (%lld, %lld, %lld) of block %d has %.17g; "
              "expected a whole number from %lld to %lld",
              f->model->statics[f->fields > 1 ? number : f->field].name, ria_storage_name(storage),
              storage == RIA_STORED_INDEX && precision == RIA_SINGLE
                  ? " of a run in single precision"
                  : "",
              (long long)at[0], (long long)at[1], (long long)at[2], f->block, *values,
              (long long)(storage == RIA_STORED_MASK ? -most - 1 : -most), (long long)most);
        }
  return RIA_SUCCESS;
}

/* Store the values of a range of cells of the box, [z][y][x] in the other block's order. */
static void store_band(const filling *f, int number, ria_box band, const ria_range *cells,
                       const double *values) {
  const ria_storage storage = stored_as(f, number);
  const tile_layout *l = &f->tile->layout;
  ptrdiff_t stride[RIA_AXES], first = 0, n[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++)
    n[a] = (ptrdiff_t)(cells->hi[a] - cells->lo[a]);
  const ptrdiff_t of[RIA_AXES] = {1, n[0], n[0] * n[1]};
  for (int a = 0; a < RIA_AXES; a++) {
    const int b = abs(f->map[a]) - 1;
    stride[a] = f->map[a] < 0 ? -of[b] : of[b];
    first += f->map[a] < 0 ? (n[b] - 1) * of[b] : 0;
  }
  for (int z = band.lo[2]; z < band.hi[2]; z++)
    for (int y = band.lo[1]; y < band.hi[1]; y++) {
      const double *from =
          values + first + (z - band.lo[2]) * stride[2] + (y - band.lo[1]) * stride[1];
      const ptrdiff_t to = layout_at(l, band.lo[0], y, z);
      for (int x = 0; x < band.hi[0] - band.lo[0]; x++)
        store(storage, l->size, f->origin[number], to + x, from[x * stride[0]]);
    }
}

/* The cell of [from, to) that is the mirror image of a cell outside: the nearest cell for the first
 * layer. */
static int mirrored(int cell, int from, int to) {
  if (cell >= from && cell < to)
    return cell;
  const int image = cell < from ? 2 * from - 1 - cell : 2 * to - 1 - cell;
  return image < from ? from : image >= to ? to - 1 : image;
}

/* Fill ghost cells outside a box with the mirrored cells inside, as at a wall. */
static void extend(const filling *f, ria_box inside) {
  const tile_layout *l = &f->tile->layout;
  const size_t size = ria_storage_size(stored_as(f, 0), f->model->precision);
  char *origin = f->origin[0];
  const int *g = l->ghost;
  for (int z = -g[2]; z < l->n[2] + g[2]; z++)
    for (int y = -g[1]; y < l->n[1] + g[1]; y++) {
      const int from_y = mirrored(y, inside.lo[1], inside.hi[1]);
      const int from_z = mirrored(z, inside.lo[2], inside.hi[2]);
      for (int x = -g[0]; x < l->n[0] + g[0]; x++) {
        const int from_x = mirrored(x, inside.lo[0], inside.hi[0]);
        if (from_x == x && from_y == y && from_z == z) {
          x = inside.hi[0] - 1;
          continue;
        }
        memcpy(origin + layout_at(l, x, y, z) * (ptrdiff_t)size,
               origin + layout_at(l, from_x, from_y, from_z) * (ptrdiff_t)size, size);
      }
    }
}

/* The cells of the other block that correspond to a part of the box. */
static ria_range cells_of(const filling *f, ria_box band) {
  ria_range cells;
  for (int a = 0; a < RIA_AXES; a++) {
    const int b = abs(f->map[a]) - 1;
    const int lo = band.lo[a] - f->box.lo[a], hi = band.hi[a] - f->box.lo[a];
    const int n = ria_box_size(f->box, a);
    cells.lo[b] = f->from[b] + (f->map[a] < 0 ? n - hi : lo);
    cells.hi[b] = f->from[b] + (f->map[a] < 0 ? n - lo : hi);
  }
  return cells;
}

/* Rows of the box are numbered plane by plane; a band lies in one plane. */
static ria_box band_at(const filling *f, int row) {
  const int height = ria_box_size(f->box, 1);
  const int bands = (height + f->rows - 1) / f->rows, plane = row / bands;
  ria_box band = f->box;
  band.lo[2] += plane;
  band.hi[2] = band.lo[2] + 1;
  band.lo[1] += row % bands * f->rows;
  if (band.lo[1] + f->rows < band.hi[1])
    band.hi[1] = band.lo[1] + f->rows;
  return band;
}

static int bands_of(const filling *f) {
  const int height = ria_box_size(f->box, 1);
  return f->rows > 0 ? (height + f->rows - 1) / f->rows * ria_box_size(f->box, 2) : 0;
}

static ria_status fill_band(const filling *f, int number, double *values) {
  const ria_box band = band_at(f, number);
  const ria_range cells = cells_of(f, band);
  RIA_TRY(f->function(f->context, f->field, f->block, &cells, values));
  for (int i = 0; i < f->fields; i++) {
    const double *mine = values + (size_t)i * ria_box_cells(band);
    RIA_TRY(check_band(f, i, &cells, mine));
    store_band(f, i, band, &cells, mine);
  }
  return RIA_SUCCESS;
}

/* The detail of an error is known only to the thread that met it. Bands are taken in order, and a
 * taken band is finished: so the lowest failing band is the same for any number of threads. */
static void note_failure(filling *f, int band, ria_status status) {
  pthread_mutex_lock(&f->lock);
  if (atomic_load(&f->status) == RIA_SUCCESS || band < f->failed) {
    f->failed = band;
    snprintf(f->detail, sizeof f->detail, "%s", ria_status_detail());
    atomic_store(&f->status, (int)status);
  }
  pthread_mutex_unlock(&f->lock);
}

static void *fill_bands(void *argument) {
  filling *f = argument;
  const size_t width = (size_t)ria_box_size(f->box, 0);
  double *values = malloc(width * (size_t)f->rows * (size_t)f->fields * sizeof *values);
  ria_status status = values ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory to fill a tile");
  int band = 0;
  while (status == RIA_SUCCESS && atomic_load(&f->status) == RIA_SUCCESS) {
    band = atomic_fetch_add(&f->next, 1);
    if (band >= bands_of(f))
      break;
    status = fill_band(f, band, values);
  }
  if (status != RIA_SUCCESS)
    note_failure(f, band, status);
  free(values);
  return NULL;
}

/* The calling thread helps; if no threads can be started, it does all the work. */
static ria_status fill_field(filling *f, int cores) {
  pthread_t thread[MOST_THREADS];
  const int width = ria_box_size(f->box, 0), height = ria_box_size(f->box, 1);
  const size_t most = ria_box_cells(f->box) / FEW_CELLS;
  int helpers = cores - 1 < MOST_THREADS ? cores - 1 : MOST_THREADS;
  helpers = (size_t)helpers < most ? helpers : (int)most;
  f->rows = width > 0 && width < BAND_CELLS ? BAND_CELLS / width : 1;
  f->rows = f->rows < height ? f->rows : height;
  int started = 0;
  pthread_mutex_init(&f->lock, NULL);
  while (started < helpers && !pthread_create(&thread[started], NULL, fill_bands, f))
    started++;
  fill_bands(f);
  for (int i = 0; i < started; i++)
    pthread_join(thread[i], NULL);
  pthread_mutex_destroy(&f->lock);
  const ria_status status = (ria_status)atomic_load(&f->status);
  return status == RIA_SUCCESS ? status : ria_fail(status, "%s", f->detail);
}

static filling own_cells(const ria_simulation *s, const tile_data *tile, void *const *origin,
                         ria_fill_function function, void *context, int field) {
  filling own = {.tile = tile,
                 .model = &s->model,
                 .origin = origin,
                 .function = function,
                 .context = context,
                 .field = field,
                 .fields = 1,
                 .box = layout_own(&tile->layout),
                 .block = tile->at.block,
                 .map = {1, 2, 3}};
  memcpy(own.from, tile->at.cells.lo, sizeof own.from);
  return own;
}

/* Ghost cells that are own cells of tiles. */
static ria_status fill_strips(const ria_simulation *s, const filling *own,
                              const ria_mesh_strip *strip, int count) {
  for (int i = 0; i < count; i++) {
    const ria_mesh_tile other = ria_mesh_tile_at(&s->mesh, strip[i].tile);
    filling part = *own;
    part.box = strip[i].to;
    part.block = other.block;
    memcpy(part.map, strip[i].map, sizeof part.map);
    for (int a = 0; a < RIA_AXES; a++)
      part.from[a] = other.cells.lo[a] + strip[i].from.lo[a];
    RIA_TRY(fill_field(&part, s->runtime->cores));
  }
  return RIA_SUCCESS;
}

/* Fill a field with its ghost cells; ghost cells outside all tiles take the value of the nearest
 * cell. */
static ria_status fill_around(const ria_simulation *s, const filling *field,
                              const ria_mesh_strip *strip, int count) {
  const tile_layout *l = &field->tile->layout;
  filling own = *field;
  ria_box around = own.box;
  RIA_TRY(fill_field(&own, s->runtime->cores));
  extend(&own, own.box); /* for cells that lie in the box below but in no strip */
  RIA_TRY(fill_strips(s, field, strip, count));
  for (int a = 0; a < RIA_AXES; a++) {
    around.lo[a] -= field->tile->has_neighbour[2 * a] ? l->ghost[a] : 0;
    around.hi[a] += field->tile->has_neighbour[2 * a + 1] ? l->ghost[a] : 0;
  }
  extend(&own, around);
  return RIA_SUCCESS;
}

/* Fill fields with their ghost cells, as cells of the tile's block even beyond its ends. */
static ria_status fill_beyond(const ria_simulation *s, const filling *fields) {
  filling whole = *fields;
  for (int a = 0; a < RIA_AXES; a++) {
    const int ghost = fields->tile->layout.ghost[a];
    whole.box.lo[a] -= ghost;
    whole.box.hi[a] += ghost;
    whole.from[a] -= ghost;
  }
  return fill_field(&whole, s->runtime->cores);
}

/* The statics to fill: all, or a range to fill again. */
typedef struct {
  int first, count;
  bool at_once;
} some_statics;

static ria_status fill_statics(const ria_simulation *s, tile_data *tile, some_statics some,
                               ria_fill_function statics, void *context) {
  ria_mesh_strip *strip = NULL;
  int count = 0;
  void *fields[RIA_MAX_OPERANDS];
  tile_statics(s, tile, tile->statics, fields);
  filling field = own_cells(s, tile, fields, statics, context, 0);
  field.is_static = true;
  if (some.at_once) {
    field.field = RIA_ALL_FIELDS;
    field.fields = s->model.nstatic;
    return fill_beyond(s, &field);
  }
  if (!s->model.statics_beyond)
    RIA_TRY(ria_mesh_strips(&s->mesh, tile->number, tile->layout.ghost, true, &strip, &count));
  ria_status status = RIA_SUCCESS;
  for (int i = some.first; i < some.first + some.count && status == RIA_SUCCESS; i++) {
    field.origin = &fields[field.field = i];
    status =
        s->model.statics_beyond ? fill_beyond(s, &field) : fill_around(s, &field, strip, count);
  }
  free(strip);
  return status;
}

static ria_status fill_tile(const ria_simulation *s, tile_data *tile, ria_fill_function state,
                            ria_fill_function statics, void *context) {
  const some_statics all = {.count = s->model.nstatic, .at_once = s->model.statics_beyond};
  for (int i = 0; state && i < s->model.nstate; i++) {
    void *origin = layout_origin(&tile->layout, tile->state, i);
    filling own = own_cells(s, tile, &origin, state, context, i);
    RIA_TRY(fill_field(&own, s->runtime->cores));
  }
  if (statics)
    RIA_TRY(fill_statics(s, tile, all, statics, context));
  return state && s->model.ntracked ? track_begin(s, tile, 0) : RIA_SUCCESS;
}

/* Fill a tile, after acquiring it from StarPU. */
static ria_status fill_taken(const ria_simulation *s, tile_data *tile, ria_fill_function state,
                             ria_fill_function statics, void *context) {
  executor_invalidate(s, tile); /* even if a later call fails */
  if (starpu_data_acquire(tile->state_handle, STARPU_RW) ||
      starpu_data_acquire(tile->statics_handle, STARPU_RW))
    return ria_fail(RIA_ERROR_STARPU, "StarPU cannot acquire a tile");
  const ria_status status = fill_tile(s, tile, state, statics, context);
  starpu_data_release(tile->statics_handle);
  starpu_data_release(tile->state_handle);
  return status;
}

ria_status ria_simulation_fill(ria_simulation *s, ria_fill_function state,
                               ria_fill_function statics, void *context) {
  RIA_TRY(patch_check_lent(s));
  ria_simulation_drain(s);
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < s->tiles && status == RIA_SUCCESS; i++)
    status = fill_taken(s, &s->tile[i], state, statics, context);
  RIA_TRY(statics ? sources_weigh(s, status) : status);
  if (!state)
    return RIA_SUCCESS;
  ria_ledger ledger;
  RIA_TRY(ria_ledger_create(s->openings, s->model.sources, &ledger));
  status = clock_restart(s, &(ria_progress){0}, &ledger);
  ria_ledger_destroy(&ledger);
  return status;
}

static ria_status fill_anew(const ria_simulation *s, tile_data *tile, some_statics some,
                            ria_fill_function statics, void *context) {
  executor_invalidate(s, tile); /* even if a later call fails */
  if (starpu_data_acquire(tile->statics_handle, STARPU_RW))
    return ria_fail(RIA_ERROR_STARPU, "StarPU cannot acquire a tile");
  const ria_status status = fill_statics(s, tile, some, statics, context);
  starpu_data_release(tile->statics_handle);
  return status;
}

ria_status ria_simulation_fill_statics(ria_simulation *s, int first, int count,
                                       ria_fill_function statics, void *context) {
  if (first < 0 || count < 0 || first + count > s->model.nstatic)
    return ria_fail(RIA_ERROR_ARGUMENT, "statics %d to %d; expected some of 0 to %d", first,
                    first + count - 1, s->model.nstatic - 1);
  RIA_TRY(patch_check_lent(s));
  ria_simulation_drain(s);
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < s->tiles && status == RIA_SUCCESS; i++)
    status = fill_anew(s, &s->tile[i], (some_statics){first, count, false}, statics, context);
  return sources_weigh(s, status);
}
