/* Reading a checkpoint: every rank reads its own tiles, with any number of ranks and tiles. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ledger.h"
#include "base/file5.h"
#include "simulation/clock_task.h"
#include "executors/executor.h"
#include "work/track.h"
#include "ria/checkpoint.h"
#include "ria/overlay.h"

static ria_status expect_text(hid_t file, const char *name, const char *expected,
                              const char *meaning) {
  char value[64];
  RIA_TRY(file5_get_text(file, name, value, sizeof value));
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
    RIA_TRY(file5_get_double(object, item[i].name, &value));
    if (value != item[i].expected)
      return ria_fail(RIA_ERROR_MISMATCH, "its grid has %s = %.10g m, the case %.10g m",
                      item[i].name, value, item[i].expected);
  }
  return RIA_SUCCESS;
}

/* The progress of the simulation at the checkpoint. */
typedef struct {
  ria_progress progress;
  ria_ledger ledger;
} position;

static ria_status read_header(hid_t file, bool sealed, const ria_model *m, const ria_mesh *mesh,
                              const ria_checkpoint_identity *identity, position *at) {
  ria_progress *progress = &at->progress;
  char format[32];
  int64_t version, complete;
  if (file5_get_text(file, "format", format, sizeof format) != RIA_SUCCESS ||
      strcmp(format, "ria checkpoint"))
    return ria_fail(RIA_ERROR_CORRUPT, "it is not a checkpoint of ria, or its header is damaged");
  RIA_TRY(file5_get_integer(file, "version", &version));
  if (version < 1 || version > RIA_CHECKPOINT_VERSION)
    return ria_fail(RIA_ERROR_MISMATCH, "its format is version %lld; this ria reads up to %d",
                    (long long)version, RIA_CHECKPOINT_VERSION);
  if (version > 1 && !sealed)
    return ria_fail(RIA_ERROR_CORRUPT,
                    "the checksums at its end are missing: it was cut short, or changed by another "
                    "program");
  if (file5_get_integer(file, "complete", &complete) != RIA_SUCCESS)
    return ria_fail(RIA_ERROR_CORRUPT, "it is incomplete: its writing was interrupted");
  RIA_TRY(expect_text(file, "solver", identity->solver, "it comes from another solver"));
  RIA_TRY(expect_text(file, "precision", m->precision == RIA_SINGLE ? "single" : "double",
                      "set precision as in the run that wrote it"));
  if (mesh->blocks == 1)
    RIA_TRY(expect_block(file, mesh, mesh->block));
  RIA_TRY(expect_text(file, "case_hash", identity->case_hash,
                      "it comes from another case, or the case was changed since"));
  RIA_TRY(file5_get_double(file, "time", &progress->time));
  RIA_TRY(file5_get_double(file, "dt", &progress->dt));
  RIA_TRY(file5_get_double(file, "rate", &progress->rate));
  RIA_TRY(file5_get_integer(file, "steps", &progress->steps));
  RIA_TRY(file5_get_integer(file, "redone", &progress->redone));
  if (m->program && file5_has(file, "program_lasting")) {
    int64_t ended;
    RIA_TRY(file5_get_integer(file, "program_ended", &ended));
    RIA_TRY(file5_get_doubles(file, "program_lasting", RIA_PROGRAM_LASTING, progress->lasting));
    progress->ended = ended != 0;
  }
  if (m->moments.kept)
    RIA_TRY(file5_get_doubles(file, "moments", (size_t)m->moments.kept, m->moments.keep));
  return ledger_read(file, progress->steps, model_openings(m), m->sources, &at->ledger);
}

/* A kept field of a tile, in buffer 0 and generation 0. */
static char *place_of(const ria_simulation *s, const tile_data *tile, int field) {
  const tile_layout *l = &tile->layout;
  const int tracked = field - ria_model_lasting(&s->model);
  return tracked < 0
             ? (char *)tile->state + (size_t)field * l->field * l->size
             : (char *)tile_tracked(s, tile, tile->state, 0, tracked) - layout_first(l) * l->size;
}

