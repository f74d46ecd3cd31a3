/* Reading a checkpoint: every rank reads its own tiles, with any number of ranks and tiles. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ledger.h"
#include "base/file5.h"
#include "program/simulation.h"
#include "executors/executor.h"
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

int ria_checkpoint_version(const ria_mesh *mesh) {
  return mesh->ndim == 3 || mesh->blocks > 1 ? RIA_CHECKPOINT_VERSION : 2;
}

static ria_status expect_block(hid_t object, const ria_mesh *mesh, const ria_block *block) {
  const struct {
    const char *name;
    double expected;
  } item[] = {{"x0", block->origin[0]},  {"y0", block->origin[1]}, {"dx", block->spacing[0]},
              {"dy", block->spacing[1]}, {"z0", block->origin[2]}, {"dz", block->spacing[2]}};
  for (int i = 0; i < (mesh->ndim == 3 ? 6 : 4); i++) {
    double value;
    RIA_TRY(ria_file5_get_double(object, item[i].name, &value));
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

static ria_status read_header(hid_t file, bool sealed, const ria_model *m, const ria_mesh *mesh,
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
  if (mesh->blocks == 1)
    RIA_TRY(expect_block(file, mesh, mesh->block));
  RIA_TRY(expect_text(file, "case_hash", identity->case_hash,
                      "it comes from another case, or the case was changed since"));
  RIA_TRY(ria_file5_get_double(file, "time", &progress->time));
  RIA_TRY(ria_file5_get_double(file, "dt", &progress->dt));
  RIA_TRY(ria_file5_get_double(file, "rate", &progress->rate));
  RIA_TRY(ria_file5_get_integer(file, "steps", &progress->steps));
  RIA_TRY(ria_file5_get_integer(file, "redone", &progress->redone));
  if (m->program && ria_file5_has(file, "program_lasting")) {
    int64_t ended;
    RIA_TRY(ria_file5_get_integer(file, "program_ended", &ended));
    RIA_TRY(ria_file5_get_doubles(file, "program_lasting", RIA_PROGRAM_LASTING, progress->lasting));
    progress->ended = ended != 0;
  }
  return ria_ledger_read(file, progress->steps, &at->ledger);
}

static ria_status read_tile(ria_simulation *s, ria_tile *tile, hid_t dataset, int field) {
  const ria_layout *l = &tile->layout;
  hid_t type = s->model.precision == RIA_SINGLE ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  const int rank = s->mesh.ndim == 3 ? 3 : 2;
  hsize_t start[RIA_AXES], extent[RIA_AXES];
  for (int a = 0; a < rank; a++) {
    start[rank - 1 - a] = (hsize_t)tile->at.cells.lo[a];
    extent[rank - 1 - a] = (hsize_t)l->n[a];
  }
  hid_t space = H5Dget_space(dataset);
  hid_t memory = H5Screate_simple(rank, extent, NULL);
  void *dense = malloc(ria_box_cells(ria_layout_own(l)) * l->size);
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

/* "4 x 3 x 2". */
static const char *words_of(const unsigned long long *cells, int rank, char text[64]) {
  int n = snprintf(text, 64, "%llu x %llu", cells[0], cells[1]);
  if (rank == 3)
    snprintf(text + n, 64 - (size_t)n, " x %llu", cells[2]);
  return text;
}

static ria_status expect_shape(const ria_simulation *s, int block, hid_t dataset) {
  const int rank = s->mesh.ndim == 3 ? 3 : 2;
  hsize_t shape[RIA_AXES] = {0};
  unsigned long long found[RIA_AXES] = {0}, expected[RIA_AXES];
  char its[64], ours[64];
  hid_t space = H5Dget_space(dataset);
  if (H5Sget_simple_extent_ndims(space) == rank)
    H5Sget_simple_extent_dims(space, shape, NULL);
  H5Sclose(space);
  bool same = true;
  for (int a = 0; a < rank; a++) {
    found[a] = shape[rank - 1 - a];
    expected[a] = (unsigned long long)s->mesh.block[block].cells[a];
    same &= found[a] == expected[a];
  }
  return same ? RIA_SUCCESS
              : ria_fail(RIA_ERROR_MISMATCH, "its grid has %s cells, the case %s",
                         words_of(found, rank, its), words_of(expected, rank, ours));
}

