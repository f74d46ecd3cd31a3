/* Filling a simulation: the threads of this rank's cores share the rows of a tile. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "program/simulation.h"
#include "executors/many_steps/many_steps.h"

/* Cells that are filled at a time, and the fewest that are worth a thread. */
enum { BAND_CELLS = 1 << 17, FEW_CELLS = 1 << 16, MOST_THREADS = 64 };

/* One field of one tile. */
typedef struct {
  const ria_tile *tile;
  void *origin;
  ria_fill_function function;
  void *context;
  int field;
  ria_box box;                 /* of the tile's cells, */
  ria_global shift_x, shift_y; /* which moved by so many are all inside the grid */
  int rows;                    /* of a band */
  atomic_int next, status;
  pthread_mutex_t lock; /* of what follows */
  int failed;           /* the lowest row of a band that failed */
  char detail[512];
} filling;

/* -0 + 0 is +0: a cell at rest keeps its bits where it is skipped, and becomes +0 where it is not.
 */
static void store(const ria_layout *l, void *origin, ria_box box, const double *values) {
  for (int y = box.lo[1]; y < box.hi[1]; y++)
    for (int x = box.lo[0]; x < box.hi[0]; x++, values++) {
      ptrdiff_t at = (ptrdiff_t)y * (ptrdiff_t)l->pitch + x;
      if (l->size == sizeof(float))
        ((float *)origin)[at] = (float)*values + 0.0f;
      else
        ((double *)origin)[at] = *values + 0.0;
    }
}

/* The cell of [from, to) that a cell outside mirrors: the nearest one for the first layer. */
static int mirrored(int cell, int from, int to) {
  if (cell >= from && cell < to)
    return cell;
  const int image = cell < from ? 2 * from - 1 - cell : 2 * to - 1 - cell;
  return image < from ? from : image >= to ? to - 1 : image;
}

/* Ghost cells outside the grid mirror the cells inside, as walls mirror the water. */
static void extend(const ria_layout *l, char *origin, ria_box inside) {
  const int *g = l->ghost;
  for (int y = -g[1]; y < l->n[1] + g[1]; y++) {
    int ny = mirrored(y, inside.lo[1], inside.hi[1]);
    for (int x = -g[0]; x < l->n[0] + g[0]; x++) {
      int nx = mirrored(x, inside.lo[0], inside.hi[0]);
      if (nx == x && ny == y) {
        x = inside.hi[0] - 1;
        continue;
      }
      ptrdiff_t to = (ptrdiff_t)y * (ptrdiff_t)l->pitch + x;
      ptrdiff_t from = (ptrdiff_t)ny * (ptrdiff_t)l->pitch + nx;
      memcpy(origin + to * (ptrdiff_t)l->size, origin + from * (ptrdiff_t)l->size, l->size);
    }
  }
}

static ria_status fill_band(const filling *f, int y, double *values) {
  const ria_tile *t = f->tile;
  const int end = y + f->rows < f->box.hi[1] ? y + f->rows : f->box.hi[1];
  const ria_box band = ria_box_plane(f->box.lo[0], f->box.hi[0], y, end);
  const ria_global x0 = t->at.cells.lo[0] + f->shift_x, y0 = t->at.cells.lo[1] + f->shift_y;
  ria_status status = f->function(f->context, f->field, x0 + band.lo[0], x0 + band.hi[0],
                                  y0 + band.lo[1], y0 + band.hi[1], values);
  if (status == RIA_SUCCESS)
    store(&t->layout, f->origin, band, values);
  return status;
}

/* What a failure was is known to the thread that it came to. Bands are taken in their order, and
 * one that was taken is ended: the lowest that fails is the same on any number of threads. */
static void note_failure(filling *f, int y, ria_status status) {
  pthread_mutex_lock(&f->lock);
  if (atomic_load(&f->status) == RIA_SUCCESS || y < f->failed) {
    f->failed = y;
    snprintf(f->detail, sizeof f->detail, "%s", ria_status_detail());
    atomic_store(&f->status, (int)status);
  }
  pthread_mutex_unlock(&f->lock);
}

