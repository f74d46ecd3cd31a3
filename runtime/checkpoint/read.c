/* Reading a checkpoint: every rank reads its own tiles, with any number of ranks and tiles. */
#include <stdlib.h>
#include <string.h>
#include "ledger.h"
#include "base/file5.h"
#include "program/simulation.h"
#include "executors/many_steps/many_steps.h"
#include "ria/checkpoint.h"
#include "ria/overlay.h"

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

/* Where the simulation stood. */
typedef struct {
  ria_progress progress;
  ria_ledger ledger;
} position;

static ria_status read_header(hid_t file, bool sealed, const ria_model *m,
                              const ria_checkpoint_identity *identity, position *at) {
  ria_progress *progress = &at->progress;
  char format[32];
  int64_t version, complete;
  if (ria_file5_get_text(file, "format", format, sizeof format) != RIA_SUCCESS ||
      strcmp(format, "ria checkpoint"))
    return ria_fail(RIA_ERROR_CORRUPT, "it is not a checkpoint of ria, or its header is damaged");
  RIA_TRY(ria_file5_get_integer(file, "version", &version));
  if (version < 1 || version > RIA_CHECKPOINT_VERSION)
    return ria_fail(RIA_ERROR_MISMATCH, "its format is version %lld; this ria reads up to %d",
                    (long long)version, RIA_CHECKPOINT_VERSION);
  if (version > 1 && !sealed)
    return ria_fail(RIA_ERROR_CORRUPT,
                    "the checksums at its end are missing: it was cut short, or changed by another "
                    "program");
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
  RIA_TRY(ria_file5_get_integer(file, "redone", &progress->redone));
  return ria_ledger_read(file, progress->steps, &at->ledger);
}

static ria_status read_tile(ria_simulation *s, ria_tile *tile, hid_t dataset, int field) {
  const ria_layout *l = &tile->layout;
  hid_t type = s->model.precision == RIA_SINGLE ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  hsize_t start[2] = {(hsize_t)tile->at.cells.lo[1], (hsize_t)tile->at.cells.lo[0]};
  hsize_t extent[2] = {(hsize_t)l->n[1], (hsize_t)l->n[0]};
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
                      ria_layout_own(l), dense);
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

/* ---- what belongs to it of the other records ---- */

void ria_checkpoint_records_destroy(ria_checkpoint_records *records) {
  free(records->gauge);
  records->gauge = NULL;
}

static bool read_column(hid_t group, const char *name, hid_t type, int64_t rows, void *values) {
  hsize_t size = 0;
  hid_t dataset = H5Dopen2(group, name, H5P_DEFAULT);
  if (dataset < 0)
    return false;
  hid_t space = H5Dget_space(dataset);
  bool good = H5Sget_simple_extent_ndims(space) == 1 &&
              H5Sget_simple_extent_dims(space, &size, NULL) == 1 && size == (hsize_t)rows &&
              H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
  H5Sclose(space);
  H5Dclose(dataset);
  return good;
}

static ria_status read_gauge_rows(hid_t group, ria_checkpoint_records *to) {
  if (to->gauge_rows < 1)
    return RIA_SUCCESS;
  size_t rows = (size_t)to->gauge_rows;
  if (rows > SIZE_MAX / sizeof *to->gauge)
    return ria_fail(RIA_ERROR_CORRUPT, "its list of gauge rows is longer than any memory");
  double *time = malloc(rows * sizeof *time);
  uint32_t *crc = malloc(rows * sizeof *crc);
  to->gauge = malloc(rows * sizeof *to->gauge);
  ria_status status = RIA_SUCCESS;
  if (!time || !crc || !to->gauge)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for the list of gauge rows");
  else if (!read_column(group, "gauge_time", H5T_NATIVE_DOUBLE, to->gauge_rows, time) ||
           !read_column(group, "gauge_crc", H5T_NATIVE_UINT32, to->gauge_rows, crc))
    status = ria_fail(RIA_ERROR_CORRUPT, "its list of gauge rows cannot be read: %s",
                      ria_file5_reason());
  for (size_t i = 0; status == RIA_SUCCESS && i < rows; i++)
    to->gauge[i] = (ria_checkpoint_row){.time = time[i], .crc = crc[i]};
  free(time);
  free(crc);
  return status;
}