static ria_status read_tile(ria_simulation *s, tile_data *tile, hid_t dataset, int field) {
  const tile_layout *l = &tile->layout;
  hid_t type = s->model.precision == RIA_SINGLE ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  const int rank = s->mesh.ndim == 3 ? 3 : 2;
  hsize_t start[RIA_AXES], extent[RIA_AXES];
  for (int a = 0; a < rank; a++) {
    start[rank - 1 - a] = (hsize_t)tile->at.cells.lo[a];
    extent[rank - 1 - a] = (hsize_t)l->n[a];
  }
  hid_t space = H5Dget_space(dataset);
  hid_t memory = H5Screate_simple(rank, extent, NULL);
  void *dense = malloc(ria_box_cells(layout_own(l)) * l->size);
  ria_status status = RIA_SUCCESS;
  if (!dense)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory to read a checkpoint");
  else if (H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, extent, NULL) < 0 ||
           H5Dread(dataset, type, memory, space, H5P_DEFAULT, dense) < 0)
    status = ria_fail(RIA_ERROR_CORRUPT, "the field %s cannot be read: %s",
                      ria_model_kept_field(&s->model, field)->name, file5_reason());
  else
    layout_unpack(l, place_of(s, tile, field), 1, layout_own(l), dense);
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
    tile_data *tile = &s->tile[i];
    if (tile->at.block != block)
      continue;
    executor_invalidate(s, tile); /* even if a later step of this function fails */
    if (starpu_data_acquire(tile->state_handle, STARPU_RW))
      return ria_fail(RIA_ERROR_STARPU, "StarPU cannot acquire a tile");
    const ria_status status = read_tile(s, tile, dataset, field);
    starpu_data_release(tile->state_handle);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

static ria_status read_field(ria_simulation *s, hid_t group, int block, int field) {
  const char *name = ria_model_kept_field(&s->model, field)->name;
  hid_t dataset = group < 0 ? -1 : H5Dopen2(group, name, H5P_DEFAULT);
  if (dataset < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "the field %s is missing", name);
  ria_status status = expect_shape(s, block, dataset);
  if (status == RIA_SUCCESS)
    status = read_tiles(s, block, dataset, field);
  H5Dclose(dataset);
  return status;
}

static ria_status read_block(ria_simulation *s, hid_t group, int block, int from, int to) {
  if (s->mesh.blocks > 1 && group >= 0)
    RIA_TRY(expect_block(group, &s->mesh, &s->mesh.block[block]));
  for (int f = from; f < to; f++)
    RIA_TRY(read_field(s, group, block, f));
  return RIA_SUCCESS;
}

static hid_t open_group(hid_t in, const char *name) {
  return in >= 0 && H5Lexists(in, name, H5P_DEFAULT) > 0 ? H5Gopen2(in, name, H5P_DEFAULT) : -1;
}

