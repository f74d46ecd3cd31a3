/* Reading a checkpoint: every rank reads its own tiles, with any number of ranks and tiles. */
#include "ria/checkpoint.h"
#include "file5.h"
#include "internal.h"
#include "many_steps.h"
#include <stdlib.h>
#include <string.h>

static ria_status expect_text(hid_t file, const char *name, const char *expected,
                              const char *meaning) {
  char value[64];
  RIA_TRY(ria_file5_get_text(file, name, value, sizeof value));
  if (strcmp(value, expected))
    return ria_fail(RIA_ERROR_MISMATCH, "its %s is %s, not %s: %s", name, value, expected, meaning);
  return RIA_SUCCESS;
}

static ria_status expect_grid(hid_t file, const ria_grid *grid) {
  const struct {
    const char *name;
    double expected;
  } item[] = {{"x0", grid->x0}, {"y0", grid->y0}, {"dx", grid->dx}, {"dy", grid->dy}};
  for (size_t i = 0; i < sizeof item / sizeof *item; i++) {
    double value;
    RIA_TRY(ria_file5_get_double(file, item[i].name, &value));
    if (value != item[i].expected)
      return ria_fail(RIA_ERROR_MISMATCH, "its grid has %s = %.10g m, the case %.10g m",
                      item[i].name, value, item[i].expected);
  }
  return RIA_SUCCESS;
}

static ria_status read_header(hid_t file, const ria_model *m,
                              const ria_checkpoint_identity *identity, ria_progress *progress) {
  char format[32];
  int64_t version, complete;
  if (ria_file5_get_text(file, "format", format, sizeof format) != RIA_SUCCESS ||
      strcmp(format, "ria checkpoint"))
    return ria_fail(RIA_ERROR_CORRUPT, "it is not a checkpoint of ria, or its header is damaged");
  RIA_TRY(ria_file5_get_integer(file, "version", &version));
  if (version != RIA_CHECKPOINT_VERSION)
    return ria_fail(RIA_ERROR_MISMATCH, "its format is version %lld; this ria reads version %d",
                    (long long)version, RIA_CHECKPOINT_VERSION);
  if (ria_file5_get_integer(file, "complete", &complete) != RIA_SUCCESS)
    return ria_fail(RIA_ERROR_CORRUPT, "it was not written to its end");
  RIA_TRY(expect_text(file, "solver", identity->solver, "it comes from another solver"));
  RIA_TRY(expect_text(file, "precision", m->precision == RIA_SINGLE ? "single" : "double",
                      "set precision as in the run that wrote it"));
  RIA_TRY(expect_grid(file, &m->grid));
  RIA_TRY(expect_text(file, "case_hash", identity->case_hash,
                      "it comes from another case, or the case was changed since"));
  RIA_TRY(ria_file5_get_double(file, "time", &progress->time));
  RIA_TRY(ria_file5_get_double(file, "dt", &progress->dt));
  RIA_TRY(ria_file5_get_double(file, "rate", &progress->rate));
  RIA_TRY(ria_file5_get_integer(file, "steps", &progress->steps));
  return ria_file5_get_integer(file, "redone", &progress->redone);
}

static ria_status read_tile(ria_simulation *s, ria_tile *tile, hid_t dataset, int field) {
  const ria_layout *l = &tile->layout;
  hid_t type = s->model.precision == RIA_SINGLE ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  hsize_t start[2] = {(hsize_t)tile->y0, (hsize_t)tile->x0};
  hsize_t extent[2] = {(hsize_t)l->ny, (hsize_t)l->nx};
  hid_t space = H5Dget_space(dataset);
  hid_t memory = H5Screate_simple(2, extent, NULL);
  void *dense = malloc((size_t)(extent[0] * extent[1]) * l->size);
  ria_status status = RIA_SUCCESS;
  if (!dense)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory to read a checkpoint");
  else if (H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, extent, NULL) < 0 ||
           H5Dread(dataset, type, memory, space, H5P_DEFAULT, dense) < 0)
    status = ria_fail(RIA_ERROR_CORRUPT, "the field %s cannot be read: %s",
                      s->model.state[field].name, ria_file5_reason());
  else
    ria_layout_unpack(l, (char *)tile->state + (size_t)field * l->field * l->size, 1,
                      (ria_box){0, l->nx, 0, l->ny}, dense);
  free(dense);
  H5Sclose(memory);
  H5Sclose(space);
  return status;
}

static ria_status read_field(ria_simulation *s, hid_t file, int field) {
  char name[128];
  snprintf(name, sizeof name, "fields/%s", s->model.state[field].name);
  hid_t dataset =
      H5Lexists(file, "fields", H5P_DEFAULT) > 0 ? H5Dopen2(file, name, H5P_DEFAULT) : -1;
  if (dataset < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "the field %s is missing", s->model.state[field].name);
  hsize_t shape[2] = {0, 0};
  hid_t space = H5Dget_space(dataset);
  int rank = H5Sget_simple_extent_ndims(space);
  if (rank == 2)
    H5Sget_simple_extent_dims(space, shape, NULL);
  H5Sclose(space);
  ria_status status = RIA_SUCCESS;
  if (shape[0] != (hsize_t)s->model.grid.ny || shape[1] != (hsize_t)s->model.grid.nx)
    status = ria_fail(RIA_ERROR_MISMATCH, "its grid has %llu x %llu cells, the case %lld x %lld",
                      (unsigned long long)shape[1], (unsigned long long)shape[0],
                      (long long)s->model.grid.nx, (long long)s->model.grid.ny);
  for (int i = 0; i < s->tiles && status == RIA_SUCCESS; i++) {
    ria_tile *tile = &s->tile[i];
    ria_many_steps_forget(tile); /* even if this fails half way */
    if (starpu_data_acquire(tile->state_handle, STARPU_RW))
      status = ria_fail(RIA_ERROR_STARPU, "StarPU does not hand over a tile");
    else {
      status = read_tile(s, tile, dataset, field);
      starpu_data_release(tile->state_handle);
    }
  }
  H5Dclose(dataset);
  return status;
}

static ria_status read_file(ria_simulation *s, const ria_checkpoint_identity *identity,
                            const char *path, ria_progress *progress) {
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "it cannot be opened: %s", ria_file5_reason());
  ria_status status = read_header(file, &s->model, identity, progress);
  for (int f = 0, fields = ria_model_lasting(&s->model); f < fields && status == RIA_SUCCESS; f++)
    status = read_field(s, file, f);
  H5Fclose(file);
  return status;
}

ria_status ria_checkpoint_read(ria_simulation *s, const ria_checkpoint_identity *identity,
                               const char *path) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  ria_simulation_drain(s);
  ria_progress progress = {0};
  ria_status status =
      ria_agree(s->runtime->comm, s->runtime->ranks, read_file(s, identity, path, &progress));
  if (status != RIA_SUCCESS)
    return ria_fail(status, "checkpoint %s: %s", path, ria_status_detail());
  return ria_clock_restart(s, &progress);
}