static ria_status read_records(hid_t file, ria_checkpoint_records *to) {
  *to = (ria_checkpoint_records){0};
  if (H5Lexists(file, "records", H5P_DEFAULT) <= 0)
    return RIA_SUCCESS;
  hid_t group = H5Gopen2(file, "records", H5P_DEFAULT);
  if (group < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "its records cannot be read: %s", ria_file5_reason());
  int64_t header = 0;
  ria_status status = ria_file5_get_integer(group, "gauge_rows", &to->gauge_rows);
  if (status == RIA_SUCCESS)
    status = ria_file5_get_integer(group, "gauge_header", &header);
  if (status == RIA_SUCCESS)
    status = ria_file5_get_integer(group, "history_records", &to->history_records);
  if (status == RIA_SUCCESS)
    status = ria_file5_get_double(group, "history_time", &to->history_time);
  if (status == RIA_SUCCESS)
    status = read_gauge_rows(group, to);
  H5Gclose(group);
  to->gauge_header = (uint32_t)header;
  to->known = status == RIA_SUCCESS;
  return status;
}

/* ---- the file ---- */

static ria_status read_open(ria_simulation *s, hid_t file, bool sealed,
                            const ria_checkpoint_identity *identity, position *at,
                            ria_checkpoint_records *records) {
  if (!sealed)
    RIA_TRY(ria_overlay_unsealed(file));
  RIA_TRY(read_header(file, sealed, &s->model, identity, at));
  for (int f = 0, fields = ria_model_lasting(&s->model); f < fields; f++)
    RIA_TRY(read_field(s, file, f));
  return read_records(file, records);
}

static ria_status read_file(ria_simulation *s, bool sealed, const ria_checkpoint_identity *identity,
                            const char *path, position *at, ria_checkpoint_records *records) {
  int unreadable;
  hid_t file = ria_overlay_view(path, &unreadable);
  if (unreadable)
    return ria_fail(RIA_ERROR_IO, "it cannot be read: %s", strerror(unreadable));
  if (file < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "it cannot be opened: %s", ria_file5_reason());
  ria_status status = read_open(s, file, sealed, identity, at, records);
  unreadable = ria_overlay_unreadable(file);
  H5Fclose(file);
  if (status != RIA_SUCCESS && unreadable)
    return ria_fail(RIA_ERROR_IO, "it cannot be read: %s", strerror(unreadable));
  return status;
}

/* Every rank verifies a share of the bytes before any of them has HDF5 look at the file. */
static ria_status read_checkpoint(ria_simulation *s, const ria_checkpoint_identity *identity,
                                  const char *path, position *at, ria_checkpoint_records *records) {
  const ria_runtime *r = s->runtime;
  bool sealed;
  RIA_TRY(ria_agree(r->comm, r->ranks, ria_seal_verify(path, r->rank, r->ranks, &sealed)));
  return ria_agree(r->comm, r->ranks, read_file(s, sealed, identity, path, at, records));
}

ria_status ria_checkpoint_read(ria_simulation *s, const ria_checkpoint_identity *identity,
                               const char *path, ria_checkpoint_records *records) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  ria_simulation_drain(s);
  position at = {.progress = {0}};
  ria_checkpoint_records found = {0};
  ria_status status = read_checkpoint(s, identity, path, &at, &found);
  if (status != RIA_SUCCESS || !records)
    ria_checkpoint_records_destroy(&found);
  if (status != RIA_SUCCESS)
    return ria_fail(status, "checkpoint %s: %s", path, ria_status_detail());
  if (records)
    *records = found;
  return ria_clock_restart(s, &at.progress, &at.ledger);
}
