/* Filling a simulation: the threads of this rank's cores share the rows of a tile. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "program/simulation.h"
#include "executors/executor.h"

/* Cells that are filled at a time, and the fewest that are worth a thread. */
enum { BAND_CELLS = 1 << 17, FEW_CELLS = 1 << 16, MOST_THREADS = 64 };

/* Cells of one field of one tile, and where their values come from. */
typedef struct {
  const ria_tile *tile;
  void *origin;
  ria_fill_function function;
  void *context;
  int field;
  int fields;  /* 1, or all of them at once: `origin` is the first one's */
  ria_box box; /* of the tile's cells: */
  int block;   /* of the block's cells that begin at `from`, */
  ria_global from[RIA_AXES];
  int map[RIA_AXES]; /* along whose axes those of the box run: as of ria_mesh_strip */
  int rows;          /* of a band */
  atomic_int next, status;
  pthread_mutex_t lock; /* of what follows */
  int failed;           /* the lowest band that failed */
  char detail[512];
} filling;

/* -0 + 0 is +0: a cell at rest keeps its bits where it is skipped, and becomes +0 where it is not.
 */
static void store(const ria_layout *l, void *origin, ptrdiff_t at, double value) {
  if (l->size == sizeof(float))
    ((float *)origin)[at] = (float)value + 0.0f;
  else
    ((double *)origin)[at] = value + 0.0;
}

/* Store the values of a range of cells of the box, [z][y][x] as the other block numbers them. */
static void store_band(const filling *f, char *origin, ria_box band, const ria_range *cells,
                       const double *values) {
  const ria_layout *l = &f->tile->layout;
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
      const ptrdiff_t to = ria_layout_at(l, band.lo[0], y, z);
      for (int x = 0; x < band.hi[0] - band.lo[0]; x++)
        store(l, origin, to + x, from[x * stride[0]]);
    }
}

/* The cell of [from, to) that a cell outside mirrors: the nearest one for the first layer. */
static int mirrored(int cell, int from, int to) {
  if (cell >= from && cell < to)
    return cell;
  const int image = cell < from ? 2 * from - 1 - cell : 2 * to - 1 - cell;
  return image < from ? from : image >= to ? to - 1 : image;
}

/* Ghost cells outside a box mirror the cells inside, as walls mirror the water. */
static void extend(const ria_layout *l, char *origin, ria_box inside) {
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
        memcpy(origin + ria_layout_at(l, x, y, z) * (ptrdiff_t)l->size,
               origin + ria_layout_at(l, from_x, from_y, from_z) * (ptrdiff_t)l->size, l->size);
      }
    }
}

/* The cells of the other block that a part of the box is. */
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

/* Rows of the box are numbered plane by plane; a band does not reach from one plane into the next.
 */
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
  for (int i = 0; i < f->fields; i++)
    store_band(f, (char *)f->origin + (size_t)i * f->tile->layout.field * f->tile->layout.size,
               band, &cells, values + (size_t)i * ria_box_cells(band));
  return RIA_SUCCESS;
}

/* What a failure was is known to the thread that it came to. Bands are taken in their order, and
 * one that was taken is ended: the lowest that fails is the same on any number of threads. */
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

/* The thread that calls helps; where others cannot be had, it does all. */
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

static filling own_cells(const ria_tile *tile, void *memory, ria_fill_function function,
                         void *context, int field) {
  filling own = {.tile = tile,
                 .origin = ria_layout_origin(&tile->layout, memory, field),
                 .function = function,
                 .context = context,
                 .field = field,
                 .fields = 1,
                 .box = ria_layout_own(&tile->layout),
                 .block = tile->at.block,
                 .map = {1, 2, 3}};
  memcpy(own.from, tile->at.cells.lo, sizeof own.from);
  return own;
}

/* Ghost cells that are other tiles' own. */
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

/* A field with its ghost cells; those of no tile take the nearest cell's value. */
static ria_status fill_around(const ria_simulation *s, const filling *field,
                              const ria_mesh_strip *strip, int count) {
  const ria_layout *l = &field->tile->layout;
  filling own = *field;
  ria_box around = own.box;
  RIA_TRY(fill_field(&own, s->runtime->cores));
  extend(l, own.origin, own.box); /* for what lies in the box below, but in no strip */
  RIA_TRY(fill_strips(s, field, strip, count));
  for (int a = 0; a < RIA_AXES; a++) {
    around.lo[a] -= field->tile->has_neighbour[2 * a] ? l->ghost[a] : 0;
    around.hi[a] += field->tile->has_neighbour[2 * a + 1] ? l->ghost[a] : 0;
  }
  extend(l, own.origin, around);
  return RIA_SUCCESS;
}

/* All fields with their ghost cells, as cells of the tile's block whatever lies there. */
static ria_status fill_beyond(const ria_simulation *s, const filling *first) {
  filling all = *first;
  all.field = RIA_ALL_FIELDS;
  all.fields = s->model.nstatic;
  for (int a = 0; a < RIA_AXES; a++) {
    const int ghost = first->tile->layout.ghost[a];
    all.box.lo[a] -= ghost;
    all.box.hi[a] += ghost;
    all.from[a] -= ghost;
  }
  return fill_field(&all, s->runtime->cores);
}

static ria_status fill_statics(const ria_simulation *s, ria_tile *tile, ria_fill_function statics,
                               void *context) {
  ria_mesh_strip *strip;
  int count;
  if (s->model.statics_beyond) {
    const filling first = own_cells(tile, tile->statics, statics, context, 0);
    return fill_beyond(s, &first);
  }
  RIA_TRY(ria_mesh_strips(&s->mesh, tile->number, tile->layout.ghost, true, &strip, &count));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < s->model.nstatic && status == RIA_SUCCESS; i++) {
    const filling field = own_cells(tile, tile->statics, statics, context, i);
    status = fill_around(s, &field, strip, count);
  }
  free(strip);
  return status;
}

static ria_status fill_tile(const ria_simulation *s, ria_tile *tile, ria_fill_function state,
                            ria_fill_function statics, void *context) {
  for (int i = 0; state && i < s->model.nstate; i++) {
    filling own = own_cells(tile, tile->state, state, context, i);
    RIA_TRY(fill_field(&own, s->runtime->cores));
  }
  return statics ? fill_statics(s, tile, statics, context) : RIA_SUCCESS;
}

ria_status ria_simulation_fill(ria_simulation *s, ria_fill_function state,
                               ria_fill_function statics, void *context) {
  ria_simulation_drain(s);
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < s->tiles && status == RIA_SUCCESS; i++) {
    ria_tile *tile = &s->tile[i];
    ria_executor_invalidate(s, tile); /* even if this fails half way */
    if (starpu_data_acquire(tile->state_handle, STARPU_RW) ||
        starpu_data_acquire(tile->statics_handle, STARPU_RW))
      return ria_fail(RIA_ERROR_STARPU, "StarPU does not hand over a tile");
    status = fill_tile(s, tile, state, statics, context);
    starpu_data_release(tile->statics_handle);
    starpu_data_release(tile->state_handle);
  }
  RIA_TRY(status);
  if (!state)
    return RIA_SUCCESS;
  ria_ledger ledger;
  ria_ledger_begin(&ledger);
  return ria_clock_restart(s, &(ria_progress){0}, &ledger);
}