static ria_status read_tiles(ria_simulation *s, int block, hid_t dataset, int field) {
  for (int i = 0; i < s->tiles; i++) {
    ria_tile *tile = &s->tile[i];
    if (tile->at.block != block)
      continue;
    ria_executor_invalidate(s, tile); /* even if this fails half way */
    if (starpu_data_acquire(tile->state_handle, STARPU_RW))
      return ria_fail(RIA_ERROR_STARPU, "StarPU does not hand over a tile");
    const ria_status status = read_tile(s, tile, dataset, field);
    starpu_data_release(tile->state_handle);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

static ria_status read_field(ria_simulation *s, hid_t group, int block, int field) {
  const char *name = s->model.state[field].name;
  hid_t dataset = group < 0 ? -1 : H5Dopen2(group, name, H5P_DEFAULT);
  if (dataset < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "the field %s is missing", name);
  ria_status status = expect_shape(s, block, dataset);
  if (status == RIA_SUCCESS)
    status = read_tiles(s, block, dataset, field);
  H5Dclose(dataset);
  return status;
}

static ria_status read_block(ria_simulation *s, hid_t group, int block) {
  const int fields = ria_model_lasting(&s->model);
  if (s->mesh.blocks > 1 && group >= 0)
    RIA_TRY(expect_block(group, &s->mesh, &s->mesh.block[block]));
  for (int f = 0; f < fields; f++)
    RIA_TRY(read_field(s, group, block, f));
  return RIA_SUCCESS;
}

static hid_t open_group(hid_t in, const char *name) {
  return in >= 0 && H5Lexists(in, name, H5P_DEFAULT) > 0 ? H5Gopen2(in, name, H5P_DEFAULT) : -1;
}

static ria_status read_fields(ria_simulation *s, hid_t file) {
  const hid_t fields = open_group(file, "fields");
  ria_status status = RIA_SUCCESS;
  for (int b = 0; b < s->mesh.blocks && status == RIA_SUCCESS; b++) {
    const char *name = s->mesh.block[b].name;
    const hid_t group = s->mesh.blocks == 1 ? fields : open_group(fields, name);
    if (group < 0 && s->mesh.blocks > 1)
      status = ria_fail(RIA_ERROR_MISMATCH, "the block %s is missing", name);
    else
      status = read_block(s, group, b);
    if (group >= 0 && group != fields)
      H5Gclose(group);
  }
  if (fields >= 0)
    H5Gclose(fields);
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
  *to = (ria_checkpoint_records){.step_bytes = -1};
  if (H5Lexists(file, "records", H5P_DEFAULT) <= 0)
    return RIA_SUCCESS;
  hid_t group = H5Gopen2(file, "records", H5P_DEFAULT);
  if (group < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "its records cannot be read: %s", ria_file5_reason());
  int64_t header = 0, steps = 0;
  ria_status status = ria_file5_get_integer(group, "gauge_rows", &to->gauge_rows);
  if (status == RIA_SUCCESS)
    status = ria_file5_get_integer(group, "gauge_header", &header);
  if (status == RIA_SUCCESS)
    status = ria_file5_get_integer(group, "history_records", &to->history_records);
  if (status == RIA_SUCCESS)
    status = ria_file5_get_double(group, "history_time", &to->history_time);
  if (status == RIA_SUCCESS)
    status = read_gauge_rows(group, to);
  const bool has_steps = status == RIA_SUCCESS && ria_file5_has(group, "step_bytes");
  if (has_steps)
    status = ria_file5_get_integer(group, "step_bytes", &to->step_bytes);
  if (has_steps && status == RIA_SUCCESS)
    status = ria_file5_get_integer(group, "step_crc", &steps);
  H5Gclose(group);
  to->step_crc = (uint32_t)steps;
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
  RIA_TRY(read_header(file, sealed, &s->model, &s->mesh, identity, at));
  RIA_TRY(read_fields(s, file));
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
  RIA_TRY(ria_agree(r->comm, ria_seal_verify(path, r->rank, r->ranks, &sealed)));
  return ria_agree(r->comm, read_file(s, sealed, identity, path, at, records));
}

ria_status ria_checkpoint_read(ria_simulation *s, const ria_checkpoint_identity *identity,
                               const char *path, ria_checkpoint_records *records) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  RIA_TRY(ria_patch_check_lent(s));
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