static void *fill_bands(void *argument) {
  filling *f = argument;
  const size_t width = (size_t)(f->box.hi[0] - f->box.lo[0]);
  double *values = malloc(width * (size_t)f->rows * sizeof *values);
  ria_status status = values ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory to fill a tile");
  int y = f->box.hi[1];
  while (status == RIA_SUCCESS && atomic_load(&f->status) == RIA_SUCCESS) {
    y = f->box.lo[1] + atomic_fetch_add(&f->next, 1) * f->rows;
    if (y >= f->box.hi[1])
      break;
    status = fill_band(f, y, values);
  }
  if (status != RIA_SUCCESS)
    note_failure(f, y, status);
  free(values);
  return NULL;
}

/* The thread that calls helps; where others cannot be had, it does all. */
static ria_status fill_field(filling *f, int cores) {
  pthread_t thread[MOST_THREADS];
  const int width = f->box.hi[0] - f->box.lo[0], height = f->box.hi[1] - f->box.lo[1];
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

/* A run of local cells along an axis, which moved by `shift` lie inside the grid. */
typedef struct {
  int from, to;
  ria_global shift;
} run;

/* Runs of a tile's cells along an axis with those around it; how many. Ghost cells across periodic
 * sides are copies; those beyond other sides are in no run. */
static int runs_along(ria_global grid_cells, bool periodic, ria_global first, int cells, int ghost,
                      run all[3]) {
  const int low = first - ghost < 0 ? (int)-first : -ghost;
  const int high = first + cells + ghost > grid_cells ? (int)(grid_cells - first) : cells + ghost;
  int count = 0;
  all[count++] = (run){.from = low, .to = high};
  if (periodic && low > -ghost)
    all[count++] = (run){.from = -ghost, .to = low, .shift = grid_cells};
  if (periodic && high < cells + ghost)
    all[count++] = (run){.from = high, .to = cells + ghost, .shift = -grid_cells};
  return count;
}

/* A field with its ghost cells; those that are in no run take the nearest cell's value. */
static ria_status fill_around(const ria_simulation *s, const filling *field) {
  const ria_grid *grid = &s->model.grid;
  const ria_tile *tile = field->tile;
  const ria_layout *l = &tile->layout;
  run x[3], y[3];
  const int nx =
      runs_along(grid->nx, grid->periodic[0], tile->at.cells.lo[0], l->n[0], l->ghost[0], x);
  const int ny =
      runs_along(grid->ny, grid->periodic[1], tile->at.cells.lo[1], l->n[1], l->ghost[1], y);
  ria_box all = ria_box_plane(x[0].from, x[0].to, y[0].from, y[0].to);
  for (int i = 0; i < nx * ny; i++) {
    const run column = x[i % nx], row = y[i / nx];
    filling part = *field;
    part.box = ria_box_plane(column.from, column.to, row.from, row.to);
    part.shift_x = column.shift;
    part.shift_y = row.shift;
    RIA_TRY(fill_field(&part, s->runtime->cores));
    all.lo[0] = column.from < all.lo[0] ? column.from : all.lo[0];
    all.hi[0] = column.to > all.hi[0] ? column.to : all.hi[0];
    all.lo[1] = row.from < all.lo[1] ? row.from : all.lo[1];
    all.hi[1] = row.to > all.hi[1] ? row.to : all.hi[1];
  }
  extend(l, field->origin, all);
  return RIA_SUCCESS;
}

static ria_status fill_tile(const ria_simulation *s, ria_tile *tile, ria_fill_function state,
                            ria_fill_function statics, void *context) {
  const ria_layout *l = &tile->layout;
  const ria_box own = ria_layout_own(l);
  for (int i = 0; state && i < s->model.nstate; i++)
    RIA_TRY(fill_field(&(filling){.tile = tile,
                                  .origin = ria_layout_origin(l, tile->state, i),
                                  .function = state,
                                  .context = context,
                                  .field = i,
                                  .box = own},
                       s->runtime->cores));
  for (int i = 0; statics && i < s->model.nstatic; i++)
    RIA_TRY(fill_around(s, &(filling){.tile = tile,
                                      .origin = ria_layout_origin(l, tile->statics, i),
                                      .function = statics,
                                      .context = context,
                                      .field = i}));
  return RIA_SUCCESS;
}

ria_status ria_simulation_fill(ria_simulation *s, ria_fill_function state,
                               ria_fill_function statics, void *context) {
  ria_simulation_drain(s);
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < s->tiles && status == RIA_SUCCESS; i++) {
    ria_tile *tile = &s->tile[i];
    ria_many_steps_forget(tile); /* even if this fails half way */
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
