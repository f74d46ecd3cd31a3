/* Patches that an application reads and writes. */
#include "ria/patch.h"
#include <limits.h>
#include <string.h>
#include "executors/executor.h"
#include "simulation.h"

int64_t ria_patch_cells(const ria_patch *patch) {
  int64_t cells = 1;
  for (int a = 0; a < RIA_AXES; a++) {
    const ria_global length = patch->cells.hi[a] - patch->cells.lo[a];
    cells *= length > 0 ? length : 0;
  }
  return cells;
}

static ria_status check(const ria_simulation *s, int field, const ria_patch *patch) {
  static const char axes[] = "ijk";
  RIA_TRY(patch_check_lent(s));
  const int lasting = ria_model_lasting(&s->model);
  if (field < 0 || field >= lasting)
    return ria_fail(RIA_ERROR_ARGUMENT, "a patch of field %d; expected 0 to %d", field,
                    lasting - 1);
  if (patch->block < 0 || patch->block >= s->mesh.blocks)
    return ria_fail(RIA_ERROR_ARGUMENT, "a patch of block %d; expected 0 to %d", patch->block,
                    s->mesh.blocks - 1);
  for (int a = 0; a < RIA_AXES; a++) {
    const ria_global lo = patch->cells.lo[a], hi = patch->cells.hi[a];
    const ria_global all = s->mesh.block[patch->block].cells[a];
    if (lo < 0 || hi <= lo || hi > all)
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "a patch of cells %lld to %lld along %c; expected some of 0 to %lld",
                      (long long)lo, (long long)hi, axes[a], (long long)all);
  }
  return ria_patch_cells(patch) <= INT_MAX
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_UNSUPPORTED, "a patch of %lld cells; read it in parts",
                        (long long)ria_patch_cells(patch));
}

/* The cells of a patch in a tile. */
static bool overlap(const tile_data *tile, const ria_patch *patch, ria_range *common) {
  bool some = tile->at.block == patch->block;
  for (int a = 0; a < RIA_AXES; a++) {
    const ria_range *own = &tile->at.cells, *asked = &patch->cells;
    common->lo[a] = own->lo[a] > asked->lo[a] ? own->lo[a] : asked->lo[a];
    common->hi[a] = own->hi[a] < asked->hi[a] ? own->hi[a] : asked->hi[a];
    some &= common->lo[a] < common->hi[a];
  }
  return some;
}

/* The address of a patch's values, and the field of a tile. */
typedef struct {
  const tile_data *tile;
  const ria_patch *patch;
  void *field;
} view;

static size_t place_in_patch(const ria_patch *patch, const ria_global at[RIA_AXES]) {
  size_t place = 0;
  for (int a = RIA_AXES - 1; a >= 0; a--)
    place = place * (size_t)(patch->cells.hi[a] - patch->cells.lo[a]) +
            (size_t)(at[a] - patch->cells.lo[a]);
  return place;
}

static void read_row(const view *v, ptrdiff_t first, int cells, double *values) {
  const bool single = v->tile->layout.size == sizeof(float);
  for (int i = 0; i < cells; i++)
    values[i] = single ? (double)((const float *)v->field)[first + i]
                       : ((const double *)v->field)[first + i];
}

static void write_row(const view *v, ptrdiff_t first, int cells, const double *values) {
  const bool single = v->tile->layout.size == sizeof(float);
  for (int i = 0; i < cells; i++)
    if (single)
      ((float *)v->field)[first + i] = (float)values[i];
    else
      ((double *)v->field)[first + i] = values[i];
}

/* Copy the cells of a range in one direction: to `to`, or from `from`. */
static void copy(const view *v, const ria_range *cells, double *to, const double *from) {
  const ria_global *corner = v->tile->at.cells.lo;
  const int length = (int)(cells->hi[0] - cells->lo[0]);
  ria_global at[RIA_AXES] = {cells->lo[0], 0, 0};
  for (at[2] = cells->lo[2]; at[2] < cells->hi[2]; at[2]++)
    for (at[1] = cells->lo[1]; at[1] < cells->hi[1]; at[1]++) {
      const size_t place = place_in_patch(v->patch, at);
      const ptrdiff_t first = layout_at(&v->tile->layout, (int)(at[0] - corner[0]),
                                        (int)(at[1] - corner[1]), (int)(at[2] - corner[2]));
      if (to)
        read_row(v, first, length, to + place);
      else
        write_row(v, first, length, from + place);
    }
}

static ria_status move(const ria_simulation *s, int field, const ria_patch *patch, double *to,
                       const double *from) {
  for (int i = 0; i < s->tiles; i++) {
    tile_data *tile = &s->tile[i];
    ria_range cells;
    void *fields[RIA_MAX_OPERANDS];
    if (!overlap(tile, patch, &cells))
      continue;
    if (from)
      executor_invalidate(s, tile);
    if (starpu_data_acquire(tile->state_handle, from ? STARPU_RW : STARPU_R))
      return ria_fail(RIA_ERROR_STARPU, "StarPU cannot acquire a tile");
    tile_fields(tile, s->model.nstate, tile->state, s->latest->base_buffer, fields);
    const view v = {.tile = tile, .patch = patch, .field = fields[field]};
    copy(&v, &cells, to, from);
    starpu_data_release(tile->state_handle);
  }
  return RIA_SUCCESS;
}

ria_status ria_patch_read(ria_simulation *s, int field, const ria_patch *patch, double *values) {
  RIA_TRY(check(s, field, patch));
  const int64_t cells = ria_patch_cells(patch);
  memset(values, 0, (size_t)cells * sizeof *values);
  RIA_TRY(move(s, field, patch, values, NULL));
  simulation_take_mpi(s);
  /* All bits of a value are 0 on all ranks but one, so the sum is exact. */
  if (s->runtime->ranks > 1 &&
      MPI_Allreduce(MPI_IN_PLACE, values, (int)cells, MPI_INT64_T, MPI_BOR, s->runtime->comm))
    return ria_fail(RIA_ERROR_MPI, "MPI cannot gather a patch");
  return simulation_check_device(s);
}

/* The rate in the clock belongs to the old state. */
ria_status patch_forget_rate(ria_simulation *s) {
  if (starpu_data_acquire(s->clock_handle, STARPU_RW))
    return ria_fail(RIA_ERROR_STARPU, "StarPU cannot acquire the clock");
  s->clock->now.rate = s->clock->first_rate = 0;
  starpu_data_release(s->clock_handle);
  s->latest->now.rate = s->latest->first_rate = 0;
  return RIA_SUCCESS;
}

ria_status ria_patch_write(ria_simulation *s, int field, const ria_patch *patch,
                           const double *values) {
  RIA_TRY(check(s, field, patch));
  ria_simulation_drain(s);
  RIA_TRY(simulation_check_device(s));
  RIA_TRY(move(s, field, patch, NULL, values));
  RIA_TRY(patch_forget_rate(s));
  simulation_invalidate(s);
  return RIA_SUCCESS;
}