/* Initialise the tracked fields from the state that was read. */
static ria_status begin_tracking(const ria_simulation *s, double time) {
  for (int i = 0; i < s->tiles; i++) {
    const tile_data *tile = &s->tile[i];
    if (starpu_data_acquire(tile->state_handle, STARPU_RW) ||
        starpu_data_acquire(tile->statics_handle, STARPU_R))
      return ria_fail(RIA_ERROR_STARPU, "StarPU cannot acquire a tile");
    const ria_status status = track_begin(s, tile, time);
    starpu_data_release(tile->statics_handle);
    starpu_data_release(tile->state_handle);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

/* Read the fields in the group `name`. */
static ria_status read_group(ria_simulation *s, hid_t file, const char *name, int from, int to) {
  const hid_t fields = open_group(file, name);
  ria_status status = RIA_SUCCESS;
  for (int b = 0; b < s->mesh.blocks && status == RIA_SUCCESS; b++) {
    const char *block = s->mesh.block[b].name;
    const hid_t group = s->mesh.blocks == 1 ? fields : open_group(fields, block);
    if (group < 0 && s->mesh.blocks > 1)
      status = ria_fail(RIA_ERROR_MISMATCH, "the block %s is missing", block);
    else
      status = read_block(s, group, b, from, to);
    if (group >= 0 && group != fields)
      H5Gclose(group);
  }
  if (fields >= 0)
    H5Gclose(fields);
  return status;
}

/* Whether the file has all tracked fields. It lacks them if the case now requests more than the run
 * that wrote it. */
static bool has_tracked(const ria_simulation *s, hid_t file) {
  const hid_t all = open_group(file, "tracked");
  const hid_t group = all < 0 || s->mesh.blocks == 1 ? all : open_group(all, s->mesh.block[0].name);
  bool has = group >= 0;
  for (int f = 0; f < s->model.ntracked && has; f++)
    has = H5Lexists(group, s->model.tracked[f].quantity.name, H5P_DEFAULT) > 0;
  if (group >= 0 && group != all)
    H5Gclose(group);
  if (all >= 0)
    H5Gclose(all);
  return has;
}

static ria_status read_fields(ria_simulation *s, hid_t file, double time, bool *anew) {
  const int lasting = ria_model_lasting(&s->model), kept = ria_model_kept(&s->model);
  RIA_TRY(read_group(s, file, "fields", 0, lasting));
  *anew = s->model.ntracked && !has_tracked(s, file);
  if (*anew)
    return begin_tracking(s, time);
  return kept > lasting ? read_group(s, file, "tracked", lasting, kept) : RIA_SUCCESS;
}

/* ---- records of the run that belong to the checkpoint ---- */

void ria_checkpoint_records_destroy(ria_checkpoint_records *records) {
  free(records->gauge);
  records->gauge = NULL;
  for (int i = 0; i < records->columns; i++)
    free(records->column[i].value);
  records->columns = 0;
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
    return ria_fail(RIA_ERROR_CORRUPT, "its list of gauge rows is too long for memory");
  double *time = malloc(rows * sizeof *time);
  uint32_t *crc = malloc(rows * sizeof *crc);
  to->gauge = malloc(rows * sizeof *to->gauge);
  ria_status status = RIA_SUCCESS;
  if (!time || !crc || !to->gauge)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for the list of gauge rows");
  else if (!read_column(group, "gauge_time", H5T_NATIVE_DOUBLE, to->gauge_rows, time) ||
           !read_column(group, "gauge_crc", H5T_NATIVE_UINT32, to->gauge_rows, crc))
    status =
        ria_fail(RIA_ERROR_CORRUPT, "its list of gauge rows cannot be read: %s", file5_reason());
  for (size_t i = 0; status == RIA_SUCCESS && i < rows; i++)
    to->gauge[i] = (ria_checkpoint_row){.time = time[i], .crc = crc[i]};
  free(time);
  free(crc);
  return status;
}

static ria_status read_values(hid_t dataset, ria_checkpoint_column *to) {
  hsize_t size = 0;
  hid_t space = H5Dget_space(dataset);
  const bool line =
      H5Sget_simple_extent_ndims(space) == 1 && H5Sget_simple_extent_dims(space, &size, NULL) == 1;
  H5Sclose(space);
  if (!line)
    return ria_fail(RIA_ERROR_CORRUPT, "the column %s cannot be read", to->name);
  to->count = (int64_t)size;
  to->value = malloc(((size_t)size + 1) * sizeof *to->value);
  if (!to->value)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the column %s", to->name);
  return !size || H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, to->value) >= 0
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_CORRUPT, "the column %s cannot be read: %s", to->name,
                        file5_reason());
}

static ria_status read_next_column(hid_t group, hsize_t number, ria_checkpoint_records *to) {
  if (to->columns == RIA_CHECKPOINT_COLUMNS)
    return ria_fail(RIA_ERROR_MISMATCH, "it has more columns than this ria knows");
  ria_checkpoint_column *column = &to->column[to->columns++];
  *column = (ria_checkpoint_column){.count = 0};
  hid_t dataset = -1;
  if (H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, number, column->name,
                         sizeof column->name, H5P_DEFAULT) >= 0)
    dataset = H5Dopen2(group, column->name, H5P_DEFAULT);
  if (dataset < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "its columns cannot be read: %s", file5_reason());
  const ria_status status = read_values(dataset, column);
  H5Dclose(dataset);
  return status;
}

static ria_status read_columns(hid_t file, ria_checkpoint_records *to) {
  if (H5Lexists(file, "columns", H5P_DEFAULT) <= 0)
    return RIA_SUCCESS;
  hid_t group = H5Gopen2(file, "columns", H5P_DEFAULT);
  H5G_info_t info = {.nlinks = 0};
  ria_status status =
      group < 0 || H5Gget_info(group, &info) < 0
          ? ria_fail(RIA_ERROR_CORRUPT, "its columns cannot be read: %s", file5_reason())
          : RIA_SUCCESS;
  for (hsize_t i = 0; i < info.nlinks && status == RIA_SUCCESS; i++)
    status = read_next_column(group, i, to);
  if (group >= 0)
    H5Gclose(group);
  return status;
}

static ria_status read_records(hid_t file, ria_checkpoint_records *to) {
  *to = (ria_checkpoint_records){.step_bytes = -1};
  if (H5Lexists(file, "records", H5P_DEFAULT) <= 0)
    return RIA_SUCCESS;
  hid_t group = H5Gopen2(file, "records", H5P_DEFAULT);
  if (group < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "its records cannot be read: %s", file5_reason());
  int64_t header = 0, steps = 0;
  ria_status status = file5_get_integer(group, "gauge_rows", &to->gauge_rows);
  if (status == RIA_SUCCESS)
    status = file5_get_integer(group, "gauge_header", &header);
  if (status == RIA_SUCCESS)
    status = file5_get_integer(group, "history_records", &to->history_records);
  if (status == RIA_SUCCESS)
    status = file5_get_double(group, "history_time", &to->history_time);
  if (status == RIA_SUCCESS)
    status = read_gauge_rows(group, to);
  const bool has_steps = status == RIA_SUCCESS && file5_has(group, "step_bytes");
  if (has_steps)
    status = file5_get_integer(group, "step_bytes", &to->step_bytes);
  if (has_steps && status == RIA_SUCCESS)
    status = file5_get_integer(group, "step_crc", &steps);
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
  bool anew = false;
  RIA_TRY(read_fields(s, file, at->progress.time, &anew));
  RIA_TRY(read_records(file, records));
  RIA_TRY(read_columns(file, records));
  records->tracked_anew = anew;
  return RIA_SUCCESS;
}

static ria_status read_file(ria_simulation *s, bool sealed, const ria_checkpoint_identity *identity,
                            const char *path, position *at, ria_checkpoint_records *records) {
  int unreadable;
  hid_t file = ria_overlay_view(path, &unreadable);
  if (unreadable)
    return ria_fail(RIA_ERROR_IO, "it cannot be read: %s", strerror(unreadable));
  if (file < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "it cannot be opened: %s", file5_reason());
  ria_status status = read_open(s, file, sealed, identity, at, records);
  unreadable = ria_overlay_unreadable(file);
  H5Fclose(file);
  if (status != RIA_SUCCESS && unreadable)
    return ria_fail(RIA_ERROR_IO, "it cannot be read: %s", strerror(unreadable));
  return status;
}

/* Every rank verifies a share of the bytes before any rank opens the file with HDF5. */
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
  RIA_TRY(patch_check_lent(s));
  ria_simulation_drain(s);
  position at = {.progress = {0}};
  ria_checkpoint_records found = {0};
  ria_status status = read_checkpoint(s, identity, path, &at, &found);
  if (status != RIA_SUCCESS)
    ria_fail(status, "checkpoint %s: %s", path, ria_status_detail());
  else
    status = clock_restart(s, &at.progress, &at.ledger);
  ria_ledger_destroy(&at.ledger);
  if (status != RIA_SUCCESS || !records)
    ria_checkpoint_records_destroy(&found);
  else
    *records = found;
  return status;
}
